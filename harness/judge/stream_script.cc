#include "harness/judge/stream_script.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <memory>

#include "harness/bytes/hash.h"

// The interface of a leak checker, where there is one.
extern "C" void __lsan_ignore_object(const void*) __attribute__((weak));

namespace placemat {
namespace {

using Verb = StreamAction::Verb;

std::string_view word_of(Verb verb) {
  constexpr std::array<std::string_view, 5> kWords{"open", "push", "finish", "reset", "close"};
  return kWords[static_cast<std::size_t>(verb)];
}

Operation operation_of(bool is_lossy) {
  return is_lossy ? Operation::kStreamLossy : Operation::kStreamStrict;
}

// Draws an action for one of the streams; most of them push.
Verb draw_verb(SplitMix64& chance) {
  switch (chance.below(16)) {
    case 0:
      return Verb::kReset;
    case 1:
      return Verb::kClose;
    case 2:
    case 3:
    case 4:
      return Verb::kFinish;
    default:
      return Verb::kPush;
  }
}

// An answer that one stream gives to one push is wrong by itself. One that needs several pushes
// depends on the chunks, and one that needs anything else on what was done before.
Kind kind_of(const ScriptFailure& reduced) {
  if (row_of(reduced.kind).shows_in != ShowsIn::kAnswer) return reduced.kind;
  std::array<std::size_t, 5> count{};
  for (const StreamAction& action : reduced.script) ++count[static_cast<std::size_t>(action.verb)];
  const auto [opens, pushes, finishes, resets, closes] = count;
  if (opens > 1 || finishes > 1 || resets + closes > 0) return Kind::kKeepsState;
  return pushes > 1 ? Kind::kDependsOnChunks : reduced.kind;
}

// The script with the push at `i` and the next one of its stream as one push; none where another
// action on the stream is between them.
std::optional<StreamScript> with_next_push_joined(const StreamScript& script, std::size_t i) {
  if (script[i].verb != Verb::kPush) return std::nullopt;
  const auto behind = script.begin() + static_cast<std::ptrdiff_t>(i) + 1;
  const auto next = std::find_if(behind, script.end(), [&](const StreamAction& action) {
    return action.stream == script[i].stream;
  });
  if (next == script.end() || next->verb != Verb::kPush) return std::nullopt;
  StreamScript joined = script;
  joined[i].units.insert(joined[i].units.end(), next->units.begin(), next->units.end());
  joined.erase(joined.begin() + (next - script.begin()));
  return joined;
}

}  // namespace

StreamScript draw_script(ByteView input) {
  SplitMix64 chance(hash_of(input));
  StreamScript script;
  std::array<bool, kScriptStreams> open{};
  const std::size_t streams = 1 + chance.below(kScriptStreams);
  constexpr std::size_t kMostActions = 64;
  const auto act = [&](StreamAction action) {
    open[action.stream] = action.verb != Verb::kClose;
    script.push_back(std::move(action));
  };
  while (!input.empty() && script.size() < kMostActions) {
    const std::size_t stream = chance.below(streams);
    if (!open[stream]) act({Verb::kOpen, stream, chance.below(4) != 0});
    StreamAction action{draw_verb(chance), stream};
    if (action.verb == Verb::kPush) {
      // Short chunks cut sequences; a long one passes through blocks.
      const std::size_t most = chance.below(4) == 0 ? input.size() : 4;
      const ByteView units = input.first(std::min(input.size(), chance.below(most + 1)));
      action.units.assign(units.begin(), units.end());
      input = input.subspan(units.size());
    }
    act(std::move(action));
  }
  for (std::size_t stream = 0; stream < kScriptStreams; ++stream) {
    if (!open[stream]) continue;
    act({Verb::kFinish, stream});
    act({Verb::kClose, stream});
  }
  return script;
}

std::string to_text(const StreamScript& script) {
  std::string text;
  for (const StreamAction& action : script) {
    if (!text.empty()) text += "; ";
    text += fmt::format("{} {}", word_of(action.verb), static_cast<char>('a' + action.stream));
    if (action.verb == Verb::kOpen) text += action.is_lossy ? " lossy" : " strict";
    if (action.verb == Verb::kPush) {
      text += action.units.empty() ? " nothing" : " " + to_text(ChunkedUnits{action.units, {}});
    }
  }
  return text;
}

struct ScriptRunner::Stream {
  void* handle = nullptr;
  bool is_lossy = false;
  Bytes text;  // since the last finish or reset
  std::vector<std::uint32_t> values;
  placemat_result result{};

  void clear() {
    text.clear();
    values.clear();
    result = {};
  }
};

// One run; after each action, `failure` or `is_over` says whether to go on.
class ScriptRunner::Run {
 public:
  Run(ScriptRunner& runner, const StreamScript& script) : runner_(runner), script_(script) {}

  std::optional<ScriptFailure> finish() {
    for (done_ = 0; done_ < script_.size() && !failure_ && !is_over_;) act(script_[done_++]);
    for (Stream& stream : streams_) leave(stream);
    return std::move(failure_);
  }

 private:
  void act(const StreamAction& action) {
    Stream& stream = streams_[action.stream];
    if (action.verb == Verb::kOpen) return open(stream, action.is_lossy);
    if (stream.handle == nullptr) return;  // a script that was reduced
    switch (action.verb) {
      case Verb::kPush:
        stream.text.insert(stream.text.end(), action.units.begin(), action.units.end());
        return step(stream, action.units, false);
      case Verb::kFinish:
        step(stream, {}, true);
        if (!failure_ && !is_over_) compare(stream);
        return stream.clear();
      case Verb::kReset:
        call([&] { runner_.decoder_.stream_reset(stream.handle); });
        return stream.clear();
      default:
        call([&] { runner_.decoder_.stream_close(stream.handle); });
        stream.handle = nullptr;
        return stream.clear();
    }
  }

