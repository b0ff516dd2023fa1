// saboteurs_test.cc: every saboteur and the correct decoder that it copies, at
// the probes of its row. The answers of the probes were written by hand. Whether a suite
// finds the faults is not tested here.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstdint>
#include <map>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "impls/saboteurs/answer.h"
#include "impls/saboteurs/honest.h"
#include "impls/saboteurs/mark.h"
#include "impls/saboteurs/saboteur.h"

extern "C" {
extern const placemat::saboteur::Class* const placemat_saboteur_classes[];
const placemat_decoder* const* placemat_registry_saboteurs();
}

namespace placemat::saboteur {
namespace {

struct Saboteur {
  const Row* row;
  const placemat_decoder* decoder;
};

const std::vector<Saboteur>& all_saboteurs() {
  static const std::vector<Saboteur> all = [] {
    std::vector<Saboteur> found;
    for (const Class* const* c = placemat_saboteur_classes; *c != nullptr; ++c)
      for (std::size_t i = 0; i < (*c)->rows.size(); ++i)
        found.push_back({&(*c)->rows[i], &(*c)->decoders[i]});
    return found;
  }();
  return all;
}

const Saboteur& find(std::string_view name) {
  return *std::ranges::find_if(all_saboteurs(),
                               [&](const Saboteur& s) { return s.row->name == name; });
}

std::vector<Probe> probes_of(const Row& row) {
  std::vector<Probe> probes(std::begin(row.probes), std::end(row.probes));
  std::erase_if(probes, [](const Probe& probe) { return probe.call == nullptr; });
  return probes;
}

std::string place_of(const Row& row, const Probe& probe) {
  return std::string(row.name) + " " + probe.call + " " + probe.given;
}

// ---- The decoders that give the right answers.

constinit const placemat_decoder kHonest = filled<Honest>();

// The honest decoder with the BOM rule strip-leading. Its stream holds back the first
// units for as long as they may be a mark.
struct Stripping {
  void* inner;
  Bytes start;
  std::size_t skipped;
  bool begun;

  static void* open(int lossy) { return new Stripping{kHonest.stream_open(lossy), {}, 0, false}; }
  static void close(void* stream) {
    kHonest.stream_close(static_cast<Stripping*>(stream)->inner);
    delete static_cast<Stripping*>(stream);
  }
  static void reset(void* stream) {
    auto& s = *static_cast<Stripping*>(stream);
    kHonest.stream_reset(s.inner);
    s = {s.inner, {}, 0, false};
  }
  static void push(void* stream, const std::uint8_t* in, std::size_t length, std::uint32_t* out,
                   std::size_t capacity, placemat_result* result) {
    auto& s = *static_cast<Stripping*>(stream);
    Bytes chunk(in, in + length);
    if (!s.begun) {
      s.start.insert(s.start.end(), chunk.begin(), chunk.end());
      const bool may_be_mark =
          s.start.size() < sizeof kMark && std::equal(s.start.begin(), s.start.end(), kMark);
      *result = {PLACEMAT_OK, 0, PLACEMAT_UNKNOWN, PLACEMAT_UNKNOWN};
      if (may_be_mark) return;
      s.begin();
      chunk = s.start;
    }
    kHonest.stream_push(s.inner, chunk.data(), chunk.size(), out, capacity, result);
    s.shift(result);
  }
  static void finish(void* stream, std::uint32_t* out, std::size_t capacity,
                     placemat_result* result) {
    auto& s = *static_cast<Stripping*>(stream);
    placemat_result last{};
    *result = {PLACEMAT_OK, 0, PLACEMAT_UNKNOWN, PLACEMAT_UNKNOWN};
    if (!s.begun)
      kHonest.stream_push(s.inner, s.start.data(), s.start.size(), out, capacity, result);
    kHonest.stream_finish(s.inner, out + result->written, capacity - result->written, &last);
    last.written += result->written;
    *result = last;
    s.shift(result);
    reset(stream);
  }

