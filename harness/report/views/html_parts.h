// html_parts.h: the parts of the page, for html*.cc only. Every part escapes its input and returns
// finished markup.
#pragma once

#include <string>
#include <string_view>

#include "harness/report/matrix.h"
#include "harness/report/record.h"

namespace placemat::html {

std::string_view style_sheet();

// A name as an id; names that would give the same id get different ones.
std::string slug(std::string_view name);
std::string anchor_of(const DecoderResult& subject);  // the subject's findings
std::string anchor_of(const Finding& finding);        // stable: from its key alone
std::string decoder_anchor(std::string_view decoder);

// A link when the text is an http(s) address or a CVE, else the text.
std::string linked(std::string_view text);

std::string glyph_chip(char glyph);
std::string row(std::string_view name, const std::string& markup);  // <dt>, <dd>

// Rows that differ first; many rows are folded, by language where the report states it.
std::string matrix_tables(const Report& report, const std::vector<const DecoderResult*>& subjects);
std::string legend();

// Tables with more rows than this count as long.
inline constexpr std::size_t kAtAGlance = 30;

// The cards of one subject under its heading. Cards of new findings are open, unless `is_folded`.
std::string finding_cards(const Header& header, const DecoderResult& subject, bool is_folded);

// The filter of long tables; the page is complete without it. The page's policy has its digest, so
// no other script runs.
std::string_view script();
std::string script_policy();

// The absent decoders; a long list is folded.
std::string absent_list(const Report& report);

std::string external_section(const Report& report);  // empty when no external decoder was run
std::string machine_section(const Report& report);   // empty when none was learnt
std::string run_section(const Report& report);
std::string oracle_section(const Report& report);
std::string requirement_section(const Report& report);
std::string bug_section(const Report& report);       // empty when none was run
std::string defect_section(const Report& report);    // empty when it has none
std::string strength_section(const Report& report);  // empty when it was not measured
std::string decoder_section(const Report& report);
std::string provenance_section(const Report& report);

}  // namespace placemat::html
