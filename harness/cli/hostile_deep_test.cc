// Every way to misbehave that the external decoders of the tests know, in plug-ins, children and
// filters. Each is survived and named on its case, and a second, ordinary fault is still found.
#include "harness/cli/audit_fixture.h"

namespace placemat {
namespace {

using testing::HasSubstr;

enum class Where { kPlugin, kChild, kFilter };

struct Behaviour {
  Where where;
  std::string mode;
  Kind kind;
  std::string seen;
  std::string units = "FE";  // in the case that names it
  std::string source = "--source state-unit";
};

const std::string kDirectory = PLACEMAT_BINARY_DIR "/harness/isolation/hostile/";

std::vector<Behaviour> of_plugins() {
  const std::string sequences = "--source sequences";
  std::vector<Behaviour> all;
  const auto add = [&](Kind kind, const std::string& seen, const std::vector<std::string>& modes,
                       const std::string& source = "--source state-unit") {
    for (const std::string& mode : modes) {
      all.push_back({Where::kPlugin, mode, kind, seen, "FE", source});
    }
  };
  add(Kind::kCrash, "signal 11", {"segv", "stack"});
  add(Kind::kCrash, "signal 6", {"abort", "thread"});
  add(Kind::kCrash, "signal 9", {"kill", "kill-group"});
  add(Kind::kCrash, "exit(0)", {"exit", "quick-exit", "fork-exit"});
  add(Kind::kCrash, "an exception", {"throw"});
  for (const char* number : {"8", "13", "15", "40"}) {
    add(Kind::kCrash, "signal " + std::string(number), {"signal-" + std::string(number)});
  }
  add(Kind::kHang, "time limit", {"loop", "deaf-loop", "stop", "sleep", "slow"});
  add(Kind::kExhaustsMemory, "MiB of memory", {"memory"});
  add(Kind::kOverRead, "behind the last unit", {"read-behind"});
  add(Kind::kOverRead, "before the first unit", {"read-before"}, sequences);
  add(Kind::kOverWrite, "behind the capacity", {"write-behind"});
  add(Kind::kOverWrite, "before the first value", {"write-before"});
  add(Kind::kOverWrite, "before the first value", {"write-far-before"}, sequences);
  add(Kind::kOverWrite, "into the input", {"write-input", "unprotect-input"}, sequences);
  add(Kind::kOverWrite, "behind the capacity", {"unprotect-guard"}, sequences);
  add(Kind::kCorruptsProcess, "standard output", {"print"});
  add(Kind::kCorruptsProcess, "closed the file descriptor", {"close", "close-stdout"});
  add(Kind::kCorruptsProcess, "opened another there", {"steal"});
  add(Kind::kCorruptsProcess, "which it did not open", {"scribble"});
  add(Kind::kCorruptsProcess, "left a process behind", {"fork", "fork-return"});
  add(Kind::kCorruptsProcess, "a handler of its own for signal 11", {"handler"});
  add(Kind::kCorruptsProcess, "blocked signals", {"mask"});
  add(Kind::kCorruptsProcess, "changed the locale", {"locale"});
  add(Kind::kCorruptsProcess, "floating-point", {"rounding"});
  add(Kind::kCorruptsProcess, "working directory", {"directory"});
  add(Kind::kCorruptsProcess, "file creation mask", {"umask"});
  add(Kind::kCorruptsProcess, "left a thread behind", {"left-thread"});
  add(Kind::kCorruptsProcess, "left the file descriptor", {"left-file"});
  add(Kind::kCorruptsProcess, "tried to open a socket", {"socket"});
  add(Kind::kCorruptsProcess, "tried to start a process that is not its child", {"sibling"});
  add(Kind::kCorruptsProcess, "tried to write to a file outside", {"memory-file", "write-file"});
  add(Kind::kCorruptsProcess, "tried to trace a process", {"trace"});
  add(Kind::kCorruptsProcess, "tried to mount a file system", {"mount"});
  add(Kind::kCorruptsProcess, "tried to enter a namespace", {"namespace"});
  add(Kind::kNondeterministic, "", {"flip"}, sequences);
  all.push_back({Where::kPlugin, "leak-state", Kind::kKeepsState, "", "", "--source random"});
  all.push_back({Where::kPlugin, "encoder-exit", Kind::kCrash, "", "encoding 10FFFF"});
  return all;
}

std::vector<Behaviour> of_children() {
  std::vector<Behaviour> all;
  const auto add = [&](Kind kind, const std::string& seen, const std::vector<std::string>& modes,
                       const std::string& units = "FE") {
    for (const std::string& mode : modes) all.push_back({Where::kChild, mode, kind, seen, units});
  };
  add(Kind::kCrash, "signal 6", {"abort", "fork-abort", "lock"});
  add(Kind::kCrash, "exit(0)", {"exit", "close-exit"});
  add(Kind::kCrash, "signal 11", {"stack"});
  add(Kind::kCrash, "signal 15", {"signal-15"});
  add(Kind::kCrash, "signal 40", {"signal-40"});
  add(Kind::kHang, "no answer within", {"loop", "slow", "stop", "sleep"});
  add(Kind::kHang, "it closed its output and did not end", {"close"});
  add(Kind::kExhaustsMemory, "100 MiB", {"memory"});
  add(Kind::kBreaksProtocol, "core dumped", {"garbage"});
  add(Kind::kBreaksProtocol, "half a line", {"half", "half-exit", "drip"});
  add(Kind::kBreaksProtocol, "more than 4 MiB", {"flood"});
  add(Kind::kBreaksProtocol, "more than it was asked", {"twice"});
  add(Kind::kBreaksProtocol, "was due", {"order"});
  add(Kind::kNondeterministic, "41", {"flip"});
  add(Kind::kKeepsState, "", {"leak-state"}, "");
  add(Kind::kCorruptsProcess, "it left a process behind", {"leave"});
  add(Kind::kCorruptsProcess, "it left a process behind", {"fork"}, "end of input");
  add(Kind::kCorruptsProcess, "after SIGTERM", {"deaf"}, "");
  return all;
}

std::vector<Behaviour> of_filters() {
  std::vector<Behaviour> all;
  const auto add = [&](Kind kind, const std::string& seen, const std::vector<std::string>& modes) {
    for (const std::string& mode : modes) {
      all.push_back({Where::kFilter, mode, kind, seen, "FE"});
    }
  };
  add(Kind::kCrash, "signal 6", {"abort", "abort-unflushed"});
  add(Kind::kHang, "", {"loop", "sleep-unflushed", "close-and-sleep", "drip", "stop"});
  add(Kind::kBreaksProtocol, "of output", {"flood"});
  add(Kind::kExhaustsMemory, "", {"memory"});
  return all;
}

class Hostile : public Audit {
 protected:
  Report audit_of(const Behaviour& one) {
    switch (one.where) {
      case Where::kPlugin:
        limit_ = one.kind == Kind::kExhaustsMemory ? "200" : "40";
        return audit(one.mode, kHostile, one.source);
      case Where::kChild:
        limit_ = "40";
        return audit(one.mode, "-- " + kDirectory + "hostile_child",
                     one.source + " --start-limit 2000 --memory 100 --output-limit 4 --threads 1");
      case Where::kFilter:
        break;
    }
    limit_ = "40";
    return audit("", "--filter --mode lossy -- " + kDirectory + "hostile_filter lossy " + one.mode,
                 "--source state-unit --no-machine --memory 100 --output-limit 4 --threads 2");
  }

