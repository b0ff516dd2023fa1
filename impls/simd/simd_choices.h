// simd_choices.h: which kernels this build has and this processor can run, best
// first. It must not know how a kernel works.
#pragma once

#include "impls/simd/simd_kernel.h"

namespace placemat::simd {

extern const Kernel kScalarKernel;

// kRunsEverywhere: kernel() is never nullptr.

struct Scalar {
  static constexpr bool kRunsEverywhere = true;
  static const Kernel* kernel() { return &kScalarKernel; }
};

struct Avx512 {
  static constexpr bool kRunsEverywhere = false;
  static const Kernel* kernel() {
#if defined(__x86_64__)
    // Every processor with VBMI2 has all other extensions that the kernel uses.
    if (__builtin_cpu_supports("avx512vbmi2") && __builtin_cpu_supports("avx512vbmi") &&
        __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("bmi2"))
      return &kAvx512Kernel;
#endif
    return nullptr;
  }
};

struct Avx2 {
  static constexpr bool kRunsEverywhere = false;
  static const Kernel* kernel() {
#if defined(__x86_64__)
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("popcnt")) return &kAvx2Kernel;
#endif
    return nullptr;
  }
};

struct Sse41 {
  static constexpr bool kRunsEverywhere = false;
  static const Kernel* kernel() {
#if defined(__x86_64__)
    if (__builtin_cpu_supports("sse4.1") && __builtin_cpu_supports("popcnt")) return &kSse41Kernel;
#endif
    return nullptr;
  }
};

struct Neon {
  static constexpr bool kRunsEverywhere = false;
  static const Kernel* kernel() {
#if defined(__aarch64__)
    return &kNeonKernel;  // part of the architecture
#else
    return nullptr;
#endif
  }
};

struct Best {
  static constexpr bool kRunsEverywhere = true;
  static const Kernel* kernel() { return kernel_; }

 private:
  static const Kernel* choose() {
    if (const Kernel* kernel = Avx512::kernel()) return kernel;
    if (const Kernel* kernel = Avx2::kernel()) return kernel;
    if (const Kernel* kernel = Sse41::kernel()) return kernel;
    if (const Kernel* kernel = Neon::kernel()) return kernel;
    return Scalar::kernel();
  }
  // The choice is valid from the start, and the best one from main() on. A
  // variable of a function would cost an initialisation check at each call.
  static constinit inline const Kernel* kernel_ = &kScalarKernel;
  struct Chooser {
    Chooser() { kernel_ = choose(); }
  };
  static inline const Chooser chooser_;
};

}  // namespace placemat::simd
