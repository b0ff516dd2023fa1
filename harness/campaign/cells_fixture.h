// cells_fixture.h: what the cells of an error class say is what the decoder does, asked alone: for
// each mark some input with errors of that class and no other shows it, and for a blank cell no
// input of the class fails. The decoder is asked by a judge of its own.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>

#include "harness/campaign/selftest.h"
#include "harness/report/matrix.h"

namespace placemat::testing_aid {

// Failures that no class is the reason of, as the columns besides classes name them.
inline bool is_about_a_class(Kind kind) {
  constexpr Kind kOthers[] = {Kind::kDependsOnChunks,      Kind::kDependsOnPosition,
                              Kind::kKeepsState,           Kind::kNondeterministic,
                              Kind::kDependsOnEnvironment, Kind::kWrongCapacity,
                              Kind::kCorruptsProcess,      Kind::kBreaksProtocol};
  return std::ranges::find(kOthers, kind) == std::end(kOthers);
}

// The cases of the quick sources, by the one class of their errors.
class InputsOfClasses final : public CaseSink {
 public:
  explicit InputsOfClasses(const Profile& profile, const Corpus& corpus) {
    for (const char* name : {"sequences", "neighbours"}) {
      const auto source = make_source(name, profile, {Budget::kQuick, 1992, &corpus});
      for (std::size_t shard = 0; shard < source->shards(); ++shard) source->generate(shard, *this);
    }
  }
  bool accept(const Case& c) override {
    const auto only = only_error_class_of(c.bytes);
    // There are many well-formed texts, and other tests are about them.
    if (only && *only != ErrorClass::kNone)
      inputs_[static_cast<std::size_t>(*only)].emplace_back(c.bytes.begin(), c.bytes.end());
    return true;
  }
  const std::vector<Bytes>& of(ErrorClass error_class) const {
    return inputs_[static_cast<std::size_t>(error_class)];
  }

 private:
  std::array<std::vector<Bytes>, kErrorClassCount> inputs_;
};

// How each operation fails in a plain call, nothing else being said about the input. A new judge
// for each input, because one that met hangs does not ask that operation again.
class AskedAlone {
 public:
  AskedAlone(Caller& caller, const Profile& judged_as) : caller_(caller), judged_as_(judged_as) {}

  std::vector<Failure> failures(const Bytes& units) {
    Judge judge(caller_, judged_as_);
    std::vector<Failure> failures;
    for (std::size_t i = 0; i < kOperationCount; ++i) {
      const auto operation = static_cast<Operation>(i);
      if (!has(caller_.decoder(), operation)) continue;
      const Check check{units, plain(operation)};
      if (!judge.fails(check)) continue;
      if (auto failure = judge.judge(check)) failures.push_back(std::move(*failure));
    }
    return failures;
  }

 private:
  Caller& caller_;
  Profile judged_as_;
};

inline void expect_mark_is_true(AskedAlone& asked, ErrorClass error_class, const Mark& mark) {
  std::vector<std::string> inputs;
  for (const Finding* finding : mark.findings) inputs.push_back(finding->minimal);
  if (mark.findings.empty()) inputs.push_back(mark.alone);
  for (const std::string& input : inputs) {
    const Bytes units = parse_units(input).bytes;
    EXPECT_EQ(only_error_class_of(units), error_class) << input;
    EXPECT_TRUE(std::ranges::any_of(
        asked.failures(units),
        [&](const Failure& failure) { return row_of(failure.kind).glyph == mark.glyph; }))
        << name_of(error_class) << " " << mark.glyph << ": " << input << " does not show it";
  }
}

inline void expect_blank_is_true(AskedAlone& asked, const std::vector<Bytes>& inputs,
                                 ErrorClass error_class) {
  for (const Bytes& units : inputs) {
    for (const Failure& failure : asked.failures(units)) {
      // Well-formed text beside the errors may fail as it does without them.
      const bool is_of_text = only_error_class_of(failure.core.units) == ErrorClass::kNone;
      if (is_of_text || !is_about_a_class(failure.kind)) continue;
      ADD_FAILURE() << name_of(error_class) << " is blank: " << to_spaced_hex(units) << " "
                    << row_of(failure.kind).name;
      return;
    }
  }
}

inline void expect_true_cells(const DecoderResult& result, Caller& caller, const Profile& judged_as,
                              const InputsOfClasses& inputs) {
  AskedAlone asked(caller, judged_as);
  for (const ErrorClassRow& row : error_classes()) {
    const Cell cell = cell_of(result, column_of(row.error_class));
    for (const Mark& mark : cell.marks) expect_mark_is_true(asked, row.error_class, mark);
    // Operations that hung or crashed often were not asked about the other inputs, and the report
    // says so.
    if (cell.marks.empty() && !result.gave_up)
      expect_blank_is_true(asked, inputs.of(row.error_class), row.error_class);
  }
}

inline void expect_true_cells_of_saboteurs(const std::vector<std::string>& names) {
  const Corpus corpus = load_corpus(PLACEMAT_SOURCE_DIR "/corpus");
  const SelftestResult result = selftest(corpus, {.names = names, .threads = 2});
  EXPECT_TRUE(result.finished);
  std::map<std::string, InputsOfClasses> inputs;  // by profile
  for (const SelftestOutcome& outcome : result.outcomes) {
    SCOPED_TRACE(outcome.saboteur->name);
    const Profile judged_as = parse_profile(outcome.result.judged_as);
    const auto& some =
        inputs.try_emplace(outcome.result.judged_as, judged_as, corpus).first->second;
    const Fence fence(200);
    FencedThread thread;
    Caller caller(*outcome.saboteur, thread);
    expect_true_cells(outcome.result, caller, judged_as, some);
  }
}

}  // namespace placemat::testing_aid
