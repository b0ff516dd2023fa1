// reproducer_fixture.h: compiles and runs the C programs of findings, for tests. Saboteurs are
// loaded as a plug-in; the honest decoder shows that a program notices when a fault is gone.
#pragma once

#include <gmock/gmock.h>
#include <sys/wait.h>

#include <array>
#include <cstdio>
#include <fstream>
#include <string>

#include "harness/bytes/scratch_fixture.h"
#include "harness/campaign/reproducer.h"
#include "harness/campaign/selftest.h"

namespace placemat::fixture {

inline const std::string kSaboteurs = PLACEMAT_BINARY_DIR "/impls/saboteurs.so";

struct CommandResult {
  int code = -1;  // -1 when a signal ended it
  std::string out;
};

inline CommandResult run_command(const std::string& line) {
  CommandResult result;
  FILE* const pipe = popen(("{ " + line + "\n} 2>&1 </dev/null").c_str(), "r");
  if (pipe == nullptr) return result;
  std::array<char, 4096> buffer;
  while (const std::size_t n = fread(buffer.data(), 1, buffer.size(), pipe)) {
    result.out.append(buffer.data(), n);
  }
  const int status = pclose(pipe);
  if (WIFEXITED(status)) result.code = WEXITSTATUS(status);
  return result;
}

// The program, compiled with warnings as errors and only the header of the interface.
inline std::string compiled(const Reproducer& made) {
  const std::string source = written("reproduce.c", made.text).string();
  const std::string program = scratch("reproduce").string();
  const CommandResult cc =
      run_command("cc -std=c11 -Wall -Wextra -Werror -I " PLACEMAT_SOURCE_DIR "/harness/decoder " +
                  source + " -ldl -o " + program);
  EXPECT_EQ(cc.code, 0) << cc.out << made.text;
  return program;
}

inline std::string line_of(const std::string& text, const std::string& word) {
  const std::size_t at = text.find(word);
  if (at == std::string::npos) return "";
  return text.substr(at + word.size(), text.find('\n', at) - at - word.size());
}

// The program of a finding of a saboteur exits with 1 and sees what the finding says; with the
// honest decoder it exits with 0. False when there is no program for it.
inline bool expect_reproduced(const Finding& finding) {
  SCOPED_TRACE(finding.replay);
  ReplayCall call = parse_replay_line(finding.replay);
  call.external.plugin = kSaboteurs;
  std::string why_not;
  const auto made = plugin_program({finding, call, parse_profile(finding.judged_as)}, why_not);
  if (!made) return false;
  const std::string run = compiled(*made) + " " + kSaboteurs;
  const CommandResult wrong = run_command("PLACEMAT_DECODER=" + finding.decoder + " " + run);
  EXPECT_EQ(wrong.code, 1) << finding.key << "\n" << wrong.out << made->text;
  EXPECT_EQ(line_of(wrong.out, "expected  "), finding.expected);
  // A program cannot tell a read from a write outside of its buffers.
  const bool has_answer = finding.kind < Kind::kOverRead || finding.kind == Kind::kWrongCapacity;
  const Decoder* saboteur = find_decoder(finding.decoder);
  const bool is_chance = row_of(Kind::kNondeterministic).name == saboteur->planted_kind;
  if (has_answer && !is_chance) {
    EXPECT_EQ(line_of(wrong.out, "seen      "), finding.seen) << finding.key << made->text;
  }
  // The honest decoder keeps a BOM.
  if (parse_profile(finding.judged_as).bom != Bom::kKeep) return true;
  const CommandResult honest = run_command("PLACEMAT_DECODER=honest " + run);
  EXPECT_EQ(honest.code, 0) << finding.key << "\n" << honest.out << made->text;
  return true;
}

// The finding, and each of its symptoms as a finding of its own.
inline std::vector<Finding> with_symptoms(const Finding& finding) {
  std::vector<Finding> all{finding};
  for (const Symptom& symptom : finding.symptoms) {
    Finding one = finding;
    one.kind = symptom.kind;
    one.key = symptom.key;
    one.operation = symptom.operation;
    one.expected = symptom.expected;
    one.seen = symptom.seen;
    one.replay = symptom.replay;
    all.push_back(one);
  }
  return all;
}

}  // namespace placemat::fixture
