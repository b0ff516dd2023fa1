# These files stand before the libraries, so that the linker takes no other of the same functions.
add_executable(placemat-static EXCLUDE_FROM_ALL cli/main.cc ${commit}
  cli/static/fmt_functions.cc cli/static/no_plugins.cc bench/measure.cc
  ${PROJECT_BINARY_DIR}/impls/static_registry_rows.cc)
target_link_libraries(placemat-static PRIVATE placemat_cli)
add_dependencies(placemat-static placemat_commit)
set_target_properties(placemat-static PROPERTIES PLACEMAT_STATIC ON
  RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/harness/cli)
target_compile_definitions(placemat-static PRIVATE PLACEMAT_VERSION="${PROJECT_VERSION}")
# Without the benchmark library, which is a shared one; this file alone calls it.
set_source_files_properties(bench/measure.cc PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
target_link_options(placemat-static PRIVATE -static)
# Each function of the headers becomes one of this object.
set_source_files_properties(cli/static/fmt_functions.cc PROPERTIES
  COMPILE_OPTIONS "-fkeep-inline-functions;-fno-inline" COMPILE_DEFINITIONS FMT_HEADER_ONLY=1)
