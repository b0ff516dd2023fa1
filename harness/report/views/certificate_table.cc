#include "harness/report/views/certificate_table.h"

#include <algorithm>
#include <array>
#include <map>
#include <set>

#include "harness/certify/proof_files.h"
#include "harness/report/text.h"

namespace placemat {
namespace {

// From the result that says least. Where something else of the item is established, the two that
// say nothing of it are only a part.
struct ItemCell {
  const char* result;
  const char* text;
  bool is_silent;
};
constexpr std::array kCells{ItemCell{item_result::kRefused, "refused", false},
                            ItemCell{item_result::kUnfinished, "unfinished", false},
                            ItemCell{item_result::kNotChecked, "unchecked", true},
                            ItemCell{item_result::kNotAttempted, "no", true},
                            ItemCell{item_result::kEstablished, "yes", false},
                            ItemCell{item_result::kNotApplicable, "-", false}};

std::string cell_of(const std::set<std::string>& results) {
  const auto least = std::ranges::find_if(
      kCells, [&](const ItemCell& cell) { return results.contains(cell.result); });
  if (least == kCells.end()) return "";
  return least->is_silent && results.contains(item_result::kEstablished) ? "part" : least->text;
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
    std::map<std::string, std::set<std::string>> results;
    for (const CertificateItem& item : one.items) results[column_of(item)].insert(item.result);
    std::vector<std::string> row{visible_line(one.decoder), visible_line(one.judged_as)};
    for (std::size_t i = row.size(); i < table.titles.size(); ++i) {
      row.push_back(cell_of(results[table.titles[i]]));
    }
    table.rows.push_back(std::move(row));
  }
  return table;
}

}  // namespace placemat
