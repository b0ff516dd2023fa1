// needs_test.cc: the words for what a failure needs. Each decoder here fails by a rule that the
// test states.
#include "harness/judge/needs.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>

#include "harness/bytes/short_text.h"

namespace placemat {
namespace {

// Accepts FF at the offsets for which `accepts` is true.
bool (*accepts)(std::size_t offset) = nullptr;

int validate(const std::uint8_t* in, std::size_t length) {
  for (std::size_t i = 0; i < length; ++i) {
    if (in[i] == 0xFF && !accepts(i)) return 0;
  }
  return 1;
}

std::string pattern(bool (*rule)(std::size_t)) {
  accepts = rule;
  Decoder decoder = *find_decoder("branchy");
  decoder.validate = validate;
  const Fence fence(1000);
  FencedThread thread;
  Caller caller(decoder, thread);
  Judge judge(caller, claimed_profile(decoder));
  return pattern_of_position(judge, {Bytes{0xFF}, plain(Operation::kValidate)});
}

TEST(PatternOfPosition, NamesFewOffsets) {
  EXPECT_EQ(pattern([](std::size_t at) { return at == 7; }), "only where FF is at offset 7");
  EXPECT_EQ(pattern([](std::size_t at) { return at == 7 || at == 100; }),
            "only where FF is at offset 7, 100");
}

TEST(PatternOfPosition, NamesOffsetsThatRepeat) {
  EXPECT_EQ(pattern([](std::size_t at) { return at % 16 == 15; }),
            "only where FF is at offset 15 modulo 16");
  EXPECT_EQ(pattern([](std::size_t at) { return at % 2 == 0; }),
            "only where FF is at offset 0 modulo 2");
  EXPECT_EQ(pattern([](std::size_t at) { return at % 16 < 5; }),
            "at 5 of 16 offsets of FF modulo 16");
}

TEST(PatternOfPosition, NamesARange) {
  EXPECT_EQ(pattern([](std::size_t at) { return at >= 64; }),
            "only where FF is at offset 64 or later");
  EXPECT_EQ(pattern([](std::size_t at) { return at < 64; }), "only where FF is at offset 0 to 63");
}

// The offset that is asked is one of many.
TEST(PatternOfPosition, NamesAPeriodBeforeASinglePlace) {
  EXPECT_EQ(pattern([](std::size_t at) { return at % 8'192 == 17; }),
            "only where FF is at offset 17 modulo 8192");
  EXPECT_EQ(pattern([](std::size_t at) { return at % 512 > 100 && at % 512 < 103; }),
            "only where FF is at offset 101, 102 modulo 512");
}

// Others are far away, without a rule.
TEST(PatternOfPosition, DoesNotSayOnlyWhereMoreFail) {
  EXPECT_EQ(pattern([](std::size_t at) { return at == 7 || (at > 300 && at < 2'000); }),
            "at 1 of the offsets 0 to 255 of FF");
}

TEST(PatternOfPosition, CountsOffsetsWithoutARule) {
  EXPECT_EQ(pattern([](std::size_t at) { return at * at % 251 < 40; }).substr(0, 3), "at ");
}

// What fails at each offset is no matter of offsets.
TEST(PatternOfPosition, SaysThatNoOffsetIsSpecial) {
  EXPECT_EQ(pattern([](std::size_t) { return true; }), "");
  EXPECT_EQ(pattern([](std::size_t) { return false; }), "");
}

// Decoders that take every text for which a rule on all of it holds.
bool (*takes)(const std::uint8_t* in, std::size_t length) = nullptr;

int validate_text(const std::uint8_t* in, std::size_t length) {
  const bool is_right = std::all_of(in, in + length, [](std::uint8_t unit) { return unit < 0x80; });
  return is_right || takes(in, length) ? 1 : 0;
}

std::string pattern_of_text(bool (*rule)(const std::uint8_t*, std::size_t), const char* units) {
  takes = rule;
  Decoder decoder = *find_decoder("branchy");
  decoder.validate = validate_text;
  const Fence fence(1000);
  FencedThread thread;
  Caller caller(decoder, thread);
  Judge judge(caller, claimed_profile(decoder));
  return pattern_of_position(judge, {parse_units(units).bytes, plain(Operation::kValidate)});
}

// An error anywhere in the last 32 units of a text of 96, 160 ... units is taken.
TEST(PatternOfPosition, TellsTheLengthFromTheOffset) {
  const auto rule = [](const std::uint8_t* in, std::size_t length) {
    return length >= 96 && length % 64 == 32 &&
           std::find(in, in + length, 0x80) >= in + length - 32;
  };
  EXPECT_EQ(pattern_of_text(rule, "41*95 80"), "only where the length is 32 modulo 64");
}

TEST(PatternOfPosition, NamesAPeriodThatIsNoBlockSize) {
  const auto rule = [](const std::uint8_t* in, std::size_t length) {
    return length % 48 == 0 && in[length - 1] == 0xC2;
  };
  EXPECT_EQ(pattern_of_text(rule, "41*47 C2"),
            "only where the length is 0 modulo 48, at the end of the input");
}

// The last three units of a text a little longer than 64 are not looked at.
TEST(PatternOfPosition, TellsTheLastUnitsFromAnOffset) {
  const auto rule = [](const std::uint8_t* in, std::size_t length) {
    return length > 64 && length <= 67 && std::find(in, in + length, 0x80) >= in + 64;
  };
  EXPECT_EQ(pattern_of_text(rule, "41*64 80"),
            "only where the length is 65, 66, 67, at the end of the input");
}

TEST(PatternOfPosition, NamesALeastLengthOfWhatNeedsTheEnd) {
  const auto rule = [](const std::uint8_t* in, std::size_t length) {
    return length >= 24 && in[length - 1] == 0xC2;
  };
  EXPECT_EQ(pattern_of_text(rule, "41*23 C2"),
            "only where the length is 24 or more, at the end of the input");
}

// Not any character in front of the error will do.
TEST(PatternOfPosition, NamesNoOffsetWhereALetterIsNeeded) {
  const auto rule = [](const std::uint8_t* in, std::size_t length) {
    const auto* const found = std::find(in, in + length, 0x80);
    return found != in && found != in + length && found[-1] == 'A';
  };
  EXPECT_EQ(pattern_of_text(rule, "41 80"), "");
}

TEST(PatternOfPosition, NamesALeastLength) {
  const auto rule = [](const std::uint8_t*, std::size_t length) { return length >= 100; };
  EXPECT_EQ(pattern_of_text(rule, "41*99 80"), "only where the length is 100 or more");
}

// What is longer than the least length fails too.
TEST(PatternOfPosition, FindsALeastLengthBelowThatOfTheCase) {
  const auto rule = [](const std::uint8_t*, std::size_t length) { return length >= 100; };
  EXPECT_EQ(pattern_of_text(rule, "41*250 80"), "only where the length is 100 or more");
}

// A sequence across the end of a block is lost: other letters in front make no difference.
TEST(PatternOfPosition, NamesABlockOfAnySize) {
  const auto in_blocks = []<std::size_t kBlock>() {
    return [](const std::uint8_t* in, std::size_t length) {
      for (std::size_t end = kBlock; end < length; end += kBlock) {
        if (in[end - 1] == 0xC5) return true;
      }
      return false;
    };
  };
  EXPECT_EQ(pattern_of_text(in_blocks.operator()<8'192>(), "41*8191 C5 41"),
            "only where C5 is at offset 8191 modulo 8192");
  EXPECT_EQ(pattern_of_text(in_blocks.operator()<3'000>(), "41*2999 C5 41"),
            "only where C5 is at offset 2999 modulo 3000");
}

TEST(PatternOfPosition, NamesACounter) {
  Decoder decoder = *find_decoder("branchy");
  decoder.length32 = [](const std::uint8_t*, std::size_t length) -> std::size_t {
    return static_cast<std::uint16_t>(length);
  };
  const Fence fence(1000);
  FencedThread thread;
  Caller caller(decoder, thread);
  Judge judge(caller, claimed_profile(decoder));
  for (const std::size_t length : {65'536u, 73'000u}) {
    EXPECT_EQ(pattern_of_position(judge, {Bytes(length, 'A'), plain(Operation::kLength32)}),
              "only where the length is 65536 or more, past a counter of 16 bits");
  }
}

// The errors are counted, and nothing else.
TEST(PatternOfPosition, NamesACounterOfErrors) {
  const auto rule = [](const std::uint8_t* in, std::size_t length) {
    return std::count(in, in + length, 0x80) >= 256;
  };
  EXPECT_EQ(pattern_of_text(rule, "80*300"),
            "only where 80 stands 256 times or more, past a counter of 8 bits");
  const auto comes_round = [](const std::uint8_t* in, std::size_t length) {
    return static_cast<std::uint8_t>(std::count(in, in + length, 0x80)) == 0;
  };
  EXPECT_EQ(pattern_of_text(comes_round, "80*256"),
            "only where 80 stands 256 times, or a multiple of it, past a counter of 8 bits");
}

TEST(PatternOfPosition, SaysThatAnythingBesideMatters) {
  const auto rule = [](const std::uint8_t* in, std::size_t length) {
    return length == 1 && in[0] == 0xC2;
  };
  EXPECT_EQ(pattern_of_text(rule, "C2"), "only where nothing stands before or after");
}

// The input ends at the end of a page, so that a shorter one begins at another address.
TEST(PatternOfPosition, TellsTheAddressFromTheOffset) {
  const auto rule = [](const std::uint8_t* in, std::size_t) {
    return reinterpret_cast<std::uintptr_t>(in) % 16 != 0;
  };
  EXPECT_EQ(pattern_of_text(rule, "C2 41*16"),
            "only at some addresses of its buffers: right with --placement start");
}

// In each full block of 16, wherever it stands there.
TEST(PatternOfPosition, SaysThatTextBehindMatters) {
  const auto rule = [](const std::uint8_t* in, std::size_t length) {
    return std::find(in, in + length, 0xF8) < in + length / 16 * 16;
  };
  EXPECT_EQ(pattern_of_text(rule, "41*31 F8"),
            "where F8 is at offset 15 modulo 16; elsewhere too with letters after it");
}

// No unit is named where several stand apart.
TEST(PatternOfPosition, NamesNoUnitOfSeveral) {
  const auto rule = [](const std::uint8_t* in, std::size_t length) {
    const auto* const end = in + length;
    return (std::find(in, end, 0xF8) - in) % 16 == 15;
  };
  EXPECT_EQ(pattern_of_text(rule, "41 C3 A9 41*12 F8"),
            "only where the number of letters in front is 1 modulo 16");
}

// Decoders whose calls do not come back where a text is long.
std::size_t (*length_of)(const std::uint8_t* in, std::size_t length) = nullptr;

struct LongText {
  explicit LongText(std::size_t (*of)(const std::uint8_t*, std::size_t))
      : decoder(*find_decoder("branchy")) {
    length_of = of;
    decoder.length32 = [](const std::uint8_t* in, std::size_t length) {
      const std::size_t right = find_decoder("branchy")->length32(in, length);
      length_of(in, right);
      return right;
    };
  }
  std::string pattern(const char* units, Kind kind) {
    return pattern_of_number(judge, {parse_units(units).bytes, plain(Operation::kLength32)}, kind);
  }
  std::string margin(const char* units) {
    const Check check{parse_units(units).bytes, plain(Operation::kLength32)};
    const auto failure = judge.judge(check);
    if (!failure) return "it passes";
    return to_short_text({with_margin(judge, check, *failure).units, {}});
  }
  Decoder decoder;
  Fence fence{1000};
  FencedThread thread;
  Caller caller{decoder, thread};
  Judge judge{caller, claimed_profile(decoder)};
};

// Each value takes 256 bytes of the stack.
std::size_t recursion(const std::uint8_t* in, std::size_t values) {
  volatile std::uint8_t frame[256];
  frame[0] = 1;
  return values == 0 ? 0 : recursion(in, values - 1) + frame[0];
}

std::size_t out_of_its_table(const std::uint8_t*, std::size_t values) {
  if (values >= 1'000) std::abort();
  return 0;
}

TEST(PatternOfNumber, NamesARecursion) {
  EXPECT_THAT(LongText(recursion).pattern("41*60000 C5", Kind::kCrash),
              testing::MatchesRegex("only from about [23][0-9]000 values on: it looks like a "
                                    "recursion for each value, whose depth the stack limits"));
}

// An error is a value too.
TEST(PatternOfNumber, NamesARecursionOfErrors) {
  EXPECT_THAT(LongText(recursion).pattern("80*60000", Kind::kCrash),
              testing::MatchesRegex("only from about [23][0-9]000 values on.*"));
}

// No signal of a stack.
TEST(PatternOfNumber, NamesNoRecursionWhereItEndsItself) {
  EXPECT_EQ(LongText(out_of_its_table).pattern("41*2000", Kind::kCrash),
            "only where 41 stands about 1000 times or more");
}

// Calls that take a time by their length, on a clock of their own: nothing waits.
class SlowCaller final : public Caller {
 public:
  SlowCaller(const Decoder& decoder, FencedThread& thread, double (*seconds)(double length))
      : Caller(decoder, thread), seconds_(seconds) {}
  Observation call(const Call& call) override {
    constexpr double kLimit = 1;
    const double took = seconds_(static_cast<double>(call.units.size()));
    now_ += std::min(took, kLimit);
    Observation hang;
    hang.outcome = Observation::Outcome::kHang;
    return took > kLimit ? hang : Caller::call(call);
  }
  double now() const { return now_; }

 private:
  double (*seconds_)(double length);
  double now_ = 0;
};

std::string pattern_of_hang(double (*seconds)(double length)) {
  const Fence fence(1000);
  FencedThread thread;
  SlowCaller caller(*find_decoder("branchy"), thread, seconds);
  Judge judge(caller, claimed_profile(caller.decoder()));
  const Check check{Bytes(20'000, 'A'), plain(Operation::kLossy32)};
  return pattern_of_number(judge, check, Kind::kHang, [&] { return caller.now(); });
}

TEST(PatternOfNumber, NamesATimeThatGrowsWithTheSquare) {
  EXPECT_EQ(pattern_of_hang([](double length) { return 1e-8 * length * length; }),
            "only where 41 stands about 11000 times or more; fewer are answered rightly, in a time "
            "that grows with the square of the length");
}

TEST(PatternOfNumber, NamesNoGrowthOfATimeThatDoesNotGrow) {
  EXPECT_EQ(pattern_of_hang([](double length) { return length < 8'000 ? 0.01 : 60; }),
            "only where 41 stands about 8200 times or more");
  EXPECT_EQ(pattern_of_hang([](double length) { return 1e-4 * length; }),
            "only where 41 stands about 11000 times or more");
}

TEST(PatternOfNumber, IsNothingWhereTheNumberDoesNotMatter) {
  const auto crash = [](const std::uint8_t*, std::size_t) -> std::size_t { std::abort(); };
  EXPECT_EQ(LongText(crash).pattern("41*2000", Kind::kCrash), "");
}

TEST(WithMargin, AddsATenthAtAThreshold) {
  LongText table(out_of_its_table);
  EXPECT_EQ(table.margin("41*1000"), "41*1100");
  EXPECT_EQ(table.margin("41*1013 80"), "41*1200 80");
  EXPECT_EQ(table.margin("41*1200"), "41*1200");
}

// The next one passes.
TEST(WithMargin, AddsNothingAtAPlaceOrALength) {
  const auto a_length = [](const std::uint8_t*, std::size_t values) -> std::size_t {
    if (values % 100 == 0 && values > 0) std::abort();
    return 0;
  };
  EXPECT_EQ(LongText(a_length).margin("41*100"), "41*100");
}

TEST(PatternOfChance, IsNotEachTimeWhatItIsEachTime) {
  takes = [](const std::uint8_t*, std::size_t) { return true; };
  Decoder decoder = *find_decoder("branchy");
  decoder.validate = validate_text;
  const Fence fence(1000);
  FencedThread thread;
  Caller caller(decoder, thread);
  Judge judge(caller, claimed_profile(decoder));
  EXPECT_EQ(pattern_of_chance(judge, {{0x80}, plain(Operation::kValidate)}),
            "not each time at first, then in all of 64 repetitions");
}

// An answer that is wrong in the length alone, and one that is wrong in the offset.
TEST(PatternOfError, TellsTheLengthFromTheOffset) {
  Decoder decoder = *find_decoder("branchy");
  static void (*right)(const std::uint8_t*, std::size_t, std::uint32_t*, std::size_t,
                       placemat_result*) = nullptr;
  right = decoder.strict32;
  const Fence fence(1000);
  FencedThread thread;
  const auto words = [&](const Decoder& wrong) {
    Caller caller(wrong, thread);
    Judge judge(caller, claimed_profile(wrong));
    return pattern_of_error(judge, {{0x41, 0xE2, 0x82, 0x41}, plain(Operation::kStrict32)});
  };
  EXPECT_EQ(words(decoder), "");
  decoder.strict32 = [](const std::uint8_t* in, std::size_t length, std::uint32_t* out,
                        std::size_t capacity, placemat_result* result) {
    right(in, length, out, capacity, result);
    ++result->error_length;
  };
  EXPECT_EQ(words(decoder), "in the length of the error; its offset is right");
  decoder.strict32 = [](const std::uint8_t* in, std::size_t length, std::uint32_t* out,
                        std::size_t capacity, placemat_result* result) {
    right(in, length, out, capacity, result);
    ++result->error_offset;
  };
  EXPECT_EQ(words(decoder), "");
}

TEST(NeedsAFullOutput, AVerdictHasNoRoom) {
  accepts = [](std::size_t) {
    static int calls = 0;
    return ++calls % 2 == 0;  // right in every other call
  };
  Decoder decoder = *find_decoder("branchy");
  decoder.validate = validate;
  const Fence fence(1000);
  FencedThread thread;
  Caller caller(decoder, thread);
  Judge judge(caller, claimed_profile(decoder));
  EXPECT_FALSE(needs_a_full_output(judge, {{0xFF}, plain(Operation::kValidate)}));
}

}  // namespace
}  // namespace placemat
