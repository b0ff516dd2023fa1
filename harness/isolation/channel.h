// channel.h: frames between two processes, each a length and that many bytes. A channel
// does not know what is in a frame.
#pragma once

#include <optional>

#include "harness/bytes/bytes.h"

namespace placemat {

// Owns a file descriptor.
class Descriptor {
 public:
  explicit Descriptor(int fd = -1) : fd_(fd) {}
  ~Descriptor() { reset(); }
  Descriptor(Descriptor&& other) noexcept : fd_(other.release()) {}
  Descriptor& operator=(Descriptor&& other) noexcept {
    if (this != &other) reset(other.release());
    return *this;
  }
  int get() const { return fd_; }
  bool is_open() const { return fd_ >= 0; }
  int release() {
    const int fd = fd_;
    fd_ = -1;
    return fd;
  }
  void reset(int fd = -1);

 private:
  int fd_;
};

class Channel {
 public:
  explicit Channel(Descriptor fd = Descriptor()) : fd_(std::move(fd)) {}
  // The two ends of one channel.
  static std::pair<Channel, Channel> pair();

  // False when the other end is gone.
  bool send(ByteView frame);
  enum class Status : std::uint8_t { kFrame, kNothing, kGone };
  // Waits up to `milliseconds` for a whole frame; keeps a partial one.
  Status receive(Bytes& frame, int milliseconds);
  int fd() const { return fd_.get(); }
  void close() { fd_.reset(); }
  // For a descriptor that other code has closed.
  void forget() { fd_.release(); }

 private:
  Descriptor fd_;
  Bytes received_;
};

}  // namespace placemat
