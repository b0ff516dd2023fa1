// lifecycle_source.cc: the source `lifecycle`. What a stream, another one, or the call before
// had before a text: every prefix of a sequence that it can keep, and every item. Texts that
// begin and end like the one before. And patterns of chunks that differ from both halves and
// single units.
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "harness/bytes/numbers.h"
#include "harness/generate/items.h"
#include "harness/generate/source.h"

namespace placemat {
namespace {

// Prefixes of up to this many units are all given; of longer ones, the ends of the ranges
// of the other units.
constexpr std::size_t kAllUnits = 3;
// A dialect with more prefixes has every ending of a stream behind one in so many of them, and a
// finish and a reset behind each.
constexpr std::size_t kManyPrefixes = 50'000, kEveryEndingStep = 31;
// About this many prefixes, for the quick budget.
constexpr std::size_t kPrefixesQuick = 600;
// The quick budget has one in so many of what is combined with each item or text, in turn.
constexpr std::size_t kTurnsQuick = 3;

// Patterns of chunks: up to this many of one unit, then one of up to so many; and up to
// this many of whole characters, then one that ends inside a character.
constexpr std::size_t kMostSingles = 20;
constexpr std::array<std::size_t, 11> kChunks{2, 3, 4, 5, 6, 7, 8, 15, 16, 17, 20};
constexpr std::size_t kMostWhole = 20;
constexpr std::size_t kTextOfPattern = 48;
constexpr std::size_t kEmptyChunks = 16;
// Lengths of two texts that differ in the middle only.
constexpr std::array<std::size_t, 6> kLengthsAlike{8, 16, 32, 64, 256, 1'024};

class Lifecycle final : public Source {
 public:
  Lifecycle(const Profile& profile, Budget budget)
      : dialect_(dialect(profile.dialect)),
        items_(items(machine(profile))),
        step_(budget == Budget::kQuick ? prefixes() / kPrefixesQuick | 1u : 1),
        has_many_(budget == Budget::kStandard && prefixes() > kManyPrefixes),
        step_of_items_(budget == Budget::kQuick ? quick_step_of_pairs(items_.size()) : 1),
        turns_(budget == Budget::kQuick ? kTurnsQuick : 1) {}
  std::string_view name() const override { return "lifecycle"; }
  std::string covers() const override {
    return fmt::format(
        "streams that had {} of the {} prefixes of a sequence{}, or one of {} items{}, at the "
        "start or behind ASCII, and a finish, two finishes or a reset, once and with the case "
        "eight times, or beside other streams that are given them; the same behind a call with the "
        "prefix, and beside an open stream that keeps it; characters cut on such streams; texts of "
        "{} lengths behind a text that differs in the middle; {} patterns of chunks in texts of "
        "characters of each length{}; characters with {} empty chunks inside",
        step_ == 1 ? "each" : fmt::format("one in {}", step_), grouped(prefixes()),
        has_many_
            ? fmt::format(" (one in {} with every ending, the others with a finish and a reset)",
                          kEveryEndingStep)
            : "",
        items_.size(), step_of_items_ == 1 ? "" : fmt::format(" (one pair in {})", step_of_items_),
        kLengthsAlike.size(), grouped(kMostSingles * kChunks.size() + kMostWhole),
        turns_ == 1 ? "" : fmt::format(" (one in {} of both)", turns_), kEmptyChunks);
  }
  std::size_t shards() const override { return dialect_.forms.size() + items_.size() + 4; }
  void generate(std::size_t shard, CaseSink& sink) const override {
    if (shard < dialect_.forms.size()) {
      after_prefixes(dialect_.forms[shard], sink);
    } else if (shard < dialect_.forms.size() + items_.size()) {
      after_item(shard - dialect_.forms.size(), sink);
    } else if (shard < dialect_.forms.size() + items_.size() + 1) {
      patterns_of_chunks(sink);
    } else if (shard < dialect_.forms.size() + items_.size() + 2) {
      in_pieces_after_prefixes(sink);
    } else if (shard < dialect_.forms.size() + items_.size() + 3) {
      after_later_errors(sink);
    } else {
      after_texts_alike(sink);
    }
  }

 private:
  // Calls `visit` with every prefix of `form`, until it returns false.
  template <class Visit>
  static bool each_prefix(const Form& form, Bytes& prefix, Visit visit) {
    if (!prefix.empty() && !visit(prefix)) return false;
    if (prefix.size() + 1 >= form.length) return true;
    const Range& range = form.units[prefix.size()];
    const bool has_all = prefix.size() < kAllUnits;
    const int step = has_all || range.first == range.last ? 1 : range.last - range.first;
    for (int unit = range.first; unit <= range.last; unit += step) {
      prefix.push_back(static_cast<std::uint8_t>(unit));
      if (!each_prefix(form, prefix, visit)) return false;
      prefix.pop_back();
    }
    return true;
  }
  std::size_t prefixes() const {
    std::size_t count = 0;
    for (const Form& form : dialect_.forms) {
      Bytes prefix;
      each_prefix(form, prefix, [&](const Bytes&) {
        ++count;
        return true;
      });
    }
    return count;
  }

  // The text would complete the prefix, if a stream had kept it.
  void after_prefixes(const Form& form, CaseSink& sink) const {
    std::size_t n = 0;
    Bytes prefix;
    each_prefix(form, prefix, [&](const Bytes& kept) {
      if (n++ % step_ != 0) return true;
      Bytes rest;
      for (std::size_t i = kept.size(); i < form.length; ++i) {
        rest.push_back(form.units[i].first);
      }
      rest.push_back('a');
      const bool is_shallow = has_many_ && n % kEveryEndingStep != 0;
      const Depth depth = is_shallow ? Depth::kSingle : Depth::kCore;
      return sink.accept({.bytes = rest, .depth = depth, .prelude = kept});
    });
  }
  void after_item(std::size_t item, CaseSink& sink) const {
    std::size_t pairs = item * items_.size();
    for (const Bytes& text : items_) {
      if (pairs++ % step_of_items_ != 0) continue;
      if (!sink.accept({.bytes = text, .depth = Depth::kCore, .prelude = items_[item]})) return;
    }
  }

  // An offset that is kept, and not only that there was an error.
  void after_later_errors(CaseSink& sink) const {
    for (const Bytes& item : items_) {
      Bytes later{'a'};
      later.insert(later.end(), item.begin(), item.end());
      if (!sink.accept({.bytes = item, .depth = Depth::kCore, .prelude = later})) return;
    }
  }

  // A character of each form, cut at each place inside, on streams that had its prefixes; once with
  // a prefix behind it.
  void in_pieces_after_prefixes(CaseSink& sink) const {
    for (const Form& form : dialect_.forms) {
      Bytes character;
      for (std::size_t i = 0; i < form.length; ++i) character.push_back(form.units[i].first);
      for (std::size_t kept = 1; kept < form.length; ++kept) {
        const ByteView prelude = ByteView(character).first(kept);
        for (std::size_t cut = 1; cut < form.length; ++cut) {
          const std::array<std::size_t, 1> cuts{cut};
          const auto give = [&](const Bytes& text) {
            return sink.accept(
                {.bytes = text, .cuts = cuts, .depth = Depth::kCore, .prelude = prelude});
          };
          if (!give(character)) return;
          // Given again and again, each use ends with units kept.
          Bytes unfinished = character;
          unfinished.insert(unfinished.end(), prelude.begin(), prelude.end());
          if (!give(unfinished)) return;
        }
      }
    }
  }

  // An answer that is kept under the length and the ends of a text is wrong for the next one.
  void after_texts_alike(CaseSink& sink) const {
    std::size_t n = 0;
    for (const Bytes& item : items_) {
      ++n;
      for (const std::size_t length : kLengthsAlike) {
        if (n++ % turns_ != 0 || item.size() > length) continue;
        const Bytes plain(length, 'a');
        Bytes other = plain;
        std::ranges::copy(item,
                          other.begin() + static_cast<std::ptrdiff_t>((length - item.size()) / 2));
        if (!sink.accept({.bytes = other, .depth = Depth::kCore, .prelude = plain})) return;
        if (!sink.accept({.bytes = plain, .depth = Depth::kCore, .prelude = other})) return;
      }
    }
  }

  // The last characters of each form, at each distance from the start, and a text of all items.
  std::vector<Bytes> texts() const {
    std::vector<Bytes> texts;
    for (const Form& form : dialect_.forms) {
      for (std::size_t distance = 0; distance < form.length; ++distance) {
        Bytes text(distance, 'a');
        while (text.size() < kTextOfPattern) {
          for (std::size_t i = 0; i < form.length; ++i) text.push_back(form.units[i].last);
        }
        texts.push_back(std::move(text));
      }
    }
    Bytes mixed;
    for (const Bytes& item : items_) mixed.insert(mixed.end(), item.begin(), item.end());
    texts.push_back(std::move(mixed));
    return texts;
  }
  void patterns_of_chunks(CaseSink& sink) const {
    std::size_t n = 0;
    for (const Bytes& text : texts()) {
      for (std::size_t singles = 1; singles <= kMostSingles; ++singles) {
        for (const std::size_t chunk : kChunks) {
          if (n++ % turns_ != 0) continue;
          const std::vector<std::size_t> cuts = pattern(singles, chunk);
          if (!sink.accept({.bytes = text, .cuts = cuts, .depth = Depth::kCore})) return;
        }
      }
    }
    for (const Form& form : dialect_.forms) {
      for (std::size_t whole = 0; whole <= kMostWhole; ++whole) {
        if (!cut_inside(form, whole, sink)) return;
      }
      if (!with_empty_chunks(form, sink)) return;
    }
  }
  static bool with_empty_chunks(const Form& form, CaseSink& sink) {
    Bytes character;
    for (std::size_t i = 0; i < form.length; ++i) character.push_back(form.units[i].first);
    for (std::size_t place = 0; place <= form.length; ++place) {
      const std::vector<std::size_t> cuts(kEmptyChunks + 1, place);
      if (!sink.accept({.bytes = character, .cuts = cuts, .depth = Depth::kCore})) return false;
    }
    return true;
  }
  static std::vector<std::size_t> pattern(std::size_t singles, std::size_t chunk) {
    std::vector<std::size_t> cuts;
    for (std::size_t at = 1; at <= singles; ++at) cuts.push_back(at);
    cuts.push_back(singles + chunk);
    return cuts;
  }
  // Chunks of whole characters, and then one that ends inside a character.
  static bool cut_inside(const Form& form, std::size_t whole, CaseSink& sink) {
    Bytes text;
    std::vector<std::size_t> cuts;
    for (std::size_t n = 0; n < whole + 2; ++n) {
      for (std::size_t i = 0; i < form.length; ++i) text.push_back(form.units[i].first);
      if (n < whole) cuts.push_back(text.size());
    }
    for (std::size_t taken = 1; taken < form.length; ++taken) {
      cuts.push_back(whole * form.length + taken);
      if (!sink.accept({.bytes = text, .cuts = cuts, .depth = Depth::kCore})) return false;
      cuts.pop_back();
    }
    return true;
  }

  const Dialect& dialect_;
  std::vector<Bytes> items_;
  std::size_t step_;
  bool has_many_;
  std::size_t step_of_items_;
  std::size_t turns_;
};

}  // namespace

extern const SourceRow kLifecycleSource;
const SourceRow kLifecycleSource{
    .name = "lifecycle",
    .summary = "texts on streams that had every prefix or item before, and patterns of chunks",
    .make = [](const Profile& profile, const SourceOptions& options) -> std::unique_ptr<Source> {
      return std::make_unique<Lifecycle>(profile, options.budget);
    }};

}  // namespace placemat
