// MuJS: js_pushlstring, and charCodeAt of the string, whose characters are code points: two
// surrogates stay two.
#include <mujs.h>

#include <cstdlib>

#include "impls/adapters/subjects/subject.h"

namespace placemat::subjects {
namespace {

class State {
 public:
  // charCodeAt() walks from the start, so a long text is taken in parts: the time would grow by the
  // square of the length.
  State() : js_(js_newstate(nullptr, nullptr, JS_STRICT)) {
    js_dostring(js_,
                "function codes(part) { var r = ''; for (var i = 0, n = part.length; i < n; ++i)"
                " r += part.charCodeAt(i) + ' '; return r; }"
                "function all_codes(s) { var n = s.length, parts = [];"
                " if (n <= 1024) return codes(s);"
                " for (var i = 0; i < n; i += 1024) parts.push(codes(s.substring(i, i + 1024)));"
                " return parts.join(''); }");
  }
  ~State() { js_freestate(js_); }
  State(const State&) = delete;
  State& operator=(const State&) = delete;
  js_State* get() { return js_; }

 private:
  js_State* js_;
};

// One state for all texts of a thread, as in a long-running program.
Seen string(Input in) {
  thread_local State state;
  js_State* const js = state.get();
  js_getglobal(js, "all_codes");
  js_pushundefined(js);
  const std::string text = text_of(in);
  js_pushlstring(js, text.data(), static_cast<int>(text.size()));
  Seen seen;
  if (js_pcall(js, 1) != 0) {
    seen = Seen::ill_formed();
  } else {
    const char* at = js_tostring(js, -1);
    for (char* end = nullptr; *at != '\0'; at = end + 1)
      seen.values.push_back(static_cast<std::uint32_t>(std::strtoul(at, &end, 10)));
  }
  js_pop(js, 1);
  return seen;
}

const placemat_decoder table[] = {
    lossy<string>("mujs_pushlstring", "1.3.2", "MuJS, js_pushlstring and charCodeAt"),
};

}  // namespace
const placemat_decoder* named(std::string_view name) { return pick(table, name); }
}  // namespace placemat::subjects
