// scalars_source.cc: the source `scalars`. Every value up to 1FFFFF, surrogates
// included, in every form that the bit patterns of UTF-8 have for it with up to
// four units, and in the dialect's own. The latter also in rows: between its
// neighbours, after U+FFFD, and after an ill-formed unit. Of the patterns of five and
// six units: the ends of the ranges of their units, and the values at the powers of two
// and at the limits of Unicode.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <set>

#include "harness/generate/source.h"
#include "harness/spec/encode.h"

namespace placemat {
namespace {

class Scalars final : public Source {
 public:
  Scalars(const Profile& profile, const SourceOptions& options)
      : dialect_(dialect(profile.dialect)),
        patterns_(dialect(DialectId::kUtf8Lenient21)),
        stride_(options.budget == Budget::kQuick ? kStrideQuick : 1),
        step_in_rows_(std::max<std::uint64_t>(options.is_quick_but_thorough() ? 1 : 2,
                                              values_in_rows() / kMostInRows)) {}
  std::string_view name() const override { return "scalars"; }
  std::string covers() const override {
    const std::string which = is_whole() ? "every" : fmt::format("every {}th", stride_);
    const std::string text = fmt::format(
        "{} code point to U+10FFFF (1,112,064 scalar values and 2,048 surrogates) in the "
        "dialect's form, alone by one strict and one lossy operation and by the verdict, in rows "
        "by every operation, and in rows after U+FFFD each and after FF each by one strict and one "
        "lossy operation; {} non-shortest form of up to 4 units; {} value from 110000 to 1FFFFF; "
        "the ends of all 5- and 6-unit patterns, and {} values at the limits in each",
        which, which, which, limits_of_patterns().size());
    return is_whole()
               ? text
               : text + fmt::format(
                            "; {} of the values of 3 and 4 units in long rows, each row by "
                            "one strict or one lossy operation",
                            step_in_rows_ == 1 ? "all" : fmt::format("one in {}", step_in_rows_));
  }
  std::size_t shards() const override { return kShards + 1; }
  void generate(std::size_t shard, CaseSink& sink) const override {
    if (shard == kShards) {
      if (longer_patterns(sink)) values_at_limits(sink);
      return;
    }
    const std::uint64_t span = (kLast + kShards) / kShards;
    const std::uint64_t first = shard * span;
    if (!is_whole() && !in_long_rows(shard, sink)) return;
    // Odd and even values stand in different rows: a value that is wrong by one would otherwise
    // look like a lost value, since the next one is right behind it.
    const Row plain{{}, Depth::kPlain}, after_replacement{replacement_.view(), Depth::kCore},
        after_error{kIllFormed, Depth::kCore};
    std::array rows{plain, plain, after_replacement, after_replacement, after_error, after_error};
    for (std::uint64_t value = first; value < first + span && value <= kLast; value += stride_) {
      const Sequence own = shortest(dialect_, value);
      if (!one_value(value, own.view(), sink)) return;
      if (own.length == 0) continue;
      for (std::size_t i = value % 2; i < rows.size(); i += 2) {
        rows[i].add(own.view());
        if (rows[i].units.size() >= kRowUnits && !rows[i].give(sink)) return;
      }
    }
    for (Row& row : rows) {
      if (!row.units.empty() && !row.give(sink)) return;
    }
  }

