#include "harness/prove/mutation_score.h"

#include <unistd.h>

#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>

#include "harness/bytes/bytes.h"
#include "harness/bytes/error.h"
#include "harness/bytes/sha256.h"

namespace placemat::prove {

namespace fs = std::filesystem;

MutationScore& MutationScore::operator+=(const MutationScore& other) {
  mutants += other.mutants;
  refuted += other.refuted;
  equivalent += other.equivalent;
  undecided.insert(undecided.end(), other.undecided.begin(), other.undecided.end());
  equivalents.insert(equivalents.end(), other.equivalents.begin(), other.equivalents.end());
  survivors.insert(survivors.end(), other.survivors.begin(), other.survivors.end());
  seconds += other.seconds;
  return *this;
}

std::string to_text(const MutationScore& score) {
  nlohmann::json survivors = nlohmann::json::array();
  for (const Survivor& one : score.survivors) survivors.push_back({one.mutant, one.text});
  return nlohmann::json{{"mutants", score.mutants},       {"refuted", score.refuted},
                        {"equivalent", score.equivalent}, {"equivalents", score.equivalents},
                        {"undecided", score.undecided},   {"survivors", survivors},
                        {"seconds", score.seconds}}
      .dump();
}

MutationScore score_from(const std::string& text) {
  try {
    const auto all = nlohmann::json::parse(text);
    MutationScore score{.mutants = all.at("mutants"),
                        .refuted = all.at("refuted"),
                        .equivalent = all.at("equivalent"),
                        .equivalents = all.at("equivalents"),
                        .undecided = all.at("undecided"),
                        .seconds = all.at("seconds")};
    for (const auto& one : all.at("survivors")) score.survivors.push_back({one.at(0), one.at(1)});
    return score;
  } catch (const nlohmann::json::exception& error) {
    throw InputError(std::string("no mutation score: ") + error.what());
  }
}

fs::path KeptScores::file_of(const std::string& key) const {
  return directory_ / (sha256(key) + ".json");
}

std::optional<MutationScore> KeptScores::find(const std::string& key) const {
  if (directory_.empty()) return std::nullopt;
  std::ifstream in(file_of(key), std::ios::binary);
  try {
    return score_from(std::string(std::istreambuf_iterator<char>(in), {}));
  } catch (const InputError&) {
    return std::nullopt;
  }
}

// Under another name first, so that no reader sees half of it.
void KeptScores::keep(const std::string& key, const MutationScore& score) const {
  if (directory_.empty() || !score.undecided.empty()) return;
  std::error_code error;
  fs::create_directories(directory_, error);
  const fs::path file = file_of(key), part = file.string() + "." + std::to_string(getpid());
  std::ofstream out(part, std::ios::binary);
  out << to_text(score);
  out.close();
  if (out) fs::rename(part, file, error);
  fs::remove(part, error);
}

}  // namespace placemat::prove
