// parallel.h: the one thread pool. Items are numbers from 0, and each is handed
// to one thread. It must not know what an item stands for.
#pragma once

#include <atomic>
#include <cstddef>
#include <functional>
#include <optional>
#include <thread>
#include <vector>

namespace placemat {

// How a set of items is processed.
struct WorkOptions {
  WorkOptions(unsigned on_threads) : threads(on_threads) {}
  unsigned threads;
  // No item is started once it is true.
  const std::atomic<bool>* stop = nullptr;
  // Called on the calling thread, now and then, with the item that is about to
  // start.
  std::function<void(std::size_t)> progress = {};
};

// The work for one item.
using ItemWork = std::function<void(std::size_t)>;

// Calls `each(i)` once for every 0 <= i < count; the calling thread works too.
// Returns how many of the first items are done: all, unless the run was
// stopped.
std::size_t in_parallel(std::size_t count, const WorkOptions& work, const ItemWork& each);

// The same for work that needs a state of its own on each thread: `make` is
// called once on each thread, and its result is destroyed there.
std::size_t in_parallel_with(std::size_t count, const WorkOptions& work,
                             const std::function<ItemWork()>& make);

// Hands out 0, 1, ... count - 1, each to one of the threads that call it.
class WorkQueue {
 public:
  explicit WorkQueue(std::size_t count, const std::atomic<bool>* stop = nullptr)
      : count_(count), stop_(stop) {}
  // Nothing when all items are handed out or the run was stopped.
  std::optional<std::size_t> next();
  // All items below it are handed out, without a gap.
  std::size_t handed_out() const;

 private:
  const std::size_t count_;
  const std::atomic<bool>* const stop_;
  std::atomic<std::size_t> next_{0};
};

// Threads that run `work(0)` ... `work(threads - 1)` beside the calling thread,
// which continues with other work.
class ThreadGroup {
 public:
  ThreadGroup(std::size_t threads, const std::function<void(std::size_t)>& work);
  ThreadGroup(const ThreadGroup&) = delete;
  ThreadGroup& operator=(const ThreadGroup&) = delete;
  ~ThreadGroup() { join(); }
  void join();

 private:
  const std::function<void(std::size_t)> work_;
  std::vector<std::thread> threads_;
};

// The number of threads that the machine runs at once; at least one.
unsigned hardware_threads();

}  // namespace placemat