 private:
  static constexpr std::size_t kShards = 64;
  static constexpr std::uint64_t kStrideQuick = 67;
  static constexpr std::size_t kRowUnits = 64;
  static constexpr std::size_t kLongRowUnits = 512;
  // Long rows have one value in two until so many values; UTF-8 has 1.1 million.
  static constexpr std::uint64_t kMostInRows = 1'200'000;
  // The last value of the bit pattern of four units.
  static constexpr std::uint64_t kLast = 0x1FFFFF;
  // Values one behind the other, each after the same units.
  struct Row {
    ByteView before;
    Depth depth;
    Bytes units = {};
    void add(ByteView value) {
      units.insert(units.end(), before.begin(), before.end());
      units.insert(units.end(), value.begin(), value.end());
    }
    // The row is then empty.
    bool give(CaseSink& sink) {
      const bool goes_on = sink.accept({.bytes = units, .depth = depth});
      units.clear();
      return goes_on;
    }
  };
  bool is_whole() const { return stride_ == 1; }
  static bool is_in_rows(const Form& form) { return form.length == 3 || form.length == 4; }
  std::uint64_t values_in_rows() const {
    std::uint64_t count = 0;
    for (const Form& form : dialect_.forms) {
      if (is_in_rows(form)) count += form.highest() - form.lowest + 1;
    }
    return count;
  }
  // Half of the values of three and four units at little cost, or all of them, and fewer of a
  // dialect that has many: of one first and second unit the even ones, of the next the odd ones.
  // All strings of two units are asked elsewhere.
  bool in_long_rows(std::size_t shard, CaseSink& sink) const {
    std::array<Row, 2> rows{{{{}, Depth::kSingle}, {{}, Depth::kSingle}}};
    std::size_t group = 0;
    const auto is_here = [&] { return group++ % kShards == shard; };
    const auto add = [&](const Bytes& value) {
      if ((value.back() + group) % step_in_rows_ != 0) return true;
      Row& row = rows[group % 2];
      row.add(value);
      return row.units.size() < kLongRowUnits || row.give(sink);
    };
    Bytes units;
    for (const Form& form : dialect_.forms) {
      if (is_in_rows(form) && !each(form, units, is_here, add)) return false;
    }
    return std::ranges::all_of(rows, [&](Row& row) { return row.units.empty() || row.give(sink); });
  }
  // The sequences of a form, those of one first and second unit together.
  template <class IsHere, class Visit>
  static bool each(const Form& form, Bytes& units, IsHere& is_here, Visit& visit) {
    const std::size_t at = units.size();
    if (at == form.length) return visit(units);
    for (int unit = form.units[at].first; unit <= form.units[at].last; ++unit) {
      if (at == 1 && !is_here()) continue;
      units.push_back(static_cast<std::uint8_t>(unit));
      const bool goes_on = each(form, units, is_here, visit);
      units.pop_back();
      if (!goes_on) return false;
    }
    return true;
  }
  bool one_value(std::uint64_t value, ByteView own, CaseSink& sink) const {
    if (!own.empty() && !sink.accept({.bytes = own, .depth = Depth::kVerdict})) return false;
    for (const Form& form : patterns_.forms) {
      const Sequence units = sequence_in(form, value);
      if (units.length == 0 || std::ranges::equal(units.view(), own)) continue;
      const Depth depth = value > kMaxScalar ? Depth::kVerdict : Depth::kPlain;
      if (!sink.accept({.bytes = units.view(), .depth = depth})) return false;
    }
    return true;
  }
  // Each lead and each second unit, with either end of the range of the others.
  static bool longer_patterns(CaseSink& sink) {
    for (unsigned lead = 0xF8; lead <= 0xFD; ++lead) {
      const std::size_t others = lead < 0xFC ? 3 : 4;
      for (unsigned second = 0x80; second <= 0xBF; ++second) {
        for (unsigned ends = 0; ends < 1u << others; ++ends) {
          Bytes units{static_cast<std::uint8_t>(lead), static_cast<std::uint8_t>(second)};
          for (std::size_t i = 0; i < others; ++i) units.push_back(ends >> i & 1u ? 0xBF : 0x80);
          if (!sink.accept({.bytes = units})) return false;
        }
      }
    }
    return true;
  }
  static std::set<std::uint64_t> limits_of_patterns() {
    std::set<std::uint64_t> limits{0};
    for (std::uint64_t power = 1; power <= kLastOfSixUnits + 1; power *= 2) limits.insert(power);
    for (const std::uint64_t limit : {0xD800u, 0xDC00u, 0xE000u, 0x110000u}) limits.insert(limit);
    std::set<std::uint64_t> values;
    for (const std::uint64_t limit : limits) {
      for (const std::uint64_t value : {limit - 1, limit, limit + 1}) {
        if (value <= kLastOfSixUnits) values.insert(value);
      }
    }
    return values;
  }
  static void values_at_limits(CaseSink& sink) {
    for (const std::size_t length : {5u, 6u}) {
      for (const std::uint64_t value : limits_of_patterns()) {
        if (length == 5 && value > kLastOfFiveUnits) break;
        if (!sink.accept({.bytes = in_units(length, value)})) return;
      }
    }
  }

  static constexpr std::uint64_t kLastOfFiveUnits = 0x3FFFFFF, kLastOfSixUnits = 0x7FFFFFFF;
  static constexpr std::array<std::uint8_t, 1> kIllFormed{0xFF};
  const Dialect& dialect_;
  const Sequence replacement_ = shortest(dialect_, 0xFFFD);
  const Dialect& patterns_;
  std::uint64_t stride_;
  std::uint64_t step_in_rows_;
};

}  // namespace

extern const SourceRow kScalarsSource;
const SourceRow kScalarsSource{
    .name = "scalars",
    .summary = "every value to 1FFFFF alone and in rows, every non-shortest form",
    .make = [](const Profile& profile, const SourceOptions& options) -> std::unique_ptr<Source> {
      return std::make_unique<Scalars>(profile, options);
    }};

}  // namespace placemat
