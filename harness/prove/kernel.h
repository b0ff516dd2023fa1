// kernel.h: a vector kernel of this tree over symbolic lanes, as the steps of which its loops
// consist. It must not know the law.
#pragma once

#include "harness/decoder/placemat_decoder.h"
#include "harness/prove/kernel_conversion.h"

namespace placemat::prove {

// Each is a function that an exploration runs.
struct VectorKernel {
  using Words = std::vector<z3::expr>;
  unsigned block = 0;        // units
  unsigned place_bits = 32;  // of a word that has one bit for each of them
  // One truth for each unit of the block at `at`: it makes an error with the three before it.
  Words (*faults)(const SymbolicIn& at) = nullptr;
  // Whether the text is valid as far as its first block reaches.
  Words (*first)(const SymbolicIn& in, const z3::expr& length) = nullptr;
  // The other steps stand at `at`. {it is taken, it finds no error, where the text goes on}; the
  // pair of blocks also says whether ASCII stands before that place.
  Words (*pair)(const SymbolicIn& in, const z3::expr& length, const z3::expr& at) = nullptr;
  Words (*ascii)(const SymbolicIn& in, const z3::expr& length, const z3::expr& at) = nullptr;
  Words (*rest)(const SymbolicIn& in, const z3::expr& length, const z3::expr& at) = nullptr;
  // Of a kernel that takes four blocks or one: in the place of `pair` and `ascii`. Whether ASCII
  // stands before `at` is given, and {.., whether it stands before the next place} told.
  Words (*group)(const SymbolicIn& in, const z3::expr& length, const z3::expr& at,
                 bool is_behind_ascii) = nullptr;
  Words (*one)(const SymbolicIn& in, const z3::expr& length, const z3::expr& at) = nullptr;
  // The boundary at `at` or before it.
  Words (*boundary)(const SymbolicIn& in, const z3::expr& at) = nullptr;

