#include "harness/generate/fuzz_kit.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "harness/generate/mutator.h"
#include "harness/generate/vector_set.h"

namespace placemat {
namespace {

std::string quoted(ByteView units) {
  std::string text;
  for (const std::uint8_t unit : units) text += fmt::format("\\x{:02X}", unit);
  return '"' + text + '"';
}

}  // namespace

std::string fuzz_dictionary(DialectId id) {
  const Mutator mutator(std::array{id});
  std::string text = fmt::format(
      "# The items of {}: sequences at the limits of each form, unfinished ones, and ill-formed\n"
      "# ones of each class; then the ends of the classes of units.\n",
      dialect(id).name);
  for (const Bytes& item : mutator.items()) text += quoted(item) + '\n';
  for (const std::uint8_t end : mutator.class_ends()) {
    const Bytes unit{end};
    if (std::ranges::find(mutator.items(), unit) == mutator.items().end()) {
      text += quoted(unit) + '\n';
    }
  }
  return text;
}

std::vector<FuzzSeed> fuzz_seeds(const Corpus& corpus) {
  std::vector<FuzzSeed> seeds;
  for (const Vector& vector : vectors_of(VectorSet::kCore, corpus)) {
    std::string name = vector.id;
    std::ranges::replace(name, '/', '-');
    seeds.push_back({name + ".bin", vector.units.bytes});
  }
  return seeds;
}

}  // namespace placemat
