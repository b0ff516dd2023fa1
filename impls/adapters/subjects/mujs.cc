// MuJS: js_pushlstring, and charCodeAt of the string, whose characters are code points: two
// surrogates stay two.
#include <mujs.h>

#include <algorithm>
#include <csetjmp>

#include "impls/adapters/subjects/subject.h"

namespace placemat::subjects {
namespace {

class State {
 public:
  State() : js_(js_newstate(nullptr, nullptr, JS_STRICT)) {}
  ~State() { js_freestate(js_); }
  State(const State&) = delete;
  State& operator=(const State&) = delete;
  js_State* get() { return js_; }

 private:
  js_State* js_;
};

// charCodeAt(at) of the string on the top of the stack.
std::uint32_t code_at(js_State* js, int at) {
  js_getproperty(js, -1, "charCodeAt");
  js_copy(js, -2);
  js_pushnumber(js, at);
  js_call(js, 1);
  const double code = js_tonumber(js, -1);
  js_pop(js, 1);
  return static_cast<std::uint32_t>(code);
}

// charCodeAt() walks from the start, so a long text is taken in parts: the time would grow by the
// square of the length.
void add_codes(js_State* js, std::vector<std::uint32_t>& codes) {
  constexpr int kPart = 1024;
  const int size = js_getlength(js, -1);
  for (int from = 0; from < size; from += kPart) {
    const int count = std::min(kPart, size - from);
    js_copy(js, -1);
    if (size > kPart) {
      js_getproperty(js, -1, "substring");
      js_copy(js, -2);
      js_pushnumber(js, from);
      js_pushnumber(js, from + count);
      js_call(js, 2);
    }
    for (int i = 0; i < count; ++i) codes.push_back(code_at(js, i));
    js_pop(js, size > kPart ? 2 : 1);
  }
}

// One state for all texts of a thread, as in a long-running program.
Seen string(Input in) {
  thread_local State state;
  js_State* const js = state.get();
  const std::string text = text_of(in);
  const int top = js_gettop(js);
  Seen seen;
  if (setjmp(*static_cast<std::jmp_buf*>(js_savetry(js))) != 0) {  // js_try() is for C
    js_pop(js, js_gettop(js) - top);
    return Seen::ill_formed();
  }
  js_pushlstring(js, text.data(), static_cast<int>(text.size()));
  add_codes(js, seen.values);
  js_pop(js, 1);
  js_endtry(js);
  return seen;
}

const std::string version = std::to_string(JS_VERSION_MAJOR) + "." +
                            std::to_string(JS_VERSION_MINOR) + "." +
                            std::to_string(JS_VERSION_PATCH);
const placemat_decoder table[] = {
    lossy<string>("mujs_pushlstring", version.c_str(), "MuJS, js_pushlstring and charCodeAt"),
};

}  // namespace
const placemat_decoder* named(std::string_view name) { return pick(table, name); }
}  // namespace placemat::subjects
