// nlohmann_json: the UTF-8 decoder inside the serializer of JSON for Modern C++,
// reached through json(text).dump(). Its answer is a JSON text, so values are
// read back from between its quotes: escapes are undone, and the rest must be
// UTF-8, which is decoded strictly. Claims what the documentation of
// error_handler_t states: `strict` throws type_error.316, `replace` writes
// U+FFFD for what is invalid. The number is not documented; an experiment
// (3.11) shows one per maximal subpart (Unicode 3.9, D93b).
//
// Pitfalls:
//   1. the index in the message of type_error.316 is that of the unit where the
//      decoder stopped, not of the sequence's start, so no offset is claimed;
//   2. on error nothing has been written, so strict states no values;
//   3. the library reads a copy of the input, so guard pages show nothing about
//      this decoder.
// Bound: none to state, for the same reason.
#include <charconv>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

// Replaces the throw of the library's exceptions: it records that one would
// have been thrown, and the serializer continues as its other error handlers
// do. An exhaustive run has many millions of refusals, and unwinding would cost
// more than all decoding. The calls below reach no other throw.
namespace {
thread_local bool refused = false;
}  // namespace
#define JSON_THROW_USER(exception) (refused = true)
#pragma GCC diagnostic push
// For functions that end in a throw, and for a case that falls through to the
// next.
#pragma GCC diagnostic ignored "-Wreturn-type"
#pragma GCC diagnostic ignored "-Wimplicit-fallthrough"
#include <nlohmann/json.hpp>
#pragma GCC diagnostic pop

#include "harness/decoder/adapt.h"
#include "harness/decoder/placemat_decoder.h"

namespace {

// A separate instance, not nlohmann::json: the code compiled here with another
// throw must not be linked into other users of the library. The float type has
// no part in decoding.
using Json = nlohmann::basic_json<std::map, std::vector, std::string, bool, std::int64_t,
                                  std::uint64_t, float>;
using Handler = Json::error_handler_t;

// No value of any dialect. It marks a unit behind a backslash that JSON does not
// allow, so that the judge sees it.
constexpr std::uint32_t kNoEscape = 0xFFFFFF00;

std::optional<std::string> dump(const std::uint8_t* in, std::size_t length, Handler handler) {
  refused = false;
  std::string text =
      Json(std::string(reinterpret_cast<const char*>(in), length)).dump(-1, ' ', false, handler);
  if (refused) return std::nullopt;
  return text;
}

// Takes values from the front of the inside of a JSON string.
class Inside {
 public:
  explicit Inside(std::string_view quoted) : rest_(quoted.substr(1, quoted.size() - 2)) {}
  bool empty() const { return rest_.empty(); }

  std::uint32_t next() { return rest_[0] == '\\' && rest_.size() >= 2 ? escaped() : plain(); }

 private:
  unsigned unit(std::size_t i) const { return static_cast<unsigned char>(rest_[i]); }

  // RFC 8259 7. The serializer writes only the escapes that JSON demands, and
  // never a pair of \u escapes.
  std::uint32_t escaped() {
    const char kind = rest_[1];
    if (kind == 'u' && rest_.size() >= 6) {
      std::uint32_t value = kNoEscape;
      const auto digits = rest_.substr(2, 4);
      std::from_chars(digits.data(), digits.data() + digits.size(), value, 16);
      rest_.remove_prefix(6);
      return value;
    }
    rest_.remove_prefix(2);
    switch (kind) {
      case 'b':
        return 0x08;
      case 't':
        return 0x09;
      case 'n':
        return 0x0A;
      case 'f':
        return 0x0C;
      case 'r':
        return 0x0D;
      case '"':
      case '\\':
        return static_cast<unsigned char>(kind);
      default:
        return kNoEscape | static_cast<unsigned char>(kind);
    }
  }

  // Table 3-7, by value: a form is right when it is the shortest for its value
  // and that is a scalar value.
  std::uint32_t plain() {
    const unsigned lead = unit(0);
    const std::size_t size = lead < 0x80 ? 1 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
    static constexpr std::uint32_t kLeast[] = {0, 0, 0x80, 0x800, 0x10000};
    std::uint32_t value = size == 1 ? lead : lead & (0x7Fu >> size);
    bool good = size <= rest_.size() && (lead < 0x80 || (lead >= 0xC0 && lead < 0xF8));
    for (std::size_t i = 1; good && i < size; ++i) {
      good = (unit(i) & 0xC0) == 0x80;
      value = value << 6 | (unit(i) & 0x3F);
    }
    good = good && value >= kLeast[size] && value <= 0x10FFFF && (value & 0x1FF800) != 0xD800;
    rest_.remove_prefix(good ? size : 1);
    return good ? value : PLACEMAT_RAW_UNIT32 | lead;
  }

  std::string_view rest_;
};

void read_back(const std::string& quoted, std::uint32_t* out, std::size_t capacity,
               placemat_result* result) {
  for (Inside inside(quoted); !inside.empty();) {
    const std::uint32_t value = inside.next();
    if (result->written == capacity) {
      result->status = PLACEMAT_NO_CAPACITY;
      return;
    }
    out[result->written++] = value;
  }
}

template <Handler kHandler>
void decode32(const std::uint8_t* in, std::size_t length, std::uint32_t* out, std::size_t capacity,
              placemat_result* result) {
  *result = {PLACEMAT_OK, 0, PLACEMAT_UNKNOWN, PLACEMAT_UNKNOWN};
  const auto quoted = dump(in, length, kHandler);
  if (quoted)
    read_back(*quoted, out, capacity, result);
  else
    result->status = PLACEMAT_ILL_FORMED;
}

const char* version() {
  static const std::string text = Json::meta()["version"]["string"];
  return text.c_str();
}

placemat_decoder decoder() {
  placemat_decoder d = placemat::described({
      .name = "nlohmann_json",
      .version = version(),
      .origin = "JSON for Modern C++, json::dump",
      .claims = 0,
  });
  d.strict32 = decode32<Handler::strict>;
  d.lossy32 = decode32<Handler::replace>;
  return d;
}

}  // namespace

extern "C" {
extern const placemat_decoder placemat_decoder_nlohmann_json;
const placemat_decoder placemat_decoder_nlohmann_json = decoder();
}
