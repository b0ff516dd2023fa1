# The decoders of this tree, one row each.
add_decoder(branchy)
add_decoder(dfa_hoehrmann_2008)
add_decoder(dfa_hoehrmann_2010)
add_decoder(dfa_shift)
add_decoder(branchless)
add_decoder(thompson_1992)
add_decoder(plan9_1992)
add_decoder(plan9_modern)
add_decoder(xopen_fss_utf_1992)
add_decoder(utf_1)
add_decoder(tutorial_lenient)
add_decoder(extended_42bit)
add_decoder(simd)
add_decoder(simd_scalar)

# The kernels of `simd`: each file is compiled for its instructions, and is
# called only where the processor has them.
function(add_simd_kernel name)
  target_sources(placemat_impls PRIVATE ${name}_kernel.cc)
  set(flags ${ARGN})
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
    # GCC 12 calls its own intrinsics' undefined operands uninitialized (GCC bug 105593).
    list(APPEND flags -Wno-uninitialized -Wno-maybe-uninitialized)
  endif()
  set_source_files_properties(${name}_kernel.cc PROPERTIES COMPILE_OPTIONS "${flags}")
  add_decoder(${name})
endfunction()
if(CMAKE_SYSTEM_PROCESSOR MATCHES "^(x86_64|AMD64)$")
  add_simd_kernel(simd_avx512 -mavx512f -mavx512bw -mavx512vl -mavx512vbmi -mavx512vbmi2
    -mbmi -mbmi2 -mpopcnt)
  add_simd_kernel(simd_avx2 -mavx2 -mpopcnt)
  add_simd_kernel(simd_sse41 -msse4.1 -mpopcnt)
endif()
