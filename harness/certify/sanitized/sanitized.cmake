# `placemat-asan` and `placemat-msan`: the decoders of this tree, each compiled once more with
# sanitizers of clang, whatever compiler this build has. Where there is none, or for another
# processor, `placemat certify` says that they were not built.
set(PLACEMAT_SANITIZED OFF)
if(NOT PLACEMAT_CERTIFIERS)
  return()
endif()
find_program(PLACEMAT_SANITIZER_CLANG NAMES clang++-19)
if(PLACEMAT_SANITIZER_CLANG)
  set(PLACEMAT_SANITIZED ON)
  foreach(runtime asan msan)
    execute_process(
      COMMAND ${PLACEMAT_SANITIZER_CLANG} -print-file-name=libclang_rt.${runtime}-x86_64.a
      OUTPUT_VARIABLE file OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
    if(NOT EXISTS "${file}" OR NOT CMAKE_SYSTEM_PROCESSOR STREQUAL CMAKE_HOST_SYSTEM_PROCESSOR)
      set(PLACEMAT_SANITIZED OFF)
    endif()
  endforeach()
endif()
if(NOT PLACEMAT_SANITIZED OR PLACEMAT_SANITIZE OR PLACEMAT_COVERAGE OR PLACEMAT_FUZZ OR
    PLACEMAT_ENGINE)
  set(PLACEMAT_SANITIZED OFF)
  message(STATUS "No decoder is built with sanitizers for `placemat certify` (clang 19 on x86_64)")
  return()
endif()

set(sanitized_options_asan -fsanitize=address,undefined)
set(sanitized_options_msan -fsanitize=memory -DPLACEMAT_SANITIZES_MEMORY)
set(sanitized_launcher "")
if(PLACEMAT_CCACHE)
  set(sanitized_launcher ${CMAKE_COMMAND} -E env ${PLACEMAT_CCACHE})
endif()

# add_sanitized(<program> <sanitizer> NAMES ... FILES ...): the decoders of these names, which are in
# these files and, "FILE|FLAG;...", their kernels.
function(add_sanitized program sanitizer)
  cmake_parse_arguments(ARG "" "" "NAMES;FILES" ${ARGN})
  set(folder ${CMAKE_CURRENT_BINARY_DIR}/sanitized/${program})
  set(declarations "")
  set(rows "")
  foreach(name ${ARG_NAMES})
    string(APPEND declarations "extern const placemat_decoder placemat_decoder_${name};\n")
    string(APPEND rows "    &placemat_decoder_${name},\n")
  endforeach()
  file(CONFIGURE OUTPUT ${folder}/rows.cc CONTENT
"// Generated from the add_decoder() rows.
#include \"harness/decoder/placemat_decoder.h\"
extern \"C\" {
@declarations@}
extern const placemat_decoder* const placemat_sanitized_decoders[];
const placemat_decoder* const placemat_sanitized_decoders[] = {
@rows@    nullptr,
};
" @ONLY)
  set(options -std=c++20 -O1 -gline-tables-only -fno-omit-frame-pointer
    ${sanitized_options_${sanitizer}} -fno-sanitize-recover=all)
  set(objects "")
  foreach(file ${ARG_FILES} ${folder}/rows.cc ${commit}
      ${PROJECT_SOURCE_DIR}/harness/certify/sanitized/sanitized.cc)
    cmake_path(GET file FILENAME name)
    set(object ${folder}/${name}.o)
    get_property(flags GLOBAL PROPERTY PLACEMAT_FLAGS_OF_${name})
    add_custom_command(OUTPUT ${object}
      COMMAND ${sanitized_launcher} ${PLACEMAT_SANITIZER_CLANG} ${options} ${flags}
        -I${PROJECT_SOURCE_DIR} -MD -MF ${object}.d -c ${file} -o ${object}
      DEPENDS ${file} DEPFILE ${object}.d COMMENT "Compiling ${name} for ${program}" VERBATIM)
    list(APPEND objects ${object})
  endforeach()
  set(binary ${PROJECT_BINARY_DIR}/harness/cli/${program})
  add_custom_command(OUTPUT ${binary}
    COMMAND ${PLACEMAT_SANITIZER_CLANG} ${options} ${objects} -o ${binary}
    DEPENDS ${objects} COMMENT "Linking ${program}" VERBATIM)
  add_custom_target(${program} DEPENDS ${binary})
  add_dependencies(${program} placemat_commit)
endfunction()

set(faulty ${PROJECT_SOURCE_DIR}/harness/certify/sanitized/faulty.cc)
set(faulty_names faulty_none faulty_entry faulty_shift faulty_unset faulty_unit)
get_property(names GLOBAL PROPERTY PLACEMAT_OWN_DECODERS)
set(files "")
foreach(name ${names})
  get_property(file GLOBAL PROPERTY PLACEMAT_FILE_OF_${name})
  list(APPEND files ${file})
  string(REPLACE ".cc" "_kernel.cc" kernel ${file})
  if(EXISTS ${kernel})
    list(APPEND files ${kernel})
    cmake_path(GET kernel FILENAME base)
    get_source_file_property(flags ${kernel} DIRECTORY ${PROJECT_SOURCE_DIR}/impls/simd
      COMPILE_OPTIONS)
    list(FILTER flags EXCLUDE REGEX "^-W")
    set_property(GLOBAL PROPERTY PLACEMAT_FLAGS_OF_${base} ${flags})
  endif()
endforeach()
foreach(sanitizer asan msan)
  add_sanitized(placemat-${sanitizer} ${sanitizer} NAMES ${names} FILES ${files})
  # They come from one build, so that what is watched is what is certified.
  add_dependencies(placemat placemat-${sanitizer})
  if(PLACEMAT_TESTS)
    add_sanitized(faulty-${sanitizer} ${sanitizer} NAMES ${faulty_names}
      FILES ${faulty})
    add_dependencies(campaign_unit_tests faulty-${sanitizer})
  endif()
endforeach()
