// scalars_source.cc: the source `scalars`. Every value up to 10FFFF, surrogates
// included, in every form that the bit patterns of UTF-8 have for it with up to
// four units, and in the dialect's own; alone, and between its neighbours.
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "harness/generate/source.h"
#include "harness/spec/encode.h"

namespace placemat {
namespace {

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
  // The dialect's forms of a value and of those beside it.
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

}  // namespace

extern const SourceRow kScalarsSource;
const SourceRow kScalarsSource{
    .name = "scalars",
    .summary = "every code point alone and among neighbours, every non-shortest form",
    .make = [](const Profile& profile, const SourceOptions& options) -> std::unique_ptr<Source> {
      return std::make_unique<Scalars>(profile, options.budget);
    }};

}  // namespace placemat
