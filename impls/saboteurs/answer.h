// answer.h: asks a decoder one question and writes its answer as text, in the notation
// of the probes in the saboteur tables. For tests only.
//
// Given: code units in hex, where "20*63 FF" repeats one. In a stream, "|" ends a chunk,
// "." finishes the text, "!" resets the stream, and "&", "@" and "~" start a chunk for
// another stream: a second one, a third one, and one of the other mode. "#" starts a chunk for each
// of 256 further streams; "^" finishes the second stream and "$" resets it. In one call, ";" is
// between the inputs of calls in a row, and "&" before the input of a call beside an open stream
// that was given what stands before.
// NULL is the empty input at address NULL. For `encode`, the value in hex.
// Call: a function of the table. "lossy32:3" has a capacity of three values, and
// "lossy32 twice" is called two times; the answers are sorted. "lossy32 EILSEQ" is called with that
// errno.
// Answer: "ok 41", "inc 1 1: 41" (offset, length, values before), "full 41", "yes", "65".
// "past" means that something was written behind the capacity.
#pragma once

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <deque>
#include <map>
#include <span>
#include <sstream>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "harness/decoder/placemat_decoder.h"

namespace placemat::saboteur {

using Bytes = std::vector<std::uint8_t>;

inline Bytes units_of(std::string_view text) {
  Bytes units;
  std::istringstream groups{std::string(text)};
  for (std::string group; groups >> group;) {
    const auto star = group.find('*');
    const auto unit = static_cast<std::uint8_t>(std::stoul(group.substr(0, star), nullptr, 16));
    const std::size_t times =
        star == std::string::npos ? 1 : std::stoul(group.substr(star + 1), nullptr, 10);
    units.insert(units.end(), times, unit);
  }
  return units;
}

// Units with readable memory on both sides, 00 behind, for decoders that over-read.
class Padded {
 public:
  explicit Padded(const Bytes& units) : memory_(units.size() + 2 * kMargin), size_(units.size()) {
    std::fill_n(memory_.begin(), kMargin, std::uint8_t{0x20});
    std::ranges::copy(units, memory_.begin() + kMargin);
  }
  std::span<const std::uint8_t> units() const { return {memory_.data() + kMargin, size_}; }

 private:
  static constexpr std::size_t kMargin = 16;
  Bytes memory_;
  std::size_t size_;
};

// Values in hex; four or more equal ones as "20*64".
template <class Value>
std::string values_of(const std::vector<Value>& values) {
  std::ostringstream text;
  text << std::hex << std::uppercase;
  for (std::size_t i = 0; i < values.size();) {
    const auto differs = [&](Value v) { return v != values[i]; };
    const auto next =
        std::find_if(values.begin() + static_cast<std::ptrdiff_t>(i), values.end(), differs) -
        values.begin();
    const std::size_t run = static_cast<std::size_t>(next) - i;
    const std::size_t shown = run < 4 ? 1 : run;
    text << (i == 0 ? "" : " ") << std::uint64_t{values[i]};
    if (shown > 1) text << std::dec << '*' << shown << std::hex;
    i += shown;
  }
  return text.str();
}

inline std::string error_of(const placemat_result& r) {
  switch (r.status) {
    case PLACEMAT_ILL_FORMED:
    case PLACEMAT_INCOMPLETE: {
      const std::string word = r.status == PLACEMAT_ILL_FORMED ? "ill " : "inc ";
      return word + std::to_string(r.error_offset) + " " + std::to_string(r.error_length);
    }
    case PLACEMAT_NO_CAPACITY:
      return "full";
    default:
      return r.status == PLACEMAT_OK ? "ok" : "unsupported";
  }
}

template <class Value, class Function>
std::string one_call(Function* function, std::span<const std::uint8_t> in, std::size_t capacity) {
  constexpr Value kUntouched = static_cast<Value>(0xA5A5A5A5);
  std::vector<Value> out(capacity + 64, kUntouched);
  placemat_result r{};
  function(in.data(), in.size(), out.data(), capacity, &r);
  const auto behind = out.begin() + static_cast<std::ptrdiff_t>(capacity);
  const bool past = std::any_of(behind, out.end(), [](Value v) { return v != kUntouched; });
  out.resize(std::min(r.written, out.size()));
  std::string text = error_of(r);
  if (text.starts_with('i') && !out.empty()) text += ':';
  if (!out.empty()) text.append(" ").append(values_of(out));
  return past ? text + " past" : text;
}

// The values of all chunks, an error where it is first reported, "." for the end.
class StreamLog {
 public:
  StreamLog(const placemat_decoder& decoder, bool lossy)
      : decoder_(decoder), stream_(decoder.stream_open(lossy ? 1 : 0)) {}
  StreamLog(const StreamLog&) = delete;
  ~StreamLog() { decoder_.stream_close(stream_); }

