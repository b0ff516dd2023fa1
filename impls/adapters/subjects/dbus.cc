// D-Bus: dbus_validate_utf8, on a text that ends at NUL.
#include <dbus/dbus.h>

#include "impls/adapters/subjects/subject.h"

namespace placemat::subjects {
namespace {

int validate(Input in) {
  return has_nul(in) ? -1 : dbus_validate_utf8(text_of(in).c_str(), nullptr) != 0;
}

const placemat_decoder table[] = {
    validator<validate>("dbus_validate_utf8", DBUS_VERSION_STRING, "D-Bus, dbus_validate_utf8"),
};

}  // namespace
const placemat_decoder* named(std::string_view name) { return pick(table, name); }
}  // namespace placemat::subjects
