// saboteur.h: the row that describes a saboteur, and the decoders that are built from
// the rows of one class of bugs. Each other .cc file here holds one class. This file
// must not know how a suite looks for the faults.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "harness/decoder/placemat_decoder.h"
#include "impls/saboteurs/honest.h"

namespace placemat::saboteur {

// Where an inaccessible page lies next to the input of a probe; kReadOnly is as
// kBehind, and the input cannot be written.
enum class Guard : std::uint8_t { kNone, kBehind, kBefore, kReadOnly };

// One call of a decoder and its answers, in the notation of impls/saboteurs/answer.h.
struct Probe {
  const char* call = nullptr;   // "strict32", "lossy32:3", "stream-lossy", "encode", ...
  const char* given = nullptr;  // "20*63 FF"
  const char* right = nullptr;  // by the honest decoder
  // By the saboteur: an answer, or the signal that ends the process. Null where the
  // saboteur is right too, which shows that the fault is narrow.
  const char* wrong = nullptr;
  Guard guard = Guard::kNone;
};

struct Row {
  const char* name;
  const char* relatives;  // projects whose published bug has the same shape, year (CVE)
  const char* planted;    // the fault, in one line
  const char* kind;       // of the finding that must expose it
  Probe probes[8];        // unused ones at the end are empty
  // The table with the fault in `decode_one`, and what is changed in it afterwards.
  placemat_decoder (*base)() = filled<Honest>;
  void (*patch)(placemat_decoder&) = nullptr;
  // What may differ on ordinary text as well: a function of the table, or "supplementary"
  // or "cyrillic" for text with such characters.
  const char* ordinary = nullptr;
};

// The decoders of a class, in the order of its rows.
template <std::size_t kCount>
struct Decoders {
  constexpr Decoders(std::string_view bug_class, const Row (&described)[kCount]) {
    for (std::size_t i = 0; i < kCount; ++i) {
      const Row& row = described[i];
      placemat_decoder& table = rows[i];
      table = row.base();
      if (row.patch != nullptr) row.patch(table);
      table.name = row.name;
      table.origin = origins[i];
      table.planted = row.planted;
      table.planted_kind = row.kind;
      char* end = std::ranges::copy(bug_class, origins[i]).out;
      end = std::ranges::copy(std::string_view("; "), end).out;
      *std::ranges::copy(std::string_view(row.relatives), end).out = '\0';
    }
  }
  Decoders(const Decoders&) = delete;

  placemat_decoder rows[kCount]{};
  char origins[kCount][128]{};  // "class; relatives"; a longer one does not compile
};

// What the file of a class exports.
struct Class {
  std::span<const Row> rows;
  const placemat_decoder* decoders;  // one for each row
};

}  // namespace placemat::saboteur
