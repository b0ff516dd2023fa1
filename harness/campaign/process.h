// process.h: runs work in its own process, with output to a file. It must not know what the work
// is; limits and isolation belong to isolation/.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

namespace placemat {

// Forks. The child leads a process group, dies with this process, has no input, writes standard
// output and error to `log`, and exits with the result of `work`. Returns the id of the child, or
// -1.
pid_t fork_with_log(const std::filesystem::path& log, const std::function<int()>& work);

// Does the command exit with 0 within `limit`? Its output is discarded.
bool succeeds(const std::vector<std::string>& command, std::chrono::seconds limit);

}  // namespace placemat
