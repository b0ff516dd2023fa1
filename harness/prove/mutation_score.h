// mutation_score.h: what became of the mutants of a proof, and a directory that keeps scores, so
// that code that several decoders share is tried once. It must not know how a mutant is tried.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace placemat::prove {

struct Survivor {
  std::string mutant;
  std::string text;  // on which it differs from the decoder, though all lemmas hold
};

struct MutationScore {
  std::uint64_t mutants = 0, refuted = 0, equivalent = 0;
  std::vector<std::string> equivalents = {}, undecided = {};
  std::vector<Survivor> survivors = {};
  double seconds = 0;  // of processor time, in all processes
  std::uint64_t score_of() const { return mutants - equivalent; }  // those to refute
  MutationScore& operator+=(const MutationScore& other);
};

std::string to_text(const MutationScore& score);
// Throws InputError where `text` is not from to_text.
MutationScore score_from(const std::string& text);

// A score for each key. What cannot be read or written is as if it were not kept.
class KeptScores {
 public:
  // An empty path: it keeps none.
  explicit KeptScores(std::filesystem::path directory) : directory_(std::move(directory)) {}
  std::optional<MutationScore> find(const std::string& key) const;
  // But for one with a mutant that was not decided: another sitting may decide it.
  void keep(const std::string& key, const MutationScore& score) const;

 private:
  std::filesystem::path file_of(const std::string& key) const;
  std::filesystem::path directory_;
};

}  // namespace placemat::prove
