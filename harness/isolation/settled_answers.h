// settled_answers.h: the answers to questions that were asked several times and always answered
// alike, or that need no repetition. Judging asks the same few texts thousands of times, and each
// time costs a process or an exchange with one. It must not know what a question or an answer is.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <unordered_map>

namespace placemat {

// Longer texts are rarely asked again.
inline constexpr std::size_t kLongestSettled = 64;

template <class Answer>
class SettledAnswers {
 public:
  // Null until the question has had the same answer often enough.
  const Answer* find(std::string_view question) const {
    const auto known = known_.find(std::string(question));
    return known != known_.end() && known->second.times >= kTimes ? &known->second.answer : nullptr;
  }
  void add(std::string_view question, const Answer& answer) { add(question, answer, 1); }
  // The first answer is enough.
  void settle(std::string_view question, const Answer& answer) { add(question, answer, kTimes); }

 private:
  static constexpr unsigned kTimes = 3;
  static constexpr std::size_t kMost = 65'536;
  struct Known {
    unsigned times = 0;
    Answer answer;
  };
  void add(std::string_view question, const Answer& answer, unsigned times) {
    if (known_.size() >= kMost) return;
    Known& known = known_[std::string(question)];
    known.times = known.times > 0 && known.answer == answer ? known.times + times : times;
    known.answer = answer;
  }

  std::unordered_map<std::string, Known> known_;
};

}  // namespace placemat
