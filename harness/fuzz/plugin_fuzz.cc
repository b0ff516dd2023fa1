// plugin_fuzz.cc: the decoder in the shared object that PLACEMAT_FUZZ_PLUGIN names, in this
// process: what an instrumented plug-in covers counts as new. `placemat fuzz PLUGIN.so` isolates
// it.
#include <fmt/format.h>

#include <cstdlib>

#include "harness/decoder/plugin_file.h"
#include "harness/fuzz/target.h"

namespace {

using namespace placemat;

const Decoder& plugin() {
  const char* path = std::getenv("PLACEMAT_FUZZ_PLUGIN");
  std::string unfit = "PLACEMAT_FUZZ_PLUGIN names no shared object";
  const Decoder* decoder = path == nullptr ? nullptr : load_plugin(path, unfit);
  if (decoder != nullptr) return *decoder;
  fmt::print(stderr, "plugin_fuzz: {}\n", unfit);
  std::_Exit(2);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const Decoder& decoder = plugin();
  static const Fence fence(kFuzzCallLimitMs);
  static const KnownKinds known = known_findings();
  static FencedThread thread;
  static SpotCheck check(decoder, claimed_profile(decoder), thread, SpotCheck::useful_copies());
  const auto found = check.examine({data, size}, kinds_of(known, decoder.name));
  if (found) end_with(fuzz_finding(check, *found, {data, size}));
  return 0;
}