  // The length functions, that for UTF-32 and then that for UTF-16. Each takes the carry of the
  // block before. It gives one bit for each unit of its block, set where lossy decoding writes a
  // value, and the carry behind the block: whether the next unit is the second, third or fourth of
  // a sequence. Null where the kernel has none.
  static constexpr unsigned kCarried = 3;
  Words (*places)(const SymbolicIn& at, const Words& carry) = nullptr;  // of any block
  Words (*count)(const SymbolicIn& in, const z3::expr& length, const z3::expr& at,
                 const Words& carry) = nullptr;  // of the text's block at `at`
  std::vector<Conversion> conversions = {};      // empty where they are not proved
};

// `run` gives the places of the values whose type it is told, and changes the carry.
template <class K, class Run>
VectorKernel::Words counted_by(const VectorKernel::Words& before, const Run& run) {
  using Places = typename K::Places;
  VectorKernel::Words words;
  const auto add = [&]<class Out>(Out) {
    typename K::Carry carry{Places(before[0]), Places(before[1]), Places(before[2])};
    words.push_back(run(Out{}, carry).expr());
    for (const Places& one : {carry.second, carry.third, carry.fourth}) words.push_back(one.expr());
  };
  add(std::uint32_t{});
  add(std::uint16_t{});
  return words;
}

template <class K>
void add_counts(VectorKernel& kernel) {
  kernel.place_bits = K::Places::kWidth;
  using Carry = typename K::Carry;
  using Words = VectorKernel::Words;
  kernel.places = [](const SymbolicIn& at, const Words& before) {
    const typename K::Block block{at};
    return counted_by<K>(before, [&]<class Out>(Out, Carry& carry) {
      return K::template counted<Out>(block, carry);
    });
  };
  kernel.count = [](const SymbolicIn& in, const z3::expr& length, const z3::expr& at,
                    const Words& before) {
    return counted_by<K>(before, [&]<class Out>(Out, Carry& carry) {
      return K::template counted_at<Out>(in, Word<64>(length), Word<64>(at), carry);
    });
  };
}

inline z3::expr truth_of(bool value) { return Explorer::current().context().bool_val(value); }

template <class Valid>
VectorKernel::Words validity_of(bool is_taken, bool is_valid, const Valid& now) {
  return {truth_of(is_taken), truth_of(is_valid), now.at.expr(), truth_of(now.ends_with_ascii)};
}

// Steps of two blocks, and of four of ASCII.
template <class K>
void add_pairs(VectorKernel& kernel) {
  using Size = Word<64>;
  using Valid = typename K::Valid;
  kernel.pair = [](const SymbolicIn& in, const z3::expr& length, const z3::expr& at) {
    Valid now{Size(at), false};
    if (!K::has_two_blocks(Size(length), now)) return validity_of(false, true, now);
    const bool is_valid = K::are_two_valid_blocks(in, now);
    return validity_of(true, is_valid, now);
  };
  kernel.ascii = [](const SymbolicIn& in, const z3::expr& length, const z3::expr& at) {
    Valid now{Size(at), true};
    if (!K::has_four_blocks(Size(length), now)) return validity_of(false, true, now);
    const bool is_ascii = K::are_four_ascii_blocks(in, now);
    return validity_of(is_ascii, is_ascii, now);
  };
  kernel.rest = [](const SymbolicIn& in, const z3::expr& length, const z3::expr& at) {
    Valid now{Size(at), false};
    if (K::has_two_blocks(Size(length), now)) return validity_of(false, true, now);
    const bool is_valid = K::is_valid_rest(in, Size(length), now);
    return validity_of(true, is_valid, now);
  };
}

// Steps of four blocks, and of one.
template <class K>
void add_groups(VectorKernel& kernel) {
  using Size = Word<64>;
  using Valid = typename K::Valid;
  kernel.group = [](const SymbolicIn& in, const z3::expr& length, const z3::expr& at,
                    bool is_behind_ascii) {
    Valid now{Size(at), is_behind_ascii};
    if (!K::has_group(Size(length), now)) return validity_of(false, true, now);
    const bool is_valid = K::is_valid_group(in, now);
    return validity_of(true, is_valid, now);
  };
  kernel.one = [](const SymbolicIn& in, const z3::expr& length, const z3::expr& at) {
    Valid now{Size(at), false};
    if (!K::has_block(Size(length), now)) return validity_of(false, true, now);
    const bool is_valid = K::is_valid_block(in, now);
    return validity_of(true, is_valid, now);
  };
  kernel.rest = [](const SymbolicIn& in, const z3::expr& length, const z3::expr& at) {
    const Valid now{Size(at), false};
    if (K::has_block(Size(length), now)) return validity_of(false, true, now);
    const bool is_valid = K::edge_is_valid(in, Size(length), Size(at));
    return validity_of(true, is_valid, now);
  };
}

// K: the template of a kernel, over symbolic lanes.
template <class K>
VectorKernel vector_kernel_of() {
  using Size = Word<64>;
  VectorKernel kernel;
  kernel.block = K::kBlock;
  kernel.faults = [](const SymbolicIn& at) {
    const typename K::Block block{at};
    const typename K::Vec found = K::faults(block, block.back(0));
    std::vector<z3::expr> lanes;
    for (const z3::expr& lane : found.lanes) lanes.push_back(lane != lane.ctx().bv_val(0, 8));
    return lanes;
  };
  kernel.first = [](const SymbolicIn& in, const z3::expr& length) {
    return std::vector{truth_of(K::edge_is_valid(in, Size(length), 0))};
  };
  if constexpr (requires { K::kGroup; }) {
    add_groups<K>(kernel);
  } else {
    add_pairs<K>(kernel);
  }
  kernel.boundary = [](const SymbolicIn& in, const z3::expr& at) {
    return std::vector{K::boundary_before(in, Size(at)).expr()};
  };
  if constexpr (requires { typename K::Carry; }) add_counts<K>(kernel);
  if constexpr (requires { typename K::Whole; })
    kernel.conversions = {MaskConversionSteps<K, std::uint32_t>::all(),
                          MaskConversionSteps<K, std::uint16_t>::all()};
  else if constexpr (requires { typename K::Counts; })
    kernel.conversions = {ConversionSteps<K, std::uint32_t>::all(),
                          ConversionSteps<K, std::uint16_t>::all()};
  return kernel;
}

}  // namespace placemat::prove
