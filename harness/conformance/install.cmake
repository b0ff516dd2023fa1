# What `cmake --install` puts where, and the test that an outside project can
# use it. Everything is found relative to the prefix, so that it can be moved.
include(CMakePackageConfigHelpers)
include(GNUInstallDirs)
set(PLACEMAT_INSTALL_DATA share/placemat)  # harness/cli/places.cc looks here
set(package ${CMAKE_INSTALL_LIBDIR}/cmake/placemat)

# Outside, all headers lie in one directory.
set(headers ${CMAKE_CURRENT_BINARY_DIR}/include/placemat)
foreach(header decoder/placemat_decoder.h decoder/adapt.h
    conformance/conformance.h conformance/gtest.h)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${header})
  file(READ ${header} text)
  string(REGEX REPLACE "#include \"harness/[a-z/]+/([a-z_]+\\.h)\"" "#include <placemat/\\1>" text
    "${text}")
  cmake_path(GET header FILENAME name)
  file(CONFIGURE OUTPUT ${headers}/${name} CONTENT "${text}" @ONLY)
endforeach()
install(DIRECTORY ${headers} DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})

install(TARGETS placemat EXPORT placematTargets DESTINATION ${CMAKE_INSTALL_BINDIR})
add_library(placemat_plugin INTERFACE)
set_target_properties(placemat_plugin PROPERTIES EXPORT_NAME plugin)
target_include_directories(placemat_plugin INTERFACE
  $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
install(TARGETS placemat_plugin EXPORT placematTargets)

# All that judges a decoder, in one archive. Our own decoders are not in it, and
# what of it asks ICU is never called.
add_library(placemat_suite STATIC)
foreach(directory bytes spec decoder presentation corpus generate call judge conformance)
  target_sources(placemat_suite PRIVATE $<TARGET_OBJECTS:placemat_${directory}>)
endforeach()
# Of a campaign it needs the threads, and what decides whether a run is as before.
target_sources(placemat_suite PRIVATE
  campaign/coverage.cc campaign/expected.cc campaign/run.cc
  report/baseline.cc report/baseline_diff.cc report/covered.cc report/diff_entries.cc
  report/line.cc report/matrix.cc report/text.cc)
target_link_libraries(placemat_suite PRIVATE $<BUILD_INTERFACE:placemat_options>)
set_target_properties(placemat_suite PROPERTIES
  EXPORT_NAME conformance OUTPUT_NAME placemat LINKER_LANGUAGE CXX)
target_include_directories(placemat_suite INTERFACE
  $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
target_compile_features(placemat_suite INTERFACE cxx_std_20)
target_link_libraries(placemat_suite INTERFACE fmt::fmt OpenSSL::Crypto Threads::Threads)
# A sanitizer that the archive was built with.
get_target_property(options placemat_options INTERFACE_LINK_OPTIONS)
if(options)
  target_link_options(placemat_suite INTERFACE ${options})
endif()
install(TARGETS placemat_suite EXPORT placematConformanceTargets
  DESTINATION ${CMAKE_INSTALL_LIBDIR})

install(EXPORT placematTargets NAMESPACE placemat:: DESTINATION ${package})
install(EXPORT placematConformanceTargets NAMESPACE placemat:: DESTINATION ${package})
configure_package_config_file(conformance/placematConfig.cmake.in
  ${CMAKE_CURRENT_BINARY_DIR}/placematConfig.cmake INSTALL_DESTINATION ${package}
  PATH_VARS PLACEMAT_INSTALL_DATA)
# Prelude 1.0, every minor version may differ.
write_basic_package_version_file(${CMAKE_CURRENT_BINARY_DIR}/placematConfigVersion.cmake
  COMPATIBILITY SameMinorVersion)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/placematConfig.cmake
  ${CMAKE_CURRENT_BINARY_DIR}/placematConfigVersion.cmake DESTINATION ${package})

install(DIRECTORY ${CMAKE_SOURCE_DIR}/corpus conformance/template
  DESTINATION ${PLACEMAT_INSTALL_DATA})
install(DIRECTORY ${CMAKE_SOURCE_DIR}/reports/schema ${CMAKE_SOURCE_DIR}/reports/baselines
  DESTINATION ${PLACEMAT_INSTALL_DATA}/reports)
# The adapters are scripts and sources: a new one begins as a copy of one.
install(DIRECTORY ${CMAKE_SOURCE_DIR}/impls/adapters/lang DESTINATION ${PLACEMAT_INSTALL_DATA}/adapters)
install(FILES ${CMAKE_SOURCE_DIR}/LICENSE ${CMAKE_SOURCE_DIR}/README.md
  DESTINATION ${CMAKE_INSTALL_DOCDIR})

if(PLACEMAT_TESTS)
  add_test(NAME install.outside COMMAND ${CMAKE_CURRENT_SOURCE_DIR}/conformance/outside_test.sh
    ${CMAKE_BINARY_DIR})
  set_tests_properties(install.outside PROPERTIES LABELS install TIMEOUT 300)
endif()
