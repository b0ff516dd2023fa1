// Decoders that claim no dialect or no policy: they are judged as UTF-8, whatever they look like.
#include <gmock/gmock.h>

#include <algorithm>
#include <set>
#include <string>

#include "harness/cli/audit_fixture.h"

namespace placemat {
namespace {

using testing::HasSubstr;
using testing::IsSupersetOf;

// Reads by bit pattern alone, and loses a leading BOM. Its hello names no dialect.
constexpr const char* kLenient = R"py(
import sys
sys.stdin.readline()
print('hello {"name":"lenient","modes":["strict","lossy"]}', flush=True)
def values(units, is_lossy):
    out, i = [], 3 if units[:3] == b"\xef\xbb\xbf" else 0
    while i < len(units):
        lead = units[i]
        n = 1 if lead < 0x80 else 0 if lead < 0xC0 else 2 if lead < 0xE0 else 3 if lead < 0xF0 else 4 if lead < 0xF8 else 0
        rest = units[i + 1:i + n]
        if n == 0 or len(rest) < n - 1 or any(unit >> 6 != 2 for unit in rest):
            if not is_lossy:
                return None
            out.append(0xFFFD)
            i += 1
            continue
        value = lead if n == 1 else lead & (0x7F >> n)
        for unit in rest:
            value = value << 6 | unit & 0x3F
        out.append(value)
        i += n
    return out
for line in sys.stdin:
    number, mode, *units = line.split()
    seen = values(bytes.fromhex("".join(units)), mode == "lossy")
    print(number, "error - -" if seen is None else " ".join(["ok"] + ["%X" % value for value in seen]), flush=True)
)py";

class Unclaimed : public Audit {
 protected:
  std::set<std::string> kinds(const Report& report) {
    std::set<std::string> kinds;
    for (const Finding& finding : report.subjects[0].findings) {
      kinds.emplace(row_of(finding.kind).name);
      for (const Symptom& symptom : finding.symptoms) kinds.emplace(row_of(symptom.kind).name);
    }
    return kinds;
  }

  const std::string adapter_ = "-- python3 " + file("lenient.py", kLenient);
};

TEST_F(Unclaimed, ALenientDecoderIsNoDialectOfItsOwn) {
  const Report report = audit("", adapter_, "--source curated --source sequences");
  EXPECT_EQ(last_.code, 1) << last_.out;
  const DecoderResult& subject = report.subjects[0];
  EXPECT_EQ(subject.judged_as, "utf-8/per-byte/strip-leading");
  EXPECT_EQ(subject.claims_profile, "");
  EXPECT_EQ(subject.described, "utf-8/per-byte/strip-leading");
  EXPECT_THAT(kinds(report),
              IsSupersetOf({"accepts-overlong", "accepts-surrogate", "accepts-beyond-10ffff"}));
  for (const char* words :
       {"lenient differs from utf-8 (it claims no dialect): ",
        "judged as UTF-8, because it claims no dialect.",
        "its policy (per-byte) and BOM rule (strip-leading) are described, not judged.",
        "a leading BOM is lost: right for a whole document, a loss in strings of a format; --as "
        "utf-8/per-byte/keep judges it.",
        "judged as UTF-8; it looks like utf-8-lenient21: --as utf-8-lenient21 judges it as "
        "that."}) {
    std::string out = last_.out;  // lines are broken at blanks
    std::ranges::replace(out, '\n', ' ');
    EXPECT_THAT(out, HasSubstr(words));
  }
}

TEST_F(Unclaimed, AProfileThatIsAskedForIsNotDescribed) {
  const Report report = audit("", adapter_, "--source curated --as utf-8/per-byte/keep");
  EXPECT_EQ(report.subjects[0].described, "");
  EXPECT_THAT(kinds(report), testing::Contains("bom-handling"));
  EXPECT_THAT(last_.out, HasSubstr("which it does not claim"));
}

TEST_F(Unclaimed, ReplaySaysByWhichProfile) {
  const std::string replay = kProgram + " replay 'C0 AF' --operation strict32 ";
  const ShellResult plain = shell(replay + adapter_);
  EXPECT_EQ(plain.code, 1) << plain.out;
  EXPECT_THAT(plain.out, HasSubstr("by utf-8/per-byte/strip-leading: judged as UTF-8, because it "
                                   "claims no dialect\n"));
  EXPECT_THAT(plain.out, HasSubstr("--as utf-8/per-byte/keep judges it"));
  // A policy that is not asked for is described then too.
  const ShellResult asked = shell(replay + "--as utf-8-lenient21 " + adapter_);
  EXPECT_EQ(asked.code, 0) << asked.out;
  EXPECT_THAT(asked.out, testing::Not(HasSubstr("judged as")));
  EXPECT_THAT(asked.out, HasSubstr("(per-byte) and BOM rule (strip-leading) are described"));
  const ShellResult whole = shell(replay + "--as utf-8/per-byte/keep " + adapter_);
  EXPECT_THAT(whole.out, testing::Not(HasSubstr("described")));
}

TEST_F(Unclaimed, APluginMayLeaveTheProfileOut) {
  const Report report = audit("no-claim");
  EXPECT_EQ(last_.code, 0) << last_.out;
  EXPECT_EQ(report.subjects[0].judged_as, "utf-8/maximal-subpart/keep");
  EXPECT_EQ(report.subjects[0].claims_profile, "");
  EXPECT_EQ(report.subjects[0].described, "utf-8/maximal-subpart/keep");
  EXPECT_TRUE(report.subjects[0].findings.empty());
  const ShellResult replayed = shell("PLACEMAT_HOSTILE=no-claim " + kProgram + " replay " +
                                     kHostile + " 'C0 AF' --operation lossy32");
  EXPECT_EQ(replayed.code, 0) << replayed.out;
}

}  // namespace
}  // namespace placemat
