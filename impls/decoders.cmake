# The decoders of this tree, one row each.
add_decoder(branchy PROVES Branchy)
add_decoder(dfa_hoehrmann_2008 PROVES Automaton)
add_decoder(dfa_hoehrmann_2010 PROVES Automaton)
add_decoder(dfa_shift PROVES Automaton)
add_decoder(branchless)
add_decoder(thompson_1992)
add_decoder(plan9_1992)
add_decoder(plan9_modern)
add_decoder(xopen_fss_utf_1992)
add_decoder(utf_1)
add_decoder(tutorial_lenient PROVES Tutorial)
add_decoder(extended_42bit)
add_decoder(simd/simd)
add_decoder(simd/simd_scalar)

# add_simd_kernel(name ARCHITECTURE pattern FLAGS ...): a kernel of `simd`. Each
# is compiled for its instructions and called only where the processor has them;
# in a build for another architecture it is absent.
function(add_simd_kernel name)
  cmake_parse_arguments(ARG "" "ARCHITECTURE" "FLAGS" ${ARGN})
  if(NOT CMAKE_SYSTEM_PROCESSOR MATCHES "${ARG_ARCHITECTURE}")
    set_property(GLOBAL APPEND PROPERTY PLACEMAT_ABSENT "${name}:a processor of another kind")
    return()
  endif()
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
    # GCC 12 calls its own intrinsics' undefined operands uninitialized (GCC bug 105593).
    list(APPEND ARG_FLAGS -Wno-uninitialized -Wno-maybe-uninitialized)
  endif()
  target_sources(placemat_impls PRIVATE simd/${name}_kernel.cc)
  set_source_files_properties(simd/${name}_kernel.cc PROPERTIES COMPILE_OPTIONS "${ARG_FLAGS}")
  add_decoder(simd/${name})
endfunction()
add_simd_kernel(simd_avx512 ARCHITECTURE "^(x86_64|AMD64)$"
  FLAGS -mavx512f -mavx512bw -mavx512vl -mavx512vbmi -mavx512vbmi2 -mbmi -mbmi2 -mlzcnt -mpopcnt)
add_simd_kernel(simd_avx2 ARCHITECTURE "^(x86_64|AMD64)$" FLAGS -mavx2 -mpopcnt)
add_simd_kernel(simd_sse41 ARCHITECTURE "^(x86_64|AMD64)$" FLAGS -msse4.1 -mpopcnt)
add_simd_kernel(simd_neon ARCHITECTURE "^(aarch64|arm64)$")
