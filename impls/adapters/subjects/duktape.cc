// Duktape: its TextDecoder, whole, fatal and with {stream: true}, and
// charCodeAt of a pushed string.
#include <duktape.h>

#include <cstdlib>
#include <memory>

#include "impls/adapters/subjects/subject.h"

namespace placemat::subjects {
namespace {

class Heap {
 public:
  Heap() : js_(duk_create_heap_default()) {
    duk_peval_string_noresult(
        js_,
        "function codes(s) { var r = []; for (var i = 0, n = s.length; i < n; ++i)"
        " r[i] = s.charCodeAt(i); r[n] = ''; return r.join(' '); }"
        "var lossy = new TextDecoder(), fatal = new TextDecoder('utf-8', {fatal: true});"
        "function decode_lossy(u) { return codes(lossy.decode(u)); }"
        "function decode_fatal(u) {"
        "  return codes(new TextDecoder('utf-8', {fatal: true}).decode(u)); }"
        "function decode_reused(u) { return codes(fatal.decode(u)); }"
        "var streams = [];"
        "function open_stream() {"
        "  var i = 0; while (streams[i]) ++i; streams[i] = new TextDecoder(); return i; }"
        "function close_stream(i) { streams[i] = null; }"
        "function decode_stream(u, i) { return codes(streams[i].decode(u, {stream: true})); }"
        "function decode_end(u, i) { return codes(streams[i].decode()); }");
  }
  ~Heap() { duk_destroy_heap(js_); }
  Heap(const Heap&) = delete;
  Heap& operator=(const Heap&) = delete;

  // A stream is a TextDecoder of its own, named by a number.
  int open_stream() {
    duk_get_global_string(js_, "open_stream");
    const bool is_open = duk_pcall(js_, 0) == DUK_EXEC_SUCCESS;
    const int id = duk_get_int(js_, -1);
    duk_pop(js_);
    if (!is_open) throw 0;
    return id;
  }
  void close_stream(int id) {
    duk_get_global_string(js_, "close_stream");
    duk_push_int(js_, id);
    duk_pcall(js_, 1);
    duk_pop(js_);
  }

  Seen call(const char* function, Input in, bool as_string, int id = 0) {
    duk_get_global_string(js_, function);
    if (as_string)
      duk_push_lstring(js_, in.empty() ? "" : chars(in), in.size());
    else if (void* copy = duk_push_fixed_buffer(js_, in.size()); !in.empty())
      std::copy(in.begin(), in.end(), static_cast<std::uint8_t*>(copy));
    duk_push_int(js_, id);
    Seen seen;
    if (duk_pcall(js_, 2) != DUK_EXEC_SUCCESS) {
      seen = Seen::ill_formed();
    } else {
      const char* at = duk_get_string(js_, -1);
      for (char* end = nullptr; *at != '\0'; at = end + 1)
        seen.values.push_back(static_cast<std::uint32_t>(std::strtoul(at, &end, 10)));
    }
    duk_pop(js_);
    return seen;
  }

 private:
  duk_context* js_;
};

Seen joined(const Seen& units) {
  Seen seen{units.status};
  Joiner joiner;
  for (const std::uint32_t unit : units.values) joiner.push(unit, seen.values);
  joiner.finish(seen.values);
  return seen;
}
// One for all calls of a thread, as in a long-running program: a heap costs far more than a call.
const std::shared_ptr<Heap>& shared_heap() {
  thread_local const auto one = std::make_shared<Heap>();
  return one;
}
Heap& heap() { return *shared_heap(); }
Seen decode_lossy(Input in) { return joined(heap().call("decode_lossy", in, false)); }
Seen decode_fatal(Input in) { return joined(heap().call("decode_fatal", in, false)); }
// One decoder for all inputs, as in a long-running program.
Seen decode_reused(Input in) { return joined(heap().call("decode_reused", in, false)); }
// What charCodeAt() gives can be any 32 bits, and a character beyond FFFF is one of them.
Seen64 pushed(Input in) {
  const Seen codes = heap().call("codes", in, true);
  return {codes.status, {codes.values.begin(), codes.values.end()}};
}

class Stream {
 public:
  explicit Stream(bool) : heap_(shared_heap()), id_(heap_->open_stream()) {}
  ~Stream() { heap_->close_stream(id_); }
  Stream(const Stream&) = delete;
  Stream& operator=(const Stream&) = delete;
  static bool offers(bool lossy) { return lossy; }
  void push(Input chunk, std::vector<std::uint32_t>& out) {
    take(heap_->call("decode_stream", chunk, false, id_), out);
  }
  void finish(std::vector<std::uint32_t>& out) {
    take(heap_->call("decode_end", {}, false, id_), out);
    joiner_.finish(out);
  }

 private:
  void take(const Seen& seen, std::vector<std::uint32_t>& out) {
    if (seen.status != PLACEMAT_OK) throw 0;
    for (const std::uint32_t unit : seen.values) joiner_.push(unit, out);
  }
  std::shared_ptr<Heap> heap_;
  int id_;
  Joiner joiner_;
};

const std::string version = std::to_string(DUK_VERSION / 10000) + "." +
                            std::to_string(DUK_VERSION / 100 % 100) + "." +
                            std::to_string(DUK_VERSION % 100);

placemat_decoder text_decoder() {
  placemat_decoder d = Streaming<Stream>::add_to(
      lossy<decode_lossy>("duktape_textdecoder", version.c_str(), "Duktape, TextDecoder"));
  d.strict32 = decode<decode_fatal, std::uint32_t>;
  d.bom = "strip-leading";
  return d;
}
const placemat_decoder table[] = {
    text_decoder(),
    strict<decode_reused>("duktape_textdecoder_reused", version.c_str(),
                          "Duktape, TextDecoder {fatal}, used again"),
    lossy64<pushed>("duktape_push_lstring", version.c_str(),
                    "Duktape, duk_push_lstring and charCodeAt"),
};

}  // namespace
const placemat_decoder* named(std::string_view name) { return pick(table, name); }
}  // namespace placemat::subjects
