// mutants.cc: the automaton families. All are patches of the compiled machine,
// and therefore derived from Table 3-7 like the machine itself.
#include "harness/strength/mutants.h"

#include <fmt/format.h>

#include <algorithm>

#include "harness/bytes/hash.h"
#include "harness/spec/encode.h"

namespace placemat {
namespace {

using State = Machine::State;

const Machine& law() { return machine(kMutatedProfile); }

State state_after(ByteView prefix) {
  State state = Machine::kStart;
  for (const std::uint8_t unit : prefix) state = law().at(state, unit).next;
  return state;
}

// "start", "after-E0"
std::string slug_of(State state) {
  const Bytes& access = access_strings()[state];
  return access.empty() ? "start" : "after-" + to_hex(access);
}

std::string slug_of_symbol(std::size_t symbol) {
  return symbol == Machine::kEnd ? "end" : fmt::format("{:02X}", symbol);
}

// The bits of a unit that carry a value, by its bit pattern.
std::uint64_t payload(std::uint8_t unit) {
  if (unit < 0x80) return unit;
  if (unit < 0xC0) return unit & 0x3Fu;
  if (unit < 0xE0) return unit & 0x1Fu;
  return unit < 0xF0 ? unit & 0x0Fu : unit & 0x07u;
}

// The highest of these bits.
std::uint64_t top_bit(std::uint8_t unit) {
  if (unit < 0x80) return 0x40;
  if (unit < 0xC0) return 0x20;
  if (unit < 0xE0) return 0x10;
  return unit < 0xF0 ? 0x08 : 0x04;
}

// The value that one step of a unit with transition `t` adds: 1, 64, 4096 ...;
// 0 when it adds nothing.
std::uint64_t weight(const Transition& t) {
  const bool takes_part = t.emits || law().pending(t.next) > 0;
  if (!takes_part) return 0;
  std::uint64_t weight = 1;
  State at = t.next;
  // Every unit that follows has a weight 64 times smaller.
  for (; law().pending(at) > 0; weight *= 64) {
    std::size_t next = 0;
    while (law().at(at, next).error_length > 0) ++next;
    at = law().at(at, next).next;
  }
  return weight;
}

// The transition of `unit` if it were `like`, with its own bits.
Transition as(State state, std::uint8_t unit, std::uint8_t like) {
  Transition t = law().at(state, like);
  const std::uint64_t w = weight(t);
  t.add += w * unit;
  t.add -= w * like;
  return t;
}

void add(std::vector<Mutant>& all, MutantFamily family, std::string name,
         std::vector<Patch> patches) {
  std::erase_if(patches,
                [](const Patch& p) { return p.transition == law().at(p.state, p.symbol); });
  if (patches.empty()) return;
  Mutant mutant;
  mutant.family = family;
  mutant.name = fmt::format("{}/{}", row_of(family).name, name);
  mutant.machine = &law();
  mutant.patches = std::move(patches);
  all.push_back(std::move(mutant));
}

void add_machine(std::vector<Mutant>& all, const Profile& profile) {
  Mutant mutant;
  mutant.family = MutantFamily::kSemantic;
  mutant.name = "semantic/profile/" + to_text(profile);
  mutant.machine = &machine(profile);
  all.push_back(std::move(mutant));
}

void add_value_fault(std::vector<Mutant>& all, MutantFamily family, std::string name,
                     const ValueFault& fault) {
  Mutant mutant;
  mutant.family = family;
  mutant.name = fmt::format("{}/{}", row_of(family).name, name);
  mutant.machine = &law();
  mutant.value = fault;
  all.push_back(std::move(mutant));
}

// Every plausible mistake in the treatment of one symbol in one state: as
// another class of unit, as in another state, with another output.
void add_transitions(std::vector<Mutant>& all, State state, std::size_t symbol) {
  const Transition& right = law().at(state, symbol);
  std::vector<Transition> tried{right};
  const auto try_one = [&](const std::string& how, const Transition& t) {
    if (std::ranges::find(tried, t) != tried.end()) return;
    tried.push_back(t);
    add(all, MutantFamily::kTransition,
        fmt::format("{}/{}/{}", slug_of(state), slug_of_symbol(symbol), how),
        {{state, static_cast<std::uint16_t>(symbol), t}});
  };
  if (symbol != Machine::kEnd) {
    const auto unit = static_cast<std::uint8_t>(symbol);
    for (const auto& units : law().classes()) {
      try_one(fmt::format("as-{:02X}", units.front()), as(state, unit, units.front()));
    }
    for (State other = 0; other < law().state_count(); ++other) {
      Transition redirected = right;
      redirected.next = other;
      try_one("to-" + slug_of(other), redirected);
      Transition swallowed;
      swallowed.next = other;
      try_one("silently-to-" + slug_of(other), swallowed);
    }
  }
  for (State other = 0; other < law().state_count(); ++other) {
    try_one("as-" + slug_of(other), law().at(other, symbol));
  }
  for (int more : {-1, 1}) {
    if (right.replacements + more < 0) continue;
    Transition t = right;
    t.replacements = static_cast<std::uint8_t>(t.replacements + more);
    try_one(fmt::format("{}-replacements", t.replacements), t);
  }
  Transition unseen = right;
  unseen.error_length = unseen.error_back = 0;
  try_one("no-error", unseen);
  Transition mute = right;
  mute.emits = false;
  try_one("no-value", mute);
}

void add_classes(std::vector<Mutant>& all) {
  for (unsigned unit = 0; unit < 256; ++unit) {
    for (const auto& units : law().classes()) {
      const std::uint8_t like = units.front();
      if (law().class_of(static_cast<std::uint8_t>(unit)) == law().class_of(like)) continue;
      std::vector<Patch> patches;
      for (State state = 0; state < law().state_count(); ++state) {
        patches.push_back({state, static_cast<std::uint16_t>(unit),
                           as(state, static_cast<std::uint8_t>(unit), like)});
      }
      add(all, MutantFamily::kClass, fmt::format("{:02X}/as-{:02X}", unit, like),
          std::move(patches));
    }
  }
}

// The payload of `unit`, with one of the usual mistakes.
struct PayloadFault {
  std::string_view name;
  std::uint64_t (*wrong)(std::uint64_t payload, std::uint64_t unit, std::uint64_t weight);
};
constexpr std::array<PayloadFault, 5> kPayloadFaults{{
    {"shift-one-more", [](auto p, auto, auto w) { return 2 * p * w; }},
    {"shift-one-less", [](auto p, auto, auto w) { return p * w / 2; }},
    {"shift-nothing", [](auto p, auto, auto) { return p; }},
    {"mask-too-narrow",
     [](auto p, auto u, auto w) { return (p & ~top_bit(static_cast<std::uint8_t>(u))) * w; }},
    {"no-mask", [](auto, auto u, auto w) { return u * w; }},
}};

void add_payloads(std::vector<Mutant>& all) {
  for (State state = 0; state < law().state_count(); ++state) {
    for (const auto& units : law().classes()) {
      if (weight(law().at(state, units.front())) == 0) continue;
      for (const PayloadFault& fault : kPayloadFaults) {
        std::vector<Patch> patches;
        for (const std::uint8_t unit : units) {
          Transition t = law().at(state, unit);
          const std::uint64_t w = weight(t);
          t.add += fault.wrong(payload(unit), unit, w) - payload(unit) * w;
          patches.push_back({state, unit, t});
        }
        add(all, MutantFamily::kPayload,
            fmt::format("{}/{:02X}/{}", slug_of(state), units.front(), fault.name),
            std::move(patches));
      }
      for (const std::uint8_t unit : units) {
        Transition t = law().at(state, unit);
        t.add += weight(t);
        add(all, MutantFamily::kPayload,
            fmt::format("{}/{:02X}/one-too-many", slug_of(state), unit), {{state, unit, t}});
      }
    }
  }
}

// A unit that interrupts a sequence leaves the units of that sequence in the value under
// construction.
void add_retained_payloads(std::vector<Mutant>& all) {
  for (State state = 1; state < law().state_count(); ++state) {
    for (const auto& units : law().classes()) {
      const Transition& right = law().at(state, units.front());
      if (!right.restart || weight(right) == 0) continue;
      std::vector<Patch> patches;
      for (const std::uint8_t unit : units) {
        Transition t = law().at(state, unit);
        t.restart = false;
        patches.push_back({state, unit, t});
      }
      add(all, MutantFamily::kPayload,
          fmt::format("{}/{:02X}/keeps-interrupted", slug_of(state), units.front()),
          std::move(patches));
    }
  }
}

std::vector<Patch> patched(const Bytes& prefix, unsigned first, unsigned last, std::uint8_t like) {
  std::vector<Patch> patches;
  const State state = state_after(prefix);
  for (unsigned unit = first; unit <= last; ++unit) {
    patches.push_back({state, static_cast<std::uint16_t>(unit),
                       as(state, static_cast<std::uint8_t>(unit), like)});
  }
  return patches;
}

std::vector<Patch> joined(std::initializer_list<std::vector<Patch>> parts) {
  std::vector<Patch> all;
  for (const auto& part : parts) all.insert(all.end(), part.begin(), part.end());
  return all;
}

// The boundaries of Table 3-7, each moved by one unit in either direction.
void add_boundaries(std::vector<Mutant>& all) {
  for (State state = 0; state < law().state_count(); ++state) {
    const auto goes_on = [&](unsigned unit) { return law().at(state, unit).error_length == 0; };
    for (unsigned unit = 1; unit < 256; ++unit) {
      const auto here = static_cast<std::uint8_t>(unit);
      const auto below = static_cast<std::uint8_t>(unit - 1);
      if (law().class_of(here) == law().class_of(below)) continue;
      if (!goes_on(here) && !goes_on(below)) continue;
      add(all, MutantFamily::kSemantic,
          fmt::format("boundary/{}/{:02X}-below", slug_of(state), unit),
          {{state, below, as(state, below, here)}});
      add(all, MutantFamily::kSemantic,
          fmt::format("boundary/{}/{:02X}-above", slug_of(state), unit),
          {{state, here, as(state, here, below)}});
    }
  }
}

void add_overlongs_and_surrogates(std::vector<Mutant>& all) {
  const auto rule = [&](const std::string& name, std::vector<Patch> patches) {
    add(all, MutantFamily::kSemantic, name, std::move(patches));
  };
  rule("overlong/2", patched({}, 0xC0, 0xC1, 0xC2));
  rule("overlong/3", patched({0xE0}, 0x80, 0x9F, 0xA0));
  rule("overlong/4", patched({0xF0}, 0x80, 0x8F, 0x90));
  rule("overlong/any", joined({patched({}, 0xC0, 0xC1, 0xC2), patched({0xE0}, 0x80, 0x9F, 0xA0),
                               patched({0xF0}, 0x80, 0x8F, 0x90)}));
  rule("surrogate/all", patched({0xED}, 0xA0, 0xBF, 0x80));
  rule("surrogate/high", patched({0xED}, 0xA0, 0xAF, 0x80));
  rule("surrogate/low", patched({0xED}, 0xB0, 0xBF, 0x80));
  rule("beyond-10ffff/f4", patched({0xF4}, 0x90, 0xBF, 0x80));
  rule("beyond-10ffff/f5-f7", patched({}, 0xF5, 0xF7, 0xF1));
  rule("beyond-10ffff/all",
       joined({patched({0xF4}, 0x90, 0xBF, 0x80), patched({}, 0xF5, 0xF7, 0xF1)}));
  for (unsigned unit = 0xC0; unit <= 0xC1; ++unit) {
    rule(fmt::format("overlong/only-{:02X}", unit), patched({}, unit, unit, 0xC2));
  }
  for (unsigned unit = 0x80; unit <= 0x9F; ++unit) {
    rule(fmt::format("overlong/only-E0{:02X}", unit), patched({0xE0}, unit, unit, 0xA0));
  }
  for (unsigned unit = 0x80; unit <= 0x8F; ++unit) {
    rule(fmt::format("overlong/only-F0{:02X}", unit), patched({0xF0}, unit, unit, 0x90));
  }
  for (unsigned unit = 0xA0; unit <= 0xBF; ++unit) {
    rule(fmt::format("surrogate/only-ED{:02X}", unit), patched({0xED}, unit, unit, 0x80));
  }
  for (unsigned unit = 0x90; unit <= 0xBF; ++unit) {
    rule(fmt::format("beyond-10ffff/only-F4{:02X}", unit), patched({0xF4}, unit, unit, 0x80));
  }
  for (unsigned unit = 0xF5; unit <= 0xFF; ++unit) {
    rule(fmt::format("beyond-10ffff/only-{:02X}", unit), patched({}, unit, unit, 0xF1));
  }
}

// A truncated sequence: the following unit is swallowed, or the open sequence
// is lost or treated as complete.
void add_truncations(std::vector<Mutant>& all) {
  std::vector<Patch> swallowed, dropped, accepted;
  for (State state = 1; state < law().state_count(); ++state) {
    std::vector<Patch> here;
    for (std::uint16_t unit = 0; unit < 256; ++unit) {
      Transition t = law().at(state, unit);
      if (t.error_length == 0) continue;
      t = {Machine::kStart, 1, false, false, t.error_back, t.error_length, t.error_class, 0};
      here.push_back({state, unit, t});
    }
    add(all, MutantFamily::kSemantic, "swallows-next/" + slug_of(state), here);
    swallowed.insert(swallowed.end(), here.begin(), here.end());

    Transition drop;
    add(all, MutantFamily::kSemantic, "drops-truncated/" + slug_of(state),
        {{state, Machine::kEnd, drop}});
    dropped.push_back({state, Machine::kEnd, drop});
    Transition accept;
    accept.emits = true;
    add(all, MutantFamily::kSemantic, "accepts-truncated/" + slug_of(state),
        {{state, Machine::kEnd, accept}});
    accepted.push_back({state, Machine::kEnd, accept});
  }
  add(all, MutantFamily::kSemantic, "swallows-next/any", swallowed);
  add(all, MutantFamily::kSemantic, "drops-truncated/any", dropped);
  add(all, MutantFamily::kSemantic, "accepts-truncated/any", accepted);
}

void add_value_rules(std::vector<Mutant>& all) {
  using Does = ValueFault::Does;
  const auto rule = [&](const std::string& name, const ValueFault& fault) {
    add_value_fault(all, MutantFamily::kSemantic, name, fault);
  };
  rule("nul/ends-input", {Does::kEndsInput, 0, 0, 0, 0, 0});
  for (std::uint64_t value = 1; value <= 0x7F; ++value) {
    rule(fmt::format("ends-input/{:02X}", value), {Does::kEndsInput, value, value, 0, 0, 0});
  }
  rule("nul/dropped", {Does::kDrops, 0, 0, 0, 0, 0});
  rule("nul/refused", {Does::kRefuses, 0, 0, 0, 0, 0});
  rule("bom/dropped-anywhere", {Does::kDrops, 0xFEFF, 0xFEFF, 0, 0, 0});
  rule("bom/refused", {Does::kRefuses, 0xFEFF, 0xFEFF, 0, 0, 0});
  rule("bom/swapped-dropped", {Does::kDrops, 0xFFFE, 0xFFFE, 0, 0, 0});
  for (const auto& [does, how] :
       {std::pair{Does::kRefuses, "refused"}, std::pair{Does::kDrops, "dropped"}}) {
    const auto range = [&](std::string_view name, std::uint64_t first, std::uint64_t last) {
      rule(fmt::format("{}/{}", name, how), {does, first, last, 0, 0, 0});
    };
    rule(fmt::format("noncharacter/last-two/{}", how), {does, 0, kMaxScalar, 0xFFFE, 0xFFFE, 0});
    range("noncharacter/fdd0-fdef", 0xFDD0, 0xFDEF);
    for (std::uint64_t plane = 0; plane <= 16; ++plane) {
      const std::uint64_t value = plane << 16 | 0xFFFE;
      range(fmt::format("noncharacter/plane-{}", plane), value, value + 1);
    }
    range("replacement-character", 0xFFFD, 0xFFFD);
    range("c0-controls", 0x01, 0x1F);
    range("delete", 0x7F, 0x7F);
    range("c1-controls", 0x80, 0x9F);
    range("private-use", 0xE000, 0xF8FF);
    range("private-use-planes", 0xF0000, 0x10FFFF);
    range("specials", 0xFFF0, 0xFFFF);
    range("tags", 0xE0000, 0xE007F);
    range("supplementary", 0x10000, 0x10FFFF);
  }
  // One bit of every value of one length.
  constexpr std::array<std::pair<std::uint64_t, std::uint64_t>, 4> kLengths{
      {{0, 0x7F}, {0x80, 0x7FF}, {0x800, 0xFFFF}, {0x10000, kMaxScalar}}};
  for (std::size_t length = 1; length <= 4; ++length) {
    const auto [first, last] = kLengths[length - 1];
    for (std::uint64_t bit = 1; bit <= last; bit <<= 1) {
      rule(fmt::format("value-bit/{}-unit/{:X}-flips", length, bit),
           {Does::kFlips, first, last, 0, 0, bit});
      rule(fmt::format("value-bit/{}-unit/{:X}-is-lost", length, bit),
           {Does::kFlips, first, last, bit, bit, bit});
      rule(fmt::format("value-bit/{}-unit/{:X}-is-set", length, bit),
           {Does::kFlips, first, last, bit, 0, bit});
    }
  }
}

void add_profiles(std::vector<Mutant>& all) {
  for (const Dialect& d : dialects()) {
    for (const Policy& p : policies()) {
      for (const Bom bom : {Bom::kKeep, Bom::kStripLeading}) {
        const Profile profile{d.id, p.id, bom};
        if (!(profile == kMutatedProfile)) add_machine(all, profile);
      }
    }
  }
}

void gate(std::vector<Mutant>& all, MutantFamily family, const std::vector<Mutant>& faults,
          const std::string& name, const Gate& gate) {
  for (const Mutant& fault : faults) {
    Mutant gated = fault;
    gated.family = family;
    gated.gate = gate;
    gated.name = fmt::format("{}/{}/{}", row_of(family).name, name, fault.name);
    all.push_back(std::move(gated));
  }
}

}  // namespace

std::vector<Mutant> automaton_mutants() {
  std::vector<Mutant> all;
  for (State state = 0; state < law().state_count(); ++state) {
    for (std::size_t symbol = 0; symbol < Machine::kSymbols; ++symbol) {
      add_transitions(all, state, symbol);
    }
  }
  add_classes(all);
  add_payloads(all);
  add_retained_payloads(all);
  add_boundaries(all);
  add_overlongs_and_surrogates(all);
  add_truncations(all);
  add_value_rules(all);
  add_profiles(all);
  return all;
}

std::vector<Mutant> base_faults() {
  std::vector<Mutant> all;
  const auto fault = [&](const std::string& name, std::vector<Patch> patches) {
    add(all, MutantFamily::kSemantic, name, std::move(patches));
    all.back().name = name;
  };
  const auto wrong_value = [](std::vector<Patch> patches) {
    for (Patch& patch : patches) patch.transition.add ^= 1;
    return patches;
  };
  const auto eaten = [](std::vector<Patch> patches) {
    for (Patch& patch : patches) patch.transition = {};
    return patches;
  };
  fault("accepts-overlong-2", patched({}, 0xC0, 0xC1, 0xC2));
  fault("accepts-overlong-3", patched({0xE0}, 0x80, 0x9F, 0xA0));
  fault("accepts-overlong-4", patched({0xF0}, 0x80, 0x8F, 0x90));
  fault("accepts-surrogate", patched({0xED}, 0xA0, 0xBF, 0x80));
  fault("accepts-beyond-10ffff", patched({0xF4}, 0x90, 0xBF, 0x80));
  fault("accepts-f5-f7", patched({}, 0xF5, 0xF7, 0xF1));
  fault("drops-lone-continuation", eaten(patched({}, 0x80, 0xBF, 0x80)));
  fault("drops-f8-ff", eaten(patched({}, 0xF8, 0xFF, 0xFF)));
  fault("takes-ascii-for-second", patched({0xC2}, 0x00, 0x7F, 0x80));
  fault("takes-lead-for-second", patched({0xC2}, 0xC0, 0xFF, 0x80));
  fault("takes-ascii-for-third", patched({0xE1, 0x80}, 0x00, 0x7F, 0x80));
  fault("takes-lead-for-fourth", patched({0xF1, 0x80, 0x80}, 0xC0, 0xFF, 0x80));
  fault("wrong-value-1", wrong_value(patched({}, 0x00, 0x7F, 0x00)));
  fault("wrong-value-2", wrong_value(patched({0xC2}, 0x80, 0xBF, 0x80)));
  fault("wrong-value-3", wrong_value(patched({0xE1, 0x80}, 0x80, 0xBF, 0x80)));
  fault("wrong-value-4", wrong_value(patched({0xF1, 0x80, 0x80}, 0x80, 0xBF, 0x80)));
  fault("refuses-2", patched({}, 0xC2, 0xDF, 0xFF));
  fault("refuses-3", patched({}, 0xE1, 0xEC, 0xFF));
  fault("refuses-4", patched({}, 0xF1, 0xF3, 0xFF));
  return all;
}

std::vector<Mutant> position_mutants() {
  std::vector<Mutant> all;
  const std::vector<Mutant> faults = base_faults();
  for (const std::uint32_t block : {16u, 32u, 64u, 128u}) {
    for (std::uint32_t offset = 0; offset < block; ++offset) {
      gate(all, MutantFamily::kPosition, faults, fmt::format("at-{}-of-{}", offset, block),
           {Gate::Kind::kOffset, block, offset});
    }
    gate(all, MutantFamily::kPosition, faults, fmt::format("across-edge-of-{}", block),
         {Gate::Kind::kAcrossEdge, block, 0});
    gate(all, MutantFamily::kPosition, faults, fmt::format("last-block-of-{}", block),
         {Gate::Kind::kLastBlock, block, 0});
  }
  for (const std::uint32_t run : {1u, 4u, 8u, 15u, 16u, 31u, 32u, 63u, 64u}) {
    gate(all, MutantFamily::kPosition, faults, fmt::format("after-{}-ascii", run),
         {Gate::Kind::kAfterAscii, run, 0});
  }
  gate(all, MutantFamily::kPosition, faults, "at-end", {Gate::Kind::kAtEnd, 0, 0});
  // Beyond every pad, at the ends of decoders' buffers, and at the limits of 16 bits.
  for (const std::uint32_t offset :
       {130u, 199u, 255u, 256u, 257u, 511u, 512u, 1023u, 1024u, 4096u, 65536u}) {
    gate(all, MutantFamily::kPosition, faults, fmt::format("at-offset-{}", offset),
         {Gate::Kind::kAtOffset, offset, 0});
  }
  // A fault in the first unit of a sequence never shows across an edge: the
  // sequence begins in the block of that unit.
  std::erase_if(all, [](const Mutant& m) {
    return m.gate.kind == Gate::Kind::kAcrossEdge && m.patches.front().state == Machine::kStart;
  });
  return all;
}

namespace {

// Pairs of values that programs treat apart: bases and combining marks, joiners, selectors,
// byte order marks, noncharacters, surrogates' neighbours, the ends of planes, ends of lines.
constexpr std::array<std::pair<std::uint32_t, std::uint32_t>, 48> kPairs{
    {{0x65, 0x301},      {0x61, 0x308},     {0x6E, 0x303},      {0x41, 0x30A},
     {0x915, 0x94D},     {0x1100, 0x1161},  {0xAC00, 0x11A8},   {0x1F468, 0x200D},
     {0x200D, 0x1F469},  {0x2764, 0xFE0F},  {0x1F1E9, 0x1F1EA}, {0x1F44D, 0x1F3FD},
     {0x30, 0x20E3},     {0x4E00, 0xE0100}, {0x845B, 0xE0101},  {0x1F3F4, 0xE0067},
     {0xFEFF, 0xFEFF},   {0xFEFF, 0xFFFE},  {0xFFFE, 0xFEFF},   {0xFEFF, 0xFFFF},
     {0xFEFF, 0xFDD0},   {0xFFFD, 0xFFFD},  {0xFFFD, 0xFEFF},   {0xFFFD, 0xFFFF},
     {0xFEFF, 0xFFFD},   {0x0, 0xFEFF},     {0xFEFF, 0x0},      {0xD7FF, 0xE000},
     {0xE000, 0xD7FF},   {0xFFFF, 0x10000}, {0x10FFFF, 0x0},    {0x10FFFF, 0x10000},
     {0x1FFFF, 0x20000}, {0x7F, 0x80},      {0x7FF, 0x800},     {0xD, 0xA},
     {0xA, 0xD},         {0x2028, 0x2029},  {0x85, 0xA},        {0x200E, 0x202E},
     {0x627, 0x644},     {0x644, 0x627},    {0x5D0, 0x5B8},     {0xE01, 0xE33},
     {0x49, 0x307},      {0xE9, 0x301},     {0x200C, 0x200D},   {0xAD, 0x41}}};

// A value that is lost, or wrong, directly after another one, or after an ill-formed item.
void add_value_pairs(std::vector<Mutant>& all) {
  using Does = ValueFault::Does;
  for (const auto& [first, second] : kPairs) {
    const std::string name = fmt::format("pair/{:04X}/{:04X}", first, second);
    add_value_fault(all, MutantFamily::kHistory, name + "/dropped",
                    {Does::kDrops, second, second, 0, 0, 0});
    all.back().gate = {Gate::Kind::kAfterValue, first, 0};
    add_value_fault(all, MutantFamily::kHistory, name + "/refused",
                    {Does::kRefuses, second, second, 0, 0, 0});
    all.back().gate = {Gate::Kind::kAfterValue, first, 0};
  }
  for (std::uint32_t item = 4; item < kItemKinds; ++item) {
    // Nothing follows the end of the input.
    if (item == 3 + static_cast<std::uint32_t>(ErrorClass::kTruncated)) continue;
    for (const std::uint64_t value : {0xFEFFu, 0xFFFDu, 0xFFFEu, 0x301u, 0x1F600u}) {
      add_value_fault(
          all, MutantFamily::kHistory,
          fmt::format("value-after/{}/{:04X}", name_of_item(static_cast<ItemKind>(item)), value),
          {Does::kDrops, value, value, 0, 0, 0});
      all.back().gate = {Gate::Kind::kAfterItem, item, 0};
    }
  }
}

}  // namespace

std::vector<Mutant> history_mutants() {
  std::vector<Mutant> all;
  const std::vector<Mutant> faults = base_faults();
  for (std::uint32_t a = 0; a < kItemKinds; ++a) {
    gate(all, MutantFamily::kHistory, faults, "after/" + name_of_item(static_cast<ItemKind>(a)),
         {Gate::Kind::kAfterItem, a, 0});
    for (std::uint32_t b = 0; b < kItemKinds; ++b) {
      gate(all, MutantFamily::kHistory, faults,
           fmt::format("after/{}/{}", name_of_item(static_cast<ItemKind>(a)),
                       name_of_item(static_cast<ItemKind>(b))),
           {Gate::Kind::kAfterTwo, a, b});
    }
  }
  // Nothing follows the end of the input.
  std::erase_if(all, [](const Mutant& m) {
    const auto truncated = 3 + static_cast<std::uint32_t>(ErrorClass::kTruncated);
    return m.gate.a == truncated || (m.gate.kind == Gate::Kind::kAfterTwo && m.gate.b == truncated);
  });

  // Counters, and counters that are too narrow.
  for (const std::uint32_t n : {3u, 4u, 7u, 8u, 15u, 16u, 31u, 32u, 63u, 64u, 127u, 128u, 255u,
                                256u, 4096u, 5000u, 32768u, 65535u, 65536u}) {
    gate(all, MutantFamily::kHistory, faults, fmt::format("after-errors/{}", n),
         {Gate::Kind::kAfterErrors, n, 0});
  }
  // After the characters of one lead and second unit, one pair of each lead.
  for (std::uint32_t lead = 0xC2; lead <= 0xF4; ++lead) {
    const auto state = law().at(Machine::kStart, lead).next;
    // Any second unit suffices that is not at the end of a range for all leads.
    std::uint32_t unit = 0x80 + lead * 37 % 0x40;
    while (law().at(state, unit).error_length > 0) unit = 0x80 + (unit + 1) % 0x40;
    gate(all, MutantFamily::kHistory, faults, fmt::format("after-units/{:02X}{:02X}", lead, unit),
         {Gate::Kind::kAfterUnits, lead << 8 | unit, 0});
  }

  add_value_pairs(all);

  using Does = ValueFault::Does;
  // One lead and second unit: 64 values of three units, 4096 of four.
  for (std::uint64_t first = 0x800; first <= 0xFFFF; first += 0x40) {
    if (is_surrogate(first)) continue;
    add_value_fault(all, MutantFamily::kHistory, fmt::format("lead-and-second/{:04X}", first),
                    {Does::kFlips, first, first + 0x3F, 0, 0, 1});
  }
  for (std::uint64_t first = 0x10000; first <= kMaxScalar; first += 0x1000) {
    add_value_fault(all, MutantFamily::kHistory, fmt::format("lead-and-second/{:04X}", first),
                    {Does::kFlips, first, first + 0xFFF, 0, 0, 1});
  }
  return all;
}

namespace {

void add_accepted(std::vector<Mutant>& all, std::size_t length, std::uint64_t value) {
  Mutant mutant;
  mutant.family = MutantFamily::kValue;
  mutant.machine = &law();
  mutant.accepts = {in_units(length, value), value};
  mutant.name = "value/accepts/" + to_hex(mutant.accepts.units);
  if (std::ranges::find(all, mutant.name, &Mutant::name) == all.end()) {
    all.push_back(std::move(mutant));
  }
}

}  // namespace

std::vector<Mutant> value_mutants(std::uint64_t seed) {
  using Does = ValueFault::Does;
  std::vector<Mutant> all;
  constexpr int kScalars = 256;
  SplitMix64 chance(seed);
  for (int i = 0; i < kScalars; ++i) {
    const std::uint64_t value = chance.below(kMaxScalar + 1);
    if (is_surrogate(value)) continue;
    const Does does = i % 2 == 0 ? Does::kRefuses : Does::kFlips;
    add_value_fault(all, MutantFamily::kValue,
                    fmt::format("one-scalar/{:04X}/{}", value, i % 2 == 0 ? "refused" : "wrong"),
                    {does, value, value, 0, 0, 1});
  }
  // What no form of Table 3-7 has: overlong, surrogate, or beyond 10FFFF.
  struct Part {
    std::size_t length;
    std::uint64_t first, last;
    int drawn;
  };
  constexpr std::array<Part, 5> kParts{{{2, 0x00, 0x7F, 16},
                                        {3, 0x00, 0x7FF, 32},
                                        {3, 0xD800, 0xDFFF, 32},
                                        {4, 0x00, 0xFFFF, 48},
                                        {4, 0x110000, 0x1FFFFF, 128}}};
  for (const Part& part : kParts) {
    for (int i = 0; i < part.drawn; ++i) {
      add_accepted(all, part.length, part.first + chance.below(part.last - part.first + 1));
    }
  }
  // Of the longer patterns, the limits: of shorter patterns, of planes and of Unicode.
  for (const std::size_t length : {5u, 6u}) {
    for (const std::uint64_t limit : {0x80u, 0x800u, 0xD800u, 0xE000u, 0x10000u, 0x110000u,
                                      0x200000u, 0x1000000u, 0x4000000u}) {
      add_accepted(all, length, limit - 1);
      if (length == 6 || limit < 0x4000000) add_accepted(all, length, limit);
    }
    add_accepted(all, length, 0);
  }
  add_accepted(all, 6, 0x7FFFFFFF);
  return all;
}

namespace {

void add_stream_fault(std::vector<Mutant>& all, std::string name, const StreamFault& fault) {
  Mutant mutant;
  mutant.family = MutantFamily::kState;
  mutant.name = "state/" + std::move(name);
  mutant.machine = &law();
  mutant.stream = fault;
  all.push_back(std::move(mutant));
}

// Faults that need several texts, several streams, or a pattern of pushes.
void add_lifecycles(std::vector<Mutant>& all) {
  using At = StreamFault::At;
  using Does = StreamFault::Does;
  struct Row {
    std::string_view name;
    At at;
    std::vector<std::uint32_t> counts;
  };
  const std::array<Row, 5> rows{{
      {"text", At::kUse, {2, 3, 4, 5, 7, 8}},
      {"open-streams", At::kOpenStreams, {2, 3}},
      {"other-mode", At::kOtherMode, {0}},
      {"push", At::kPush, {2, 3, 4, 5, 8, 9}},
      {"single-pushes", At::kManyThenMore, {1, 2, 3, 4, 5, 7, 8}},
  }};
  for (const Row& row : rows) {
    for (const std::uint32_t n : row.counts) {
      for (State state = 1; state < law().state_count(); ++state) {
        // So many single units cannot lead to a longer open sequence.
        if (row.at == At::kManyThenMore && law().pending(state) > n) continue;
        const std::string where = fmt::format("{}-{}/{}", row.name, n, slug_of(state));
        add_stream_fault(all, "forgets-at-" + where, {row.at, Does::kForgets, state, n, {}});
        add_stream_fault(all, "flushes-at-" + where, {row.at, Does::kFlushes, state, n, {}});
      }
    }
  }
  add_stream_fault(all, "repeats-at-second-finish/start",
                   {At::kFinishAgain, Does::kRepeats, Machine::kStart, 0, {}});
}

// One particular prefix is kept, not every prefix of its state.
void add_kept_prefixes(std::vector<Mutant>& all) {
  using At = StreamFault::At;
  constexpr unsigned kStep = 7;  // not every last unit
  Mutant law_as_mutant;
  law_as_mutant.machine = &law();
  for (const Bytes& access : access_strings()) {
    if (access.empty()) continue;
    const State state = state_after(access);
    for (unsigned bits = static_cast<unsigned>(access.size()); bits < 0x40; bits += kStep) {
      // The last unit varies within those that lead to this state.
      Bytes prefix(access.begin(), access.end() - 1);
      prefix.push_back(static_cast<std::uint8_t>((access.back() & 0xC0u) | bits));
      if (state_after(prefix) != state) continue;
      MutantWalk walk(law_as_mutant);
      walk.push(prefix);
      for (const auto& [at, name] :
           {std::pair{At::kReset, "reset"}, std::pair{At::kFinish, "finish"}}) {
        add_stream_fault(all, fmt::format("keeps-after-{}/only-{}", name, to_hex(prefix)),
                         {at, StreamFault::Does::kKeeps, state, 0, walk.accumulator()});
      }
    }
  }
}

}  // namespace

std::vector<Mutant> state_mutants() {
  using At = StreamFault::At;
  using Does = StreamFault::Does;
  struct Row {
    std::string_view name;
    At at;
    Does does;
  };
  static constexpr std::array<Row, 8> kStreamFaults{{
      {"forgets-at-cut", At::kCut, Does::kForgets},
      {"flushes-at-cut", At::kCut, Does::kFlushes},
      {"forgets-at-empty-chunk", At::kEmptyChunk, Does::kForgets},
      {"flushes-at-empty-chunk", At::kEmptyChunk, Does::kFlushes},
      {"drops-at-finish", At::kFinish, Does::kForgets},
      {"keeps-after-finish", At::kFinish, Does::kKeeps},
      {"keeps-after-reset", At::kReset, Does::kKeeps},
      {"keeps-after-error", At::kError, Does::kKeeps},
  }};
  std::vector<Mutant> all;
  for (const Row& row : kStreamFaults) {
    for (State state = 0; state < law().state_count(); ++state) {
      // Between sequences there is no state to lose or to keep; an error is
      // kept in any state.
      if ((state == Machine::kStart) != (row.at == At::kError)) continue;
      add_stream_fault(all, fmt::format("{}/{}", row.name, slug_of(state)),
                       {row.at, row.does, state, 0, {}});
    }
  }
  add_lifecycles(all);
  add_kept_prefixes(all);
  return all;
}

std::vector<Mutant> buffer_mutants() {
  using Does = BufferFault::Does;
  using When = BufferFault::When;
  struct What {
    std::string_view name;
    Does does;
    std::vector<std::uint32_t> counts;
  };
  const std::array<What, 13> whats{{
      {"reads-behind", Does::kReadsBehind, {1, 4, 15, 31, 63, 256, 1024, 4096}},
      {"reads-before", Does::kReadsBefore, {1, 4, 15, 31, 63, 256, 1024, 4096}},
      {"writes-behind", Does::kWritesBehind, {1, 4, 16, 64, 256, 1024}},
      {"writes-before", Does::kWritesBefore, {1, 4, 16, 64, 256, 1024}},
      {"writes-input", Does::kWritesInput, {0}},
      {"offset-in-bits", Does::kOffsetInBits, {8, 12, 16}},
      {"length-in-bits", Does::kLengthInBits, {8, 12, 16}},
      {"length-too-small", Does::kLengthTooSmall, {1}},
      {"length-too-large", Does::kLengthTooLarge, {1, 3}},
      {"ignores-zero-capacity", Does::kIgnoresZeroCapacity, {1}},
      {"loses-last-with-room", Does::kLosesLastWithRoom, {0, 1, 16, 64}},
      {"loses-last-when-full", Does::kLosesLastWhenFull, {1, 16}},
      {"loses-last-before-full", Does::kLosesLastBeforeFull, {1}},
  }};
  constexpr std::array<std::pair<When, std::string_view>, 4> kWhens{
      {{When::kAlways, "always"},
       {When::kIllFormed, "ill-formed"},
       {When::kWellFormed, "well-formed"},
       {When::kTruncated, "truncated"}}};
  std::vector<Mutant> all;
  for (const What& what : whats) {
    for (const std::uint32_t n : what.counts) {
      for (const auto& [when, when_name] : kWhens) {
        // Well-formed text has no error offset.
        if (what.does == Does::kOffsetInBits && when == When::kWellFormed) continue;
        Mutant mutant;
        mutant.family = MutantFamily::kBuffer;
        mutant.name = fmt::format("buffer/{}-{}/{}", what.name, n, when_name);
        mutant.machine = &law();
        mutant.buffer = {what.does, when, n};
        all.push_back(std::move(mutant));
      }
    }
  }
  return all;
}

}  // namespace placemat
