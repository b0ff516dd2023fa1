#include "harness/generate/context.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <functional>

#include "harness/bytes/hash.h"
#include "harness/generate/notable.h"
#include "harness/spec/encode.h"

namespace placemat {
namespace {

class Chance {
 public:
  explicit Chance(std::uint64_t seed) : numbers_(seed) {}
  std::size_t below(std::size_t bound) { return numbers_.below(bound); }
  std::uint8_t in(const Range& range) {
    return static_cast<std::uint8_t>(range.first + below(range.last - range.first + 1u));
  }

 private:
  SplitMix64 numbers_;
};

// Sequences of ranges that form one kind of item: of one length, and truncated
// (or made ill-formed) after the same unit.
using Pattern = std::vector<Range>;
using Kind = std::vector<Pattern>;

std::vector<Range> ranges_of(const std::vector<std::uint8_t>& units) {
  std::vector<Range> ranges;
  for (const std::uint8_t unit : units) {
    if (!ranges.empty() && ranges.back().last + 1 == unit)
      ranges.back().last = unit;
    else
      ranges.push_back({unit, unit});
  }
  return ranges;
}

Kind of_length(const Dialect& dialect, std::size_t length, std::size_t taken) {
  Kind kind;
  for (const Form& form : dialect.forms) {
    if (form.length != length) continue;
    kind.emplace_back(form.units.begin(), form.units.begin() + static_cast<std::ptrdiff_t>(taken));
  }
  return kind;
}

// A form whose second unit is a trailing unit outside of the form's own range.
Kind with_wrong_second(const Machine& machine, const Dialect& dialect, const Form& form) {
  Kind kind;
  if (form.length < 2) return kind;
  const Machine::State state = machine.at(Machine::kStart, form.units[0].first).next;
  std::vector<std::uint8_t> wrong;
  for (unsigned unit = 0; unit <= 0xFF; ++unit) {
    const auto u = static_cast<std::uint8_t>(unit);
    if (dialect.is_trailing(u) && machine.at(state, u).error_length > 0) wrong.push_back(u);
  }
  for (const Range& range : ranges_of(wrong)) {
    Pattern pattern(form.units.begin(), form.units.begin() + form.length);
    pattern[1] = range;
    kind.push_back(std::move(pattern));
  }
  return kind;
}

// The longest sequence that a bit pattern announced in RFC 2279.
constexpr std::size_t kMostAnnounced = 6;

std::vector<Kind> kinds_of(const Machine& machine, const Dialect& dialect) {
  std::vector<Kind> kinds;
  const auto add = [&](Kind kind) {
    if (!kind.empty()) kinds.push_back(std::move(kind));
  };
  for (const Form& form : dialect.forms) {
    add({Pattern(form.units.begin(), form.units.begin() + form.length)});
  }
  for (std::size_t length = 2; length <= kMaxForm; ++length) {
    // Longer ones truncated after the first unit, the second and the last but
    // one.
    for (std::size_t taken = 1; taken < length; ++taken) {
      if (taken <= 2 || taken + 1 == length) add(of_length(dialect, length, taken));
    }
  }
  for (const auto& units : machine.classes()) {
    if (machine.at(Machine::kStart, units.front()).error_length == 0) continue;
    // Units that begin no sequence, by the length that their bit pattern
    // announces.
    std::array<std::vector<std::uint8_t>, 9> by_length;
    for (const std::uint8_t unit : units) {
      by_length[static_cast<std::size_t>(std::countl_one(unit))].push_back(unit);
    }
    for (std::size_t length = 0; length < by_length.size(); ++length) {
      Kind alone, whole;
      for (const Range& range : ranges_of(by_length[length])) {
        alone.push_back({range});
        if (length < 2 || length > kMostAnnounced) continue;
        // A decoder that treats it as a lead shows this only when units that it
        // accepts follow.
        whole.emplace_back(length, dialect.trailing.front());
        whole.back().front() = range;
      }
      add(std::move(alone));
      add(std::move(whole));
    }
  }
  for (const Form& form : dialect.forms) add(with_wrong_second(machine, dialect, form));
  return kinds;
}

// ASCII that decoders and their callers search for.
constexpr std::string_view kAscii{"\0\t\n\r\x1B \"'/0<A\\a{\x7F", 16};

constexpr std::array<std::size_t, 20> kRuns{3,  4,  5,  6,  7,  8,   15,  16,  17,  31,
                                            32, 33, 63, 64, 65, 127, 128, 129, 255, 256};
// A full run is 256 items; a run of one kind among others has fewer.
constexpr std::size_t kLongestMixedRun = 17;

// The numbers of ASCII units before a case: lengths beyond the pads of the
// other sources, and both sides of the edges of the buffers that decoders work
// in.
constexpr std::size_t kFirstFar = 128;
constexpr std::size_t kLastFar = 260;
constexpr std::array<std::size_t, 5> kEdges{512, 1024, 4096, 16384, 65000};
// One kind in this many is tried as a stream too.
constexpr std::size_t kStepOfCut = 4;
constexpr std::size_t kLastEdgeOfBoth = 1024;
constexpr std::size_t kLastEdgeOfAll = 4096;

// Strings in which any item follows any other: one of them shows a lossy
// decoder as many contexts as it has items.
constexpr std::size_t kMixed = 8'000;
constexpr std::size_t kItemsOfMixed = 48;
// A strict decoder stops at the first error: well-formed items precede it.
constexpr std::size_t kFirstErrors = 16'000;
constexpr std::size_t kMostBeforeError = 4;

// Could more units complete it?
bool is_cut_off(const Machine& machine, const Kind& kind) {
  Machine::State state = Machine::kStart;
  for (const Range& range : kind.front()) state = machine.at(state, range.first).next;
  return machine.pending(state) == kind.front().size();
}

class ContextSource final : public Source {
 public:
  ContextSource(const Profile& profile, std::uint64_t seed)
      : machine_(machine(profile)),
        dialect_(dialect(profile.dialect)),
        kinds_(kinds_of(machine_, dialect_)),
        seed_(seed) {}
  std::string_view name() const override { return "context"; }
  std::string covers() const override {
    return fmt::format(
        "{} kinds of item, their units drawn from seed {}: {} strings of {} of them, each first "
        "error after up to {} characters in {} more, each kind after up to {} of one, and after "
        "every first two units of a sequence; {} notable code points beside each code unit; each "
        "kind behind {}..{} units of ASCII and at the edges of blocks of up to {}; nothing is "
        "sought that shows only elsewhere beyond, or after more errors",
        kinds_.size(), seed_, kMixed, kItemsOfMixed, kMostBeforeError, kFirstErrors, kRuns.back(),
        kNotable.size(), kFirstFar, kLastFar, kEdges[kEdges.size() - 2]);
  }
  std::size_t shards() const override { return kinds_.size() + kParts; }
  void generate(std::size_t shard, CaseSink& sink) const override {
    Writer out{*this, sink, Chance(seed_ * 0x10001 + shard)};
    if (shard < kinds_.size()) {
      after_many(out, kinds_[shard]);
      return;
    }
    const std::size_t part = shard - kinds_.size();
    for (std::size_t f = part; f < dialect_.forms.size(); f += kParts) {
      after_two_units(out, dialect_.forms[f]);
    }
    for (std::size_t v = part; v < kNotable.size(); v += kParts) beside(out, kNotable[v]);
    mixed(out);
    first_errors(out);
    far_from_start(out, part);
  }

