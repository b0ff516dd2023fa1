# `placemat-static`, a program that needs no shared library: the same objects, linked with archives
# of the packages. A target has the property PLACEMAT_STATIC when it is linked so.
set(placemat_static $<BOOL:$<TARGET_PROPERTY:PLACEMAT_STATIC>>)
set(placemat_shared $<NOT:${placemat_static}>)
set(PLACEMAT_ARCHIVES OFF)
set(archives "")
foreach(name icui18n icuuc icudata crypto)
  find_library(PLACEMAT_ARCHIVE_${name} lib${name}.a)
  list(APPEND archives ${PLACEMAT_ARCHIVE_${name}})
endforeach()
mark_as_advanced(PLACEMAT_ARCHIVE_icui18n PLACEMAT_ARCHIVE_icuuc PLACEMAT_ARCHIVE_icudata
  PLACEMAT_ARCHIVE_crypto)
if(NOT PLACEMAT_ICU OR PLACEMAT_ENGINE OR PLACEMAT_SANITIZE OR archives MATCHES "NOTFOUND" OR
    NOT CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  return()
endif()
set(PLACEMAT_ARCHIVES ON)

# A package's target, and what stands for it in a static program.
function(placemat_either name package archive)
  add_library(${name} INTERFACE)
  target_link_libraries(${name} INTERFACE $<${placemat_shared}:${package}>
    $<${placemat_static}:${archive}>)
endfunction()
placemat_either(placemat_crypto OpenSSL::Crypto ${PLACEMAT_ARCHIVE_crypto})
placemat_either(placemat_icu_i18n ICU::i18n ${PLACEMAT_ARCHIVE_icui18n})
placemat_either(placemat_icu_uc ICU::uc ${PLACEMAT_ARCHIVE_icuuc})
placemat_either(placemat_icu_data ICU::data ${PLACEMAT_ARCHIVE_icudata})
# Distributions have fmt as a shared library only; its headers hold all of it.
placemat_either(placemat_fmt_library fmt::fmt "")
set(placemat_crypto placemat_crypto)
set(placemat_icu placemat_icu_i18n placemat_icu_uc placemat_icu_data)
set(placemat_fmt placemat_fmt_library)
