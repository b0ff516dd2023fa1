# The headers lie beside this file, so there is nothing to download and nothing to build.
file(INSTALL "${CMAKE_CURRENT_LIST_DIR}/placemat_vectors" DESTINATION "${CURRENT_PACKAGES_DIR}/include"
  FILES_MATCHING PATTERN "*.h")
file(INSTALL "${CMAKE_CURRENT_LIST_DIR}/usage" DESTINATION "${CURRENT_PACKAGES_DIR}/share/${PORT}")
vcpkg_install_copyright(FILE_LIST "${CMAKE_CURRENT_LIST_DIR}/LICENSE")
