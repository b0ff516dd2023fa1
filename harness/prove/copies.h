// copies.h: work that this process shares with copies of itself. Z3 does not share a context
// between threads. It must not know what the work is.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

namespace placemat::prove {

// The answers of `work` to 0, 1, ... count - 1. As many copies as `processes` take one number after
// the other, each a few of them, and then another copy goes on. Whatever a copy leaves that ends
// early, this process does. `progress` gets how many were taken, in this process.
std::vector<std::string> answers_by_copies(std::size_t count, unsigned processes,
                                           const std::function<std::string(std::size_t)>& work,
                                           const std::function<void(std::size_t)>& progress = {});

}  // namespace placemat::prove
