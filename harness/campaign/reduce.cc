// Calls one decoder, guarded against crashes and hangs, and minimises failing inputs. It must not
// know in which process the decoder lives, nor the findings of a run.
#include "harness/campaign/reduce.h"

#include "harness/judge/minimise.h"
#include "harness/judge/target.h"

namespace placemat {
namespace {

// Each ends a process of an external decoder.
constexpr std::size_t kMostDeaths = 60;

}  // namespace

std::vector<Reduction> reduce(const AnyDecoder& named, const std::optional<std::string>& as,
                              const Bytes& bytes) {
  const Decoder& decoder = named.decoder();
  const Target target = make_target(decoder, {}, {}, as);
  const Fence fence(1000);
  FencedThread thread;
  const auto caller = named.caller(thread);
  Judge judge(*caller, target.judged_as);
  std::vector<Reduction> reductions;
  for (std::size_t i = 0; i < kOperationCount; ++i) {
    const auto operation = static_cast<Operation>(i);
    if (!has(decoder, operation)) continue;
    const Check check{bytes, {.operation = operation}};
    const auto failure = judge.judge(check);
    if (!failure) continue;
    Effort effort;
    if (failure->is_fatal) effort.deaths = kMostDeaths;
    const Check minimal =
        failure->kind == Kind::kHang ? check : minimise(judge, check, *failure, effort);
    reductions.push_back({operation, to_text({minimal.units, minimal.how.cuts}),
                          judge.judge(minimal).value_or(*failure)});
  }
  return reductions;
}

}  // namespace placemat
