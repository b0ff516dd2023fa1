#include "harness/oracle/icu.h"

#include <fmt/format.h>
#include <unicode/ucnv.h>
#include <unicode/ustring.h>
#include <unicode/utf16.h>
#include <unicode/utf8.h>
#include <unicode/uversion.h>

#include <algorithm>
#include <array>
#include <stdexcept>

namespace placemat {
namespace {

constexpr UChar32 kSubstitute = 0xFFFD;

[[noreturn]] void fail(std::string_view what, UErrorCode code) {
  throw std::runtime_error(fmt::format("ICU: {}: {}", what, u_errorName(code)));
}

// The three error codes by which ICU reports ill-formed input.
bool is_ill_formed(UErrorCode code) {
  return code == U_INVALID_CHAR_FOUND || code == U_ILLEGAL_CHAR_FOUND ||
         code == U_TRUNCATED_CHAR_FOUND;
}

const char* chars(ByteView bytes) { return reinterpret_cast<const char*>(bytes.data()); }

// The units that U8_NEXT and U8_PREV consume become values one at a time; a
// negative value means ill-formed.
class ByNext final : public Oracle {
 public:
  IcuAnswer ask(ByteView bytes) override {
    values_.clear();
    values_.reserve(bytes.size());
    IcuAnswer opinion{.well_formed = true};
    const std::uint8_t* units = bytes.data();
    const auto size = static_cast<std::int32_t>(bytes.size());
    for (std::int32_t at = 0; at < size;) {
      const std::int32_t begin = at;
      UChar32 value = 0;
      U8_NEXT(units, at, size, value);
      if (value >= 0) {
        values_.push_back(static_cast<std::uint64_t>(value));
        continue;
      }
      if (opinion.well_formed) {
        opinion.well_formed = false;
        opinion.error_offset = static_cast<std::size_t>(begin);
        opinion.error_length = static_cast<std::size_t>(at - begin);
      }
      values_.push_back(kSubstitute);
    }
    opinion.values = values_;
    return opinion;
  }

 private:
  std::vector<std::uint64_t> values_;
};

class ByPrevious final : public Oracle {
 public:
  IcuAnswer ask(ByteView bytes) override {
    values_.clear();
    values_.reserve(bytes.size());
    IcuAnswer opinion{.well_formed = true};
    const std::uint8_t* units = bytes.data();
    for (auto at = static_cast<std::int32_t>(bytes.size()); at > 0;) {
      const std::int32_t end = at;
      UChar32 value = 0;
      U8_PREV(units, 0, at, value);
      values_.push_back(value < 0 ? kSubstitute : static_cast<std::uint64_t>(value));
      if (value >= 0) continue;
      opinion.well_formed = false;
      opinion.error_offset = static_cast<std::size_t>(at);
      opinion.error_length = static_cast<std::size_t>(end - at);
    }
    std::ranges::reverse(values_);
    opinion.values = values_;
    return opinion;
  }

 private:
  std::vector<std::uint64_t> values_;
};

// UTF-16 from ICU, and its values. No input unit becomes more than one UTF-16
// unit.
class Utf16 {
 public:
  std::span<UChar> room_for(ByteView bytes) {
    if (units_.size() < bytes.size() + 1) {
      units_.resize(2 * bytes.size() + 16);
      values_.reserve(units_.size());
    }
    return units_;
  }

  // Pairs joined, lone surrogates as they are.
  std::span<const std::uint64_t> code_points(std::size_t length) {
    values_.clear();
    for (std::size_t at = 0; at < length;) {
      UChar32 value = 0;
      U16_NEXT(units_.data(), at, length, value);
      values_.push_back(static_cast<std::uint64_t>(value));
    }
    return values_;
  }

  std::span<const std::uint64_t> code_units(std::size_t length) {
    values_.assign(units_.begin(), units_.begin() + static_cast<std::ptrdiff_t>(length));
    return values_;
  }

