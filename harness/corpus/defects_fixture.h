// defects_fixture.h: a catalogue of defects in the directory of a test, whose programs are shell
// scripts.
#pragma once

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "harness/bytes/scratch_fixture.h"
#include "harness/corpus/defects.h"

namespace placemat {

class DefectFiles {
 public:
  DefectFiles() {
    std::filesystem::create_directories(corpus / "defects" / "native");
    std::filesystem::copy_file(PLACEMAT_SOURCE_DIR "/corpus/defect.schema.json",
                               corpus / "defect.schema.json");
  }

  // An entry that no check refuses: a function that accepts C0 80.
  static nlohmann::ordered_json entry(const std::string& id) {
    return {{"id", id},
            {"effect", "accepts-ill-formed"},
            {"versions", {"1.0"}},
            {"entry", "check"},
            {"about", "It accepts C0 80."},
            {"affects", "Programs that call it."},
            {"lets_through", "The overlong form of U+0000."},
            {"units", "C0 80"},
            {"question", "verdict"},
            {"seen", "well-formed"},
            {"expected", "ill-formed"},
            {"clause", "The manual: \"C0 80 is refused.\""},
            {"upstream", {{"searched", "the issues of lib"}}},
            {"native", id + ".sh"},
            {"run", "sh " + id + ".sh"}};
  }

  // Writes lib.json, whose version command prints `version`; an empty one fails.
  void write(const std::vector<nlohmann::ordered_json>& defects, const std::string& version = "1.0",
             const std::string& product = "lib") const {
    const nlohmann::ordered_json document{
        {"schema", "placemat-defects-1"},
        {"licence", "CC0-1.0"},
        {"product", product},
        {"language", "C"},
        {"package", "lib-dev"},
        {"version", version.empty() ? "exit 1" : "echo " + version},
        {"defects", defects},
        {"documented",
         nlohmann::ordered_json::array(
             {{{"entry", "get"}, {"what", "It gives Latin-1."}, {"document", "the manual"}}})}};
    std::ofstream(corpus / "defects" / (product + ".json")) << document.dump(2) << '\n';
  }
  void write_program(const std::string& id, const std::string& text) const {
    std::ofstream(corpus / "defects" / "native" / (id + ".sh")) << text << '\n';
  }

  DefectCatalogue load() const { return load_defects(corpus, defect_folder(corpus)); }

  const std::filesystem::path corpus = scratch("corpus");
};

}  // namespace placemat
