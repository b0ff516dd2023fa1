#include "harness/report/described.h"

#include <fmt/format.h>

#include <algorithm>

#include "harness/spec/profile.h"

namespace placemat {

bool claims_a_dialect(const DecoderResult& subject) {
  return find_dialect(subject.described.substr(0, subject.described.find('/'))) == nullptr;
}

bool is_documented(const Finding& finding) { return finding.reason.starts_with(kDocumented); }

std::vector<std::string> described_in_words(const DecoderResult& subject) {
  std::vector<std::string> words, rules;
  bool loses_bom = false;
  for (std::string_view rest = subject.described; !rest.empty();) {
    const std::string_view part = rest.substr(0, rest.find('/'));
    rest.remove_prefix(std::min(rest.size(), part.size() + 1));
    if (find_dialect(part) != nullptr) {
      words.emplace_back("judged as UTF-8, because it claims no dialect");
    } else if (part == kNoPolicy) {
      words.emplace_back(
          "follows none of the replacement policies; expected is U+FFFD for each maximal subpart");
    } else {
      rules.push_back(
          fmt::format("{} ({})", find_policy(part) == nullptr ? "BOM rule" : "policy", part));
      loses_bom |= part == name_of(Bom::kStripLeading);
    }
  }
  if (!rules.empty()) {
    words.push_back(fmt::format("its {} {} described, not judged", fmt::join(rules, " and "),
                                rules.size() == 1 ? "is" : "are"));
  }
  if (loses_bom) {
    Profile kept = parse_profile(subject.judged_as);
    kept.bom = Bom::kKeep;
    words.push_back(
        fmt::format("a leading BOM is lost: right for a whole document, a loss in strings of a "
                    "format; --as {} judges it",
                    to_text(kept)));
  }
  return words;
}

}  // namespace placemat