  void push(const Bytes& units) {
    const Padded padded(units);
    const auto chunk = padded.units();
    prepare(chunk.size());
    decoder_.stream_push(stream_, chunk.data(), chunk.size(), out_.data(), out_.size(), &result_);
    record();
  }
  void finish() {
    prepare(0);
    decoder_.stream_finish(stream_, out_.data(), out_.size(), &result_);
    record();
    end_text(".");
  }
  void reset() {
    decoder_.stream_reset(stream_);
    end_text("!");
  }
  std::string text() const {
    return values_of(values_).empty() ? text_ : text_ + values_of(values_);
  }

 private:
  void prepare(std::size_t units) { out_.assign(units + PLACEMAT_MAX_SEQUENCE, 0); }
  void record() {
    values_.insert(values_.end(), out_.begin(),
                   out_.begin() + static_cast<std::ptrdiff_t>(result_.written));
    const std::string error = error_of(result_);
    if (error == "ok" || error == reported_) return;
    reported_ = error;
    flush(error);
  }
  void end_text(const std::string& mark) {
    reported_.clear();
    flush(mark);
  }
  void flush(const std::string& word) {
    for (const std::string& part : {values_of(values_), word})
      if (!part.empty()) text_ += (text_.empty() ? "" : " ") + part;
    values_.clear();
  }

