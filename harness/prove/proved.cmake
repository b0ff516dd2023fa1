# The file of each proved decoder once more, in symbolic words.
get_property(proved GLOBAL PROPERTY PLACEMAT_PROVED)
set(declarations "")
set(rows "")
foreach(row ${proved})
  string(REPLACE "|" ";" row ${row})
  list(GET row 0 file)
  list(GET row 1 name)
  list(GET row 2 method)
  set(source ${CMAKE_CURRENT_BINARY_DIR}/proved/${name}.cc)
  file(CONFIGURE OUTPUT ${source} CONTENT
"// Generated from an add_decoder() row.
#define placemat_decoder_@name@ placemat_proved_decoder_@name@
#include \"impls/@file@.cc\"
#include \"harness/prove/subject.h\"
const placemat::prove::Subject& placemat_subject_@name@();
const placemat::prove::Subject& placemat_subject_@name@() {
  static const placemat::prove::Subject subject =
      placemat::prove::subject_of<@method@>(placemat_decoder_@name@);
  return subject;
}
" @ONLY)
  target_sources(placemat_prove PRIVATE ${source})
  string(APPEND declarations "const placemat::prove::Subject& placemat_subject_${name}();\n")
  string(APPEND rows "    &placemat_subject_${name}(),\n")
endforeach()
# The template of each proved kernel over symbolic lanes.
get_property(kernels GLOBAL PROPERTY PLACEMAT_PROVED_KERNELS)
foreach(row ${kernels})
  string(REPLACE "|" ";" row ${row})
  list(GET row 0 file)
  list(GET row 1 name)
  list(GET row 2 kernel)
  list(GET row 3 lanes)
  list(GET row 4 shift_bits)
  set(source ${CMAKE_CURRENT_BINARY_DIR}/proved/${name}.cc)
  file(CONFIGURE OUTPUT ${source} CONTENT
"// Generated from an add_decoder() row.
#include \"impls/@file@\"
#include \"harness/prove/subject.h\"
extern \"C\" const placemat_decoder placemat_decoder_@name@;
const placemat::prove::Subject& placemat_subject_@name@();
const placemat::prove::Subject& placemat_subject_@name@() {
  using Lanes = placemat::prove::SymbolicLanes<@lanes@, @shift_bits@>;
  static const placemat::prove::Subject subject =
      placemat::prove::kernel_subject_of<@kernel@<Lanes>>(placemat_decoder_@name@);
  return subject;
}
" @ONLY)
  target_sources(placemat_prove PRIVATE ${source})
  string(APPEND declarations "const placemat::prove::Subject& placemat_subject_${name}();\n")
  string(APPEND rows "    &placemat_subject_${name}(),\n")
endforeach()
file(CONFIGURE OUTPUT ${CMAKE_CURRENT_BINARY_DIR}/proved/rows.cc CONTENT
"// Generated from the add_decoder() rows.
#include \"harness/prove/subjects.h\"
@declarations@
std::vector<const placemat::prove::Subject*> placemat::prove::subjects() {
  return {
@rows@  };
}
" @ONLY)
target_sources(placemat_prove PRIVATE ${CMAKE_CURRENT_BINARY_DIR}/proved/rows.cc)
target_compile_definitions(placemat_prove PRIVATE PLACEMAT_TREE="${PROJECT_SOURCE_DIR}")
