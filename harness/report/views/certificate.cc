#include "harness/report/views/certificate.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "harness/report/text.h"
#include "harness/report/views/table.h"

namespace placemat {
namespace {

// A paragraph behind `indent` blanks.
std::string indented(std::string_view text, std::size_t indent) {
  return paragraph(std::string(indent, ' '), visible_line(text));
}

std::string item_text(const CertificateItem& item) {
  std::string out = fmt::format("  {:14} {}: {}\n", item.result, visible_line(item.item),
                                visible_line(item.about));
  out += indented(item.claim, 17);
  if (!item.assumption.empty()) out += indented("assumes that " + item.assumption, 17);
  if (!item.refuted_by.empty()) {
    out += indented("refuted by " + item.refuted_by, 17);
    out += indented("expected   " + item.expected, 19) + indented("seen       " + item.seen, 19);
  } else if (!item.seen.empty()) {
    out += indented("seen " + item.seen, 17);
  }
  if (!item.replay.empty()) out += indented(item.replay, 19);
  if (item.comparisons == 0) return out;
  std::string figures = fmt::format("{} comparisons, {:.1f} s of processor time",
                                    grouped(item.comparisons), item.seconds);
  if (item.unanswered > 0) {
    figures += fmt::format("; {} had no answer to compare", grouped(item.unanswered));
  }
  return out + indented(figures, 17);
}

}  // namespace

std::string certificate_text(const Certificate& certificate) {
  std::string out = fmt::format("certificate of {} as {}: {}\n", visible_line(certificate.decoder),
                                visible_line(certificate.judged_as), certificate.result);
  if (certificate.result == item_result::kEstablished) {
    out += indented("each claim holds under its own conditions, and says no more", 2);
  }
  out += indented(fmt::format("version {}, SHA-256 {}, placemat {}, CPU {}", certificate.version,
                              certificate.digest.empty() ? "unknown" : certificate.digest,
                              certificate.tool_commit, fmt::join(certificate.cpu_features, " ")),
                  2);
  for (const CertificateItem& item : certificate.items) out += item_text(item);
  return out;
}

}  // namespace placemat