  const placemat_decoder& decoder_;
  void* stream_;
  std::vector<std::uint32_t> out_;
  std::vector<std::uint32_t> values_;
  placemat_result result_{};
  std::string reported_;
  std::string text_;
};

inline std::string stream(const placemat_decoder& decoder, bool lossy, std::string_view text) {
  StreamLog log(decoder, lossy);
  constexpr std::size_t kManyStreams = 256;
  std::map<char, StreamLog> others;
  std::deque<StreamLog> many;
  StreamLog* current = &log;
  while (true) {
    const auto mark = text.find_first_of("|.!&@~#^$");
    const Bytes chunk = units_of(text.substr(0, mark));
    if (current != nullptr)
      current->push(chunk);
    else
      std::ranges::for_each(many, [&](StreamLog& one) { one.push(chunk); });
    if (mark == std::string_view::npos) break;
    const char next = text[mark];
    current = &log;
    if (next == '#') {
      while (many.size() < kManyStreams) many.emplace_back(decoder, lossy);
      current = nullptr;
    }
    if (next == '^') others.at('&').finish();
    if (next == '$') others.at('&').reset();
    if (std::string_view("&@~").find(next) != std::string_view::npos) {
      current = &others.try_emplace(next, decoder, lossy != (next == '~')).first->second;
    }
    if (next == '.') log.finish();
    if (next == '!') log.reset();
    text.remove_prefix(mark + 1);
  }
  log.finish();
  return log.text();
}

// The error length in the result of a strict stream's finish.
inline std::string length_after_finish(const placemat_decoder& d, std::string_view given) {
  constexpr std::size_t kBefore = 12'345;
  const Bytes units = units_of(given);
  std::vector<std::uint32_t> out(units.size() + PLACEMAT_MAX_SEQUENCE);
  placemat_result result{};
  void* const stream = d.stream_open(0);
  d.stream_push(stream, units.data(), units.size(), out.data(), out.size(), &result);
  result.error_length = kBefore;
  d.stream_finish(stream, out.data(), out.size(), &result);
  d.stream_close(stream);
  if (result.error_length == PLACEMAT_UNKNOWN) return "unknown";
  return result.error_length == kBefore ? "as before" : std::to_string(result.error_length);
}

// Whether the table has the function of a call.
inline bool has(const placemat_decoder& d, std::string_view call) {
  if (call.starts_with("stream") || call.ends_with("finish")) return d.stream_open != nullptr;
  if (call.starts_with("lossy16") || call.starts_with("strict16")) return d.strict16 != nullptr;
  if (call.starts_with("length")) return d.length32 != nullptr;
  return true;
}

// The answer of a one-call function for units that lie in memory as the caller wants.
inline std::string answer_in(const placemat_decoder& d, std::string_view call,
                             std::span<const std::uint8_t> in) {
  const auto colon = call.find(':');
  const std::size_t capacity = colon == std::string_view::npos
                                   ? 2 * in.size() + 16
                                   : std::stoul(std::string(call.substr(colon + 1)));
  const auto name = call.substr(0, colon);
  if (name == "validate") return d.validate(in.data(), in.size()) == 1 ? "yes" : "no";
  if (name == "strict32") return one_call<std::uint32_t>(d.strict32, in, capacity);
  if (name == "lossy32") return one_call<std::uint32_t>(d.lossy32, in, capacity);
  if (name == "strict16") return one_call<std::uint16_t>(d.strict16, in, capacity);
  if (name == "lossy16") return one_call<std::uint16_t>(d.lossy16, in, capacity);
  if (name == "length32") return std::to_string(d.length32(in.data(), in.size()));
  if (name == "length16") return std::to_string(d.length16(in.data(), in.size()));
  throw std::invalid_argument("no call " + std::string(call));
}

inline std::string answer(const placemat_decoder& d, std::string_view call,
                          std::string_view given) {
  if (call == "stream-lossy") return stream(d, true, given);
  if (call == "stream-strict") return stream(d, false, given);
  if (call == "result-of-finish") return length_after_finish(d, given);
  if (call == "encode") {
    Bytes out(PLACEMAT_MAX_SEQUENCE);
    out.resize(d.encode(std::stoul(std::string(given), nullptr, 16), out.data()));
    return values_of(out);
  }
  constexpr std::string_view kTwice = " twice";
  if (call.ends_with(kTwice)) {
    call.remove_suffix(kTwice.size());
    std::string answers[] = {answer(d, call, given), answer(d, call, given)};
    std::ranges::sort(answers);
    return answers[0] + "; " + answers[1];
  }
  constexpr std::string_view kEilseq = " EILSEQ";
  if (call.ends_with(kEilseq)) {
    call.remove_suffix(kEilseq.size());
    errno = EILSEQ;
    std::string seen = answer(d, call, given);
    errno = 0;
    return seen;
  }
  if (const auto end = given.find(';'); end != std::string_view::npos) {
    const std::string first = answer(d, call, given.substr(0, end));
    return first + "; " + answer(d, call, given.substr(end + 1));
  }
  if (const auto end = given.find('&'); end != std::string_view::npos) {
    StreamLog beside(d, call.starts_with("lossy"));
    beside.push(units_of(given.substr(0, end)));
    return answer(d, call, given.substr(end + 1));
  }
  if (given == "NULL") return answer_in(d, call, {});
  const Padded input(units_of(given));
  return answer_in(d, call, input.units());
}

}  // namespace placemat::saboteur
