// bad_input_fixture.h: gives bad inputs to the program. For the tests of this directory only.
#pragma once

#include <gmock/gmock.h>

#include <algorithm>
#include <chrono>

#include "harness/cli/bad_inputs.h"

namespace placemat {

class BadInputTest : public WithDirectory {
 protected:
  // Every `step`th: exit code 2, one line that names the place, within ten seconds.
  void expect_refused(std::size_t step, const std::string& decoder, const std::string& lenient) {
    using Clock = std::chrono::steady_clock;
    const BadInputs inputs(directory_, decoder, lenient);
    std::chrono::duration<double> longest{0};
    for (std::size_t i = 0; i < inputs.all().size(); i += step) {
      const BadInput& bad = inputs.all()[i];
      SCOPED_TRACE(bad.arguments);
      const auto begun = Clock::now();
      const ShellResult answer = shell("timeout 10 " + kProgram + " " + bad.arguments);
      longest = std::max(longest, std::chrono::duration<double>(Clock::now() - begun));
      ++tried_;
      EXPECT_EQ(answer.code, 2) << answer.out.substr(0, 2000);
      EXPECT_EQ(std::ranges::count(answer.out, '\n'), 1) << answer.out.substr(0, 2000);
      EXPECT_LT(answer.out.size(), 4000u);
      EXPECT_THAT(answer.out, testing::AllOf(testing::HasSubstr(bad.place),
                                             testing::Not(testing::HasSubstr("fault of"))));
    }
    std::printf("%zu bad inputs, the longest took %.2f s\n", tried_, longest.count());
  }

  std::size_t tried_ = 0;
};

}  // namespace placemat
