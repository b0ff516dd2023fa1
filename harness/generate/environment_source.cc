// environment_source.cc: the source `environment`. What is no argument of a call: errno as another
// function left it, and the thread that calls. A decoder that looks at errno without setting it
// first, or keeps a table for the thread that filled it, is right until then.
#include <fmt/format.h>

#include <array>

#include "harness/generate/items.h"
#include "harness/generate/source.h"

namespace placemat {
namespace {

constexpr std::array kOthers{Environment::kErrnoEilseq, Environment::kErrnoErange,
                             Environment::kErrnoEinval, Environment::kSecondThread};
// A thread for each call takes long, so that the quick budget has one item in so many with another
// environment.
constexpr std::size_t kStepQuick = 8;

class InEnvironment final : public Source {
 public:
  InEnvironment(const Profile& profile, Budget budget)
      : items_(items(machine(profile))), step_(budget == Budget::kQuick ? kStepQuick : 1) {
    for (const Form& form : dialect(profile.dialect).forms) {
      for (std::size_t i = 0; i < form.length; ++i) characters_.push_back(form.units[i].last);
    }
    for (const Bytes& item : items_) all_.insert(all_.end(), item.begin(), item.end());
  }
  std::string_view name() const override { return "environment"; }
  std::string covers() const override {
    return fmt::format(
        "a text of a character of each form, a text of all {} items, and {} between letters, "
        "with errno EILSEQ, ERANGE and EINVAL before the call, and by a second thread behind the "
        "same call by the first",
        items_.size(), step_ == 1 ? "each item" : fmt::format("one item in {}", step_));
  }
  std::size_t shards() const override { return kOthers.size(); }
  void generate(std::size_t shard, CaseSink& sink) const override {
    const auto give = [&](const Bytes& text) {
      return sink.accept({.bytes = text, .environment = kOthers[shard]});
    };
    if (!give(characters_) || !give(all_)) return;
    for (std::size_t n = shard % step_; n < items_.size(); n += step_) {
      Bytes text{'a'};
      text.insert(text.end(), items_[n].begin(), items_[n].end());
      text.push_back('b');
      if (!give(text)) return;
    }
  }

 private:
  std::vector<Bytes> items_;
  std::size_t step_;
  Bytes characters_, all_;
};

}  // namespace

extern const SourceRow kEnvironmentSource;
const SourceRow kEnvironmentSource{
    .name = "environment",
    .summary = "every item with errno set before the call, and by a second thread",
    .make = [](const Profile& profile, const SourceOptions& options) -> std::unique_ptr<Source> {
      return std::make_unique<InEnvironment>(profile, options.budget);
    }};

}  // namespace placemat
