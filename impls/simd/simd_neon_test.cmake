# The NEON kernel on a machine of another architecture: cross-compiled with the
# tests of all kernels, and run under user-mode emulation. Without a cross compiler, an
# emulator or the sources of GoogleTest (Debian: g++-aarch64-linux-gnu,
# qemu-user-static, googletest) there is no such test, and CMake says so.
if(CMAKE_SYSTEM_PROCESSOR MATCHES "^(aarch64|arm64)$")
  return()  # the tests that are built here run it
endif()
find_program(PLACEMAT_AARCH64_CXX aarch64-linux-gnu-g++)
find_program(PLACEMAT_AARCH64_EMULATOR NAMES qemu-aarch64-static qemu-aarch64)
find_path(PLACEMAT_GOOGLETEST_SOURCES googletest/src/gtest-all.cc PATHS /usr/src/googletest)
if(NOT PLACEMAT_AARCH64_CXX OR NOT PLACEMAT_AARCH64_EMULATOR OR NOT PLACEMAT_GOOGLETEST_SOURCES)
  message(STATUS "simd_neon is not tested: no AArch64 cross compiler, emulator or GoogleTest sources")
  return()
endif()

set(googletest ${PLACEMAT_GOOGLETEST_SOURCES}/googletest)
set(googlemock ${PLACEMAT_GOOGLETEST_SOURCES}/googlemock)
set(program ${CMAKE_CURRENT_BINARY_DIR}/simd_neon_aarch64)
set(neon_sources simd.cc simd_scalar.cc simd_neon.cc simd_neon_kernel.cc simd_test.cc)
list(TRANSFORM neon_sources PREPEND ${CMAKE_CURRENT_LIST_DIR}/)
set(neon_headers simd_choices.h simd_functions.h simd_interleaved.h simd_kernel.h simd_planes.h simd_quads.h simd_runs.h simd.h
  simd_c.h)
list(TRANSFORM neon_headers PREPEND ${CMAKE_CURRENT_LIST_DIR}/)
set(flags -std=c++20 -O2 -static -Wl,--no-warnings)
add_custom_command(OUTPUT ${program}.googletest.o
  COMMAND ${PLACEMAT_AARCH64_CXX} ${flags} -w -r -nostdlib -I${googletest}/include -I${googletest}
    -I${googlemock}/include -I${googlemock} ${googletest}/src/gtest-all.cc
    ${googlemock}/src/gmock-all.cc ${googlemock}/src/gmock_main.cc -o ${program}.googletest.o
  VERBATIM)
add_custom_command(OUTPUT ${program}
  COMMAND ${PLACEMAT_AARCH64_CXX} ${flags} -Wall -Wextra -Wpedantic -Wconversion
    -I${PROJECT_SOURCE_DIR} -I${googletest}/include -I${googlemock}/include ${neon_sources}
    ${program}.googletest.o -o ${program} -pthread
  DEPENDS ${neon_sources} ${neon_headers} ${program}.googletest.o VERBATIM)
add_custom_target(simd_neon_tests ALL DEPENDS ${program})
add_test(NAME simd.simd_neon COMMAND ${PLACEMAT_AARCH64_EMULATOR} ${program})
set_tests_properties(simd.simd_neon PROPERTIES LABELS exhaustive TIMEOUT 1200)

# Its operations, for the test of the prover.
set(operations ${CMAKE_CURRENT_BINARY_DIR}/simd_neon_operations_aarch64)
set(operations_source ${CMAKE_CURRENT_LIST_DIR}/simd_neon_operations.cc)
add_custom_command(OUTPUT ${operations}
  COMMAND ${PLACEMAT_AARCH64_CXX} ${flags} -Wall -Wextra -Wpedantic -Wconversion
    -I${PROJECT_SOURCE_DIR} ${operations_source} -o ${operations}
  DEPENDS ${operations_source} ${CMAKE_CURRENT_LIST_DIR}/simd_neon_kernel.cc
    ${CMAKE_CURRENT_LIST_DIR}/simd_operations.h ${neon_headers} VERBATIM)
add_custom_target(simd_neon_operations ALL DEPENDS ${operations})
set_property(GLOBAL PROPERTY PLACEMAT_NEON_OPERATIONS "${PLACEMAT_AARCH64_EMULATOR} ${operations}")
