// direct_checker.cc: the checker for decoders of this process. One fence holds for a block of
// strings, and an exact answer costs a call and a comparison. All other answers go through a caller
// and the judge, so this file can be wrong about a right answer only by taking longer.
#include <algorithm>
#include <cstring>
#include <optional>
#include <span>

#include "harness/call/guarded.h"
#include "harness/certify/block_law.h"
#include "harness/certify/string_checker.h"

namespace placemat {
namespace {

constexpr std::uint64_t kCanary = 0xA5A5A5A5A5A5A5A5;
constexpr std::size_t kRoom = StringChecker::kLongest + 2 * PLACEMAT_MAX_SEQUENCE;

// A function of the interface that writes values.
template <class Value>
using Decode = void (*)(const std::uint8_t*, std::size_t, Value*, std::size_t, placemat_result*);

class DirectChecker final : public StringChecker {
 public:
  DirectChecker(Caller& caller, FencedThread& thread, const Profile& profile, const Pass& pass)
      : caller_(caller),
        decoder_(caller.decoder()),
        thread_(thread),
        pass_(pass),
        profile_(profile),
        law_(std::in_place, profile, is_utf16(pass.operation), kLongest),
        input_(kLongest),
        output_((kRoom + 2) * sizeof(std::uint64_t)),
        walk_(walk_of(pass.operation)) {}

  bool check(const Block& block) override {
    if (!goes_on()) return false;
    unit_ = tail_ = 0;
    std::ranges::copy(block.prefix, units_.begin());
    law_->enter(block.prefix);
    for (;;) {
      const CallFailure failure = thread_.guard([&] { (this->*walk_)(block); });
      if (unit_ == 256 && failure.cause == CallFailure::Cause::kNone) return true;
      if (failure.cause == CallFailure::Cause::kTime && !was_late_) {
        restart(block.prefix);
        continue;
      }
      if (!ask_again(failure)) return false;
      ++tail_;
    }
  }

  // A single string pays for a call of its own.
  bool check(ByteView units) override {
    if (!goes_on()) return false;
    std::ranges::copy(units, units_.begin());
    size_ = units.size();
    return ask_again({});
  }

 private:
  using Walk = void (DirectChecker::*)(const Block&);

  // From `unit_` and `tail_` on; ends early, with both at a string that was not answered exactly.
  template <Operation kOperation>
  void walk(const Block& block) {
    const std::size_t n = block.prefix.size() + 1;
    for (; unit_ < 256; ++unit_, tail_ = 0) {
      const std::span<const Bytes> tails = *block.tails[unit_];
      units_[n - 1] = static_cast<std::uint8_t>(unit_);
      for (; tail_ < tails.size(); ++tail_) {
        const Bytes& tail = tails[tail_];
        copy_units(units_.data() + n, tail);
        size_ = n + tail.size();
        const Expectation& law = tail.empty() ? law_->about_last(units()) : law_->about(units());
        if (!is_exact<kOperation>(law)) return;
        ++checked_.agreed;
      }
    }
  }

  // A process that was stopped for a while is late once; a decoder that hangs is late again. The
  // law may have been interrupted in the middle of an answer.
  void restart(ByteView prefix) {
    was_late_ = true;
    law_.emplace(profile_, is_utf16(pass_.operation), kLongest);
    law_->enter(prefix);
  }

  // Asks the string that was not answered exactly by a call of its own. False when it is refused.
  bool ask_again(const CallFailure& failure) {
    CallChecker alone(caller_, profile_, pass_);
    const ByteView units{units_.data(), size_};
    alone.check(units);
    CheckedStrings checked = alone.finish();
    checked_.agreed += checked.agreed;
    checked_.undefined += checked.undefined;
    checked_.not_taken += checked.not_taken;
    checked_.refusals = std::move(checked.refusals);
    if (goes_on() && failure.cause != CallFailure::Cause::kNone) {
      const Bytes copy(units.begin(), units.end());
      checked_.refusals.push_back(
          {pass_, copy, "an answer", "a call that failed behind other calls; alone it is right"});
    }
    return goes_on();
  }

  // ---- behind the fence: nothing allocates ----

