// batch_host.h: a host whose stranger takes many questions at a time. It must
// not know how they travel.
#pragma once

#include <limits>
#include <memory>

#include "harness/isolation/batch.h"
#include "harness/isolation/remote.h"

namespace placemat {

class BatchHost : public Host {
 public:
  explicit BatchHost(const Setting& setting) : setting_(setting) {}
  Bytes answer(ByteView request) override;

 protected:
  // Starts the stranger when it does not run.
  virtual const Description& description() = 0;
  virtual Respondent& respondent() = 0;
  // What identification may cost: after so many falls it is given up.
  virtual int most_falls_of_identify() const { return std::numeric_limits<int>::max(); }
  const Setting& setting() const { return setting_; }

 private:
  const Setting& setting_;
  std::unique_ptr<StandIn> stand_in_;
};

}  // namespace placemat
