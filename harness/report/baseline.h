// baseline.h: the reference of a run: one line for each finding, for each kind of its symptoms and
// for each vector that a decoder fails, without counts, and one coverage record. A new vector or
// presentation therefore changes its own lines only.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <variant>
#include <vector>

#include "harness/bytes/members.h"
#include "harness/report/covered.h"
#include "harness/report/diff.h"
#include "harness/report/record.h"

namespace placemat {

struct Baseline {
  struct KnownFinding {
    std::string decoder, key;
  };
  // How a decoder fails a vector; a vector that passes has no line.
  struct Outcome {
    std::string decoder, vector;
    std::vector<Kind> kinds;  // ascending
  };
  Coverage coverage;
  std::vector<KnownFinding> findings;  // by decoder and key
  std::vector<Outcome> outcomes;       // by decoder and vector
};

template <class Visitor, Of<Baseline::KnownFinding> T>
void members(Visitor& v, T& r) {
  v("decoder", r.decoder);
  v("key", r.key);
}

template <class Visitor, Of<Baseline::Outcome> T>
void members(Visitor& v, T& r) {
  v("decoder", r.decoder);
  v("vector", r.vector);
  v("kinds", r.kinds);
}

inline constexpr std::string_view kBaselineFormat = "placemat-baseline-1";

// Throws InputError for a run that did not finish, or that judged one decoder by two claims.
Baseline baseline_of(const Report& report);

// Throw InputError when the file cannot be written, or with file and line when it is no baseline.
void write_baseline(const Baseline& baseline, const std::filesystem::path& path);
Baseline read_baseline(const std::filesystem::path& path);

// The older side of a comparison: a baseline, or an older report.
using Reference = std::variant<Report, Baseline>;
Reference read_reference(const std::filesystem::path& path);

// Every finding and every outcome that differs; `lost` lists what the report no longer covers.
Diff make_diff(const Baseline& before, const Report& after);
Diff make_diff(const Reference& before, const Report& after);

}  // namespace placemat