  static Walk walk_of(Operation operation) {
    switch (operation) {
      case Operation::kValidate:
        return &DirectChecker::walk<Operation::kValidate>;
      case Operation::kStrict32:
        return &DirectChecker::walk<Operation::kStrict32>;
      case Operation::kLossy32:
        return &DirectChecker::walk<Operation::kLossy32>;
      case Operation::kStrict16:
        return &DirectChecker::walk<Operation::kStrict16>;
      case Operation::kLossy16:
        return &DirectChecker::walk<Operation::kLossy16>;
      case Operation::kStrict64:
        return &DirectChecker::walk<Operation::kStrict64>;
      case Operation::kLossy64:
        return &DirectChecker::walk<Operation::kLossy64>;
      case Operation::kLength32:
        return &DirectChecker::walk<Operation::kLength32>;
      case Operation::kLength16:
        return &DirectChecker::walk<Operation::kLength16>;
      case Operation::kStreamStrict:
        return &DirectChecker::walk<Operation::kStreamStrict>;
      case Operation::kStreamLossy:
        return &DirectChecker::walk<Operation::kStreamLossy>;
    }
    return &DirectChecker::walk<Operation::kValidate>;
  }

  // The answer is the law's, and the decoder claims no more than that.
  template <Operation kOperation>
  bool is_exact(const Expectation& law) {
    if constexpr (kOperation == Operation::kValidate) {
      return decoder_.validate(place(units_.data(), size_), size_) ==
             (law.is_well_formed() ? 1 : 0);
    } else if constexpr (kOperation == Operation::kLength32) {
      return is_about(kOperation, law) &&
             decoder_.length32(place(units_.data(), size_), size_) == law.values.size();
    } else if constexpr (kOperation == Operation::kLength16) {
      return is_about(kOperation, law) &&
             decoder_.length16(place(units_.data(), size_), size_) == law.utf16.size();
    } else if constexpr (is_stream(kOperation)) {
      return is_exact_stream(law);
    } else if constexpr (kOperation == Operation::kStrict16) {
      return is_exact_decoding<kOperation>(decoder_.strict16, law);
    } else if constexpr (kOperation == Operation::kLossy16) {
      return is_exact_decoding<kOperation>(decoder_.lossy16, law);
    } else if constexpr (kOperation == Operation::kStrict32) {
      return is_exact_decoding<kOperation>(decoder_.strict32, law);
    } else if constexpr (kOperation == Operation::kLossy32) {
      return is_exact_decoding<kOperation>(decoder_.lossy32, law);
    } else if constexpr (kOperation == Operation::kStrict64) {
      return is_exact_decoding<kOperation>(decoder_.strict64, law);
    } else {
      return is_exact_decoding<kOperation>(decoder_.lossy64, law);
    }
  }

  ByteView units() const { return {units_.data(), size_}; }
  const std::uint8_t* place(const std::uint8_t* from, std::size_t n) const {
    std::uint8_t* const at = pass_.is_at_start ? input_.begin() : input_.end() - n;
    copy_units(at, {from, n});
    return at;
  }
  // Room for `bytes` beside a guard page, with a canary on its other side.
  std::uint8_t* make_room(std::size_t bytes) {
    std::uint8_t* const out = pass_.is_at_start ? output_.begin() : output_.end() - bytes;
    std::uint8_t* const canary = pass_.is_at_start ? out + bytes : out - sizeof(kCanary);
    std::memcpy(canary, &kCanary, sizeof(kCanary));
    make_stale(out, out + bytes);
    canary_ = canary;
    return out;
  }
  bool is_canary_intact() const {
    std::uint64_t canary = 0;
    std::memcpy(&canary, canary_, sizeof(canary));
    return canary == kCanary;
  }

  template <Operation kOperation, class Value>
  bool is_exact_decoding(Decode<Value> decode, const Expectation& law) {
    if (!is_about(kOperation, law)) return false;
    const std::size_t capacity = needed(kOperation, law);
    auto* const out = reinterpret_cast<Value*>(make_room(capacity * sizeof(Value)));
    placemat_result result{PLACEMAT_UNSUPPORTED, 0, PLACEMAT_UNKNOWN, PLACEMAT_UNKNOWN};
    decode(place(units_.data(), size_), size_, out, capacity, &result);
    if (!is_canary_intact() || result.written > capacity || !is_status_exact(law, result)) {
      return false;
    }
    for (std::size_t i = 0; i < result.written; ++i) {
      std::uint64_t expected = 0;
      if constexpr (sizeof(Value) == sizeof(std::uint16_t)) {
        expected = law.utf16[i];
      } else {
        expected = law.values[i];
      }
      if (out[i] != expected) return false;
    }
    return is_complete(law, result, capacity);
  }

