# One row per library; see CMakeLists.txt.
add_subject(glib PKG glib-2.0 ENTRIES glib_utf8_validate_len glib_utf8_validate_end
  glib_utf8_get_char_validated glib_utf8_to_ucs4 glib_utf8_to_utf16 glib_utf8_make_valid glib_convert)
add_subject(libunistring HEADER unistr.h LIBRARY unistring ENTRIES libunistring_u8_check
  libunistring_u8_mbtouc libunistring_u8_mbtoucr libunistring_u8_to_u32 libunistring_u8_to_u16)
add_subject(utf8proc PKG libutf8proc ENTRIES utf8proc_iterate utf8proc_decompose)
add_subject(utfcpp PACKAGED HEADER utf8.h ENTRIES utfcpp_is_valid utfcpp_find_invalid utfcpp_next
  utfcpp_utf8to32 utfcpp_utf8to16 utfcpp_replace_invalid)
add_subject(simdjson PKG simdjson ENTRIES simdjson_validate_utf8 simdjson_dom_parser)
add_subject(rapidjson HEADER rapidjson/document.h ENTRIES rapidjson_utf8_decode
  rapidjson_utf8_validate rapidjson_parse)
add_subject(jansson PKG jansson ENTRIES jansson_json_stringn jansson_json_loadb)
add_subject(json_c PKG json-c ENTRIES json_c_tokener json_c_tokener_pieces)
add_subject(yajl PKG yajl ENTRIES yajl_parse yajl_parse_pieces)
add_subject(jsoncpp PKG jsoncpp ENTRIES jsoncpp_stream_writer)
add_subject(expat PKG expat ENTRIES expat_parse expat_parse_pieces)
add_subject(sqlite3 PKG sqlite3 ENTRIES sqlite3_column_text16 sqlite3_unicode sqlite3_literal
  sqlite3_cast sqlite3_substr sqlite3_utf16_database)
add_subject(pcre2 PKG libpcre2-8 ENTRIES pcre2_match pcre2_compile)
# pkg-config states 0.0.0 for RE2.
add_subject(re2 PACKAGED HEADER re2/re2.h LIBRARY re2 ENTRIES re2_pattern)
add_subject(protobuf PKG protobuf ENTRIES protobuf_is_structurally_valid_utf8)
add_subject(libxml2 PKG libxml-2.0 ENTRIES libxml2_check_utf8 libxml2_get_utf8_char
  libxml2_read_memory libxml2_parse_chunk)
add_subject(libyaml PKG yaml-0.1 ENTRIES libyaml_scalar)
add_subject(harfbuzz PKG harfbuzz ENTRIES harfbuzz_buffer_add_utf8)
add_subject(gumbo PKG gumbo ENTRIES gumbo_parse)
add_subject(cmark PKG libcmark ENTRIES cmark_parse cmark_parser_feed)
add_subject(dbus PKG dbus-1 ENTRIES dbus_validate_utf8)
add_subject(mujs HEADER mujs.h LIBRARY mujs ENTRIES mujs_pushlstring)
add_subject(duktape HEADER duktape.h LIBRARY duktape 
  ENTRIES duktape_textdecoder duktape_textdecoder_reused duktape_push_lstring)
add_subject(oniguruma PKG oniguruma ENTRIES oniguruma_is_valid_mbc_string oniguruma_mbc_to_code)
add_subject(fribidi PKG fribidi ENTRIES fribidi_charset_to_unicode)
add_subject(xapian PKG xapian-core ENTRIES xapian_utf8iterator xapian_strict_deref)
add_subject(taglib PKG taglib ENTRIES taglib_string)
add_subject(pugixml PKG pugixml ENTRIES pugixml_as_wide)
add_subject(libcaca PKG caca ENTRIES libcaca_utf8_to_utf32)
add_subject(raptor2 PKG raptor2 ENTRIES raptor2_check_utf8_string raptor2_utf8_string_get_char)
add_subject(allegro PKG allegro-5 ENTRIES allegro_ustr_get_next)
add_subject(qpdf PKG libqpdf ENTRIES qpdf_get_next_utf8_codepoint qpdf_utf8_to_utf16)
add_subject(kj PKG kj ENTRIES kj_encode_utf32 kj_encode_utf16)
add_subject(jq PACKAGED HEADER jv.h LIBRARY jq ENTRIES jq_jv_string_sized jq_jv_parse)
add_subject(openssl LINK OpenSSL::Crypto ENTRIES openssl_utf8_getc openssl_asn1_mbstring_copy)
add_subject(boost HEADER boost/locale/encoding_utf.hpp ENTRIES boost_locale_utf_traits_decode
  boost_locale_utf_to_utf_stop boost_locale_utf_to_utf_skip boost_regex_u8_to_u32_iterator)
