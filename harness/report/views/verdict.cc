#include "harness/report/views/verdict.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <map>

#include "harness/isolation/sandbox.h"
#include "harness/report/described.h"
#include "harness/report/matrix.h"
#include "harness/report/merge.h"
#include "harness/report/strength.h"
#include "harness/report/text.h"

namespace placemat {
namespace {

std::uint64_t count_new(const DecoderResult& subject) {
  return static_cast<std::uint64_t>(
      std::count_if(subject.findings.begin(), subject.findings.end(), is_new));
}

// "utf-8/reject/keep", and whether that is its own claim. What is only described is not named.
std::string profile_text(const DecoderResult& subject) {
  if (!subject.described.empty()) {
    const std::string name(dialect(parse_profile(subject.judged_as).dialect).name);
    if (!claims_a_dialect(subject)) return name + " (it claims no dialect)";
    if (subject.claims_profile.substr(0, subject.claims_profile.find('/')) == name)
      return "the dialect it claims, " + name;
    return name + ", which it does not claim";
  }
  const bool is_own = subject.judged_as == subject.claims_profile;
  return is_own ? fmt::format("the profile it claims, {}", subject.judged_as)
                : fmt::format("{}, which it does not claim", subject.judged_as);
}

std::string one_claimed(const DecoderResult& subject) {
  switch (standing_of(subject)) {
    case Standing::kConforms:
      if (is_sampled(subject)) {
        return fmt::format("{} shows no difference from {}, in a sample of the cases.",
                           subject.decoder, profile_text(subject));
      }
      return fmt::format("{} conforms to {}.", subject.decoder, profile_text(subject));
    case Standing::kUnchecked:
      return fmt::format("Nothing was checked of {}.", subject.decoder);
    default:
      // A program that never began to answer has a finding, and differs from no profile.
      if (checks_of(subject) == 0) {
        return fmt::format("{} answered nothing: {}.", subject.decoder, findings_text(subject));
      }
      return fmt::format("{} differs from {}: {}.", subject.decoder, profile_text(subject),
                         findings_text(subject));
  }
}

// More names than this are counted instead of listed in the sentence.
constexpr std::size_t kMostNamed = 12;

std::string named(const std::vector<std::string>& names) {
  return names.size() <= kMostNamed ? listed(names) : counted(names.size(), "decoder");
}

std::string_view profile_asked_for(const std::vector<const DecoderResult*>& subjects) {
  const bool all_claim = std::ranges::all_of(
      subjects, [](const DecoderResult* subject) { return claims_a_dialect(*subject); });
  if (!all_claim) return "the profile they claim, or to utf-8 where they claim none";
  return is_by_own_claim(subjects) ? "the profile they claim"
                                   : "the profile by which they were asked to be judged";
}

// What was not asked may differ, so the sentence says how many were given a sample.
std::string sampled_text(std::size_t sampled, std::size_t conforming) {
  if (sampled == 0) return "";
  if (sampled == conforming) return ", in a sample of the cases";
  return fmt::format(", {} of them in a sample of the cases", sampled);
}

std::string several_claimed(const std::vector<const DecoderResult*>& subjects) {
  std::size_t conforming = 0, sampled = 0;
  std::vector<std::string> differing, unchecked;
  for (const DecoderResult* subject : subjects) {
    const Standing standing = standing_of(*subject);
    if (standing == Standing::kConforms) {
      ++conforming;
      sampled += is_sampled(*subject) ? 1 : 0;
    } else if (standing == Standing::kUnchecked) {
      unchecked.push_back(subject->decoder);
    } else {
      differing.push_back(fmt::format("{} ({})", subject->decoder, findings_text(*subject)));
    }
  }
  const std::string_view profile = profile_asked_for(subjects);
  if (conforming == subjects.size()) {
    return fmt::format("All {} decoders conform to {}{}.", subjects.size(), profile,
                       sampled_text(sampled, conforming));
  }
  std::string out = fmt::format("{} of {} decoders {} to {}{}", conforming, subjects.size(),
                                conforming == 1 ? "conforms" : "conform", profile,
                                sampled_text(sampled, conforming));
  if (!differing.empty()) {
    out += fmt::format("; {} {}", differing.size(), differing.size() == 1 ? "differs" : "differ");
    if (differing.size() <= kMostNamed) out += ": " + listed(differing);
  }
  if (!unchecked.empty()) out += fmt::format("; nothing was checked of {}", named(unchecked));
  return out + ".";
}

std::string contrasts_only(const std::vector<const DecoderResult*>& subjects) {
  std::vector<std::string> parts;
  for (const DecoderResult* subject : subjects) {
    parts.push_back(fmt::format("{} judged as {}, which it does not claim: {}", subject->decoder,
                                subject->judged_as, findings_text(*subject)));
  }
  std::string out;
  for (const std::string& part : parts) out += (out.empty() ? "" : "; ") + part;
  return out + ".";
}

// The shards that are here came to their ends; others are missing.
bool lacks_shards(const Report& report) {
  const Footer& footer = report.footer;
  return !footer.complete && !footer.interrupted && !missing_text(report.header.shard).empty();
}

std::string missing_sentence(const Report& report) {
  std::string text = missing_text(report.header.shard) + ".";
  if (text.starts_with('s')) text.front() = 'S';
  return text;
}

std::string sentence_of(const Report& report) {
  const auto subjects = claimed_subjects(report);
  const auto others = contrasts(report);
  if (subjects.empty() && others.empty()) return "No decoder was judged.";
  if (subjects.empty()) return contrasts_only(others);
  const std::string sentence =
      subjects.size() == 1 ? one_claimed(*subjects[0]) : several_claimed(subjects);
  if (report.footer.complete) return sentence;
  // What was not asked may differ, so an unfinished run shows no conformance.
  if (subjects.size() == 1 && standing_of(*subjects[0]) == Standing::kConforms) {
    return fmt::format("No verdict on {}: {}.", subjects[0]->decoder,
                       lacks_shards(report)
                           ? missing_text(report.header.shard) + "; no difference showed so far"
                           : "the run did not finish, and showed no difference so far");
  }
  if (lacks_shards(report)) return missing_sentence(report) + " So far: " + sentence;
  return "The run did not finish. So far: " + sentence;
}

// What it looks like, of a decoder that claims no dialect: one that explains all its answers.
std::string look_of(const Report& report, const DecoderResult& subject) {
  if (claims_a_dialect(subject)) return "";
  const auto record =
      std::ranges::find(report.externals, subject.decoder, &ExternalRecord::decoder);
  if (record == report.externals.end() || !record->explained || record->profiles.empty()) return "";
  const Profile profile = parse_profile(record->profiles.front());
  if (profile.dialect == DialectId::kUtf8) return "";
  return fmt::format("judged as UTF-8; it looks like {0}: --as {0} judges it as that",
                     dialect(profile.dialect).name);
}

// By what decoders are judged that do not claim it: each sentence with the decoders.
std::vector<std::string> described_notes(const Report& report) {
  std::vector<std::string> texts;
  std::map<std::string, std::vector<std::string>> decoders;
  for (const DecoderResult* subject : claimed_subjects(report)) {
    std::vector<std::string> words = described_in_words(*subject);
    if (std::string look = look_of(report, *subject); !look.empty()) words.push_back(look);
    for (const std::string& text : words) {
      if (decoders[text].empty()) texts.push_back(text);
      decoders[text].push_back(subject->decoder);
    }
  }
  for (std::string& text : texts) text = fmt::format("{}: {}.", named(decoders[text]), text);
  return texts;
}

void add_caveats(const Report& report, Verdict& verdict) {
  const Shard& shard = report.header.shard;
  if (lacks_shards(report) && shard.numbers.size() > 1) {
    verdict.caveats.emplace_back("What follows is of the other shards.");
  } else if (!report.footer.complete) {
    verdict.caveats.push_back(report.footer.interrupted
                                  ? "The run was interrupted: what follows is what was known then."
                                  : "What follows is what was known when it ended.");
  }
  std::size_t unexplained = 0;
  for (const OracleRecord& oracle : report.oracles) unexplained += oracle.unexplained.size();
  if (unexplained > 0) {
    verdict.caveats.push_back(fmt::format(
        "The oracle contradicts the law in at least {} that no divergence explains: a finding "
        "against placemat itself.",
        counted(unexplained, "place")));
  }
  std::vector<std::string> loose;
  for (const BugRecord& bug : report.bugs) {
    if (!bug.caught) loose.push_back(bug.id);
  }
  if (!loose.empty()) {
    verdict.caveats.push_back(fmt::format("{} not caught by the vector that is to catch it: {}.",
                                          counted(loose.size(), "documented bug"), listed(loose)));
  }
  for (const Strength& strength : report.strength) {
    for (const std::string& weakness : weaknesses_of(strength)) {
      verdict.caveats.push_back(fmt::format("placemat is weaker than promised: {}.", weakness));
    }
  }
  if (const auto& errors = report.footer.expected_errors; !errors.empty()) {
    verdict.caveats.push_back(
        fmt::format("{} in the expected list itself.", counted(errors.size(), "error")));
  }
  if (!report.absent.empty()) {
    std::vector<std::string> names;
    for (const AbsentRecord& absent : report.absent) names.push_back(absent.name);
    std::sort(names.begin(), names.end());
    verdict.notes.push_back(fmt::format("Absent here and not judged: {}.", named(names)));
  }
  if (report.footer.complete && !shard.empty()) {
    verdict.notes.push_back(
        fmt::format("This is shard {} of {}; `placemat report` shows all of them as one.",
                    shard.numbers.front(), shard.of));
  }
  for (std::string& line : described_notes(report)) verdict.notes.push_back(std::move(line));
  for (std::string& line : not_in_force(report.header)) verdict.notes.push_back(std::move(line));
}

}  // namespace

bool is_by_own_claim(const std::vector<const DecoderResult*>& subjects) {
  return std::ranges::all_of(subjects, [](const DecoderResult* subject) {
    return subject->judged_as == subject->claims_profile || !subject->described.empty();
  });
}

Standing standing_of(const DecoderResult& subject) {
  if (!subject.findings.empty()) {
    if (count_new(subject) > 0 || !subject.claimed) return Standing::kDiffers;
    return std::ranges::all_of(subject.findings, is_documented) ? Standing::kDocumented
                                                                : Standing::kDeclared;
  }
  if (failed_of(subject) > 0) return Standing::kDiffers;
  return checks_of(subject) > 0 ? Standing::kConforms : Standing::kUnchecked;
}

bool is_sampled(const DecoderResult& subject) { return !sample_of(subject).empty(); }

bool looks_broken(const DecoderResult& subject) {
  const ErrorClassTally& tally = subject.error_classes[static_cast<std::size_t>(ErrorClass::kNone)];
  return tally.checks > 0 && tally.failed > tally.checks / 2;
}

std::vector<StandingGroup> by_standing(const std::vector<const DecoderResult*>& subjects) {
  std::vector<StandingGroup> groups;
  for (const Standing standing : {Standing::kDiffers, Standing::kDeclared, Standing::kDocumented,
                                  Standing::kUnchecked, Standing::kConforms}) {
    StandingGroup group{standing, {}};
    for (const DecoderResult* subject : subjects) {
      if (standing_of(*subject) == standing) group.subjects.push_back(subject);
    }
    if (!group.subjects.empty()) groups.push_back(std::move(group));
  }
  return groups;
}

std::vector<NotTested> not_tested_of(const Report& report) {
  std::map<std::string, std::vector<std::string>> by_text;
  for (const DecoderResult* subject : claimed_subjects(report)) {
    for (const std::string& what : subject->not_tested) by_text[what].push_back(subject->decoder);
  }
  std::vector<NotTested> all;
  for (auto& [what, decoders] : by_text) all.push_back({what, std::move(decoders)});
  return all;
}

std::string findings_text(const DecoderResult& subject) {
  const std::uint64_t all = subject.findings.size(), fresh = count_new(subject);
  if (all == 0 && failed_of(subject) > 0) {
    return counted(failed_of(subject), "failed check") + " without a finding";
  }
  if (!subject.claimed || all == 0) return counted(all, "finding");
  if (fresh == 0) {
    const auto documented =
        static_cast<std::uint64_t>(std::ranges::count_if(subject.findings, is_documented));
    if (documented == all) return counted(all, "documented finding");
    const std::string known = counted(all, "known finding");
    return documented == 0 ? known : fmt::format("{}, {} documented", known, grouped(documented));
  }
  if (fresh == all) return counted(fresh, "new finding");
  return fmt::format("{}, {} known", counted(fresh, "new finding"), grouped(all - fresh));
}

std::vector<std::string> not_in_force(const Header& header) {
  std::vector<std::string> lines;
  std::ranges::copy_if(header.isolation, std::back_inserter(lines),
                       [](const std::string& line) { return line.starts_with(kNotInForce); });
  return lines;
}

Verdict verdict_of(const Report& report) {
  Verdict verdict;
  verdict.sentence = sentence_of(report);
  for (const DecoderResult* subject : claimed_subjects(report)) {
    verdict.worst = std::max(verdict.worst, standing_of(*subject));
  }
  verdict.is_clean = verdict.worst <= Standing::kDeclared;
  add_caveats(report, verdict);
  verdict.is_clean = verdict.is_clean && verdict.caveats.empty();
  return verdict;
}

}  // namespace placemat
