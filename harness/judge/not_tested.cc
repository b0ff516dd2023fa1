#include "harness/judge/not_tested.h"

#include <fmt/format.h>

#include <algorithm>

namespace placemat {
namespace {

void add_fillers(Law& law, std::vector<std::string>& out) {
  const std::vector<Filler> usable = well_formed_fillers(law);
  std::size_t units = 0;
  for (const Filler filler : kFillers) {
    ++units;  // a character of each length, in this order
    if (std::ranges::find(usable, filler) != usable.end()) continue;
    Bytes character;
    append_pad(character, filler, units);
    out.push_back(fmt::format("pads of characters of {} units: {} is ill-formed in its dialect",
                              units, to_spaced_hex(character)));
  }
}

void add_presentations(const Target& subject, const Caller& caller, std::vector<std::string>& out) {
  if (subject.most < Depth::kChunked) {
    out.emplace_back("chunks, pads and tails: this run puts every case once");
  } else if (subject.most < Depth::kPadded) {
    out.emplace_back("pads and tails: this run puts every case alone and in chunks");
  }
  if (!caller.shows_memory()) {
    out.emplace_back(
        "guard pages, capacity, reuse after an error, errno and a second thread: it is in another "
        "process");
  } else if ((caller.decoder().claims & PLACEMAT_CLAIM_ONE_THREAD) != 0) {
    out.emplace_back("calls by a second thread: it claims that one thread may call it");
  } else if (!can_start_threads()) {
    out.emplace_back("calls by a second thread: the system refuses threads");
  }
}

void add_given_up(const Ledger& whole, std::vector<std::string>& out) {
  for (std::size_t i = 0; i < kOperationCount; ++i) {
    const auto operation = static_cast<Operation>(i);
    if ((whole.muted & bit_of(operation)) == 0) continue;
    out.push_back(fmt::format("the rest of {}: given up after too many {}", name_of(operation),
                              whole.hangs[i] > 0 ? "hangs" : "crashes"));
  }
}

}  // namespace

std::vector<std::string> not_tested(const Target& subject, Judge& judge, const Ledger& whole) {
  std::vector<std::string> out;
  // Fillers matter only where there are pads.
  if (subject.most >= Depth::kPadded) add_fillers(judge.law(), out);
  add_presentations(subject, judge.caller(), out);
  add_given_up(whole, out);
  return out;
}

}  // namespace placemat
