// batch_host.h: a host of an external decoder that takes questions in batches. It does
// not know how they are transported.
#pragma once

#include <limits>
#include <memory>

#include "harness/isolation/batch.h"
#include "harness/isolation/hang_limit.h"
#include "harness/isolation/remote.h"

namespace placemat {

class BatchHost : public Host {
 public:
  BatchHost(const RunContext& context, std::shared_ptr<HangLimit> hangs)
      : context_(context), hangs_(std::move(hangs)) {}
  Bytes answer(ByteView request) override;

 protected:
  // Starts the decoder when it is not running.
  virtual const Description& description() = 0;
  virtual BatchBackend& backend() = 0;
  // The limit for identification: it is given up after this many deaths of the decoder.
  virtual int most_identify_failures() const { return std::numeric_limits<int>::max(); }
  const RunContext& context() const { return context_; }

 private:
  const RunContext& context_;
  std::shared_ptr<HangLimit> hangs_;
  std::unique_ptr<DecoderProxy> proxy_;
  std::unique_ptr<BatchCaller> exploring_;
  SettledReplies settled_;  // of the questions of judging
};

}  // namespace placemat
