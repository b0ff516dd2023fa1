#include "harness/campaign/fuzz_store.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <utility>

#include "harness/bytes/error.h"
#include "harness/bytes/unwritten.h"
#include "harness/report/line.h"
#include "harness/report/record.h"

namespace placemat {
namespace {

constexpr FileFormat kFormat{"placemat-fuzzing-1", "file"};

// The line that each session of a campaign begins with.
struct Session {
  FuzzedSubject subject;
};

template <class Visitor, Of<Session> T>
void members(Visitor& v, T& r) {
  v.format();
  v("subject", r.subject);
}

// A finding of one program says nothing about another.
std::string difference_of(const FuzzedSubject& before, const FuzzedSubject& now) {
  if (before.decoder != now.decoder || before.called != now.called) {
    return fmt::format("is about {}", before.called);
  }
  if (before.digest != now.digest) return "is about another build of " + before.decoder;
  if (before.judged_as != now.judged_as) return "judges as " + before.judged_as;
  return "";
}

}  // namespace

FuzzStore::FuzzStore(const std::filesystem::path& path, const FuzzedSubject& subject, bool resume)
    : path_(path) {
  const int create = resume ? 0 : O_CREAT;
  file_ = open(path.c_str(), O_RDWR | O_APPEND | O_CLOEXEC | create, 0644);
  if (file_ < 0 && resume && errno == ENOENT) {
    throw InputError(path.string() + ": there is nothing to resume; leave out --resume");
  }
  if (file_ < 0) throw_unwritten(path.string(), errno);
  try {
    lock();
    read(subject);
    if (!resume && sessions_ > 0) {
      throw InputError(fmt::format(
          "{}: holds a campaign already; --resume continues it, another --out begins anew",
          path.string()));
    }
    if (resume && sessions_ == 0) {
      throw InputError(path.string() + ": there is nothing to resume; leave out --resume");
    }
    ++sessions_;
    write(line_of(kFormat, "session", Session{subject}));
  } catch (...) {
    close_file();
    throw;
  }
}

FuzzStore::~FuzzStore() { close_file(); }

void FuzzStore::close_file() {
  if (file_ >= 0) close(std::exchange(file_, -1));
}

void FuzzStore::lock() {
  if (flock(file_, LOCK_EX | LOCK_NB) == 0) return;
  throw InputError(path_.string() + ": another campaign is writing it; choose another --out");
}

void FuzzStore::read(const FuzzedSubject& subject) {
  std::ifstream in(path_, std::ios::binary);
  if (!in) throw InputError(path_.string() + ": cannot be read");
  std::string text;
  std::size_t number = 0;
  off_t good = 0;
  while (std::getline(in, text)) {
    ++number;
    // No line feed: the writer was stopped within the line.
    if (in.eof()) break;
    const Json json = Json::parse(text, nullptr, false);
    const std::string place = fmt::format("{}:{}: this record", path_.string(), number);
    if (!json.is_object()) throw InputError(place + " is no JSON object; choose another --out");
    LineReader input(json, place, kFormat);
    const std::string record = json.value("record", "");
    if (record == "session") {
      Session session;
      members(input, session);
      const std::string other = difference_of(session.subject, subject);
      if (!other.empty()) {
        throw InputError(
            fmt::format("{}:{}: {}; choose another --out", path_.string(), number, other));
      }
      ++sessions_;
    } else if (record == "failure") {
      members(input, failures_.emplace_back());
    } else if (record == "progress") {
      members(input, progress_.emplace_back());
    } else {
      input.fail("is none of a campaign");
    }
    input.finish();
    good += static_cast<off_t>(text.size()) + 1;
  }
  if (ftruncate(file_, good) != 0) throw_unwritten(path_.string(), errno);
}

void FuzzStore::write(const std::string& line) {
  const off_t size = lseek(file_, 0, SEEK_END);
  std::size_t done = 0;
  while (done < line.size()) {
    const ssize_t n = ::write(file_, line.data() + done, line.size() - done);
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) {
      const int error = n == 0 ? ENOSPC : errno;
      // Half a line would be read as the end of the file.
      if (ftruncate(file_, size) != 0) close_file();
      throw_unwritten(path_.string(), error);
    }
    done += static_cast<std::size_t>(n);
  }
  if (fdatasync(file_) != 0 && errno != EINVAL) throw_unwritten(path_.string(), errno);
}

void FuzzStore::add(const StoredFailure& failure) { write(line_of(kFormat, "failure", failure)); }

void FuzzStore::add(const StoredProgress& progress) {
  write(line_of(kFormat, "progress", progress));
}

}  // namespace placemat
