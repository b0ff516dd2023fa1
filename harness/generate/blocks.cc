#include "harness/generate/blocks.h"

#include <fmt/format.h>

#include <array>

namespace placemat {
namespace {

// The ends of blocks. Blocks of other sizes end at multiples of the first, or
// at places that are unusual in programs.
constexpr std::array<std::size_t, 8> kBlockEdges{512, 1024, 2048, 4096, 8192, 16384, 32768, 65536};
constexpr std::size_t kStep = kBlockEdges.front();
constexpr std::size_t kBehindLast = 1;
constexpr std::uint8_t kLetter = 'a';

class Blocks final : public Source {
 public:
  explicit Blocks(const Profile& profile) {
    const auto& forms = dialect(profile.dialect).forms;
    for (std::size_t i = 0; i < forms.size(); ++i) {
      const bool is_first = i == 0 || forms[i - 1].length != forms[i].length;
      if (!is_first || forms[i].length < 2) continue;
      Bytes& item = items_.emplace_back();
      for (std::size_t k = 0; k < forms[i].length; ++k) item.push_back(forms[i].units[k].last);
    }
  }
  std::string_view name() const override { return "blocks"; }
  std::string covers() const override {
    return fmt::format(
        "sequences of each length, whole and cut off, in every split across the ends of blocks of "
        "{}..{}, and across every multiple of the former; texts that end there",
        kStep, kBlockEdges.back());
  }
  void generate(std::size_t, CaseSink& sink) const override {
    // The plainest first: the later ones show the same errors.
    for (const std::size_t edge : kBlockEdges) {
      for (const Bytes& item : items_) {
        if (!at_edge(item, edge, sink)) return;
      }
    }
    for (const Bytes& item : items_) {
      for (std::size_t split = 1; split < item.size(); ++split) {
        if (!sink.accept({.bytes = across_all(item, split)})) return;
      }
    }
  }

 private:
  static Bytes across_all(const Bytes& item, std::size_t split) {
    Bytes bytes;
    for (std::size_t edge = kStep; edge <= kBlockEdges.back(); edge += kStep) {
      put_across(bytes, item, edge, split);
    }
    bytes.resize(bytes.size() + kBehindLast, kLetter);
    return bytes;
  }
  // `split` units of it lie before `edge`.
  static void put_across(Bytes& bytes, const Bytes& item, std::size_t edge, std::size_t split) {
    bytes.resize(edge - split, kLetter);
    bytes.insert(bytes.end(), item.begin(), item.end());
  }

  static bool at_edge(const Bytes& item, std::size_t edge, CaseSink& sink) {
    Bytes bytes;
    for (std::size_t length = 1; length <= item.size(); ++length) {
      const Bytes part(item.begin(), item.begin() + static_cast<std::ptrdiff_t>(length));
      // The text ends there too.
      bytes.clear();
      put_across(bytes, part, edge, length);
      if (!sink.accept({.bytes = bytes})) return false;
      // A whole sequence that ends there needs no further case.
      const std::size_t last_split = length == item.size() ? length - 1 : length;
      for (std::size_t split = 1; split <= last_split; ++split) {
        bytes.clear();
        put_across(bytes, part, edge, split);
        bytes.resize(bytes.size() + kBehindLast, kLetter);
        if (!sink.accept({.bytes = bytes})) return false;
      }
    }
    return true;
  }

  std::vector<Bytes> items_;
};

}  // namespace

std::unique_ptr<Source> make_block_source(const Profile& profile) {
  return std::make_unique<Blocks>(profile);
}

extern const SourceRow kBlocksSource;
const SourceRow kBlocksSource{
    .name = "blocks",
    .summary = "sequences across the ends of the blocks that filters read",
    .is_for_filters = true,
    .make = [](const Profile& profile, const SourceOptions&) {
      return make_block_source(profile);
    }};

}  // namespace placemat
