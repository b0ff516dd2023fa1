// process.h: work in a process of its own whose output goes to a file. It must
// not know what the work is; limits and isolation are isolation/'s business.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

namespace placemat {

// Forks. The child leads a process group, dies with this process, reads nothing,
// writes standard output and error to `log`, and exits with what `work` returns.
// Returns its process, or -1.
pid_t fork_with_log(const std::filesystem::path& log, const std::function<int()>& work);

// Does the command exit with 0 within `limit`? What it prints is lost.
bool succeeds(const std::vector<std::string>& command, std::chrono::seconds limit);

}  // namespace placemat
