// VTE: the text that a terminal shows of units between two letters, by vte_terminal_feed(). VTE
// takes what it is fed from its main loop, so each piece of a stream is taken before the next one
// is fed. The second letter ends the text, because no call does. Controls, C1 in two units among
// them, are not passed. GTK wants a display, which ../lang/on_display.py gives.
#include <vte/vte.h>

#include <algorithm>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>

#include "impls/adapters/subjects/subject.h"

namespace placemat::subjects {
namespace {

constexpr char kLetter = 'x';
const std::string kStart = "\r\nx";
constexpr long kColumns = 500, kRows = 200;

bool is_control(std::uint8_t unit) { return unit < 0x20 || unit == 0x7F; }
bool is_c1(Input in) {
  return std::ranges::adjacent_find(in, [](std::uint8_t first, std::uint8_t second) {
           return first == 0xC2 && second >= 0x80 && second <= 0x9F;
         }) != in.end();
}
bool is_text(Input in) { return std::ranges::none_of(in, is_control) && !is_c1(in); }

// Ten characters without a width can join the one before them; VTE shows no further one. A text
// that comes to this limit is none to ask.
constexpr int kMostJoined = 10;
bool is_joined(std::uint32_t value) {
  const bool is_part_of_hangul =
      (value >= 0x1160 && value <= 0x11FF) || (value >= 0xD7B0 && value <= 0xD7FF);
  return is_part_of_hangul || g_unichar_iszerowidth(value) != FALSE;
}
bool is_at_limit(const std::vector<std::uint32_t>& values) {
  int joined = 0;
  return std::ranges::any_of(values, [&](std::uint32_t value) {
    joined = is_joined(value) ? joined + 1 : 0;
    return joined == kMostJoined;
  });
}

// VTE waits some milliseconds before it takes what was fed. The timer that it starts for this is
// one of the sources that the main loop got since; they are made ready at once.
class MainLoop {
 public:
  // Sources of the main loop that exist now are not of a terminal.
  void mark() { first_ = next_id(); }
  // Until VTE has taken all that was fed.
  void settle() {
    for (int turns = 0; turns < kMostTurns && hasten(); ++turns)
      while (g_main_context_iteration(context_, FALSE) != 0) {
      }
  }

 private:
  static constexpr int kMostTurns = 10000;

  guint next_id() {
    GSource* source = g_idle_source_new();
    const guint id = g_source_attach(source, context_);
    g_source_destroy(source);
    g_source_unref(source);
    return id + 1;
  }
  bool hasten() {
    bool is_any = false;
    const guint end = next_id();
    for (guint id = first_; id < end; ++id) {
      GSource* source = g_main_context_find_source_by_id(context_, id);
      if (source != nullptr) g_source_set_ready_time(source, 0);
      if (source != nullptr) is_any = true;
      if (source == nullptr && !is_any) first_ = id + 1;
    }
    return is_any;
  }

  GMainContext* context_ = g_main_context_default();
  guint first_ = 0;
};

MainLoop& main_loop() {
  static MainLoop loop;
  return loop;
}

// A widget of VTE that shows nothing. One that was used is used again, from its next row on.
class Terminal {
 public:
  Terminal() : widget_(take()), first_row_(row() + 1) {}
  // A text that was not ended may have left a unit that counts as one more character.
  ~Terminal() {
    if (!is_ended_) vte_terminal_reset(terminal(), TRUE, TRUE);
    unused().push_back(widget_);
  }
  Terminal(const Terminal&) = delete;
  Terminal& operator=(const Terminal&) = delete;

  void write(std::string_view text) {
    if (text.empty()) return;
    is_ended_ = false;
    vte_terminal_feed(terminal(), text.data(), static_cast<gssize>(text.size()));
    main_loop().settle();
  }
  // What stands between the letters. Throws when the second one is not shown.
  std::string shown() {
    std::unique_ptr<char, void (*)(void*)> text(
        vte_terminal_get_text_range(terminal(), first_row_, 0, row(), kColumns, nullptr, nullptr,
                                    nullptr),
        g_free);
    std::string_view seen = text != nullptr ? text.get() : "";
    if (seen.ends_with('\n')) seen.remove_suffix(1);
    if (seen.size() < 2 || seen.front() != kLetter || seen.back() != kLetter)
      throw std::runtime_error("a letter is missing");
    is_ended_ = true;
    return std::string(seen.substr(1, seen.size() - 2));
  }

 private:
  static std::vector<GtkWidget*>& unused() {
    static std::vector<GtkWidget*> widgets;
    return widgets;
  }
  static GtkWidget* take() {
    static const bool has_display = open_display();
    if (!has_display) throw std::runtime_error("no display");
    if (unused().empty()) unused().push_back(made());
    GtkWidget* widget = unused().back();
    unused().pop_back();
    return widget;
  }
  static bool open_display() {
    const bool is_open = gtk_init_check(nullptr, nullptr) != 0;
    main_loop().mark();
    return is_open;
  }
  static GtkWidget* made() {
    GtkWidget* widget = vte_terminal_new();
    g_object_ref_sink(widget);
    vte_terminal_set_size(VTE_TERMINAL(widget), kColumns, kRows);
    return widget;
  }
  VteTerminal* terminal() { return VTE_TERMINAL(widget_); }
  // That of the cursor. Rows are counted on behind a reset.
  long row() {
    long column = 0, row = 0;
    vte_terminal_get_cursor_position(terminal(), &column, &row);
    return row;
  }

  GtkWidget* widget_;
  long first_row_;
  bool is_ended_ = true;  // by the second letter
};

// By one call, with both letters.
Seen whole(Input in) {
  if (!is_text(in)) return Seen::unsupported();
  Terminal terminal;
  terminal.write(kStart + text_of(in) + kLetter);
  Seen seen = points_of(terminal.shown());
  return is_at_limit(seen.values) ? Seen::unsupported() : seen;
}

// Each chunk by a call of its own. All values come at the end.
struct Stream {
  Terminal terminal;
  std::vector<std::uint8_t> units = {};
  explicit Stream(bool) { terminal.write(kStart); }
  static bool offers(bool lossy) { return lossy; }
  void push(Input chunk, std::vector<std::uint32_t>&) {
    units.insert(units.end(), chunk.begin(), chunk.end());
    if (!is_text(units)) throw NotAsked();
    terminal.write(text_of(chunk));
  }
  void finish(std::vector<std::uint32_t>& out) {
    terminal.write(std::string(1, kLetter));
    out = points_of(terminal.shown()).values;
    if (is_at_limit(out)) throw NotAsked();
  }
};

const std::string version = std::to_string(vte_get_major_version()) + "." +
                            std::to_string(vte_get_minor_version()) + "." +
                            std::to_string(vte_get_micro_version());
const placemat_decoder table[] = {
    Streaming<Stream>::add_to(
        lossy<whole>("vte_terminal_feed", version.c_str(), "VTE, vte_terminal_feed")),
};

}  // namespace
const placemat_decoder* named(std::string_view name) { return pick(table, name); }
}  // namespace placemat::subjects
