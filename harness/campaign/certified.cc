// Calls a decoder of this tree in this process, and an external one through one host for each
// thread. Hosts are started before any thread is.
#include "harness/campaign/certified.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <chrono>
#include <fstream>
#include <iterator>
#include <memory>
#include <mutex>

#include "harness/bytes/sha256.h"
#include "harness/campaign/proved.h"
#include "harness/campaign/provenance.h"
#include "harness/campaign/sanitized.h"
#include "harness/certify/proof_files.h"
#include "harness/isolation/journal.h"
#include "harness/isolation/needed_files.h"

namespace placemat {
namespace {

namespace fs = std::filesystem;

// The processes of an external decoder. A part that fails is unfinished, and the reason is kept.
class Hosts {
 public:
  Hosts(const ExternalDecoder& external, const CertifyRequest& request)
      : context_{no_targets_, {}, request.stop} {
    const unsigned count = std::max(request.threads, 1u);
    for (unsigned i = 0; i < count; ++i) {
      free_.push_back(std::make_unique<Remote>(context_, external.host()));
    }
  }

  // The work of one thread at a time; its host goes back when it is destroyed.
  PartWork work() {
    auto remote = std::shared_ptr<Remote>(take().release(), [this](Remote* remote) {
      const std::scoped_lock lock(mutex_);
      free_.emplace_back(remote);
    });
    return [this, remote](const CertifyPart& part) {
      try {
        return Unpacker(remote->ask(packed(Request::kCertify, part))).read<PartResult>();
      } catch (const std::exception& error) {
        const std::scoped_lock lock(mutex_);
        if (trouble_.empty()) trouble_ = error.what();
        return PartResult{.checked = {}, .is_finished = false, .seconds = 0};
      }
    };
  }
  const std::string& trouble() const { return trouble_; }

 private:
  std::unique_ptr<Remote> take() {
    const std::scoped_lock lock(mutex_);
    std::unique_ptr<Remote> remote = std::move(free_.back());
    free_.pop_back();
    return remote;
  }

  const std::vector<Target> no_targets_;
  const RunContext context_;
  std::mutex mutex_;
  std::vector<std::unique_ptr<Remote>> free_;
  std::string trouble_;
};

CertifyOptions options_of(const CertifyRequest& request, const Decoder& decoder,
                          const std::string& called) {
  const Profile claimed = claimed_profile(decoder);
  CertifyOptions options;
  options.scope = request.scope;
  options.profile = to_text(request.as ? parse_profile(*request.as, claimed) : claimed);
  options.called = called;
  options.threads = std::max(request.threads, 1u);
  options.stop = request.stop;
  options.progress = request.progress;
  return options;
}

// Parts that are done are kept, so that an interrupted certificate goes on behind them. A journal
// that cannot be written costs no more than that.
class KeptParts {
 public:
  KeptParts(const CertifyRequest& request, const std::string& profile)
      : journal_(request.file.parent_path() / "journal", identity_of(request, profile),
                 request.resume) {}

  PartWork around(PartWork work) {
    return [this, work = std::move(work)](const CertifyPart& part) {
      const Bytes name = packed(part);
      const std::string key(name.begin(), name.end());
      if (const auto known = journal_.find_kept(key)) return Unpacker(*known).read<PartResult>();
      PartResult result = work(part);
      if (result.is_finished) keep(key, packed(result));
      return result;
    };
  }
  void remove() { journal_.remove(); }

 private:
  static std::string identity_of(const CertifyRequest& request, const std::string& profile) {
    return fmt::format("certificate of {} {} as {}, placemat {} on {}",
                       request.own != nullptr ? request.own->name : request.external.plugin,
                       digest_of(request), profile, invocation().commit,
                       fmt::join(header_of_this_program().cpu_features, " "));
  }
  void keep(const std::string& key, const Bytes& result) {
    try {
      journal_.keep(key, result);
    } catch (const std::exception&) {
    }
  }

