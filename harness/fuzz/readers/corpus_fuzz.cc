// corpus_fuzz.cc: reads any text as the envelopes of new vectors, as a file of vectors and as case
// notation.
#include "harness/bytes/json.h"
#include "harness/corpus/edit.h"
#include "harness/fuzz/readers/parsed_file.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace placemat;
  const std::string text(reinterpret_cast<const char*>(data), size);
  const auto tried = [](const auto& work) {
    try {
      work();
    } catch (const InputError&) {
      return;
    }
  };
  tried([&] { parse_envelopes(text, "text"); });
  tried([&] { parse_units(text, std::size_t{1} << 16); });
  tried([&] { parse_profile(text); });
  tried([&] {
    static const Schema kSchema(PLACEMAT_TREE "/corpus/vector.schema.json");
    std::vector<Problem> problems;
    if (const auto document = parse_json(text, "text", problems)) kSchema.violations(*document);
  });
  return 0;
}
