// explain_fixture.h: decoders with one answer, for tests of explanations.
#pragma once

#include "harness/campaign/explain.h"

namespace placemat::fixture {

inline Explanation explained(std::string_view text, std::vector<const Decoder*> decoders = {}) {
  std::vector<AnyDecoder> asked;
  for (const Decoder* decoder : decoders) asked.emplace_back(*decoder);
  return explain(read_question(text, nullptr), asked, nullptr);
}

// Claims UTF-8 and accepts everything as well-formed.
inline const Decoder& credulous() {
  static const Decoder decoder = [] {
    Decoder d{};
    d.abi_version = PLACEMAT_ABI_VERSION;
    d.struct_size = sizeof(Decoder);
    d.name = "credulous";
    d.version = "1";
    d.origin = "written for this test";
    d.dialect = "utf-8";
    d.policy = "reject";
    d.bom = "keep";
    d.validate = [](const std::uint8_t*, std::size_t) { return 1; };
    return d;
  }();
  return decoder;
}

// The same verdict, from a decoder that claims the dialect.
inline const Decoder& lenient() {
  static const Decoder decoder = [] {
    Decoder d = credulous();
    d.name = "lenient";
    d.dialect = "utf-8-overlong";
    return d;
  }();
  return decoder;
}

}  // namespace placemat::fixture
