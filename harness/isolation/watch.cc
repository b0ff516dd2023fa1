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

std::string stopped_early(const HangLimit* limit) {
  return "stopped early: " + (limit == nullptr ? "too many calls had no answer" : limit->why());
}

Observation not_made() {
  Observation seen;
  seen.outcome = Observation::Outcome::kUnsupported;
  return seen;
}

}  // namespace

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
  capacity = call.capacity;
  length = static_cast<std::uint32_t>(call.units.size());
  has_units = call.how.has_prelude();
  how_size = 0;
  pack(call.how, [&](const void* from, std::size_t size) {
    if (size > sizeof(how) - how_size) return;
    std::memcpy(how + how_size, from, size);
    how_size += static_cast<std::uint32_t>(size);
  });
  // A prelude occupies the input buffer first, so the units are copied here.
  if (has_units) std::copy_n(call.units.begin(), length, units);
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
  call.capacity = capacity;
  unpack(how, how + how_size, call.how);
  const std::uint8_t* at = units;
  if (!has_units) at = Caller::place_of(input, length, call.how.placement);
  call.units.assign(at, at + length);
  return call;
}

void WatchedCaller::count(const Observation& seen) {
  if (seen.outcome == Observation::Outcome::kHang) {
    --watch_.hangs_left;
    if (watch_.limit != nullptr) watch_.limit->timed_out();
  } else if (watch_.limit != nullptr) {
    watch_.limit->answered();
  }
}

Observation WatchedCaller::call(const Call& call) {
  if (const KnownCrash* known = find(watch_.corrupting, call)) return as_known(*known, false);
  if (const KnownCrash* known = find(watch_.hanging, call)) return as_known(*known, false);
  if (!watch_.known_crashes.empty()) {
    if (const KnownCrash* known = find(watch_.known_crashes, call)) return as_known(*known, true);
    if ((watch_.given_up >> static_cast<unsigned>(call.how.operation) & 1) != 0) {
      return not_made();
    }
  }
  if (is_stopped()) {
    if (watch_.gives_up) throw AbsentError(stopped_early(watch_.limit));
    return not_made();
  }
  CrashNote& note = watch_.note;
  note.current.set(call);
  const std::uint64_t serial = note.serial.load(std::memory_order_relaxed);
  note.serial.store(serial + 1, std::memory_order_release);
  Observation seen = Caller::call(call);
  count(seen);
  const bool failed_call =
      seen.outcome == Observation::Outcome::kCrash || seen.outcome == Observation::Outcome::kHang;
  if (failed_call) {
    note.failed = note.current;
    if (!note.failed.has_units) {
      std::copy_n(call.units.begin(), call.units.size(), note.failed.units);
      note.failed.has_units = true;
    }
    note.has_failed = true;
    if (seen.outcome == Observation::Outcome::kHang) {
      watch_.hanging.push_back({note.failed.owned(input_), seen.outcome, seen.note, seen.signal});
    }
    if (watch_.after_failure) watch_.after_failure(seen);
  }
  if (watch_.after) watch_.after(seen);
  note.serial.store(serial + 2, std::memory_order_release);
  return seen;
}

}  // namespace placemat