 private:
  std::vector<UChar> units_;
  std::vector<std::uint64_t> values_;
};

using FromUtf8 = UChar* (*)(UChar*, std::int32_t, std::int32_t*, const char*, std::int32_t, UChar32,
                            std::int32_t*, UErrorCode*);

// The functions of one shape: they take a replacement and return the number of
// replacements.
template <FromUtf8 kFunction>
class WithSub final : public Oracle {
 public:
  IcuAnswer ask(ByteView bytes) override {
    const std::span<UChar> room = text_.room_for(bytes);
    std::int32_t length = 0;
    std::int32_t substitutions = 0;
    UErrorCode code = U_ZERO_ERROR;
    kFunction(room.data(), static_cast<std::int32_t>(room.size()), &length, chars(bytes),
              static_cast<std::int32_t>(bytes.size()), kSubstitute, &substitutions, &code);
    if (U_FAILURE(code)) fail("conversion with a substitute", code);
    const auto size = static_cast<std::size_t>(length);
    // Modified UTF-8 denotes UTF-16 code units, which the law does not join.
    constexpr bool kDenotesUnits = kFunction == u_strFromJavaModifiedUTF8WithSub;
    return {.well_formed = substitutions == 0,
            .values = kDenotesUnits ? text_.code_units(size) : text_.code_points(size)};
  }

 private:
  Utf16 text_;
};

class Strict final : public Oracle {
 public:
  IcuAnswer ask(ByteView bytes) override {
    const std::span<UChar> room = text_.room_for(bytes);
    std::int32_t length = 0;
    UErrorCode code = U_ZERO_ERROR;
    u_strFromUTF8(room.data(), static_cast<std::int32_t>(room.size()), &length, chars(bytes),
                  static_cast<std::int32_t>(bytes.size()), &code);
    if (is_ill_formed(code)) return {};
    if (U_FAILURE(code)) fail("u_strFromUTF8", code);
    return {.well_formed = true, .values = text_.code_points(static_cast<std::size_t>(length))};
  }

 private:
  Utf16 text_;
};

// A converter is run twice: with the callback that stops, for verdict and
// offset, and with the one that substitutes, for the values.
class ByConverter final : public Oracle {
 public:
  // `chunk` is the number of units given at once; 0 for all.
  ByConverter(const char* name, std::size_t chunk, bool strips_signature)
      : chunk_(chunk), strips_signature_(strips_signature) {
    UErrorCode code = U_ZERO_ERROR;
    stopping_.adoptInstead(ucnv_open(name, &code));
    substituting_.adoptInstead(ucnv_open(name, &code));
    ucnv_setToUCallBack(stopping_.getAlias(), UCNV_TO_U_CALLBACK_STOP, nullptr, nullptr, nullptr,
                        &code);
    ucnv_setToUCallBack(substituting_.getAlias(), UCNV_TO_U_CALLBACK_SUBSTITUTE, nullptr, nullptr,
                        nullptr, &code);
    if (U_FAILURE(code)) fail(fmt::format("cannot open the converter {}", name), code);
  }

  IcuAnswer ask(ByteView bytes) override {
    const std::size_t signature = strips_signature_ ? signature_length(bytes) : 0;
    const ByteView rest = bytes.subspan(signature);
    const Conversion strict = convert(stopping_.getAlias(), rest);
    IcuAnswer opinion{.well_formed = !U_FAILURE(strict.code)};
    if (!opinion.well_formed) {
      const std::size_t length = invalid_length();
      opinion.error_offset = signature + strict.consumed - length;
      opinion.error_length = length;
      opinion.at_end = strict.code == U_TRUNCATED_CHAR_FOUND;
    }
    const Conversion lossy = convert(substituting_.getAlias(), rest);
    if (U_FAILURE(lossy.code)) fail("conversion with the substituting callback", lossy.code);
    opinion.values = text_.code_points(lossy.written);
    return opinion;
  }

 private:
  struct Conversion {
    std::size_t consumed, written;
    UErrorCode code;
  };

  Conversion convert(UConverter* converter, ByteView bytes) {
    ucnv_resetToUnicode(converter);
    const std::span<UChar> room = text_.room_for(bytes);
    UChar* target = room.data();
    const char* const begin = chars(bytes);
    const char* source = begin;
    UErrorCode code = U_ZERO_ERROR;
    std::size_t given = 0;
    do {
      given = chunk_ == 0 ? bytes.size() : std::min(given + chunk_, bytes.size());
      ucnv_toUnicode(converter, &target, room.data() + room.size(), &source, begin + given, nullptr,
                     given == bytes.size(), &code);
    } while (U_SUCCESS(code) && given < bytes.size());
    if (U_FAILURE(code) && !is_ill_formed(code)) fail("ucnv_toUnicode", code);
    return {static_cast<std::size_t>(source - begin),
            static_cast<std::size_t>(target - room.data()), code};
  }

