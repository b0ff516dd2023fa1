// saboteurs_test.cc: every saboteur beside the correct decoder that it was made
// from. One probe each, with both answers written by hand: so that a planted
// fault is really there, where it is said to be, and nowhere near it. Whether a
// suite finds the fault is not asked here, and the law of the harness is not
// used: honest.h is held against a definition of its own in saboteurs_honest_test.cc.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <csignal>
#include <cstdint>
#include <fstream>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "harness/decoder/placemat_decoder.h"
#include "impls/saboteurs/honest.h"

extern "C" {
extern const placemat_decoder* const placemat_registry_saboteurs[];
}

namespace placemat::saboteur {
namespace {

using Bytes = std::vector<std::uint8_t>;

constexpr Plant kHonestPlant{"honest", "", nullptr, nullptr};
constinit const placemat_decoder kHonest = filled<Honest>(kHonestPlant);

std::vector<const placemat_decoder*> all_saboteurs() {
  std::vector<const placemat_decoder*> all;
  for (const placemat_decoder* const* row = placemat_registry_saboteurs; *row; ++row)
    all.push_back(*row);
  return all;
}

const placemat_decoder& find(std::string_view name) {
  for (const placemat_decoder* saboteur : all_saboteurs())
    if (saboteur->name == name) return *saboteur;
  ADD_FAILURE() << "no saboteur " << name;
  return kHonest;
}

// ---- Cases in text: "20*63 FF"; a chunk boundary "|", the end of a text "."
// ---- and a reset "!" between units of a stream; "&" before a chunk for another one;
// ---- NULL for no text at address NULL.

Bytes units_of(std::string_view text) {
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

// Units with memory on both sides, NUL behind: what reads too far reads that.
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

// Values in hex, a run of four and more equal ones as "20*64".
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

std::string error_of(const placemat_result& r) {
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

// "ok 41", "ill 1 1: 41", "full 41"; "past" when something was written behind
// the capacity. The memory behind it is there, so that nobody is hurt.
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

// The values of all chunks, an error where it is first told, "." for the end.
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
    note();
  }
  void finish() {
    prepare(0);
    decoder_.stream_finish(stream_, out_.data(), out_.size(), &result_);
    note();
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
  void note() {
    values_.insert(values_.end(), out_.begin(),
                   out_.begin() + static_cast<std::ptrdiff_t>(result_.written));
    const std::string error = error_of(result_);
    if (error == "ok" || error == told_) return;
    told_ = error;
    flush(error);
  }
  void end_text(const std::string& mark) {
    told_.clear();
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
  std::string told_;
  std::string text_;
};

std::string stream(const placemat_decoder& decoder, bool lossy, std::string_view text) {
  StreamLog log(decoder, lossy);
  std::optional<StreamLog> beside;
  bool is_beside = false;
  while (true) {
    const auto mark = text.find_first_of("|.!&");
    (is_beside ? *beside : log).push(units_of(text.substr(0, mark)));
    if (mark == std::string_view::npos) break;
    is_beside = text[mark] == '&';
    if (is_beside && !beside) beside.emplace(decoder, lossy);
    if (text[mark] == '.') log.finish();
    if (text[mark] == '!') log.reset();
    text.remove_prefix(mark + 1);
  }
  log.finish();
  return log.text();
}

bool has(const placemat_decoder& d, std::string_view door) {
  if (door.starts_with("stream")) return d.stream_open != nullptr;
  if (door.starts_with("lossy16") || door.starts_with("strict16")) return d.strict16 != nullptr;
  if (door.starts_with("length")) return d.length32 != nullptr;
  return true;
}

// One function of the table, by its name, on units that lie in memory as the
// caller wants them. "lossy32:3" is a capacity of three values.
std::string answer_in(const placemat_decoder& d, std::string_view door,
                      std::span<const std::uint8_t> in) {
  const auto colon = door.find(':');
  const std::size_t capacity = colon == std::string_view::npos
                                   ? 2 * in.size() + 16
                                   : std::stoul(std::string(door.substr(colon + 1)));
  const auto name = door.substr(0, colon);
  if (name == "validate") return d.validate(in.data(), in.size()) == 1 ? "yes" : "no";
  if (name == "strict32") return one_call<std::uint32_t>(d.strict32, in, capacity);
  if (name == "lossy32") return one_call<std::uint32_t>(d.lossy32, in, capacity);
  if (name == "strict16") return one_call<std::uint16_t>(d.strict16, in, capacity);
  if (name == "lossy16") return one_call<std::uint16_t>(d.lossy16, in, capacity);
  if (name == "length32") return std::to_string(d.length32(in.data(), in.size()));
  if (name == "length16") return std::to_string(d.length16(in.data(), in.size()));
  ADD_FAILURE() << "no door " << door;
  return {};
}

std::string answer(const placemat_decoder& d, std::string_view door, std::string_view probe) {
  if (door == "stream-lossy") return stream(d, true, probe);
  if (door == "stream-strict") return stream(d, false, probe);
  if (door == "encode") {
    Bytes out(PLACEMAT_MAX_SEQUENCE);
    out.resize(d.encode(std::stoul(std::string(probe), nullptr, 16), out.data()));
    return values_of(out);
  }
  if (probe == "NULL") return answer_in(d, door, {});
  const Padded input(units_of(probe));
  return answer_in(d, door, input.units());
}

// ---- The planted faults.

struct Probe {
  const char* name;
  const char* door;
  const char* probe;
  const char* honest;
  const char* saboteur;
};

constexpr Probe kProbes[] = {
    {"sab_overlong_c0", "strict32", "C0 AF", "ill 0 1", "ok 2F"},
    {"sab_overlong_c1", "strict32", "C1 9C", "ill 0 1", "ok 5C"},
    {"sab_overlong_e0", "strict32", "E0 80 AF", "ill 0 1", "ok 2F"},
    {"sab_overlong_f0", "strict32", "F0 80 80 AF", "ill 0 1", "ok 2F"},
    {"sab_nul_as_c080", "strict32", "C0 80", "ill 0 1", "ok 0"},
    {"sab_detector_two_unit_pattern", "validate", "C1 AA CD A8", "no", "yes"},
    {"sab_surrogate_all", "strict32", "ED A0 80", "ill 0 1", "ok D800"},
    {"sab_surrogate_high_only", "strict32", "ED B0 80", "ill 0 1", "ok DC00"},
    {"sab_surrogate_dfff", "strict32", "ED BF BF", "ill 0 1", "ok DFFF"},
    {"sab_validate_disagrees", "validate", "ED A0 80", "no", "yes"},
    {"sab_beyond_f4_90", "strict32", "F4 90 80 80", "ill 0 1", "ok 110000"},
    {"sab_beyond_f5", "strict32", "F5 80 80 80", "ill 0 1", "ok 140000"},
    {"sab_beyond_110000", "strict32", "F4 90 80 80", "ill 0 1", "ok 110000"},
    {"sab_five_six_unit", "strict32", "F8 88 80 80 80", "ill 0 1", "ok 200000"},
    {"sab_five_six_unit", "strict32", "FC 84 80 80 80 80", "ill 0 1", "ok 4000000"},
    {"sab_lead_f8_alias", "strict32", "F8 BF BF BF", "ill 0 1", "ok 3FFFF"},
    {"sab_continuation_unchecked_third", "strict32", "E2 80 41", "ill 0 2", "ok 2001"},
    {"sab_continuation_range_typo_7b", "strict32", "C2 7B", "ill 0 1", "ok BB"},
    {"sab_continuation_c0_last", "strict32", "F4 8F BF C0", "ill 0 3", "ok 10FFC0"},
    {"sab_truncated_tail_accepted", "validate", "C3", "no", "yes"},
    {"sab_block_truncated_at_63", "validate", "20*63 C2", "no", "yes"},
    {"sab_block63_ff", "validate", "20*63 FF", "no", "yes"},
    {"sab_block_last_partial", "validate", "20*15 FF", "no", "yes"},
    {"sab_block_last_partial", "validate", "20*15 C3 A9", "yes", "no"},
    {"sab_block_after_ascii", "validate", "20*127 D8 20*128", "no", "yes"},
    {"sab_block15_ff", "validate", "20*15 FF", "no", "yes"},
    {"sab_block_truncated_at_15", "validate", "20*15 C2", "no", "yes"},
    {"sab_block_overshift_16", "strict32", "20*15 C2 A2", "ok 20*15 A2", "ok 20*15 22"},
    {"sab_block31_ff", "validate", "20*31 FF", "no", "yes"},
    {"sab_block_truncated_at_31", "validate", "20*31 C2", "no", "yes"},
    {"sab_block_overshift_32", "strict32", "20*31 C2 A2", "ok 20*31 A2", "ok 20*31 22"},
    {"sab_block_last_partial_32", "validate", "20*31 FF", "no", "yes"},
    {"sab_block_after_ascii_32", "validate", "20*31 D8 20*32", "no", "yes"},
    {"sab_block_last_partial_64", "validate", "20*63 FF", "no", "yes"},
    {"sab_block_after_ascii_64", "validate", "20*63 D8 20*64", "no", "yes"},
    {"sab_block_after_ascii_64_from_32", "validate", "20*95 D8 20*64", "no", "yes"},
    {"sab_rejects_e0_a0", "strict32", "E0 A0 80", "ok 800", "ill 0 3"},
    {"sab_rejects_continuation_80", "strict32", "C3 80", "ok C0", "ill 0 2"},
    {"sab_rejects_last_two_unit", "lossy32", "C3 B1", "ok F1", "ok FFFD FFFD"},
    {"sab_rejects_pair_in_utf16", "strict16", "F0 A0 82 8A", "ok D840 DC8A", "ill 0 4"},
    {"sab_rejects_noncharacter_fffe", "strict32", "EF BF BE", "ok FFFE", "ill 0 3"},
    {"sab_rejects_noncharacter_fffe", "strict32", "F4 8F BF BF", "ok 10FFFF", "ill 0 4"},
    {"sab_noncharacter_fdd0", "strict32", "EF B7 90", "ok FDD0", "ill 0 3"},
    {"sab_fffd_is_error", "strict32", "EF BF BD", "ok FFFD", "ill 0 3"},
    {"sab_sixteen_bit_accumulator", "strict32", "F0 90 80 BC", "ok 1003C", "ok 3C"},
    {"sab_wrong_value_ed81", "strict32", "ED 81 80", "ok D040", "ok D000"},
    {"sab_hoehrmann_arithmetic", "strict32", "E0 A1 80", "ok 840", "ok 800"},
    {"sab_hoehrmann_arithmetic", "strict32", "ED 83 80", "ok D0C0", "ok D000"},
    {"sab_hoehrmann_arithmetic", "strict32", "F1 81 80 80", "ok 41000", "ok 40000"},
    {"sab_one_scalar_wrong", "strict32", "E7 AC AC", "ok 7B2C", "ok 7B2D"},
    {"sab_utf16_pair_swapped", "strict16", "F0 9F 98 80", "ok D83D DE00", "ok DE00 D83D"},
    {"sab_utf16_ffff_pair", "strict16", "EF BF BF", "ok FFFF", "ok D7FF DFFF"},
    {"sab_encode_off_by_one", "encode", "800", "E0 A0 80", "E0 80"},
    {"sab_count_per_byte_claims_maximal", "lossy32", "E2 82 41", "ok FFFD 41", "ok FFFD FFFD 41"},
    {"sab_count_swallow_declared", "lossy32", "ED A0 80", "ok FFFD FFFD FFFD", "ok FFFD"},
    {"sab_count_swallow_declared", "lossy32", "F0 80 80", "ok FFFD FFFD FFFD", "ok FFFD"},
    {"sab_count_truncated_pair", "lossy32", "F0 C2", "ok FFFD FFFD", "ok FFFD"},
    {"sab_count_eof_per_unit", "lossy32", "E2 98", "ok FFFD", "ok FFFD FFFD"},
    {"sab_count_surrogate_two", "lossy32", "ED A0 90", "ok FFFD FFFD FFFD", "ok FFFD FFFD"},
    {"sab_swallow_next_unit", "lossy32", "C2 41", "ok FFFD 41", "ok FFFD"},
    {"sab_dfa_no_reoffer", "lossy32", "DF C0", "ok FFFD FFFD", "ok FFFD"},
    {"sab_dfa_no_reoffer", "lossy32", "E2 82 41", "ok FFFD 41", "ok FFFD"},
    {"sab_swallow_announced", "lossy32", "F0 53 55 46 46 49 58", "ok FFFD 53 55 46 46 49 58",
     "ok FFFD 46 49 58"},
    {"sab_swallow_after_c0", "lossy32", "C0 27", "ok FFFD 27", "ok FFFD"},
    {"sab_drops_invalid", "lossy32", "74 DC 05", "ok 74 FFFD 5", "ok 74 5"},
    {"sab_drops_truncated_tail", "lossy32", "61 F0 A4 AD", "ok 61 FFFD", "ok 61"},
    {"sab_drops_rest_after_short_lead", "lossy32", "F0 41", "ok FFFD 41", "ok FFFD"},
    {"sab_ignores_fatal", "strict16", "FF", "ill 0 1", "ok FFFD"},
    {"sab_ignores_fatal_at_end", "strict32", "41 C3", "inc 1 1: 41", "ok 41 FFFD"},
    {"sab_lossy_fails_at_flush", "stream-lossy", "E2", "FFFD .", "ill 0 1 ."},
    {"sab_chunk_loses_state", "stream-lossy", "E2 99|A5", "2665 .", "FFFD FFFD ."},
    {"sab_chunk_empty_push_flushes", "stream-lossy", "C3||A9", "E9 .", "FFFD FFFD ."},
    {"sab_chunk_swallows_offender", "stream-lossy", "C2|61 62 63", "FFFD 61 62 63 .",
     "FFFD 62 63 ."},
    {"sab_chunk_carry_not_shifted", "stream-lossy", "C3|A9 61 62", "E9 61 62 .", "E9 E9 ."},
    {"sab_chunk_carry_not_shifted", "stream-lossy", "F0|C3 80 2A 2A", "FFFD C0 2A 2A .",
     "FFFD C0 FFFD 2A ."},
    {"sab_offset_chunk_relative", "stream-strict", "78|ED 79", "78 ill 1 1 .", "78 ill 0 1 ."},
    {"sab_state_survives_finish", "stream-lossy", "E2 82.AC", "FFFD . FFFD .", "FFFD . 20AC ."},
    {"sab_state_shared_by_streams", "stream-lossy", "C3&41|A9", "E9 .", "FFFD ."},
    {"sab_rejects_empty_at_null", "validate", "NULL", "yes", "no"},
    {"sab_state_survives_error", "stream-strict", "FF!41", "ill 0 1 ! 41 .", "ill 0 1 ! ill 0 1 ."},
    {"sab_state_survives_error", "stream-strict", "FF.41", "ill 0 1 . 41 .", "ill 0 1 . ill 0 1 ."},
    {"sab_late_second_unit", "lossy32", "F4 90", "ok FFFD FFFD", "ok FFFD"},
    {"sab_late_second_unit", "strict32", "F4 90", "ill 0 1", "inc 0 2"},
    {"sab_incomplete_claimed_wrong", "strict32", "41 C0", "ill 1 1: 41", "inc 1 1: 41"},
    {"sab_offset_points_at_offender", "strict32", "E2 82 41", "ill 0 2", "ill 2 2"},
    {"sab_offset_counts_values", "strict32", "C3 A9 FF", "ill 2 1: E9", "ill 1 1: E9"},
    {"sab_length_always_one", "strict32", "E2 82 41", "ill 0 2", "ill 0 1"},
    {"sab_length_disagrees_on_ill_formed", "length32", "20*64 A9", "65", "64"},
    {"sab_length_by_lead", "length32", "C0*20", "20", "10"},
    {"sab_nul_as_continuation", "strict32", "D1", "inc 0 1", "ok 440"},
    {"sab_overwrite_one_past_capacity", "lossy32:1", "41 42", "full 41", "full 41 past"},
    {"sab_overwrite_ignores_capacity_zero", "lossy32:0", "41", "full", "full past"},
    {"sab_overwrite_half_pair", "lossy16:1", "F0 9F 98 80", "full", "ok D83D DE00 past"},
    {"sab_overwrite_after_block", "lossy32:64", "20*64 A9", "full 20*64", "ok 20*64 FFFD past"},
    {"sab_capacity_exact_refused", "lossy32:2", "41 42", "ok 41 42", "full 41"},
    {"sab_capacity_short_is_ok", "lossy32:1", "41 42", "full 41", "ok 41"},
    {"sab_room_overlong_e0", "strict32:3", "E0 80 AF", "ill 0 1", "ok 2F"},
    {"sab_room_low_surrogate", "lossy16:4", "F4 80 88 80", "ok DBC0 DE00", "ok DBC0 DC00"},
    {"sab_bom_stripped_anywhere", "strict16", "61 EF BB BF 62", "ok 61 FEFF 62", "ok 61 62"},
    {"sab_bom_stripped_claims_keep", "lossy32", "EF BB BF 41", "ok FEFF 41", "ok 41"},
    {"sab_nul_ends_input", "strict32", "61 00 62", "ok 61 0 62", "ok 61"},
    {"sab_after_four_unit", "strict32", "F0 9F 98 80 80", "ill 4 1: 1F600", "ok 1F600"},
    {"sab_after_two_items", "strict32", "F0 9F 98 80 E2 82 AC 80", "ill 7 1: 1F600 20AC",
     "ok 1F600 20AC"},
    {"sab_truncated_lead_as_latin1", "strict32", "61 C3", "inc 1 1: 61", "ok 61 C3"},
    {"sab_truncated_zero_filled", "strict16", "E2 82", "inc 0 2", "ok 2080"},
    {"sab_fffd_scanned_for", "strict16", "EF BF BD", "ok FFFD", "ill 0 1"},
    {"sab_fffd_per_unit", "lossy32", "EF BF BD", "ok FFFD", "ok FFFD FFFD FFFD"},
    {"sab_drops_fe_ff", "lossy32", "61 FF 62", "ok 61 FFFD 62", "ok 61 62"},
    {"sab_drops_stray_in_utf16", "lossy16", "61 80 62", "ok 61 FFFD 62", "ok 61 62"},
    {"sab_detector_sample", "validate", "61*128 FF", "no", "yes"},
    {"sab_detector_latin1_letter", "validate", "72 E9 6C", "no", "yes"},
    {"sab_five_six_overlong", "strict32", "FC 80 80 80 80 8A", "ill 0 1", "ok A"},
    {"sab_drops_tail_at_flush", "stream-lossy", "61 E2", "61 FFFD .", "61 ."},
    {"sab_noncharacter_last_two", "strict32", "F4 8F BF BF", "ok 10FFFF", "ill 0 4"},
    {"sab_length16_by_lead", "length16", "20*64 A9", "65", "64"},
    {"sab_overwrite_moves_back", "lossy32", "41 C8 42", "ok 41 FFFD 42", "ok 42"},
    {"sab_overwrite_by_length", "lossy32:2", "80 41 42", "full FFFD 41", "ok FFFD 41 42 past"},
    {"sab_overwrite_tail_pair", "lossy16:2", "41 F0", "ok 41 FFFD", "ok 41 FFFD past"},
    {"sab_overwrite_error_run", "lossy32:128", "FF*129", "full FFFD*128", "ok FFFD*129 past"},
    {"sab_block_tail_of_eight", "validate", "F4 90 80 80 F0 90 BC 87", "no", "yes"},
    {"sab_block_overshift", "strict32", "20*63 C2 A2", "ok 20*63 A2", "ok 20*63 22"},
    {"sab_late_length", "strict32", "F4 90 80 80", "ill 0 1", "ill 0 4"},
    {"sab_late_incomplete_by_lead", "strict32", "EA 7A", "ill 0 1", "inc 0 2"},
    {"sab_offset_length_twice", "strict32", "61 FF", "ill 1 1: 61", "ill 0 1: 61"},
    {"sab_chunk_fifth_dropped", "stream-lossy", "FF|FF|FF|FF|41", "FFFD*4 41 .", "FFFD*4 ."},
    {"sab_chunk_stray_joins_carry", "stream-lossy", "F6|9B|D1", "FFFD FFFD FFFD .", "FFFD FFFD ."},
    {"sab_chunk_trailing_stray_dropped", "stream-lossy", "C9 B5 A9|41", "275 FFFD 41 .",
     "275 41 ."},
    {"sab_chunk_starts_multi_unit", "stream-lossy", "61|C3 A9 62", "61 E9 62 .", "61 E9 ."},
    {"sab_continuation_takes_quotes", "strict32", "C2 22 3C", "ill 0 1", "ok A2 3C"},
    {"sab_nul_error_is_end", "lossy32", "61 FF 62", "ok 61 FFFD 62", "ok 61"},
    {"sab_count_legacy_groups", "lossy32", "F8 80 80 80 80", "ok FFFD*5", "ok FFFD"},
    {"sab_rejects_masked_continuation", "validate", "E4 B8 AD", "yes", "no"},
};

TEST(Saboteurs, AnswerWronglyAtTheirProbe) {
  for (const Probe& p : kProbes) {
    SCOPED_TRACE(std::string(p.name) + " " + p.door + " " + p.probe);
    ASSERT_STRNE(p.honest, p.saboteur);
    EXPECT_EQ(answer(kHonest, p.door, p.probe), p.honest);
    EXPECT_EQ(answer(find(p.name), p.door, p.probe), p.saboteur);
  }
}

// Right beside the probe the answer is the correct one: the fault is narrow.
struct Near {
  const char* name;
  const char* door;
  const char* probe;
  const char* both;
};

constexpr Near kNear[] = {
    {"sab_overlong_c0", "strict32", "C1 81", "ill 0 1"},
    {"sab_overlong_c1", "strict32", "C0 AF", "ill 0 1"},
    {"sab_overlong_e0", "strict32", "F0 80 80 AF", "ill 0 1"},
    {"sab_overlong_f0", "strict32", "E0 80 AF", "ill 0 1"},
    {"sab_nul_as_c080", "strict32", "C0 81", "ill 0 1"},
    {"sab_detector_two_unit_pattern", "strict32", "C1 AA", "ill 0 1"},
    {"sab_detector_two_unit_pattern", "validate", "E0 81 AA", "no"},
    {"sab_surrogate_high_only", "strict32", "ED AF BF", "ill 0 1"},
    {"sab_surrogate_dfff", "strict32", "ED BF BE", "ill 0 1"},
    {"sab_validate_disagrees", "strict32", "ED A0 80", "ill 0 1"},
    {"sab_beyond_f4_90", "strict32", "F5 80 80 80", "ill 0 1"},
    {"sab_beyond_f5", "strict32", "F4 90 80 80", "ill 0 1"},
    {"sab_beyond_110000", "strict32", "F4 90 80 81", "ill 0 1"},
    {"sab_five_six_unit", "strict32", "F8 87 BF BF BF", "ill 0 1"},
    {"sab_five_six_unit", "strict32", "FE 80 80 80 80 80 80", "ill 0 1"},
    {"sab_lead_f8_alias", "strict32", "FD 80 80 80", "ill 0 1"},
    {"sab_lead_f8_alias", "strict32", "F8 8F 80 80", "ill 0 1"},
    {"sab_continuation_unchecked_third", "strict32", "E2 41 80", "ill 0 1"},
    {"sab_continuation_range_typo_7b", "strict32", "C2 7A", "ill 0 1"},
    {"sab_continuation_c0_last", "strict32", "F4 8F BF 41", "ill 0 3"},
    {"sab_truncated_tail_accepted", "validate", "C3 28", "no"},
    {"sab_block_truncated_at_63", "validate", "20*62 C2", "no"},
    {"sab_block63_ff", "validate", "20*62 FF", "no"},
    {"sab_block63_ff", "validate", "20*63 FF 20", "no"},
    {"sab_block_last_partial", "validate", "20*14 FF", "no"},
    {"sab_block_last_partial", "validate", "C3 A9 20*13 FF", "no"},
    {"sab_block_after_ascii_64_from_32", "validate", "20*63 D8 20*64", "no"},
    {"sab_block_after_ascii", "validate", "20*126 D8 20*128", "no"},
    {"sab_block_after_ascii", "validate", "20*127 D8 20*15", "no"},
    {"sab_rejects_e0_a0", "strict32", "E0 A0 81", "ok 801"},
    {"sab_rejects_continuation_80", "strict32", "E2 80 81", "ok 2001"},
    {"sab_rejects_last_two_unit", "strict32", "C3 B1 41", "ok F1 41"},
    {"sab_rejects_pair_in_utf16", "strict32", "F0 A0 82 8A", "ok 2008A"},
    {"sab_rejects_noncharacter_fffe", "strict32", "EF B7 90", "ok FDD0"},
    {"sab_noncharacter_fdd0", "strict32", "EF B7 8F", "ok FDCF"},
    {"sab_noncharacter_fdd0", "strict32", "EF B7 B0", "ok FDF0"},
    {"sab_fffd_is_error", "lossy32", "EF BF BD", "ok FFFD"},
    {"sab_sixteen_bit_accumulator", "strict32", "EF BF BF", "ok FFFF"},
    {"sab_wrong_value_ed81", "strict32", "E0 A1 80", "ok 840"},
    {"sab_hoehrmann_arithmetic", "strict32", "E0 A0 BF", "ok 83F"},
    {"sab_hoehrmann_arithmetic", "strict32", "F4 81 81 81", "ok 101041"},
    {"sab_one_scalar_wrong", "strict32", "E7 AC AD", "ok 7B2D"},
    {"sab_utf16_ffff_pair", "strict16", "EF BF BE", "ok FFFE"},
    {"sab_encode_off_by_one", "encode", "7FF", "DF BF"},
    {"sab_encode_off_by_one", "encode", "801", "E0 A0 81"},
    {"sab_count_swallow_declared", "lossy32", "E2 82 41", "ok FFFD 41"},
    {"sab_count_truncated_pair", "lossy32", "F0 C2 41", "ok FFFD FFFD 41"},
    {"sab_count_eof_per_unit", "lossy32", "E2 98 41", "ok FFFD 41"},
    {"sab_swallow_next_unit", "lossy32", "E0 41", "ok FFFD 41"},
    {"sab_dfa_no_reoffer", "lossy32", "FF 41", "ok FFFD 41"},
    {"sab_swallow_announced", "lossy32", "C2 41", "ok FFFD 41"},
    {"sab_swallow_after_c0", "lossy32", "C0 AF", "ok FFFD FFFD"},
    {"sab_drops_invalid", "lossy32", "74 FF 05", "ok 74 FFFD 5"},
    {"sab_drops_truncated_tail", "lossy32", "61 F0 A4 AD 62", "ok 61 FFFD 62"},
    {"sab_drops_rest_after_short_lead", "lossy32", "F0 41 42 43", "ok FFFD 41 42 43"},
    {"sab_ignores_fatal", "strict32", "FF", "ill 0 1"},
    {"sab_ignores_fatal_at_end", "strict32", "FF", "ill 0 1"},
    {"sab_lossy_fails_at_flush", "stream-strict", "E2", "inc 0 1 ."},
    {"sab_chunk_loses_state", "stream-lossy", "E2 99 A5|41", "2665 41 ."},
    {"sab_chunk_empty_push_flushes", "stream-lossy", "C3|A9", "E9 ."},
    {"sab_chunk_swallows_offender", "stream-lossy", "C2 61|62 63", "FFFD 61 62 63 ."},
    {"sab_chunk_carry_not_shifted", "stream-lossy", "C3|A9", "E9 ."},
    {"sab_offset_chunk_relative", "stream-strict", "78 ED 79", "78 ill 1 1 ."},
    {"sab_state_survives_finish", "stream-lossy", "E2 82!AC", "! FFFD ."},
    {"sab_state_survives_error", "stream-strict", "E2 82!41", "! 41 ."},
    {"sab_state_shared_by_streams", "stream-lossy", "C3 A9&41|41", "E9 41 ."},
    {"sab_rejects_empty_at_null", "validate", "", "yes"},
    {"sab_late_second_unit", "lossy32", "F4 90 80 80", "ok FFFD*4"},
    {"sab_late_second_unit", "stream-lossy", "F4|90 41", "FFFD FFFD 41 ."},
    {"sab_incomplete_claimed_wrong", "lossy32", "41 C0", "ok 41 FFFD"},
    {"sab_offset_points_at_offender", "strict32", "41 FF", "ill 1 1: 41"},
    {"sab_offset_counts_values", "strict32", "61 FF", "ill 1 1: 61"},
    {"sab_length_disagrees_on_ill_formed", "length32", "C3 A9 E2 82 AC", "2"},
    {"sab_length_by_lead", "length32", "C3 A9 E2 82 AC F0 9F 98 80", "3"},
    {"sab_nul_as_continuation", "strict32", "E2 82", "inc 0 2"},
    {"sab_overwrite_one_past_capacity", "lossy32:2", "41 42", "ok 41 42"},
    {"sab_overwrite_ignores_capacity_zero", "lossy32:1", "41 42", "full 41"},
    {"sab_overwrite_half_pair", "lossy16:2", "F0 9F 98 80 41", "full D83D DE00"},
    {"sab_overwrite_after_block", "lossy32:64", "20*65", "full 20*64"},
    {"sab_overwrite_after_block", "lossy32:63", "20*63 A9", "full 20*63"},
    {"sab_capacity_exact_refused", "lossy32:3", "41 42", "ok 41 42"},
    {"sab_room_overlong_e0", "strict32:2", "E0 80 AF", "ill 0 1"},
    {"sab_room_low_surrogate", "lossy16:3", "F4 80 88 80", "ok DBC0 DE00"},
    {"sab_bom_stripped_anywhere", "strict32", "61 EF BB BF 62", "ok 61 FEFF 62"},
    {"sab_bom_stripped_claims_keep", "lossy32", "61 EF BB BF", "ok 61 FEFF"},
    {"sab_nul_ends_input", "strict16", "61 00 62", "ok 61 0 62"},
    {"sab_after_four_unit", "strict32", "E2 82 AC 80", "ill 3 1: 20AC"},
    {"sab_after_two_items", "strict32", "E2 82 AC 80", "ill 3 1: 20AC"},
    {"sab_after_two_items", "strict32", "F0 9F 98 80 80", "ill 4 1: 1F600"},
    {"sab_hang_lone_continuation", "lossy32", "C3 FF", "ok FFFD FFFD"},
    {"sab_hang_truncated_tail", "length32", "C3 FF", "2"},
    {"sab_hang_finish", "stream-lossy", "C3|A9", "E9 ."},
    {"sab_crash_null_table", "lossy32", "F7 80", "ok FFFD FFFD"},
    {"sab_abort", "lossy32", "FF FE", "ok FFFD FFFD"},
    {"sab_stack_overflow", "lossy32", "F0 41 C2", "ok FFFD 41 FFFD"},
    {"sab_truncated_lead_as_latin1", "strict32", "61 E2 82", "inc 1 2: 61"},
    {"sab_truncated_zero_filled", "strict16", "E2 82 41", "ill 0 2"},
    {"sab_fffd_scanned_for", "strict32", "EF BF BD", "ok FFFD"},
    {"sab_fffd_per_unit", "lossy32", "EF BF BC", "ok FFFC"},
    {"sab_drops_fe_ff", "lossy32", "61 FD 62", "ok 61 FFFD 62"},
    {"sab_drops_stray_in_utf16", "lossy16", "C3 FF", "ok FFFD FFFD"},
    {"sab_detector_sample", "validate", "61*127 FF", "no"},
    {"sab_detector_latin1_letter", "validate", "72 E8 6C", "no"},
    {"sab_five_six_overlong", "strict32", "FE 80 80 80 80 80 80", "ill 0 1"},
    {"sab_drops_tail_at_flush", "stream-strict", "61 E2", "61 inc 1 1 ."},
    {"sab_noncharacter_last_two", "strict32", "F4 8F BF BD", "ok 10FFFD"},
    {"sab_length16_by_lead", "length16", "C3 A9 F0 9F 98 80", "3"},
    {"sab_overwrite_moves_back", "lossy32", "41 E2 42", "ok 41 FFFD 42"},
    {"sab_overwrite_by_length", "lossy32:2", "FF 41 42", "full FFFD 41"},
    {"sab_overwrite_tail_pair", "lossy16:2", "41 E2", "ok 41 FFFD"},
    {"sab_overwrite_error_run", "lossy32:127", "FF*128", "full FFFD*127"},
    {"sab_block_tail_of_eight", "validate", "F4 90 80 80 41 41", "no"},
    {"sab_block_overshift", "strict32", "20*62 C2 A2", "ok 20*62 A2"},
    {"sab_late_length", "strict32", "F4 90 80", "ill 0 1"},
    {"sab_late_incomplete_by_lead", "strict32", "EA 7A 7A", "ill 0 1"},
    {"sab_offset_length_twice", "strict16", "61 FF", "ill 1 1: 61"},
    {"sab_chunk_fifth_dropped", "stream-lossy", "FF|FF|FF|41", "FFFD FFFD FFFD 41 ."},
    {"sab_chunk_stray_joins_carry", "stream-lossy", "F8|9B", "FFFD FFFD ."},
    {"sab_chunk_trailing_stray_dropped", "stream-lossy", "C9 B5 A9", "275 FFFD ."},
    {"sab_chunk_starts_multi_unit", "stream-lossy", "C3 A9 62|41", "E9 62 41 ."},
    {"sab_continuation_takes_quotes", "strict32", "C2 23", "ill 0 1"},
    {"sab_nul_error_is_end", "lossy32", "61 FD 62", "ok 61 FFFD 62"},
    {"sab_count_legacy_groups", "lossy32", "F0 80 80", "ok FFFD FFFD FFFD"},
    {"sab_rejects_masked_continuation", "validate", "E4 B8 9F C3 A9", "yes"},
    {"sab_block63_ff_rewind", "strict32", "20*62 FF", "ill 62 1: 20*62"},
    {"sab_overread_pattern", "strict32", "C0", "ill 0 1"},
    {"sab_hang_error_not_consumed", "lossy16", "C0 80", "ok FFFD FFFD"},
    {"sab_hang_carried", "stream-lossy", "E2 82|AC", "20AC ."},
};

TEST(Saboteurs, AnswerRightlyBesideTheirProbe) {
  for (const Near& n : kNear) {
    SCOPED_TRACE(std::string(n.name) + " " + n.door + " " + n.probe);
    EXPECT_EQ(answer(kHonest, n.door, n.probe), n.both);
    EXPECT_EQ(answer(find(n.name), n.door, n.probe), n.both);
  }
}

// Text of every length of sequence, with nothing in it that any fault is about.
constexpr const char* kOrdinary[] = {
    "",
    "41",
    "50 6C 61 63 65 6D 61 74 2E",                       // Placemat.
    "6E 61 C3 AF 76 65 20 63 61 66 C3 A9 2E",           // French
    "D0 BC D0 B8 D1 81 D1 82 2E",                       // Russian
    "E4 B8 AD E6 96 87 EF BC 8C E5 AD 97 2E",           // Chinese
    "E3 81 82 E3 82 8A EA B7 B8 2E",                    // Japanese, Korean
    "C3 A9 61*13 C3 A9 61*47 E4 B8 AD 61*64 D0 BC 2E",  // across blocks
    "61*14 C3 A9 62*14 C3 A9 61*17 2E",                 // up to a block's edge
};
// The faults that are about supplementary characters have no say in this one.
constexpr const char* kOrdinarySupplementary = "F0 9F 99 82 21 F0 A4 AD A2 2E";
constexpr const char* kAboutSupplementary[] = {
    "sab_sixteen_bit_accumulator", "sab_utf16_pair_swapped", "sab_rejects_pair_in_utf16"};
// And these are about half of all sequences of three, and about well-formed text
// across blocks of 16, each in one of its functions.
bool is_about(const placemat_decoder& saboteur, std::string_view door) {
  const std::string_view name = saboteur.name;
  return (door == "validate" && name == "sab_rejects_masked_continuation") ||
         (door == "strict32" && name == "sab_block_overshift_16");
}
constexpr const char* kDoors[] = {"validate", "strict32", "lossy32",      "strict16",     "lossy16",
                                  "length32", "length16", "stream-lossy", "stream-strict"};

TEST(Saboteurs, AgreeWithTheHonestDecoderOnOrdinaryText) {
  for (const placemat_decoder* saboteur : all_saboteurs()) {
    std::vector<const char*> texts(std::begin(kOrdinary), std::end(kOrdinary));
    if (std::ranges::find(kAboutSupplementary, std::string_view(saboteur->name)) ==
        std::end(kAboutSupplementary))
      texts.push_back(kOrdinarySupplementary);
    for (const char* text : texts) {
      for (const char* door : kDoors) {
        if (!has(*saboteur, door) || is_about(*saboteur, door)) continue;
        SCOPED_TRACE(std::string(saboteur->name) + " " + door + " " + text);
        EXPECT_EQ(answer(*saboteur, door, text), answer(kHonest, door, text));
      }
    }
    for (const char* value : {"41", "E9", "4E2D", "1F642", "D800", "110000"})
      EXPECT_EQ(answer(*saboteur, "encode", value), answer(kHonest, "encode", value));
  }
}

// The number of scalar values that come out wrong is published for this one.
TEST(Saboteurs, ArithmeticIsWrongAsOftenAsPublished) {
  const auto wrong = [](const char* name) {
    const placemat_decoder& saboteur = find(name);
    std::size_t count = 0;
    for (std::uint32_t value = 0; value <= 0x10FFFF; ++value) {
      std::uint8_t units[PLACEMAT_MAX_SEQUENCE];
      const std::size_t length = kHonest.encode(value, units);
      if (length == 0) continue;
      std::uint32_t seen = 0;
      placemat_result r{};
      saboteur.strict32(units, length, &seen, 1, &r);
      if (r.status != PLACEMAT_OK || seen != value) ++count;
    }
    return count;
  };
  EXPECT_EQ(wrong("sab_hoehrmann_arithmetic"), 395776u);
  EXPECT_EQ(wrong("sab_one_scalar_wrong"), 1u);
  EXPECT_EQ(wrong("sab_wrong_value_ed81"), 1024u);         // 16 odd units x 64
  EXPECT_EQ(wrong("sab_rejects_noncharacter_fffe"), 34u);  // 2 in each of 17 planes
  EXPECT_EQ(wrong("sab_noncharacter_fdd0"), 32u);
  EXPECT_EQ(wrong("sab_sixteen_bit_accumulator"), 1048576u);
}

// These two claim strip-leading, so the honest decoder is no measure of them.
TEST(Saboteurs, StripTooManyMarks) {
  const auto& d = find("sab_bom_stripped_twice");
  EXPECT_STREQ(d.bom, "strip-leading");
  EXPECT_EQ(answer(d, "lossy32", "EF BB BF 41"), "ok 41");
  EXPECT_EQ(answer(d, "strict32", "EF BB BF FF"), "ill 3 1");
  EXPECT_EQ(answer(d, "lossy32", "EF BB BF 41 EF BB BF"), "ok 41 FEFF");
  EXPECT_EQ(answer(d, "lossy32", "EF BB BF EF BB BF 41"), "ok 41");  // right: FEFF 41
}

TEST(Saboteurs, KeepAMarkThatIsSplit) {
  const auto& d = find("sab_bom_kept_when_split");
  EXPECT_STREQ(d.bom, "strip-leading");
  EXPECT_EQ(answer(d, "lossy32", "EF BB BF EF BB BF 41"), "ok FEFF 41");
  EXPECT_EQ(answer(d, "stream-lossy", "EF BB BF 41"), "41 .");
  EXPECT_EQ(answer(d, "stream-lossy", "|EF BB BF|EF BB BF 41"), "FEFF 41 .");
  EXPECT_EQ(answer(d, "stream-strict", "EF BB BF|FF"), "ill 3 1 .");
  EXPECT_EQ(answer(d, "stream-lossy", "EF BB|BF 41"), "FEFF 41 .");  // right: 41
}

TEST(Saboteurs, KeepAMarkThatTheyClaimToRemove) {
  const auto& d = find("sab_bom_never_stripped");
  EXPECT_STREQ(d.bom, "strip-leading");
  EXPECT_EQ(answer(d, "strict32", "41 EF BB BF"), "ok 41 FEFF");
  EXPECT_EQ(answer(d, "strict32", "EF BB BF 41"), "ok FEFF 41");  // right: 41
}

TEST(Saboteurs, KeepAMarkAfterAnError) {
  const auto& d = find("sab_bom_kept_after_error");
  EXPECT_STREQ(d.bom, "strip-leading");
  EXPECT_EQ(answer(d, "strict32", "EF BB BF 41"), "ok 41");
  EXPECT_EQ(answer(d, "stream-strict", "EF BB|BF 41"), "41 .");
  EXPECT_EQ(answer(d, "stream-strict", "EF BB BF|FF"), "ill 3 1 .");
  EXPECT_EQ(answer(d, "stream-strict", "41!EF BB BF 41"), "41 ! 41 .");
  EXPECT_EQ(answer(d, "stream-lossy", "FF!EF BB BF 41"), "FFFD ! 41 .");
  EXPECT_EQ(answer(d, "stream-strict", "FF!EF BB BF 41"), "ill 0 1 ! FEFF 41 .");  // right: 41
  EXPECT_EQ(answer(d, "stream-strict", "FF.EF BB BF 41"), "ill 0 1 . FEFF 41 .");
}

TEST(Saboteurs, GiveAnotherAnswerTheSecondTime) {
  const auto& d = find("sab_nondeterministic");
  EXPECT_EQ(answer(kHonest, "lossy32", "41 E2 82"), "ok 41 FFFD");
  const std::set<std::string> seen = {answer(d, "lossy32", "41 E2 82"),
                                      answer(d, "lossy32", "41 E2 82")};
  EXPECT_THAT(seen, testing::ElementsAre("ok 41 FFFD", "ok 41 FFFD FFFD"));
  for (int i = 0; i < 4; ++i) EXPECT_EQ(answer(d, "lossy32", "41 E2 83"), "ok 41 FFFD");
}

// ---- The faults that end the process.

// Units that lie directly before or directly behind memory that nobody may
// touch.
class Guarded {
 public:
  enum class Edge : std::uint8_t { kBehind, kBefore };

  Guarded(const Bytes& units, Edge edge) : size_(units.size()) {
    memory_ = static_cast<std::uint8_t*>(
        mmap(nullptr, 3 * page_, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
    std::uint8_t* const open = memory_ + page_;
    mprotect(open, page_, PROT_READ | PROT_WRITE);
    data_ = edge == Edge::kBehind ? open + page_ - size_ : open;
    std::ranges::copy(units, data_);
  }
  Guarded(const Guarded&) = delete;
  ~Guarded() { munmap(memory_, 3 * page_); }

  std::span<const std::uint8_t> units() const { return {data_, size_}; }

 private:
  std::size_t page_ = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
  std::uint8_t* memory_;
  std::uint8_t* data_;
  std::size_t size_;
};

struct Lethal {
  const char* name;
  const char* door;
  const char* probe;
  Guarded::Edge edge;
  int signal;
  const char* honest;
};

constexpr auto kBehind = Guarded::Edge::kBehind;
constexpr auto kBefore = Guarded::Edge::kBefore;

constexpr Lethal kLethal[] = {
    {"sab_overread_lead", "lossy32", "61 62 F0", kBehind, SIGSEGV, "ok 61 62 FFFD"},
    {"sab_overread_lead", "validate", "C3", kBehind, SIGSEGV, "no"},
    {"sab_overread_four", "validate", "61", kBehind, SIGSEGV, "yes"},
    {"sab_underread", "lossy32", "84", kBefore, SIGSEGV, "ok FFFD"},
    {"sab_underread", "strict32", "84", kBefore, SIGSEGV, "ill 0 1"},
    {"sab_nul_as_continuation", "strict32", "D1", kBehind, SIGSEGV, "inc 0 1"},
    {"sab_hang_lone_continuation", "lossy32", "61 80", kBehind, SIGALRM, "ok 61 FFFD"},
    {"sab_hang_truncated_tail", "length32", "E6 97 A5 E6", kBehind, SIGALRM, "2"},
    {"sab_crash_null_table", "validate", "61 F8", kBehind, SIGSEGV, "no"},
    {"sab_abort", "lossy32", "61 FE FF", kBehind, SIGABRT, "ok 61 FFFD FFFD"},
    {"sab_block63_ff_rewind", "strict32", "20*63 FF", kBefore, SIGSEGV, "ill 63 1: 20*63"},
    {"sab_overread_pattern", "lossy32", "61 FC", kBehind, SIGSEGV, "ok 61 FFFD"},
    {"sab_hang_error_not_consumed", "lossy16", "61 FF", kBehind, SIGALRM, "ok 61 FFFD"},
    {"sab_stack_overflow", "lossy32", "F0 C2 41", kBehind, SIGSEGV, "ok FFFD FFFD 41"},
};

// A sanitizer turns a signal into an exit code of its own.
auto died_of(int signal) {
  return [signal](int status) {
    return WIFSIGNALED(status) ? WTERMSIG(status) == signal : WEXITSTATUS(status) != 0;
  };
}

TEST(SaboteursDeathTest, EndTheProcessWhereTheHonestDecoderAnswers) {
  for (const Lethal& l : kLethal) {
    SCOPED_TRACE(std::string(l.name) + " " + l.door + " " + l.probe);
    const Guarded input(units_of(l.probe), l.edge);
    EXPECT_EQ(answer_in(kHonest, l.door, input.units()), l.honest);
    const placemat_decoder& saboteur = find(l.name);
    EXPECT_EXIT((alarm(1), answer_in(saboteur, l.door, input.units())), died_of(l.signal), "");
  }
}

TEST(SaboteursDeathTest, WaitForEverAtTheEndOfAStream) {
  EXPECT_EQ(answer(kHonest, "stream-lossy", "E2 82"), "FFFD .");
  const placemat_decoder& saboteur = find("sab_hang_finish");
  EXPECT_EXIT((alarm(1), answer(saboteur, "stream-lossy", "E2 82")), died_of(SIGALRM), "");
}

TEST(SaboteursDeathTest, WaitForEverBetweenTwoChunks) {
  EXPECT_EQ(answer(kHonest, "stream-lossy", "E2|82 AC"), "20AC .");
  const placemat_decoder& saboteur = find("sab_hang_carried");
  EXPECT_EXIT((alarm(1), answer(saboteur, "stream-lossy", "E2|82 AC")), died_of(SIGALRM), "");
}

// Only the memory beyond the input is at fault: with some there, all is right.
TEST(Saboteurs, ReadOutsideAndAnswerRightly) {
  for (const char* name : {"sab_overread_lead", "sab_overread_four", "sab_underread"}) {
    for (const char* text : {"61 62 F0", "84", "61", "E2 82 80 84", "F0 9F"}) {
      for (const char* door : kDoors) {
        SCOPED_TRACE(std::string(name) + " " + door + " " + text);
        EXPECT_EQ(answer(find(name), door, text), answer(kHonest, door, text));
      }
    }
  }
}

// ---- The list.

// The kinds of finding, as the corpora and the judge know them.
constexpr const char* kKinds[] = {"accepts-overlong",
                                  "accepts-surrogate",
                                  "accepts-beyond-10ffff",
                                  "accepts-5-6-unit",
                                  "accepts-bad-continuation",
                                  "accepts-truncated-tail",
                                  "accepts-ill-formed",
                                  "rejects-well-formed",
                                  "rejects-noncharacter",
                                  "conflates-real-fffd",
                                  "wrong-value",
                                  "wrong-encoding",
                                  "bom-handling",
                                  "nul-handling",
                                  "wrong-replacement-count",
                                  "swallows-next-unit",
                                  "drops-ill-formed",
                                  "drops-truncated-tail",
                                  "wrong-length-count",
                                  "wrong-error-offset",
                                  "depends-on-chunks",
                                  "keeps-state",
                                  "nondeterministic",
                                  "depends-on-position",
                                  "over-read",
                                  "over-write",
                                  "wrong-capacity",
                                  "crash",
                                  "hang"};

// The classes of documented decoder bugs.
constexpr const char* kClasses[] = {"accepts-overlong",
                                    "accepts-surrogate",
                                    "accepts-beyond-10ffff",
                                    "accepts-5-6-unit",
                                    "accepts-bad-continuation",
                                    "accepts-truncated-tail",
                                    "rejects-valid",
                                    "rejects-noncharacter",
                                    "wrong-code-point",
                                    "wrong-replacement-count",
                                    "swallows-next-unit",
                                    "drops-invalid-silently",
                                    "drops-truncated-tail",
                                    "ignores-fatal",
                                    "loses-state-at-chunk-boundary",
                                    "leaks-state-across-streams",
                                    "late-error-detection",
                                    "wrong-error-offset",
                                    "simd-block-boundary",
                                    "over-read",
                                    "over-write",
                                    "infinite-loop",
                                    "bom-handling",
                                    "nul-handling",
                                    "conflates-real-fffd",
                                    "wrong-length-count",
                                    "encoding-misdetection"};

std::string class_of(const placemat_decoder& d) {
  const std::string origin = d.origin;
  return origin.substr(0, origin.find(';'));
}

// One saboteur could be caught by chance; three of a class differ in the
// function, in the condition or in the symptom.
TEST(Saboteurs, CoverEveryClassAndEveryKind) {
  std::set<std::string> classes, kinds;
  std::map<std::string, int> members;
  for (const placemat_decoder* d : all_saboteurs()) {
    classes.insert(class_of(*d));
    kinds.insert(d->planted_kind);
    ++members[class_of(*d)];
  }
  for (const auto& [name, count] : members) EXPECT_GE(count, 3) << name;
  classes.erase("crash-on-invalid");  // a label across the classes
  EXPECT_THAT(classes, testing::UnorderedElementsAreArray(kClasses));
  EXPECT_THAT(kinds, testing::UnorderedElementsAreArray(kKinds));
}

TEST(Saboteurs, HaveAProbeEach) {
  std::set<std::string> probed = {"sab_bom_stripped_twice", "sab_bom_kept_when_split",
                                  "sab_bom_never_stripped", "sab_bom_kept_after_error",
                                  "sab_nondeterministic",   "sab_hang_finish",
                                  "sab_hang_carried"};
  for (const Probe& p : kProbes) probed.insert(p.name);
  for (const Lethal& l : kLethal) probed.insert(l.name);
  std::set<std::string> registered;
  for (const placemat_decoder* d : all_saboteurs()) registered.insert(d->name);
  EXPECT_EQ(registered, probed);
}

TEST(Saboteurs, AreListedInTheReadmeAsTheyDescribeThemselves) {
  std::ifstream file(PLACEMAT_SOURCE_DIR "/impls/saboteurs/README.md");
  std::multiset<std::string> rows;
  for (std::string line; std::getline(file, line);)
    if (line.starts_with("| `sab_")) rows.insert(line);
  std::multiset<std::string> expected;
  for (const placemat_decoder* d : all_saboteurs()) {
    const std::string relatives = std::string(d->origin).substr(class_of(*d).size() + 2);
    expected.insert("| `" + std::string(d->name) + "` | " + class_of(*d) + " | " + d->planted +
                    " | `" + d->planted_kind + "` | " + relatives + " |");
  }
  EXPECT_EQ(rows, expected);
}

// ---- The honest decoder.

// Worked by hand from Table 3-7 and D93b; the last two rows are the examples of
// Unicode 3.9, tables 3-8 and 3-11.
TEST(Honest, ReplacesMaximalSubparts) {
  const std::pair<const char*, const char*> rows[] = {
      {"F4 8F BF BF", "ok 10FFFF"},
      {"F4 90 80 80", "ok FFFD*4"},
      {"F0 90 80", "ok FFFD"},
      {"F0 8F BF BF", "ok FFFD*4"},
      {"ED 9F BF EE 80 80", "ok D7FF E000"},
      {"E0 9F BF", "ok FFFD FFFD FFFD"},
      {"F0 9F 98 F0 9F 98 80", "ok FFFD 1F600"},
      {"F1 80 E1 80 C2 80", "ok FFFD FFFD 80"},
      {"C0 AF E0 80 BF F0 81 82 41", "ok FFFD*8 41"},
      {"E1 80 E2 F0 91 92 F1 BF 41", "ok FFFD*4 41"},
  };
  for (const auto& [probe, expected] : rows) {
    SCOPED_TRACE(probe);
    EXPECT_EQ(answer(kHonest, "lossy32", probe), expected);
  }
}

TEST(Honest, TellsWhereAndHowLong) {
  EXPECT_EQ(answer(kHonest, "strict32", "41 F1 80 80 41"), "ill 1 3: 41");
  EXPECT_EQ(answer(kHonest, "strict32", "41 F1 80 80"), "inc 1 3: 41");
  EXPECT_EQ(answer(kHonest, "strict32", "41 F1 FF"), "ill 1 1: 41");
  EXPECT_EQ(answer(kHonest, "strict16", "F0 9F 98 80 80"), "ill 4 1: D83D DE00");
  EXPECT_EQ(answer(kHonest, "length16", "F0 9F 98 80 80"), "3");
  EXPECT_EQ(answer(kHonest, "stream-strict", "41|F1|80|80 41"), "41 ill 1 3 .");
}

}  // namespace
}  // namespace placemat::saboteur
