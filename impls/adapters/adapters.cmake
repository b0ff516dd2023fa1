# Decoders of other projects, called in this process.
include(CheckCXXSourceCompiles)
check_cxx_source_compiles(
  "#include <gnu/libc-version.h>
   int main() { return gnu_get_libc_version() == nullptr; }" PLACEMAT_HAVE_GLIBC)
check_cxx_source_compiles(
  "#include <version>
   #ifndef __GLIBCXX__
   #error another standard library
   #endif
   int main() {}" PLACEMAT_HAVE_LIBSTDCXX)

add_adapter(icu_u_strfromutf8 SUBJECT "ICU" WHEN ICU_FOUND LINK ${placemat_icu})
add_adapter(icu_u8_next SUBJECT "ICU" WHEN ICU_FOUND LINK ${placemat_icu})
add_adapter(icu_ucnv_utf8 SUBJECT "ICU" WHEN ICU_FOUND LINK ${placemat_icu})
add_adapter(icu_ucnv_cesu8 SUBJECT "ICU" WHEN ICU_FOUND LINK ${placemat_icu})
# A static program has not the machine's C library, and cannot load its converters.
add_adapter(glibc_iconv SUBJECT "the GNU C library" WHEN PLACEMAT_HAVE_GLIBC SHARED_ONLY)
add_adapter(glibc_mbrtoc32 SUBJECT "the GNU C library" WHEN PLACEMAT_HAVE_GLIBC SHARED_ONLY)
add_adapter(libstdcxx_codecvt SUBJECT "libstdc++" WHEN PLACEMAT_HAVE_LIBSTDCXX)
add_adapter(nlohmann_json SUBJECT "JSON for Modern C++" WHEN nlohmann_json_FOUND
  LINK nlohmann_json::nlohmann_json)
find_package(simdutf QUIET)
add_adapter(simdutf_icelake SUBJECT "simdutf" WHEN simdutf_FOUND SHARED_ONLY
  LINK $<${placemat_shared}:simdutf::simdutf>)
add_adapter(simdutf_haswell SUBJECT "simdutf" WHEN simdutf_FOUND SHARED_ONLY
  LINK $<${placemat_shared}:simdutf::simdutf>)
