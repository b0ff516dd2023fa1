#include "harness/isolation/capabilities.h"

#include <linux/capability.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>

namespace placemat {

bool drop_capabilities() {
  prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_CLEAR_ALL, 0, 0, 0);
  bool is_bounded = true;
  for (int one = 0; prctl(PR_CAPBSET_READ, one, 0, 0, 0) >= 0; ++one) {
    if (prctl(PR_CAPBSET_READ, one, 0, 0, 0) == 1) {
      is_bounded = prctl(PR_CAPBSET_DROP, one, 0, 0, 0) == 0 && is_bounded;
    }
  }
  __user_cap_header_struct header{_LINUX_CAPABILITY_VERSION_3, 0};
  __user_cap_data_struct none[2]{};
  const bool is_dropped = syscall(SYS_capset, &header, none) == 0;
  // An unprivileged process cannot shrink its bounding set. Without new privileges it gains nothing
  // from it.
  return is_dropped && (is_bounded || prctl(PR_GET_NO_NEW_PRIVS, 0, 0, 0, 0) == 1);
}

}  // namespace placemat
