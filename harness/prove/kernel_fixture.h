// kernel_fixture.h: a small vector kernel for the tests of the prover: one that is right, and some
// with one fault each. It takes one block after another, with a lane function of comparisons only.
#pragma once

#include "harness/prove/kernel.h"

namespace placemat::prove {

enum class KernelFault : std::uint8_t {
  kNone,
  kLane,        // lane 5 of a block lets a surrogate pass
  kOverlong,    // no lane refuses E0 80
  kCut,         // ASCII may cut off a sequence
  kEdge,        // the last unit of a text is not looked at
  kBound,       // reads a block where fewer units are left
  kCountPlace,  // place 5 of a block counts nothing
  kCountLate,   // E0 80 counts once
  kCountCarry,  // the count forgets a sequence that a block cuts
  kCountPair,   // UTF-16 counts one value for four units
  kCountEdge,   // NUL behind the end is counted
  kCountBound,  // a block inside may end behind the text
};

template <class V, KernelFault kFault>
struct SmallKernel {
  using Vec = typename V::Vec;
  using In = typename V::In;
  using Size = typename V::Size;
  using Places = typename V::Places;
  static constexpr std::size_t kBlock = V::kUnits;
  static constexpr std::uint32_t kAll = (std::uint32_t{1} << kBlock) - 1;

  struct Block {
    In at;
    Vec back(unsigned places) const { return V::load(at - places); }
  };
  static Vec within(const Vec& v, unsigned first, unsigned last) {  // FF or 00
    return V::and_(V::equal(V::subs(V::all(first), v), V::zero()),
                   V::equal(V::subs(v, V::all(last)), V::zero()));
  }
  static Vec either(const Vec& a, const Vec& b) { return V::or_(a, b); }

  static Vec faults(const Block& block, const Vec& units) {
    const Vec one = block.back(1), two = block.back(2), three = block.back(3);
    const Vec continues = within(units, 0x80, 0xBF);
    const Vec demanded =
        either(within(one, 0xC0, 0xFF), either(within(two, 0xE0, 0xFF), within(three, 0xF0, 0xFF)));
    Vec found = V::xor_(continues, demanded);
    const auto forbid = [&](unsigned lead, unsigned last_lead, unsigned first, unsigned last) {
      found = either(found, V::and_(within(one, lead, last_lead), within(units, first, last)));
    };
    forbid(0xC0, 0xC1, 0x00, 0xFF);
    forbid(0xF5, 0xFF, 0x00, 0xFF);
    if (kFault != KernelFault::kOverlong) forbid(0xE0, 0xE0, 0x80, 0x9F);
    forbid(0xF0, 0xF0, 0x80, 0x8F);
    forbid(0xF4, 0xF4, 0x90, 0xBF);
    Vec surrogate = V::and_(within(one, 0xED, 0xED), within(units, 0xA0, 0xBF));
    if constexpr (kFault == KernelFault::kLane)
      surrogate.lanes[5] = surrogate.lanes[5].ctx().bv_val(0, 8);
    return V::found(either(found, surrogate));
  }
  static bool is_zero(const Vec& v) { return bool(V::bits(V::equal(v, V::zero())) == kAll); }

  // ---- lengths

