// A right kernel is proved, however it is written; each fault is refused by the lemma that it
// breaks.
#include <gmock/gmock.h>

#include <map>
#include <set>
#include <string>
#include <thread>

#include "harness/prove/conversion_fixture.h"
#include "harness/prove/proof.h"
#include "harness/prove/subjects.h"

namespace placemat::prove {
namespace {

using testing::AllOf;
using testing::Contains;
using testing::Each;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::StartsWith;

constexpr placemat_decoder kKernelDecoder = [] {
  placemat_decoder decoder{};
  decoder.name = "fixture";
  decoder.dialect = "utf-8";
  decoder.policy = "maximal-subpart";
  return decoder;
}();

struct KernelRefuted {
  std::vector<std::string> lemmas, possible;
  std::optional<Bytes> text;
};

template <class Kernel>
KernelRefuted refuted_of() {
  z3::context context;
  const Subject subject = kernel_subject_of<Kernel>(kKernelDecoder);
  Proof proof(context, subject, Profile{});
  proof.check();
  KernelRefuted all;
  for (const Lemma& lemma : proof.lemmas()) {
    if (lemma.result == Lemma::Result::kHolds) continue;
    (lemma.about == "lemma" ? all.lemmas : all.possible).push_back(lemma.name);
    if (lemma.text) all.text = lemma.text;
  }
  return all;
}

template <KernelFault kFault>
KernelRefuted kernel_refuted() {
  return refuted_of<SmallKernel<SymbolicLanes<8, 16>, kFault>>();
}
template <ConversionFault kFault>
KernelRefuted conversion_refuted() {
  return refuted_of<SmallConversion<SymbolicLanes<8, 16>, kFault>>();
}

// It has no tables, and none of its constants is that of another kernel.
TEST(KernelProof, KernelWrittenInAnotherWayIsProved) {
  const KernelRefuted none = kernel_refuted<KernelFault::kNone>();
  EXPECT_THAT(none.lemmas, IsEmpty());
  EXPECT_THAT(none.possible, IsEmpty());
}

TEST(KernelProof, FaultOfOneLaneIsRefused) {
  EXPECT_THAT(kernel_refuted<KernelFault::kLane>().lemmas, ElementsAre("lanes_alike"));
}

TEST(KernelProof, FaultOfAllLanesIsRefusedWithAText) {
  const KernelRefuted overlong = kernel_refuted<KernelFault::kOverlong>();
  EXPECT_THAT(overlong.lemmas, Contains(StartsWith("lane_state_")));
  ASSERT_TRUE(overlong.text);
  bool has_overlong = false;
  for (std::size_t i = 1; i < overlong.text->size(); ++i) {
    has_overlong = has_overlong || ((*overlong.text)[i - 1] == 0xE0 &&
                                    (*overlong.text)[i] >= 0x80 && (*overlong.text)[i] <= 0x9F);
  }
  EXPECT_TRUE(has_overlong) << to_spaced_hex(*overlong.text);
}

TEST(KernelProof, FaultAroundTheLanesIsRefused) {
  EXPECT_THAT(kernel_refuted<KernelFault::kCut>().lemmas, ElementsAre("pair_of_ascii"));
  EXPECT_THAT(kernel_refuted<KernelFault::kEdge>().lemmas, Contains("first_3"));
  EXPECT_THAT(kernel_refuted<KernelFault::kBound>().lemmas, Contains("pair"));
}

TEST(KernelProof, FaultOfALengthIsRefused) {
  EXPECT_THAT(kernel_refuted<KernelFault::kCountPlace>().lemmas,
              ElementsAre("length32_alike", "length16_alike"));
  EXPECT_THAT(kernel_refuted<KernelFault::kCountCarry>().lemmas, ElementsAre("length_carry"));
  EXPECT_THAT(kernel_refuted<KernelFault::kCountPair>().lemmas, Each(StartsWith("length16_place")));
  EXPECT_THAT(kernel_refuted<KernelFault::kCountPair>().possible, ElementsAre("length_pair"));
  EXPECT_THAT(kernel_refuted<KernelFault::kCountEdge>().lemmas, Contains("length_last_1"));
  EXPECT_THAT(kernel_refuted<KernelFault::kCountBound>().lemmas, Contains("length_last_8"));
}

// The text leads to the place from the start.
TEST(KernelProof, FaultOfALengthIsRefusedWithAText) {
  const KernelRefuted late = kernel_refuted<KernelFault::kCountLate>();
  EXPECT_THAT(late.lemmas, Contains("length32_place_3"));
  ASSERT_TRUE(late.text);
  EXPECT_THAT(*late.text, Contains(0xE0)) << to_spaced_hex(*late.text);
}

TEST(KernelProof, ConversionWrittenInAnotherWayIsProved) {
  const KernelRefuted none = conversion_refuted<ConversionFault::kNone>();
  EXPECT_THAT(none.lemmas, IsEmpty());
  EXPECT_THAT(none.possible, IsEmpty());
}

TEST(KernelProof, FaultOfAValueIsRefused) {
  EXPECT_THAT(conversion_refuted<ConversionFault::kPlace>().lemmas,
              ElementsAre("convert32_values_alike"));
  EXPECT_THAT(conversion_refuted<ConversionFault::kSurrogate>().lemmas,
              Each(StartsWith("convert16_place_")));
  EXPECT_THAT(conversion_refuted<ConversionFault::kIllFormed>().lemmas,
              Contains("convert32_ill_formed_3"));
}

// The text leads to the place from the start.
TEST(KernelProof, FaultOfASurrogateIsRefusedWithAText) {
  const KernelRefuted borrow = conversion_refuted<ConversionFault::kSurrogate>();
  ASSERT_TRUE(borrow.text);
  EXPECT_GE(borrow.text->size(), 4u);
  EXPECT_THAT(*borrow.text, Contains(testing::Ge(0xF1)));
}

TEST(KernelProof, FaultOfTheOrderOfValuesIsRefused) {
  EXPECT_THAT(conversion_refuted<ConversionFault::kOrder>().lemmas,
              ElementsAre("convert_compress"));
  EXPECT_THAT(conversion_refuted<ConversionFault::kBehind>().lemmas, Contains("convert32_write"));
}

TEST(KernelProof, FaultOfAStepOfConversionIsRefused) {
  EXPECT_THAT(conversion_refuted<ConversionFault::kStrict>().lemmas,
              ElementsAre("convert32_block_strict", "convert16_block_strict"));
  EXPECT_THAT(conversion_refuted<ConversionFault::kFirst>().lemmas,
              ElementsAre("convert32_first_strict", "convert16_first_strict"));
  EXPECT_THAT(conversion_refuted<ConversionFault::kFirstRoom>().lemmas,
              Each(testing::HasSubstr("_first_")));
  EXPECT_THAT(conversion_refuted<ConversionFault::kFirstRoom>().lemmas, testing::SizeIs(4));
  EXPECT_THAT(conversion_refuted<ConversionFault::kAscii>().lemmas,
              ElementsAre("convert32_ascii_run", "convert16_ascii_run"));
  EXPECT_THAT(conversion_refuted<ConversionFault::kAsciiBound>().lemmas,
              ElementsAre("convert32_ascii_run", "convert16_ascii_run"));
  EXPECT_THAT(conversion_refuted<ConversionFault::kHalf>().lemmas,
              ElementsAre("convert16_boundary"));
}

TEST(KernelProof, FaultOfARunIsRefused) {
  using F = ConversionFault;
  const auto lemmas = []<F kFault>() { return conversion_refuted<kFault>().lemmas; };
  // Four lanes in two vectors.
  const auto takes = lemmas.operator()<F::kRunTakes>(), value = lemmas.operator()<F::kRunValue>();
  EXPECT_THAT(takes, AllOf(Each(StartsWith("threes_lane_")), testing::SizeIs(4)));
  EXPECT_THAT(value, AllOf(Each(StartsWith("fours_lane_")), testing::SizeIs(4)));
  EXPECT_THAT(
      lemmas.operator()<F::kRunOrder>(),
      ElementsAre("convert32_threes_values", "convert32_fours_values", "convert16_fours_values"));
  EXPECT_THAT(lemmas.operator()<F::kRunRead>(),
              ElementsAre("convert32_threes", "convert16_threes"));
  EXPECT_THAT(lemmas.operator()<F::kRunRoom>(),
              ElementsAre("convert32_threes", "convert16_threes"));
  EXPECT_THAT(lemmas.operator()<F::kRunStart>(),
              ElementsAre("convert32_threes_start", "convert16_threes_start"));
  EXPECT_THAT(lemmas.operator()<F::kRunHalf>(), ElementsAre("convert16_fours_start"));
  EXPECT_THAT(lemmas.operator()<F::kRunKind>(),
              ElementsAre("convert32_run_kind", "convert16_run_kind"));
}

// Of steps that only a kernel with masks has.
void add_faults_of_conversion(const VectorKernel& right, VectorKernel& faulty) {
  static const std::vector<Conversion> steps = right.conversions;
  // A unit behind the text.
  faulty.conversions[0].masked.units = [](const SymbolicIn& in, const z3::expr& length) {
    return steps[0].masked.units(in, length + 1);
  };
  faulty.conversions[1].masked.whole[1] = [](const SymbolicIn& in, const z3::expr& length) {
    return steps[1].masked.whole[1](in, length + 1);
  };
  // One unit of a first ill-formed subpart is taken.
  faulty.conversions[0].masked.convertible = [](const SymbolicIn& in, const z3::expr& length,
                                                const Conversion::Words& marks) {
    return Conversion::Words{steps[0].masked.convertible(in, length, marks).front() + 1};
  };
  // A block is taken as one without a unit behind it.
  faulty.conversions[0].masked.block[0] = [](const SymbolicIn& in, const z3::expr& length,
                                             const z3::expr& at, const Conversion::Words& carry) {
    return steps[0].masked.block[0](in, length, at + 1, carry);
  };
  // A block of ASCII need not lie in the run.
  faulty.conversions[1].masked.ascii_block = [](const SymbolicIn& in, const z3::expr& at,
                                                const z3::expr& last) {
    return steps[1].masked.ascii_block(in, at, last + 1);
  };
  faulty.conversions[0].ascii_blocks = [](const SymbolicIn& in, const z3::expr& at,
                                          const z3::expr& last) {
    return steps[0].ascii_blocks(in, at, last + 3 * 64);
  };
  // Of a run, the values of two lanes are exchanged.
  faulty.conversions[0].runs[0].take = [](const SymbolicIn& in, const z3::expr& length,
                                          const z3::expr& at) {
    Conversion::Words words = steps[0].runs[0].take(in, length, at);
    std::swap(words[4 + 2], words[4 + 17]);
    return words;
  };
}

// Each fault is in another step, so that one proof shows what each breaks.
TEST(KernelProof, FaultOfAStepOfTheKernelWithMasksIsRefused) {
  const Subject* const right = find_subject("simd_avx512");
  if (right == nullptr) GTEST_SKIP() << "it is of another processor";
  static const VectorKernel kernel = *right->kernel;
  Subject subject = *right;
  // Without the last unit.
  static const auto shorter = [](const z3::expr& length, const z3::expr& at) {
    return z3::ite(length == at, length, length - 1);
  };
  subject.kernel->first = [](const SymbolicIn& in, const z3::expr& length) {
    return kernel.first(in, shorter(length, length.ctx().bv_val(0, 64)));
  };
  subject.kernel->rest = [](const SymbolicIn& in, const z3::expr& length, const z3::expr& at) {
    return kernel.rest(in, shorter(length, at), at);
  };
  // ASCII may cut off a sequence.
  subject.kernel->group = [](const SymbolicIn& in, const z3::expr& length, const z3::expr& at,
                             bool) { return kernel.group(in, length, at, true); };
  // One block is taken where a unit of it is missing.
  subject.kernel->one = [](const SymbolicIn& in, const z3::expr& length, const z3::expr& at) {
    return kernel.one(in, length + 1, at);
  };
  subject.kernel->boundary = [](const SymbolicIn& in, const z3::expr& at) {
    return VectorKernel::Words{kernel.boundary(in, at).front() - 1};
  };
  // A sequence that the block before cuts off is forgotten.
  subject.kernel->count = [](const SymbolicIn& in, const z3::expr& length, const z3::expr& at,
                             const VectorKernel::Words& carry) {
    return kernel.count(in, length, at, VectorKernel::Words(3, carry.front() ^ carry.front()));
  };
  // Of one place behind the fourth, and of the third.
  subject.kernel->conversions[0].values = [](const SymbolicIn& at, const Conversion::Words& carry) {
    Conversion::Words words = kernel.conversions[0].values(at, carry);
    words[1 + 5] = words[1 + 5] + 1;
    return words;
  };
  subject.kernel->conversions[1].values = [](const SymbolicIn& at, const Conversion::Words& carry) {
    Conversion::Words words = kernel.conversions[1].values(at, carry);
    words[0] = words[0] ^ words[0].ctx().bv_val(1u << 2, 64);
    words[1 + 2] = words[1 + 2] + 1;
    return words;
  };
  add_faults_of_conversion(kernel, *subject.kernel);
  z3::context context;
  Proof proof(context, subject, Profile{});
  proof.check();
  std::map<std::string, unsigned> refuted;
  for (const Lemma& lemma : proof.lemmas()) {
    if (lemma.about != "lemma" || lemma.result == Lemma::Result::kHolds) continue;
    ++refuted[lemma.name.substr(0, lemma.name.find_last_not_of("0123456789") + 1)];
  }
  // What is carried changes nothing for a last block of one unit, and a first one of two.
  EXPECT_THAT(
      refuted,
      testing::UnorderedElementsAre(
          testing::Pair("first_", 64), testing::Pair("rest_", 63), testing::Pair("group", 1),
          testing::Pair("block", 1), testing::Pair("boundary", 1),
          testing::Pair("length_inside", 1), testing::Pair("length_first_", 63),
          testing::Pair("length_last_", 63), testing::Pair("convert32_values_alike", 1),
          testing::Pair("convert16_ill_formed_", 1), testing::Pair("convert16_place_", 1),
          testing::Pair("convert_units", 1), testing::Pair("convert16_whole_strict", 1),
          testing::Pair("convert_convertible", 1), testing::Pair("convert32_last_lossy", 1),
          testing::Pair("convert16_ascii_one", 1), testing::Pair("convert32_ascii_run", 1),
          testing::Pair("convert32_threes_values", 1)));
}

// Of a table whose last entry no lane reaches.
constexpr std::array<std::uint8_t, 16> kTable = {0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 4, 8};

z3::expr explored_lookup(Explorer explorer, const z3::expr& index, const z3::expr& hypothesis) {
  const auto lookup = [&] {
    using V = SymbolicLanes<8, 16>;
    return std::vector{V::look_up(kTable, {std::vector(8, index)}).lanes.front()};
  };
  return explorer.explore(hypothesis, lookup).words.front();
}

TEST(KernelProof, EntryThatNoLaneReachesIsEquivalent) {
  z3::context context;
  Sites sites;
  const z3::expr index = context.bv_const("i", 8),
                 is_reached = z3::ult(index, context.bv_val(15, 8));
  const auto explored = [&](Explorer explorer) {
    return explored_lookup(std::move(explorer), index, is_reached);
  };
  const z3::expr original = explored(Explorer(context, sites));
  sites.number();
  const Site& table = *sites.all().front();
  ASSERT_EQ(table.mutants(), 128u);
  for (std::uint64_t i = 0; i < table.mutants(); ++i) {
    z3::solver solver(context);
    const z3::expr changed =
        explored(Explorer(context, sites, table, context.bv_val(table.first_mutant + i, 32)));
    solver.add(is_reached && changed != original);
    EXPECT_EQ(solver.check() == z3::unsat, i / 8 == 15)
        << table.mutant_text(table.first_mutant + i);
  }
}

// One formula for all bits of two entries gives what one formula for each bit gives.
TEST(KernelProof, MutantsOfOneTaskAreJudgedAsOneByOne) {
  z3::context context;
  Sites sites;
  const z3::expr index = context.bv_const("i", 8), is_any = z3::ult(index, context.bv_val(16, 8));
  const auto explored = [&](Explorer explorer) {
    return explored_lookup(std::move(explorer), index, is_any);
  };
  explored(Explorer(context, sites));
  sites.number();
  const Site& table = *sites.all().front();
  const std::uint64_t first = table.first_mutant + 32;
  ASSERT_EQ(first % 16, 8u);
  for (const std::uint64_t begin : {first - 8, first + 8}) {
    const z3::expr word = z3::concat(context.bv_val(begin >> 4, 28), context.bv_const("m", 4));
    const z3::expr together = explored(Explorer(context, sites, table, word));
    for (std::uint64_t number = begin; number < begin + 16; ++number) {
      const z3::expr alone = explored(Explorer(context, sites, table, context.bv_val(number, 32)));
      z3::solver solver(context);
      solver.add(is_any && word == context.bv_val(number, 32) && together != alone);
      EXPECT_EQ(solver.check(), z3::unsat) << table.mutant_text(number);
    }
  }
}

TEST(KernelProof, EachKernelIsProved) {
  std::size_t kernels = 0;
  for (const Subject* subject : subjects()) {
    if (!subject->kernel) continue;
    ++kernels;
    z3::context context;
    Proof proof(context, *subject, Profile{});
    proof.check();
    for (const Lemma& lemma : proof.lemmas()) {
      EXPECT_EQ(lemma.result, Lemma::Result::kHolds) << subject->decoder->name << lemma.name;
    }
    EXPECT_GT(proof.lemmas().size(), 60u);
  }
#if defined(__x86_64__)
  EXPECT_EQ(kernels, 3u);
#endif
}

// The lemmas need no processor, and the comparison of its operations does.
TEST(KernelProof, KernelOfAnotherProcessorIsProvedButForItsInstructions) {
  for (const Subject* subject : subjects_of_other_processors()) {
    z3::context context;
    Proof proof(context, *subject, Profile{});
    proof.check();
    for (const Lemma& lemma : proof.lemmas()) {
      EXPECT_EQ(lemma.result, Lemma::Result::kHolds) << subject->decoder->name << lemma.name;
    }
    EXPECT_GT(proof.lemmas().size(), 60u);
    std::printf("%s: %zu lemmas hold; its instructions are not checked on this processor\n",
                subject->decoder->name, proof.lemmas().size());
  }
}

void expect_mutants_refuted(const Subject& subject) {
  z3::context context;
  Proof proof(context, subject, Profile{});
  const MutationScore score = proof.mutate({.every = 149});
  EXPECT_GT(score.refuted, 3u) << subject.decoder->name;
  EXPECT_EQ(score.refuted, score.score_of()) << subject.decoder->name;
  for (const Survivor& one : score.survivors) ADD_FAILURE() << one.mutant;
}

TEST(KernelProof, MutantsOfEachKernelAreRefutedOrEquivalent) {
  for (const Subject* subject : subjects()) {
    if (subject->kernel && subject->kernel->block <= 16) expect_mutants_refuted(*subject);
  }
}

// Some of these change values that no place writes or no lane can have, tell whole registers of
// marks apart that no text has, set no lane behind one that is set, or leave the last blocks of a
// run to the next loop; so they are equivalent, and no sample of one in 149 has them.
TEST(KernelProof, MutantsThatChangeNothingWrittenAreEquivalent) {
  struct Kind {
    const char* text;
    std::uint64_t least;  // mutants of it that the kernel has
  };
  const std::map<unsigned, std::vector<Kind>> kinds_of_block = {
      {16, {{"signed < becomes", 11}, {"| becomes ^", 11}, {"or becomes xor", 18}}},
      {64, {{">= becomes >", 8}, {": 6A becomes 62", 1}}}};
  for (const Subject* subject : subjects()) {
    if (!subject->kernel || !kinds_of_block.contains(subject->kernel->block)) continue;
    z3::context context;
    Proof proof(context, *subject, Profile{});
    for (const auto& [kind, least] : kinds_of_block.at(subject->kernel->block)) {
      const MutationScore score =
          proof.mutate({.only = kind, .processes = std::thread::hardware_concurrency()});
      EXPECT_GE(score.mutants, least) << kind;
      EXPECT_GT(score.equivalent, 0u) << kind;
      EXPECT_EQ(score.refuted, score.score_of()) << kind;
      for (const Survivor& one : score.survivors) ADD_FAILURE() << one.mutant;
    }
  }
}

// The mutants of a site are one formula. A sum that is a place has another form there than alone,
// and so have the lanes behind it, which some steps know by their form only.
TEST(KernelProof, MutantsOfOneSiteAreJudgedAsOneByOne) {
  for (const Subject* subject : subjects()) {
    if (!subject->kernel || subject->kernel->block != 16) continue;
    const auto equivalents = [&](const char* only) {
      z3::context context;
      Proof proof(context, *subject, Profile{});
      std::set<std::string> all;
      const unsigned processes = std::thread::hardware_concurrency();
      for (std::string& one : proof.mutate({.only = only, .processes = processes}).equivalents) {
        if (one.ends_with(": + becomes |")) all.insert(std::move(one));
      }
      return all;
    };
    const std::set<std::string> alone = equivalents(": + becomes |");
    EXPECT_GT(alone.size(), 5u);
    EXPECT_EQ(equivalents(": + becomes"), alone);
  }
}

// What the prover adds around a kernel is not proved source.
TEST(KernelProof, CodeOfTheProverHasNoMutants) {
  for (const Subject* subject : subjects()) {
    if (!subject->kernel || subject->kernel->block > 32) continue;
    z3::context context;
    Proof proof(context, *subject, Profile{});
    EXPECT_EQ(proof.mutate({.only = "kernel_conversion.h"}).mutants, 0u) << subject->decoder->name;
  }
}

TEST(KernelProof, MutantsOfTheKernelOfAnotherProcessorAreRefutedOrEquivalent) {
  for (const Subject* subject : subjects_of_other_processors()) expect_mutants_refuted(*subject);
}

}  // namespace
}  // namespace placemat::prove
