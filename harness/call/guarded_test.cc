#include "harness/call/guarded.h"

#include <gtest/gtest.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>

#include "harness/call/seal.h"

namespace placemat {
namespace {

using Side = GuardedBuffer::Side;

const std::size_t kPage = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));

TEST(GuardedBuffer, HasTheRequestedCapacityInWholePages) {
  for (const std::size_t asked : {std::size_t{1}, kPage - 1, kPage, kPage + 1, 3 * kPage}) {
    const GuardedBuffer buffer(asked);
    EXPECT_GE(buffer.capacity(), asked);
    EXPECT_LT(buffer.capacity(), asked + kPage);
    EXPECT_EQ(buffer.capacity() % kPage, 0u);
    EXPECT_EQ(buffer.end(), buffer.begin() + buffer.capacity());
  }
}

TEST(GuardedBuffer, CanBeWrittenFromEndToEnd) {
  const GuardedBuffer buffer(2 * kPage);
  for (std::uint8_t* at = buffer.begin(); at != buffer.end(); ++at) *at = 0x5A;
  EXPECT_EQ(*buffer.begin(), 0x5A);
  EXPECT_EQ(*(buffer.end() - 1), 0x5A);
}

TEST(GuardedBuffer, DistinguishesGuardPagesFromItsBytes) {
  const GuardedBuffer buffer(kPage);
  EXPECT_EQ(buffer.guard_at(buffer.begin()), Side::kNone);
  EXPECT_EQ(buffer.guard_at(buffer.end() - 1), Side::kNone);
  EXPECT_EQ(buffer.guard_at(buffer.begin() - 1), Side::kBefore);
  EXPECT_EQ(buffer.guard_at(buffer.begin() - kPage), Side::kBefore);
  EXPECT_EQ(buffer.guard_at(buffer.begin() - kPage - 1), Side::kNone);
  EXPECT_EQ(buffer.guard_at(buffer.end()), Side::kBehind);
  EXPECT_EQ(buffer.guard_at(buffer.end() + kPage - 1), Side::kBehind);
  EXPECT_EQ(buffer.guard_at(buffer.end() + kPage), Side::kNone);
  EXPECT_EQ(buffer.guard_at(nullptr), Side::kNone);
}

TEST(GuardedBuffer, HasAReadOnlyViewOfTheSameBytesWhenShared) {
  const GuardedBuffer buffer(kPage, GuardedBuffer::Sharing::kShared);
  const std::uint8_t* const view = buffer.read_only(buffer.begin());
  *buffer.begin() = 0x41;
  EXPECT_EQ(*view, 0x41);
  *buffer.begin() = 0x42;
  EXPECT_EQ(*view, 0x42);
  EXPECT_EQ(buffer.read_only(buffer.end()), view + kPage);
  EXPECT_TRUE(buffer.is_read_only(view));
  EXPECT_FALSE(buffer.is_read_only(buffer.begin()));
  EXPECT_EQ(buffer.guard_at(view - 1), Side::kBefore);
  EXPECT_EQ(buffer.guard_at(view + kPage), Side::kBehind);
  EXPECT_EQ(buffer.guard_at(view), Side::kNone);
}

// Even a decoder that restores the protection cannot write there.
TEST(GuardedBuffer, KeepsItsReadOnlyViewFromBecomingWritable) {
  const GuardedBuffer buffer(kPage, GuardedBuffer::Sharing::kShared);
  auto* const view = const_cast<std::uint8_t*>(buffer.read_only(buffer.begin()));
  EXPECT_NE(mprotect(view, kPage, PROT_READ | PROT_WRITE), 0);
  EXPECT_EQ(errno, EACCES);
}

TEST(GuardedBuffer, CannotBeChangedOnceItIsSealed) {
  const pid_t child = fork();  // the seal lasts as long as the process
  if (child == 0) {
    const GuardedBuffer buffer(kPage, GuardedBuffer::Sharing::kShared);
    if (!seal(buffer)) _exit(2);
    std::uint8_t* const guard = buffer.end();
    auto* const view = const_cast<std::uint8_t*>(buffer.read_only(buffer.begin()));
    const bool is_changed = mprotect(guard, kPage, PROT_READ | PROT_WRITE) == 0 ||
                            mprotect(guard - 2 * kPage, kPage, PROT_READ) == 0 ||
                            munmap(view, kPage) == 0;
    *buffer.begin() = 1;
    _exit(is_changed ? 1 : 0);
  }
  int status = 0;
  waitpid(child, &status, 0);
  if (WEXITSTATUS(status) == 2) GTEST_SKIP() << "this kernel has no mseal";
  EXPECT_EQ(status, 0);
}

TEST(GuardedBufferDeathTest, AWriteIntoTheReadOnlyViewEndsTheProcess) {
  const GuardedBuffer buffer(kPage, GuardedBuffer::Sharing::kShared);
  auto* const view = const_cast<volatile std::uint8_t*>(buffer.read_only(buffer.begin()));
  EXPECT_DEATH(*view = 1, "");
  EXPECT_DEATH((void)view[kPage], "");
}

// The guard pages are real: outside of a fence, an access ends the process.
TEST(GuardedBufferDeathTest, AnAccessOutsideEndsTheProcess) {
  const GuardedBuffer buffer(kPage);
  volatile std::uint8_t* const prelude = buffer.begin() - 1;
  volatile std::uint8_t* const behind = buffer.end();
  EXPECT_DEATH((void)*prelude, "");
  EXPECT_DEATH((void)*behind, "");
  EXPECT_DEATH(*prelude = 1, "");
  EXPECT_DEATH(*behind = 1, "");
}

}  // namespace
}  // namespace placemat
