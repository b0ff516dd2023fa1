#include "harness/report/described.h"

#include <fmt/format.h>

#include "harness/spec/profile.h"

namespace placemat {

bool claims_a_dialect(const DecoderResult& subject) {
  const std::string& claims = subject.claims_profile;
  return find_dialect(claims.substr(0, claims.find('/'))) != nullptr;
}

bool is_documented(const Finding& finding) { return finding.reason.starts_with(kDocumented); }

std::vector<std::string> described_in_words(const DecoderResult& subject) {
  std::vector<std::string> words;
  if (subject.described.empty()) return words;
  Profile judged = parse_profile(subject.judged_as);
  if (!claims_a_dialect(subject) && judged.dialect == DialectId::kUtf8) {
    words.emplace_back("judged as UTF-8, because it claims no dialect");
  }
  const std::string& described = subject.described;
  const std::size_t slash = described.find('/');
  const std::string last = described.substr(slash == std::string::npos ? 0 : slash + 1);
  if (slash != std::string::npos) {
    words.push_back(fmt::format("its policy ({}) and BOM rule ({}) are described, not judged",
                                described.substr(0, slash), last));
  } else {
    words.push_back(fmt::format("its {} ({}) is described, not judged",
                                find_policy(last) == nullptr ? "BOM rule" : "policy", last));
  }
  if (last == name_of(Bom::kStripLeading)) {
    judged.bom = Bom::kKeep;
    words.push_back(
        fmt::format("a leading BOM is lost: right for a whole document, a loss in strings of a "
                    "format; --as {} judges it",
                    to_text(judged)));
  }
  return words;
}

}  // namespace placemat