 private:
  static constexpr std::size_t kParts = 8;

  // The current case, written from left to right.
  struct Writer {
    const ContextSource& source;
    CaseSink& sink;
    Chance chance;
    Bytes bytes = {};
    bool goes_on = true;

    void put(const Pattern& pattern) {
      for (const Range& range : pattern) bytes.push_back(chance.in(range));
    }
    void put(const Kind& kind) { put(kind[chance.below(kind.size())]); }
    // A unit; one that begins a sequence, with or without the rest of it.
    void put_end(std::uint8_t unit) {
      const bool is_whole = chance.below(4) != 0;
      for (const Form& form : source.dialect_.forms) {
        if (!form.units[0].contains(unit) || !is_whole) continue;
        bytes.push_back(unit);
        for (std::size_t i = 1; i < form.length; ++i) bytes.push_back(chance.in(form.units[i]));
        return;
      }
      bytes.push_back(unit);
    }
    // A kind, a unit or a notable code point; or a character.
    void put_any(bool may_be_ill_formed) {
      const std::size_t what = chance.below(8);
      if (what < 2) {
        const Sequence own = shortest(source.dialect_, kNotable[chance.below(kNotable.size())]);
        bytes.insert(bytes.end(), own.view().begin(), own.view().end());
      } else if (!may_be_ill_formed) {
        const Form& form = source.dialect_.forms[chance.below(source.dialect_.forms.size())];
        for (std::size_t i = 0; i < form.length; ++i) bytes.push_back(chance.in(form.units[i]));
      } else if (what == 2) {
        put_end(static_cast<std::uint8_t>(chance.below(256)));
      } else {
        put(source.kinds_[chance.below(source.kinds_.size())]);
      }
    }
    void hand_over(std::size_t keep) {
      goes_on = goes_on && sink.accept({.bytes = bytes, .depth = Depth::kCore});
      bytes.resize(keep);
    }
    // For every operation, and in chunks.
    void hand_over_cut(std::vector<std::size_t> cuts) {
      std::ranges::sort(cuts);
      goes_on = goes_on && sink.accept({.bytes = bytes, .cuts = cuts, .depth = Depth::kPlain});
      bytes.clear();
    }
    std::size_t somewhere() { return chance.below(bytes.size() + 1); }
  };

