#include "harness/report/views/machine_sentence.h"

#include <fmt/format.h>

#include "harness/report/text.h"

namespace placemat {

std::string machine_sentence(const MachineRecord& machine) {
  if (!machine.learned.finite) {
    return fmt::format("not a finite machine over single units, as far as was asked ({})",
                       counted(machine.learned.questions, "string"));
  }
  std::string text = fmt::format(
      "a machine of {} (that of {} has {}) over {} of units, learnt from {}; ",
      counted(machine.learned.states.size(), "state"), machine.law, machine.learned.law_states,
      machine.learned.classes == 1 ? "1 class" : grouped(machine.learned.classes) + " classes",
      counted(machine.learned.questions, "string"));
  text += machine.learned.differences.empty()
              ? std::string("they do not differ")
              : counted(machine.learned.differences.size(), "difference");
  return text;
}

}  // namespace placemat
