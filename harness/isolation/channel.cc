#include "harness/isolation/channel.h"

#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cstring>
#include <system_error>

namespace placemat {

void Descriptor::reset(int fd) {
  if (fd_ >= 0) ::close(fd_);
  fd_ = fd;
}

std::pair<Channel, Channel> Channel::pair() {
  int ends[2];
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) {
    throw std::system_error(errno, std::generic_category(), "socketpair");
  }
  return {Channel(Descriptor(ends[0])), Channel(Descriptor(ends[1]))};
}

bool Channel::send(ByteView frame) {
  Bytes out(sizeof(std::uint64_t));
  const std::uint64_t length = frame.size();
  std::memcpy(out.data(), &length, sizeof(length));
  out.insert(out.end(), frame.begin(), frame.end());
  for (std::size_t sent = 0; sent < out.size();) {
    const ssize_t n = ::send(fd_.get(), out.data() + sent, out.size() - sent, MSG_NOSIGNAL);
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) return false;
    sent += static_cast<std::size_t>(n);
  }
  return true;
}

Channel::Status Channel::receive(Bytes& frame, int milliseconds) {
  using Clock = std::chrono::steady_clock;
  const auto until = Clock::now() + std::chrono::milliseconds(milliseconds);
  for (;;) {
    std::uint64_t length = 0;
    if (received_.size() >= sizeof(length)) {
      std::memcpy(&length, received_.data(), sizeof(length));
      if (received_.size() - sizeof(length) >= length) {
        const auto begin = received_.begin() + sizeof(length);
        const auto end = begin + static_cast<std::ptrdiff_t>(length);
        frame.assign(begin, end);
        received_.erase(received_.begin(), end);
        return Status::kFrame;
      }
    }
    const auto left =
        std::chrono::duration_cast<std::chrono::milliseconds>(until - Clock::now()).count();
    pollfd wanted{fd_.get(), POLLIN, 0};
    const int ready = poll(&wanted, 1, left > 0 ? static_cast<int>(left) : 0);
    if (ready < 0 && errno != EINTR) return Status::kGone;
    if (ready <= 0) {
      if (left <= 0) return Status::kNothing;
      continue;
    }
    constexpr std::size_t kPiece = std::size_t{1} << 16;
    const std::size_t had = received_.size();
    received_.resize(had + kPiece);
    const ssize_t n = read(fd_.get(), received_.data() + had, kPiece);
    received_.resize(had + (n > 0 ? static_cast<std::size_t>(n) : 0));
    if (n == 0 || (n < 0 && errno != EINTR)) return Status::kGone;
  }
}

}  // namespace placemat
