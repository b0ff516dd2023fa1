#include "harness/decoder/plugin_file.h"

#include <dlfcn.h>
#include <fmt/format.h>

namespace placemat {

const bool kLoadsPlugins = true;

const Decoder* load_plugin(const std::string& path, std::string& unfit) {
  void* object = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (object == nullptr) {
    unfit = dlerror();
    return nullptr;
  }
  void* symbol = dlsym(object, PLACEMAT_PLUGIN_SYMBOL);
  if (symbol == nullptr) {
    unfit =
        fmt::format("{}: does not export {}; see placemat_decoder.h", path, PLACEMAT_PLUGIN_SYMBOL);
    return nullptr;
  }
  const Decoder* table = reinterpret_cast<placemat_plugin_entry*>(symbol)();
  const std::string wrong = table == nullptr ? "gives no table" : defect(*table);
  if (wrong.empty()) return table;
  unfit = fmt::format("{}: {}", path, wrong);
  return nullptr;
}

}  // namespace placemat
