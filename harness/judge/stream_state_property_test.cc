// The life of streams as RapidCheck's state testing has it: a model of up to four streams of both
// modes, and commands that open, push, finish, reset and close them. Every in-repo decoder with
// streams must give the reference decoder's values after each finish. A decoder with a planted
// fault must fail, with a list of actions that a reader can follow.
#include <gtest/gtest.h>
#include <rapidcheck/state.h>

#include <array>
#include <iostream>
#include <map>

#include "harness/judge/decoder_fixture.h"
#include "harness/spec/reference.h"

namespace placemat {
namespace {

constexpr std::size_t kStreams = 4;
constexpr std::size_t kMostPushed = 5;

// What is known of one stream; `text` is what was pushed since it was opened, finished or reset.
struct StreamModel {
  bool is_open = false, is_lossy = false;
  Bytes text;
  std::size_t texts = 0;  // that ended before
};
using Model = std::array<StreamModel, kStreams>;

// The same streams of the decoder, and what they wrote.
struct Streams {
  explicit Streams(const Decoder& d) : decoder(d), profile(claimed_profile(d)) {}
  Streams(const Streams&) = delete;
  Streams& operator=(const Streams&) = delete;
  ~Streams() {
    for (void* handle : handles) {
      if (handle != nullptr) decoder.stream_close(handle);
    }
  }
  const Decoder& decoder;
  const Profile profile;
  std::array<void*, kStreams> handles{};
  std::array<std::vector<std::uint64_t>, kStreams> values;
  std::array<bool, kStreams> refused{};
};

void keep(Streams& streams, std::size_t at, std::span<const std::uint32_t> out,
          const placemat_result& result) {
  RC_ASSERT(result.written <= out.size());
  streams.values[at].insert(streams.values[at].end(), out.begin(),
                            out.begin() + static_cast<std::ptrdiff_t>(result.written));
  streams.refused[at] |= result.status != PLACEMAT_OK;
}

void forget(Streams& streams, std::size_t at) {
  streams.values[at].clear();
  streams.refused[at] = false;
}

class Action : public rc::state::Command<Model, Streams> {
 public:
  explicit Action(std::size_t stream) : stream_(stream) {}
  void checkPreconditions(const Model& model) const override { RC_PRE(model[stream_].is_open); }

 protected:
  std::string name() const { return {static_cast<char>('a' + stream_)}; }
  std::size_t stream_;
};

class Open final : public Action {
 public:
  explicit Open(std::size_t stream) : Action(stream), is_lossy_(*rc::gen::arbitrary<bool>()) {}
  void checkPreconditions(const Model& model) const override { RC_PRE(!model[stream_].is_open); }
  void apply(Model& model) const override { model[stream_] = {true, is_lossy_, {}, 0}; }
  void run(const Model&, Streams& streams) const override {
    forget(streams, stream_);
    streams.handles[stream_] = streams.decoder.stream_open(is_lossy_ ? 1 : 0);
    if (streams.handles[stream_] == nullptr) RC_DISCARD("the decoder has no such stream");
  }
  void show(std::ostream& out) const override {
    out << "open " << name() << (is_lossy_ ? " lossy" : " strict");
  }

 private:
  bool is_lossy_;
};

class Push final : public Action {
 public:
  explicit Push(std::size_t stream)
      : Action(stream),
        units_(
            *rc::gen::resize(kMostPushed, rc::gen::container<Bytes>(rc::gen::element<std::uint8_t>(
                                              'A', 0x80, 0x82, 0x90, 0x9F, 0xA0, 0xA9, 0xAC, 0xBF,
                                              0xC0, 0xC3, 0xE0, 0xE2, 0xED, 0xF0, 0xF4, 0xFF)))) {}
  void apply(Model& model) const override {
    Bytes& text = model[stream_].text;
    text.insert(text.end(), units_.begin(), units_.end());
  }
  void run(const Model&, Streams& streams) const override {
    std::vector<std::uint32_t> out(units_.size() + PLACEMAT_MAX_SEQUENCE);
    placemat_result result{};
    streams.decoder.stream_push(streams.handles[stream_], units_.data(), units_.size(), out.data(),
                                out.size(), &result);
    keep(streams, stream_, out, result);
  }
  void show(std::ostream& out) const override {
    out << "push " << name() << ' ' << (units_.empty() ? "nothing" : to_spaced_hex(units_));
  }

