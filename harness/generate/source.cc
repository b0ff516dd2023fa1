#include "harness/generate/source.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <random>

#include "harness/bytes/error.h"
#include "harness/corpus/corpus.h"
#include "harness/generate/blocks.h"
#include "harness/generate/context.h"
#include "harness/generate/items.h"
#include "harness/generate/state_unit.h"
#include "harness/spec/encode.h"

namespace placemat {
namespace {

std::string grouped(std::uint64_t n) {
  std::string digits = fmt::format("{}", n);
  for (std::size_t at = digits.size(); at > 3; at -= 3) digits.insert(at - 3, ",");
  return digits;
}

// The vectors of corpus/, unchanged.
class Curated final : public Source {
 public:
  Curated(const Corpus& corpus, Budget budget) : corpus_(corpus), budget_(budget) {}
  std::string_view name() const override { return "curated"; }
  std::string covers() const override {
    return fmt::format("{} vectors of the corpora", grouped(corpus_.vectors.size()));
  }
  std::size_t shards() const override { return kShards; }
  std::vector<std::string> ids() const override {
    std::vector<std::string> ids;
    for (const Vector& vector : corpus_.vectors) ids.push_back(vector.id);
    return ids;
  }
  void generate(std::size_t shard, CaseSink& sink) const override {
    for (std::size_t i = shard; i < corpus_.vectors.size(); i += kShards) {
      const Vector& vector = corpus_.vectors[i];
      const Depth most = budget_ == Budget::kQuick ? Depth::kChunked : Depth::kFull;
      const Case c{vector.units.bytes, vector.id, vector.units.cuts, most, exclusions(vector)};
      if (!sink.accept(c)) return;
    }
  }

 private:
  static constexpr std::size_t kShards = 8;
  static Exclusions exclusions(const Vector& vector) {
    Exclusions exclusions;
    for (std::size_t i = 0; vector.limit && i < kExclusions.size(); ++i) {
      exclusions[i] = vector.limit->excludes(kExclusions[i]);
    }
    return exclusions;
  }
  const Corpus& corpus_;
  Budget budget_;
};

class StateUnit final : public Source {
 public:
  StateUnit(const Profile& profile, Budget budget)
      : machine_(machine(profile)),
        observed_(cover(machine_, Observed::kEverything)),
        completions_(completions(machine_)),
        verdict_(
            cover(machine({profile.dialect, PolicyId::kReject, profile.bom}), Observed::kVerdict)),
        budget_(budget) {}
  std::string_view name() const override { return "state-unit"; }
  std::string covers() const override {
    return fmt::format(
        "every code unit in each of {} states before {} distinguishing suffixes ({} strings), and "
        "for the verdict alone {} states and {} suffixes ({} strings); every sequence that such a "
        "unit begins or continues, completed",
        observed_.access.size(), observed_.suffixes.size(), grouped(observed_.strings()),
        verdict_.access.size(), verdict_.suffixes.size(), grouped(verdict_.strings()));
  }
  std::size_t shards() const override { return kShards; }
  void generate(std::size_t shard, CaseSink& sink) const override {
    if (walk(observed_, shard, depth(), sink)) {
      // The strings for a full observation already have every pad.
      const auto most = budget_ == Budget::kDeep ? Depth::kFull : Depth::kChunked;
      walk(verdict_, shard, std::min(depth(), most), sink);
    }
  }

