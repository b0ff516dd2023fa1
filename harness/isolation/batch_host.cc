#include "harness/isolation/batch_host.h"

#include "harness/certify/part.h"
#include "harness/identify/observer.h"

namespace placemat {
namespace {

// Each takes as long as the silence limit.
constexpr int kMostHangsOfIdentify = 3;

}  // namespace

Bytes BatchHost::answer(ByteView request) {
  const Description& told = description();
  if (!proxy_) proxy_ = std::make_unique<DecoderProxy>(told.claims);
  Unpacker in(request);
  const auto what = in.read<Request>();
  if (what == Request::kDescribe) return packed(told);
  if (what == Request::kCheck) {
    return packed(
        check_job_in_batches(context_, in.read<Job>(), proxy_->decoder(), backend(), settled_));
  }
  if (what == Request::kCertify) {
    const MakeChecker make = [this](const Profile& profile, const Pass& pass) {
      return std::make_unique<BatchChecker>(proxy_->decoder(), backend(), profile, pass);
    };
    return packed(certify_part(in.read<CertifyPart>(), make, context_.stop));
  }
  if (what == Request::kExplore && context_.further) {
    // The work keeps what it learnt, and this caller, from one request to the next.
    if (!exploring_) exploring_ = std::make_unique<BatchCaller>(proxy_->decoder(), backend());
    return context_.further(request, *exploring_, {});
  }
  const bool is_judging = what == Request::kConclude;
  BatchCaller caller(proxy_->decoder(), backend(), is_judging ? &settled_ : nullptr);
  if (is_identifying(what)) {
    caller.give_up_after(kMostHangsOfIdentify, most_identify_failures(), *hangs_);
  }
  if (what == Request::kObserveInputs) {
    const auto questions = in.read<std::vector<SingleQuestion>>();
    caller.ask_together(calls_of(questions));
  }
  return perform(context_, request, caller, nullptr);
}

}  // namespace placemat
