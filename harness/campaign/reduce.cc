// Calls a decoder of this tree in this process, guarded against crashes and hangs, and minimises
// failing inputs. It must not know external decoders, nor the findings of a run.
#include "harness/campaign/reduce.h"

#include "harness/judge/minimise.h"
#include "harness/judge/target.h"

namespace placemat {

std::vector<Reduction> reduce(const Decoder& decoder, const std::optional<std::string>& as,
                              const Bytes& bytes) {
  const Target target = make_target(decoder, {}, {}, as);
  const Fence fence(1000);
  FencedThread thread;
  Caller caller(decoder, thread);
  Judge judge(caller, target.judged_as);
  std::vector<Reduction> reductions;
  for (std::size_t i = 0; i < kOperationCount; ++i) {
    const auto operation = static_cast<Operation>(i);
    if (!has(decoder, operation)) continue;
    const Check check{bytes, {.operation = operation}};
    const auto failure = judge.judge(check);
    if (!failure) continue;
    const Check minimal = failure->kind == Kind::kHang ? check : minimise(judge, check, *failure);
    reductions.push_back({operation, to_text({minimal.units, minimal.how.cuts}),
                          judge.judge(minimal).value_or(*failure)});
  }
  return reductions;
}

}  // namespace placemat
