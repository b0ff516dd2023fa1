// Makes single calls through a host and returns the observations as a caller does. It judges none.
#include "harness/campaign/any_decoder.h"

#include "harness/isolation/watch.h"

namespace placemat {
namespace {

class RemoteCaller final : public Caller {
 public:
  explicit RemoteCaller(const ExternalDecoder& external)
      : Caller(external.decoder()), external_(external) {}

  Observation call(const Call& call) override {
    const OwnedCall owned{.units = Bytes(call.units.begin(), call.units.end()),
                          .how = call.how,
                          .capacity = call.capacity};
    answer_ = Unpacker(external_.ask(packed(Request::kObserve, owned))).read<AnswerOnce>();
    Observation seen;
    seen.outcome = answer_.outcome;
    seen.status = answer_.status;
    seen.count = answer_.count;
    seen.error_offset = answer_.error_offset;
    seen.error_length = answer_.error_length;
    if (is_utf16(call.how.operation)) {
      utf16_.assign(answer_.values.begin(), answer_.values.end());
      seen.bits = 16;
      seen.values = utf16_.data();
    } else {
      seen.bits = 64;
      seen.values = answer_.values.data();
    }
    seen.note = interned(answer_.note);
    seen.signal = answer_.signal;
    seen.is_fatal = answer_.is_fatal;
    seen.is_output = answer_.is_output;
    return seen;
  }
  bool shows_memory() const override { return external_.is_plugin(); }

 private:
  const ExternalDecoder& external_;
  AnswerOnce answer_;
  std::vector<std::uint16_t> utf16_;
};

}  // namespace

AnyDecoder::AnyDecoder(const Decoder& own) : own_(&own) {}
AnyDecoder::AnyDecoder(const ExternalOptions& options)
    : external_(std::make_unique<ExternalDecoder>(options)) {}
AnyDecoder::AnyDecoder(AnyDecoder&&) noexcept = default;
AnyDecoder& AnyDecoder::operator=(AnyDecoder&&) noexcept = default;
AnyDecoder::~AnyDecoder() = default;

const Decoder& AnyDecoder::decoder() const { return external_ ? external_->decoder() : *own_; }

const ExternalDecoder* AnyDecoder::external() const { return external_.get(); }

std::unique_ptr<Caller> AnyDecoder::caller(FencedThread& thread) const {
  if (!external_) return std::make_unique<Caller>(*own_, thread);
  return std::make_unique<RemoteCaller>(*external_);
}

EncoderCheck AnyDecoder::encoded(const Profile& profile, const std::vector<std::uint64_t>& values,
                                 FencedThread& thread) const {
  if (!external_) return check_encoded(*own_, profile, values, thread);
  return Unpacker(external_->ask(packed(Request::kEncode, to_text(profile), values)))
      .read<EncoderCheck>();
}

}  // namespace placemat
