#include "harness/campaign/subject_pairs.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <optional>
#include <tuple>

#include "harness/bytes/error.h"
#include "harness/campaign/audit.h"
#include "harness/campaign/installed_audit.h"
#include "harness/spec/profile.h"
#include "harness/spec/reference.h"

namespace placemat {
namespace {

// A text is a number that equal texts share; these two stand for others.
constexpr std::uint32_t kUnknown = 0, kOther = 1, kFirstText = 2;

enum class Verdict : std::uint8_t { kUnknown, kAccepts, kRefuses };

// What a subject does with one vector.
struct KnownReading {
  Verdict verdict = Verdict::kUnknown;
  std::uint32_t text = kUnknown;      // of a vector that it accepts
  std::uint32_t replaced = kUnknown;  // of one that it refuses

  friend auto operator<=>(const KnownReading&, const KnownReading&) = default;
};
using KnownReadings = std::vector<KnownReading>;  // by vector

// What a failure says beyond the law.
enum class Shown : std::uint8_t {
  kAccepts,
  kRefuses,
  kOtherText,
  kOtherReplacement,
  kNothing,
  kNoAnswer
};

Shown shown_by(Kind kind) {
  switch (kind) {
    case Kind::kAcceptsOverlong:
    case Kind::kAcceptsSurrogate:
    case Kind::kAcceptsBeyond10FFFF:
    case Kind::kAcceptsFiveSixUnit:
    case Kind::kAcceptsBadContinuation:
    case Kind::kAcceptsTruncatedTail:
    case Kind::kAcceptsIllFormed:
    case Kind::kPassesIllFormed:
      return Shown::kAccepts;
    case Kind::kRejectsWellFormed:
    case Kind::kRejectsNoncharacter:
      return Shown::kRefuses;
    case Kind::kWrongValue:
    case Kind::kWrongEncoding:
    case Kind::kBomHandling:
    case Kind::kNulHandling:
    case Kind::kConflatesRealFffd:
      return Shown::kOtherText;
    case Kind::kWrongReplacementCount:
    case Kind::kSwallowsNextUnit:
    case Kind::kDropsIllFormed:
    case Kind::kDropsTruncatedTail:
      return Shown::kOtherReplacement;
    case Kind::kNondeterministic:
    case Kind::kCrash:
    case Kind::kHang:
    case Kind::kExhaustsMemory:
    case Kind::kCorruptsProcess:
    case Kind::kBreaksProtocol:
      return Shown::kNoAnswer;
    default:  // the whole text, by itself, is read as the law says
      return Shown::kNothing;
  }
}

class TextNumbers {
 public:
  std::uint32_t of(const std::vector<std::uint64_t>& values) {
    const auto next = static_cast<std::uint32_t>(numbers_.size()) + kFirstText;
    return numbers_.emplace(values, next).first->second;
  }

 private:
  std::map<std::vector<std::uint64_t>, std::uint32_t> numbers_;
};

bool has_text(const DecoderResult& subject) {
  const auto& all = subject.capabilities;
  return std::ranges::any_of(
      all, [](const std::string& one) { return one != "verdict" && one != "offset"; });
}

class PairFinder {
 public:
  explicit PairFinder(const Corpus& corpus) : corpus_(corpus) {
    for (std::size_t i = 0; i < corpus.vectors.size(); ++i) places_[corpus.vectors[i].id] = i;
  }

  void add(const DecoderResult& subject) {
    KnownReadings readings = lawful(subject);
    for (const FailingCase& failing : subject.failing) {
      if (failing.source != "curated") continue;
      const auto place = places_.find(failing.id);
      if (place == places_.end()) {
        throw InputError(
            fmt::format("the report has the vector {}, which the corpus has not; "
                        "audit again, or name its corpus with --corpus",
                        failing.id));
      }
      change(readings[place->second], shown_by(failing.kind));
    }
    members_[std::move(readings)].push_back(subject.decoder);
  }

  SubjectPairs result() const {
    SubjectPairs out;
    out.vectors = corpus_.vectors.size();
    std::vector<const KnownReadings*> readings;
    for (const auto& [known, names] : sorted()) {
      out.subjects += names->size();
      out.groups.push_back({*names});
      readings.push_back(known);
    }
    const std::vector<std::size_t> order = by_length();
    for (std::size_t i = 0; i < readings.size(); ++i) {
      for (std::size_t j = i + 1; j < readings.size(); ++j) {
        PartedPair pair = parted(*readings[i], *readings[j], order);
        pair.first = i;
        pair.second = j;
        const bool is_parted =
            std::ranges::any_of(pair.vectors, [](std::uint64_t count) { return count > 0; });
        if (is_parted) out.pairs.push_back(std::move(pair));
      }
    }
    return out;
  }

 private:
  KnownReadings lawful(const DecoderResult& subject) {
    const Profile profile = parse_profile(subject.judged_as);
    const bool gives_text = has_text(subject);
    KnownReadings readings;
    readings.reserve(corpus_.vectors.size());
    for (const Vector& vector : corpus_.vectors) {
      reference_decode(vector.units.bytes, profile, answer_);
      KnownReading reading;
      reading.verdict = answer_.error ? Verdict::kRefuses : Verdict::kAccepts;
      const bool stops = profile.policy == PolicyId::kReject;
      if (gives_text && !answer_.error) reading.text = texts_.of(answer_.values);
      if (gives_text && answer_.error && !stops) reading.replaced = texts_.of(answer_.values);
      readings.push_back(reading);
    }
    return readings;
  }

