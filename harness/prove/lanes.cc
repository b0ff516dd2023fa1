#include "harness/prove/lanes.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

namespace placemat::prove {
namespace {

// The unit of `all` that stands at `place`, which a mutant has moved. Where several mutants move
// it, each to a place of its own, they are taken one by one.
template <class UnitAt>
z3::expr one_of(const z3::expr& place, int first, int behind, z3::expr otherwise, UnitAt unit_at) {
  if (Explorer::current().has_mutants(place)) Explorer::current().cut();
  for (int i = first; i < behind; ++i) {
    const z3::expr here = place.ctx().bv_val(static_cast<std::uint64_t>(std::int64_t{i}), 64);
    otherwise = z3::ite(place == here, unit_at(i), otherwise);
  }
  return otherwise;
}

thread_local bool lanes_are_free = false;

}  // namespace

FreeLanes::FreeLanes() { lanes_are_free = true; }
FreeLanes::~FreeLanes() { lanes_are_free = false; }

SymbolicVectors::Lanes SymbolicVectors::free_lanes(const Lanes& lanes) {
  if (!lanes_are_free) return lanes;
  Lanes free;
  for (const z3::expr& lane : lanes) free.push_back(Explorer::current().free_variable(lane));
  return free;
}

bool SymbolicVectors::are_lanes_free() { return lanes_are_free; }

void SymbolicOutput::require_room(const z3::expr& place, const z3::expr& count) const {
  Explorer::current().require(z3::ule(place, capacity_) && z3::ule(count, capacity_ - place),
                              "values are written in the room");
}

void SymbolicOutput::store(const z3::expr& place, std::vector<z3::expr> values) {
  require_room(place, place.ctx().bv_val(std::uint64_t{values.size()}, 64));
  stores_.push_back({place, std::move(values)});
}

void SymbolicOutput::store_first(const z3::expr& place, std::vector<z3::expr> values,
                                 const z3::expr& before, const z3::expr& count) {
  z3::context& context = place.ctx();
  const auto number = [&](std::uint64_t one) { return context.bv_val(one, 64); };
  const z3::expr all = number(values.size());
  const z3::expr rest = z3::ite(z3::ugt(count, before), count - before, number(0)).simplify();
  Explorer::current().require(
      rest == 0 || (z3::ule(place, capacity_) &&
                    z3::ule(z3::ite(z3::ult(rest, all), rest, all), capacity_ - place)),
      "the first values of a vector are written in the room");
  for (std::size_t i = 0; i < values.size(); ++i) {
    const z3::expr was =
        context.bv_const(fmt::format("was{}", i).c_str(), values[i].get_sort().bv_size());
    values[i] = z3::ite(z3::ugt(count, before + number(i)), values[i], was);
  }
  stores_.push_back({place, std::move(values)});
}

void SymbolicOutput::copy(const z3::expr& place, const SymbolicOutput& from,
                          const z3::expr& count) {
  require_room(place, count);
  Explorer::current().require(z3::ule(count, from.capacity_), "values that are copied exist");
  for (const Store& store : from.stores_) stores_.push_back({place + store.place, store.values});
  copied_ = count;
}

SymbolicVectors::Size SymbolicVectors::number_of_ones(const z3::expr& places) {
  const z3::expr bits = places.simplify();
  const unsigned all = bits.get_sort().bv_size();
  const auto width = static_cast<unsigned>(std::bit_width(all));  // of the largest sum
  z3::expr count = bits.ctx().bv_val(0, width);
  for (unsigned i = 0; i < all; ++i) count = count + z3::zext(bits.extract(i, i), width - 1);
  return Size(z3::zext(count, 64 - width).simplify());
}

SymbolicVectors::Words SymbolicVectors::reorder(
    const Words& words, const std::array<std::array<std::uint8_t, 16>, 256>& rows,
    const Places& row, Where where) {
  const z3::expr index = Explorer::current().simplified(row.expr());
  z3::expr all = words.values.front();
  for (std::size_t i = 1; i < words.values.size(); ++i) all = z3::concat(words.values[i], all);
  Words result;
  if (lanes_are_free) {
    const z3::expr given = Explorer::current().simplified(z3::concat(index, all));
    const z3::expr free = Explorer::current().free_variable(given);
    for (unsigned i = 0; i < 8; ++i) result.values.push_back(free.extract(16 * i + 15, 16 * i));
    return result;
  }
  Lanes bytes;
  for (std::size_t i = 0; i < 16; ++i) {
    const z3::expr from = Explorer::current().entry(
        &rows[0][i], [&](std::size_t entry) { return std::uint64_t{rows[entry][i]}; }, 256, 8,
        index, where);
    Explorer::current().require(z3::ult(from, from.ctx().bv_val(16, 8)),
                                "a byte has a place in its vector");
    z3::expr byte = all.extract(7, 0);
    for (unsigned place = 1; place < 16; ++place) {
      byte =
          z3::ite(from == from.ctx().bv_val(place, 8), all.extract(8 * place + 7, 8 * place), byte);
    }
    bytes.push_back(byte);
  }
  for (std::size_t i = 0; i < 16; i += 2)
    result.values.push_back(z3::concat(bytes[i + 1], bytes[i]));
  return result;
}

void SymbolicVectors::store32(const To<std::uint32_t>& out, const Words& words) {
  Lanes values;
  for (const z3::expr& word : words.values) values.push_back(z3::zext(word, 16));
  out.store(values);
}

void SymbolicVectors::store32(const To<std::uint32_t>& out, const Words& words, const Words& high) {
  Lanes values;
  for (std::size_t i = 0; i < 8; ++i) values.push_back(z3::concat(high.values[i], words.values[i]));
  out.store(values);
}

z3::expr SymbolicText::unit(const z3::expr& place) const {
  const z3::expr offset = Explorer::current().simplified(place - base_);
  std::uint64_t number = 0;
  if (offset.is_numeral_u64(number)) {
    const auto at = static_cast<std::int64_t>(number);
    if (at >= -kBefore && at < kBehind) return named(static_cast<int>(at));
  }
  // One that no name reaches may be any.
  return one_of(offset, -kBefore, kBehind, units_.any(offset.hash()),
                [&](int i) { return named(i); });
}

z3::expr SymbolicText::holds(const z3::expr& place, const z3::expr& count) const {
  return z3::ule(place, size_) && z3::ule(count, size_ - place);
}

z3::expr SymbolicCells::unit(const z3::expr& place) const {
  const z3::expr cell = Explorer::current().simplified(place);
  std::uint64_t number = 0;
  if (cell.is_numeral_u64(number) && number < cells_.size()) return cells_[number];
  return one_of(cell, 0, static_cast<int>(cells_.size()), place.ctx().bv_val(0, 8),
                [&](int i) { return cells_[static_cast<std::size_t>(i)]; });
}

z3::expr SymbolicCells::holds(const z3::expr& place, const z3::expr& count) const {
  const z3::expr size = place.ctx().bv_val(std::uint64_t{cells_.size()}, 64);
  return z3::ule(place, size) && z3::ule(count, size - place);
}

Word<32> SymbolicIn::operator[](const Operand<64>& index) const {
  const z3::expr at = place_ + index.expr;
  Explorer::current().require(memory_->holds(at, at.ctx().bv_val(1, 64)),
                              "a unit is read within its memory");
  return Word<32>(z3::zext(memory_->unit(at), 24));
}

std::vector<z3::expr> SymbolicIn::load(std::size_t count) const {
  z3::context& context = place_.ctx();
  Explorer::current().require(memory_->holds(place_, context.bv_val(std::uint64_t{count}, 64)),
                              "a vector is read within its memory");
  std::vector<z3::expr> lanes;
  for (std::size_t i = 0; i < count; ++i)
    lanes.push_back(memory_->unit(place_ + context.bv_val(std::uint64_t{i}, 64)));
  return lanes;
}

void SymbolicVectors::copy_units(SymbolicCells& to, const z3::expr& place, const In& from,
                                 const z3::expr& count) {
  z3::context& context = place.ctx();
  Explorer& explorer = Explorer::current();
  explorer.require(to.holds(place, count), "units are copied to within their memory");
  explorer.require(from.memory().holds(from.place(), count),
                   "units are copied from within their memory");
  for (std::size_t cell = 0; cell < to.size(); ++cell) {
    const z3::expr here = context.bv_val(std::uint64_t{cell}, 64);
    const z3::expr is_written = explorer.simplified(z3::ult(here - place, count));
    if (is_written.is_false()) continue;
    const z3::expr unit = from.memory().unit(from.place() + here - place);
    to.write(cell, is_written.is_true() ? unit : z3::ite(is_written, unit, to.unit(here)));
  }
}

SymbolicVectors::Lanes SymbolicVectors::by_lane(
    const Lanes& a, const Lanes& b,
    const std::function<std::vector<Explorer::Choice>(const z3::expr&, const z3::expr&)>& choices,
    const Where& where) {
  Lanes result;
  for (std::size_t i = 0; i < a.size(); ++i)
    result.push_back(Explorer::current().chosen(choices(a[i], b[i]), where));
  return result;
}

SymbolicVectors::Lanes SymbolicVectors::shifted(const Lanes& lanes, unsigned lane_bits,
                                                const z3::expr& amount, bool left,
                                                const Where& where) {
  const Lanes to_left = moved(lanes, lane_bits, amount, true);
  const Lanes to_right = moved(lanes, lane_bits, amount, false);
  Lanes result;
  for (std::size_t i = 0; i < lanes.size(); ++i) {
    using Choices = std::vector<Explorer::Choice>;
    result.push_back(
        Explorer::current().chosen(left ? Choices{{"<<", to_left[i]}, {">>", to_right[i]}}
                                        : Choices{{">>", to_right[i]}, {"<<", to_left[i]}},
                                   where));
  }
  return result;
}

// Of a known amount each byte is the ends of two bytes, and Z3 need not simplify a lane for it.
SymbolicVectors::Lanes SymbolicVectors::moved(const Lanes& lanes, unsigned lane_bits,
                                              const z3::expr& amount, bool left) {
  unsigned bits = 0;
  if (!amount.is_numeral_u(bits)) {
    Lanes wide = parts_of(lanes, lane_bits / 8);
    for (z3::expr& lane : wide) lane = left ? z3::shl(lane, amount) : z3::lshr(lane, amount);
    return bytes_of(wide);
  }
  bits = std::min(bits, lane_bits);
  const std::size_t bytes = lane_bits / 8;
  Lanes result;
  for (std::size_t i = 0; i < lanes.size(); ++i) {
    // Bits 0 to 7 of a byte, counted from a lane of zeros below its own.
    const std::size_t own = lane_bits + i % bytes * 8, bit = left ? own - bits : own + bits;
    const auto byte = [&](std::size_t at) {
      const bool is_inside = at >= bytes && at < 2 * bytes;
      return is_inside ? lanes[i / bytes * bytes + at - bytes] : amount.ctx().bv_val(0, 8);
    };
    const z3::expr lower = byte(bit / 8);
    const auto cut = static_cast<unsigned>(bit % 8);
    result.push_back(
        cut == 0 ? lower
                 : z3::concat(byte(bit / 8 + 1).extract(cut - 1, 0), lower.extract(7, cut)));
  }
  return result;
}

SymbolicVectors::Lanes SymbolicVectors::parts_of(const Lanes& lanes, std::size_t bytes) {
  Lanes parts;
  for (std::size_t i = 0; i < lanes.size(); i += bytes) {
    z3::expr part = lanes[i];
    for (std::size_t byte = 1; byte < bytes; ++byte) part = z3::concat(lanes[i + byte], part);
    parts.push_back(part);
  }
  return parts;
}

SymbolicVectors::Lanes SymbolicVectors::bytes_of(const Lanes& parts) {
  Lanes bytes;
  for (const z3::expr& part : parts) {
    for (unsigned bit = 0; bit < part.get_sort().bv_size(); bit += 8)
      bytes.push_back(Explorer::current().simplified(part.extract(bit + 7, bit)));
  }
  return bytes;
}

SymbolicVectors::Lanes SymbolicVectors::sequences(const In& at, std::size_t read, std::size_t lanes,
                                                  unsigned units) {
  const Lanes text = at.load(read);
  Lanes bytes;
  for (std::size_t lane = 0; lane < lanes; ++lane) {
    for (unsigned i = units; i-- > 0;) bytes.push_back(text[lane * units + i]);
    for (unsigned i = units; i < 4; ++i) bytes.push_back(text.front().ctx().bv_val(0, 8));
  }
  return bytes;
}

SymbolicVectors::Lanes SymbolicVectors::sums_of_products(const Lanes& a, const Lanes& b,
                                                         unsigned bits) {
  // Wide enough for any sum of two products.
  const unsigned width = 2 * bits + 2;
  const auto wide_a = [&](const z3::expr& part) {
    return bits == 8 ? z3::zext(part, width - bits) : z3::sext(part, width - bits);
  };
  const Lanes x = parts_of(a, bits / 8), y = parts_of(b, bits / 8);
  Lanes sums;
  for (std::size_t i = 0; i < x.size(); i += 2) {
    z3::expr sum = wide_a(x[i]) * z3::sext(y[i], width - bits) +
                   wide_a(x[i + 1]) * z3::sext(y[i + 1], width - bits);
    if (bits == 8) {
      const z3::expr most = sum.ctx().bv_val(0x7FFF, width),
                     least = sum.ctx().bv_val(-0x8000, width);
      sum = z3::ite(z3::sgt(sum, most), most, z3::ite(z3::slt(sum, least), least, sum));
    }
    sums.push_back(Explorer::current().simplified(sum.extract(2 * bits - 1, 0)));
  }
  return bytes_of(sums);
}

SymbolicVectors::Lanes SymbolicVectors::saturated(const Lanes& a, const Lanes& b) {
  Lanes values;
  for (const Lanes* lanes : {&a, &b}) {
    for (const z3::expr& lane : parts_of(*lanes, 4)) {
      z3::context& context = lane.ctx();
      const z3::expr is_above = z3::sgt(lane, context.bv_val(0xFFFF, 32));
      const z3::expr is_below = z3::slt(lane, context.bv_val(0, 32));
      values.push_back(z3::ite(is_above, context.bv_val(0xFFFF, 16),
                               z3::ite(is_below, context.bv_val(0, 16), lane.extract(15, 0))));
    }
  }
  return values;
}

z3::expr SymbolicVectors::mask32(const z3::expr& condition) {
  z3::context& context = condition.ctx();
  return z3::ite(condition, context.bv_val(0xFFFFFFFFu, 32), context.bv_val(0, 32));
}

z3::expr SymbolicVectors::mask(const z3::expr& condition) {
  z3::context& context = condition.ctx();
  return z3::ite(condition, context.bv_val(0xFF, 8), context.bv_val(0, 8));
}

z3::expr SymbolicVectors::top_bits(const Lanes& lanes) {
  z3::expr bits = lanes.front().extract(7, 7);
  for (std::size_t i = 1; i < lanes.size(); ++i) bits = z3::concat(lanes[i].extract(7, 7), bits);
  return lanes.size() < 32 ? z3::zext(bits, 32 - static_cast<unsigned>(lanes.size())) : bits;
}

SymbolicMasks::Places SymbolicMasks::first_places(const Size& count) {
  z3::context& context = Explorer::current().context();
  const z3::expr one = context.bv_val(1, 64), all = context.bv_val(std::uint64_t{kUnits}, 64);
  Explorer::current().require(z3::ule(count.expr(), all), "a block has so many places");
  return Places(
      z3::ite(count.expr() == all, ~context.bv_val(0, 64), z3::shl(one, count.expr()) - one)
          .simplify());
}

SymbolicMasks::Vec SymbolicMasks::load_first(const In& at, const Size& count) {
  z3::context& context = Explorer::current().context();
  Explorer::current().require(count.expr() == 0 || at.memory().holds(at.place(), count.expr()),
                              "the first units of a vector are read within their memory");
  const Places places = first_places(count);
  Vec v;
  for (unsigned i = 0; i < kUnits; ++i) {
    const z3::expr unit = at.memory().unit(at.place() + context.bv_val(std::uint64_t{i}, 64));
    const z3::expr is_read = places.expr().extract(i, i) == context.bv_val(1, 1);
    v.lanes.push_back(Explorer::current().simplified(z3::ite(is_read, unit, context.bv_val(0, 8))));
  }
  return v;
}

SymbolicMasks::Vec SymbolicMasks::moved_up(const Vec& v, unsigned places) {
  Vec moved = zero();
  for (std::size_t i = places; i < kUnits; ++i) moved.lanes[i] = v.lanes[i - places];
  return moved;
}

SymbolicMasks::Vec SymbolicMasks::put(const Places& places, const Vec& a, const Vec& b) {
  Vec v;
  for (unsigned i = 0; i < kUnits; ++i) {
    const z3::expr is_set = places.expr().extract(i, i) == places.expr().ctx().bv_val(1, 1);
    v.lanes.push_back(z3::ite(is_set, a.lanes[i], b.lanes[i]));
  }
  return v;
}

SymbolicMasks::Vec SymbolicMasks::upper_six(const Vec& v) {
  Vec shifted;
  for (std::size_t i = 0; i < kUnits; ++i) {
    const z3::expr& next = v.lanes[i % 8 == 7 ? i - 7 : i + 1];
    shifted.lanes.push_back(z3::concat(next.extract(1, 0), v.lanes[i].extract(7, 2)));
  }
  return shifted;
}

SymbolicMasks::Vec SymbolicMasks::by_three(const Vec& a, const Vec& b, const Vec& c,
                                           const z3::expr& entries) {
  const z3::expr zero = entries.ctx().bv_val(0, 8);
  Lanes ones;
  for (unsigned entry = 0; entry < 8; ++entry)
    ones.push_back((entries.extract(entry, entry) == entries.ctx().bv_val(1, 1)).simplify());
  Vec result;
  for (std::size_t i = 0; i < kUnits; ++i) {
    z3::expr all = zero;
    for (unsigned entry = 0; entry < 8; ++entry) {
      const auto is = [&](const Vec& v, unsigned wanted) {
        return (entry & wanted) != 0 ? v.lanes[i] : ~v.lanes[i];
      };
      if (ones[entry].is_false()) continue;
      const z3::expr here = is(a, 4) & is(b, 2) & is(c, 1);
      all = all | (ones[entry].is_true() ? here : z3::ite(ones[entry], here, zero));
    }
    // As it is: the order of operands that Z3 chooses differs from time to time, and free lanes are
    // told by their formulas.
    result.lanes.push_back(all);
  }
  return result;
}

SymbolicMasks::Size SymbolicMasks::count_of(const Places& places) {
  if (!are_lanes_free()) return number_of_ones(places.expr());
  // One more bit, so that it is no other variable of these places.
  const z3::expr given =
      z3::concat(Explorer::current().simplified(places.expr()), places.expr().ctx().bv_val(1, 1));
  return Size(free_lanes({given}).front().extract(63, 0));
}

SymbolicMasks::Size SymbolicMasks::width_of(const Places& places) {
  z3::expr width = places.expr().ctx().bv_val(0, 64);
  for (unsigned i = 0; i < kUnits; ++i) {
    const z3::expr is_set = places.expr().extract(i, i) == places.expr().ctx().bv_val(1, 1);
    width = z3::ite(is_set, width.ctx().bv_val(std::uint64_t{i + 1}, 64), width);
  }
  return Size(width);
}

SymbolicMasks::Vec SymbolicMasks::compress(const Places& places, const Vec& v) {
  Vec compressed = zero();
  if (are_lanes_free()) {
    z3::expr given = places.expr();
    for (const z3::expr& lane : v.lanes) given = z3::concat(given, lane);
    const z3::expr free = free_lanes({given}).front();
    for (unsigned i = 0; i < kUnits; ++i) compressed.lanes[i] = free.extract(8 * i + 7, 8 * i);
    return compressed;
  }
  for (unsigned i = kUnits; i-- > 0;) {
    const z3::expr is_set = Explorer::current().simplified(places.expr().extract(i, i) ==
                                                           places.expr().ctx().bv_val(1, 1));
    if (is_set.is_false()) continue;
    Vec with = compressed;
    with.lanes.insert(with.lanes.begin(), v.lanes[i]);
    for (std::size_t to = 0; to < kUnits; ++to)
      compressed.lanes[to] =
          Explorer::current().simplified(z3::ite(is_set, with.lanes[to], compressed.lanes[to]));
  }
  return compressed;
}

SymbolicMasks::Vec SymbolicMasks::values(const std::vector<Vec>& planes, unsigned size,
                                         unsigned group) {
  Vec vector = zero();
  const std::size_t first = kUnits / size * group;
  for (std::size_t i = 0; i < kUnits; ++i) {
    if (i % size < planes.size()) vector.lanes[i] = planes[i % size].lanes[first + i / size];
  }
  return vector;
}

void SymbolicMasks::store_narrow(const To<std::uint16_t>& out, const Vec& a, const Vec& b) {
  Lanes values;
  for (const Vec* v : {&a, &b}) {
    for (const z3::expr& lane : parts_of(v->lanes, 4)) values.push_back(lane.extract(15, 0));
  }
  out.store(values);
}

z3::expr SymbolicMasks::bits_where(const Lanes& conditions) {
  z3::context& context = conditions.front().ctx();
  const auto bit = [&](const z3::expr& condition) {
    return z3::ite(condition, context.bv_val(1, 1), context.bv_val(0, 1));
  };
  z3::expr bits = bit(conditions.front());
  for (std::size_t i = 1; i < conditions.size(); ++i) bits = z3::concat(bit(conditions[i]), bits);
  return bits;
}

}  // namespace placemat::prove
