// simd_choices.h: which kernels this build has and this processor can run, best
// first. It must not know how a kernel works.
#pragma once

#include "impls/simd/simd_kernel.h"

namespace placemat::simd {

extern const Kernel kScalarKernel;

// kRunsEverywhere: kernel() is never nullptr.

struct Scalar {
  static constexpr const char* kName = "scalar";
  static constexpr bool kRunsEverywhere = true;
  static const Kernel* kernel() { return &kScalarKernel; }
};

struct Avx512 {
  static constexpr const char* kName = "avx512";
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
  static constexpr const char* kName = "avx2";
  static constexpr bool kRunsEverywhere = false;
  static const Kernel* kernel() {
#if defined(__x86_64__)
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("popcnt")) return &kAvx2Kernel;
#endif
    return nullptr;
  }
};

struct Sse41 {
  static constexpr const char* kName = "sse41";
  static constexpr bool kRunsEverywhere = false;
  static const Kernel* kernel() {
#if defined(__x86_64__)
    if (__builtin_cpu_supports("sse4.1") && __builtin_cpu_supports("popcnt")) return &kSse41Kernel;
#endif
    return nullptr;
  }
};

struct Neon {
  static constexpr const char* kName = "neon";
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
  static const char* name() { return name_; }

 private:
  template <class Choice>
  static bool choose() {
    if (Choice::kernel() == nullptr) return false;
    kernel_ = Choice::kernel();
    name_ = Choice::kName;
    return true;
  }
  template <class... Choices>
  static void choose_first() {
    (choose<Choices>() || ...);
  }
  // The choice is valid from the start, and the best one from main() on. A
  // variable of a function would cost an initialisation check at each call.
  static constinit inline const Kernel* kernel_ = &kScalarKernel;
  static constinit inline const char* name_ = Scalar::kName;
  struct Chooser {
    Chooser() { choose_first<Avx512, Avx2, Sse41, Neon, Scalar>(); }
  };
  static inline const Chooser chooser_;
};

}  // namespace placemat::simd
