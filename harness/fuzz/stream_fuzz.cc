// stream_fuzz.cc: each input is a script for up to four streams of one decoder:
// open, push, finish, finish again, reset, close, in both modes.
#include <fmt/format.h>

#include "harness/fuzz/target.h"
#include "harness/judge/stream_script.h"

namespace {

using namespace placemat;

struct Streamed {
  const Decoder& decoder;
  ScriptRunner runner;
};

// A decoder with known findings fails plain texts too, and is asked by another target.
std::vector<Streamed> streamed_decoders(FencedThread& thread) {
  const KnownKinds known = known_findings();
  std::vector<Streamed> all;
  for (const Decoder* decoder : chosen_decoders()) {
    if (decoder->stream_open == nullptr || !kinds_of(known, decoder->name).empty()) continue;
    all.push_back({*decoder, ScriptRunner(*decoder, claimed_profile(*decoder), thread)});
  }
  return all;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const Fence fence(kFuzzCallLimitMs);
  static FencedThread thread;
  static std::vector<Streamed> decoders = streamed_decoders(thread);
  const StreamScript script = draw_script({data, size});
  for (auto& [decoder, runner] : decoders) {
    auto failure = runner.run(script);
    if (!failure) continue;
    const ScriptFailure least = runner.reduce(std::move(*failure));
    const std::string name = decoder.name;
    const KindRow& kind = row_of(least.kind);
    end_with({name, least.kind, Bytes(data, data + size),
              fmt::format("finding: {}: {}: {}\n"
                          "  actions   {}\n  expected  {}\n  seen      {}\n",
                          name, kind.name, kind.summary, to_text(least.script), least.expected,
                          least.seen)});
  }
  return 0;
}
