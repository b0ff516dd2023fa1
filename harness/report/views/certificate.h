// certificate.h: a certificate as text: what is established first, and what is not as plainly. It
// must not add to what the record says.
#pragma once

#include <string>

#include "harness/certify/certificate.h"

namespace placemat {

std::string certificate_text(const Certificate& certificate);

}  // namespace placemat
