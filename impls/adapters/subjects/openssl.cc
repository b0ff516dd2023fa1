// OpenSSL: UTF8_getc, and ASN1_mbstring_copy into a universal string.
#include <openssl/asn1.h>
#include <openssl/crypto.h>

#include "impls/adapters/subjects/subject.h"

namespace placemat::subjects {
namespace {

Seen getc(Input in) {
  Seen seen;
  for (std::size_t at = 0; at < in.size();) {
    unsigned long value = 0;
    const int used = UTF8_getc(in.data() + at, static_cast<int>(in.size() - at), &value);
    if (used == -1) return std::move(seen).incomplete_at(at);
    if (used <= 0) return std::move(seen).ill_formed_at(at);
    seen.values.push_back(static_cast<std::uint32_t>(value));
    at += static_cast<std::size_t>(used);
  }
  return seen;
}
Seen mbstring_copy(Input in) {
  constexpr unsigned char kNoUnit = 0;  // no text at all is another call
  ASN1_STRING* out = nullptr;
  if (ASN1_mbstring_copy(&out, in.empty() ? &kNoUnit : in.data(), static_cast<int>(in.size()),
                         MBSTRING_UTF8, B_ASN1_UNIVERSALSTRING) < 0)
    return Seen::ill_formed();
  Seen seen;
  const unsigned char* units = ASN1_STRING_get0_data(out);
  for (int i = 0; i + 3 < ASN1_STRING_length(out); i += 4)
    seen.values.push_back(static_cast<std::uint32_t>(units[i]) << 24 | units[i + 1] << 16 |
                          units[i + 2] << 8 | units[i + 3]);
  ASN1_STRING_free(out);
  return seen;
}

const placemat_decoder table[] = {
    strict<getc>("openssl_utf8_getc", OpenSSL_version(OPENSSL_VERSION_STRING), "OpenSSL, UTF8_getc",
                 PLACEMAT_CLAIM_OFFSET | PLACEMAT_CLAIM_INCOMPLETE),
    strict<mbstring_copy>("openssl_asn1_mbstring_copy", OpenSSL_version(OPENSSL_VERSION_STRING),
                          "OpenSSL, ASN1_mbstring_copy to UTF-32"),
};

}  // namespace
const placemat_decoder* named(std::string_view name) { return pick(table, name); }
}  // namespace placemat::subjects
