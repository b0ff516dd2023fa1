// libcbor: cbor_load of a text string. Its error for ill-formed text is that of its syntax.
#include <cbor.h>

#include "impls/adapters/subjects/subject.h"

namespace placemat::subjects {
namespace {

std::vector<std::uint8_t> text_string(Input in) {
  const std::size_t size = in.size();
  std::vector<std::uint8_t> item{0x7A};  // text of a length of 32 bits
  for (int shift = 24; shift >= 0; shift -= 8) {
    item.push_back(static_cast<std::uint8_t>(size >> shift));
  }
  item.insert(item.end(), in.begin(), in.end());
  return item;
}

int load(Input in) {
  const std::vector<std::uint8_t> item = text_string(in);
  cbor_load_result result{};
  cbor_item_t* loaded = cbor_load(item.data(), item.size(), &result);
  if (loaded == nullptr) return result.error.code == CBOR_ERR_SYNTAXERROR ? 0 : -1;
  cbor_decref(&loaded);
  return 1;
}

const placemat_decoder table[] = {
    validator<load>("libcbor_load", CBOR_VERSION, "libcbor, cbor_load of a text string"),
};

}  // namespace
const placemat_decoder* named(std::string_view name) { return pick(table, name); }
}  // namespace placemat::subjects
