// issue_text.h: a finding as somebody would report it to the decoder's authors:
// Markdown, complete in itself, with nothing that only we know.
#pragma once

#include <string>

#include "harness/report/record.h"

namespace placemat {

std::string issue_text(const Header& header, const DecoderResult& subject, const Finding& finding);

}  // namespace placemat
