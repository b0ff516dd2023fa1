// fixture.h: a report built by hand, for the tests of this directory only. It contains one example
// of each thing that a rendering treats specially; names and figures are invented.
#pragma once

#include <sstream>

#include "harness/report/matrix.h"

namespace placemat::fixture {

inline constexpr const char* kProfile = "utf-8/maximal-subpart/keep";

inline ErrorClassTally& error_class(DecoderResult& subject, ErrorClass error_class) {
  return subject.error_classes[static_cast<std::size_t>(error_class)];
}

inline DecoderResult subject(const std::string& decoder, const std::string& judged_as,
                             bool claimed) {
  DecoderResult subject;
  subject.decoder = decoder;
  subject.version = "1.0";
  subject.origin = "written for this test";
  subject.claims_profile = claimed ? judged_as : "utf-8-lenient21/skip/keep";
  subject.judged_as = judged_as;
  subject.claimed = claimed;
  subject.capabilities = {"verdict", "scalars"};
  subject.sources = {{"curated", 3, 300, 0}, {"exhaustive", 16843009, 16843009, 0}};
  for (std::size_t i = 0; i < kErrorClassCount; ++i) subject.error_classes[i].checks = 1000 + i;
  return subject;
}

inline Finding finding(const DecoderResult& subject, Kind kind, ErrorClass error_class,
                       const std::string& minimal) {
  Finding finding;
  finding.decoder = subject.decoder;
  finding.judged_as = subject.judged_as;
  finding.claimed = subject.claimed;
  finding.kind = kind;
  finding.error_class = error_class;
  finding.key = subject.decoder + "|" + subject.judged_as + "|" + std::string(row_of(kind).name) +
                "|" + minimal;
  finding.operation = "lossy32";
  finding.minimal = minimal;
  finding.expected = "ill-formed at 0, length 1";
  finding.seen = "ok 2F";
  finding.clause = "Unicode 3.9 D92";
  finding.effect = "A filter is passed.";
  finding.source = "exhaustive";
  finding.example = "61*63 " + minimal;
  finding.replay = "placemat replay " + subject.decoder + " '" + minimal + "'";
  finding.checks = 12345;
  finding.related = {"CVE-2000-0884"};
  return finding;
}

inline Symptom symptom(const Finding& of, Kind kind, const std::string& minimal) {
  Symptom symptom;
  symptom.kind = kind;
  symptom.key =
      of.decoder + "|" + of.judged_as + "|" + std::string(row_of(kind).name) + "|" + minimal;
  symptom.operation = of.operation;
  symptom.minimal = minimal;
  symptom.checks = 1;
  return symptom;
}

// Adds the finding to its subject and counts it.
inline void add(DecoderResult& subject, Finding finding) {
  ErrorClassTally& tally = error_class(subject, finding.error_class);
  tally.failed += 7;
  tally.kinds[finding.kind] += 7;
  if (marks(finding, column_of(finding.error_class))) tally.show(finding.kind, finding.minimal);
  subject.sources[1].failed += 7;
  subject.findings.push_back(std::move(finding));
}

inline void fail_vector(DecoderResult& subject, const std::string& id, Kind kind) {
  subject.failing.push_back({"curated", id, kind, 5, "digest-of-" + id});
  subject.sources[0].failed += 5;
}

// Two engines and two faults, of which the one without our mutator finds one.
inline FuzzBenchmarkRecord fuzz_benchmark() {
  FuzzBenchmarkRecord record;
  record.tool_version = "0.1.0";
  record.processor = "a processor";
  record.seed = 1992;
  record.trials_each = 2;
  record.limit = 30;
  record.control = "alpha";
  record.processor_seconds = 67.5;
  record.failures = {"plain with slash: exit code 3"};
  record.engines = {"plain", "plain, our mutator"};
  record.not_run = {{"other", "it is not here"}};
  record.faults = {{"slash", "bug", "accepts-overlong", "accepts C0 AF"},
                   {"at-3-of-16", "position", "at", "position/at-3-of-16"}};
  record.ratios = {{"plain, our mutator", "plain", 2, 1, 1, 0, 2.5, 1.25}};
  record.measurements = {{"slash",
                          "plain",
                          2,
                          {1500, 1000, 2000, true},
                          {0.5, 0, 0, false},
                          {{true, 1000, 0.25, 0.5}, {true, 2000, 0.75, 1}}},
                         {"slash",
                          "plain, our mutator",
                          2,
                          {800, 700, 900, true},
                          {0.125, 0.0625, 0.5, true},
                          {{true, 700, 0.0625, 0.125}, {true, 900, 0.1875, 0.25}}},
                         {"at-3-of-16", "plain", 0, {}, {}, {{false, 1234567, 30, 29.5}}},
                         {"at-3-of-16",
                          "plain, our mutator",
                          1,
                          {54321, 0, 0, false},
                          {2, 1, 0, true},
                          {{true, 54321, 2, 2.25}, {false, 1234567, 30, 29.5}}}};
  return record;
}

// `alpha` is correct; `beta` has a new finding; `gamma` has one with a reason, and an error class
// without checks. `alpha` is judged for contrast too.
inline Report report() {
  Report report;
  Header& header = report.header;
  header.tool_version = "0.1.0";
  header.corpus_digest = "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef";
  header.corpus_vectors = 3;
  header.compiler = "g++ 12.2.0 -O3";
  header.cpu_features = {"sse4.1", "avx2"};
  header.icu_version = "72.1";
  header.budget = "standard";
  header.seed = 18446744073709551615u;
  header.run = {"placemat run",
                "2026-11-21T10:00:00Z",
                2,
                41.125,
                "placemat run --budget 'standard'",
                "0123456789ab",
                "Release",
                "Debian GNU/Linux 12 (bookworm), Linux 6.1.0 x86_64",
                "AMD EPYC 9B14"};
  report.sources = {
      {"curated", "3 vectors", 3, {"overlong/slash", "surrogate/high", "bom/start"}, ""},
      {"exhaustive", "all 16,843,009 strings of up to 3 code units", 16843009, {}, ""},
      {"random", "", 0, {}, "--source left it out"},
  };
  report.coverage = {
      {{"strict32", "lossy32"}, {{"placement", {"end", "nul"}}, {"pad", {"1..64", "127"}}}}};

  DecoderResult alpha = subject("alpha", kProfile, true);
  DecoderResult beta = subject("beta", kProfile, true);
  add(beta, finding(beta, Kind::kAcceptsOverlong, ErrorClass::kOverlong, "C0 AF"));
  fail_vector(beta, "overlong/slash", Kind::kAcceptsOverlong);
  DecoderResult gamma = subject("gamma", kProfile, true);
  error_class(gamma, ErrorClass::kFeFf) = {};
  gamma.not_tested = {"pads of characters of 4 units: it has none"};
  Finding declared =
      finding(gamma, Kind::kWrongReplacementCount, ErrorClass::kSurrogate, "ED A0 80");
  declared.reason = "one replacement per sequence, as documented";
  declared.link = "https://example.org/issues/7";
  add(gamma, declared);
  DecoderResult contrast = subject("alpha", "utf-8/reject/keep", false);
  add(contrast, finding(contrast, Kind::kAcceptsSurrogate, ErrorClass::kSurrogate, "ED A0 80"));
  report.subjects = {alpha, beta, gamma, contrast};

  report.absent = {{"omega", "libomega"}};
  report.oracles = {{"icu:U8_NEXT", 1000, 990, {{"ICU-1", "it counts otherwise", 10}}, {}}};
  report.requirements = {
      {"utf-8", 1, "no NUL and no slash in a sequence", true, "4 forms, none has one"},
      {"utf-8", 2, "no ASCII value in a sequence", true, "4 forms, none has one"},
      {"utf-1", 1, "no NUL and no slash in a sequence", false, "unit 2 of A1..F5 21..7E"},
  };
  report.externals = {{"alpha",
                       "1.0",
                       "Alpha",
                       "C",
                       "alpha_decode",
                       {kProfile},
                       true,
                       true,
                       10,
                       3,
                       0,
                       0,
                       {},
                       "",
                       "utf-8; in words",
                       false,
                       true,
                       0,
                       {},
                       "",
                       "chunks were not asked"},
                      {"gamma",
                       "2.0",
                       "Gamma",
                       "Ada",
                       "Gamma.Get",
                       {kProfile},
                       false,
                       true,
                       10,
                       3,
                       1,
                       2,
                       {{"C0 AF", "FFFD FFFD", "2F"}},
                       "not finished within 5 s",
                       "",
                       false,
                       false,
                       0,
                       {{"C0 AF", "FFFD FFFD", "2F"}},
                       "",
                       ""}};
  MachineRecord machine{"gamma", kProfile, {}};
  machine.learned.finite = true;
  machine.learned.classes = 3;
  machine.learned.law_states = 2;
  machine.learned.questions = 1234;
  machine.learned.differences = {"C2 41: its last unit gives well-formed; by the law ill-formed"};
  machine.learned.states = {{"start",
                             false,
                             {{"00..7F", 0, "well-formed", ""},
                              {"80..C1 E0..FF", 0, "ill-formed", ""},
                              {"C2..DF", 1, "ill-formed", ""}}},
                            {"C2",
                             false,
                             {{"80..BF", 0, "well-formed", ""},
                              {"00..7F", 0, "well-formed", "ill-formed"},
                              {"C0..FF", 0, "ill-formed", ""}}}};
  report.machines = {machine};
  report.certificates = {
      {"gamma",
       "2.0",
       kProfile,
       "ab12",
       "0d72d9e",
       {"avx2"},
       item_result::kRefused,
       {{"exhaustion", "validate", item_result::kRefused,
         "right on all 257 strings of 0 to 1 units", "equal calls agree", 514, 0, 0.25, "C0 AF",
         "ill-formed", "well-formed", "placemat replay gamma 'C0 AF' --operation validate"},
        {"proof", "all lengths", item_result::kNotAttempted, "there is none", "", 0, 0, 0}}}};
  FuzzingRecord fuzzing;
  fuzzing.decoder = "beta";
  fuzzing.version = "1.0";
  fuzzing.judged_as = kProfile;
  fuzzing.digest = "cd34";
  fuzzing.engine = "an engine 1";
  fuzzing.signal = "coverage and behaviour";
  fuzzing.processes = 2;
  fuzzing.resumed = 1;
  fuzzing.seconds = 61.5;
  fuzzing.executions = 1234567;
  fuzzing.checks = 2345678;
  fuzzing.failed = 89;
  fuzzing.coverage = 120;
  fuzzing.features = 456;
  fuzzing.corpus = 78;
  fuzzing.growth = {{0.5, 1000, 80, 300, 40, 0}, {61.5, 1234567, 120, 456, 78, 1}};
  fuzzing.detections = {{"beta|" + std::string(kProfile) + "|accepts-overlong|C0 AF", 2.25, 5000}};
  fuzzing.not_reached = {"stream_lossy: it is no longer called after 6 calls without an answer"};
  report.fuzzing = {fuzzing};
  report.defects = {{"some-lib-accepts-c0-80",
                     "some-lib",
                     "C",
                     "accepts-ill-formed",
                     {"1.0", "1.1"},
                     "2.0",
                     false,
                     "some_check",
                     "It accepts C0 80.",
                     "C0 80.",
                     "C0 80",
                     "well-formed",
                     "ill-formed",
                     "Unicode 3.9 Table 3-7.",
                     {"https://example.org/1"},
                     "some-lib-accepts-c0-80.c"},
                    {"other-lib-reads-out-of-bounds",
                     "other-lib",
                     "C",
                     "out-of-bounds",
                     {"3"},
                     "",
                     true,
                     "",
                     "",
                     "",
                     "",
                     "",
                     "",
                     "",
                     {},
                     ""}};
  report.bugs = {{"slash-again", "a server", "2000", "accepts-overlong", "bug", "reported",
                  "overlong/slash", "C0 AF", "accepts 2F",
                  "ill-formed at 0, length 1; replaced: FFFD FFFD", "accepts-overlong", "sab_slash",
                  true, "expected ill-formed at 0, length 1; seen well-formed: 2F",
                  "placemat replay sab_slash 'C0 AF'"}};
  Strength strength{"the curated vectors", 3, 6, 18446744073709551615u, {}, 2, 1, 40, 50, {}};
  strength.families = {{"transition",
                        true,
                        120,
                        20,
                        0,
                        {{"output", 100, 100, {}},
                         {"verdict", 50, 40, {{"transition/start/41/as-80", "41"}}},
                         {"standard-run", 100, 100, {}}}},
                       {"state", false, 7, 0, 0, {{"standard-run", 7, 7, {}}}}};
  strength.nothing_new = {"bom/start"};
  report.strength = {strength};
  report.comparisons = {{10,
                         9,
                         8,
                         {"state/9"},
                         {"transition/7"},
                         {{"curated", 500, 1250, 9, 2, {"state/1"}}},
                         {{"state", 558, 10, 9, 8}}}};
  report.speed = {{"0.1.0",
                   "a processor",
                   "g++ 12",
                   1992,
                   9,
                   16,
                   "alpha",
                   {"omega"},
                   {{"alpha", "1.0"}, {"beta", "1.0"}},
                   {{"validate", "web", 65536, "alpha", 700, 65536, 1, 0.75, 1.25, 1},
                    {"validate", "web", 65536, "beta", 1400, 32768, 2, 1.5, 2.5, 2}},
                   {{"lossy32", "random", 65536, "beta", "other values"}}}};
  report.fuzz_benchmarks = {fuzz_benchmark()};
  report.footer = count_subjects(report.subjects);
  report.footer.complete = true;
  report.footer.expected_errors = {"gamma: an entry without a reason"};
  return report;
}

inline std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

// The second decoder of `report()`, which fails.
inline DecoderResult& beta(Report& report) { return report.subjects[1]; }

}  // namespace placemat::fixture
