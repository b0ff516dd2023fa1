#include "harness/strength/planted_fault.h"

#include <algorithm>
#include <iterator>
#include <set>

#include "harness/strength/decoder.h"
#include "harness/strength/mutants.h"

namespace placemat {
namespace {

constexpr std::uint32_t kLongest = 4096;

bool fits(const Mutant& mutant) {
  using Kind = Gate::Kind;
  using Does = BufferFault::Does;
  const bool is_counted = mutant.gate.kind == Kind::kAtOffset ||
                          mutant.gate.kind == Kind::kAfterErrors ||
                          mutant.gate.kind == Kind::kAfterAscii;
  if (is_counted && mutant.gate.a >= kLongest) return false;
  const bool has_bits =
      mutant.buffer.does == Does::kOffsetInBits || mutant.buffer.does == Does::kLengthInBits;
  return !has_bits || std::uint64_t{1} << mutant.buffer.n < kLongest;
}

std::vector<Mutant> hidden_mutants(std::uint64_t seed) {
  std::vector<Mutant> all;
  for (std::vector<Mutant> part : {position_mutants(), history_mutants(), value_mutants(seed),
                                   state_mutants(), buffer_mutants()})
    std::ranges::move(part, std::back_inserter(all));
  std::erase_if(all, [](const Mutant& mutant) { return !fits(mutant); });
  return all;
}

std::string kind_of(const Mutant& mutant) {
  if (mutant.value.does != ValueFault::Does::kNothing) return "value";
  return std::string(row_of(mutant.family).name);
}

// "position/at-3-of-16/refuses-2" is of the group "at".
std::string group_of(const Mutant& mutant) {
  const std::size_t begin = mutant.name.find('/') + 1;
  const std::size_t end = mutant.name.find_first_of("/0123456789", begin);
  return mutant.name.substr(begin, end - begin);
}

}  // namespace

std::vector<PlantedFault> planted_faults(std::uint64_t seed, const std::vector<Probe>& probes,
                                         const WorkOptions& work) {
  std::vector<PlantedFault> faults;
  for (const Decoder* decoder : saboteurs()) {
    const std::string origin = decoder->origin;
    faults.push_back({decoder->name, "bug", origin.substr(0, origin.find(';')), decoder->planted});
  }
  const std::vector<Mutant> mutants = hidden_mutants(seed);
  const Kills kills = kills_of(mutants, probes, work);
  const auto is_hidden = [&](std::size_t m) { return kills.by_everything[m].empty(); };
  std::set<std::string> hidden;
  for (std::size_t m = 0; m < kills.judged; ++m)
    if (is_hidden(m)) hidden.insert(kind_of(mutants[m]));
  for (std::size_t m = 0; m < kills.judged; ++m) {
    const Mutant& mutant = mutants[m];
    if (!is_hidden(m) && hidden.contains(kind_of(mutant))) continue;
    faults.push_back({mutant.name, kind_of(mutant), group_of(mutant), mutant.name});
  }
  return faults;
}

const Decoder* decoder_with_fault(std::string_view name, std::uint64_t seed) {
  if (const Decoder* saboteur = find_decoder(name)) return saboteur;
  static const std::vector<Mutant> mutants = hidden_mutants(seed);
  const auto found = std::ranges::find(mutants, name, &Mutant::name);
  if (found == mutants.end()) return nullptr;
  choose(*found);
  return &mutant_decoder();
}

}  // namespace placemat
