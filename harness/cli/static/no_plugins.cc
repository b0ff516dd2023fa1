// no_plugins.cc: the static program's load_plugin(). The loader of shared objects is not in it.
#include "harness/decoder/plugin_file.h"

namespace placemat {

const bool kLoadsPlugins = false;

const Decoder* load_plugin(const std::string& path, std::string& unfit) {
  unfit = path + ": this program is static and loads no plug-in; use the one that is not";
  return nullptr;
}

}  // namespace placemat
