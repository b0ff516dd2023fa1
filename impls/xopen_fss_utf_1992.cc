// xopen_fss_utf_1992: FSS-UTF as X/Open first proposed it, before Thompson and
// Pike changed it: the lead states the length, each trailing unit carries seven
// bits below a top bit that is always set, and the values of each length start
// where those of the length before stop, so that no value has two forms. A
// trailing unit cannot be distinguished from a lead, which is why the form was
// replaced. It must not know UTF-8.
//
// Provenance: the proposal of August 1992, as quoted in the mails of 2
// September 1992:
//   0xxxxxxx                                      0 ..       7F
//   10xxxxxx 1xxxxxxx                            80 ..     207F
//   110xxxxx 1xxxxxxx 1xxxxxxx                 2080 ..    8207F
//   1110xxxx 1xxxxxxx 1xxxxxxx 1xxxxxxx       82080 ..  208207F
//   11110xxx 1xxxxxxx (four times)          2082080 .. 7FFFFFFF
//
// Deviations from its source:
//   1. The proposal says nothing about errors. Here a prefix that no sequence
//      up to 7FFFFFFF starts with ends at its last good unit (D93b's maximal
//      subpart, applied to this form), and is one U+FFFD.
//   2. F8..FF, which the proposal leaves without a meaning, are ill-formed.
//
// Bound: reads at most 0 units past the end.
#include <iterator>

#include "harness/decoder/adapt.h"

extern "C" const placemat_decoder placemat_decoder_xopen_fss_utf_1992;

namespace {

struct Row {
  std::uint8_t first_lead, last_lead;
  std::size_t length;
  std::uint64_t minimum;
};

constexpr Row kRows[] = {
    {0x00, 0x7F, 1, 0x0},     {0x80, 0xBF, 2, 0x80},      {0xC0, 0xDF, 3, 0x2080},
    {0xE0, 0xEF, 4, 0x82080}, {0xF0, 0xF7, 5, 0x2082080},
};
constexpr std::uint64_t kMaximum = 0x7FFFFFFF;

template <class Words>
struct FssUtf {
  using U64 = typename Words::U64;
  using Size = typename Words::Size;
  using Text = typename Words::Text;
  using Decoded = placemat::DecodedAs<Words>;

  static Decoded decode_one(Text text) {
    for (const Row& row : kRows) {
      if (text[0] <= row.last_lead) return sequence(row, text);
    }
    return Decoded::ill_formed(1);
  }

  static Decoded sequence(const Row& row, Text text) {
    const Size length = row.length;
    // The value if all missing units carry zeros.
    U64 value = ((U64(text[0]) - row.first_lead) << (length - 1) * 7) + row.minimum;
    for (Size i = 1; i < length; ++i) {
      if (i == text.size()) return Decoded::incomplete(i);
      if (text[i] < 0x80) return Decoded::ill_formed(i);
      value = value + ((U64(text[i]) & 0x7F) << (length - 1 - i) * 7);
      if (value > kMaximum) return Decoded::ill_formed(i);
    }
    return Decoded::of(value, length);
  }

  template <class Out>
  static Size encode(U64 value, const Out& out) {
    if (value > kMaximum) return 0;
    const Row* row = kRows;
    while (row + 1 != std::end(kRows) && value >= row[1].minimum) ++row;
    U64 rest = value - row->minimum;
    for (std::size_t i = row->length - 1; i > 0; --i) {
      out(i, 0x80 | (rest & 0x7F));
      rest = rest >> 7;
    }
    out(0, row->first_lead + rest);
    return row->length;
  }
};

}  // namespace

constinit const placemat_decoder placemat_decoder_xopen_fss_utf_1992 = placemat::adapted<
    FssUtf<placemat::MachineWords>, placemat::OutputWidth::k32>({
    .name = "xopen_fss_utf_1992",
    .origin =
        "FSS-UTF as first proposed to X/Open, August 1992: biased values, 7 bits a trailing unit",
    .dialect = "fss-utf-xopen",
    .encode = placemat::encode_by<FssUtf<placemat::MachineWords>>,
});
