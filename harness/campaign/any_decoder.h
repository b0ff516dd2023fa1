// any_decoder.h: a decoder that a user named, ready to be called: one of this tree, in this
// process, or an external one, in a process of its own. It must not know why it is called.
#pragma once

#include <memory>

#include "harness/campaign/external_decoder.h"

namespace placemat {

class AnyDecoder {
 public:
  explicit AnyDecoder(const Decoder& own);
  // Starts it. Construct it while this process has one thread.
  explicit AnyDecoder(const ExternalOptions& options);
  AnyDecoder(AnyDecoder&&) noexcept;
  AnyDecoder& operator=(AnyDecoder&&) noexcept;
  ~AnyDecoder();

  // Of an external decoder: its claims; the functions must not be called.
  const Decoder& decoder() const;
  // Null for a decoder of this tree.
  const ExternalDecoder* external() const;
  // Makes calls on `thread`, or through the host of an external decoder.
  std::unique_ptr<Caller> caller(FencedThread& thread) const;
  // Gives its encoder, which must exist, values in turn; see check_encoded().
  EncoderCheck encoded(const Profile& profile, const std::vector<std::uint64_t>& values,
                       FencedThread& thread) const;

 private:
  const Decoder* own_ = nullptr;
  std::unique_ptr<ExternalDecoder> external_;
};

}  // namespace placemat
