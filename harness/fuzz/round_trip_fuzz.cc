// round_trip_fuzz.cc: what a decoder reads strictly, it writes so that it reads
// the same again; and a value that the input draws is written as the law does.
#include <fmt/format.h>

#include <algorithm>

#include "harness/fuzz/target.h"
#include "harness/judge/encoder_check.h"

namespace {

using namespace placemat;

constexpr std::size_t kLongest = 4096;

std::vector<const Decoder*> encoders() {
  std::vector<const Decoder*> all = chosen_decoders();
  const KnownKinds known = known_findings();
  std::erase_if(all, [&](const Decoder* d) {
    return d->encode == nullptr || kinds_of(known, d->name).contains(Kind::kWrongEncoding);
  });
  return all;
}

// Values of every size: the first units, read as one number.
std::uint64_t value_of(ByteView input) {
  std::uint64_t value = 0;
  for (const std::uint8_t unit : input.first(std::min<std::size_t>(input.size(), 6))) {
    value = value << 8 | unit;
  }
  return value;
}

std::optional<std::vector<std::uint32_t>> strictly(const Decoder& decoder, ByteView units) {
  std::vector<std::uint32_t> values(units.size());
  placemat_result result{};
  decoder.strict32(units.data(), units.size(), values.data(), values.size(), &result);
  if (result.status != PLACEMAT_OK || result.written > values.size()) return std::nullopt;
  values.resize(result.written);
  return values;
}

// What is lost on the way; "" when nothing is.
std::string round_trip(const Decoder& decoder, ByteView input) {
  if (decoder.strict32 == nullptr || input.size() > kLongest) return "";
  const auto values = strictly(decoder, input);
  if (!values) return "";
  Bytes written;
  for (const std::uint32_t value : *values) {
    std::array<std::uint8_t, PLACEMAT_MAX_SEQUENCE> units;
    const std::size_t length = decoder.encode(value, units.data());
    written.insert(written.end(), units.data(), units.data() + length);
  }
  if (strictly(decoder, written) == values) return "";
  return fmt::format("  units     {}\n  written   {}\n",
                     to_text({Bytes(input.begin(), input.end()), {}}), to_text({written, {}}));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const Fence fence(kFuzzCallLimitMs);
  static const std::vector<const Decoder*> decoders = encoders();
  static FencedThread thread;
  for (const Decoder* decoder : decoders) {
    const std::uint64_t value = value_of({data, size});
    const EncoderCheck check =
        check_encoded(*decoder, claimed_profile(*decoder), {{value}}, thread);
    std::string lost = round_trip(*decoder, {data, size});
    if (!check.agrees) {
      lost = fmt::format("  value     {:X}\n  expected  {}\n  seen      {}\n", value,
                         check.expected, check.seen);
    }
    if (lost.empty()) continue;
    end_with({decoder->name, Kind::kWrongEncoding, Bytes(data, data + size),
              fmt::format("finding: {}: wrong-encoding: a value does not come back\n{}",
                          decoder->name, lost)});
  }
  return 0;
}
