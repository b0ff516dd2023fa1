// reproducer_run.h: runs what an issue prints before it is printed. It must not know how a
// reproducer is made.
#pragma once

#include <filesystem>

#include "harness/campaign/issue.h"

namespace placemat {

// What the printed text leaves to the reader.
struct ReproducerPlaces {
  std::filesystem::path headers;  // the directory of placemat_decoder.h
  std::filesystem::path program;  // `placemat`
};

// Runs the reproducer, up to 20 times, and states in the issue what it showed. One that never shows
// the fault gives way to the replay line. The decoder is not isolated.
void run_reproducer(Issue& issue, const ReproducerPlaces& places);

}  // namespace placemat
