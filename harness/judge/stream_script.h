// stream_script.h: a sequence of actions on up to four streams of both modes, drawn
// from a fuzzing input: open, push, finish, finish again, reset, close. After each
// finish, what the stream gave must be what the law gives for the units since the
// finish or reset before. This file must not know any engine.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "harness/judge/check.h"

namespace placemat {

struct StreamAction {
  enum class Verb : std::uint8_t { kOpen, kPush, kFinish, kReset, kClose } verb = Verb::kPush;
  std::size_t stream = 0;
  bool is_lossy = false;  // of kOpen
  Bytes units = {};       // of kPush

  friend bool operator==(const StreamAction&, const StreamAction&) = default;
};
using StreamScript = std::vector<StreamAction>;

inline constexpr std::size_t kScriptStreams = 4;

// The input's units are pushed in their order; where, and what lies between, depends on all of
// them. It closes what it opens.
StreamScript draw_script(ByteView input);

// "open a lossy; push a E2 82; finish a"
std::string to_text(const StreamScript& script);

struct ScriptFailure {
  StreamScript script;  // ends with the action that shows it
  Kind kind;            // of the answer; after reduce(), of what the script needs
  std::string expected, seen;
};

// Runs scripts on one decoder. Needs an active Fence.
class ScriptRunner {
 public:
  ScriptRunner(const Decoder& decoder, const Profile& judged_as, FencedThread& thread);

  // The first failure of this script; `kUnsupported` answers end it without one.
  std::optional<ScriptFailure> run(const StreamScript& script);
  // The same script without the actions that the failure does not need, and with fewer units.
  ScriptFailure reduce(ScriptFailure failure);

 private:
  struct Stream;
  class Run;

  const Decoder& decoder_;
  FencedThread& thread_;
  Law law_;
};

}  // namespace placemat
