// Turns the options of an external decoder into a host that runs it, and queries its claims.
// isolation/ protects the host from the decoder.
#include "harness/campaign/external_decoder.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "harness/bytes/error.h"
#include "harness/identify/followed.h"
#include "harness/isolation/filter.h"
#include "harness/isolation/lines.h"
#include "harness/isolation/plugin.h"
#include "harness/report/described.h"

namespace placemat {

namespace fs = std::filesystem;

std::string quoted(const std::string& word) {
  const auto is_plain = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
           std::string_view("_-./=+,:@%").find(c) != std::string_view::npos;
  };
  if (!word.empty() && std::ranges::all_of(word, is_plain)) return word;
  std::string text = "'";
  for (const char c : word) text += c == '\'' ? "'\\''" : std::string(1, c);
  return text + "'";
}

std::string options_of(const Relaxations& relaxed) {
  std::string options;
  if (relaxed.sockets) options += "--allow sockets ";
  if (relaxed.namespaces) options += "--allow namespaces ";
  if (relaxed.reads_all) options += "--allow reading ";
  for (const std::string& path : relaxed.readable) options += "--allow-read " + quoted(path) + " ";
  for (const std::string& name : relaxed.variables) options += "--env " + quoted(name) + " ";
  return options;
}

bool is_plugin_name(const std::string& name) {
  return name.find('/') != std::string::npos || name.ends_with(".so");
}

namespace {

void check_name(const std::string& name) {
  constexpr std::size_t kLongest = 100;
  constexpr const char* kLetters = "abcdefghijklmnopqrstuvwxyz0123456789_.-";
  if (name.size() <= kLongest && name.find_first_not_of(kLetters) == std::string::npos) return;
  throw InputError(
      fmt::format("--name '{}' is not 1 to {} of [a-z0-9_.-]", name.substr(0, kLongest), kLongest));
}

const RunContext& no_run() {
  static const std::vector<Target> kNoTargets;
  static const RunContext kNone{kNoTargets, {}, nullptr};
  return kNone;
}

// A call without an answer takes ten times its processor time.
std::uint32_t most_hangs(const ExternalOptions& options) {
  return options.wait_s * 1000 / (10 * std::max(1u, options.limits.call_ms));
}

}  // namespace

ExternalDecoder::ExternalDecoder(const ExternalOptions& options)
    : hangs_(std::make_shared<HangLimit>(most_hangs(options))) {
  Limits limits = options.limits;
  limits.isolate = !options.no_isolation;
  check_name(options.name);
  if (options.is_filter && !options.plugin.empty()) {
    throw InputError(fmt::format("--filter takes -- COMMAND [ARGUMENT...], and {} is a plug-in",
                                 options.plugin));
  }
  is_child_ = !options.command.empty() && !options.is_filter;
  is_plugin_ = !options.plugin.empty() || options.own != nullptr;
  if (options.own != nullptr) {
    called_ = options.own->name;
    host_ = [own = options.own, limits, hangs = hangs_](const RunContext& context) {
      return make_own_host(context, *own, limits, hangs);
    };
  } else if (options.plugin.empty() == options.command.empty()) {
    throw InputError("one external decoder at a time: PLUGIN.so, or -- COMMAND [ARGUMENT...]");
  }
  if (!options.plugin.empty()) {
    if (!fs::exists(options.plugin)) {
      throw AbsentError(fmt::format("{}: there is no such file", options.plugin));
    }
    const std::string path = fs::absolute(options.plugin).string();
    called_ = quoted(options.plugin);
    host_ = [path, limits, hangs = hangs_](const RunContext& context) {
      return make_plugin_host(context, path, limits, hangs);
    };
  }
  if (!options.command.empty()) {
    called_ = "--";
    for (const std::string& word : options.command) called_ += " " + quoted(word);
    const ChildCommand command{options.command, options.start_ms};
    const FilterCommand filter{options.command, options.filter_output, options.filter_mode,
                               options.filter_policy, options.name};
    if (options.is_filter) {
      const std::string policy =
          options.filter_policy.empty() ? "" : " --policy " + quoted(options.filter_policy);
      called_ = fmt::format("--filter --output {} --mode {}{} {}", options.filter_output,
                            options.filter_mode, policy, called_);
      host_ = [filter, limits, hangs = hangs_](const RunContext& context) {
        return make_filter_host(context, filter, limits, hangs);
      };
    } else {
      host_ = [command, limits, hangs = hangs_](const RunContext& context) {
        return make_line_host(context, command, limits, hangs);
      };
    }
  }
  // A replay line must relax the same.
  called_ = options_of(limits.relaxed) + called_;
  description_ = Unpacker(ask(packed(Request::kDescribe))).read<Description>();
  if (!options.name.empty()) description_.claims.name = options.name;
  complete_claims();
  proxy_ = std::make_unique<DecoderProxy>(description_.claims);
}

