// `placemat certify` as a script uses it: for a decoder of this tree, a plug-in and a child, right
// or faulty.
#include <gmock/gmock.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <set>

#include "harness/cli/certificate_table_fixture.h"
#include "harness/cli/shell.h"
#include "harness/decoder/registry.h"
#include "harness/isolation/hostile_fixture.h"
#include "harness/report/record.h"

namespace placemat {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

class CertifyCommand : public WithDirectory {
 protected:
  // `hostile` is what the external decoders of these tests do wrong, if anything.
  ShellResult certify(const std::string& arguments, const std::string& hostile = "",
                      const std::string& redirected = "2>&1") const {
    return shell(
        "PLACEMAT_HOSTILE=" + hostile + " " + kProgram + " certify --out " + out_ + " " + arguments,
        redirected);
  }
  const Certificate stored() const {
    return read_report(out_ + "/report.jsonl").certificates.at(0);
  }
  const std::string out_ = path("out");
};

TEST_F(CertifyCommand, CorrectDecoderIsEstablished) {
  const ShellResult answer = certify("branchy --length 2 --states 0");
  EXPECT_EQ(answer.code, 0) << answer.out;
  EXPECT_THAT(answer.out,
              AllOf(HasSubstr("certificate of branchy as utf-8/maximal-subpart/keep: established"),
                    HasSubstr("all 65,793 strings of 0 to 2 units"), HasSubstr("RFC 3629"),
                    HasSubstr("proof: all lengths"), Not(HasSubstr("\n  refused"))));
}

TEST_F(CertifyCommand, CertificateIsARecordBoundToWhatWasCertified) {
  ASSERT_EQ(certify("branchy --length 1 --states 0 --no-proof").code, 0);
  const Certificate certificate = stored();
  EXPECT_EQ(certificate.decoder, "branchy");
  EXPECT_EQ(certificate.digest.size(), 64u);
  EXPECT_FALSE(certificate.tool_commit.empty());
  const Report report = read_report(out_ + "/report.jsonl");
  EXPECT_TRUE(report.footer.complete);
  EXPECT_EQ(certificate.cpu_features, report.header.cpu_features);
}

// What was not asked for is not said to be impossible, and the other way round.
TEST_F(CertifyCommand, WhatIsNotAttemptedSaysWhy) {
  const auto claim_of = [this](const std::string& item, const std::string& about) {
    for (const CertificateItem& one : stored().items) {
      if (one.item == item && one.about == about)
        return std::string(one.result == item_result::kNotAttempted ? one.claim : "attempted");
    }
    return std::string("absent");
  };
  const auto expect_all = [&](const char* proof, const char* sanitizers) {
    EXPECT_THAT(claim_of("proof", "all lengths"), HasSubstr(proof));
    EXPECT_THAT(claim_of("mutation score", "the proof"), HasSubstr(proof));
    EXPECT_THAT(claim_of("memory", "sanitizers"), HasSubstr(sanitizers));
  };
  ASSERT_EQ(certify("branchy --length 1 --states 0 --no-proof --no-sanitizers").code, 0);
  expect_all("--no-proof", "--no-sanitizers");
  ASSERT_EQ(certify("--length 1 --states 0 " + kChild).code, 0);
  expect_all("only decoders of this tree", "only decoders of this tree");
  ASSERT_EQ(certify("sab_overlong_c0 --length 2 --states 0 --no-proof").code, 1);
  expect_all("--no-proof", "as the law says");
}

TEST_F(CertifyCommand, FaultIsRefusedWithTheShortestString) {
  const ShellResult answer = certify("sab_overlong_c0 --length 2 --states 0 --format json");
  EXPECT_EQ(answer.code, 1) << answer.out;
  const auto json = nlohmann::json::parse(answer.out);
  EXPECT_EQ(json.at("result"), "refused");
  EXPECT_EQ(json.at("items").at(0).at("refuted_by"), "C0 80");
  const std::string replay = json.at("items").at(0).at("replay");
  EXPECT_EQ(shell(kProgram + replay.substr(replay.find(' '))).code, 1) << replay;
}

TEST_F(CertifyCommand, PluginIsAskedInItsOwnProcess) {
  const ShellResult right = certify(kHostile + " --length 2 --states 0 --threads 2");
  EXPECT_EQ(right.code, 0) << right.out;
  EXPECT_THAT(right.out, HasSubstr("established    memory: guard pages"));
  EXPECT_EQ(stored().digest.size(), 64u);
}

TEST_F(CertifyCommand, ChildIsAskedInBatches) {
  const ShellResult right = certify("--length 2 --states 0 " + kChild);
  EXPECT_EQ(right.code, 0) << right.out;
  EXPECT_THAT(right.out, AllOf(HasSubstr("all 65,793 strings of 0 to 2 units"),
                               HasSubstr("not applicable memory: guard pages")));
}

// The trigger of these decoders is FE, after 254 other strings of one unit.
TEST_F(CertifyCommand, DecoderThatEndsItsProcessLosesNothing) {
  for (const char* hostile : {"exit", "abort", "kill", "loop"}) {
    const ShellResult answer = certify(kHostile + " --length 1 --states 0 --threads 1", hostile);
    EXPECT_EQ(answer.code, 1) << hostile << "\n" << answer.out;
    const CertificateItem item = stored().items.at(0);
    EXPECT_EQ(item.result, item_result::kRefused) << hostile;
    EXPECT_EQ(item.refuted_by, "FE") << hostile;
    EXPECT_THAT(item.claim, HasSubstr("right on the empty string")) << hostile;
  }
}

TEST_F(CertifyCommand, ChildThatFailsIsNamedWithItsString) {
  for (const char* hostile : {"abort", "garbage", "lie"}) {
    const ShellResult answer = certify("--length 1 --states 0 --threads 1 " + kChild, hostile);
    EXPECT_EQ(answer.code, 1) << hostile << "\n" << answer.out;
    const CertificateItem item = stored().items.at(0);
    EXPECT_EQ(item.refuted_by, "FE") << hostile;
    EXPECT_EQ(item.replay, "placemat replay 'FE' --operation strict32 " + kChild);
  }
}

TEST_F(CertifyCommand, AllDecodersOfThisTreeAreOneTable) {
  const ShellResult answer = certify("--all --length 1 --states 0 --no-proof --format json");
  EXPECT_EQ(answer.code, 0) << answer.out;
  std::set<std::string> rows;
  for (const auto& row : nlohmann::json::parse(answer.out)) {
    rows.insert(row.at("decoder"));
    EXPECT_EQ(row.at("exhaustion"), "yes") << row;
    EXPECT_EQ(row.at("memory,_guard_pages"), "yes") << row;
  }
  std::set<std::string> own;
  for (const Decoder* decoder : decoders()) {
    if (std::string_view(decoder->version) == "in-tree") own.insert(decoder->name);
  }
  EXPECT_EQ(rows, own);
  EXPECT_EQ(read_report(out_ + "/" + *own.begin() + "/report.jsonl").certificates.size(), 1u);
}

// Those cells that need neither a solver nor a program with sanitizers. The deep test compares all
// of them.
TEST_F(CertifyCommand, AllDecodersAreResumedBehindTheFinishedOnes) {
  const std::string call = "--all --length 1 --states 0 --no-proof --no-sanitizers";
  const auto table = [&](const std::string& arguments) {
    return certify(arguments, "", "2>/dev/null").out;
  };
  const std::string first = table(call);
  const std::filesystem::path kept = out_ + "/branchy/report.jsonl",
                              lost = out_ + "/dfa_shift/report.jsonl";
  const auto time_of = [](const auto& file) { return std::filesystem::last_write_time(file); };
  const auto kept_at = time_of(kept), lost_at = time_of(lost);
  std::filesystem::remove(out_ + "/dfa_shift/asked");
  std::ofstream(out_ + "/branchless/report.jsonl") << "damaged";
  EXPECT_EQ(table(call + " --resume"), first);
  EXPECT_EQ(time_of(kept), kept_at) << "it was finished";
  EXPECT_GT(time_of(lost), lost_at) << "it was not finished";
  // What was asked otherwise is asked again.
  EXPECT_EQ(certify(call + " --as utf-8/per-byte --resume", "", "2>/dev/null").code, 1);
  EXPECT_GT(time_of(kept), kept_at);
}

TEST_F(CertifyCommand, DocumentShowsTheTableOfTheCommand) {
  const CellsByName shown = documented_certificates();
  ASSERT_FALSE(shown.empty()) << "harness/certify/README.md has no table of `certify --all`";
  const ShellResult answer =
      certify("--all --length 1 --states 0 --no-proof --format markdown", "", "2>/dev/null");
  ASSERT_EQ(answer.code, 0) << answer.out;
  const CellsByName printed = cells_by_name(answer.out);
  std::size_t compared = 0;
  for (const auto& [decoder, cells] : printed) {
    ASSERT_TRUE(shown.contains(decoder)) << decoder << " is not in harness/certify/README.md";
    if (cells.at("exhaustion") == "-") {
      std::printf("not compared, because this processor cannot run it: %s\n", decoder.c_str());
      continue;
    }
    for (const auto& [item, cell] : cells) {
      const bool is_of_the_solver = item == "proof" || item == "encoder" ||
                                    item == "second opinion" || item == "mutation score";
      if (is_of_the_solver || cell == "unchecked") continue;
      ++compared;
      EXPECT_EQ(shown.at(decoder).at(item), cell) << decoder << ", " << item;
    }
  }
  EXPECT_GT(compared, 100u);
  for (const auto& [decoder, cells] : shown) {
    if (!printed.contains(decoder))
      std::printf("not compared, because it is not built here: %s\n", decoder.c_str());
  }
}

TEST_F(CertifyCommand, MisuseIsRefused) {
  EXPECT_EQ(certify("branchy --all").code, 2);
  EXPECT_EQ(certify("").code, 2);
  EXPECT_EQ(certify("not_on_any_list").code, 2);
  EXPECT_EQ(certify("branchy --length 5").code, 2);
  EXPECT_EQ(certify("branchy --as utf-9").code, 2);
  EXPECT_EQ(certify(path("absent.so")).code, 3);
  EXPECT_EQ(certify("-- " + path("absent")).code, 3);
}

TEST_F(CertifyCommand, InterruptedCertificateIsWrittenAndUnfinished) {
  const ShellResult answer = certify("simd --budget deep & while [ $(stat -c %s " + out_ +
                                     "/journal || echo 0) -lt 2000 ]; do sleep 0.01; done; "
                                     "kill -INT $!; wait $!");
  EXPECT_EQ(answer.code, 4) << answer.out;
  const Certificate certificate = stored();
  EXPECT_EQ(certificate.result, item_result::kUnfinished);
  EXPECT_THAT(certificate.items.at(0).claim, HasSubstr("right on all"));
}

// Of one that is killed, nothing is written but the journal.
TEST_F(CertifyCommand, InterruptedAndKilledCertificateIsResumed) {
  const std::string call = "dfa_shift --length 2 --states 1 --threads 1 --no-proof --no-sanitizers";
  const std::string journal = out_ + "/journal";
  EXPECT_EQ(certify(call + " --resume").code, 2) << "nothing was begun";
  std::uintmax_t kept = 0;
  for (const std::string how : {"INT", "KILL"}) {
    // The signal comes when more parts are kept than before.
    const std::string resume = kept > 0 ? " --resume" : "";
    const ShellResult cut = certify(call + resume + " & while [ $(stat -c %s " + journal +
                                    " || echo 0) -lt " + std::to_string(kept + 2000) +
                                    " ]; do sleep 0.01; done; kill -" + how + " $!; wait $!");
    EXPECT_NE(cut.code, 0) << "it ended before the signal";
    ASSERT_TRUE(std::filesystem::exists(journal)) << how;
    const std::uintmax_t now = std::filesystem::file_size(journal);
    EXPECT_GT(now, kept);
    kept = now;
  }
  EXPECT_EQ(certify("branchy --length 2 --no-proof --resume").code, 2) << "of another decoder";
  const ShellResult rest = certify(call + " --resume");
  EXPECT_EQ(rest.code, 0) << rest.out;
  EXPECT_FALSE(std::filesystem::exists(journal));
  // As one that was never cut.
  EXPECT_EQ(stored().items.at(0).comparisons, 2u * 65793u);
}

// A solver may be in the middle of a lemma.
TEST_F(CertifyCommand, InterruptedProofKeepsWhatWasEstablishedBefore) {
  if (!std::filesystem::exists(std::filesystem::path(kProgram).parent_path() / "placemat-prove"))
    GTEST_SKIP() << "placemat-prove was not built (scripts/setup prove)";
  const std::string prover = "pgrep -f '[p]lacemat-prove simd_avx2 .*" + out_ + "'";
  const ShellResult answer = certify("simd_avx2 --length 1 --states 0 --no-sanitizers & until " +
                                     prover + "; do sleep 0.01; done; kill -INT $!; wait $!");
  EXPECT_EQ(answer.code, 4) << answer.out;
  const Certificate certificate = stored();
  EXPECT_EQ(certificate.result, item_result::kUnfinished);
  EXPECT_EQ(certificate.items.at(0).result, item_result::kEstablished);
  EXPECT_THAT(answer.out, HasSubstr("the prover was stopped"));
  EXPECT_NE(shell(prover).code, 0) << "the prover goes on";
}

}  // namespace
}  // namespace placemat
