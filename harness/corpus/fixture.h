// fixture.h: the corpus of this tree, read once, for tests only.
#pragma once

#include <filesystem>

#include "harness/corpus/corpus.h"

namespace placemat::fixture {

inline const std::filesystem::path kCorpus = PLACEMAT_SOURCE_DIR "/corpus";

inline const Corpus& corpus() {
  static const Corpus kRead = load_corpus(kCorpus);
  return kRead;
}

}  // namespace placemat::fixture
