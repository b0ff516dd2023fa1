// The digest of a corpus. Apart from its reader, because the library for tests of other projects
// needs none.
#include <nlohmann/json.hpp>

#include "harness/bytes/sha256.h"
#include "harness/corpus/corpus.h"

namespace placemat {

std::string digest_of(const Corpus& corpus) {
  std::string content;
  for (const auto& [name, flag] : corpus.flags) {
    content += nlohmann::json{name,        flag.kind,   flag.bug_class, flag.about,
                              flag.effect, flag.clause, flag.links,     flag.cves}
                   .dump();
    content += '\n';
  }
  for (const auto& [name, theme] : corpus.themes) {
    content += nlohmann::json{name, theme.about}.dump() + '\n';
  }
  for (const Vector& vector : corpus.vectors) content += canonical_json(vector) + '\n';
  for (const Bug& bug : corpus.bugs) content += bug.canonical + '\n';
  return sha256(content);
}

}  // namespace placemat
