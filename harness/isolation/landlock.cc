#include "harness/isolation/landlock.h"

#include <fcntl.h>
#include <linux/landlock.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <filesystem>
#include <string_view>
#include <system_error>

#include "harness/isolation/channel.h"

namespace placemat {
namespace {

namespace fs = std::filesystem;

// Constants that the system headers may lack.
constexpr std::uint64_t kRefer = std::uint64_t{1} << 13, kTruncate = std::uint64_t{1} << 14;
constexpr std::uint64_t kAbstractSockets = 1, kSignals = 2;  // scopes
constexpr long kReferSince = 2;
struct Ruleset {
  std::uint64_t file_system, network, scoped;
};

constexpr std::uint64_t kReadFile = LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_EXECUTE;
constexpr std::uint64_t kReads = kReadFile | LANDLOCK_ACCESS_FS_READ_DIR;

std::uint64_t writes(long version) {
  std::uint64_t access = LANDLOCK_ACCESS_FS_WRITE_FILE | LANDLOCK_ACCESS_FS_REMOVE_DIR |
                         LANDLOCK_ACCESS_FS_REMOVE_FILE | LANDLOCK_ACCESS_FS_MAKE_CHAR |
                         LANDLOCK_ACCESS_FS_MAKE_DIR | LANDLOCK_ACCESS_FS_MAKE_REG |
                         LANDLOCK_ACCESS_FS_MAKE_SOCK | LANDLOCK_ACCESS_FS_MAKE_FIFO |
                         LANDLOCK_ACCESS_FS_MAKE_BLOCK | LANDLOCK_ACCESS_FS_MAKE_SYM;
  if (version >= kReferSince) access |= kRefer;
  if (version >= kLandlockTruncates) access |= kTruncate;
  return access;
}

bool allow_beneath(int ruleset, const std::string& path, std::uint64_t access) {
  const Descriptor place(open(path.c_str(), O_PATH | O_CLOEXEC));
  struct stat about{};
  if (!place.is_open() || fstat(place.get(), &about) != 0) return false;
  // The other rights are those of a directory.
  constexpr std::uint64_t kOfFile = kReadFile | LANDLOCK_ACCESS_FS_WRITE_FILE | kTruncate;
  landlock_path_beneath_attr rule{};
  rule.allowed_access = S_ISDIR(about.st_mode) ? access : access & kOfFile;
  rule.parent_fd = place.get();
  return syscall(SYS_landlock_add_rule, ruleset, LANDLOCK_RULE_PATH_BENEATH, &rule, 0) == 0;
}

bool is_for_everyone(const fs::directory_entry& entry) {
  constexpr std::array<std::string_view, 10> kKeys{
      "ssh",    "ssl",         "letsencrypt", "wireguard", "kubernetes",
      "docker", "krb5.keytab", "sudoers.d",   "openvpn",   "NetworkManager"};
  if (std::ranges::find(kKeys, entry.path().filename().string()) != kKeys.end()) return false;
  struct stat about{};
  if (stat(entry.path().c_str(), &about) != 0) return false;
  const mode_t needed = S_ISDIR(about.st_mode) ? S_IROTH | S_IXOTH : S_IROTH;
  return (about.st_mode & needed) == needed;
}

}  // namespace

long landlock_version() {
  return std::max(
      0L, syscall(SYS_landlock_create_ruleset, nullptr, 0, LANDLOCK_CREATE_RULESET_VERSION));
}

bool restrict_files(const FileAccess& access) {
  const long version = landlock_version();
  if (version < 1) return false;
  Ruleset rules{writes(version), 0, 0};
  if (!access.reads_all) rules.file_system |= kReads;
  std::size_t size = sizeof(rules.file_system);
  if (version >= kLandlockScopes) rules.scoped = kAbstractSockets | kSignals, size = sizeof(rules);
  const Descriptor set(static_cast<int>(syscall(SYS_landlock_create_ruleset, &rules, size, 0)));
  if (!set.is_open()) return false;
  if (!access.reads_all) {
    for (const std::string& path : access.readable) allow_beneath(set.get(), path, kReads);
  }
  const std::uint64_t of_device =
      (LANDLOCK_ACCESS_FS_WRITE_FILE | kTruncate | kReadFile) & rules.file_system;
  return allow_beneath(set.get(), access.writable, rules.file_system) &&
         allow_beneath(set.get(), "/dev/null", of_device) &&
         syscall(SYS_landlock_restrict_self, set.get(), 0) == 0;
}

std::vector<std::string> system_files() {
  std::vector<std::string> files{"/usr",         "/bin",           "/sbin",
                                 "/lib",         "/lib32",         "/lib64",
                                 "/libx32",      "/opt",           "/nix/store",
                                 "/gnu/store",   "/proc",          "/sys",
                                 "/dev/zero",    "/dev/full",      "/dev/random",
                                 "/dev/urandom", "/etc/ssl/certs", "/etc/ssl/openssl.cnf",
                                 "/snap"};
  for (const char* directory : {"/etc", "/var/lib", "/var/cache"}) {
    std::error_code ignored;
    for (const auto& entry : fs::directory_iterator(directory, ignored)) {
      if (is_for_everyone(entry)) files.push_back(entry.path().string());
    }
  }
  return files;
}

}  // namespace placemat
