// The decoders of this tree that are written in symbolic words are proved, and what the prover
// leaves can be read and checked by others.
#include "harness/prove/prover.h"

#include <gmock/gmock.h>

#include <cstdlib>
#include <fstream>
#include <map>
#include <set>

#include "harness/bytes/scratch_fixture.h"
#include "harness/certify/solver_program.h"
#include "harness/prove/fixture.h"
#include "harness/prove/subjects.h"

namespace placemat::prove {
namespace {

using testing::HasSubstr;

ProofFiles proved(const Subject& subject, const std::string& out, std::uint64_t every) {
  const placemat_decoder& decoder = *subject.decoder;
  ProverOptions options;
  options.out = out;
  options.every = every;
  return prove_decoder(subject, parse_profile(std::string(decoder.dialect) + "/" + decoder.policy),
                       options);
}

const CertificateItem& item_of(const ProofFiles& proof, const std::string& item,
                               const std::string& about) {
  for (const CertificateItem& one : proof.items) {
    if (one.item == item && one.about == about) return one;
  }
  ADD_FAILURE() << "no " << item << " of " << about;
  return proof.items.front();
}

// But for vector kernels, which the deep tests prove.
TEST(Prover, EachDecoderInSymbolicWordsIsProved) {
  ASSERT_GE(subjects().size(), 11u);
  for (const Subject* subject : subjects()) {
    if (subject->kernel) continue;
    z3::context context;
    const placemat_decoder& decoder = *subject->decoder;
    Proof proof(context, *subject,
                parse_profile(std::string(decoder.dialect) + "/" + decoder.policy));
    proof.check();
    for (const Lemma& lemma : proof.lemmas()) {
      EXPECT_EQ(lemma.result, Lemma::Result::kHolds) << decoder.name << ", " << lemma.name;
    }
  }
}

// Two files may give their templates one name, and the linker must not take one for the other.
TEST(Prover, EachSubjectHasAStepOfItsOwn) {
  std::set<std::ptrdiff_t> steps;
  for (const Subject* subject : subjects()) {
    const std::ptrdiff_t step = subject->place_in_program();
    EXPECT_GT(step, 0) << subject->decoder->name;
    EXPECT_TRUE(steps.insert(step).second) << subject->decoder->name;
  }
}

TEST(Prover, DecoderThatChoosesIsTheOneThatItNames) {
  const std::vector<const Subject*> all = subjects_that_choose();
  ASSERT_EQ(all.size(), 1u);
  const Subject& chooses = *all.front();
  const Subject* const chosen = find_subject(chooses.chosen);
  ASSERT_NE(chosen, nullptr) << chooses.chosen;
  EXPECT_EQ(chooses.place_in_program(), chosen->place_in_program());
  EXPECT_EQ(chooses.rest == nullptr, !chooses.kernel);
  EXPECT_STRNE(chooses.decoder->name, chosen->decoder->name);
}

// So the mutants of that code are tried once.
TEST(Prover, TheCodeAroundEachKernelHasTheSameLemmas) {
  std::map<std::string, std::vector<std::string>> kernels_by_lemmas;
  for (const Subject* subject : subjects()) {
    if (subject->rest == nullptr) continue;
    z3::context context;
    const Proof proof(context, *subject->rest, parse_profile("utf-8/maximal-subpart"));
    std::string lemmas = std::to_string(subject->rest->place_in_program());
    for (const Lemma& lemma : proof.lemmas()) lemmas += "\n" + smt_lib(lemma);
    kernels_by_lemmas[lemmas].push_back(subject->decoder->name);
  }
  ASSERT_EQ(kernels_by_lemmas.size(), 1u);
  EXPECT_GE(kernels_by_lemmas.begin()->second.size(), 3u);
}

TEST(Prover, FilesCanBeReadAgain) {
  const std::string out = scratch();
  ProofFiles proof = proved(TabledBoth<TableFault::kNone>::Type::subject(), out, 0);
  proof.tool_commit = "c";
  proof.digest = "d";
  write_proof(proof, out);
  const ProofFiles again = read_proof(out);
  EXPECT_EQ(again.decoder, "fixture");
  EXPECT_EQ(again.tool_commit, "c");
  EXPECT_EQ(again.digest, "d");
  EXPECT_EQ(again.items.size(), proof.items.size());
  ASSERT_GT(again.lemmas.size(), 20u);
  for (const LemmaFile& lemma : again.lemmas) {
    EXPECT_EQ(sha256_of_file(out + "/" + lemma.file), lemma.sha256) << lemma.file;
  }
  EXPECT_EQ(item_of(again, "proof", "all lengths").result, item_result::kEstablished);
  EXPECT_EQ(item_of(again, "law", "Table 3-7 in SMT-LIB").result, item_result::kEstablished);
  EXPECT_EQ(item_of(again, "mutation score", "the proof").result, item_result::kNotAttempted);
}

// A sample without a mutant shows nothing.
TEST(Prover, ASampleWithoutAMutantIsNoScore) {
  const ProofFiles proof =
      proved(TabledBoth<TableFault::kNone>::Type::subject(), scratch(), 1'000'003);
  EXPECT_EQ(item_of(proof, "mutation score", "the proof").result, item_result::kNotAttempted);
}

TEST(Prover, SecondSolverAgrees) {
  if (!solver_program("cvc5")) GTEST_SKIP() << "cvc5 is absent (scripts/setup prove)";
  const ProofFiles proof = proved(TabledBoth<TableFault::kNone>::Type::subject(), scratch(), 0);
  EXPECT_EQ(item_of(proof, "second opinion", "SMT-LIB").result, item_result::kEstablished);
}

TEST(Prover, ClausesAreUnsatisfiable) {
  if (!solver_program("cadical")) GTEST_SKIP() << "cadical is absent (scripts/setup prove)";
  const ProofFiles proof = proved(TabledBoth<TableFault::kNone>::Type::subject(), scratch(), 0);
  const CertificateItem& item = item_of(proof, "second opinion", "CNF and DRAT");
  const bool has_checker = solver_program("drat-trim").has_value();
  EXPECT_EQ(item.result, has_checker ? item_result::kEstablished : item_result::kNotChecked)
      << item.claim;
}

// None is on the search path.
class WithoutSolvers : public testing::Test {
 protected:
  WithoutSolvers() { setenv("PATH", scratch().c_str(), 1); }
  ~WithoutSolvers() override { setenv("PATH", path_.c_str(), 1); }

