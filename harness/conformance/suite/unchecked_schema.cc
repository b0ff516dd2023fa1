// unchecked_schema.cc: in the library of other projects it stands for harness/bytes/schema.cc,
// which needs a validator. The tests of this tree check the corpora that are installed.
#include "harness/bytes/json.h"

namespace placemat {

struct Schema::Compiled {};

Schema::Schema(const std::filesystem::path&) {}
Schema::~Schema() = default;
Schema::Schema(Schema&&) noexcept = default;
Schema& Schema::operator=(Schema&&) noexcept = default;

std::vector<Violation> Schema::violations(const nlohmann::json&) const { return {}; }
std::vector<std::vector<std::string>> Schema::check(const JsonFile&, std::vector<Problem>&) const {
  return {};
}

}  // namespace placemat