  static void change(KnownReading& reading, Shown shown) {
    switch (shown) {
      case Shown::kAccepts:
        reading = {Verdict::kAccepts, kUnknown, kUnknown};
        return;
      case Shown::kRefuses:
        reading = {Verdict::kRefuses, kUnknown, kUnknown};
        return;
      case Shown::kOtherText:
        (reading.verdict == Verdict::kAccepts ? reading.text : reading.replaced) = kOther;
        return;
      case Shown::kOtherReplacement:
        reading.replaced = kOther;
        return;
      case Shown::kNoAnswer:
        reading = {};
        return;
      case Shown::kNothing:
        return;
    }
  }

  // Two subjects whose texts are both not those of the law may agree.
  static bool differ(std::uint32_t a, std::uint32_t b) {
    return a != b && a != kUnknown && b != kUnknown;
  }

  static std::optional<Contrast> contrast_of(const KnownReading& a, const KnownReading& b) {
    if (a.verdict == Verdict::kUnknown || b.verdict == Verdict::kUnknown) return std::nullopt;
    if (a.verdict != b.verdict) {
      return a.verdict == Verdict::kAccepts ? Contrast::kOnlyFirstAccepts
                                            : Contrast::kOnlySecondAccepts;
    }
    if (a.verdict == Verdict::kAccepts) {
      return differ(a.text, b.text) ? std::optional(Contrast::kReadAsOther) : std::nullopt;
    }
    return differ(a.replaced, b.replaced) ? std::optional(Contrast::kReplacedOtherwise)
                                          : std::nullopt;
  }

  // The places of the vectors, the shortest first.
  std::vector<std::size_t> by_length() const {
    std::vector<std::size_t> order(corpus_.vectors.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::sort(order, {}, [&](std::size_t place) {
      const Bytes& units = corpus_.vectors[place].units.bytes;
      return std::tuple(units.size(), units, place);
    });
    return order;
  }

  PartedPair parted(const KnownReadings& a, const KnownReadings& b,
                    const std::vector<std::size_t>& order) const {
    PartedPair pair;
    for (const std::size_t place : order) {
      const auto contrast = contrast_of(a[place], b[place]);
      if (!contrast) continue;
      const auto which = static_cast<std::size_t>(*contrast);
      if (pair.vectors.at(which)++ == 0) {
        pair.shortest.at(which) = to_text(ChunkedUnits{corpus_.vectors[place].units.bytes, {}});
      }
    }
    return pair;
  }

  // The groups, the largest first, then by name.
  std::vector<std::pair<const KnownReadings*, const std::vector<std::string>*>> sorted() const {
    std::vector<std::pair<const KnownReadings*, const std::vector<std::string>*>> all;
    for (const auto& [readings, names] : members_) all.emplace_back(&readings, &names);
    std::ranges::sort(all, [](const auto& a, const auto& b) {
      return std::tuple(b.second->size(), a.second->front()) <
             std::tuple(a.second->size(), b.second->front());
    });
    return all;
  }

  const Corpus& corpus_;
  std::map<std::string, std::size_t, std::less<>> places_;  // of the vectors
  TextNumbers texts_;
  Answer answer_;
  std::map<KnownReadings, std::vector<std::string>> members_;
};

// Why the audit of a subject ended before its end, or nothing.
std::string why_cut_short(const Report& report, const std::string& subject) {
  const auto external = std::ranges::find(report.externals, subject, &ExternalRecord::decoder);
  if (external == report.externals.end()) return "";
  const bool is_cut_short =
      external->trouble.starts_with(kStoppedEarly) || external->trouble.starts_with(kNotFinished);
  return is_cut_short ? external->trouble : "";
}

// A vector that was not asked would count as one that agrees.
std::string why_not_compared(const Report& report, const DecoderResult& subject) {
  const auto curated = std::ranges::find(subject.sources, "curated", &SourceTally::source);
  if (curated == subject.sources.end()) return "the curated vectors were not run";
  const bool asks_all = !subject.gave_up && curated->checks >= curated->cases;
  const std::string why = why_cut_short(report, subject.decoder);
  return why.empty() && !asks_all ? "not all vectors were asked" : why;
}

}  // namespace

SubjectPairs parted_pairs(const Report& report, const Corpus& corpus) {
  PairFinder finder(corpus);
  std::vector<std::string> not_compared;
  for (const DecoderResult& subject : report.subjects) {
    if (!subject.claimed) continue;  // judged as UTF-8 too
    const std::string why = why_not_compared(report, subject);
    if (why.empty()) {
      finder.add(subject);
    } else {
      not_compared.push_back(fmt::format("{}: {}", subject.decoder, why));
    }
  }
  SubjectPairs pairs = finder.result();
  pairs.not_compared = std::move(not_compared);
  return pairs;
}

}  // namespace placemat
