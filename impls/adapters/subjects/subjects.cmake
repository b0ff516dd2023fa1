# One row per library; see CMakeLists.txt.
add_subject(glib PKG glib-2.0 ENTRIES glib_utf8_validate_len glib_utf8_validate_end
  glib_utf8_get_char_validated glib_utf8_to_ucs4 glib_utf8_to_utf16 glib_utf8_make_valid glib_convert)
add_subject(libunistring HEADER unistr.h LIBRARY unistring ENTRIES libunistring_u8_check
  libunistring_u8_mbtouc libunistring_u8_mbtoucr libunistring_u8_to_u32 libunistring_u8_to_u16)
add_subject(utf8proc PKG libutf8proc ENTRIES utf8proc_iterate utf8proc_decompose)
add_subject(utfcpp HEADER utf8.h ENTRIES utfcpp_is_valid utfcpp_find_invalid utfcpp_next
  utfcpp_utf8to32 utfcpp_utf8to16 utfcpp_replace_invalid)