 private:
  Bytes units_;
};

class Finish final : public Action {
 public:
  using Action::Action;
  void apply(Model& model) const override {
    model[stream_].text.clear();
    ++model[stream_].texts;
  }
  // Compares all that the stream wrote since its text began.
  void run(const Model& before, Streams& streams) const override {
    std::vector<std::uint32_t> out(PLACEMAT_MAX_SEQUENCE);
    placemat_result result{};
    streams.decoder.stream_finish(streams.handles[stream_], out.data(), out.size(), &result);
    keep(streams, stream_, out, result);
    const StreamModel& model = before[stream_];
    const Answer right = reference_decode(model.text, streams.profile);
    if (model.is_lossy) {
      RC_ASSERT(streams.values[stream_] == right.values);
    } else {
      RC_ASSERT(streams.refused[stream_] == right.error.has_value());
      if (!right.error) RC_ASSERT(streams.values[stream_] == right.values);
    }
    forget(streams, stream_);
  }
  void show(std::ostream& out) const override { out << "finish " << name(); }
};

class Reset final : public Action {
 public:
  using Action::Action;
  void apply(Model& model) const override {
    model[stream_].text.clear();
    ++model[stream_].texts;
  }
  void run(const Model&, Streams& streams) const override {
    streams.decoder.stream_reset(streams.handles[stream_]);
    forget(streams, stream_);
  }
  void show(std::ostream& out) const override { out << "reset " << name(); }
};

class Close final : public Action {
 public:
  using Action::Action;
  void apply(Model& model) const override { model[stream_] = {}; }
  void run(const Model&, Streams& streams) const override {
    streams.decoder.stream_close(streams.handles[stream_]);
    streams.handles[stream_] = nullptr;
  }
  void show(std::ostream& out) const override { out << "close " << name(); }
};

using AnyAction = std::shared_ptr<const rc::state::Command<Model, Streams>>;

template <class Made>
AnyAction made(std::size_t stream) {
  return std::make_shared<const Made>(stream);
}

// Mostly on open streams, and mostly pushes and finishes.
rc::Gen<AnyAction> next_action(const Model& model) {
  return rc::gen::exec([model]() -> AnyAction {
    const auto stream = *rc::gen::inRange<std::size_t>(0, kStreams);
    if (!model[stream].is_open) return made<Open>(stream);
    switch (*rc::gen::inRange(0, 16)) {
      case 0:
        return made<Close>(stream);
      case 1:
        return made<Reset>(stream);
      case 2:
      case 3:
      case 4:
      case 5:
        return made<Finish>(stream);
      default:
        return made<Push>(stream);
    }
  });
}

struct Seen {
  std::map<std::string, std::size_t> actions;
  std::size_t most_texts = 0, most_open = 0;
};

// The report of the first failure, with its actions; empty when there is none.
std::string failure_of(const Decoder& decoder, int texts, Seen& seen) {
  using namespace rc::detail;
  const auto testable = [&] {
    Streams streams(decoder);
    rc::state::check(Model{}, streams, [&](const Model& model) {
      std::size_t open = 0;
      for (const StreamModel& stream : model) {
        open += stream.is_open ? 1 : 0;
        seen.most_texts = std::max(seen.most_texts, stream.texts);
      }
      seen.most_open = std::max(seen.most_open, open);
      return next_action(model);
    });
  };
  Silence silence;
  TestParams params = property_params();
  params.maxSuccess = texts;
  const std::string id = std::string("streams/") + decoder.name;
  const TestResult result = checkTestable(testable, TestMetadata{id, id}, params, silence,
                                          std::unordered_map<std::string, Reproduce>{});
  if (result.template is<SuccessResult>()) return {};
  std::ostringstream report;
  printResultMessage(result, report);
  return report.str();
}

// Decoders of others that do not follow the model of the profile that they are judged by.
struct Known {
  std::string_view decoder, why;
};
constexpr std::array<Known, 2> kKnown{
    {{"icu_ucnv_cesu8", "F0 BF is one ill-formed subpart: one FFFD"},
     {"glibc_mbrtoc32", "values up to 1FFFFF are accepted, as F4 A0 82 A0"}}};

TEST(StreamLife, FollowsTheModelInEveryDecoder) {
  Seen seen;
  std::size_t asked = 0;
  for (const Decoder* decoder : decoders()) {
    if (decoder->stream_open == nullptr) continue;
    ++asked;
    const auto known = std::ranges::find(kKnown, decoder->name, &Known::decoder);
    const bool is_known = known != kKnown.end();
    const std::string failure = failure_of(*decoder, is_known ? kSearched : kTexts, seen);
    EXPECT_EQ(!failure.empty(), is_known) << decoder->name << ": " << failure;
    if (is_known) std::cout << "known of " << known->decoder << ": " << known->why << '\n';
  }
  std::cout << asked << " decoders; at most " << seen.most_open << " streams open, "
            << seen.most_texts << " texts on one\n"
            << rc::detail::configToString(rc::detail::configuration()) << '\n';
  EXPECT_GT(asked, 5u);
  EXPECT_EQ(seen.most_open, kStreams);
  EXPECT_GE(seen.most_texts, 5u);
}

// Each fault needs a life of its own: one use, two uses, a reset, another mode.
TEST(StreamLife, FindsPlantedFaultsAndTellsTheirActions) {
  for (const std::string_view name : {"sab_chunk_loses_state", "sab_state_survives_finish",
                                      "sab_mode_of_last_stream", "sab_second_finish_fails"}) {
    const Decoder* saboteur = find_decoder(name);
    ASSERT_NE(saboteur, nullptr) << name;
    Seen seen;
    const std::string failure = failure_of(*saboteur, kSearched, seen);
    EXPECT_NE(failure.find("open "), std::string::npos) << name << ": " << failure;
    EXPECT_NE(failure.find("finish "), std::string::npos) << name << ": " << failure;
    // Shrunk: few actions are left.
    EXPECT_LE(std::ranges::count(failure, '\n'), 24) << failure;
    std::cout << saboteur->planted << '\n' << failure << '\n';
  }
}

}  // namespace
}  // namespace placemat