  struct Carry {
    Places second = 0, third = 0, fourth = 0;
  };
  static Places both(const Vec& a, const Vec& b) { return V::bits(V::and_(a, b)); }
  template <class Out>
  static Places counted(const Block& block, Carry& carry) {
    const Vec own = block.back(0), next = V::load(block.at + 1);
    const Vec continues = within(next, 0x80, 0xBF);
    Places second = both(within(own, 0xC2, 0xF4), continues);
    const auto forbid = [&](unsigned lead, unsigned first, unsigned last) {
      second = second & (both(within(own, lead, lead), within(next, first, last)) ^ kAll);
    };
    if (kFault != KernelFault::kCountLate) forbid(0xE0, 0x80, 0x9F);
    forbid(0xED, 0xA0, 0xBF);
    forbid(0xF0, 0x80, 0x8F);
    forbid(0xF4, 0x90, 0xBF);
    const Places second_here = second << 1 | carry.second;
    const Places third = second_here & both(within(block.back(1), 0xE0, 0xFF), continues);
    const Places third_here = third << 1 | carry.third;
    const Places fourth = third_here & both(within(block.back(2), 0xF0, 0xFF), continues);
    if (kFault != KernelFault::kCountCarry)
      carry = {second >> (kBlock - 1), third >> (kBlock - 1), fourth >> (kBlock - 1)};
    Places ends = (second | third | fourth) ^ kAll;
    if (kFault == KernelFault::kCountPlace) ends = ends & 0xDF;
    const bool is_pair = sizeof(Out) == 2 && kFault != KernelFault::kCountPair;
    return is_pair ? Places(ends | fourth) : ends;
  }
  template <class Out>
  static Places counted_at(In in, Size length, Size at, Carry& carry) {
    const bool is_bounded = kFault != KernelFault::kCountBound;
    if (at >= 3 && length - at >= kBlock + (is_bounded ? 1 : 0))
      return counted<Out>(Block{in + at}, carry);
    const Size rest = length - at, before = at < 3 ? at : Size{3};
    const Size behind = rest < kBlock + 1 ? rest : Size{kBlock + 1};
    typename V::template Copy<4 + kBlock> copy;
    V::copy(copy, 3 - before, in + at - before, before + behind);
    const Places places = counted<Out>(Block{copy.at(3)}, carry);
    if (kFault == KernelFault::kCountEdge || rest >= kBlock) return places;
    return places & ((Places{1} << V::low(rest)) - 1);
  }

  // ---- validation

  static bool edge_is_valid(In in, Size length, Size at) {
    const Size rest = length - at, before = at < 3 ? at : Size{3};
    const Size inside = rest < kBlock ? rest : Size{kBlock};
    typename V::template Copy<3 + 2 * kBlock> copy;
    if (kFault == KernelFault::kEdge && inside >= 1) {
      V::copy(copy, 3 - before, in + at - before, before + inside - 1);
    } else {
      V::copy(copy, 3 - before, in + at - before, before + inside);
    }
    const Block block{copy.at(3)};
    return is_zero(faults(block, block.back(0)));
  }

  struct Valid {
    Size at;
    bool ends_with_ascii;
  };
  static bool has_two_blocks(Size length, const Valid& now) {
    return bool(length - now.at >= 2 * kBlock - (kFault == KernelFault::kBound ? 1 : 0));
  }
  static bool has_four_blocks(Size length, const Valid& now) {
    return bool(length - now.at >= 4 * kBlock);
  }
  static bool are_four_ascii_blocks(In in, Valid& now) {
    const In at = in + now.at;
    const Vec low = V::or_(V::load(at), V::load(at + kBlock));
    const Vec high = V::or_(V::load(at + 2 * kBlock), V::load(at + 3 * kBlock));
    if (V::bits(V::or_(low, high)) != 0) return false;
    now.at = now.at + 4 * kBlock;
    return true;
  }
  static bool are_two_valid_blocks(In in, Valid& now) {
    const Block first{in + now.at}, second{in + now.at + kBlock};
    const Vec units[2] = {first.back(0), second.back(0)};
    const bool is_ascii = bool(V::bits(V::or_(units[0], units[1])) == 0);
    if (is_ascii && kFault != KernelFault::kCut) {
      const In at = in + now.at;
      if ((at[-1] >= 0xC0) | (at[-2] >= 0xE0) | (at[-3] >= 0xF0)) return false;
    }
    if (!is_ascii && !is_zero(V::or_(faults(first, units[0]), faults(second, units[1]))))
      return false;
    now.ends_with_ascii = is_ascii;
    now.at = now.at + 2 * kBlock;
    return true;
  }
  static bool is_valid_rest(In in, Size length, Valid& now) {
    if (length - now.at >= kBlock) {
      const Block block{in + now.at};
      if (!is_zero(faults(block, block.back(0)))) return false;
      now.at = now.at + kBlock;
    }
    return edge_is_valid(in, length, now.at);
  }
  static Size boundary_before(In in, Size at) {
    for (unsigned back = 1; back <= 3; ++back) {
      const auto unit = in[at - back];
      if (unit >= 0xC0) return back < (unit >= 0xF0 ? 4u : unit >= 0xE0 ? 3u : 2u) ? at - back : at;
    }
    return at;
  }
};

}  // namespace placemat::prove
