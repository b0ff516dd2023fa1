#include "harness/prove/copies.h"

#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <new>
#include <optional>
#include <system_error>

namespace placemat::prove {
namespace {

[[noreturn]] void fail(const char* what) {
  throw std::system_error(errno, std::generic_category(), what);
}

// The first number that no process has taken, in memory that all of them write.
class SharedNumbers {
 public:
  SharedNumbers() {
    memory_ =
        mmap(nullptr, sizeof(Next), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (memory_ == MAP_FAILED) fail("mmap");
    next_ = new (memory_) Next(0);
  }
  ~SharedNumbers() { munmap(memory_, sizeof(Next)); }
  SharedNumbers(const SharedNumbers&) = delete;
  SharedNumbers& operator=(const SharedNumbers&) = delete;

  std::size_t take() { return (*next_)++; }
  std::size_t taken() const { return *next_; }

 private:
  using Next = std::atomic<std::size_t>;
  void* memory_;
  Next* next_;
};

struct CloseFile {
  void operator()(std::FILE* file) const { std::fclose(file); }
};
using File = std::unique_ptr<std::FILE, CloseFile>;

// What stands before an answer in the file of a copy.
struct Head {
  std::uint64_t number, size;
};

void write_answer(std::FILE* file, std::size_t number, const std::string& answer) {
  const Head head{number, answer.size()};
  const bool is_whole = std::fwrite(&head, sizeof head, 1, file) == 1 &&
                        std::fwrite(answer.data(), 1, answer.size(), file) == answer.size() &&
                        std::fflush(file) == 0;
  if (!is_whole) _exit(EXIT_FAILURE);
}

// The last answer may be cut off.
void read_answers(std::FILE* file, std::vector<std::optional<std::string>>& answers) {
  std::rewind(file);
  for (Head head; std::fread(&head, sizeof head, 1, file) == 1;) {
    std::string answer(head.size, '\0');
    if (std::fread(answer.data(), 1, head.size, file) != head.size) return;
    answers.at(head.number) = std::move(answer);
  }
}

// A process in which Z3 has worked for minutes is slower than a new one. A copy that begins has the
// state of this process.
constexpr std::size_t kMostOfACopy = 8;

struct Copy {
  pid_t id = -1;
  File answers;
};

// None where the system has no room for it.
Copy copy_that_works(SharedNumbers& numbers, std::size_t count,
                     const std::function<std::string(std::size_t)>& work) {
  Copy copy{-1, File(std::tmpfile())};
  if (copy.answers) copy.id = fork();
  if (copy.id != 0) return copy;
  // Nothing that the caller does with an exception is to be done twice.
  try {
    for (std::size_t done = 0; done < kMostOfACopy; ++done) {
      const std::size_t i = numbers.take();
      if (i >= count) break;
      write_answer(copy.answers.get(), i, work(i));
    }
  } catch (...) {
    _exit(EXIT_FAILURE);
  }
  _exit(EXIT_SUCCESS);
}

// Whether it works no more; then its answers are read.
bool has_ended(const Copy& copy, std::vector<std::optional<std::string>>& answers) {
  const pid_t ended = waitpid(copy.id, nullptr, WNOHANG);
  if (ended == 0 || (ended < 0 && errno == EINTR)) return false;
  read_answers(copy.answers.get(), answers);
  return true;
}

}  // namespace

std::vector<std::string> answers_by_copies(std::size_t count, unsigned processes,
                                           const std::function<std::string(std::size_t)>& work,
                                           const std::function<void(std::size_t)>& progress) {
  SharedNumbers numbers;
  std::vector<std::optional<std::string>> answers(count);
  std::vector<Copy> copies;
  bool has_room = true;
  while (!copies.empty() || (has_room && numbers.taken() < count)) {
    while (has_room && copies.size() < processes && numbers.taken() < count) {
      Copy copy = copy_that_works(numbers, count, work);
      has_room = copy.id > 0;
      if (has_room) copies.push_back(std::move(copy));
    }
    std::erase_if(copies, [&](const Copy& copy) { return has_ended(copy, answers); });
    if (progress) progress(std::min(numbers.taken(), count));
    usleep(2'000);
  }
  std::vector<std::string> all;
  for (std::size_t i = 0; i < count; ++i) all.push_back(answers[i] ? *answers[i] : work(i));
  return all;
}

}  // namespace placemat::prove