  static bool is_named(const Behaviour& one, const Report& report) {
    return std::ranges::any_of(report.subjects[0].findings, [&](const Finding& finding) {
      const std::string place =
          finding.minimal + " " + finding.conditions + " " + finding.operation;
      return finding.kind == one.kind && !is_the_other_fault(finding) &&
             place.find(one.units) != std::string::npos &&
             finding.seen.find(one.seen) != std::string::npos;
    });
  }

  static std::string text_of(const Report& report) {
    std::string text;
    for (const Finding& finding : report.subjects[0].findings) {
      text += finding.key + ": " + finding.seen + "\n";
    }
    return text;
  }

  void judge_all(const std::vector<Behaviour>& all) {
    let_them_do_more();
    for (const Behaviour& one : all) {
      SCOPED_TRACE(one.mode);
      const Report report = audit_of(one);
      ++tried_;
      const bool is_survived = report.footer.complete && last_.code == 1;
      EXPECT_TRUE(is_survived) << last_.out;
      EXPECT_TRUE(is_named(one, report)) << text_of(report);
      const bool has_other = std::ranges::any_of(
          report.subjects[0].findings,
          [](const Finding& finding) { return finding.minimal.find("FF") != std::string::npos; });
      others_ += has_other ? 1 : 0;
      if (!has_other) std::printf("%s: hides the second fault\n", one.mode.c_str());
    }
  }

  int tried_ = 0, others_ = 0;
};

TEST_F(Hostile, BehavioursAreSurvivedAndNamedBesideAnotherFault) {
  if (&__asan_init != nullptr) GTEST_SKIP() << "its reports take longer than the limits here";
  judge_all(of_plugins());
  judge_all(of_children());
  judge_all(of_filters());
  std::printf("%d behaviours, beside %d of them the second fault is found\n", tried_, others_);
  EXPECT_GE(tried_, 60);
  EXPECT_GE(others_, std::max(58, tried_ - 2));
}

}  // namespace
}  // namespace placemat