  void open(Stream& stream, bool is_lossy) {
    if (stream.handle != nullptr) return;
    stream.is_lossy = is_lossy;
    call([&] { stream.handle = runner_.decoder_.stream_open(is_lossy ? 1 : 0); });
    is_over_ |= stream.handle == nullptr;
  }

  // Buffers of exact size, so that an address sanitizer sees an access outside of them.
  void step(Stream& stream, const Bytes& units, bool is_finish) {
    const auto in = std::make_unique_for_overwrite<std::uint8_t[]>(units.size());
    std::ranges::copy(units, in.get());
    const std::size_t capacity = units.size() + PLACEMAT_MAX_SEQUENCE;
    const auto out = std::make_unique_for_overwrite<std::uint32_t[]>(capacity);
    placemat_result& result = stream.result = {};
    call([&] {
      if (is_finish) {
        runner_.decoder_.stream_finish(stream.handle, out.get(), capacity, &result);
      } else {
        runner_.decoder_.stream_push(stream.handle, in.get(), units.size(), out.get(), capacity,
                                     &result);
      }
    });
    if (failure_) return;
    is_over_ |= result.status == PLACEMAT_UNSUPPORTED;
    if (result.written > capacity) {
      return fail(Kind::kWrongCapacity, "at most the capacity",
                  fmt::format("{} values", result.written));
    }
    stream.values.insert(stream.values.end(), out.get(), out.get() + result.written);
  }

  void compare(const Stream& stream) {
    const Operation operation = operation_of(stream.is_lossy);
    const Expectation& law = runner_.law_.about(stream.text);
    Observation seen;
    seen.status = stream.result.status;
    seen.count = stream.values.size();
    seen.values = stream.values.data();
    seen.error_offset = stream.result.error_offset;
    seen.error_length = stream.result.error_length;
    if (!agrees(runner_.decoder_, operation, seen.count, law, seen)) {
      fail(classify(operation, stream.text, law, seen), describe(runner_.decoder_, operation, law),
           describe(operation, seen));
    }
  }

  template <class F>
  void call(F&& function) {
    const CallFailure how = runner_.thread_.guard(std::forward<F>(function));
    if (how.cause == CallFailure::Cause::kNone) return;
    const bool is_late = how.cause == CallFailure::Cause::kTime;
    fail(is_late ? Kind::kHang : Kind::kCrash, "an answer",
         is_late ? "no answer in time" : "a crash");
    is_broken_ = true;
  }

  void fail(Kind kind, std::string expected, std::string seen) {
    const auto end = script_.begin() + static_cast<std::ptrdiff_t>(done_);
    failure_ = ScriptFailure{{script_.begin(), end}, kind, std::move(expected), std::move(seen)};
  }

  // A stream whose decoder failed is not closed: that could fail again.
  void leave(Stream& stream) {
    if (stream.handle == nullptr) return;
    if (is_broken_) {
      if (&__lsan_ignore_object != nullptr) __lsan_ignore_object(stream.handle);
      return;
    }
    runner_.thread_.guard([&] { runner_.decoder_.stream_close(stream.handle); });
  }

  ScriptRunner& runner_;
  const StreamScript& script_;
  std::array<Stream, kScriptStreams> streams_;
  std::size_t done_ = 0;
  std::optional<ScriptFailure> failure_;
  bool is_over_ = false, is_broken_ = false;
};

ScriptRunner::ScriptRunner(const Decoder& decoder, const Profile& judged_as, FencedThread& thread)
    : decoder_(decoder), thread_(thread), law_(judged_as, false) {}

std::optional<ScriptFailure> ScriptRunner::run(const StreamScript& script) {
  return Run(*this, script).finish();
}

ScriptFailure ScriptRunner::reduce(ScriptFailure failure) {
  const auto is_better = [&](const StreamScript& script) {
    auto shorter = run(script);
    // Another kind may be another fault.
    if (!shorter || shorter->kind != failure.kind) return false;
    failure = std::move(*shorter);
    return true;
  };
  for (bool better = true; better;) {
    better = false;
    for (std::size_t i = failure.script.size(); i-- > 0;) {
      if (i >= failure.script.size()) continue;
      StreamScript script = failure.script;
      script.erase(script.begin() + static_cast<std::ptrdiff_t>(i));
      if (is_better(script)) better = true;
    }
    for (std::size_t i = failure.script.size(); i-- > 0;) {
      if (i >= failure.script.size()) continue;
      const auto joined = with_next_push_joined(failure.script, i);
      if (joined && is_better(*joined)) better = true;
    }
    for (std::size_t i = 0; i < failure.script.size(); ++i) {
      for (std::size_t at = failure.script[i].units.size(); at-- > 0;) {
        if (i >= failure.script.size() || at >= failure.script[i].units.size()) break;
        StreamScript script = failure.script;
        Bytes& units = script[i].units;
        units.erase(units.begin() + static_cast<std::ptrdiff_t>(at));
        if (is_better(script)) better = true;
      }
    }
  }
  failure.kind = kind_of(failure);
  return failure;
}

}  // namespace placemat
