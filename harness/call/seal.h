// seal.h: memory and signal handlers that a decoder must leave as they are.
#pragma once

#include <cstddef>

namespace placemat {

class GuardedBuffer;

// Makes the pages of a buffer, of its read-only view and of their guards unchangeable: no call of
// this process protects, maps or unmaps them any more. False when this kernel cannot (before Linux
// 6.10).
bool seal(const GuardedBuffer& buffer);

// A signal whose handler is not that of the fence, or 0. Installs that of the fence again.
int changed_handler();

}  // namespace placemat