  std::size_t invalid_length() {
    std::array<char, 32> units{};
    auto length = static_cast<std::int8_t>(units.size());
    UErrorCode code = U_ZERO_ERROR;
    ucnv_getInvalidChars(stopping_.getAlias(), units.data(), &length, &code);
    if (U_FAILURE(code)) fail("ucnv_getInvalidChars", code);
    return static_cast<std::size_t>(length);
  }

  // The signature of UTF-8. The signature of another encoding has no meaning
  // for a decoder with a fixed encoding.
  static std::size_t signature_length(ByteView bytes) {
    std::int32_t length = 0;
    UErrorCode code = U_ZERO_ERROR;
    const char* name = ucnv_detectUnicodeSignature(
        bytes.empty() ? "" : chars(bytes), static_cast<std::int32_t>(bytes.size()), &length, &code);
    if (U_FAILURE(code)) fail("ucnv_detectUnicodeSignature", code);
    return name != nullptr && std::string_view(name) == "UTF-8" ? static_cast<std::size_t>(length)
                                                                : 0;
  }

  std::size_t chunk_;
  bool strips_signature_;
  icu::LocalUConverterPointer stopping_;
  icu::LocalUConverterPointer substituting_;
  Utf16 text_;
};

template <class Asker>
std::unique_ptr<Oracle> make() {
  return std::make_unique<Asker>();
}

std::vector<OracleQuestion> all_questions() {
  constexpr Profile kUtf8{DialectId::kUtf8, PolicyId::kMaximalSubpart, Bom::kKeep};
  constexpr Profile kStripped{DialectId::kUtf8, PolicyId::kMaximalSubpart, Bom::kStripLeading};
  constexpr Profile kCesu8{DialectId::kCesu8, PolicyId::kMaximalSubpart, Bom::kKeep};
  constexpr Profile kMutf8{DialectId::kMutf8, PolicyId::kMaximalSubpart, Bom::kKeep};
  constexpr Tells kPlace{.values = true, .offset = true, .length = true};
  constexpr Tells kAll{.values = true, .offset = true, .length = true, .at_end = true};
  constexpr Tells kValues{.values = true};
  return {
      {"icu:U8_NEXT", "U8_NEXT forwards; a negative value is one replacement", kUtf8, kPlace,
       make<ByNext>},
      {"icu:U8_PREV", "U8_PREV from the end to the start", kUtf8, kPlace, make<ByPrevious>},
      {"icu:u_strFromUTF8", "u_strFromUTF8, which refuses ill-formed input", kUtf8, Tells{},
       make<Strict>},
      {"icu:u_strFromUTF8WithSub", "u_strFromUTF8WithSub with U+FFFD", kUtf8, kValues,
       make<WithSub<u_strFromUTF8WithSub>>},
      {"icu:ucnv-utf-8", "converter \"UTF-8\", the whole input at once", kUtf8, kAll,
       [] { return std::unique_ptr<Oracle>(new ByConverter("UTF-8", 0, false)); }},
      {"icu:ucnv-utf-8-units", "converter \"UTF-8\", one code unit at a time", kUtf8, kAll,
       [] { return std::unique_ptr<Oracle>(new ByConverter("UTF-8", 1, false)); }},
      {"icu:ucnv-utf-8-signature",
       "ucnv_detectUnicodeSignature, then converter \"UTF-8\" on what is behind it", kStripped,
       kAll, [] { return std::unique_ptr<Oracle>(new ByConverter("UTF-8", 0, true)); }},
      {"icu:ucnv-cesu-8", "converter \"CESU-8\", the whole input at once", kCesu8, kAll,
       [] { return std::unique_ptr<Oracle>(new ByConverter("CESU-8", 0, false)); }},
      {"icu:u_strFromJavaModifiedUTF8WithSub", "u_strFromJavaModifiedUTF8WithSub with U+FFFD",
       kMutf8, kValues, make<WithSub<u_strFromJavaModifiedUTF8WithSub>>},
  };
}

}  // namespace

const std::vector<OracleQuestion>& oracle_questions() {
  static const std::vector<OracleQuestion> kQuestions = all_questions();
  return kQuestions;
}

const OracleQuestion* find_oracle_question(std::string_view name) {
  const auto& all = oracle_questions();
  const auto found = std::ranges::find(all, name, &OracleQuestion::name);
  return found == all.end() ? nullptr : &*found;
}

std::string icu_version() {
  UVersionInfo version{};
  u_getVersion(version);
  return fmt::format("{}.{}", version[0], version[1]);
}

}  // namespace placemat
