// libvterm: the glyphs that a terminal shows of a text between two letters, with vterm_set_utf8().
// The second letter ends the text, because no call does. Controls are not passed. A glyph that a
// combining character joins is told again, longer.
#include <vterm.h>

#include <algorithm>
#include <stdexcept>
#include <string>

#include "impls/adapters/subjects/subject.h"

namespace placemat::subjects {
namespace {

constexpr std::uint8_t kLetter = 'x';

bool is_text(Input in) {
  return std::ranges::none_of(in, [](std::uint8_t unit) { return unit < 0x20 || unit == 0x7F; });
}

class Terminal {
 public:
  Terminal() {
    vterm_set_utf8(terminal_, 1);
    callbacks_.putglyph = put;
    callbacks_.scrollrect = [](VTermRect, int, int, void*) { return 1; };
    vterm_state_set_callbacks(state_, &callbacks_, this);
    vterm_state_reset(state_, 1);
    write(Input(&kLetter, 1));
    taken(0);
  }
  ~Terminal() { vterm_free(terminal_); }
  Terminal(const Terminal&) = delete;
  Terminal& operator=(const Terminal&) = delete;

  void write(Input in) {
    if (!in.empty()) vterm_input_write(terminal_, chars(in), in.size());
  }
  // The values that were shown since the last call, less the last `held`.
  std::vector<std::uint32_t> taken(std::size_t held) {
    const std::size_t end = std::max(taken_, seen_.size() - std::min(held, seen_.size()));
    std::vector<std::uint32_t> values(seen_.begin() + static_cast<std::ptrdiff_t>(taken_),
                                      seen_.begin() + static_cast<std::ptrdiff_t>(end));
    taken_ = end;
    return values;
  }
  // The same, where the letter that ends the text was written. Throws when it is not shown.
  std::vector<std::uint32_t> ended() {
    if (seen_.size() == taken_ || seen_.back() != kLetter) throw std::runtime_error("no end");
    return taken(1);
  }

 private:
  static int put(VTermGlyphInfo* info, VTermPos at, void* user) {
    auto& terminal = *static_cast<Terminal*>(user);
    std::vector<std::uint32_t> glyph;
    for (const std::uint32_t* value = info->chars; *value != 0; ++value) glyph.push_back(*value);
    const std::vector<std::uint32_t>& last = terminal.last_;
    const bool is_there = at.row == terminal.at_.row && at.col == terminal.at_.col;
    const bool is_longer = is_there && glyph.size() > last.size() &&
                           std::equal(last.begin(), last.end(), glyph.begin());
    const auto first_new = is_longer ? static_cast<std::ptrdiff_t>(last.size()) : 0;
    terminal.seen_.insert(terminal.seen_.end(), glyph.begin() + first_new, glyph.end());
    terminal.last_ = glyph;
    terminal.at_ = at;
    return 1;
  }

  VTerm* terminal_ = vterm_new(1, 80);
  VTermState* state_ = vterm_obtain_state(terminal_);
  VTermStateCallbacks callbacks_ = {};
  std::vector<std::uint32_t> seen_ = {};
  std::size_t taken_ = 0;                 // values of `seen_` that were handed out
  std::vector<std::uint32_t> last_ = {};  // the last glyph
  VTermPos at_ = {-1, -1};                // and where it was shown
};

// By one call, with the letter that ends it.
Seen whole(Input in) {
  if (!is_text(in)) return Seen::unsupported();
  Terminal terminal;
  std::vector<std::uint8_t> units(in.begin(), in.end());
  units.push_back(kLetter);
  terminal.write(units);
  const std::vector<std::uint32_t> text = terminal.ended();
  return values_of<std::uint32_t>(text.data(), text.size());
}

struct Stream {
  Terminal terminal;
  explicit Stream(bool) {}
  static bool offers(bool lossy) { return lossy; }
  void push(Input chunk, std::vector<std::uint32_t>& out) {
    if (!is_text(chunk)) throw NotAsked();
    terminal.write(chunk);
    out = terminal.taken(0);
  }
  void finish(std::vector<std::uint32_t>& out) {
    terminal.write(Input(&kLetter, 1));
    out = terminal.ended();
  }
};

const std::string version =
    std::to_string(VTERM_VERSION_MAJOR) + "." + std::to_string(VTERM_VERSION_MINOR);
const placemat_decoder table[] = {
    Streaming<Stream>::add_to(lossy<whole>("libvterm_putglyph", version.c_str(),
                                           "libvterm, vterm_input_write, putglyph")),
};

}  // namespace
const placemat_decoder* named(std::string_view name) { return pick(table, name); }
}  // namespace placemat::subjects
