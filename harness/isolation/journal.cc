#include "harness/isolation/journal.h"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <iterator>

#include "harness/bytes/error.h"
#include "harness/bytes/hash.h"
#include "harness/bytes/unwritten.h"

namespace placemat {

namespace {

// False for a frame that holds something else, although its digest is right.
bool read_frame(ByteView frame, std::string& key, Bytes& value) {
  try {
    Unpacker unpack(frame);
    unpack(key, value);
    return true;
  } catch (const std::runtime_error&) {
    return false;
  }
}

// With its length and its digest before it.
Bytes framed(ByteView frame) {
  const std::array<std::uint64_t, 2> head{frame.size(), hash_of(frame)};
  Bytes all(sizeof(head) + frame.size());
  std::memcpy(all.data(), head.data(), sizeof(head));
  std::ranges::copy(frame, all.begin() + sizeof(head));
  return all;
}

}  // namespace

Journal::Journal(std::filesystem::path path, const std::string& what, bool resume)
    : path_(std::move(path)) {
  Bytes all;
  if (resume) {
    std::ifstream in(path_, std::ios::binary);
    if (!in) {
      throw InputError(
          fmt::format("{}: there is nothing to resume; leave out --resume", path_.string()));
    }
    all.assign(std::istreambuf_iterator<char>(in), {});
  }
  // A frame is a length, a digest and the bytes; the last may be torn.
  std::size_t good = 0;
  for (bool first = true;; first = false) {
    std::array<std::uint64_t, 2> head;
    if (all.size() - good < sizeof(head)) break;
    std::memcpy(head.data(), all.data() + good, sizeof(head));
    const std::size_t begin = good + sizeof(head);
    if (head[0] > all.size() - begin) break;
    const ByteView frame = ByteView(all).subspan(begin, head[0]);
    if (hash_of(frame) != head[1]) break;
    std::string key;
    Bytes value;
    if (!read_frame(frame, key, value)) break;
    good = begin + head[0];
    if (!first) {
      ledgers_[std::move(key)] = std::move(value);
    } else if (key != what) {
      throw InputError(
          fmt::format("{}: is of another run; leave out --resume to begin anew", path_.string()));
    }
  }
  // The first frame may be torn too; anything else is not overwritten.
  const Bytes begin = framed(packed(what, Bytes()));
  if (good == 0 &&
      !std::ranges::equal(all, ByteView(begin).first(std::min(all.size(), begin.size())))) {
    throw InputError(
        fmt::format("{}: holds no run; another file, or no --resume, begins anew", path_.string()));
  }
  if (good > 0) std::filesystem::resize_file(path_, good);
  out_.open(path_, std::ios::binary | (good > 0 ? std::ios::app : std::ios::trunc));
  if (good == 0) write(packed(what, Bytes()));
}

std::string Journal::key_of(const Job& job) {
  std::string key = fmt::format("{} {} {} {}", job.subject, job.source, job.shard, job.muted);
  for (const Bytes& units : job.avoided) key += " " + to_hex(units);
  return key;
}

void Journal::write(ByteView frame) {
  const Bytes all = framed(frame);
  errno = 0;
  out_.write(reinterpret_cast<const char*>(all.data()), static_cast<std::streamsize>(all.size()));
  out_.flush();
  if (!out_) throw_unwritten(path_.string(), errno);
}

std::optional<Ledger> Journal::find(const Job& job) {
  const std::optional<Bytes> found = find_kept(key_of(job));
  if (!found) return std::nullopt;
  return Unpacker(*found).read<Ledger>();
}

void Journal::add(const Job& job, const Ledger& ledger) { keep(key_of(job), packed(ledger)); }

std::optional<Bytes> Journal::find_kept(const std::string& key) {
  const std::lock_guard lock(mutex_);
  const auto found = ledgers_.find(key);
  if (found == ledgers_.end()) return std::nullopt;
  return found->second;
}

void Journal::keep(const std::string& key, const Bytes& found) {
  const std::lock_guard lock(mutex_);
  write(packed(key, found));
}

void Journal::remove() {
  out_.close();
  std::error_code ignored;
  std::filesystem::remove(path_, ignored);
}

Ledger JournaledExecutor::check(const Job& job) {
  if (auto known = journal_.find(job)) return std::move(*known);
  Ledger ledger = executor_->check(job);
  if (!is_sound()) return ledger;
  try {
    journal_.add(job, ledger);
  } catch (const std::exception& error) {
    in_trouble_ = true;
    if (on_trouble_) on_trouble_(error.what());
  }
  return ledger;
}

}  // namespace placemat