  // Strict decoding of an ill-formed string may write fewer values.
  bool is_complete(const Expectation& law, const placemat_result& result,
                   std::size_t capacity) const {
    return result.written == capacity || (is_strict(pass_.operation) && !law.is_well_formed());
  }

  bool is_status_exact(const Expectation& law, const placemat_result& result) const {
    if (is_lossy(pass_.operation) || law.is_well_formed()) return result.status == PLACEMAT_OK;
    const auto claims = [&](std::uint32_t claim) { return (decoder_.claims & claim) != 0; };
    const bool is_incomplete = claims(PLACEMAT_CLAIM_INCOMPLETE) && law.error->at_end;
    return result.status == (is_incomplete ? PLACEMAT_INCOMPLETE : PLACEMAT_ILL_FORMED) &&
           (!claims(PLACEMAT_CLAIM_OFFSET) || result.error_offset == law.error->offset) &&
           (!claims(PLACEMAT_CLAIM_LENGTH) || result.error_length == law.error->length);
  }

  // A stream of its own for each string.
  bool is_exact_stream(const Expectation& law) {
    void* const stream = decoder_.stream_open(pass_.operation == Operation::kStreamLossy ? 1 : 0);
    if (stream == nullptr) return false;
    const bool is_exact = is_exact_on(stream, law);
    decoder_.stream_close(stream);
    return is_exact;
  }

  bool is_exact_on(void* stream, const Expectation& law) {
    written_ = 0;
    const std::size_t step = pass_.is_by_unit ? 1 : std::max<std::size_t>(size_, 1);
    std::size_t at = 0;
    do {
      const std::size_t n = std::min(step, size_ - at);
      const auto push = [&](std::uint32_t* out, std::size_t capacity) {
        decoder_.stream_push(stream, place(units_.data() + at, n), n, out, capacity, &result_);
      };
      if (!takes_values(n, push)) return false;
      at += n;
    } while (at < size_);
    const auto finish = [&](std::uint32_t* out, std::size_t capacity) {
      decoder_.stream_finish(stream, out, capacity, &result_);
    };
    if (!takes_values(0, finish)) return false;
    const std::size_t most = needed(pass_.operation, law);
    return written_ <= most && is_status_exact(law, result_) &&
           std::equal(values_.begin(), values_.begin() + static_cast<std::ptrdiff_t>(written_),
                      law.values.begin()) &&
           (written_ == most || (is_strict(pass_.operation) && !law.is_well_formed()));
  }

  // One push of `n` units, or the finish.
  template <class Call>
  bool takes_values(std::size_t n, const Call& call) {
    const std::size_t capacity = n + PLACEMAT_MAX_SEQUENCE;
    auto* const out =
        reinterpret_cast<std::uint32_t*>(make_room(capacity * sizeof(*values_.data())));
    result_ = {PLACEMAT_UNSUPPORTED, 0, PLACEMAT_UNKNOWN, PLACEMAT_UNKNOWN};
    call(out, capacity);
    if (!is_canary_intact() || result_.written > std::min(capacity, values_.size() - written_)) {
      return false;
    }
    std::copy_n(out, result_.written, values_.begin() + static_cast<std::ptrdiff_t>(written_));
    written_ += result_.written;
    return result_.status == PLACEMAT_OK ||
           (result_.status == PLACEMAT_ILL_FORMED && is_strict(pass_.operation)) ||
           (n == 0 && result_.status == PLACEMAT_INCOMPLETE);
  }

  Caller& caller_;
  const Decoder& decoder_;
  FencedThread& thread_;
  const Pass pass_;
  const Profile profile_;
  std::optional<BlockLaw> law_;
  GuardedBuffer input_, output_;
  const Walk walk_;
  std::array<std::uint8_t, kLongest> units_{};
  std::size_t size_ = 0;             // of the current string
  std::size_t unit_ = 0, tail_ = 0;  // its place in the block
  bool was_late_ = false;
  std::uint8_t* canary_ = nullptr;
  placemat_result result_{};  // of the last push
  std::array<std::uint32_t, kRoom> values_{};
  std::size_t written_ = 0;
};

}  // namespace

std::unique_ptr<StringChecker> make_direct_checker(Caller& caller, FencedThread& thread,
                                                   const Profile& profile, const Pass& pass) {
  return std::make_unique<DirectChecker>(caller, thread, profile, pass);
}

}  // namespace placemat
