// long_source.cc: the source `long`. Inputs, offsets, counts and chunks at the limits of the
// integers and the buffers that decoders keep them in: 2^12, 2^16 and 2^17 units, and
// thousands of errors in a row.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <set>

#include "harness/bytes/numbers.h"
#include "harness/generate/items.h"
#include "harness/generate/notable.h"
#include "harness/generate/source.h"

namespace placemat {
namespace {

// Limits of offsets, and of the number of errors.
constexpr std::array<std::size_t, 5> kLimits{1u << 12, 1u << 13, 1u << 15, 1u << 16, 1u << 17};
constexpr std::size_t kAround = 2;  // both sides of a limit
constexpr std::array<std::size_t, 4> kPushes{4'095, 4'096, 4'097, 65'536};
// A counter of 8 or 16 bits that has come round is 0 at 256 and 65,536.
constexpr std::array<std::size_t, 5> kErrors{256, 5'000, 32'768, 65'536, 65'537};
// Longer runs than this are of one unit each.
constexpr std::size_t kFewErrors = 5'000;
// Lengths of input of which each ASCII unit is the last.
constexpr std::array<std::size_t, 2> kBuffers{1u << 12, 1u << 13};
// Lengths of input that is decoded in parts, and the numbers of parts.
constexpr std::array<std::size_t, 3> kDivided{1'000, 4'096, 16'384};
constexpr std::size_t kDividedQuickly = 4'096;  // the one length of the quick budget
constexpr std::array<std::size_t, 4> kParts{2, 3, 4, 8};
// So many errors, and the fewest, are also given to the length functions: one that calls itself for
// each error needs more stack than there is.
constexpr std::size_t kErrorsOfAll = 65'536;
// Every reaction to a unit is asked at these offsets, and up to the second with the offset at each
// place of its item too.
constexpr std::array<std::size_t, 3> kOffsets{1'000, 1u << 12, 1u << 16};
// A large chunk is also given behind so many chunks of one unit, and up to three more.
constexpr std::size_t kSmallChunks = 16;
constexpr std::size_t kLargeQuickly = 4'096;  // the one size of the quick budget
// Every item is asked after this many errors. The counts of one text are apart, because the items
// of a text add errors.
constexpr std::array<std::array<std::size_t, 3>, 2> kCounts{
    {{256, 5'000, 65'535}, {4'096, 32'768, 65'536}}};

class Long final : public Source {
 public:
  Long(const Profile& profile, Budget budget)
      : dialect_(dialect(profile.dialect)),
        machine_(machine(profile)),
        items_(items(machine_)),
        is_quick_(budget == Budget::kQuick) {
    for (const auto& units : machine_.classes()) {
      const std::uint8_t unit = units.front();
      if (machine_.at(Machine::kStart, unit).error_length > 0) alone_.push_back({unit});
    }
    // A truncated sequence of each length, and a whole one.
    for (const Form& form : dialect_.forms) {
      Bytes whole;
      for (std::size_t i = 0; i < form.length; ++i) whole.push_back(form.units[i].first);
      if (!characters_.empty() && form.length == characters_.back().size()) continue;
      if (form.length > 1) truncated_.emplace_back(whole.begin(), whole.end() - 1);
      characters_.push_back(std::move(whole));
    }
    find_reactions();
  }
  std::string_view name() const override { return "long"; }
  std::string covers() const override {
    if (is_quick_) {
      return fmt::format(
          "a character and an ill-formed unit at offset 2^16 and just before; {} reactions of a "
          "state to a class of units at offset {}; {} and {} errors in a row; a chunk of {} units "
          "behind chunks of one unit; characters and errors where {} units are divided into "
          "2, 3, 4 and 8 parts",
          reactions_.size(), grouped(kOffsets.front()), grouped(kErrors.front()),
          grouped(kErrorsOfAll), grouped(kLargeQuickly), grouped(kDividedQuickly));
    }
    return fmt::format(
        "characters, truncated sequences and ill-formed units at offsets beside 2^12, 2^13, 2^15, "
        "2^16 and 2^17; {} reactions of a state to a class of units at offsets 1,000, 2^12 and "
        "2^16; runs of {} to {} errors of each kind; {} items after {} to {} errors; chunks of {} "
        "to {} units, also behind chunks of one unit; each ASCII unit as the last of {} and {}; "
        "each item across the start of a page; characters and errors where inputs of {} to {} "
        "units are divided into 2, 3, 4 and 8 parts",
        reactions_.size(), grouped(kErrors.front()), grouped(kErrors.back()), items_.size(),
        grouped(kCounts.front().front()), grouped(kCounts.back().back()), grouped(kPushes.front()),
        grouped(kPushes.back()), grouped(kBuffers.front()), grouped(kBuffers.back()),
        grouped(kDivided.front()), grouped(kDivided.back()));
  }
  std::size_t shards() const override {
    if (is_quick_) return 1;
    return kLimits.size() + kErrors.size() + kOffsets.size() + 5;
  }
  void generate(std::size_t shard, CaseSink& sink) const override {
    if (is_quick_) {
      if (!across_limit(kErrorsOfAll, sink) || !behind_small_chunks(kLargeQuickly, sink)) return;
      reactions_at(kOffsets.front(), sink);
      where_divided({{kDividedQuickly}}, sink);
      many_errors(kErrors.front(), sink);
      return many_errors(kErrorsOfAll, sink);
    }
    if (shard < kLimits.size()) return at_limit(kLimits[shard], sink);
    shard -= kLimits.size();
    if (shard < kErrors.size()) return many_errors(kErrors[shard], sink);
    shard -= kErrors.size();
    if (shard < kOffsets.size()) return reactions_at(kOffsets[shard], sink);
    shard -= kOffsets.size();
    if (shard == 0) return items_after_errors(sink);
    if (shard == 1) return large_chunks(sink);
    if (shard == 2) return last_units(sink);
    shard == 3 ? at_ends_of_pages(sink) : where_divided(kDivided, sink);
  }

 private:
  static constexpr std::uint8_t kError = 0xFF;

  // A unit inside an item, to which the machine reacts in its own way.
  struct Reaction {
    Bytes item;
    std::size_t place;
  };
  // One for each class of units in each state that the items lead to.
  void find_reactions() {
    std::set<std::pair<Machine::State, std::size_t>> known;
    for (const Bytes& item : items_) {
      Machine::State state = Machine::kStart;
      for (std::size_t place = 0; place < item.size(); ++place) {
        const std::uint8_t unit = item[place];
        if (known.emplace(state, machine_.class_of(unit)).second)
          reactions_.push_back({item, place});
        state = machine_.at(state, unit).next;
      }
    }
  }
  void reactions_at(std::size_t offset, CaseSink& sink) const {
    for (const Reaction& reaction : reactions_) {
      const std::size_t first =
          offset <= kOffsets[1] ? std::min<std::size_t>(1, reaction.place) : reaction.place;
      for (std::size_t place = first; place <= reaction.place; ++place) {
        if (!reaction_at(offset, reaction.item, place, sink)) return;
      }
    }
  }
  // The unit at `place` of the item lies at the offset.
  bool reaction_at(std::size_t offset, const Bytes& item, std::size_t place, CaseSink& sink) const {
    Bytes text = printable(offset - place);
    text.insert(text.end(), item.begin(), item.end());
    // Alone, for a verdict: the rest would be an error of its own.
    if (!sink.accept({.bytes = text, .depth = Depth::kVerdict})) return false;
    if (is_quick_) return true;
    // The rest of a sequence, for a decoder that takes the item for its beginning.
    const Bytes& longest = characters_.back();
    text.insert(text.end(), longest.begin() + 1, longest.end());
    Case c{.bytes = text, .depth = Depth::kCore};
    // Streams take longer, so they are asked at the first offset.
    if (offset == kOffsets.front()) c.cuts = {&offset, 1};
    return sink.accept(c);
  }
  // The count is that of the errors in front of the item, its own ones not included.
  void items_after_errors(CaseSink& sink) const {
    // Not for a policy that stops at an error, or that makes one error of a run.
    const Transition& error = machine_.at(Machine::kStart, kError);
    if (error.error_length == 0 || error.next != Machine::kStart) return;
    for (const Bytes& item : items_) {
      for (const auto& counts : kCounts) {
        if (!sink.accept({.bytes = after_errors(item, counts), .depth = Depth::kCore})) return;
      }
    }
  }
  Bytes after_errors(const Bytes& item, std::span<const std::size_t> counts) const {
    Bytes text;
    std::size_t errors = 0;
    Machine::State state = Machine::kStart;
    const auto add = [&](std::uint8_t unit) {
      const Transition& t = machine_.at(state, unit);
      errors += t.error_length > 0 ? 1 : 0;
      state = t.next;
      text.push_back(unit);
    };
    for (const std::size_t count : counts) {
      while (errors < count) add(kError);
      for (const std::uint8_t unit : item) add(unit);
      for (std::size_t i = 1; i < characters_.back().size(); ++i) add(characters_.back()[i]);
    }
    return text;
  }

  // One of each kind at each distance from the limit, so that all kinds are near it.
  void at_limit(std::size_t limit, CaseSink& sink) const {
    std::vector<Bytes> kinds = characters_;
    kinds.insert(kinds.end(), truncated_.begin(), truncated_.end());
    if (!alone_.empty()) kinds.push_back(alone_.back());
    std::size_t turn = 0;
    for (const Bytes& kind : kinds) {
      const std::size_t from = limit - kAround + turn++ % (2 * kAround + 1);
      Bytes text = printable(from);
      text.insert(text.end(), kind.begin(), kind.end());
      const std::array<std::size_t, 1> cuts{from + 1};
      if (!sink.accept({.bytes = text, .cuts = cuts, .depth = depth_of(limit)})) return;
    }
    if (!across_limit(limit, sink)) return;
    for (const std::size_t length : {limit - 1, limit, limit + 1}) {
      if (!sink.accept({.bytes = printable(length), .depth = depth_of(limit)})) return;
    }
    // Text of longer characters, whose values are fewer than its units.
    Bytes text;
    while (text.size() < limit) {
      const Bytes& next = characters_[text.size() % characters_.size()];
      text.insert(text.end(), next.begin(), next.end());
    }
    sink.accept({.bytes = text, .depth = depth_of(limit)});
  }
  // An error exactly at the limit, and a character across it.
  bool across_limit(std::size_t limit, CaseSink& sink) const {
    const Bytes& error = alone_.empty() ? truncated_.back() : alone_.back();
    for (const std::size_t from : {limit - 1, limit}) {
      for (const Bytes& kind : {error, characters_.back()}) {
        Bytes text = printable(from);
        text.insert(text.end(), kind.begin(), kind.end());
        text.push_back('a');
        if (!sink.accept({.bytes = text, .depth = depth_of(limit)})) return false;
      }
    }
    return true;
  }
  static Depth depth_of(std::size_t limit) {
    return limit == kLimits[3] ? Depth::kCore : Depth::kPlain;
  }
  void many_errors(std::size_t count, CaseSink& sink) const {
    const bool is_few = count <= kFewErrors;
    std::vector<Bytes> kinds = alone_;
    if (!is_few) kinds.resize(std::min<std::size_t>(kinds.size(), 1));
    if (is_few) kinds.insert(kinds.end(), truncated_.begin(), truncated_.end());
    for (const Bytes& kind : kinds) {
      Bytes text;
      for (std::size_t n = 0; n < count; ++n) text.insert(text.end(), kind.begin(), kind.end());
      text.push_back('a');
      const std::array<std::size_t, 1> cuts{text.size() / 2};
      const bool is_for_all = count == kErrorsOfAll || count == kErrors.front();
      if (!sink.accept({.bytes = text,
                        .cuts = cuts,
                        .depth = is_for_all ? Depth::kPlain : Depth::kVerdict})) {
        return;
      }
    }
  }
  // At the start of a part, just before it, and across its start.
  void where_divided(std::span<const std::size_t> lengths, CaseSink& sink) const {
    std::vector<Bytes> kinds = alone_;
    kinds.insert(kinds.end(), truncated_.begin(), truncated_.end());
    kinds.insert(kinds.end(), characters_.begin(), characters_.end());
    for (const std::size_t length : lengths) {
      for (const std::size_t place : starts_of_parts(length)) {
        for (const Bytes& kind : kinds) {
          for (std::size_t before = 0; before <= kind.size(); ++before) {
            Bytes text = printable(length);
            std::ranges::copy(kind, text.begin() + static_cast<std::ptrdiff_t>(place - before));
            if (!sink.accept({.bytes = text, .depth = Depth::kVerdict})) return;
          }
        }
      }
    }
  }
  static std::set<std::size_t> starts_of_parts(std::size_t length) {
    std::set<std::size_t> starts;
    for (const std::size_t parts : kParts) {
      for (std::size_t part = 1; part < parts; ++part) starts.insert(length * part / parts);
    }
    return starts;
  }
  // Some code treats the last unit of a buffer apart.
  void last_units(CaseSink& sink) const {
    for (const std::size_t length : kBuffers) {
      for (unsigned unit = 0; unit < 0x80; ++unit) {
        Bytes text = printable(length);
        text.back() = static_cast<std::uint8_t>(unit);
        if (!sink.accept({.bytes = text, .depth = Depth::kCore})) return;
      }
    }
  }
  // A text that ends with a page, and begins with the last units of the page before.
  void at_ends_of_pages(CaseSink& sink) const {
    for (const Bytes& item : items_) {
      for (std::size_t before = 1; before <= item.size(); ++before) {
        Bytes text = item;
        const Bytes rest = printable(kBuffers.front() + before - item.size());
        text.insert(text.end(), rest.begin(), rest.end());
        if (!sink.accept({.bytes = text, .depth = Depth::kVerdict})) return;
      }
    }
  }
  void large_chunks(CaseSink& sink) const {
    for (const std::size_t size : kPushes) {
      for (std::size_t taken = 0; taken <= 2; ++taken) {
        Bytes text = printable(size - taken);
        text.insert(text.end(), characters_.back().begin(), characters_.back().end());
        text.push_back('a');
        const std::array<std::size_t, 1> cuts{size};
        if (!sink.accept({.bytes = text, .cuts = cuts, .depth = Depth::kPlain})) return;
      }
      if (!behind_small_chunks(size, sink)) return;
    }
  }
  // The last small chunk ends inside a character, at each place of it.
  bool behind_small_chunks(std::size_t size, CaseSink& sink) const {
    for (std::size_t more = 1; more < characters_.back().size(); ++more) {
      const std::size_t whole = kSmallChunks / characters_.back().size();
      Bytes text;
      for (std::size_t n = 0; n <= whole; ++n)
        text.insert(text.end(), characters_.back().begin(), characters_.back().end());
      std::vector<std::size_t> cuts;
      for (std::size_t end = 1; end <= whole * characters_.back().size() + more; ++end)
        cuts.push_back(end);
      const Bytes rest = printable(size);
      text.insert(text.end(), rest.begin(), rest.end());
      if (!sink.accept({.bytes = text, .cuts = cuts, .depth = Depth::kPlain})) return false;
    }
    return true;
  }

  const Dialect& dialect_;
  const Machine& machine_;
  std::vector<Bytes> items_, alone_, truncated_, characters_;
  std::vector<Reaction> reactions_;
  bool is_quick_;
};

}  // namespace

extern const SourceRow kLongSource;
const SourceRow kLongSource{
    .name = "long",
    .summary = "offsets, counts and chunks at the limits of the integers that hold them",
    .make = [](const Profile& profile, const SourceOptions& options) -> std::unique_ptr<Source> {
      return std::make_unique<Long>(profile, options.budget);
    }};

}  // namespace placemat
