// simd_neon_operations.cc: a program that prints what each NEON operation makes of three blocks of
// 16 units, which it is given as hexadecimal digits. Where the processor has no NEON, the test that
// compares the operations with those of the prover runs it under emulation.
#include <cstdio>
#include <cstdlib>
#include <cstring>

// Another name than that of the library.
#define kNeonKernel kNeonKernelOfTest
#include "impls/simd/simd_neon_kernel.cc"
#include "impls/simd/simd_operations.h"

namespace {

constexpr std::size_t kUnits = placemat::simd::NeonInstructions::kUnits;
constexpr int kBlocks = 3;

bool read_block(const char* digits, std::uint8_t* units) {
  if (std::strlen(digits) != 2 * kUnits) return false;
  for (std::size_t i = 0; i < kUnits; ++i) {
    const char two[3] = {digits[2 * i], digits[2 * i + 1], '\0'};
    char* end = nullptr;
    units[i] = static_cast<std::uint8_t>(std::strtoul(two, &end, 16));
    if (end != two + 2) return false;
  }
  return true;
}

}  // namespace

int main(int count, char** words) {
  std::uint8_t blocks[kBlocks][kUnits];
  for (int i = 0; i < kBlocks; ++i) {
    if (count == kBlocks + 1 && read_block(words[i + 1], blocks[i])) continue;
    std::fputs("give three blocks of 16 units, each as 32 hexadecimal digits\n", stderr);
    return 2;
  }
  placemat::simd::for_each_operation<placemat::simd::NeonInstructions>(
      blocks[0], blocks[1], blocks[2], [](const char* name, const std::uint8_t* units) {
        std::printf("%s=", name);
        for (std::size_t i = 0; i < kUnits; ++i) std::printf("%02X", units[i]);
        std::printf("\n");
      });
  return 0;
}
