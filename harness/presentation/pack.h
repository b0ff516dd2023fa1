// pack.h: a presentation as bytes, for a process that shares memory with this
// one, and back. The format is valid within one build only.
#pragma once

#include <cstring>
#include <type_traits>

#include "harness/presentation/axes.h"

namespace placemat {

// Calls `write(const void*, size)` for each part.
template <class Write>
void pack(const Presentation& how, Write&& write) {
  for_each_axis(how, [&](const AxisRow&, const auto& value) {
    using Value = std::remove_cvref_t<decltype(value)>;
    if constexpr (std::is_same_v<Value, Cuts> || std::is_same_v<Value, Bytes>) {
      const auto count = static_cast<std::uint32_t>(value.size());
      write(&count, sizeof(count));
      if (count > 0) write(value.data(), count * sizeof(value[0]));
    } else {
      write(&value, sizeof(value));
    }
  });
}

// Reads the output of pack(); lists keep their memory. Returns the position
// after it, or nullptr when `from` ends too early.
inline const std::uint8_t* unpack(const std::uint8_t* from, const std::uint8_t* end,
                                  Presentation& how) {
  const auto read = [&](void* to, std::size_t size) {
    if (from == nullptr || static_cast<std::size_t>(end - from) < size) {
      from = nullptr;
      return;
    }
    if (size > 0) std::memcpy(to, from, size);
    from += size;
  };
  for_each_axis(how, [&](const AxisRow&, auto& value) {
    using Value = std::remove_cvref_t<decltype(value)>;
    if constexpr (std::is_same_v<Value, Cuts> || std::is_same_v<Value, Bytes>) {
      std::uint32_t count = 0;
      read(&count, sizeof(count));
      const bool fits =
          from != nullptr && static_cast<std::size_t>(end - from) / sizeof(value[0]) >= count;
      if (!fits) from = nullptr;
      value.resize(fits ? count : 0);
      read(value.data(), value.size() * sizeof(value[0]));
    } else {
      read(&value, sizeof(value));
    }
  });
  return from;
}

}  // namespace placemat
