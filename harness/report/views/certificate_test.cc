#include "harness/report/views/certificate.h"

#include <gmock/gmock.h>

#include <sstream>

#include "harness/report/fixture.h"

namespace placemat {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

const Certificate& example() {
  static const Report kReport = fixture::report();
  return kReport.certificates.at(0);
}

TEST(CertificateText, ShowsWhatIsRefusedWithTheStringAndWhatWasNotAttempted) {
  EXPECT_THAT(
      certificate_text(example()),
      AllOf(HasSubstr("certificate of gamma as "), HasSubstr(": refused\n"),
            HasSubstr("refused        exhaustion: validate\n"), HasSubstr("refuted by C0 AF\n"),
            HasSubstr("right on all 257 strings of 0 to 1 units\n"),
            HasSubstr("placemat replay gamma 'C0 AF' --operation validate\n"),
            HasSubstr("514 comparisons, 0.2 s of processor time\n"),
            HasSubstr("not attempted  proof: all lengths\n"), Not(HasSubstr("own conditions"))));
}

TEST(CertificateText, BindsToDigestCommitAndProcessor) {
  EXPECT_THAT(certificate_text(example()),
              HasSubstr("version 2.0, SHA-256 ab12, placemat 0d72d9e, CPU avx2\n"));
}

TEST(CertificateText, ForeignTextStaysOnItsLine) {
  Certificate certificate = example();
  certificate.decoder = "two\nlines";
  certificate.items[0].seen = "\x1B[31m" + std::string(300, 'x') + " " + std::string(60, 'y');
  std::istringstream lines(certificate_text(certificate));
  std::string line;
  std::getline(lines, line);
  EXPECT_THAT(line, AllOf(HasSubstr("two"), HasSubstr("lines as")));
  while (std::getline(lines, line)) EXPECT_THAT(line, Not(HasSubstr("\x1B")));
}

}  // namespace
}  // namespace placemat
