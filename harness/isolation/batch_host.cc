#include "harness/isolation/batch_host.h"

namespace placemat {

Bytes BatchHost::answer(ByteView request) {
  const Description& told = description();
  if (!stand_in_) stand_in_ = std::make_unique<StandIn>(told.claims);
  Unpacker in(request);
  const auto what = in.read<Request>();
  if (what == Request::kDescribe) return packed(told);
  if (what == Request::kCheck) {
    return packed(
        check_job_in_batches(setting_, in.read<Job>(), stand_in_->decoder(), respondent()));
  }
  AskingCaller caller(stand_in_->decoder(), respondent());
  if (what == Request::kIdentify || what == Request::kName) {
    caller.give_up_after(most_falls_of_identify());
  }
  return perform(setting_, request, caller, nullptr);
}

}  // namespace placemat
