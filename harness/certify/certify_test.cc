// Certificates of correct decoders, and of decoders with one planted fault: each is refused by the
// item that covers the fault, with the shortest string.
#include "harness/certify/certify.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <cstdlib>

#include "harness/call/fence.h"

extern "C" {
extern const placemat_decoder placemat_decoder_faulty_none;
extern const placemat_decoder placemat_decoder_faulty_entry;
extern const placemat_decoder placemat_decoder_faulty_shift;
extern const placemat_decoder placemat_decoder_faulty_unset;
extern const placemat_decoder placemat_decoder_faulty_unit;
}

namespace placemat {
namespace {

using testing::HasSubstr;

Certificate certificate_of(const Decoder& decoder, CertifyScope scope = {2, 0},
                           const std::atomic<bool>* stop = nullptr) {
  const Fence fence(200);
  CertifyOptions options;
  options.scope = scope;
  options.profile = to_text(claimed_profile(decoder));
  options.called = decoder.name;
  options.threads = 2;
  options.stop = stop;
  return certify(decoder, options, [&] { return work_here(decoder, stop); });
}

const Decoder& named(const char* name) { return *find_decoder(name); }

// With strict decoding to UTF-32 only, which saves time.
Decoder strict32_of(const char* name) {
  const Decoder& whole = named(name);
  Decoder decoder{};
  decoder.abi_version = whole.abi_version;
  decoder.struct_size = whole.struct_size;
  decoder.name = whole.name;
  decoder.version = whole.version;
  decoder.dialect = whole.dialect;
  decoder.policy = "reject";
  decoder.bom = whole.bom;
  decoder.claims = whole.claims;
  decoder.strict32 = whole.strict32;
  return decoder;
}

const CertificateItem& item_of(const Certificate& certificate, const std::string& item,
                               const std::string& about) {
  for (const CertificateItem& one : certificate.items) {
    if (one.item == item && one.about == about) return one;
  }
  ADD_FAILURE() << "no " << item << " of " << about;
  return certificate.items.front();
}

TEST(Certify, CorrectDecodersAreNotRefused) {
  for (const Decoder* decoder : decoders()) {
    if (std::string_view(decoder->version) != "in-tree") continue;
    const Certificate certificate = certificate_of(*decoder, {1, 0});
    EXPECT_EQ(certificate.result, item_result::kEstablished) << decoder->name;
    for (const CertificateItem& item : certificate.items) {
      EXPECT_NE(item.result, item_result::kRefused) << decoder->name << ", " << item.about << ": "
                                                    << item.refuted_by << " gives " << item.seen;
    }
  }
}

TEST(Certify, EveryOperationIsExhausted) {
  const Certificate certificate = certificate_of(named("branchy"));
  for (const char* operation :
       {"validate", "strict32", "lossy32", "strict16", "lossy16", "length32", "length16"}) {
    const CertificateItem& item = item_of(certificate, "exhaustion", operation);
    EXPECT_EQ(item.result, item_result::kEstablished);
    EXPECT_EQ(item.comparisons, 2u * 65793) << operation;  // before and behind a guard page
    EXPECT_THAT(item.claim, HasSubstr("all 65,793 strings of 0 to 2 units"));
  }
  EXPECT_EQ(item_of(certificate, "exhaustion", "stream-lossy").comparisons, 3u * 65793);
  const CertificateItem& encoder = item_of(certificate, "encoder", "numbers");
  EXPECT_EQ(encoder.result, item_result::kEstablished);
  EXPECT_EQ(encoder.comparisons, 65793u);
  EXPECT_THAT(encoder.claim, HasSubstr("each number of up to 16 bits"));
}

TEST(Certify, WhatWasNotEstablishedIsSaid) {
  const Certificate certificate = certificate_of(named("branchy"), {1, 0});
  EXPECT_EQ(item_of(certificate, "proof", "all lengths").result, item_result::kNotAttempted);
  EXPECT_EQ(item_of(certificate, "memory", "sanitizers").result, item_result::kNotAttempted);
}

// The theorem needs the answer to every string of the suite.
TEST(Certify, SuiteWithStringsThatTheDecoderDoesNotTakeEstablishesNothing) {
  Decoder decoder = strict32_of("branchy");
  decoder.strict32 = nullptr;
  decoder.validate = [](const std::uint8_t* in, std::size_t length) {
    const bool has_nul = std::find(in, in + length, 0) != in + length;
    return has_nul ? -1 : named("branchy").validate(in, length);
  };
  const Certificate certificate = certificate_of(decoder);
  const CertificateItem& all = item_of(certificate, "exhaustion", "validate");
  EXPECT_EQ(all.result, item_result::kEstablished);
  EXPECT_EQ(all.unanswered, 2u * (1 + 256 + 255));  // one unit; NUL first; NUL second only
  EXPECT_THAT(all.claim, HasSubstr("except those that the decoder does not take"));
  const CertificateItem& suite = item_of(certificate, "complete suite", "validate");
  EXPECT_EQ(suite.result, item_result::kNotApplicable);
  EXPECT_THAT(suite.claim, HasSubstr("does not take"));
}

TEST(Certify, DecoderThatAnswersNoStringHasNothingEstablished) {
  Decoder decoder = strict32_of("branchy");
  decoder.strict32 = nullptr;
  decoder.validate = [](const std::uint8_t*, std::size_t) { return -1; };
  const Certificate certificate = certificate_of(decoder);
  EXPECT_EQ(certificate.result, item_result::kNotApplicable);
  EXPECT_EQ(item_of(certificate, "memory", "guard pages").result, item_result::kNotApplicable);
}

// A plug-in of vector code may have length functions that count by other code on a processor
// without its instructions: a number cannot say "unsupported".
TEST(Certify, LengthFunctionsOfADecoderThatTakesNoStringEstablishNothing) {
  Decoder decoder = strict32_of("branchy");
  decoder.policy = named("branchy").policy;
  decoder.length32 = named("branchy").length32;
  EXPECT_EQ(certificate_of(decoder).result, item_result::kEstablished);
  decoder.strict32 = [](const std::uint8_t*, std::size_t, std::uint32_t*, std::size_t,
                        placemat_result* result) { result->status = PLACEMAT_UNSUPPORTED; };
  const Certificate certificate = certificate_of(decoder);
  EXPECT_EQ(certificate.result, item_result::kNotApplicable);
  const CertificateItem& item = item_of(certificate, "exhaustion", "length32");
  EXPECT_EQ(item.result, item_result::kNotApplicable);
  EXPECT_EQ(item.comparisons, 0u);
  // One that has nothing but a length function is judged by it.
  decoder.strict32 = nullptr;
  EXPECT_EQ(certificate_of(decoder).result, item_result::kEstablished);
}

// ---- planted faults ----

TEST(Certify, WrongValueOfOneScalarIsRefusedByExhaustionOnly) {
  const Certificate certificate = certificate_of(strict32_of("sab_one_scalar_wrong"), {3, 1});
  const CertificateItem& item = item_of(certificate, "exhaustion", "strict32");
  EXPECT_EQ(item.result, item_result::kRefused);
  EXPECT_EQ(item.refuted_by, "E7 AC AC");  // U+7B2C
  EXPECT_THAT(item.claim, HasSubstr("right on all 65,793 strings of 0 to 2 units"));
  for (const CertificateItem& other : certificate.items) {
    if (other.item != "complete suite") continue;
    EXPECT_EQ(other.result, item_result::kEstablished);
  }
  EXPECT_EQ(certificate.result, item_result::kRefused);
}

// One sequence of four units, in the 2^24 strings that begin with its lead. No shorter string shows
// it, and the state before its last unit is reached by three units, which no suite here has.
TEST(Certify, WrongVerdictOnOneStringOfFourUnitsIsRefusedByTheDeepExhaustionOnly) {
  const Certificate certificate = certificate_of(named("sab_beyond_one_value"), {2, 1});
  EXPECT_EQ(certificate.result, item_result::kEstablished);
  const Fence fence(200);
  const PartWork work = work_here(named("sab_beyond_one_value"), nullptr);
  CertifyPart part;
  part.profile = "utf-8/maximal-subpart/keep";
  part.size = 4;
  part.shards = 256;
  for (const std::uint64_t lead : {0xF5, 0xF6}) {
    part.shard = lead;
    const PartResult result = work(part);
    EXPECT_EQ(result.checked.refusals.size(), lead == 0xF6 ? 1u : 0u);
    if (result.checked.refusals.empty()) continue;
    EXPECT_EQ(result.checked.refusals[0].units, parse_hex("F6A395BC"));
  }
}

// A state that no string of up to four units shows.
TEST(Certify, FaultBehindFourUnitsIsRefusedByTheSuiteOnly) {
  const Certificate certificate = certificate_of(strict32_of("sab_after_four_unit"), {3, 1});
  std::size_t refused = 0;
  for (const CertificateItem& item : certificate.items) {
    EXPECT_TRUE(item.item == "complete suite" || item.result != item_result::kRefused)
        << item.item << " of " << item.about;
    if (item.result != item_result::kRefused) continue;
    ++refused;
    EXPECT_EQ(parse_units(item.refuted_by).bytes.size(), 5u) << item.refuted_by;
  }
  EXPECT_GE(refused, 1u);
}

// The only fault is in the form of one number.
std::size_t wrong_at_abcd(std::uint64_t value, std::uint8_t* out) {
  return named("branchy").encode(value == 0xABCD ? 0xABCC : value, out);
}
std::size_t crashes_at_abcd(std::uint64_t value, std::uint8_t* out) {
  if (value == 0xABCD) std::abort();
  return named("branchy").encode(value, out);
}
// One number of 32 bits is not refused but encoded as its last octet.
std::size_t narrows_one(std::uint64_t value, std::uint8_t* out) {
  return named("branchy").encode(value == 0xF1230041 ? 0x41 : value, out);
}

CertificateItem encoder_item(std::size_t (*encode)(std::uint64_t, std::uint8_t*)) {
  Decoder decoder = strict32_of("branchy");
  decoder.encode = encode;
  const Certificate certificate = certificate_of(decoder);
  EXPECT_EQ(item_of(certificate, "exhaustion", "strict32").result, item_result::kEstablished);
  CertificateItem item = item_of(certificate, "encoder", "numbers");
  EXPECT_EQ(certificate.result, item.result);
  return item;
}

TEST(Certify, WrongFormOfOneNumberIsRefused) {
  EXPECT_EQ(encoder_item(named("branchy").encode).result, item_result::kEstablished);
  const CertificateItem item = encoder_item(wrong_at_abcd);
  EXPECT_EQ(item.result, item_result::kRefused);
  EXPECT_EQ(item.refuted_by, "encoding ABCD");
  EXPECT_EQ(item.expected, "EA AF 8D");
  EXPECT_EQ(item.seen, "EA AF 8C");
  EXPECT_EQ(item.claim, "right on all numbers of up to 8 bits");
  EXPECT_EQ(item.replay, "placemat replay branchy --encode ABCD");
  EXPECT_EQ(encoder_item(crashes_at_abcd).seen, "a crash");
}

TEST(Certify, NumberOf32BitsThatIsNotRefusedIsFoundByTheDeepExhaustionOnly) {
  EXPECT_EQ(encoder_item(narrows_one).result, item_result::kEstablished);
  Decoder decoder = strict32_of("branchy");
  decoder.encode = narrows_one;
  const Fence fence(200);
  const PartWork work = work_here(decoder, nullptr);
  CertifyPart part{PartOf::kExhaustion,         {.is_encoding = true}, 4, 0xF1, 256,
                   "utf-8/maximal-subpart/keep"};
  const PartResult result = work(part);
  ASSERT_EQ(result.checked.refusals.size(), 1u);
  EXPECT_EQ(result.checked.refusals[0].units, parse_hex("F1230041"));
  EXPECT_EQ(result.checked.refusals[0].expected, "refused");
  part.shard = 0xF0;
  EXPECT_TRUE(work(part).checked.refusals.empty());
}

// ---- a decoder that fails in the middle ----

int crashes_at_e1_42(const std::uint8_t* in, std::size_t length) {
  if (length == 2 && in[0] == 0xE1 && in[1] == 0x42) std::abort();
  return named("branchy").validate(in, length);
}
int hangs_at_41(const std::uint8_t* in, std::size_t length) {
  volatile bool goes_on = length == 1 && in[0] == 0x41;
  while (goes_on) continue;
  return named("branchy").validate(in, length);
}
int reads_behind_c2(const std::uint8_t* in, std::size_t length) {
  const bool is_open = length > 0 && in[length - 1] == 0xC2;
  const volatile std::uint8_t* behind = in + length;
  return is_open && *behind == 0xFF ? 0 : named("branchy").validate(in, length);
}
int reads_before_e0(const std::uint8_t* in, std::size_t length) {
  const bool is_lead = length > 0 && in[0] == 0xE0;
  const volatile std::uint8_t* before = in - 1;
  return is_lead && *before == 0xFF ? 2 : named("branchy").validate(in, length);
}

CertificateItem refusal_of(int (*validate)(const std::uint8_t*, std::size_t)) {
  Decoder decoder = named("branchy");
  decoder.validate = validate;
  const Certificate certificate = certificate_of(decoder);
  EXPECT_EQ(item_of(certificate, "exhaustion", "strict32").result, item_result::kEstablished);
  EXPECT_EQ(item_of(certificate, "memory", "guard pages").result, item_result::kNotAttempted);
  CertificateItem item = item_of(certificate, "exhaustion", "validate");
  EXPECT_EQ(item.result, item_result::kRefused);
  return item;
}

TEST(Certify, CrashIsNamedWithWhatWasRightBefore) {
  const CertificateItem item = refusal_of(crashes_at_e1_42);
  EXPECT_EQ(item.refuted_by, "E1 42");
  EXPECT_EQ(item.seen, "signal 6");
  EXPECT_EQ(item.expected, "ill-formed");
  EXPECT_EQ(item.claim, "right on all 257 strings of 0 to 1 units");
  EXPECT_EQ(item.replay, "placemat replay branchy 'E1 42' --operation validate");
}

TEST(Certify, HangIsNamed) {
  const CertificateItem item = refusal_of(hangs_at_41);
  EXPECT_EQ(item.refuted_by, "41");
  EXPECT_THAT(item.seen, HasSubstr("no answer"));
}

TEST(Certify, ReadOutsideOfTheInputIsNamedOnBothSides) {
  EXPECT_EQ(refusal_of(reads_behind_c2).seen, "a read behind the last unit");
  const CertificateItem before = refusal_of(reads_before_e0);
  EXPECT_EQ(before.seen, "a read before the first unit");
  EXPECT_EQ(before.refuted_by, "E0");
}

// What sanitizers find (sanitized_test.cc) is found by no other item.
TEST(Certify, MisuseWithoutAWrongAnswerIsLeftToTheSanitizers) {
#if defined(__SANITIZE_ADDRESS__)
  GTEST_SKIP() << "in a build with sanitizers these decoders end the test";
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(undefined_behavior_sanitizer)
  GTEST_SKIP() << "in a build with sanitizers these decoders end the test";
#endif
#endif
  for (const Decoder* decoder : {&placemat_decoder_faulty_none, &placemat_decoder_faulty_entry,
                                 &placemat_decoder_faulty_shift, &placemat_decoder_faulty_unset}) {
    const Certificate certificate = certificate_of(*decoder, {2, 1});
    EXPECT_EQ(certificate.result, item_result::kEstablished) << decoder->name;
    EXPECT_EQ(item_of(certificate, "memory", "guard pages").result, item_result::kEstablished);
  }
}

// Its answers are right, and only a guard page shows the read.
TEST(Certify, ReadBehindTheTextIsRefusedByTheGuardPage) {
#if defined(__SANITIZE_ADDRESS__)
  GTEST_SKIP() << "a build with sanitizers sees it first";
#endif
  const Certificate certificate = certificate_of(placemat_decoder_faulty_unit);
  const CertificateItem& item = item_of(certificate, "exhaustion", "validate");
  EXPECT_EQ(item.refuted_by, "C2");
  EXPECT_EQ(item.seen, "a read behind the last unit");
}

TEST(Certify, StoppedCertificateIsUnfinished) {
  const std::atomic<bool> stop{true};
  const Certificate certificate = certificate_of(named("branchy"), {2, 0}, &stop);
  EXPECT_EQ(certificate.result, item_result::kUnfinished);
  EXPECT_EQ(item_of(certificate, "exhaustion", "validate").result, item_result::kUnfinished);
}

}  // namespace
}  // namespace placemat