  Journal journal_;
};

Certificate certify_kept(const CertifyRequest& request, const Decoder& decoder,
                         const CertifyOptions& options, const MakePartWork& make) {
  KeptParts kept(request, options.profile);
  Certificate certificate = certify(decoder, options, [&] { return kept.around(make()); });
  if (certificate.result != item_result::kUnfinished) kept.remove();
  return certificate;
}

// What the prover refuses, the decoder itself is asked.
void add_proof(Certificate& certificate, const CertifyRequest& request) {
  ProveRequest prove;
  prove.decoder = request.own;
  prove.profile = certificate.judged_as;
  prove.digest = digest_of(request);
  prove.commit = invocation().commit;
  prove.out = request.file.parent_path() / "proof";
  prove.threads = std::max(request.threads, 1u);
  prove.is_whole = request.has_all_mutants;
  prove.scores = request.scores;
  prove.stop = request.stop;
  prove.progress = request.progress;
  std::vector<CertificateItem> items = proof_items(prove);
  for (CertificateItem& item : items) {
    if (item.refuted_by.empty()) continue;
    const auto wrong = confirmed_refusal(*request.own, prove.profile, parse_hex(item.refuted_by));
    if (!wrong) continue;
    item.refuted_by = wrong->units;
    item.expected = wrong->expected;
    item.seen = wrong->seen;
    item.replay = wrong->replay;
  }
  put_items(certificate, kUnproved, std::move(items));
}

void add_sanitizers(Certificate& certificate, const CertifyRequest& request) {
  SanitizeRequest sanitize;
  sanitize.decoder = request.own;
  sanitize.profile = certificate.judged_as;
  sanitize.scope = request.scope;
  sanitize.commit = invocation().commit;
  sanitize.out = request.file.parent_path() / "sanitizers";
  sanitize.threads = std::max(request.threads, 1u);
  sanitize.stop = request.stop;
  sanitize.progress = request.progress;
  put_items(certificate, kUnsanitized, sanitizer_items(sanitize));
}

void say_why_not(Certificate& certificate, std::span<const ItemName> names,
                 const std::string& why) {
  put_items(certificate, names, items_without(names, item_result::kNotAttempted, why));
}

Certificate certify_own(const CertifyRequest& request) {
  const Decoder& decoder = *request.own;
  const Fence fence(request.external.limits.call_ms);
  Certificate certificate =
      certify_kept(request, decoder, options_of(request, decoder, decoder.name),
                   [&] { return work_here(decoder, request.stop); });
  const bool is_whole = certificate.result != item_result::kUnfinished;
  // A decoder that crashes shows nothing more there.
  const bool is_right = certificate.result == item_result::kEstablished;
  if (!request.asks_sanitizers) {
    say_why_not(certificate, kUnsanitized, "not asked for (--no-sanitizers)");
  } else if (!is_right) {
    say_why_not(certificate, kUnsanitized,
                "only a decoder that answers all strings as the law says is asked");
  } else {
    add_sanitizers(certificate, request);
  }
  if (!request.asks_prover) {
    say_why_not(certificate, kUnproved, "not asked for (--no-proof)");
  } else if (!is_whole) {
    say_why_not(certificate, kUnproved, "the prover starts when all strings were asked");
  } else {
    add_proof(certificate, request);
  }
  return certificate;
}

Certificate certify_external(const CertifyRequest& request, Header& header) {
  const ExternalDecoder external(request.external);
  external.end_process();
  header.isolation = external.description().isolation;
  CertifyOptions options = options_of(request, external.decoder(), external.called());
  options.shows_memory = external.is_plugin();
  options.is_dear = !external.is_plugin();
  Hosts hosts(external, request);
  Certificate certificate =
      certify_kept(request, external.decoder(), options, [&] { return hosts.work(); });
  if (!hosts.trouble().empty()) {
    certificate.items.push_back({.item = "process",
                                 .about = "the decoder",
                                 .result = item_result::kUnfinished,
                                 .claim = hosts.trouble()});
  }
  return certificate;
}

}  // namespace

std::string digest_of(const CertifyRequest& request) {
  if (request.own != nullptr) return sha256_of_file("/proc/self/exe");
  if (!request.external.plugin.empty()) return sha256_of_file(request.external.plugin);
  std::string digests;
  bool is_program = true;
  for (const std::string& word : request.external.command) {
    std::error_code error;
    const fs::path file = is_program ? program_named(word) : fs::path(word);
    if (fs::is_regular_file(file, error)) digests += sha256_of_file(file);
    is_program = false;
  }
  return digests.empty() ? "" : sha256(digests);
}

Report certify_to_report(const CertifyRequest& request) {
  const auto begun = std::chrono::steady_clock::now();
  Report report;
  report.header = header_of_this_program();
  report.header.budget = "certificate";
  report.header.run = this_run(invocation().command, request.threads);
  Certificate certificate =
      request.own != nullptr ? certify_own(request) : certify_external(request, report.header);
  if (request.own == nullptr) {
    const std::string why = "only decoders of this tree have their source here";
    say_why_not(certificate, kUnsanitized, why);
    say_why_not(certificate, kUnproved, why);
  }
  certificate.digest = digest_of(request);
  certificate.tool_commit = invocation().commit;
  certificate.cpu_features = report.header.cpu_features;
  for (const CertificateItem& item : certificate.items) {
    report.footer.checks += item.comparisons;
    report.footer.findings += item.result == item_result::kRefused ? 1 : 0;
  }
  report.footer.unexpected = report.footer.findings;
  report.footer.interrupted = certificate.result == item_result::kUnfinished;
  report.footer.complete = !report.footer.interrupted;
  report.certificates.push_back(std::move(certificate));
  const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - begun;
  write_report(report, request.file, seconds.count());
  report.header.run.seconds = seconds.count();
  return report;
}

}  // namespace placemat
