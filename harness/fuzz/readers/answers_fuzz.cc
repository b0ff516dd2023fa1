// answers_fuzz.cc: reads any lines as answers of a child, one after the other.
#include <string_view>

#include "harness/isolation/line_answer.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace placemat;
  std::string_view rest(reinterpret_cast<const char*>(data), size);
  Batch batch;
  // The text of an error is kept for ever where one question is asked, so two are.
  batch.questions.resize(2);
  batch.answers.resize(2);
  MisreadAnswer wrong;
  for (std::size_t number = 1; !rest.empty(); ++number) {
    const std::size_t end = rest.find('\n');
    const std::string_view line = rest.substr(0, end);
    rest.remove_prefix(line.size() + (end == std::string_view::npos ? 0 : 1));
    if (read_answer(batch, number % 2, number, line, wrong)) batch.observation(number % 2);
  }
  return 0;
}
