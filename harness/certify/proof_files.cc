#include "harness/certify/proof_files.h"

#include <algorithm>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>

#include "harness/bytes/bytes.h"
#include "harness/bytes/error.h"
#include "harness/bytes/sha256.h"

namespace placemat {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

// The members of an item, to or from JSON.
class ToMembers {
 public:
  template <class T>
  void operator()(const char* name, T& value) {
    object[name] = value;
  }
  void unless_empty(const char* name, const std::string& value) {
    if (!value.empty()) object[name] = value;
  }
  json object = json::object();
};

class FromMembers {
 public:
  explicit FromMembers(const json& object) : object_(object) {}
  template <class T>
  void operator()(const char* name, T& value) {
    object_.at(name).get_to(value);
  }
  void unless_empty(const char* name, std::string& value) {
    value = object_.value(name, std::string());
  }

 private:
  const json& object_;
};

// A certificate is checked by its own files only.
void check_inside(const fs::path& index, const fs::path& lemma) {
  const auto leaves = [](const fs::path& part) { return part == ".."; };
  if (!lemma.is_absolute() && std::ranges::none_of(lemma, leaves)) return;
  throw InputError(index.string() + ": the lemma " + lemma.string() +
                   " is outside of the certificate");
}

json to_json(const CertificateItem& item) {
  ToMembers visitor;
  members(visitor, item);
  return std::move(visitor.object);
}

CertificateItem item_from(const json& object) {
  CertificateItem item;
  FromMembers visitor(object);
  members(visitor, item);
  return item;
}

}  // namespace

void write_proof(const ProofFiles& proof, const fs::path& directory) {
  json whole{{"decoder", proof.decoder},         {"judged_as", proof.judged_as},
             {"tool_commit", proof.tool_commit}, {"digest", proof.digest},
             {"items", json::array()},           {"lemmas", json::array()}};
  for (const CertificateItem& item : proof.items) whole["items"].push_back(to_json(item));
  for (const LemmaFile& lemma : proof.lemmas) {
    whole["lemmas"].push_back({{"file", lemma.file},
                               {"expected", lemma.expected},
                               {"claim", lemma.claim},
                               {"sha256", lemma.sha256},
                               {"seconds", lemma.seconds}});
  }
  std::ofstream out(directory / kProofIndex);
  out << whole.dump(1) << '\n';
  if (!out.flush()) throw InputError((directory / kProofIndex).string() + ": cannot be written");
}

ProofFiles read_proof(const fs::path& directory) {
  const fs::path file = directory / kProofIndex;
  std::ifstream in(file);
  std::error_code none;
  if (fs::is_directory(file, none)) throw InputError(file.string() + ": a directory, and no file");
  if (fs::exists(directory, none) && !fs::is_directory(directory, none)) {
    throw InputError(directory.string() + ": a file; --check wants the directory of a certificate");
  }
  if (!in) {
    throw InputError(file.string() + ": no such file; `placemat certify DECODER --out " +
                     directory.string() + "` writes it where the prover is built");
  }
  try {
    const json whole = json::parse(in);
    ProofFiles proof;
    whole.at("decoder").get_to(proof.decoder);
    whole.at("judged_as").get_to(proof.judged_as);
    whole.at("tool_commit").get_to(proof.tool_commit);
    whole.at("digest").get_to(proof.digest);
    for (const json& item : whole.at("items")) proof.items.push_back(item_from(item));
    for (const json& lemma : whole.at("lemmas")) {
      proof.lemmas.push_back({lemma.at("file"), lemma.at("expected"), lemma.at("claim"),
                              lemma.at("sha256"), lemma.value("seconds", 0.0)});
      check_inside(file, proof.lemmas.back().file);
    }
    return proof;
  } catch (const json::exception&) {
    throw InputError(file.string() +
                     ": not what the prover writes; `placemat certify` writes it anew");
  }
}

std::string sha256_of_file(const fs::path& file) {
  std::ifstream in(file, std::ios::binary);
  if (!in) return "";
  return sha256(std::string(std::istreambuf_iterator<char>(in), {}));
}

}  // namespace placemat
