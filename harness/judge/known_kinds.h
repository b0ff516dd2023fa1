// known_kinds.h: the kinds of finding that are known of a decoder, for fuzzing.
// Kinds are used because a key names the smallest units of one finding, and a
// fuzzer finds the same defect with ever different units. It does not know
// why a finding is expected.
#pragma once

#include <filesystem>
#include <map>
#include <set>
#include <span>
#include <string>

#include "harness/judge/kind.h"

namespace placemat {

// Decoder name → its known kinds. A decoder without an entry has none.
using KnownKinds = std::map<std::string, std::set<Kind>, std::less<>>;

// Reads the kinds from the keys of an expected list ("decoder|profile|kind|...").
// Throws InputError when one of them is not a key.
KnownKinds known_kinds(std::span<const std::string> keys);

// The same for the list in a file. Only its keys count here; `placemat run` checks the
// whole list. Throws InputError when it is no such list.
KnownKinds read_known_kinds(const std::filesystem::path& path);

// The kinds of one decoder; empty when it has none.
const std::set<Kind>& kinds_of(const KnownKinds& known, std::string_view decoder);

}  // namespace placemat