  // The chosen ASCII units, and all units from 80 on.
  static const std::vector<std::uint8_t>& ends() {
    static const std::vector<std::uint8_t> kEnds = [] {
      std::vector<std::uint8_t> ends(kAscii.begin(), kAscii.end());
      for (unsigned unit = 0x80; unit <= 0xFF; ++unit)
        ends.push_back(static_cast<std::uint8_t>(unit));
      return ends;
    }();
    return kEnds;
  }

  void mixed(Writer& out) const {
    for (std::size_t n = 0; n < kMixed / kParts && out.goes_on; ++n) {
      for (std::size_t i = 0; i < kItemsOfMixed; ++i) out.put_any(true);
      if (n % 3 == 0)
        out.hand_over_cut({out.somewhere(), out.somewhere(), out.somewhere()});
      else
        out.hand_over(0);
    }
  }
  void first_errors(Writer& out) const {
    for (std::size_t n = 0; n < kFirstErrors / kParts && out.goes_on; ++n) {
      for (std::size_t i = out.chance.below(kMostBeforeError) + 1; i > 0; --i) out.put_any(false);
      out.put(kinds_[out.chance.below(kinds_.size())]);
      if (n % 2 == 0) out.put_any(true);
      out.hand_over(0);
    }
  }
  // Truncated items are ended by the end of the input, by ASCII, or by a lead.
  static void interrupt(Writer& out, const Kind& kind, std::size_t keep) {
    for (const Range by : {Range{'a', 'z'}, Range{0xC0, 0xFF}}) {
      out.put(kind);
      out.bytes.push_back(out.chance.in(by));
      out.hand_over(keep);
    }
  }
  void after_many(Writer& out, const Kind& kind) const {
    for (const std::size_t times : kRuns) {
      for (const Kind& last : kinds_) {
        if (!out.goes_on) return;
        for (std::size_t n = 0; n < times; ++n) out.put(kind);
        const std::size_t run = out.bytes.size();
        out.put(last);
        out.hand_over(run);
        if (is_cut_off(machine_, last)) interrupt(out, last, run);
        out.bytes.clear();
        if (times > kLongestMixedRun) continue;
        for (std::size_t n = 0; n < times; ++n) {
          out.put(kind);
          out.bytes.push_back('a');
        }
        out.put(last);
        out.hand_over(0);
      }
    }
  }
  void after_two_units(Writer& out, const Form& form) const {
    if (form.length < 2) return;
    for (unsigned first = form.units[0].first; first <= form.units[0].last; ++first) {
      for (unsigned second = form.units[1].first; second <= form.units[1].last; ++second) {
        if (!out.goes_on) return;
        out.bytes = {static_cast<std::uint8_t>(first), static_cast<std::uint8_t>(second)};
        for (std::size_t i = 2; i < form.length; ++i) {
          out.bytes.push_back(out.chance.in(form.units[i]));
        }
        const std::size_t length = out.bytes.size();
        for (const Kind& kind : kinds_) {
          out.put(kind);
          out.hand_over(length);
          if (is_cut_off(machine_, kind)) interrupt(out, kind, length);
        }
        // The state that a stream must keep between two chunks.
        out.hand_over_cut({form.length == 2 ? 1u : 2u});
      }
    }
  }
  void beside(Writer& out, std::uint64_t value) const {
    const Sequence own = shortest(dialect_, value);
    const auto put_own = [&] {
      out.bytes.insert(out.bytes.end(), own.view().begin(), own.view().end());
    };
    if (own.length == 0) return;
    for (const std::uint8_t unit : ends()) {
      if (!out.goes_on) return;
      put_own();
      out.put_end(unit);
      out.hand_over(0);
      out.put_end(unit);
      put_own();
      out.hand_over(0);
    }
    for (const Kind& kind : kinds_) {
      put_own();
      out.put(kind);
      out.hand_over(0);
      out.put(kind);
      put_own();
      out.hand_over(0);
      // The same item twice.
      out.put(kind);
      const Bytes once = out.bytes;
      out.bytes.insert(out.bytes.end(), once.begin(), once.end());
      put_own();
      out.hand_over(0);
    }
  }
  void far_from_start(Writer& out, std::size_t part) const {
    const auto behind = [&](std::size_t pad, std::size_t first, std::size_t step) {
      const bool is_interrupted = pad <= kLastEdgeOfBoth;
      out.bytes = printable(pad);
      for (std::size_t k = first; k < kinds_.size() && out.goes_on; k += step) {
        out.put(kinds_[k]);
        out.hand_over(pad);
        if (is_interrupted && is_cut_off(machine_, kinds_[k])) interrupt(out, kinds_[k], pad);
      }
    };
    for (std::size_t pad = kFirstFar + part; pad <= kLastFar; pad += kParts) behind(pad, 0, 1);
    for (std::size_t pad = 1 + part; pad <= kLastFar; pad += kParts) {
      for (std::size_t k = pad % kStepOfCut; k < kinds_.size() && out.goes_on; k += kStepOfCut) {
        out.bytes = printable(pad);
        out.put(kinds_[k]);
        if (out.chance.below(2) == 0) out.bytes.push_back('z');
        out.hand_over_cut({out.somewhere()});
      }
    }
    for (std::size_t e = part; e < kEdges.size(); e += kParts) {
      // The longest pads are for a few kinds each.
      const bool is_long = kEdges[e] > kLastEdgeOfAll;
      for (std::size_t before = 0; before <= 3; ++before) {
        behind(kEdges[e] - before, is_long ? before : 0, is_long ? 7 : 1);
      }
    }
    out.bytes.clear();
  }

  const Machine& machine_;
  const Dialect& dialect_;
  std::vector<Kind> kinds_;
  std::uint64_t seed_;
};

}  // namespace

std::unique_ptr<Source> make_context_source(const Profile& profile, std::uint64_t seed) {
  return std::make_unique<ContextSource>(profile, seed);
}

extern const SourceRow kContextSource;
const SourceRow kContextSource{
    .name = "context",
    .summary = "items after others, after many, beside notable ones, far from the start",
    .least = Budget::kStandard,
    .is_quick_for_one_operation = true,
    .make = [](const Profile& profile, const SourceOptions& options) {
      return make_context_source(profile, options.seed);
    }};

}  // namespace placemat