 private:
  void begin() {
    begun = true;
    skipped = length_of_mark(start.data(), start.size());
    start.erase(start.begin(), start.begin() + static_cast<std::ptrdiff_t>(skipped));
  }
  void shift(placemat_result* result) const {
    if (result->error_offset != PLACEMAT_UNKNOWN) result->error_offset += skipped;
  }
};

constinit const placemat_decoder kHonestStripping = [] {
  placemat_decoder d = filled<Honest>();
  strip_in_one_call(d);
  d.stream_open = Stripping::open;
  d.stream_push = Stripping::push;
  d.stream_finish = Stripping::finish;
  d.stream_reset = Stripping::reset;
  d.stream_close = Stripping::close;
  return d;
}();

const placemat_decoder& honest_for(const placemat_decoder& saboteur) {
  return saboteur.bom == std::string_view("keep") ? kHonest : kHonestStripping;
}

// ---- Probes that a decoder answers.

bool ends_process(const Probe& probe) {
  return probe.wrong != nullptr && std::string_view(probe.wrong).starts_with("SIG");
}

TEST(Saboteurs, AnswerWronglyAtTheirProbe) {
  for (const auto& [row, decoder] : all_saboteurs()) {
    for (const Probe& probe : probes_of(*row)) {
      if (probe.wrong == nullptr || ends_process(probe)) continue;
      SCOPED_TRACE(place_of(*row, probe));
      ASSERT_STRNE(probe.right, probe.wrong);
      EXPECT_EQ(answer(honest_for(*decoder), probe.call, probe.given), probe.right);
      EXPECT_EQ(answer(*decoder, probe.call, probe.given), probe.wrong);
    }
  }
}

// The fault is narrow.
TEST(Saboteurs, AnswerRightlyNextToTheirProbe) {
  std::size_t asked = 0;
  for (const auto& [row, decoder] : all_saboteurs()) {
    for (const Probe& probe : probes_of(*row)) {
      if (probe.wrong != nullptr) continue;
      SCOPED_TRACE(place_of(*row, probe));
      EXPECT_EQ(answer(honest_for(*decoder), probe.call, probe.given), probe.right);
      EXPECT_EQ(answer(*decoder, probe.call, probe.given), probe.right);
      ++asked;
    }
  }
  EXPECT_GE(asked, all_saboteurs().size()) << "about one for each saboteur";
}

// Text with sequences of one to three units that no fault should change.
constexpr const char* kOrdinary[] = {
    "",
    "41",
    "50 6C 61 63 65 6D 61 74 2E",                       // Placemat.
    "6E 61 C3 AF 76 65 20 63 61 66 C3 A9 2E",           // French
    "D0 BC D0 B8 D1 81 D1 82 2E",                       // Russian
    "E4 B8 AD E6 96 87 EF BC 8C E5 AD 97 2E",           // Chinese
    "E3 81 82 E3 82 8A EA B7 B8 2E",                    // Japanese, Korean
    "C3 A9 61*13 C3 A9 61*47 E4 B8 AD 61*64 D0 BC 2E",  // across blocks
    "61*14 C3 A9 62*14 C3 A9 61*17 2E",                 // up to a block's edge
};
constexpr const char* kSupplementary = "F0 9F 99 82 21 F0 A4 AD A2 2E";
constexpr const char* kCalls[] = {"validate", "strict32", "lossy32",      "strict16",     "lossy16",
                                  "length32", "length16", "stream-lossy", "stream-strict"};

TEST(Saboteurs, AgreeWithTheHonestDecoderOnOrdinaryText) {
  for (const auto& [row, decoder] : all_saboteurs()) {
    const std::string_view exception = row->ordinary == nullptr ? "" : row->ordinary;
    std::vector<const char*> texts(std::begin(kOrdinary), std::end(kOrdinary));
    if (exception != "supplementary") texts.push_back(kSupplementary);
    if (exception == "cyrillic") {
      std::erase_if(texts, [](std::string_view text) { return text.find("D0") != text.npos; });
    }
    for (const char* text : texts) {
      for (const char* call : kCalls) {
        if (!has(*decoder, call) || exception == call) continue;
        SCOPED_TRACE(std::string(row->name) + " " + call + " " + text);
        EXPECT_EQ(answer(*decoder, call, text), answer(kHonest, call, text));
      }
    }
    for (const char* value : {"41", "E9", "4E2D", "1F642", "D800", "110000"})
      EXPECT_EQ(answer(*decoder, "encode", value), answer(kHonest, "encode", value));
  }
}

// Without an exception, at least one of those comparisons fails.
TEST(Saboteurs, NeedTheirExceptionForOrdinaryText) {
  for (const auto& [row, decoder] : all_saboteurs()) {
    if (row->ordinary == nullptr) continue;
    std::vector<const char*> texts(std::begin(kOrdinary), std::end(kOrdinary));
    texts.push_back(kSupplementary);
    bool differs = false;
    for (const char* text : texts)
      for (const char* call : kCalls)
        differs = differs || answer(*decoder, call, text) != answer(kHonest, call, text);
    EXPECT_TRUE(differs) << row->name;
  }
}

// The number of wrong scalar values is published for the first.
TEST(Saboteurs, ArithmeticIsWrongAsOftenAsPublished) {
  const auto wrong = [](const char* name) {
    const placemat_decoder& saboteur = *find(name).decoder;
    std::size_t count = 0;
    for (std::uint32_t value = 0; value <= 0x10FFFF; ++value) {
      std::uint8_t units[PLACEMAT_MAX_SEQUENCE];
      const std::size_t length = kHonest.encode(value, units);
      if (length == 0) continue;
      std::uint32_t seen = 0;
      placemat_result r{};
      saboteur.strict32(units, length, &seen, 1, &r);
      if (r.status != PLACEMAT_OK || seen != value) ++count;
    }
    return count;
  };
  EXPECT_EQ(wrong("sab_hoehrmann_arithmetic"), 395776u);
  EXPECT_EQ(wrong("sab_one_scalar_wrong"), 1u);
  EXPECT_EQ(wrong("sab_wrong_value_ed81"), 1024u);         // 16 odd units x 64
  EXPECT_EQ(wrong("sab_rejects_noncharacter_fffe"), 34u);  // 2 in each of 17 planes
  EXPECT_EQ(wrong("sab_noncharacter_fdd0"), 32u);
  EXPECT_EQ(wrong("sab_sixteen_bit_accumulator"), 1048576u);
}

// ---- Probes that end the process.

// Units directly before or directly behind inaccessible memory.
class Guarded {
 public:
  Guarded(const Bytes& units, Guard side) : size_(units.size()) {
    memory_ = static_cast<std::uint8_t*>(
        mmap(nullptr, 3 * page_, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
    std::uint8_t* const open = memory_ + page_;
    mprotect(open, page_, PROT_READ | PROT_WRITE);
    data_ = side == Guard::kBefore ? open : open + page_ - size_;
    std::ranges::copy(units, data_);
    if (side == Guard::kReadOnly) mprotect(open, page_, PROT_READ);
  }
  Guarded(const Guarded&) = delete;
  ~Guarded() { munmap(memory_, 3 * page_); }

  std::span<const std::uint8_t> units() const { return {data_, size_}; }

 private:
  std::size_t page_ = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
  std::uint8_t* memory_;
  std::uint8_t* data_;
  std::size_t size_;
};

constexpr std::pair<std::string_view, int> kSignals[] = {
    {"SIGSEGV", SIGSEGV}, {"SIGALRM", SIGALRM}, {"SIGABRT", SIGABRT}};

int signal_of(const Probe& probe) {
  return std::ranges::find(kSignals, probe.wrong, &std::pair<std::string_view, int>::first)->second;
}

// A sanitizer turns a signal into an exit code of its own.
auto died_of(int signal) {
  return [signal](int status) {
    return WIFSIGNALED(status) ? WTERMSIG(status) == signal : WEXITSTATUS(status) != 0;
  };
}

// A hang ends by SIGALRM.
void ask_with_time_limit(const placemat_decoder& decoder, const Probe& probe) {
  const itimerval limit{{0, 0}, {0, 500'000}};
  setitimer(ITIMER_REAL, &limit, nullptr);
  if (probe.guard == Guard::kNone) {
    answer(decoder, probe.call, probe.given);
    return;
  }
  const Guarded input(units_of(probe.given), probe.guard);
  answer_in(decoder, probe.call, input.units());
}

TEST(SaboteursDeathTest, EndTheProcessWhereTheHonestDecoderAnswers) {
  for (const auto& [row, decoder] : all_saboteurs()) {
    for (const Probe& probe : probes_of(*row)) {
      if (!ends_process(probe)) continue;
      SCOPED_TRACE(place_of(*row, probe));
      EXPECT_EQ(answer(kHonest, probe.call, probe.given), probe.right);
      if (probe.guard != Guard::kNone) {
        const Guarded input(units_of(probe.given), probe.guard);
        EXPECT_EQ(answer_in(kHonest, probe.call, input.units()), probe.right);
      }
      EXPECT_EXIT(ask_with_time_limit(*decoder, probe), died_of(signal_of(probe)), "");
    }
  }
}

// With readable memory next to the input, the answers are right.
TEST(Saboteurs, ReadOutsideAndAnswerRightly) {
  for (const char* name : {"sab_overread_lead", "sab_overread_four", "sab_underread"}) {
    for (const char* text : {"61 62 F0", "84", "61", "E2 82 80 84", "F0 9F"}) {
      for (const char* call : kCalls) {
        SCOPED_TRACE(std::string(name) + " " + call + " " + text);
        EXPECT_EQ(answer(*find(name).decoder, call, text), answer(kHonest, call, text));
      }
    }
  }
}

// ---- The list.

// The kinds of finding, as the corpora and the judge know them.
constexpr const char* kKinds[] = {"depends-on-environment",
                                  "accepts-overlong",
                                  "accepts-surrogate",
                                  "accepts-beyond-10ffff",
                                  "accepts-5-6-unit",
                                  "accepts-bad-continuation",
                                  "accepts-truncated-tail",
                                  "accepts-ill-formed",
                                  "rejects-well-formed",
                                  "rejects-noncharacter",
                                  "conflates-real-fffd",
                                  "wrong-value",
                                  "wrong-encoding",
                                  "bom-handling",
                                  "nul-handling",
                                  "wrong-replacement-count",
                                  "swallows-next-unit",
                                  "drops-ill-formed",
                                  "drops-truncated-tail",
                                  "wrong-length-count",
                                  "wrong-error-offset",
                                  "depends-on-chunks",
                                  "keeps-state",
                                  "nondeterministic",
                                  "depends-on-position",
                                  "over-read",
                                  "over-write",
                                  "wrong-capacity",
                                  "crash",
                                  "hang"};

// The classes of documented decoder bugs.
constexpr const char* kClasses[] = {"accepts-overlong",
                                    "accepts-surrogate",
                                    "accepts-beyond-10ffff",
                                    "accepts-5-6-unit",
                                    "accepts-bad-continuation",
                                    "accepts-truncated-tail",
                                    "rejects-valid",
                                    "rejects-noncharacter",
                                    "wrong-code-point",
                                    "wrong-replacement-count",
                                    "swallows-next-unit",
                                    "drops-invalid-silently",
                                    "drops-truncated-tail",
                                    "ignores-fatal",
                                    "loses-state-at-chunk-boundary",
                                    "leaks-state-across-streams",
                                    "late-error-detection",
                                    "wrong-error-offset",
                                    "simd-block-boundary",
                                    "over-read",
                                    "over-write",
                                    "infinite-loop",
                                    "bom-handling",
                                    "nul-handling",
                                    "conflates-real-fffd",
                                    "wrong-length-count",
                                    "encoding-misdetection"};

std::string class_of(const placemat_decoder& d) {
  const std::string origin = d.origin;
  return origin.substr(0, origin.find(';'));
}

// Three of a class differ in the function, in the condition or in the symptom, so that a
// suite does not catch all of them by chance.
TEST(Saboteurs, CoverEveryClassAndEveryKind) {
  std::set<std::string> classes, kinds;
  std::map<std::string, int> members;
  for (const auto& [row, decoder] : all_saboteurs()) {
    classes.insert(class_of(*decoder));
    kinds.insert(decoder->planted_kind);
    ++members[class_of(*decoder)];
  }
  for (const auto& [name, count] : members) EXPECT_GE(count, 3) << name;
  classes.erase("crash-on-invalid");  // a label across the classes
  EXPECT_THAT(classes, testing::UnorderedElementsAreArray(kClasses));
  EXPECT_THAT(kinds, testing::UnorderedElementsAreArray(kKinds));
}

TEST(Saboteurs, HaveAProbeEach) {
  for (const auto& [row, decoder] : all_saboteurs()) {
    const std::vector<Probe> probes = probes_of(*row);
    EXPECT_TRUE(std::ranges::any_of(probes, [](const Probe& p) { return p.wrong != nullptr; }))
        << row->name;
  }
}

TEST(Saboteurs, AreRegisteredUnderTheNamesOfTheirRows) {
  std::set<std::string> names;
  const placemat_decoder* const* registered = placemat_registry_saboteurs();
  for (const auto& [row, decoder] : all_saboteurs()) {
    ASSERT_EQ(*registered++, decoder);
    EXPECT_STREQ(decoder->name, row->name);
    EXPECT_TRUE(names.insert(row->name).second) << row->name;
    EXPECT_TRUE(std::string_view(row->name).starts_with("sab_")) << row->name;
    EXPECT_EQ(decoder->origin, class_of(*decoder) + "; " + row->relatives);
    EXPECT_STREQ(decoder->planted, row->planted);
  }
  EXPECT_EQ(*registered, nullptr);
}

TEST(Saboteurs, FourClaimToStripTheMark) {
  std::set<std::string> stripping;
  for (const auto& [row, decoder] : all_saboteurs())
    if (decoder->bom == std::string_view("strip-leading")) stripping.insert(row->name);
  EXPECT_THAT(stripping, testing::ElementsAre("sab_bom_kept_after_error", "sab_bom_kept_when_split",
                                              "sab_bom_never_stripped", "sab_bom_stripped_twice"));
}

// ---- The honest decoder.

// Worked by hand from Table 3-7 and D93b. The last two rows are the examples of Unicode
// 3.9, tables 3-8 and 3-11.
TEST(Honest, ReplacesMaximalSubparts) {
  const std::pair<const char*, const char*> rows[] = {
      {"F4 8F BF BF", "ok 10FFFF"},
      {"F4 90 80 80", "ok FFFD*4"},
      {"F0 90 80", "ok FFFD"},
      {"F0 8F BF BF", "ok FFFD*4"},
      {"ED 9F BF EE 80 80", "ok D7FF E000"},
      {"E0 9F BF", "ok FFFD FFFD FFFD"},
      {"F0 9F 98 F0 9F 98 80", "ok FFFD 1F600"},
      {"F1 80 E1 80 C2 80", "ok FFFD FFFD 80"},
      {"C0 AF E0 80 BF F0 81 82 41", "ok FFFD*8 41"},
      {"E1 80 E2 F0 91 92 F1 BF 41", "ok FFFD*4 41"},
  };
  for (const auto& [probe, expected] : rows) {
    SCOPED_TRACE(probe);
    EXPECT_EQ(answer(kHonest, "lossy32", probe), expected);
  }
}

TEST(Honest, ReportsOffsetAndLengthOfAnError) {
  EXPECT_EQ(answer(kHonest, "strict32", "41 F1 80 80 41"), "ill 1 3: 41");
  EXPECT_EQ(answer(kHonest, "strict32", "41 F1 80 80"), "inc 1 3: 41");
  EXPECT_EQ(answer(kHonest, "strict32", "41 F1 FF"), "ill 1 1: 41");
  EXPECT_EQ(answer(kHonest, "strict16", "F0 9F 98 80 80"), "ill 4 1: D83D DE00");
  EXPECT_EQ(answer(kHonest, "length16", "F0 9F 98 80 80"), "3");
  EXPECT_EQ(answer(kHonest, "stream-strict", "41|F1|80|80 41"), "41 ill 1 3 .");
}

}  // namespace
}  // namespace placemat::saboteur
