#include "harness/cli/progress.h"

#include <fmt/format.h>
#include <pthread.h>
#include <unistd.h>

#include <chrono>
#include <condition_variable>
#include <csignal>
#include <mutex>
#include <thread>

#include "harness/bytes/numbers.h"
#include "harness/cli/terminal.h"

namespace placemat::cli {
namespace {

using std::chrono::steady_clock;

std::string duration(double seconds) {
  const auto whole = static_cast<std::uint64_t>(seconds + 0.5);
  if (whole < 100) return fmt::format("{} s", whole);
  if (whole < 6000) return fmt::format("{} min", (whole + 30) / 60);
  return fmt::format("{:.1f} h", static_cast<double>(whole) / 3600);
}

std::string rate(double parts_a_second) {
  if (parts_a_second >= 10) {
    return fmt::format("{} parts/s", grouped(static_cast<std::uint64_t>(parts_a_second)));
  }
  return fmt::format("{:.1f} parts/s", parts_a_second);
}

void write_out(std::string_view text) {
  while (!text.empty()) {
    const ssize_t n = ::write(STDERR_FILENO, text.data(), text.size());
    if (n <= 0) return;
    text.remove_prefix(static_cast<std::size_t>(n));
  }
}

}  // namespace

std::string progress_text(std::string_view what, std::size_t done, std::size_t all, double seconds,
                          std::size_t width, std::optional<double> until_end) {
  const std::string end =
      until_end ? fmt::format("ends in {}", duration(std::max(*until_end, 0.0))) : "";
  if (done == 0 || all == 0 || seconds <= 0) {
    const std::string text = fmt::format("{}, {}", what, duration(seconds));
    return until_end ? fmt::format("{}, {}", text, end) : text;
  }
  const std::string text = fmt::format("{}: ", what);
  done = std::min(done, all);
  const double a_second = static_cast<double>(done) / seconds;
  const double needed = static_cast<double>(all - done) / a_second;
  const std::string left =
      until_end && *until_end < needed ? end : fmt::format("{} left", duration(needed));
  const std::string share = fmt::format("{} %", done * 100 / all);
  for (const std::string& rest :
       {fmt::format("{} of {} parts, {}, {}", share, grouped(all), rate(a_second), left),
        fmt::format("{}, {}, {}", share, rate(a_second), left),
        fmt::format("{}, {}", share, left)}) {
    if (text.size() + rest.size() < width) return text + rest;
  }
  return text + share;
}

struct Progress::Shared {
  const ProgressStyle style;
  std::string what;
  const pid_t owner = getpid();  // a process that is forked has no such thread
  const unsigned ends_after;
  const steady_clock::time_point begun = steady_clock::now();
  steady_clock::time_point begun_step = begun;
  std::mutex mutex;
  std::condition_variable changed;
  std::size_t done = 0, all = 0;
  bool is_over = false, wrote = false;
  std::thread thread;

  Shared(ProgressStyle a_style, std::string a_what, unsigned seconds)
      : style(a_style), what(std::move(a_what)), ends_after(seconds) {}

  void show() {
    const auto now = steady_clock::now();
    const auto since = [&](auto then) { return std::chrono::duration<double>(now - then).count(); };
    const std::optional<double> until_end =
        ends_after == 0 ? std::nullopt : std::optional(ends_after - since(begun));
    const bool is_line = style == ProgressStyle::kLine;
    const std::string text =
        progress_text(what, done, all, since(begun_step),
                      is_line ? terminal_width(STDERR_FILENO) : 100, until_end);
    write_out(is_line ? fmt::format("\r{}\x1b[K", text) : fmt::format("{}\n", text));
    wrote = is_line;
  }

  void run() {
    const auto period = std::chrono::seconds(style == ProgressStyle::kLine ? 1 : 60);
    auto next = begun + (style == ProgressStyle::kLine ? std::chrono::seconds(2) : period);
    std::unique_lock lock(mutex);
    while (!changed.wait_until(lock, next, [&] { return is_over; })) {
      show();
      next += period;
    }
  }
};

// Signals are for the thread of the command.
Progress::Progress(ProgressStyle style, std::string what, unsigned ends_after)
    : shared_(std::make_unique<Shared>(style, std::move(what), ends_after)) {
  if (style == ProgressStyle::kNone) return;
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  shared_->thread = std::thread([shared = shared_.get()] { shared->run(); });
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
}

Progress::~Progress() {
  if (getpid() == shared_->owner) {
    clear();
  } else {
    shared_.release();  // NOLINT: its thread is in another process
  }
}

void Progress::begin(const std::string& what) {
  if (!shared_->thread.joinable() || getpid() != shared_->owner) return;
  const std::lock_guard lock(shared_->mutex);
  if (shared_->what == what) return;
  shared_->what = what;
  shared_->begun_step = steady_clock::now();
  shared_->done = shared_->all = 0;
}

void Progress::at(std::size_t done, std::size_t all) {
  if (!shared_->thread.joinable() || getpid() != shared_->owner) return;
  const std::lock_guard lock(shared_->mutex);
  shared_->done = done;
  shared_->all = all;
}

void Progress::clear() {
  if (!shared_->thread.joinable() || getpid() != shared_->owner) return;
  {
    const std::lock_guard lock(shared_->mutex);
    shared_->is_over = true;
  }
  shared_->changed.notify_all();
  shared_->thread.join();
  if (shared_->wrote) write_out("\r\x1b[K");
}

}  // namespace placemat::cli