 private:
  static constexpr std::size_t kShards = 8;
  bool walk(const StateCover& cover, std::size_t shard, Depth m, CaseSink& sink) const {
    Bytes bytes;
    for (const Bytes& suffix : cover.suffixes) {
      if (shard != 0) break;
      if (!sink.accept({.bytes = suffix, .depth = m})) return false;
    }
    for (const Bytes& access : cover.access) {
      for (std::size_t unit = shard; unit <= 0xFF; unit += kShards) {
        for (const Bytes& suffix : cover.suffixes) {
          bytes = access;
          bytes.push_back(static_cast<std::uint8_t>(unit));
          bytes.insert(bytes.end(), suffix.begin(), suffix.end());
          if (!sink.accept({.bytes = bytes, .depth = m})) return false;
        }
        bytes = access;
        bytes.push_back(static_cast<std::uint8_t>(unit));
        if (!complete(bytes, cover, m, sink)) return false;
      }
    }
    return true;
  }
  // Unless one of the suffixes already completes it.
  bool complete(Bytes& bytes, const StateCover& cover, Depth m, CaseSink& sink) const {
    Machine::State state = Machine::kStart;
    for (const std::uint8_t unit : bytes) state = machine_.at(state, unit).next;
    const Bytes& rest = completions_[state];
    if (rest.empty() || std::ranges::find(cover.suffixes, rest) != cover.suffixes.end())
      return true;
    bytes.insert(bytes.end(), rest.begin(), rest.end());
    return sink.accept({.bytes = bytes, .depth = m});
  }
  Depth depth() const {
    switch (budget_) {
      case Budget::kQuick:
        return Depth::kPlain;
      case Budget::kStandard:
        return Depth::kPadded;
      case Budget::kDeep:
        return Depth::kFull;
    }
    return Depth::kFull;
  }
  const Machine& machine_;
  StateCover observed_;
  std::vector<Bytes> completions_;
  StateCover verdict_;
  Budget budget_;
};

// All strings of exactly and up to some length over an alphabet, in
// lexicographic order, so that neighbours share their prefix.
class AllStrings {
 public:
  AllStrings(std::vector<std::uint8_t> alphabet, std::size_t shortest, std::size_t longest)
      : alphabet_(std::move(alphabet)), shortest_(shortest), longest_(longest) {}

  std::size_t count() const {
    std::size_t count = 0, power = 1;
    for (std::size_t n = 0; n <= longest_; ++n, power *= alphabet_.size()) {
      if (n >= shortest_) count += power;
    }
    return count;
  }
  std::size_t letters() const { return alphabet_.size(); }
  std::size_t longest() const { return longest_; }

  // Strings of full length, nearly all of the set, may have a lesser depth.
  struct Limited {
    Depth shorter, longest;
  };
  // The strings that begin with alphabet[shard], and for shard 0 the empty one.
  bool walk(std::size_t shard, Limited m, CaseSink& sink) const {
    if (shard == 0 && shortest_ == 0 && !sink.accept({.bytes = {}, .depth = m.shorter})) {
      return false;
    }
    Bytes bytes{alphabet_[shard]};
    return longest_ == 0 || extend(bytes, m, sink);
  }

 private:
  bool extend(Bytes& bytes, Limited m, CaseSink& sink) const {
    const Depth here = bytes.size() == longest_ ? m.longest : m.shorter;
    if (bytes.size() >= shortest_ && !sink.accept({.bytes = bytes, .depth = here})) {
      return false;
    }
    if (bytes.size() == longest_) return true;
    for (const std::uint8_t unit : alphabet_) {
      bytes.push_back(unit);
      const bool go_on = extend(bytes, m, sink);
      bytes.pop_back();
      if (!go_on) return false;
    }
    return true;
  }
  std::vector<std::uint8_t> alphabet_;
  std::size_t shortest_, longest_;
};

class Boundary final : public Source {
 public:
  Boundary(const Profile& profile, Budget budget)
      : limited_{Depth::kPlain, budget == Budget::kStandard ? Depth::kCore : Depth::kPlain},
        ends_(class_ends(machine(profile)), 0, length_of_ends(profile, budget)),
        firsts_(class_firsts(machine(profile)), length_of_ends(profile, budget) + 1,
                length_of_firsts(profile, budget)) {}
  std::string_view name() const override { return "boundary"; }
  std::string covers() const override {
    std::string text = fmt::format("all {} strings of up to {} units over the {} ends of classes",
                                   grouped(ends_.count()), ends_.longest(), ends_.letters());
    if (firsts_.count() > 0) {
      text += fmt::format(", and all {} longer ones of up to {} over the {} first units of classes",
                          grouped(firsts_.count()), firsts_.longest(), firsts_.letters());
    }
    if (limited_.longest == Depth::kCore) {
      text += "; those of full length by one strict and one lossy operation, the others by all";
    }
    return text;
  }
  std::size_t shards() const override { return ends_.letters(); }
  void generate(std::size_t shard, CaseSink& sink) const override {
    if (!ends_.walk(shard, limited_, sink)) return;
    if (shard < firsts_.letters() && firsts_.count() > 0) firsts_.walk(shard, limited_, sink);
  }

