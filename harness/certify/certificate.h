// certificate.h: what was established about one decoder: item by item the claim, the argument, the
// assumption and the evidence; and what was not established. It does not know how.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "harness/bytes/members.h"

namespace placemat {

// The results of an item, by their names in reports.
namespace item_result {
inline constexpr const char* kEstablished = "established";
inline constexpr const char* kRefused = "refused";        // a string contradicts the claim
inline constexpr const char* kUnfinished = "unfinished";  // stopped before its end
inline constexpr const char* kNotAttempted = "not attempted";
inline constexpr const char* kNotApplicable = "not applicable";
}  // namespace item_result

struct CertificateItem {
  std::string item = {};    // "exhaustion"
  std::string about = {};   // the operations, or what of the law
  std::string result = {};  // one of item_result
  std::string claim = {};   // one sentence; of what was not established it says why
  std::string assumption = {};
  std::uint64_t comparisons = 0;  // of answers or states that agreed
  std::uint64_t unanswered = 0;   // about which the decoder or the law says nothing
  double seconds = 0;             // of processor time, over all threads
  // kRefused: the shortest string that contradicts the claim, and what it did.
  std::string refuted_by = {}, expected = {}, seen = {}, replay = {};
};

template <class Visitor, Of<CertificateItem> T>
void members(Visitor& v, T& r) {
  v("item", r.item);
  v("about", r.about);
  v("result", r.result);
  v("claim", r.claim);
  v("assumption", r.assumption);
  v("comparisons", r.comparisons);
  v("unanswered", r.unanswered);
  v("seconds", r.seconds);
  v.unless_empty("refuted_by", r.refuted_by);
  v.unless_empty("expected", r.expected);
  v.unless_empty("seen", r.seen);
  v.unless_empty("replay", r.replay);
}

struct Certificate {
  std::string decoder = {}, version = {};
  std::string judged_as = {};    // the profile
  std::string digest = {};       // SHA-256 of the file that holds the decoder's code
  std::string tool_commit = {};  // of the tree of placemat
  std::vector<std::string> cpu_features = {};
  // Refused or unfinished as one item is; established when the decoder answers all strings of at
  // least one exhaustion as the law says; otherwise not applicable.
  std::string result = {};
  std::vector<CertificateItem> items = {};
};

template <class Visitor, Of<Certificate> T>
void members(Visitor& v, T& r) {
  v("decoder", r.decoder);
  v("version", r.version);
  v("judged_as", r.judged_as);
  v("digest", r.digest);
  v("tool_commit", r.tool_commit);
  v("cpu_features", r.cpu_features);
  v("result", r.result);
  v("items", r.items);
}

}  // namespace placemat
