# pkg-config files beside the CMake package. They state their prefix from where they lie, so that it
# can be moved.
#   placemat.pc       the suite (placemat/conformance.h, placemat/gtest.h) and the plug-in's header
#   placemat-simd.pc  the vector decoders
set(pkgconfig ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
cmake_path(RELATIVE_PATH CMAKE_INSTALL_PREFIX
  BASE_DIRECTORY ${CMAKE_INSTALL_PREFIX}/${pkgconfig} OUTPUT_VARIABLE to_prefix)

# placemat_pkgconfig(<name> <description> <line>...)
function(placemat_pkgconfig name description)
  list(JOIN ARGN "\n" lines)
  set(file ${CMAKE_CURRENT_BINARY_DIR}/${name}.pc)
  file(CONFIGURE OUTPUT ${file} @ONLY CONTENT
"prefix=\${pcfiledir}/@to_prefix@
libdir=\${prefix}/@CMAKE_INSTALL_LIBDIR@
includedir=\${prefix}/include

Name: @name@
Description: @description@
Version: @PROJECT_VERSION@
@lines@
")
  install(FILES ${file} DESTINATION ${pkgconfig})
endfunction()
placemat_pkgconfig(placemat "Conformance suite for UTF-8 decoders"
  "Requires: fmt"
  "Cflags: -I\${includedir} -DPLACEMAT_CORPUS_DIRECTORY=\\\"\${prefix}/${PLACEMAT_INSTALL_DATA}/corpus\\\""
  "Libs: -L\${libdir} -lplacemat -pthread")
placemat_pkgconfig(placemat-simd "UTF-8 to UTF-16 and UTF-32 on vectors, with replacement"
  "Cflags: -I\${includedir}" "Libs: -L\${libdir} -lplacemat_simd -lstdc++")
