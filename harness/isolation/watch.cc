#include "harness/isolation/watch.h"

#include <fmt/format.h>
#include <sys/mman.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <new>
#include <set>
#include <system_error>

#include "harness/bytes/error.h"

namespace placemat {

namespace {

const KnownCrash* find(const std::vector<KnownCrash>& known, const Call& call) {
  for (const KnownCrash& one : known) {
    if (one.call.is(call)) return &one;
  }
  return nullptr;
}

Observation as_known(const KnownCrash& known, bool is_fatal) {
  Observation seen;
  seen.outcome = known.outcome;
  seen.note = known.note;
  seen.signal = known.signal;
  seen.is_fatal = is_fatal;
  return seen;
}

}  // namespace

bool OwnedCall::is(const Call& call) const {
  return !is_encode && operation == call.operation && placement == call.placement &&
         capacity == call.capacity && ending == call.prelude.ending &&
         std::ranges::equal(units, call.units) && std::ranges::equal(prelude, call.prelude.units) &&
         std::ranges::equal(cuts, call.cuts);
}

const char* interned(const std::string& text) {
  static std::set<std::string> texts;
  return texts.insert(text).first->c_str();
}

CrashNote* CrashNote::create() {
  void* memory =
      mmap(nullptr, sizeof(CrashNote), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) throw std::system_error(errno, std::generic_category(), "mmap");
  return new (memory) CrashNote;
}

void CrashNote::clear() {
  serial = 0;
  is_loaded = has_failed = has_reason = false;
}

void CrashNote::give_reason(Observation::Outcome outcome, const std::string& text) {
  reason = outcome;
  const std::size_t n = std::min(text.size(), sizeof(why) - 1);
  std::memcpy(why, text.data(), n);
  why[n] = '\0';
  has_reason = true;
}

void CrashNote::Record::set(const Call& call) {
  is_encode = false;
  operation = call.operation;
  placement = call.placement;
  ending = call.prelude.ending;
  capacity = call.capacity;
  length = static_cast<std::uint32_t>(call.units.size());
  cut_count = 0;
  prelude_length = 0;
  has_units = false;
  if (!is_stream(operation) && ending == Prelude::Ending::kNone) return;
  cut_count = static_cast<std::uint32_t>(std::min(call.cuts.size(), std::size(cuts)));
  for (std::size_t i = 0; i < cut_count; ++i) cuts[i] = static_cast<std::uint32_t>(call.cuts[i]);
  if (ending == Prelude::Ending::kNone) return;
  // What comes before lies in the input buffer first.
  prelude_length =
      static_cast<std::uint32_t>(std::min(call.prelude.units.size(), std::size(prelude)));
  std::copy_n(call.prelude.units.begin(), prelude_length, prelude);
  has_units = true;
  std::copy_n(call.units.begin(), length, units);
}

void CrashNote::Record::set(std::uint64_t encoded) {
  is_encode = true;
  value = encoded;
}

OwnedCall CrashNote::Record::owned(const GuardedBuffer& input) const {
  OwnedCall call;
  call.is_encode = is_encode;
  if (is_encode) {
    call.value = value;
    return call;
  }
  call.operation = operation;
  call.placement = placement;
  call.capacity = capacity;
  call.ending = ending;
  const std::uint8_t* at = units;
  if (!has_units) {
    at = placement == Placement::kStart ? input.begin() : input.end() - length;
    if (placement == Placement::kNul) --at;
  }
  call.units.assign(at, at + length);
  call.prelude.assign(prelude, prelude + prelude_length);
  call.cuts.assign(cuts, cuts + cut_count);
  return call;
}

Observation WatchedCaller::call(const Call& call) {
  if (const KnownCrash* known = find(watch_.corrupting, call)) return as_known(*known, false);
  if (const KnownCrash* known = find(watch_.hanging, call)) return as_known(*known, false);
  if (!watch_.known_crashes.empty()) {
    if (const KnownCrash* known = find(watch_.known_crashes, call)) return as_known(*known, true);
    if ((watch_.given_up >> static_cast<unsigned>(call.operation) & 1) != 0) {
      Observation seen;
      seen.outcome = Observation::Outcome::kUnsupported;
      return seen;
    }
  }
  CrashNote& note = watch_.note;
  note.current.set(call);
  const std::uint64_t serial = note.serial.load(std::memory_order_relaxed);
  note.serial.store(serial + 1, std::memory_order_release);
  Observation seen = Caller::call(call);
  const bool failed_call =
      seen.outcome == Observation::Outcome::kCrash || seen.outcome == Observation::Outcome::kHang;
  if (failed_call) {
    note.failed = note.current;
    if (!note.failed.has_units) {
      std::copy_n(call.units.begin(), call.units.size(), note.failed.units);
      note.failed.has_units = true;
    }
    note.has_failed = true;
    const bool hangs = seen.outcome == Observation::Outcome::kHang;
    if (hangs && --watch_.hangs_left < 0) {
      note.serial.store(serial + 2, std::memory_order_release);
      throw AbsentError(fmt::format("too many inputs stop it ({})", seen.note));
    }
    if (hangs) {
      watch_.hanging.push_back({note.failed.owned(input_), seen.outcome, seen.note, seen.signal});
    }
    if (watch_.after_failure) watch_.after_failure(seen);
  }
  if (watch_.after) watch_.after(seen);
  note.serial.store(serial + 2, std::memory_order_release);
  return seen;
}

}  // namespace placemat
