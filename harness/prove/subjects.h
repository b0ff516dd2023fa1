// subjects.h: the decoders of this tree that are written in the words of harness/decoder/words.h.
#pragma once

#include <string_view>
#include <vector>

#include "harness/prove/subject.h"

namespace placemat::prove {

// Generated from the rows in impls/.
std::vector<const Subject*> subjects();
// Kernels for instructions that no processor of this kind has. What they compute is proved; what
// their instructions do is compared with nothing here.
std::vector<const Subject*> subjects_of_other_processors();

// Decoders that are one of the above on this processor.
std::vector<const Subject*> subjects_that_choose();

inline const Subject* find_subject(std::string_view name) {
  for (const auto& all : {subjects(), subjects_that_choose()}) {
    for (const Subject* subject : all) {
      if (subject->decoder->name == name) return subject;
    }
  }
  return nullptr;
}

}  // namespace placemat::prove
