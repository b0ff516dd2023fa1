// uniform_engine.cc: the weakest engine, to compare others with: units and lengths are uniform.
// The first argument is the seed. It runs until the target ends the process.
#include <cstdint>
#include <cstdlib>
#include <random>
#include <vector>

extern "C" int LLVMFuzzerInitialize(int* argc, char*** argv);
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

int main(int argc, char** argv) {
  LLVMFuzzerInitialize(&argc, &argv);
  constexpr std::size_t kLongest = 192;
  std::mt19937_64 random(argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 1);
  std::vector<std::uint8_t> units;
  for (;;) {
    units.resize(random() % (kLongest + 1));
    for (std::uint8_t& unit : units) unit = static_cast<std::uint8_t>(random());
    LLVMFuzzerTestOneInput(units.data(), units.size());
  }
}
