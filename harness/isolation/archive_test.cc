// What one process of a run sends to another may be cut off anywhere. It is then refused,
// and never read as something shorter.
#include "harness/isolation/archive.h"

#include <gmock/gmock.h>
#include <sys/socket.h>
#include <unistd.h>

#include "harness/isolation/channel.h"

namespace placemat {
namespace {

Job job() { return {1, 2, 3, 4, {{0xFE}, {0xC0, 0xAF}}}; }

Ledger ledger() {
  Ledger ledger;
  ledger.tally = {"sequences", 1, 2, 3};
  ledger.named[{"overlong-1", Kind::kAcceptsOverlong}] = {4, 5};
  Ledger::Entry& entry = ledger.entries[{Kind::kHang, 1, {7, 8}}];
  entry.check.units = {0xC0, 0xAF};
  entry.check.how.cuts = {1};
  entry.failure.seen = std::string("a\0b", 3);
  entry.failure.difference = {LawHas::kError,
                              SeenIs::kOther,
                              ErrorClass::kOverlong,
                              ValueClass::kPlain,
                              3,
                              Observation::Outcome::kHang};
  entry.checks = std::uint64_t{1} << 63;
  ledger.muted = 0x40;
  return ledger;
}

TEST(Archive, RoundTrips) {
  const Bytes bytes = packed(job(), ledger(), std::string("end"));
  Unpacker in(bytes);
  const Job read_job = in.read<Job>();
  EXPECT_EQ(read_job.shard, 3u);
  EXPECT_EQ(read_job.muted, 4u);
  EXPECT_THAT(read_job.avoided, testing::ElementsAre(Bytes{0xFE}, Bytes{0xC0, 0xAF}));
  const Ledger read = in.read<Ledger>();
  EXPECT_EQ(read.tally.source, "sequences");
  EXPECT_EQ(read.tally.failed, 3u);
  EXPECT_EQ(read.named.at({"overlong-1", Kind::kAcceptsOverlong}).digest, 5u);
  const Ledger::Entry& entry = read.entries.at({Kind::kHang, 1, {7, 8}});
  EXPECT_EQ(entry.check.units, (Bytes{0xC0, 0xAF}));
  EXPECT_THAT(entry.check.how.cuts, testing::ElementsAre(1u));
  EXPECT_EQ(entry.failure.seen, std::string("a\0b", 3));
  EXPECT_EQ(entry.failure.difference, ledger().entries.begin()->second.failure.difference);
  EXPECT_EQ(entry.checks, std::uint64_t{1} << 63);
  EXPECT_EQ(read.muted, 0x40);
  EXPECT_EQ(in.read<std::string>(), "end");
  EXPECT_TRUE(in.at_end());
}

// The lists that write a report, and the members that its lines do not hold.
TEST(Archive, RoundTripsAResult) {
  DecoderResult result;
  result.decoder = "d";
  result.claimed = false;
  result.sources = {{"curated", 1, 2, 3}};
  result.not_tested = {"the rest"};
  result.gave_up = true;
  result.error_classes[2] = {5, 4, {{Kind::kHang, 4}}, {{Kind::kHang, "ED A0 80"}}};
  Finding& finding = result.findings.emplace_back();
  finding.kind = Kind::kHang;
  finding.key = "key";
  finding.related = {"one", "two"};
  finding.link = "last";
  result.failing = {{"curated", "id", Kind::kHang, 6, "digest"}};
  const Bytes bytes = packed(result);
  Unpacker in(bytes);
  EXPECT_EQ(described(in.read<DecoderResult>()), described(result));
  EXPECT_TRUE(in.at_end());
}

TEST(Archive, RefusesTruncatedBytes) {
  const Bytes bytes = packed(job(), ledger());
  for (std::size_t length = 0; length < bytes.size(); ++length) {
    Unpacker in(ByteView(bytes).first(length));
    EXPECT_THROW(
        {
          in.read<Job>();
          in.read<Ledger>();
        },
        std::runtime_error)
        << length;
  }
}

TEST(Archive, RefusesAnImpossibleCount) {
  const Bytes bytes(64, 0xFF);
  EXPECT_THROW(Unpacker(bytes).read<std::string>(), std::runtime_error);
  EXPECT_THROW(Unpacker(bytes).read<std::vector<Bytes>>(), std::runtime_error);
  EXPECT_THROW(Unpacker(bytes).read<Ledger>(), std::runtime_error);
}

TEST(Channel, DeliversWholeFramesInOrder) {
  auto [mine, theirs] = Channel::pair();
  Bytes frame;
  EXPECT_EQ(theirs.receive(frame, 0), Channel::Status::kNothing);
  for (const std::size_t size : {std::size_t{0}, std::size_t{1}, std::size_t{100'000}}) {
    EXPECT_TRUE(mine.send(Bytes(size, 'x')));
  }
  for (const std::size_t size : {std::size_t{0}, std::size_t{1}, std::size_t{100'000}}) {
    ASSERT_EQ(theirs.receive(frame, 1000), Channel::Status::kFrame);
    EXPECT_EQ(frame, Bytes(size, 'x'));
  }
  mine.close();
  EXPECT_EQ(theirs.receive(frame, 1000), Channel::Status::kGone);
  EXPECT_FALSE(theirs.send(Bytes(1)));
}

TEST(Channel, KeepsAPartialFrame) {
  int ends[2];
  ASSERT_EQ(socketpair(AF_UNIX, SOCK_STREAM, 0, ends), 0);
  Channel channel{Descriptor(ends[0])};
  const Descriptor other(ends[1]);
  // A length of 3 in the byte order of this machine, and the bytes one by one.
  const std::uint64_t length = 3;
  Bytes text(sizeof(length));
  std::memcpy(text.data(), &length, sizeof(length));
  text.insert(text.end(), {'a', 'b', 'c'});
  Bytes frame;
  for (const std::uint8_t byte : text) {
    EXPECT_EQ(channel.receive(frame, 0), Channel::Status::kNothing);
    ASSERT_EQ(write(other.get(), &byte, 1), 1);
  }
  ASSERT_EQ(channel.receive(frame, 1000), Channel::Status::kFrame);
  EXPECT_EQ(frame, (Bytes{'a', 'b', 'c'}));
}

}  // namespace
}  // namespace placemat