 private:
  static constexpr std::size_t kLongest = 6;
  // A dialect of many classes has correspondingly more strings; the limit keeps
  // a standard run near a million of each kind.
  static std::size_t longest(std::size_t letters, std::size_t limit) {
    std::size_t length = 0, strings = 1;
    while (length < kLongest && strings * letters <= limit) ++length, strings *= letters;
    return length;
  }
  static std::size_t length_of_ends(const Profile& profile, Budget budget) {
    if (budget == Budget::kDeep) return kLongest;
    return longest(class_ends(machine(profile)).size(),
                   budget == Budget::kQuick ? 30'000 : 1'000'000);
  }
  static std::size_t length_of_firsts(const Profile& profile, Budget budget) {
    if (budget != Budget::kStandard) return 0;
    return longest(class_firsts(machine(profile)).size(), 1'500'000);
  }
  AllStrings::Limited limited_;
  AllStrings ends_, firsts_;
};

class Exhaustive final : public Source {
 public:
  explicit Exhaustive(Budget budget) : all_(every_unit(), 0, budget == Budget::kQuick ? 2 : 3) {}
  std::string_view name() const override { return "exhaustive"; }
  std::string covers() const override {
    return fmt::format("all {} strings of up to {} code units", grouped(all_.count()),
                       all_.longest());
  }
  std::size_t shards() const override { return 256; }
  void generate(std::size_t shard, CaseSink& sink) const override {
    all_.walk(shard, {Depth::kCore, Depth::kCore}, sink);
  }

 private:
  static std::vector<std::uint8_t> every_unit() {
    std::vector<std::uint8_t> units;
    for (int unit = 0; unit <= 0xFF; ++unit) units.push_back(static_cast<std::uint8_t>(unit));
    return units;
  }
  AllStrings all_;
};

// Every value up to 10FFFF, surrogates included, in every form of up to four
// units that the bit patterns of UTF-8 have for it, and in the dialect's own
// form; on its own, and between its neighbours in value.
class Scalars final : public Source {
 public:
  Scalars(const Profile& profile, Budget budget)
      : dialect_(dialect(profile.dialect)),
        patterns_(dialect(DialectId::kUtf8Lenient21)),
        stride_(budget == Budget::kQuick ? 61 : 1) {}
  std::string_view name() const override { return "scalars"; }
  std::string covers() const override {
    const std::string_view which = stride_ == 1 ? "every" : "every 61st";
    return fmt::format(
        "{} code point to U+10FFFF (1,112,064 scalar values and 2,048 surrogates) in the "
        "dialect's form, alone and among neighbours, and {} non-shortest form of up to 4 units",
        which, which);
  }
  std::size_t shards() const override { return kShards; }
  void generate(std::size_t shard, CaseSink& sink) const override {
    const std::uint64_t span = (kMaxScalar + kShards) / kShards;
    const std::uint64_t first = shard * span;
    Neighbours forms = around(first);
    for (std::uint64_t value = first; value < first + span && value <= kMaxScalar;
         value += stride_) {
      if (!one_value(value, forms, sink)) return;
      forms = stride_ == 1 ? Neighbours{forms.own, forms.after, shortest(dialect_, value + 2)}
                           : around(value + stride_);
    }
  }

