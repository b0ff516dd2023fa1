// The theorem behind the complete suites, on random machines: a machine of the fault domain passes
// the suite only if it is equivalent to the law.
#include <gtest/gtest.h>

#include <deque>
#include <set>

#include "harness/bytes/hash.h"
#include "harness/call/fence.h"
#include "harness/certify/part.h"

namespace placemat {
namespace {

using State = CompleteSuite::State;

// A decoder that is a machine, and gives verdicts only.
struct Acceptor {
  std::vector<std::array<State, 256>> next;
  std::vector<bool> accepts;
};
Acceptor planted;  // the table of a decoder has no room for it

int validate_planted(const std::uint8_t* in, std::size_t length) {
  State state = 0;
  for (std::size_t i = 0; i < length; ++i) state = planted.next[state][in[i]];
  return planted.accepts[state] ? 1 : 0;
}

// The law with one state for each access string of the suite.
Acceptor law_of_utf8() {
  const Profile profile{DialectId::kUtf8, PolicyId::kReject, Bom::kKeep};
  const CompleteSuite suite(profile, Feature::kVerdict);
  Acceptor acceptor;
  for (std::size_t s = 0; s < suite.states(); ++s) {
    acceptor.accepts.push_back(!reference_decode(suite.access()[s], profile).error);
    acceptor.next.emplace_back();
    for (int unit = 0; unit <= 0xFF; ++unit) {
      const auto u = static_cast<std::uint8_t>(unit);
      acceptor.next[s][u] = suite.after(static_cast<State>(s), u);
    }
  }
  return acceptor;
}

bool are_equivalent(const Acceptor& a, const Acceptor& b) {
  std::set<std::pair<State, State>> seen{{0, 0}};
  std::deque<std::pair<State, State>> open{{0, 0}};
  for (; !open.empty(); open.pop_front()) {
    const auto [in_a, in_b] = open.front();
    if (a.accepts[in_a] != b.accepts[in_b]) return false;
    for (std::size_t unit = 0; unit < 256; ++unit) {
      const std::pair next(a.next[in_a][unit], b.next[in_b][unit]);
      if (seen.insert(next).second) open.push_back(next);
    }
  }
  return true;
}

// The law with `extra` copies of states: a state of the law, or a copy, leads to the next copy by
// one unit. In the last copy one unit leads elsewhere, or its verdict is wrong.
Acceptor with_copies(const Acceptor& law, unsigned extra, SplitMix64& chance) {
  Acceptor acceptor = law;
  auto from = static_cast<State>(chance.below(law.next.size()));
  for (unsigned i = 0; i < extra; ++i) {
    const std::size_t unit = chance.below(256);
    const State copied = acceptor.next[from][unit];
    const auto copy = static_cast<State>(acceptor.next.size());
    acceptor.next.push_back(acceptor.next[copied]);
    acceptor.accepts.push_back(acceptor.accepts[copied]);
    acceptor.next[from][unit] = copy;
    from = copy;
  }
  if (chance.below(4) == 0) {
    acceptor.accepts[from] = !acceptor.accepts[from];
  } else {
    acceptor.next[from][chance.below(256)] = static_cast<State>(chance.below(law.next.size()));
  }
  return acceptor;
}

bool passes_suite(unsigned extra) {
  Decoder decoder{};
  decoder.name = "planted";
  decoder.validate = validate_planted;
  const Fence fence(1000);
  FencedThread thread;
  Caller caller(decoder, thread);
  const MakeChecker make = [&](const Profile& profile, const Pass& pass) {
    return make_direct_checker(caller, thread, profile, pass);
  };
  for (std::uint64_t units = 0; units <= extra + 1; ++units) {
    CertifyPart part;
    part.item = PartOf::kSuite;
    part.size = units;
    part.profile = "utf-8/reject/keep";
    if (!certify_part(part, make, nullptr).checked.refusals.empty()) return false;
  }
  return true;
}

void expect_complete(unsigned extra, int machines) {
  const Acceptor law = law_of_utf8();
  SplitMix64 chance(1992);
  int faulty = 0;
  for (int i = 0; i < machines; ++i) {
    planted = with_copies(law, extra, chance);
    const bool is_right = are_equivalent(planted, law);
    faulty += is_right ? 0 : 1;
    EXPECT_EQ(passes_suite(extra), is_right) << "machine " << i;
  }
  EXPECT_GT(faulty, machines / 4);
  EXPECT_LT(faulty, machines);  // some changes change nothing
}

TEST(FaultDomain, SuiteOfNoExtraUnitRefusesEveryFaultyMachineOfItsStates) {
  expect_complete(0, 400);
}

TEST(FaultDomain, SuiteOfOneExtraUnitRefusesEveryFaultyMachineOfItsClass) {
  expect_complete(1, 30);
}

// A chain of copies that no string of the lesser suite reaches: the assumption is needed.
TEST(FaultDomain, MachineOutsideOfTheClassCanPass) {
  planted = law_of_utf8();
  for (const std::uint8_t unit : Bytes{'p', 'l', 'a', 'c', 'e'}) {
    const auto copy = static_cast<State>(planted.next.size());
    const State from = copy == law_of_utf8().next.size() ? State{0} : State(copy - 1);
    planted.next.push_back(planted.next[0]);
    planted.accepts.push_back(true);
    planted.next[from][unit] = copy;
  }
  planted.accepts.back() = false;
  EXPECT_FALSE(are_equivalent(planted, law_of_utf8()));
  EXPECT_TRUE(passes_suite(1));
}

}  // namespace
}  // namespace placemat
