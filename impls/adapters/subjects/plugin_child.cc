// plugin_child: makes a plug-in answer the line protocol, so that one driver
// can check every adapter. It is also an example of a child process in C.
//
//   plugin_child PLUGIN.so
//
// It must not know what is right: it moves units in and values out.
#include <dlfcn.h>
#include <unistd.h>

#include <cstdio>
#include <string>
#include <string_view>
#include <vector>

#include "harness/decoder/placemat_decoder.h"

namespace {

using Units = std::vector<std::uint8_t>;

Units units_of(std::string_view hex) {
  Units units;
  for (std::size_t i = 0; i + 1 < hex.size(); i += 2)
    units.push_back(
        static_cast<std::uint8_t>(std::stoul(std::string(hex.substr(i, 2)), nullptr, 16)));
  return units;
}

std::string number_or_dash(std::size_t value) {
  return value == PLACEMAT_UNKNOWN ? "-" : std::to_string(value);
}

template <class Value>
std::string shown(const placemat_result& result, const std::vector<Value>& values) {
  if (result.status == PLACEMAT_UNSUPPORTED) return " unsupported";
  if (result.status == PLACEMAT_NO_CAPACITY) return " error - - no capacity";
  if (result.status != PLACEMAT_OK)
    return " error " + number_or_dash(result.error_offset) + " " +
           number_or_dash(result.error_length);
  std::string text = " ok";
  char hex[32];
  for (std::size_t i = 0; i < result.written; ++i) {
    unsigned long long value = values[i];
    // UTF-16: pairs are joined, and a lone surrogate is printed as its value.
    if (sizeof(Value) == 2 && value >= 0xD800 && value <= 0xDBFF && i + 1 < result.written &&
        values[i + 1] >= 0xDC00 && values[i + 1] <= 0xDFFF)
      value = 0x10000 + ((value - 0xD800) << 10) + (values[++i] - 0xDC00);
    const bool is_raw = sizeof(Value) == 4 && (value & ~0xFFULL) == PLACEMAT_RAW_UNIT32;
    std::snprintf(hex, sizeof hex, is_raw ? " raw:%02llX" : " %llX", is_raw ? value & 0xFF : value);
    text += hex;
  }
  return text;
}

template <class Value, class Decode>
std::string decoded(Decode* decode, const Units& in) {
  std::vector<Value> out(in.size() + PLACEMAT_MAX_SEQUENCE);
  placemat_result result{};
  decode(in.data(), in.size(), out.data(), out.size(), &result);
  return shown(result, out);
}

std::string streamed(const placemat_decoder& d, std::string_view chunks) {
  void* stream = d.stream_open(1);
  if (stream == nullptr) return " unsupported";
  std::vector<std::uint32_t> out(chunks.size() * 2 + 2 * PLACEMAT_MAX_SEQUENCE);
  placemat_result all{PLACEMAT_OK, 0, PLACEMAT_UNKNOWN, PLACEMAT_UNKNOWN};
  for (bool end = false; !end;) {
    const std::size_t bar = chunks.find('|');
    end = bar == std::string_view::npos;
    const Units chunk = units_of(chunks.substr(0, bar));
    chunks.remove_prefix(end ? chunks.size() : bar + 1);
    for (int last = 0; last <= (end ? 1 : 0) && all.status == PLACEMAT_OK; ++last) {
      placemat_result one{};
      if (last == 0)
        d.stream_push(stream, chunk.data(), chunk.size(), out.data() + all.written,
                      out.size() - all.written, &one);
      else
        d.stream_finish(stream, out.data() + all.written, out.size() - all.written, &one);
      one.written += all.written;
      all = one;
    }
  }
  d.stream_close(stream);
  return shown(all, out);
}

std::string answer(const placemat_decoder& d, std::string_view mode, std::string_view text) {
  if (mode == "stream") return d.stream_open != nullptr ? streamed(d, text) : " unsupported";
  const Units in = units_of(text);
  if (mode == "verdict" && d.validate != nullptr) {
    const int verdict = d.validate(in.data(), in.size());
    return verdict < 0 ? " unsupported" : verdict > 0 ? " ok" : " error - -";
  }
  const bool strict = mode == "strict";
  if (!strict && mode != "lossy") return " unsupported";
  if (auto* f = strict ? d.strict64 : d.lossy64) return decoded<std::uint64_t>(f, in);
  if (auto* f = strict ? d.strict32 : d.lossy32) return decoded<std::uint32_t>(f, in);
  if (auto* f = strict ? d.strict16 : d.lossy16) return decoded<std::uint16_t>(f, in);
  return " unsupported";
}

std::string hello(const placemat_decoder& d) {
  std::string modes;
  const auto add = [&](const char* mode, bool has) {
    if (has) modes += std::string(modes.empty() ? "\"" : ",\"") + mode + "\"";
  };
  add("verdict", d.validate != nullptr);
  add("strict", d.strict64 != nullptr || d.strict32 != nullptr || d.strict16 != nullptr);
  add("lossy", d.lossy64 != nullptr || d.lossy32 != nullptr || d.lossy16 != nullptr);
  add("stream", d.stream_open != nullptr);
  return std::string("hello {\"name\":\"") + d.name + "\",\"version\":\"" + d.version +
         "\",\"dialect\":\"" + d.dialect + "\",\"policy\":\"" + d.policy + "\",\"bom\":\"" + d.bom +
         "\",\"modes\":[" + modes + "]}";
}

}  // namespace

int main(int argc, char** argv) {
  void* library = argc == 2 ? dlopen(argv[1], RTLD_NOW | RTLD_LOCAL) : nullptr;
  auto* entry =
      library == nullptr
          ? nullptr
          : reinterpret_cast<placemat_plugin_entry*>(dlsym(library, PLACEMAT_PLUGIN_SYMBOL));
  if (entry == nullptr) {
    std::fprintf(stderr, "plugin_child: %s\n",
                 argc == 2 ? dlerror() : "usage: plugin_child PLUGIN.so");
    return 2;
  }
  const placemat_decoder& d = *entry();
  std::string pending, answers;
  char block[1 << 16];
  for (ssize_t size = 0; (size = read(0, block, sizeof block)) > 0;) {
    pending.append(block, static_cast<std::size_t>(size));
    std::size_t start = 0;
    for (std::size_t end = 0; (end = pending.find('\n', start)) != std::string::npos;
         start = end + 1) {
      const std::string_view line = std::string_view(pending).substr(start, end - start);
      const std::size_t first = line.find(' ');
      const std::string_view number = line.substr(0, first);
      if (number == "placemat") {
        answers += hello(d) + "\n";
        continue;
      }
      const std::string_view rest = line.substr(first + 1);
      const std::size_t second = std::min(rest.find(' '), rest.size());
      answers += std::string(number) +
                 answer(d, rest.substr(0, second), rest.substr(std::min(second + 1, rest.size()))) +
                 "\n";
    }
    pending.erase(0, start);
    for (std::size_t sent = 0; sent < answers.size();) {
      const ssize_t count = write(1, answers.data() + sent, answers.size() - sent);
      if (count <= 0) return 1;
      sent += static_cast<std::size_t>(count);
    }
    answers.clear();
  }
  return 0;
}