void ExternalDecoder::complete_claims() {
  Claims& claims = description_.claims;
  const DecoderProxy asked(claims);
  const auto or_plain = [](const std::string& claimed, const char* plain) {
    return claimed.empty() ? std::string(plain) : claimed;
  };
  const Profile stated =
      parse_profile(or_plain(claims.dialect, "utf-8") + "/" + or_plain(claims.policy, "reject") +
                    "/" + or_plain(claims.bom, "keep"));
  ClaimedParts parts{stated.dialect};
  if (!claims.policy.empty()) parts.policy = stated.policy;
  if (!claims.bom.empty()) parts.bom = stated.bom;
  std::vector<SingleQuestion> questions;
  if (!parts.policy || !parts.bom) questions = questions_of_policy(asked.decoder());
  std::vector<InputObservation> seen;
  try {
    if (!questions.empty()) {
      seen = Unpacker(ask(packed(Request::kObserveInputs, questions)))
                 .read<std::vector<InputObservation>>();
      // What it kept of an error must not answer the controls. The next process is forked here,
      // because a caller may have threads and a fence by the time that it asks.
      end_process();
      process_ = std::make_unique<Remote>(no_run(), host_);
    }
  } catch (const AbsentError&) {
    // It does not survive them; what is judged will say so.
  }
  const auto [followed, follows_policy] = followed_profile(parts, questions, seen);
  std::vector<std::string_view> claimed;
  const auto add = [&](std::string& part, std::string_view name, bool is_claimed) {
    (is_claimed ? claimed : described_).push_back(name);
    part = name;
  };
  const bool has_dialect = !claims.dialect.empty();
  // What replaces nothing can follow no other policy.
  const bool has_policy = parts.policy || policy(followed.policy).stops;
  add(claims.dialect, dialect(followed.dialect).name, has_dialect);
  add(claims.policy, policy(followed.policy).name, has_policy);
  if (!follows_policy) described_.back() = kNoPolicy;
  add(claims.bom, name_of(followed.bom), parts.bom.has_value());
  claimed_ = fmt::format("{}", fmt::join(claimed, "/"));
}

void ExternalDecoder::state_claims(DecoderResult& result,
                                   const std::optional<std::string>& as) const {
  result.claims_profile = claimed_;
  // A dialect, then a policy, then a BOM rule.
  const auto asked = as ? 1 + std::ranges::count(*as, '/') : 0;
  const auto place = [](std::string_view part) {
    if (find_dialect(part) != nullptr) return 0;
    return find_policy(part) != nullptr || part == kNoPolicy ? 1 : 2;
  };
  std::vector<std::string_view> described = described_;
  std::erase_if(described, [&](std::string_view part) { return place(part) < asked; });
  result.described = fmt::format("{}", fmt::join(described, "/"));
}

Bytes ExternalDecoder::ask(const Bytes& request) const {
  if (!process_) process_ = std::make_unique<Remote>(no_run(), host_);
  try {
    return process_->ask(request);
  } catch (...) {
    end_process();
    throw;
  }
}

}  // namespace placemat