 private:
  static constexpr std::size_t kShards = 64;
  // The dialect's forms of a value and of its neighbours.
  struct Neighbours {
    Sequence before, own, after;
  };
  Neighbours around(std::uint64_t value) const {
    return {shortest(dialect_, value == 0 ? value : value - 1), shortest(dialect_, value),
            shortest(dialect_, value + 1)};
  }
  bool one_value(std::uint64_t value, const Neighbours& forms, CaseSink& sink) const {
    const Sequence& own = forms.own;
    if (own.length > 0) {
      if (!sink.accept({.bytes = own.view()})) return false;
      std::array<std::uint8_t, 3 * kMaxForm> among;
      std::size_t length = 0;
      for (const Sequence* units : {&forms.before, &forms.own, &forms.after}) {
        std::ranges::copy(units->view(), among.begin() + static_cast<std::ptrdiff_t>(length));
        length += units->length;
      }
      const ByteView units(among.data(), length);
      if (!sink.accept({.bytes = units, .depth = Depth::kCore})) return false;
    }
    for (const Form& form : patterns_.forms) {
      const Sequence units = sequence_in(form, value);
      if (units.length == 0 || std::ranges::equal(units.view(), own.view())) continue;
      if (!sink.accept({.bytes = units.view()})) return false;
    }
    return true;
  }
  const Dialect& dialect_;
  const Dialect& patterns_;
  std::uint64_t stride_;
};

class Sequences final : public Source {
 public:
  Sequences(const Profile& profile, Budget budget)
      : items_(items(machine(profile))), budget_(budget) {}
  std::string_view name() const override { return "sequences"; }
  std::string covers() const override {
    const std::size_t n = items_.size();
    const std::string single = fmt::format(
        "each of {} kinds of item in every presentation, {} ordered pairs", n, grouped(n * n));
    return budget_ == Budget::kQuick
               ? single + " of them"
               : fmt::format("{} and {} triples of them", single, grouped(n * n * n));
  }
  std::size_t shards() const override { return items_.size(); }
  void generate(std::size_t shard, CaseSink& sink) const override {
    const Depth deep = budget_ == Budget::kDeep ? Depth::kFull : Depth::kChunked;
    if (!sink.accept({.bytes = items_[shard], .depth = Depth::kFull})) return;
    for (const Bytes& second : items_) {
      Bytes pair = items_[shard];
      pair.insert(pair.end(), second.begin(), second.end());
      if (!sink.accept({.bytes = pair, .depth = deep})) return;
      for (const Bytes& third : items_) {
        if (budget_ == Budget::kQuick) break;
        Bytes triple = pair;
        triple.insert(triple.end(), third.begin(), third.end());
        const auto m = budget_ == Budget::kDeep ? Depth::kChunked : Depth::kPlain;
        if (!sink.accept({.bytes = triple, .depth = m})) return;
      }
    }
  }

 private:
  std::vector<Bytes> items_;
  Budget budget_;
};

// Structured, not uniform: items of every kind, runs of ASCII, any scalar value
// of any length, and now and then one unit changed, dropped or doubled.
class Random final : public Source {
 public:
  Random(const Profile& profile, const SourceOptions& options)
      : items_(items(machine(profile))), dialect_(dialect(profile.dialect)), options_(options) {}
  std::string_view name() const override { return "random"; }
  std::string covers() const override {
    return fmt::format("{} structured strings of up to {} items, seed {}",
                       grouped(kShards * per_shard()), kMostItems, options_.seed);
  }
  std::size_t shards() const override { return kShards; }
  void generate(std::size_t shard, CaseSink& sink) const override {
    std::mt19937_64 random(options_.seed * kShards + shard);
    for (std::size_t i = 0; i < per_shard(); ++i) {
      const Bytes bytes = string(random);
      const bool is_cut = i % 8 == 0 && bytes.size() <= kLongestCut;
      const auto m = is_cut ? Depth::kChunked : Depth::kPlain;
      if (!sink.accept({.bytes = bytes, .depth = m})) return;
    }
  }

 private:
  static constexpr std::size_t kShards = 16;
  static constexpr std::size_t kMostItems = 48;
  static constexpr std::size_t kLongestCut = 64;
  static std::size_t below(std::mt19937_64& random, std::size_t bound) { return random() % bound; }

