// run_test.cc: the run as its callers see it. The result does not depend on the number of threads,
// the crash or hang of one decoder costs no findings of others, and correct decoders have no
// findings.
#include "harness/campaign/run.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <set>

#include "harness/bytes/error.h"
#include "harness/corpus/corpus.h"
#include "harness/spec/encode.h"

namespace placemat {
namespace {

using testing::HasSubstr;

const std::vector<std::string> kSources{"state-unit", "boundary", "scalars", "sequences", "random"};

const Decoder& decoder_of_run(const char* name) {
  const Decoder* found = find_decoder(name);
  if (found == nullptr) throw InputError(std::string("no decoder ") + name);
  return *found;
}

Target subject(const char* name, const std::vector<std::string>& sources = kSources,
               const std::optional<std::string>& as = std::nullopt) {
  return make_target(decoder_of_run(name), sources, {Budget::kQuick, 1992, nullptr}, as);
}

std::vector<DecoderResult> results_of(const std::vector<Target>& subjects, unsigned threads) {
  std::vector<DecoderResult> results;
  RunOptions options;
  options.threads = threads;
  EXPECT_TRUE(
      run(subjects, options, [&](DecoderResult result) { results.push_back(std::move(result)); }));
  return results;
}

DecoderResult result_of(const Target& subject) { return results_of({subject}, 1).at(0); }

std::set<std::string> kinds_of(const DecoderResult& result) {
  std::set<std::string> kinds;
  for (const Finding& finding : result.findings) kinds.emplace(row_of(finding.kind).name);
  return kinds;
}

// Every member of a result, as text.
std::string to_text(const DecoderResult& r) {
  std::string text = r.decoder + "|" + r.version + "|" + r.origin + "|" + r.claims_profile + "|" +
                     r.judged_as + "|" + std::to_string(r.claimed) + std::to_string(r.gave_up);
  const auto add = [&](const auto&... parts) { ((text += "\n", text += parts), ...); };
  for (const std::string& capability : r.capabilities) add(capability);
  for (const SourceTally& s : r.sources) {
    add(s.source, std::to_string(s.cases), std::to_string(s.checks), std::to_string(s.failed));
  }
  for (const ErrorClassTally& f : r.error_classes) {
    add(std::to_string(f.checks), std::to_string(f.failed));
    for (const auto& [kind, n] : f.kinds) add(std::string(row_of(kind).name), std::to_string(n));
    for (const auto& [kind, input] : f.alone) add(std::string(row_of(kind).name), input);
  }
  for (const Finding& f : r.findings) {
    add(f.decoder, f.judged_as, std::to_string(f.claimed), std::string(row_of(f.kind).name),
        std::string(name_of(f.error_class)), f.key, f.operation, f.minimal, f.conditions,
        f.expected, f.seen, f.clause, f.effect, f.source, f.example, f.vector, f.replay,
        std::to_string(f.checks));
  }
  for (const FailingCase& c : r.failing) {
    add(c.source, c.id, std::string(row_of(c.kind).name), std::to_string(c.checks),
        c.presentations);
  }
  return text;
}

TEST(Run, IsTheSameForOneThreadAndForThree) {
  const Corpus corpus = load_corpus(PLACEMAT_SOURCE_DIR "/corpus");
  const SourceOptions options{Budget::kQuick, 1992, &corpus};
  std::vector<std::string> sources = kSources;
  sources.insert(sources.begin(), "curated");
  std::vector<Target> subjects;
  // A correct decoder, one that is wrong in many ways, one that crashes until it is muted, two that
  // hang.
  for (const char* name : {"branchy", "sab_swallow_announced", "sab_crash_null_table",
                           "sab_hang_truncated_tail", "sab_hang_finish"}) {
    subjects.push_back(make_target(decoder_of_run(name), sources, options));
  }
  subjects.push_back(make_target(decoder_of_run("tutorial_lenient"), sources, options, "utf-8"));
  const std::vector<DecoderResult> one = results_of(subjects, 1);
  ASSERT_EQ(one.size(), subjects.size());
  const std::vector<DecoderResult> three = results_of(subjects, 3);
  ASSERT_EQ(three.size(), one.size());
  for (std::size_t i = 0; i < one.size(); ++i) {
    EXPECT_EQ(to_text(three[i]), to_text(one[i])) << one[i].decoder;
  }
}

TEST(Run, TheOrderOfSubjectsChangesOnlyTheOrderOfResults) {
  const std::vector<Target> forth{subject("branchy"), subject("sab_overlong_c0")};
  const std::vector<Target> back{subject("sab_overlong_c0"), subject("branchy")};
  const auto a = results_of(forth, 2), b = results_of(back, 2);
  EXPECT_EQ(a[0].decoder, "branchy");
  EXPECT_EQ(b[0].decoder, "sab_overlong_c0");
  EXPECT_EQ(to_text(a[0]), to_text(b[1]));
  EXPECT_EQ(to_text(a[1]), to_text(b[0]));
}

TEST(Run, DecodersOfThisTreeHaveNoFindings) {
  std::vector<Target> subjects;
  std::vector<std::string> sources = kSources;
  sources.emplace_back("exhaustive");
  for (const Decoder* d : decoders()) {
    if (std::string_view(d->version) != "in-tree") continue;
    subjects.push_back(make_target(*d, sources, {Budget::kQuick, 1992, nullptr}));
  }
  ASSERT_GE(subjects.size(), 13u);
  for (const DecoderResult& result : results_of(subjects, 2)) {
    EXPECT_TRUE(result.findings.empty()) << result.decoder << ": " << result.findings.front().key;
    EXPECT_FALSE(result.gave_up);
    ASSERT_GE(result.sources.size(), sources.size());
    for (const SourceTally& source : result.sources) {
      EXPECT_GT(source.cases, 0u) << result.decoder << " " << source.source;
      EXPECT_GE(source.checks, source.cases) << result.decoder << " " << source.source;
      EXPECT_EQ(source.failed, 0u);
    }
  }
}

TEST(Run, ShowsTheHistoricDecoderWrongAsUtf8InAtMostFourUnits) {
  const DecoderResult result = result_of(subject("tutorial_lenient", kSources, "utf-8"));
  EXPECT_FALSE(result.claimed);
  EXPECT_THAT(kinds_of(result), testing::IsSupersetOf({"accepts-overlong", "accepts-surrogate",
                                                       "accepts-beyond-10ffff"}));
  for (const Finding& finding : result.findings) {
    EXPECT_LE(parse_units(finding.minimal).bytes.size(), 4u) << finding.key;
    EXPECT_THAT(finding.replay, HasSubstr("--as utf-8"));
  }
}

TEST(Run, AFindingIsComplete) {
  const DecoderResult result = result_of(subject("sab_overlong_c1"));
  const auto found = std::ranges::find(result.findings, Kind::kAcceptsOverlong, &Finding::kind);
  ASSERT_NE(found, result.findings.end());
  EXPECT_EQ(found->decoder, "sab_overlong_c1");
  EXPECT_EQ(found->judged_as, "utf-8/maximal-subpart/keep");
  EXPECT_EQ(found->minimal, "C1 80");
  EXPECT_EQ(found->error_class, ErrorClass::kOverlong);
  EXPECT_EQ(found->conditions, "");
  EXPECT_EQ(found->operation, "validate");
  EXPECT_EQ(found->expected, "ill-formed");
  EXPECT_EQ(found->seen, "well-formed");
  EXPECT_GT(found->checks, 0u);
  EXPECT_THAT(found->clause, HasSubstr("D92"));
  EXPECT_THAT(found->key, HasSubstr("sab_overlong_c1|utf-8/maximal-subpart/keep|accepts-overlong"));
  EXPECT_THAT(found->replay, HasSubstr("placemat replay sab_overlong_c1 'C1 80'"));
}

TEST(Run, FindingsAndSymptomsAreDistinct) {
  for (const char* name : {"sab_swallow_announced", "sab_five_six_unit"}) {
    const DecoderResult result = result_of(subject(name));
    std::set<std::string> keys;
    for (const Finding& finding : result.findings) {
      EXPECT_TRUE(keys.insert(finding.key).second) << finding.key;
      for (const Symptom& symptom : finding.symptoms) {
        EXPECT_TRUE(keys.insert(symptom.key).second) << symptom.key;
      }
    }
    EXPECT_GT(keys.size(), result.findings.size());
  }
}

TEST(Run, TalliesAddUp) {
  const DecoderResult result = result_of(subject("sab_overlong_e0"));
  std::uint64_t checks = 0, failed = 0, by_class = 0, failed_by_class = 0, by_finding = 0;
  for (const SourceTally& s : result.sources) checks += s.checks, failed += s.failed;
  for (const ErrorClassTally& f : result.error_classes) {
    EXPECT_GT(f.checks, 0u);
    by_class += f.checks;
    failed_by_class += f.failed;
    std::uint64_t by_kind = 0;
    for (const auto& [kind, n] : f.kinds) by_kind += n;
    EXPECT_EQ(by_kind, f.failed);
  }
  for (const Finding& finding : result.findings) by_finding += finding.checks;
  // The others are of inputs with errors of several classes.
  EXPECT_LT(by_class, checks);
  EXPECT_LT(failed_by_class, failed);
  EXPECT_GT(failed_by_class, 0u);
  EXPECT_EQ(by_finding, failed);
  EXPECT_GT(failed, 0u);
}

// An operation that hangs or crashes is given up; the others are not.
TEST(Run, AHangCostsNoOtherFindings) {
  Decoder two_faults = decoder_of_run("sab_overlong_c1");
  two_faults.name = "two_faults";
  two_faults.length32 = decoder_of_run("sab_hang_truncated_tail").length32;
  const auto start = std::chrono::steady_clock::now();
  const DecoderResult result =
      result_of(make_target(two_faults, kSources, {Budget::kQuick, 1992, nullptr}));
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - start;
  EXPECT_TRUE(result.gave_up);
  EXPECT_THAT(kinds_of(result), testing::IsSupersetOf({"hang", "accepts-overlong"}));
  EXPECT_LT(took.count(), 60.0);
}

TEST(Run, ACrashCostsNoOtherFindings) {
  Decoder two_faults = decoder_of_run("sab_overlong_c1");
  two_faults.name = "two_faults";
  two_faults.lossy32 = decoder_of_run("sab_crash_null_table").lossy32;
  two_faults.lossy16 = [](const std::uint8_t*, std::size_t, std::uint16_t*, std::size_t,
                          placemat_result*) { std::abort(); };
  const DecoderResult result =
      result_of(make_target(two_faults, kSources, {Budget::kQuick, 1992, nullptr}));
  EXPECT_TRUE(result.gave_up);
  EXPECT_THAT(kinds_of(result), testing::IsSupersetOf({"crash", "accepts-overlong"}));
}

// One operation crashes on FF and is given up; another accepts FF. Inputs with FF are not given
// again, and what they showed before stays.
TEST(Run, AnAvoidedInputKeepsWhatOtherOperationsShowedWithIt) {
  Decoder two_faults = decoder_of_run("branchy");
  two_faults.name = "two_faults";
  two_faults.lossy32 = [](const std::uint8_t* in, std::size_t length, std::uint32_t* out,
                          std::size_t capacity, placemat_result* result) {
    if (std::find(in, in + length, 0xFF) != in + length) std::abort();
    find_decoder("branchy")->lossy32(in, length, out, capacity, result);
  };
  two_faults.validate = [](const std::uint8_t* in, std::size_t length) {
    std::vector<std::uint8_t> units(in, in + length);
    std::replace(units.begin(), units.end(), std::uint8_t{0xFF}, std::uint8_t{0x41});
    return find_decoder("branchy")->validate(units.data(), length);
  };
  const DecoderResult result =
      result_of(make_target(two_faults, kSources, {Budget::kQuick, 1992, nullptr}));
  EXPECT_TRUE(result.gave_up);
  EXPECT_THAT(kinds_of(result), testing::IsSupersetOf({"crash", "accepts-ill-formed"}));
  std::uint64_t failed = 0, by_finding = 0;
  for (const SourceTally& source : result.sources) failed += source.failed;
  for (const Finding& finding : result.findings) by_finding += finding.checks;
  EXPECT_EQ(by_finding, failed);
}

TEST(Run, ADecoderAfterOneThatCrashesIsRunWhole) {
  const auto alone = result_of(subject("branchy"));
  const auto behind = results_of({subject("sab_abort"), subject("branchy")}, 1);
  EXPECT_EQ(to_text(behind[1]), to_text(alone));
}

TEST(Run, StopsOnRequestAndHandsOverItsResults) {
  std::atomic<bool> stop{false};
  RunOptions options;
  options.threads = 2;
  options.stop = &stop;
  std::vector<DecoderResult> results;
  const std::vector<Target> subjects{subject("branchy"), subject("sab_overlong_c0"),
                                     subject("simd")};
  EXPECT_FALSE(run(subjects, options, [&](DecoderResult result) {
    results.push_back(std::move(result));
    stop = true;
  }));
  ASSERT_EQ(results.size(), subjects.size());
  EXPECT_EQ(to_text(results[0]), to_text(result_of(subjects[0])));
  std::uint64_t checks = 0;
  for (const SourceTally& source : results[2].sources) checks += source.checks;
  std::uint64_t all = 0;
  for (const SourceTally& source : result_of(subjects[2]).sources) all += source.checks;
  EXPECT_LT(checks, all);
}

// A budget can exclude every source of a subject.
TEST(Run, EndsAtOnceWhenTheBudgetExcludesItsSources) {
  const std::vector<DecoderResult> results =
      results_of({subject("branchy", {"context"}), subject("branchy", {"boundary"})}, 2);
  ASSERT_EQ(results.size(), 2u);
  EXPECT_TRUE(results[0].sources.empty());
  EXPECT_FALSE(results[1].sources.empty());
}

TEST(Run, EndsAtOnceWithoutWork) {
  EXPECT_TRUE(results_of({}, 2).empty());
  const auto results = results_of({subject("branchy", {})}, 2);
  ASSERT_EQ(results.size(), 1u);
  EXPECT_EQ(results[0].decoder, "branchy");
  EXPECT_TRUE(results[0].findings.empty());
}

TEST(Run, ReportsItsProgressToTheEnd) {
  std::size_t last = 0, all = 0;
  RunOptions options;
  options.progress = [&](std::size_t done, std::size_t of) {
    EXPECT_GE(done, last);
    EXPECT_LE(done, of);
    last = done;
    all = of;
  };
  EXPECT_TRUE(run({subject("branchy")}, options, [](const DecoderResult&) {}));
  EXPECT_GT(all, 0u);
  EXPECT_EQ(last, all);
}

// All parts are done, and its failures are not yet.
TEST(Run, ReducingIsAPhaseOfItsOwn) {
  std::vector<std::string> phases;
  std::size_t after = 0;
  RunOptions options;
  options.progress = [&](std::size_t, std::size_t) { after += phases.empty() ? 0 : 1; };
  options.phase = [&](const std::string& phase) { phases.push_back(phase); };
  std::size_t findings = 0;
  run({subject("tutorial_lenient", {"sequences"}, "utf-8")}, options,
      [&](const DecoderResult& result) { findings = result.findings.size(); });
  EXPECT_GT(findings, 0u);
  ASSERT_FALSE(phases.empty());
  EXPECT_THAT(phases.back(), testing::MatchesRegex("reducing [0-9]+ failures"));
  EXPECT_EQ(after, 0u);
}

TEST(Run, CuratedVectorsThatFailAreNamed) {
  const Corpus corpus = load_corpus(PLACEMAT_SOURCE_DIR "/corpus");
  const DecoderResult result = result_of(
      make_target(decoder_of_run("sab_overlong_c0"), {"curated"}, {Budget::kQuick, 1992, &corpus}));
  ASSERT_FALSE(result.failing.empty());
  for (const FailingCase& failing : result.failing) {
    const Vector* vector = corpus.find(failing.id);
    ASSERT_NE(vector, nullptr) << failing.id;
    EXPECT_GT(failing.checks, 0u);
    // Every failing vector there has C0 in it: the error is nowhere else.
    EXPECT_NE(std::ranges::find(vector->units.bytes, 0xC0), vector->units.bytes.end())
        << failing.id;
  }
  EXPECT_TRUE(
      std::ranges::any_of(result.findings, [](const Finding& f) { return !f.vector.empty(); }));
}

// The result of one vector must not depend on the others in the corpus: reports of different
// corpora are compared vector by vector.
TEST(Run, AVectorFailsTheSameInASmallerCorpus) {
  const Corpus corpus = load_corpus(PLACEMAT_SOURCE_DIR "/corpus");
  Corpus half = corpus;
  std::erase_if(half.vectors, [n = 0](const Vector&) mutable { return n++ % 2 == 0; });
  const auto failing = [&](const Corpus& of) {
    std::set<std::string> all;
    const DecoderResult result = result_of(make_target(
        decoder_of_run("tutorial_lenient"), {"curated"}, {Budget::kQuick, 1992, &of}, "utf-8"));
    for (const FailingCase& c : result.failing) {
      if (half.find(c.id) == nullptr) continue;
      all.insert(c.id + " " + std::string(row_of(c.kind).name) + " " + std::to_string(c.checks) +
                 " " + c.presentations);
    }
    return all;
  };
  EXPECT_THAT(failing(corpus), testing::ContainerEq(failing(half)));
}

// Streams that are correct on first use; when reused, they lose a pending sequence between two
// chunks.
struct Forgetful {
  void* inner;
  bool was_used = false, has_begun = false;
  static Forgetful& of(void* stream) { return *static_cast<Forgetful*>(stream); }
  void end() { was_used = true, has_begun = false; }
};

TEST(Run, AReusedStreamIsCutToo) {
  static const Decoder& right = decoder_of_run("branchy");
  Decoder wrong = right;
  wrong.name = "wrong";
  wrong.stream_open = [](int lossy) -> void* { return new Forgetful{right.stream_open(lossy)}; };
  wrong.stream_push = [](void* stream, const std::uint8_t* in, std::size_t length,
                         std::uint32_t* out, std::size_t capacity, placemat_result* result) {
    Forgetful& s = Forgetful::of(stream);
    if (s.was_used && s.has_begun) right.stream_reset(s.inner);
    s.has_begun = true;
    right.stream_push(s.inner, in, length, out, capacity, result);
  };
  wrong.stream_finish = [](void* stream, std::uint32_t* out, std::size_t capacity,
                           placemat_result* result) {
    Forgetful::of(stream).end();
    right.stream_finish(Forgetful::of(stream).inner, out, capacity, result);
  };
  wrong.stream_reset = [](void* stream) {
    Forgetful::of(stream).end();
    right.stream_reset(Forgetful::of(stream).inner);
  };
  wrong.stream_close = [](void* stream) {
    right.stream_close(Forgetful::of(stream).inner);
    delete &Forgetful::of(stream);
  };
  const Corpus corpus = load_corpus(PLACEMAT_SOURCE_DIR "/corpus");
  const SourceOptions options{Budget::kQuick, 1992, &corpus};
  const DecoderResult result = result_of(make_target(wrong, {"curated"}, options));
  EXPECT_THAT(kinds_of(result), testing::ElementsAre("keeps-state"));
}

TEST(Encoder, IsComparedWithTheShortestForms) {
  const DecoderResult right = result_of(subject("branchy", {"random"}));
  EXPECT_EQ(right.sources.back().source, "encode");
  EXPECT_GT(right.sources.back().checks, 10'000u);
  EXPECT_EQ(right.sources.back().failed, 0u);

  Decoder wrong = decoder_of_run("branchy");
  wrong.name = "wrong";
  wrong.encode = [](std::uint64_t value, std::uint8_t* out) -> std::size_t {
    // Accepts every value and writes one unit.
    out[0] = static_cast<std::uint8_t>(value);
    return 1;
  };
  const DecoderResult result =
      result_of(make_target(wrong, {"random"}, {Budget::kQuick, 1992, nullptr}));
  EXPECT_THAT(kinds_of(result), testing::ElementsAre("wrong-encoding"));
  // The least values of two, three and four units, and values that have no encoding.
  std::vector<std::string> values;
  for (const Finding& finding : result.findings) {
    values.push_back(finding.conditions);
    for (const Symptom& symptom : finding.symptoms) values.push_back(symptom.conditions);
  }
  EXPECT_THAT(values, testing::UnorderedElementsAre("encoding 0080", "encoding 0800",
                                                    "encoding 10000", "encoding D800"));
}

TEST(Encoder, ThatFailsIsGivenUp) {
  Decoder wrong = decoder_of_run("branchy");
  wrong.name = "wrong";
  const auto kind_when = [&](auto encode) {
    wrong.encode = encode;
    return kinds_of(result_of(make_target(wrong, {"random"}, {Budget::kQuick, 1992, nullptr})));
  };
  EXPECT_THAT(kind_when([](std::uint64_t, std::uint8_t*) -> std::size_t { std::abort(); }),
              testing::ElementsAre("crash"));
  EXPECT_THAT(kind_when([](std::uint64_t, std::uint8_t*) -> std::size_t {
                for (volatile bool forever = true; forever;) {
                }
                return 0;
              }),
              testing::ElementsAre("hang"));
  EXPECT_THAT(kind_when([](std::uint64_t, std::uint8_t* out) -> std::size_t {
                out[PLACEMAT_MAX_SEQUENCE] = 0;
                return 0;
              }),
              testing::ElementsAre("over-write"));
}

TEST(Subjects, AreJudgedByTheirClaimOrAsRequested) {
  const Target claimed = make_target(decoder_of_run("plan9_1992"), {}, {});
  EXPECT_TRUE(claimed.claimed);
  EXPECT_EQ(to_text(claimed.judged_as), to_text(claimed_profile(decoder_of_run("plan9_1992"))));
  const Target other = make_target(decoder_of_run("plan9_1992"), {}, {}, "utf-8");
  EXPECT_FALSE(other.claimed);
  EXPECT_EQ(other.judged_as.dialect, DialectId::kUtf8);
  EXPECT_EQ(other.judged_as.policy, claimed.judged_as.policy);
  EXPECT_THROW(make_target(decoder_of_run("plan9_1992"), {}, {}, "utf-9"), InputError);
}

}  // namespace
}  // namespace placemat
