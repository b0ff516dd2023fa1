// certificate_table.h: what is established of several decoders, at a glance: one row for each
// certificate, one column for each item. It must not know what an item says.
#pragma once

#include <span>

#include "harness/certify/certificate.h"
#include "harness/report/views/table.h"

namespace placemat {

// A cell has the result that says least of those of its item: "yes" established, "no" not
// attempted, "-" not applicable; "part" where something of it is established and something else
// was not attempted or not checked; empty where the certificate has no such item.
Table certificate_table(std::span<const Certificate> certificates);

}  // namespace placemat
