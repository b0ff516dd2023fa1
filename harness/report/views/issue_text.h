// issue_text.h: a finding as a bug report to the decoder's authors: Markdown, complete in itself,
// without internal terms of placemat.
#pragma once

#include <string>

#include "harness/report/record.h"

namespace placemat {

std::string issue_text(const Header& header, const DecoderResult& subject, const Finding& finding);

}  // namespace placemat
