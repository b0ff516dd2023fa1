// capabilities.h: gives up the rights of a process beyond those of its user.
#pragma once

namespace placemat {

// Empties every set of capabilities, so that no program that this process executes gets one. False,
// with errno, when one is left.
bool drop_capabilities();

}  // namespace placemat
