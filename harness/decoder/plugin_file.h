// plugin_file.h: the decoder in a shared object. It does not call the decoder, but
// loading a shared object runs code of it.
#pragma once

#include <string>

#include "harness/decoder/registry.h"

namespace placemat {

// False in the static program, which has no loader of shared objects.
extern const bool kLoadsPlugins;

// The table that the file exports; nullptr, with the reason in `unfit`, when there is none
// or it cannot be judged. The file stays loaded.
const Decoder* load_plugin(const std::string& path, std::string& unfit);

}  // namespace placemat
