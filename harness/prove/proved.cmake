# The file of each proved decoder once more, in symbolic words.
get_property(proved GLOBAL PROPERTY PLACEMAT_PROVED)
set(declarations "")
set(rows "")
foreach(row ${proved})
  string(REPLACE "|" ";" row ${row})
  list(GET row 0 file)
  list(GET row 1 name)
  list(GET row 2 method)
  list(GET row 3 header)
  # The file of a decoder has its table too, under another name here.
  string(CONFIGURE "#define placemat_decoder_@name@ placemat_proved_decoder_@name@
#include \"impls/@file@.cc\"" decoder @ONLY)
  if(header)
    string(CONFIGURE "#include \"impls/@header@\"
extern \"C\" const placemat_decoder placemat_decoder_@name@;" decoder @ONLY)
  endif()
  set(source ${CMAKE_CURRENT_BINARY_DIR}/proved/${name}.cc)
  file(CONFIGURE OUTPUT ${source} CONTENT
"// Generated from an add_decoder() row.
@decoder@
#include \"harness/prove/subject.h\"
const placemat::prove::Subject& placemat_subject_@name@();
const placemat::prove::Subject& placemat_subject_@name@() {
  static const placemat::prove::Subject subject =
      placemat::prove::subject_of<@method@>(placemat_decoder_@name@);
  return subject;
}
" @ONLY)
  target_sources(placemat_prove PRIVATE ${source})
  # The solver takes the time of a proof, and the templates that of a build.
  set_source_files_properties(${source} PROPERTIES COMPILE_OPTIONS "${placemat_not_hot}")
  string(APPEND declarations "const placemat::prove::Subject& placemat_subject_${name}();\n")
  string(APPEND rows "    &placemat_subject_${name}(),\n")
endforeach()
# The template of each proved kernel over symbolic lanes. A kernel of another processor has no decoder
# here; its template is proved with a decoder that has nothing but a name.
get_property(kernels GLOBAL PROPERTY PLACEMAT_PROVED_KERNELS)
get_property(absent_kernels GLOBAL PROPERTY PLACEMAT_PROVED_ABSENT_KERNELS)
set(absent_rows "")
foreach(row ${kernels} ${absent_kernels})
  set(decoder "extern \"C\" const placemat_decoder placemat_decoder_@name@;")
  set(list_of_row rows)
  if(row IN_LIST absent_kernels)
    set(list_of_row absent_rows)
    set(decoder "static const placemat_decoder placemat_decoder_@name@ =
    placemat::prove::named_only(\"@name@\");")
  endif()
  string(REPLACE "|" ";" row ${row})
  list(GET row 0 file)
  list(GET row 1 name)
  list(GET row 2 kernel)
  list(GET row 3 lanes)
  list(GET row 4 rest)
  list(GET row 5 rest_header)
  string(CONFIGURE "${decoder}" decoder @ONLY)
  set(source ${CMAKE_CURRENT_BINARY_DIR}/proved/${name}.cc)
  file(CONFIGURE OUTPUT ${source} CONTENT
"// Generated from an add_decoder() row.
#include \"impls/@file@\"
#include \"impls/@rest_header@\"
#include \"harness/prove/subject.h\"
@decoder@
const placemat::prove::Subject& placemat_subject_@name@();
const placemat::prove::Subject& placemat_subject_@name@() {
  using Lanes = placemat::prove::@lanes@;
  static const placemat::prove::Subject rest =
      placemat::prove::subject_of<@rest@>(placemat_decoder_@name@);
  static const placemat::prove::Subject subject =
      placemat::prove::kernel_subject_of<@kernel@<Lanes>>(placemat_decoder_@name@, &rest);
  return subject;
}
" @ONLY)
  target_sources(placemat_prove PRIVATE ${source})
  # The solver takes the time of a proof, and the templates that of a build.
  set_source_files_properties(${source} PROPERTIES COMPILE_OPTIONS "${placemat_not_hot}")
  string(APPEND declarations "const placemat::prove::Subject& placemat_subject_${name}();\n")
  string(APPEND ${list_of_row} "    &placemat_subject_${name}(),\n")
endforeach()
# A decoder that chooses when it runs is one of these; a function of it names which.
get_property(choosing GLOBAL PROPERTY PLACEMAT_PROVED_CHOOSING)
set(choosing_rows "")
foreach(row ${choosing})
  string(REPLACE "|" ";" row ${row})
  list(GET row 0 name)
  list(GET row 1 function)
  string(APPEND declarations "extern \"C\" const placemat_decoder placemat_decoder_${name};
extern \"C\" const char* ${function}(void);\n")
  string(APPEND choosing_rows
    "  static const Subject ${name} =
      chosen(placemat_decoder_${name}, std::string(\"${name}_\") + ${function}());
  all.push_back(&${name});\n")
endforeach()
file(CONFIGURE OUTPUT ${CMAKE_CURRENT_BINARY_DIR}/proved/rows.cc CONTENT
"// Generated from the add_decoder() rows.
#include <stdexcept>

#include \"harness/prove/subjects.h\"
using placemat::prove::Subject;
@declarations@
std::vector<const placemat::prove::Subject*> placemat::prove::subjects() {
  return {
@rows@  };
}
std::vector<const placemat::prove::Subject*> placemat::prove::subjects_of_other_processors() {
  return {
@absent_rows@  };
}
[[maybe_unused]] static Subject chosen(const placemat_decoder& decoder, const std::string& name) {
  for (const Subject* one : placemat::prove::subjects()) {
    if (one->decoder->name != name) continue;
    Subject same = *one;
    same.decoder = &decoder;
    same.chosen = name;
    return same;
  }
  throw std::logic_error(name + \" is not proved\");
}
std::vector<const Subject*> placemat::prove::subjects_that_choose() {
  std::vector<const Subject*> all;
@choosing_rows@  return all;
}
" @ONLY)
target_sources(placemat_prove PRIVATE ${CMAKE_CURRENT_BINARY_DIR}/proved/rows.cc)
target_compile_definitions(placemat_prove PRIVATE PLACEMAT_TREE="${PROJECT_SOURCE_DIR}")
