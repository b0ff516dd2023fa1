#include "harness/campaign/defect_records.h"

namespace placemat {

DefectRecord record_of(const FoundDefect& found) {
  const Defect& defect = *found.defect;
  DefectRecord record;
  record.id = defect.id;
  record.product = found.product->name;
  record.language = found.product->language;
  record.effect = row_of(defect.effect).name;
  record.versions = defect.versions;
  record.fixed_in = defect.fixed_in;
  record.is_withheld = defect.is_withheld;
  if (defect.is_withheld) return record;
  record.entry = defect.entry;
  record.about = defect.about;
  record.lets_through = defect.lets_through;
  record.units = to_text(defect.units);
  record.seen = defect.seen;
  record.expected = defect.expected;
  record.clause = defect.clause;
  record.links = defect.links;
  record.native = defect.native.file;
  return record;
}

std::vector<DefectRecord> defect_records(const std::filesystem::path& corpus) {
  const DefectCatalogue catalogue = load_defects(corpus, defect_folder(corpus));
  std::vector<DefectRecord> records;
  for (const FoundDefect& found : catalogue.by_effect()) records.push_back(record_of(found));
  return records;
}

std::vector<DefectRecord> defect_records(const std::filesystem::path& corpus,
                                         const std::set<std::string>& products) {
  std::vector<DefectRecord> records = defect_records(corpus);
  std::erase_if(records,
                [&](const DefectRecord& record) { return !products.contains(record.product); });
  return records;
}

}  // namespace placemat
