#include "harness/campaign/certificate_check.h"

#include <gmock/gmock.h>

#include <cstdlib>
#include <fstream>

#include "harness/bytes/error.h"
#include "harness/bytes/scratch_fixture.h"
#include "harness/certify/proof_files.h"
#include "harness/certify/solver_program.h"

namespace placemat {
namespace {

class CheckedCertificate : public testing::Test {
 protected:
  void SetUp() override {
    std::filesystem::create_directories(scratch("proof/lemmas"));
    const std::string head = "(set-logic QF_BV)\n(declare-const u (_ BitVec 8))\n";
    proof_.decoder = "some";
    add("right", "unsat", head + "(assert (bvult u #x00))\n(check-sat)\n");
    add("possible", "sat", head + "(assert (= u #xE0))\n(check-sat)\n");
  }
  void add(const std::string& name, const std::string& expected, const std::string& text) {
    const std::string file = "lemmas/" + name + ".smt2";
    std::ofstream(scratch("proof/" + file)) << text;
    proof_.lemmas.push_back({file, expected, name, sha256_of_file(scratch("proof/" + file))});
  }
  CertificateCheck check() {
    write_proof(proof_, scratch("proof"));
    return check_certificate(scratch(), {.limit = 20, .threads = 2});
  }
  ProofFiles proof_;
};

TEST_F(CheckedCertificate, IsConfirmedByEachSolver) {
  if (!solver_program("z3") && !solver_program("cvc5")) GTEST_SKIP() << "no solver is installed";
  const CertificateCheck found = check();
  ASSERT_EQ(found.lemmas.size(), 2u);
  for (const LemmaCheck& lemma : found.lemmas) EXPECT_TRUE(lemma.is_confirmed()) << lemma.file;
}

TEST_F(CheckedCertificate, WrongLemmaIsContradicted) {
  if (!solver_program("z3") && !solver_program("cvc5")) GTEST_SKIP() << "no solver is installed";
  add("wrong", "unsat", "(set-logic QF_BV)\n(declare-const p Bool)\n(assert p)\n(check-sat)\n");
  EXPECT_TRUE(check().lemmas.back().is_contradicted());
}

TEST_F(CheckedCertificate, ChangedFileIsNotConfirmed) {
  if (!solver_program("z3") && !solver_program("cvc5")) GTEST_SKIP() << "no solver is installed";
  std::ofstream(scratch("proof/lemmas/right.smt2"), std::ios::app) << "; more\n";
  const CertificateCheck found = check();
  EXPECT_TRUE(found.lemmas.front().is_contradicted());
  EXPECT_FALSE(found.lemmas.front().is_confirmed());
}

// Nothing is confirmed about what is not there.
TEST_F(CheckedCertificate, MissingFileIsNeitherConfirmedNorContradicted) {
  if (!solver_program("z3") && !solver_program("cvc5")) GTEST_SKIP() << "no solver is installed";
  std::filesystem::remove(scratch("proof/lemmas/right.smt2"));
  const CertificateCheck found = check();
  EXPECT_TRUE(found.lemmas.front().is_missing);
  EXPECT_FALSE(found.lemmas.front().is_confirmed());
  EXPECT_FALSE(found.lemmas.front().is_contradicted());
}

TEST_F(CheckedCertificate, OneThatHasNothingToCheckIsRefused) {
  proof_.lemmas.clear();
  EXPECT_THROW(check(), InputError);
}

TEST_F(CheckedCertificate, LemmaOutsideOfItsDirectoryIsRefused) {
  for (const char* file : {"../elsewhere.smt2", "/elsewhere.smt2", "lemmas/../../elsewhere.smt2"}) {
    proof_.lemmas = {{file, "unsat", "some", ""}};
    EXPECT_THROW(check(), InputError) << file;
  }
}

TEST_F(CheckedCertificate, IsUncheckedWithoutASolver) {
  const std::string search = std::getenv("PATH");
  ASSERT_EQ(setenv("PATH", scratch().c_str(), 1), 0);
  EXPECT_THROW(check(), AbsentError);
  ASSERT_EQ(setenv("PATH", search.c_str(), 1), 0);
}

TEST_F(CheckedCertificate, WhatIsNoProofIsMisuse) {
  std::ofstream(scratch("proof/proof.json")) << "{\"decoder\": 7}";
  EXPECT_THROW(check_certificate(scratch("proof"), {}), InputError);
  EXPECT_THROW(check_certificate(scratch("nowhere"), {}), InputError);
  EXPECT_THROW(check_certificate(scratch("proof/proof.json"), {}), InputError);
  std::filesystem::remove(scratch("proof/proof.json"));
  std::filesystem::create_directory(scratch("proof/proof.json"));
  EXPECT_THROW(check_certificate(scratch("proof"), {}), InputError);
}

}  // namespace
}  // namespace placemat
