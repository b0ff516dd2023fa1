#include "harness/judge/target.h"

#include <fmt/format.h>

#include "harness/decoder/operation.h"

namespace placemat {

Target make_target(const Decoder& decoder, std::vector<std::string> sources,
                   const SourceOptions& options, const std::optional<std::string>& as) {
  const Profile claimed = claimed_profile(decoder);
  const Profile judged = as ? parse_profile(*as, claimed) : claimed;
  Target subject{&decoder, judged, judged == claimed, std::move(sources), options};
  subject.options.has_one_operation = operation_count(decoder) == 1;
  if (options.budget == Budget::kQuick) subject.encoder_step = kFewValues;
  return subject;
}

DecoderResult describe(const Target& subject) {
  DecoderResult result;
  result.decoder = subject.decoder->name;
  result.version = subject.decoder->version;
  result.origin = subject.decoder->origin;
  result.claims_profile = to_text(claimed_profile(*subject.decoder));
  result.judged_as = to_text(subject.judged_as);
  result.claimed = subject.claimed;
  result.capabilities = capabilities(*subject.decoder);
  return result;
}

Finding base_finding(const Target& subject, Kind kind) {
  Finding finding;
  finding.decoder = subject.decoder->name;
  finding.judged_as = to_text(subject.judged_as);
  finding.claimed = subject.claimed;
  finding.kind = kind;
  finding.clause = row_of(kind).clause;
  finding.effect = row_of(kind).effect;
  return finding;
}

std::string replay_line(const Target& subject, const std::string& arguments) {
  const Profile claimed = claimed_profile(*subject.decoder);
  const Profile& judged = subject.judged_as;
  std::string as;
  if (judged.policy != claimed.policy || judged.bom != claimed.bom) {
    as = " --as " + to_text(judged);
  } else if (judged.dialect != claimed.dialect) {
    as = fmt::format(" --as {}", dialect(judged.dialect).name);
  }
  // A command comes last, because everything after `--` belongs to it. Options of it come before.
  const bool is_command =
      subject.called.starts_with("-- ") || subject.called.find(" -- ") != std::string::npos;
  if (is_command) return fmt::format("placemat replay{} {} {}", as, arguments, subject.called);
  return fmt::format("placemat replay {}{} {}",
                     subject.called.empty() ? subject.decoder->name : subject.called, as,
                     arguments);
}

std::string key_of(const Target& subject, Kind kind, const std::string& what) {
  return fmt::format("{}|{}|{}|{}", subject.decoder->name, to_text(subject.judged_as),
                     row_of(kind).name, what);
}

}  // namespace placemat
