#include "harness/bytes/parallel.h"

#include <algorithm>

namespace placemat {

std::optional<std::size_t> WorkQueue::next() {
  // The stop flag is read before an item is taken: an item that is handed out
  // is always finished.
  if (stop_ != nullptr && stop_->load()) return std::nullopt;
  const std::size_t item = next_++;
  return item < count_ ? std::optional(item) : std::nullopt;
}

std::size_t WorkQueue::handed_out() const { return std::min(count_, next_.load()); }

ThreadGroup::ThreadGroup(std::size_t threads, const std::function<void(std::size_t)>& work)
    : work_(work) {
  for (std::size_t t = 0; t < threads; ++t) threads_.emplace_back([this, t] { work_(t); });
}

void ThreadGroup::join() {
  for (std::thread& thread : threads_) thread.join();
  threads_.clear();
}

std::size_t in_parallel_with(std::size_t count, const WorkOptions& work,
                             const std::function<ItemWork()>& make) {
  WorkQueue queue(count, work.stop);
  ThreadGroup others(std::max(1u, work.threads) - 1, [&](std::size_t) {
    const ItemWork each = make();
    while (const auto item = queue.next()) each(*item);
  });
  const ItemWork each = make();
  while (const auto item = queue.next()) {
    if (work.progress) work.progress(*item);
    each(*item);
  }
  others.join();
  return queue.handed_out();
}

std::size_t in_parallel(std::size_t count, const WorkOptions& work, const ItemWork& each) {
  return in_parallel_with(count, work, [&] { return ItemWork(std::cref(each)); });
}

unsigned hardware_threads() { return std::max(1u, std::thread::hardware_concurrency()); }

}  // namespace placemat