add_subject(qt5 PKG Qt5Core OPTIONS -DQT_NO_KEYWORDS
  ENTRIES qt5_qstring_fromutf8 qt5_qtextcodec_tounicode qt5_qtextdecoder)
add_subject(poco HEADER Poco/TextIterator.h LIBRARY PocoFoundation ENTRIES poco_text_iterator
  poco_to_utf32)
add_subject(icu LINK ICU::uc ENTRIES icu_unicodestring_fromutf8 icu_utext_openutf8)
add_subject(qt6 PKG Qt6Core OPTIONS -DQT_NO_KEYWORDS
  ENTRIES qt6_is_valid_utf8 qt6_qstring_fromutf8 qt6_qstringdecoder
  qt6_qstringdecoder_stream)
add_subject(fltk HEADER FL/fl_utf8.h LIBRARY fltk ENTRIES fltk_utf8decode fltk_utf8toutf16
  fltk_utf8test)
add_subject(sfml HEADER SFML/System/Utf.hpp ENTRIES sfml_utf8_decode)
add_subject(glibc HEADER gnu/libc-version.h ENTRIES glibc_mbrtowc glibc_mbrtoc16 glibc_mbsnrtowcs)
add_subject(libstdcxx NEEDS PLACEMAT_HAVE_LIBSTDCXX ENTRIES libstdcxx_codecvt_utf8
  libstdcxx_codecvt_utf8_utf16 libstdcxx_path_u32string)
add_subject(fmt LINK fmt::fmt ENTRIES fmt_utf8_to_utf16)
add_subject(nowide HEADER boost/nowide/utf/utf.hpp ENTRIES nowide_utf_traits_decode nowide_widen)
add_subject(tcl PKG tcl ENTRIES tcl_utf_to_unichar tcl_utf_to_unichar_dstring)
add_subject(libmagic PKG libmagic ENTRIES libmagic_buffer)
add_subject(libcbor HEADER cbor.h LIBRARY cbor ENTRIES libcbor_load)
add_subject(libvterm PKG vterm ENTRIES libvterm_putglyph)
add_subject(vte PKG vte-2.91 ENTRIES vte_terminal_feed)
add_subject(libbson PKG libbson-1.0 ENTRIES libbson_utf8_validate)
# wxWidgets has a program that prints its options.
find_program(SUBJECT_WX_CONFIG wx-config)
mark_as_advanced(SUBJECT_WX_CONFIG)
if(SUBJECT_WX_CONFIG)
  execute_process(COMMAND ${SUBJECT_WX_CONFIG} --cxxflags OUTPUT_VARIABLE wx_options
    OUTPUT_STRIP_TRAILING_WHITESPACE)
  execute_process(COMMAND ${SUBJECT_WX_CONFIG} --libs base OUTPUT_VARIABLE wx_libraries
    OUTPUT_STRIP_TRAILING_WHITESPACE)
  separate_arguments(wx_options)
  separate_arguments(wx_libraries)
endif()
add_subject(wx NEEDS SUBJECT_WX_CONFIG OPTIONS ${wx_options} LINK ${wx_libraries} ENTRIES wx_mbconv_utf8
  wx_mbconv_utf8_pua wx_mbconv_utf8_octal wx_string_from_utf8)
