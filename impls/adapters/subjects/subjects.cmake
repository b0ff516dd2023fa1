# One row per library; see CMakeLists.txt.
add_subject(glib PKG glib-2.0 ENTRIES glib_utf8_validate_len glib_utf8_validate_end
  glib_utf8_get_char_validated glib_utf8_to_ucs4 glib_utf8_to_utf16 glib_utf8_make_valid glib_convert)
add_subject(libunistring HEADER unistr.h LIBRARY unistring ENTRIES libunistring_u8_check
  libunistring_u8_mbtouc libunistring_u8_mbtoucr libunistring_u8_to_u32 libunistring_u8_to_u16)
add_subject(utf8proc PKG libutf8proc ENTRIES utf8proc_iterate utf8proc_decompose)
add_subject(utfcpp HEADER utf8.h ENTRIES utfcpp_is_valid utfcpp_find_invalid utfcpp_next
  utfcpp_utf8to32 utfcpp_utf8to16 utfcpp_replace_invalid)
add_subject(simdjson PKG simdjson ENTRIES simdjson_validate_utf8 simdjson_dom_parser)
add_subject(rapidjson HEADER rapidjson/document.h ENTRIES rapidjson_utf8_decode
  rapidjson_utf8_validate rapidjson_parse)
add_subject(jansson PKG jansson ENTRIES jansson_json_stringn jansson_json_loadb)
add_subject(json_c PKG json-c ENTRIES json_c_tokener json_c_tokener_pieces)
add_subject(yajl PKG yajl ENTRIES yajl_parse yajl_parse_pieces)
add_subject(jsoncpp PKG jsoncpp ENTRIES jsoncpp_stream_writer)
add_subject(expat PKG expat ENTRIES expat_parse expat_parse_pieces)
add_subject(sqlite3 PKG sqlite3 ENTRIES sqlite3_column_text16 sqlite3_unicode)
add_subject(pcre2 PKG libpcre2-8 ENTRIES pcre2_match pcre2_compile)
add_subject(re2 PKG re2 ENTRIES re2_pattern)
add_subject(protobuf PKG protobuf ENTRIES protobuf_is_structurally_valid_utf8)
add_subject(libxml2 PKG libxml-2.0 ENTRIES libxml2_check_utf8 libxml2_get_utf8_char
  libxml2_read_memory libxml2_parse_chunk)
