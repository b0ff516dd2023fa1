// TagLib: a String made from UTF-8, which holds UTF-16.
#include <tbytevector.h>
#include <tdebuglistener.h>
#include <tstring.h>

#include "impls/adapters/subjects/subject.h"

namespace placemat::subjects {
namespace {

class Silent : public TagLib::DebugListener {
  void printMessage(const TagLib::String& /*message*/) override {}
};
Seen16 string(Input in) {
  static Silent silent;
  TagLib::setDebugListener(&silent);
  if (has_nul(in)) return Seen16::unsupported();
  const TagLib::String text(
      TagLib::ByteVector(in.empty() ? "" : chars(in), static_cast<unsigned>(in.size())),
      TagLib::String::UTF8);
  Seen16 seen;
  for (unsigned i = 0; i < text.size(); ++i)
    seen.values.push_back(static_cast<std::uint16_t>(text[static_cast<int>(i)]));
  return seen;
}

const placemat_decoder table[] = {
    strict16<string>("taglib_string", PLACEMAT_LIBRARY_VERSION, "TagLib, String from UTF-8"),
};

}  // namespace
const placemat_decoder* named(std::string_view name) { return pick(table, name); }
}  // namespace placemat::subjects