 private:
  std::string path_ = std::getenv("PATH");
};

TEST_F(WithoutSolvers, AreSaidToBeAbsent) {
  const ProofFiles proof = proved(TabledBoth<TableFault::kNone>::Type::subject(), scratch(), 0);
  EXPECT_EQ(item_of(proof, "second opinion", "SMT-LIB").result, item_result::kNotChecked);
  EXPECT_EQ(item_of(proof, "second opinion", "CNF and DRAT").result, item_result::kNotChecked);
}

// And the certificate says so.
TEST_F(WithoutSolvers, MutantsOfTheSameCodeAreTriedOnce) {
  const auto with_scores = [out = scratch()](const Subject& subject, std::uint64_t every) {
    ProverOptions options;
    options.out = out;
    options.every = every;
    options.scores = out / "scores";
    return item_of(prove_decoder(subject, parse_profile("utf-8/maximal-subpart"), options),
                   "mutation score", "the proof");
  };
  const Subject& tabled = TabledBoth<TableFault::kNone>::Type::subject();
  const CertificateItem first = with_scores(tabled, 97), again = with_scores(tabled, 97);
  EXPECT_EQ(first.result, item_result::kEstablished);
  EXPECT_EQ(again.result, item_result::kEstablished);
  EXPECT_THAT(first.claim, Not(HasSubstr("tried there")));
  EXPECT_THAT(again.claim, HasSubstr("were tried there"));
  EXPECT_GT(first.seconds, 0);
  EXPECT_EQ(again.seconds, 0);
  // Another share of the mutants, and another decoder.
  EXPECT_THAT(with_scores(tabled, 89).claim, Not(HasSubstr("tried there")));
  const Subject& other = FaultyBoth<Fault::kNone>::Type::subject();
  EXPECT_THAT(with_scores(other, 97).claim, Not(HasSubstr("tried there")));
}

// What a program says that stands alone on the search path, but for what a shell script needs.
class OtherSolvers : public WithoutSolvers {
 protected:
  OtherSolvers() {
    for (const char* tool : {"sh", "timeout", "touch"}) {
      for (const char* folder : {"/usr/bin/", "/bin/"}) {
        if (std::filesystem::exists(std::string(folder) + tool)) {
          std::filesystem::create_symlink(std::string(folder) + tool, scratch(tool));
          break;
        }
      }
    }
  }
  void put(const char* name, const std::string& script) {
    std::ofstream(scratch(name)) << "#!/bin/sh\n" << script << "\n";
    std::filesystem::permissions(scratch(name), std::filesystem::perms::owner_all);
  }
  std::string result_of(const char* about) {
    const ProofFiles proof =
        proved(TabledBoth<TableFault::kNone>::Type::subject(), scratch("proof"), 0);
    return item_of(proof, "second opinion", about).result;
  }
};

TEST_F(OtherSolvers, OneThatDisagreesIsRefused) {
  put("cvc5", "echo sat");
  EXPECT_EQ(result_of("SMT-LIB"), item_result::kRefused);
}

TEST_F(OtherSolvers, OneThatDoesNotDecideLeavesItUnfinished) {
  put("cvc5", "echo unknown");
  EXPECT_EQ(result_of("SMT-LIB"), item_result::kUnfinished);
}

// The exit code of CaDiCaL for "unsatisfiable" is 20.
TEST_F(OtherSolvers, ClausesCountOnlyWhereACheckerVerifiesThem) {
  put("cadical", "exit 20");
  put("drat-trim", "echo 's VERIFIED'");
  EXPECT_EQ(result_of("CNF and DRAT"), item_result::kEstablished);
  put("drat-trim", "echo 's NOT VERIFIED'");
  EXPECT_EQ(result_of("CNF and DRAT"), item_result::kUnfinished);
}

// And for "satisfiable" 10.
TEST_F(OtherSolvers, OneThatSatisfiesClausesIsRefused) {
  put("cadical", "exit 10");
  EXPECT_EQ(result_of("CNF and DRAT"), item_result::kRefused);
  put("cadical", "exit 1");
  EXPECT_EQ(result_of("CNF and DRAT"), item_result::kUnfinished);
}

TEST(Prover, FaultIsRefusedWithItsText) {
  const ProofFiles proof = proved(FaultyBoth<Fault::kLostValue>::Type::subject(), scratch(), 1);
  const CertificateItem& item = item_of(proof, "proof", "all lengths");
  EXPECT_EQ(item.result, item_result::kRefused);
  EXPECT_EQ(item.refuted_by, "F1 9A 8B 8C");
  EXPECT_EQ(item_of(proof, "mutation score", "the proof").result, item_result::kNotAttempted);
}

}  // namespace
}  // namespace placemat::prove