  std::size_t per_shard() const {
    switch (options_.budget) {
      case Budget::kQuick:
        return 100;
      case Budget::kStandard:
        return 1'500;
      case Budget::kDeep:
        return 1'000'000;
    }
    return 0;
  }
  Bytes string(std::mt19937_64& random) const {
    Bytes bytes;
    for (std::size_t n = 1 + below(random, kMostItems); n > 0; --n) append_item(bytes, random);
    if (below(random, 3) == 0) damage(bytes, random);
    return bytes;
  }
  void append_item(Bytes& bytes, std::mt19937_64& random) const {
    switch (below(random, 8)) {
      case 0: {
        const Bytes& item = items_[below(random, items_.size())];
        bytes.insert(bytes.end(), item.begin(), item.end());
        return;
      }
      case 1:
      case 2:
        bytes.insert(bytes.end(), 1 + below(random, 40),
                     static_cast<std::uint8_t>('a' + below(random, 26)));
        return;
      default: {
        const Form& form = dialect_.forms[below(random, dialect_.forms.size())];
        for (std::size_t i = 0; i < form.length; ++i) {
          const Range range = form.units[i];
          bytes.push_back(static_cast<std::uint8_t>(
              range.first + below(random, static_cast<std::size_t>(range.last - range.first) + 1)));
        }
      }
    }
  }
  static void damage(Bytes& bytes, std::mt19937_64& random) {
    const auto at = static_cast<std::ptrdiff_t>(below(random, bytes.size()));
    switch (below(random, 3)) {
      case 0:
        bytes[static_cast<std::size_t>(at)] = static_cast<std::uint8_t>(below(random, 256));
        return;
      case 1:
        bytes.erase(bytes.begin() + at);
        return;
      default:
        bytes.insert(bytes.begin() + at, bytes[static_cast<std::size_t>(at)]);
        return;
    }
  }
  std::vector<Bytes> items_;
  const Dialect& dialect_;
  SourceOptions options_;
};

constexpr std::array<SourceRow, 9> kRows{{
    {"curated", "the vectors of corpus/, each behind every pad and in every split"},
    {"state-unit", "every code unit in every state of the law's machine (W-method test set)"},
    {"boundary", "all short strings over the ends of the classes of code units"},
    {"scalars", "every code point alone and among neighbours, every non-shortest form"},
    {"sequences", "all ordered pairs and triples of well-formed and ill-formed items"},
    {"context", "items after others, after many, beside notable ones, far from the start"},
    {"exhaustive", "all strings of up to 3 code units"},
    {"random", "structured random strings, from a seed"},
    {"blocks", "sequences across the ends of the blocks that filters read", true},
}};

}  // namespace

std::string_view name_of(Budget budget) {
  switch (budget) {
    case Budget::kQuick:
      return "quick";
    case Budget::kStandard:
      return "standard";
    case Budget::kDeep:
      return "deep";
  }
  return "";
}

std::optional<Budget> find_budget(std::string_view name) {
  for (const Budget budget : {Budget::kQuick, Budget::kStandard, Budget::kDeep}) {
    if (name_of(budget) == name) return budget;
  }
  return std::nullopt;
}

std::span<const SourceRow> source_rows() { return kRows; }

std::unique_ptr<Source> make_source(std::string_view name, const Profile& profile,
                                    const SourceOptions& options) {
  if (name == "curated") {
    if (options.corpus == nullptr) throw InputError("the source 'curated' needs the corpora");
    return std::make_unique<Curated>(*options.corpus, options.budget);
  }
  if (name == "state-unit") return std::make_unique<StateUnit>(profile, options.budget);
  if (name == "boundary") return std::make_unique<Boundary>(profile, options.budget);
  if (name == "scalars") return std::make_unique<Scalars>(profile, options.budget);
  if (name == "sequences") return std::make_unique<Sequences>(profile, options.budget);
  if (name == "context") {
    if (options.budget == Budget::kQuick) return nullptr;
    return make_context_source(profile, options.seed);
  }
  if (name == "exhaustive") return std::make_unique<Exhaustive>(options.budget);
  if (name == "blocks") return make_block_source(profile);
  if (name == "random") return std::make_unique<Random>(profile, options);
  std::string names;
  for (const SourceRow& row : kRows) names += (names.empty() ? "" : ", ") + std::string(row.name);
  throw InputError(fmt::format("unknown source '{}'; one of: {}", name, names));
}

}  // namespace placemat
