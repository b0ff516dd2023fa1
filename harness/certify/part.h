// part.h: the work of the items that ask a decoder, in parts: exhaustion and the complete suites. A
// part is done by one thread, in the process where the decoder is called; what it found is merged
// in the order of the parts. It does not know which process or thread does it.
#pragma once

#include <atomic>
#include <functional>
#include <vector>

#include "harness/certify/complete_suite.h"
#include "harness/certify/string_checker.h"

namespace placemat {

enum class PartOf : std::uint8_t {
  kExhaustion,  // all strings of `size` units
  kSuite,       // the strings of the suite with exactly `size` units behind an access string
  kString,      // one string
};

struct CertifyPart {
  PartOf item = PartOf::kExhaustion;
  Pass pass;
  std::uint64_t size = 0;
  std::uint64_t shard = 0, shards = 1;
  std::string profile;
  Bytes string = {};  // kString
};

template <class Visitor, Of<CertifyPart> T>
void members(Visitor& v, T& r) {
  v("item", r.item);
  v("pass", r.pass);
  v("size", r.size);
  v("shard", r.shard);
  v("shards", r.shards);
  v("profile", r.profile);
  v("string", r.string);
}

struct PartResult {
  CheckedStrings checked;
  bool is_finished = true;  // false: stopped
  double seconds = 0;       // of processor time
};

template <class Visitor, Of<PartResult> T>
void members(Visitor& v, T& r) {
  v("checked", r.checked);
  v("finished", r.is_finished);
  v("seconds", r.seconds);
}

// The feature that shows in the answers of this operation.
Feature feature_of(Operation operation, const Profile& profile);

// The suites of this process: making one takes longer than many parts.
const CompleteSuite& suite_of(const Profile& profile, Feature feature);

// The number of strings of all shards.
std::uint64_t strings_of(const CertifyPart& part);

using MakeChecker =
    std::function<std::unique_ptr<StringChecker>(const Profile& profile, const Pass& pass)>;
PartResult certify_part(const CertifyPart& part, const MakeChecker& make,
                        const std::atomic<bool>* stop);

// Does a part: one for each thread.
using PartWork = std::function<PartResult(const CertifyPart&)>;

}  // namespace placemat
