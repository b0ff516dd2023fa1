#include "harness/campaign/replay.h"

#include <fmt/format.h>

#include "harness/bytes/error.h"
#include "harness/judge/arguments.h"
#include "harness/report/described.h"

namespace placemat {
namespace {

Target target_of(const Decoder& decoder, const std::optional<std::string>& as,
                 Operation operation) {
  Target target = make_target(decoder, {}, {}, as);
  if (!has(decoder, operation)) {
    throw InputError(fmt::format("{} does not claim {}", decoder.name, name_of(operation)));
  }
  return target;
}

// The answer that is right, and by which profile.
Replayed judged_by(const AnyDecoder& named, const Target& target,
                   const std::optional<std::string>& as, std::string right) {
  DecoderResult judged = describe(target);
  if (named.external() != nullptr) named.external()->state_claims(judged, as);
  return {judged.judged_as, described_in_words(judged), std::move(right), std::nullopt};
}

}  // namespace

Check replayed_check(std::string_view units, const Presentation& how) {
  const ChunkedUnits chunked = parse_units(units, Caller::kMaxUnits);
  Check check{chunked.bytes, how};
  check.how.cuts = chunked.cuts;
  validate(check.how, check.units.size());
  return check;
}

Replayed replay(const AnyDecoder& named, const std::optional<std::string>& as, const Check& check,
                unsigned limit_ms) {
  const Operation operation = check.how.operation;
  const Target target = target_of(named.decoder(), as, operation);
  if (history_of(check.how.ending).others > 0 && named.decoder().stream_open == nullptr) {
    throw InputError(fmt::format("{} has no streams, so that none can be open beside a call",
                                 named.decoder().name));
  }
  const bool needs_threads = check.how.environment == Environment::kSecondThread;
  if (needs_threads && (named.decoder().claims & PLACEMAT_CLAIM_ONE_THREAD) != 0) {
    throw InputError(fmt::format("{} claims that one thread may call it", named.decoder().name));
  }
  const Fence fence(limit_ms);
  FencedThread thread;
  const auto caller = named.caller(thread);
  Judge judge(*caller, target.judged_as);
  std::optional<Failure> failure = judge.judge(check);
  if (!failure && !judge.is_answered(check)) {
    throw InputError(fmt::format("{} cannot be given {}, so that nothing was compared",
                                 named.decoder().name, to_arguments(check)));
  }
  Replayed replayed = judged_by(
      named, target, as, describe(named.decoder(), operation, judge.law().about(check.units)));
  replayed.failure = std::move(failure);
  return replayed;
}

Replayed replay_encoder(const AnyDecoder& named, const std::optional<std::string>& as,
                        const std::string& values, unsigned limit_ms) {
  const Decoder& decoder = named.decoder();
  if (decoder.encode == nullptr) throw InputError(fmt::format("{} has no encoder", decoder.name));
  const Target target = make_target(decoder, {}, {}, as);
  const std::vector<std::uint64_t> asked = values_to_encode(values);
  const Fence fence(limit_ms);
  FencedThread thread;
  const EncoderCheck check = named.encoded(target.judged_as, asked, thread);
  Replayed replayed = judged_by(named, target, as, check.expected);
  if (!check.agrees) replayed.failure = Failure{check.kind, check.expected, check.seen};
  return replayed;
}

}  // namespace placemat
