// issue_text.h: a finding as a bug report to the decoder's authors: Markdown, complete in itself,
// without internal terms of placemat.
#pragma once

#include <string>

#include "harness/campaign/issue.h"
#include "harness/report/record.h"

namespace placemat {

std::string issue_text(const Header& header, const DecoderResult& subject, const Finding& finding);
// With what was called and a reproducer, as a text that can be filed.
std::string issue_text(const Issue& issue);

}  // namespace placemat
