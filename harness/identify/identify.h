// identify.h: which profile explains everything that was observed of a decoder. Profiles
// are eliminated by inputs on which the remaining ones differ most; the result is
// confirmed by many more inputs. When no profile remains, the decoder is explained by
// parts (composition.h). When the parts do not explain it either, the least contradicted
// explanation is named, with the shortest inputs that contradict it.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "harness/identify/composition.h"
#include "harness/identify/description.h"
#include "harness/identify/learn.h"
#include "harness/identify/observer.h"
#include "harness/spec/profile.h"

namespace placemat {

// What identification never asks; part of every result.
inline constexpr std::string_view kNeverAsked =
    "positions other than after 15, 16, 31 and 63 letters, chunks and histories were not asked";

struct Identity {
  bool explained = false;  // by a profile
  // The profiles that explain everything, or the nearest. More than one where no tested
  // input distinguishes them, the plainest first.
  std::vector<std::string> profiles;
  // Without a lossy function the policy is unknown.
  bool knows_policy = false;
  std::uint64_t inputs_to_name = 0;           // until only `profiles` remained
  std::uint64_t inputs_to_confirm = 0;        // beyond those
  std::uint64_t unanswered = 0;               // of all of them
  std::uint64_t contradicted = 0;             // of the answered ones, by the nearest
  std::vector<Contradiction> contradictions;  // the shortest
  Learned learned;
  // What it does: the profile, or the parts where they explain more; no answer contradicts a line.
  DecoderDescription description;
  std::string sentence;                // the same as one
  bool is_composed = false;            // by parts
  bool is_complete = false;            // it explains every answer
  std::uint64_t unexplained = 0;       // answers that contradict it
  std::vector<Contradiction> against;  // the shortest of them
  std::string reason;                  // why nothing explains it, where that is known
  // Inputs that were asked twice, with the first answer and the differing one.
  std::vector<Contradiction> unstable;
  // The parts of its verdict and of its values; meaningful when it is composed.
  bool has_strict = false, has_lossy = false;
  Composition strict, lossy;
};

template <class Visitor, Of<Identity> T>
void members(Visitor& v, T& r) {
  v("explained", r.explained);
  v("profiles", r.profiles);
  v("knows_policy", r.knows_policy);
  v("inputs_to_name", r.inputs_to_name);
  v("inputs_to_confirm", r.inputs_to_confirm);
  v("unanswered", r.unanswered);
  v("contradicted", r.contradicted);
  v("contradictions", r.contradictions);
  v("learned", r.learned);
  v("description", r.description);
  v("sentence", r.sentence);
  v("composed", r.is_composed);
  v("complete", r.is_complete);
  v("unexplained", r.unexplained);
  v("against", r.against);
  v("reason", r.reason);
  v("unstable", r.unstable);
  v("has_strict", r.has_strict);
  v("has_lossy", r.has_lossy);
  v("strict", r.strict);
  v("lossy", r.lossy);
}

// Compares what was seen of one more input with the explanation.
std::optional<Contradiction> contradiction(const Identity& identity, ByteView units,
                                           const InputObservation& seen);
// Takes an answer that contradicts the explanation out of the line of the description that it
// contradicts.
void add_answer(DecoderDescription& description, const Identity& identity, ByteView units,
                const InputObservation& seen);

// `learns` = false omits the machine, which takes most of the queries. One in `confirm_every` of
// the inputs confirms the profile that others named; all do, once one contradicts it.
Identity identify(Caller& caller, bool learns = true, std::uint64_t confirm_every = 1);

// The machine alone, compared with that of `profile`, which was identified.
Learned learn_machine(Caller& caller, const std::string& profile);

// Does the work that does not depend on the caller and takes most of the time. For
// processes that fork, maybe more than once.
void prepare_to_identify();

}  // namespace placemat
