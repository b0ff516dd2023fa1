// presenter.h: one case becomes hundreds of checks. A presenter enumerates the
// presentations of a case, in a fixed order that depends only on the case. It
// must not know what a right answer is, nor whether a decoder gives it.
#pragma once

#include <span>
#include <vector>

#include "harness/presentation/axes.h"
#include "harness/presentation/surroundings.h"

namespace placemat {

class PresentationSink {
 public:
  virtual ~PresentationSink() = default;
  // The following presentations are of these units: pad, case and tail.
  virtual void begin_units(ByteView units) = 0;
  virtual void give(const Presentation& how) = 0;
};

// The capabilities of a decoder.
struct Askable {
  std::vector<Operation> calls, streams;
  bool shows_memory = true;              // the caller has the buffers
  bool is_bound_to_thread = false;       // PLACEMAT_CLAIM_ONE_THREAD
  std::vector<Filler> fillers = {};      // the fillers that are well-formed in the dialect
  std::span<const Bytes> preludes = {};  // preludes that leave a stream in each state
};

class Presenter {
 public:
  Presenter(Askable askable, PresentationSink& sink);
  void present(const Case& c);

 private:
  using Operations = std::span<const Operation>;
  void give(Operation operation);
  void give(Operations operations);
  void give_with_ample_room(Operation operation);
  void give_in_turn(Operation operation);
  void give_in_turn(Operations operations);
  void give_verdict();
  void give_one_of_core(std::size_t turn);
  Operations one_of_core(std::size_t turn) const;
  void give_core_or_one_and_another(bool is_whole, std::size_t turn);
  void give_behind(Depth depth, Filler filler, std::size_t pad);
  void vary_placement(const Case& c);
  void vary_chunks(const Case& c);
  void vary_room();
  void give_length_of(Operation operation);
  void vary_prelude(const Case& c);
  void give_after_prelude(const Case& c);
  void give_in_chunks(const Case& c);
  void give_in_environment(Environment environment);
  void put_empty_at_null(const Case& c);
  void vary_surroundings(const Case& c);
  bool is_given(Depth depth, Filler filler, std::size_t pad) const;
  void give_at_block_start(const Case& c);
  void give_at_block_end(const Case& c);
  void begin_units();

  Askable askable_;
  std::vector<Operation> core_;
  PresentationSink& sink_;
  Bytes units_;           // pad, case and tail
  Presentation how_;      // reused: the current one
  std::size_t turn_ = 0;  // differs from case to case
};

}  // namespace placemat
