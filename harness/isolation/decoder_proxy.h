// decoder_proxy.h: what this process knows of a decoder that lives in another one: its
// claims, and a table that states its operations. The functions of that table must not be
// called.
#pragma once

#include <array>
#include <string>

#include "harness/call/caller.h"

namespace placemat {

struct Claims {
  std::string name, version, origin;
  std::string dialect = "utf-8", policy = "reject", bom = "keep";  // empty: it claims none
  std::uint32_t claims = 0;
  std::array<bool, kOperationCount> operations{};
  bool encodes = false;
};

template <class A>
void fields(A& a, Claims& c) {
  a(c.name, c.version, c.origin, c.dialect, c.policy, c.bom, c.claims, c.operations, c.encodes);
}

Claims claims_of(const Decoder& decoder);
// The name of a program that does not state one: "iconv" for "/usr/bin/iconv".
std::string name_of_program(const std::string& path);

class DecoderProxy {
 public:
  explicit DecoderProxy(Claims claims);
  DecoderProxy(const DecoderProxy&) = delete;
  DecoderProxy& operator=(const DecoderProxy&) = delete;
  const Decoder& decoder() const { return table_; }
  const Claims& claims() const { return claims_; }

 private:
  Claims claims_;
  Decoder table_{};
};

}  // namespace placemat
