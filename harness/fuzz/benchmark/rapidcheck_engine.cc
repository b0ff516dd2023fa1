// rapidcheck_engine.cc: RapidCheck's own generator of vectors as an engine, to compare others with.
// The first argument is the seed. As in its properties, the size grows from 0 to 99, and begins
// again. It runs until the target ends the process.
#include <rapidcheck.h>

#include <cstdint>
#include <cstdlib>
#include <vector>

extern "C" int LLVMFuzzerInitialize(int* argc, char*** argv);
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

int main(int argc, char** argv) {
  LLVMFuzzerInitialize(&argc, &argv);
  rc::Random random(argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 1);
  const auto vectors = rc::gen::arbitrary<std::vector<std::uint8_t>>();
  for (int size = 0;; size = (size + 1) % 100) {
    const std::vector<std::uint8_t> units = vectors(random.split(), size).value();
    LLVMFuzzerTestOneInput(units.data(), units.size());
  }
}
