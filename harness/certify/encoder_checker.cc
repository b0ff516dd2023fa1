// encoder_checker.cc: the checker for encoders. Each number is a call of its own.
#include "harness/certify/string_checker.h"
#include "harness/judge/encoder_check.h"

namespace placemat {
namespace {

class NumberChecker final : public StringChecker {
 public:
  NumberChecker(const Decoder& decoder, FencedThread& thread, const Profile& profile,
                const Pass& pass)
      : encoder_(decoder, profile, thread), pass_(pass) {}
  using StringChecker::check;

  bool check(ByteView octets) override {
    if (!goes_on()) return false;
    const std::uint64_t value = number_of(octets);
    if (!encoder_.difference(value)) {
      ++checked_.agreed;
      return true;
    }
    const EncoderCheck again = encoder_.check(value);
    checked_.refusals.push_back(
        {pass_, Bytes(octets.begin(), octets.end()), again.expected,
         again.agrees ? "a wrong form behind other numbers; asked again it is right" : again.seen});
    return false;
  }

 private:
  const EncoderChecker encoder_;
  const Pass pass_;
};

}  // namespace

std::uint64_t number_of(ByteView octets) {
  std::uint64_t number = 0;
  for (const std::uint8_t octet : octets) number = number << 8 | octet;
  return number;
}

std::unique_ptr<StringChecker> make_encoder_checker(const Decoder& decoder, FencedThread& thread,
                                                    const Profile& profile, const Pass& pass) {
  return std::make_unique<NumberChecker>(decoder, thread, profile, pass);
}

}  // namespace placemat
