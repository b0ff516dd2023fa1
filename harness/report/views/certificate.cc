#include "harness/report/views/certificate.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "harness/report/text.h"

namespace placemat {
namespace {

// The text in lines of at most 100 columns, each behind `indent` blanks.
std::string wrapped(const std::string& text, std::size_t indent) {
  constexpr std::size_t kColumns = 100;
  const std::string margin(indent, ' ');
  std::string out, line;
  const auto end_line = [&] {
    out += margin + line + "\n";
    line.clear();
  };
  std::string rest = visible_line(text);
  while (!rest.empty()) {
    const std::size_t end = std::min(rest.find(' '), rest.size());
    if (!line.empty() && indent + line.size() + 1 + end > kColumns) end_line();
    line += (line.empty() ? "" : " ") + rest.substr(0, end);
    rest.erase(0, end + 1);
  }
  end_line();
  return out;
}

std::string item_text(const CertificateItem& item) {
  std::string out = fmt::format("  {:14} {}: {}\n", item.result, visible_line(item.item),
                                visible_line(item.about));
  out += wrapped(item.claim, 17);
  if (!item.assumption.empty()) out += wrapped("assumes that " + item.assumption, 17);
  if (!item.refuted_by.empty()) {
    out += wrapped("refuted by " + item.refuted_by, 17);
    out += wrapped("expected   " + item.expected, 19) + wrapped("seen       " + item.seen, 19);
  } else if (!item.seen.empty()) {
    out += wrapped("seen " + item.seen, 17);
  }
  if (!item.replay.empty()) out += wrapped(item.replay, 19);
  if (item.comparisons == 0) return out;
  std::string figures = fmt::format("{} comparisons, {:.1f} s of processor time",
                                    grouped(item.comparisons), item.seconds);
  if (item.unanswered > 0) {
    figures += fmt::format("; {} had no answer to compare", grouped(item.unanswered));
  }
  return out + wrapped(figures, 17);
}

}  // namespace

std::string certificate_text(const Certificate& certificate) {
  std::string out = fmt::format("certificate of {} as {}: {}\n", visible_line(certificate.decoder),
                                visible_line(certificate.judged_as), certificate.result);
  if (certificate.result == item_result::kEstablished) {
    out += wrapped("each claim holds under its own conditions, and says no more", 2);
  }
  out += wrapped(fmt::format("version {}, SHA-256 {}, placemat {}, CPU {}", certificate.version,
                             certificate.digest.empty() ? "unknown" : certificate.digest,
                             certificate.tool_commit, fmt::join(certificate.cpu_features, " ")),
                 2);
  for (const CertificateItem& item : certificate.items) out += item_text(item);
  return out;
}

}  // namespace placemat
