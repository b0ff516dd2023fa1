// lines_fixture.h: the hostile child, judged with many cases.
#pragma once

#include <gmock/gmock.h>

#include <cstdlib>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "harness/isolation/hostile_fixture.h"
#include "harness/isolation/lines.h"
#include "harness/isolation/listed.h"

namespace placemat {

// The error that the child makes during the lifetime of this object.
class Hostile {
 public:
  explicit Hostile(const std::string& value, const char* name = "PLACEMAT_HOSTILE") : name_(name) {
    setenv(name, value.c_str(), 1);
  }
  ~Hostile() { unsetenv(name_); }
  Hostile(const Hostile&) = delete;
  Hostile& operator=(const Hostile&) = delete;

 private:
  const char* name_;
};

inline std::vector<std::string> many_with_two_faults() {
  std::vector<std::string> cases;
  for (unsigned i = 0; i < 1500; ++i) {
    cases.push_back(to_hex(Bytes{static_cast<std::uint8_t>(0x41 + i % 26), 0xC3,
                                 static_cast<std::uint8_t>(0x80 + i % 64)}));
  }
  cases[77] = "41FF42";
  cases[700] = "41FE42";
  cases[1400] = "41FF42";
  return cases;
}

inline Judged judge_child(const std::vector<std::string>& cases, const Limits& limits) {
  return judge_listed(
      [&](const RunContext& context) {
        return make_line_host(context, {{kHostileChild}, 3000}, limits,
                              std::make_shared<HangLimit>(1000));
      },
      cases);
}

// What the child does at one input, and the kind of the finding.
inline constexpr std::pair<std::string_view, std::string_view> kFailures[] = {
    {"abort", "crash"},
    {"signal-9", "crash"},
    {"exit", "crash"},
    {"fork-abort", "crash"},
    {"sleep", "hang"},
    {"stop", "hang"},
    {"memory", "exhausts-memory"},
    {"half", "breaks-protocol"},
    {"half-exit", "breaks-protocol"},
    {"garbage", "breaks-protocol"},
    {"flood", "breaks-protocol"},
    {"twice", "breaks-protocol"},
    {"lock", "crash"}};

// The failure and the wrong answer behind it are attributed to their cases, and no other is.
inline void expect_attributed(const std::string& error_class, const std::string& kind) {
  const Hostile also("1", "PLACEMAT_HOSTILE_ALSO");
  const Hostile hostile(error_class);
  // A short limit only where the harness waits for it, because a busy machine is slow.
  Limits limits;
  limits.call_ms = kind == "hang" || error_class.ends_with("half") ? 50 : 2000;
  limits.isolate = false;
  limits.output_mib = 1;
  limits.memory_mib = 100;
  const std::vector<std::string> cases = many_with_two_faults();
  const Judged judged = judge_child(cases, limits);
  EXPECT_EQ(judged.checks, 2 * cases.size()) << error_class;
  EXPECT_THAT(judged.wrong, testing::ElementsAre("41FE42 " + kind, "41FF42 accepts-ill-formed"))
      << error_class;
}

}  // namespace placemat
