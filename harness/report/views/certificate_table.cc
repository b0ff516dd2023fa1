#include "harness/report/views/certificate_table.h"

#include <algorithm>
#include <array>
#include <utility>

#include "harness/certify/proof_files.h"
#include "harness/report/text.h"

namespace placemat {
namespace {

// From the result that says least.
constexpr std::array kCells{std::pair{item_result::kRefused, "refused"},
                            std::pair{item_result::kUnfinished, "unfinished"},
                            std::pair{item_result::kNotChecked, "unchecked"},
                            std::pair{item_result::kNotAttempted, "no"},
                            std::pair{item_result::kEstablished, "yes"},
                            std::pair{item_result::kNotApplicable, "-"}};

std::size_t rank_of(const std::string& result) {
  const auto row = std::ranges::find(kCells, result, [](const auto& cell) { return cell.first; });
  return static_cast<std::size_t>(row - kCells.begin());
}

// Items of one name are about operations, which differ from decoder to decoder, or about something
// that has a column of its own.
std::string column_of(const CertificateItem& item) {
  const bool is_divided = item.item == "memory" || item.item == "law";
  return visible_line(is_divided ? item.item + ", " + item.about : item.item);
}

}  // namespace

Table certificate_table(std::span<const Certificate> certificates) {
  Table table;
  table.titles = {"decoder", "judged as"};
  for (const Certificate& one : certificates) {
    for (const CertificateItem& item : one.items) {
      const std::string column = column_of(item);
      if (std::ranges::find(table.titles, column) == table.titles.end()) {
        table.titles.push_back(column);
      }
    }
  }
  for (const Certificate& one : certificates) {
    std::vector<std::size_t> ranks(table.titles.size(), kCells.size());
    for (const CertificateItem& item : one.items) {
      const auto column = std::ranges::find(table.titles, column_of(item)) - table.titles.begin();
      std::size_t& rank = ranks[static_cast<std::size_t>(column)];
      rank = std::min(rank, rank_of(item.result));
    }
    std::vector<std::string> row{visible_line(one.decoder), visible_line(one.judged_as)};
    for (std::size_t i = row.size(); i < ranks.size(); ++i) {
      row.emplace_back(ranks[i] < kCells.size() ? kCells[ranks[i]].second : "");
    }
    table.rows.push_back(std::move(row));
  }
  return table;
}

}  // namespace placemat
