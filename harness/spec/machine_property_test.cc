// The compiled machine against the reference decoder on long structured input.
// Every dialect, policy and BOM rule gets sequences of its own, their prefixes,
// and sequences with one unit changed, side by side.
#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <algorithm>
#include <array>
#include <string>

#include "harness/spec/encode.h"
#include "harness/spec/machine.h"

namespace placemat {
namespace {

constexpr std::size_t kLongest = 64;

// inRange of int, because its upper end is open and 100 is not a unit.
rc::Gen<std::uint8_t> units_of(Range range) {
  return rc::gen::cast<std::uint8_t>(rc::gen::inRange<int>(range.first, range.last + 1));
}

// A sequence of some form.
Bytes well_formed(const Dialect& dialect) {
  const Form form = *rc::gen::elementOf(dialect.forms);
  Bytes units;
  for (std::size_t i = 0; i < form.length; ++i) {
    const Range range = form.units[i];
    units.push_back(*rc::gen::weightedOneOf<std::uint8_t>(
        {{2, units_of(range)}, {1, rc::gen::just(range.first)}, {1, rc::gen::just(range.last)}}));
  }
  return units;
}

Bytes beginning(const Dialect& dialect) {
  Bytes units = well_formed(dialect);
  units.resize(*rc::gen::inRange<std::size_t>(1, units.size() + 1));
  return units;
}

Bytes one_unit_changed(const Dialect& dialect) {
  Bytes units = well_formed(dialect);
  units[*rc::gen::inRange<std::size_t>(0, units.size())] = *rc::gen::arbitrary<std::uint8_t>();
  return units;
}

Bytes signature(const Dialect& dialect) {
  const std::optional<Bytes> units = encode(dialect, 0xFEFF);
  return units ? *units : Bytes{};
}

// Items that UTF-8 rejects for a specific reason, or nearly so; other dialects
// accept some of them.
Bytes notorious() {
  return parse_hex(*rc::gen::element<const char*>(
      "C0 AF", "E0 80 AF", "F0 80 80 AF", "ED A0 80", "ED B0 80", "ED A0 81 ED B0 80",
      "F4 90 80 80", "F5 80 80 80", "F8 88 80 80 80", "FC 84 80 80 80 80", "FE", "FF", "00", "2F"));
}

// Items of a dialect; shrinking reduces their number first, then their units.
rc::Gen<Bytes> item_of(const Dialect& dialect) {
  using rc::gen::exec;
  return rc::gen::weightedOneOf<Bytes>({
      {4, exec([&dialect] { return well_formed(dialect); })},
      {3, exec([&dialect] { return beginning(dialect); })},
      {3, exec([&dialect] { return one_unit_changed(dialect); })},
      {2, exec([] { return Bytes{*rc::gen::arbitrary<std::uint8_t>()}; })},
      {1, exec([] { return Bytes{*units_of({0x80, 0xBF})}; })},
      {1, exec([&dialect] { return signature(dialect); })},
      {4, exec([] { return notorious(); })},
  });
}

Bytes joined(const std::vector<Bytes>& items) {
  Bytes bytes;
  for (const Bytes& item : items) bytes.insert(bytes.end(), item.begin(), item.end());
  if (bytes.size() > kLongest) bytes.resize(kLongest);
  return bytes;
}

// One string in four is well-formed until its end, where it may stop inside a
// sequence: an earlier error would hide that one.
rc::Gen<Bytes> string_of(const Dialect& dialect) {
  using rc::gen::container;
  using rc::gen::exec;
  return rc::gen::weightedOneOf<Bytes>({
      {3, rc::gen::map(container<std::vector<Bytes>>(item_of(dialect)), joined)},
      {1, exec([&dialect] {
         auto items = *container<std::vector<Bytes>>(exec([&] { return well_formed(dialect); }));
         items.push_back(beginning(dialect));
         return joined(items);
       })},
  });
}

std::vector<Profile> profiles_of(const Dialect& dialect) {
  std::vector<Profile> profiles;
  for (const Policy& policy : policies()) {
    profiles.push_back({dialect.id, policy.id, Bom::kKeep});
    profiles.push_back({dialect.id, policy.id, Bom::kStripLeading});
  }
  return profiles;
}

// Strings of every dialect, each under all its profiles.
template <class Property>
void check_every_dialect(const std::string& what, Property property) {
  for (const Dialect& dialect : dialects()) {
    EXPECT_TRUE(rc::check(what + ": " + std::string(dialect.name), [&] {
      // Every check begins with the same seed: without these draws, the strings
      // of all dialects would be alike, and a class missing in one would be
      // missing in all.
      for (auto id = static_cast<std::size_t>(dialect.id); id > 0; --id) *rc::gen::just(id);
      const Bytes bytes = *string_of(dialect).as("units");
      for (const Profile& profile : profiles_of(dialect)) {
        RC_LOG() << to_text(profile) << ": " << to_spaced_hex(bytes) << '\n';
        property(profile, bytes);
      }
    }));
  }
}

// How often each class of input occurred; a class that never occurred was not
// tested.
struct Seen {
  std::array<std::size_t, kErrorClassCount>
      error_classes{};  // of the first ill-formed subsequence as UTF-8
  std::size_t begins_with_signature = 0;
  std::size_t longer_than_half = 0;
};

void classify(const Dialect& dialect, ByteView bytes, Seen& seen) {
  const ErrorClass error_class = error_class_of(bytes);
  const Bytes bom = signature(dialect);
  const bool is_signed = !bom.empty() && bytes.size() >= bom.size() &&
                         std::ranges::equal(bom, bytes.first(bom.size()));
  RC_CLASSIFY(true, std::string(name_of(error_class)));
  RC_CLASSIFY(is_signed, "begins with a BOM");
  ++seen.error_classes[static_cast<std::size_t>(error_class)];
  seen.begins_with_signature += is_signed;
  seen.longer_than_half += bytes.size() > kLongest / 2;
}

void expect_every_class(const Seen& seen) {
  for (std::size_t i = 0; i < kErrorClassCount; ++i) {
    EXPECT_GT(seen.error_classes[i], 0u) << name_of(static_cast<ErrorClass>(i));
  }
  EXPECT_GT(seen.begins_with_signature, 0u);
  EXPECT_GT(seen.longer_than_half, 0u);
}

TEST(Machine, EqualsReferenceOnStructuredInput) {
  Seen seen;
  check_every_dialect("the machine answers as the reference decoder",
                      [&seen](const Profile& profile, const Bytes& bytes) {
                        if (profile == Profile{profile.dialect, PolicyId::kReject, Bom::kKeep}) {
                          classify(dialect(profile.dialect), bytes, seen);
                        }
                        const Answer expected = reference_decode(bytes, profile);
                        RC_ASSERT(machine(profile).decode(bytes) == expected);
                      });
  expect_every_class(seen);
}

// The same string in a walker that has seen its prefixes, one unit at a time,
// as in an enumeration.
TEST(Walker, GrowingUnitByUnitGivesTheSameAnswer) {
  check_every_dialect("prefixes first or not at all",
                      [](const Profile& profile, const Bytes& bytes) {
                        Walker growing(machine(profile));
                        for (std::size_t n = 0; n <= bytes.size(); ++n) {
                          const ByteView prefix = ByteView(bytes).first(n);
                          const Walker::View view = growing.decode(prefix);
                          const Answer expected = reference_decode(prefix, profile);
                          RC_ASSERT(std::ranges::equal(view.values, expected.values));
                          RC_ASSERT(view.error == expected.error);
                          RC_ASSERT(view.values_before_error == expected.values_before_error);
                        }
                      });
}

// The class of the first ill-formed subsequence, from its units alone.
ErrorClass fault_from_units(const Dialect& dialect, ByteView bytes, const IllFormed& error) {
  const bool begun = dialect.announces(bytes[error.offset]) > 0;
  const std::size_t length = begun ? error.length : 0;
  const ByteView prefix = bytes.subspan(error.offset, length);
  return classify_error(prefix, error.at_end ? -1 : int{bytes[error.offset + length]});
}

// Holds however the machine has merged its states and whichever path led to
// one. UTF-1 is excluded: its leads A1..F5 are one state, in which E0 80 is not
// an overlong form and is called interrupted like the others.
TEST(Machine, ErrorClassIsThatOfTheUnits) {
  check_every_dialect(
      "the fault follows from the units", [](const Profile& profile, const Bytes& bytes) {
        if (profile.dialect == DialectId::kUtf1) return;
        Walker walker(machine(profile));
        const Walker::View view = walker.decode(bytes);
        const ErrorClass expected =
            view.error ? fault_from_units(dialect(profile.dialect), bytes, *view.error)
                       : ErrorClass::kNone;
        RC_ASSERT(name_of(view.error_class) == name_of(expected));
      });
}

}  // namespace
}  // namespace placemat
