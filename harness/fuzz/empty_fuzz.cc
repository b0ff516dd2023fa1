// empty_fuzz.cc: nothing, to see what an execution costs the engine; see speed.sh.
#include <cstddef>
#include <cstdint>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t*, std::size_t) { return 0; }
