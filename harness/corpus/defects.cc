#include "harness/corpus/defects.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

#include "harness/bytes/error.h"
#include "harness/bytes/json.h"
#include "harness/bytes/text_file.h"
#include "harness/corpus/outcome.h"
#include "harness/spec/reference.h"

namespace placemat {
namespace {

using nlohmann::json;
using Path = std::vector<std::string>;

constexpr std::array<EffectRow, kEffects> kEffectRows{{
    {"out-of-bounds", "reads or writes memory out of bounds"},
    {"accepts-ill-formed", "accepts ill-formed text"},
    {"loses-text", "loses text"},
    {"eats-or-invents-text", "eats or invents text"},
    {"crashes-or-hangs", "crashes or hangs"},
    {"wrong-report", "reports something else than happened"},
    {"wrong-count", "counts wrong"},
}};

std::string text(const json& entry, const char* member) {
  return entry.value(member, std::string());
}

std::vector<std::string> strings(const json& entry, const char* member) {
  return entry.value(member, std::vector<std::string>{});
}

std::string answer_text(const Answer& answer, bool is_strict) {
  if (is_strict && answer.error) return "ill-formed";
  return answer.values.empty() ? "nothing" : values_to_text(answer.values);
}

// Every answer that some replacement policy gives, and the refusal.
std::set<std::string> right_answers(const Defect& defect) {
  std::set<std::string> right;
  for (const Policy& policy : policies()) {
    Profile profile = defect.promised;
    profile.policy = policy.id;
    right.insert(answer_text(reference_decode(defect.units.bytes, profile), policy.stops));
  }
  return right;
}

std::string laid_out(const nlohmann::ordered_json& document) { return document.dump(2) + "\n"; }

std::filesystem::path file_of(const DefectCatalogue& catalogue, const DefectiveProduct& product) {
  return catalogue.folder / (product.slug + ".json");
}

std::vector<FoundDefect> sorted(const DefectCatalogue& catalogue, bool are_differences) {
  std::vector<FoundDefect> out;
  for (const DefectiveProduct& product : catalogue.products) {
    for (const Defect& defect : product.defects) {
      if (defect.is_difference == are_differences) out.push_back({&product, &defect});
    }
  }
  std::ranges::sort(out, {}, [](const FoundDefect& found) {
    return std::tie(found.defect->effect, found.product->slug, found.defect->id);
  });
  return out;
}

class DefectReader {
 public:
  DefectReader(const std::filesystem::path& corpus, const std::filesystem::path& folder)
      : schema_(corpus / "defect.schema.json"), is_public_(folder == defect_folder(corpus)) {
    lint_.catalogue.folder = folder;
  }

  DefectLint read() {
    const std::filesystem::path& folder = lint_.catalogue.folder;
    for (const std::filesystem::path& path : product_files(folder)) read_file(path);
    check_programs(folder / "native");
    std::ranges::sort(lint_.problems, [](const Problem& a, const Problem& b) {
      return std::tie(a.file, a.line) < std::tie(b.file, b.line);
    });
    return std::move(lint_);
  }

 private:
  // The programs stand in a folder of their own, so `json_files` does not fit.
  std::vector<std::filesystem::path> product_files(const std::filesystem::path& folder) {
    std::vector<std::filesystem::path> files;
    std::error_code error;
    for (const auto& entry : std::filesystem::directory_iterator(folder, error)) {
      if (entry.path().filename() == "native") continue;
      if (entry.path().extension() == ".json") {
        files.push_back(entry.path());
      } else {
        lint_.problems.push_back({entry.path().string(), 0,
                                  "no product file; a file here is <product>.json, and a "
                                  "reproduction stands in native/"});
      }
    }
    if (error) lint_.problems.push_back({folder.string(), 0, "cannot be read: " + error.message()});
    std::ranges::sort(files);
    return files;
  }

  void problem(const JsonFile& file, const Path& path, std::string what) {
    lint_.problems.push_back({file.name, file.line(path), std::move(what)});
  }

  void read_file(const std::filesystem::path& path) {
    const std::optional<JsonFile> file = open_json(path, lint_.problems);
    if (!file || !schema_.check(*file, lint_.problems).empty()) return;
    const json& document = file->document;
    DefectiveProduct product;
    product.slug = path.stem().string();
    product.name = text(document, "product");
    product.language = text(document, "language");
    product.package = text(document, "package");
    product.version_command = text(document, "version");
    for (const json& entry : document.at("documented")) {
      product.documented.push_back(
          {text(entry, "entry"), text(entry, "what"), text(entry, "document")});
    }
    const json& defects = document.at("defects");
    if (defects.empty() && product.documented.empty()) {
      problem(*file, {"defects"}, "neither a defect nor a documented policy; remove the file");
    }
    for (std::size_t i = 0; i < defects.size(); ++i) {
      read_defect(*file, i, defects[i], product);
    }
    lint_.catalogue.products.push_back(std::move(product));
  }

  void read_defect(const JsonFile& file, std::size_t index, const json& entry,
                   DefectiveProduct& product) {
    const std::size_t before = lint_.problems.size();
    const auto complain = [&](const char* member, std::string_view what) {
      problem(file, {"defects", std::to_string(index), member},
              fmt::format("{}: {}", text(entry, "id"), what));
    };
    Defect defect = envelope_of(entry);
    if (!defect.id.starts_with(product.slug + "-")) {
      complain("id", fmt::format("an id of this file begins with \"{}-\"", product.slug));
    }
    const auto [known, is_new] = ids_.emplace(defect.id, file.name);
    if (!is_new) {
      complain("id", fmt::format("this id is already used in {}; ids are unique and stay",
                                 known->second));
    }
    if (!defect.is_withheld) check_answers(entry, defect, complain);
    if (lint_.problems.size() == before) product.defects.push_back(std::move(defect));
  }

  static Defect envelope_of(const json& entry) {
    Defect defect;
    defect.id = text(entry, "id");
    const auto effect = std::ranges::find(kEffectRows, text(entry, "effect"), &EffectRow::name);
    defect.effect = static_cast<Effect>(effect - kEffectRows.begin());
    defect.versions = strings(entry, "versions");
    defect.fixed_in = text(entry, "fixed_in");
    defect.is_withheld = entry.contains("withheld");
    defect.is_difference = entry.contains("difference");
    defect.entry = text(entry, "entry");
    defect.about = text(entry, "about");
    defect.affects = text(entry, "affects");
    defect.lets_through = text(entry, "lets_through");
    defect.around = text(entry, "around");
    defect.clause = text(entry, "clause");
    defect.question = text(entry, "question");
    defect.seen = text(entry, "seen");
    defect.expected = text(entry, "expected");
    const json upstream = entry.value("upstream", json::object());
    defect.links = strings(upstream, "links");
    defect.searched = text(upstream, "searched");
    defect.mended = text(upstream, "mended");
    defect.native = {text(entry, "native"), text(entry, "build"), text(entry, "run")};
    defect.reported = text(entry, "reported");
    defect.public_since = text(entry, "public_since");
    return defect;
  }

  template <typename Complain>
  void check_answers(const json& entry, Defect& defect, const Complain& complain) {
    try {
      defect.units = parse_units(text(entry, "units"), kMaxVectorUnits);
    } catch (const InputError& error) {
      return complain("units", error.what());
    }
    try {
      const std::string promised =
          fmt::format("{}/{}/{}", entry.value("dialect", "utf-8"),
                      entry.value("policy", "maximal-subpart"), entry.value("bom", "keep"));
      defect.promised = parse_profile(promised);
    } catch (const InputError& error) {
      return complain("dialect", error.what());
    }
    if (defect.effect == Effect::kAcceptsIllFormed && defect.lets_through.empty()) {
      complain("effect", "\"lets_through\" says which ill-formed text it accepts");
    }
    if (!defect.is_difference && std::ranges::count(defect.clause, '"') < 2) {
      complain(
          "clause",
          "it quotes, between \"\", the manual or the standard that promises what is expected; "
          "what only we expect is marked \"difference\": true");
    }
    // Input that leaves the bounds of memory helps attackers before it helps anyone else.
    if (defect.effect == Effect::kOutOfBounds && defect.links.empty() &&
        defect.public_since.empty() && is_public_) {
      complain("effect",
               "it is not public, so only the product and the class may stand here: "
               "\"withheld\": true");
    }
    check_expected(defect, complain);
    programs_.emplace(defect.native.file, defect.id);
  }

  template <typename Complain>
  static void check_expected(const Defect& defect, const Complain& complain) {
    if (canonical_line(defect.seen) == canonical_line(defect.expected)) {
      return complain("seen", "what is seen is what is expected; that is no defect");
    }
    if (defect.question == "other") return;
    Profile strict = defect.promised;
    strict.policy = PolicyId::kReject;
    const bool is_ill_formed = reference_decode(defect.units.bytes, strict).error.has_value();
    const std::set<std::string> verdict{is_ill_formed ? "ill-formed" : "well-formed"};
    const std::set<std::string> right =
        defect.question == "verdict" ? verdict : right_answers(defect);
    const std::string promised =
        answer_text(reference_decode(defect.units.bytes, defect.promised), false);
    const std::string expected = canonical_line(defect.expected);
    const bool is_law = defect.question == "verdict"
                            ? verdict.contains(expected)
                            : expected == promised || (is_ill_formed && expected == "ill-formed");
    if (!is_law) {
      complain("expected",
               fmt::format("this contradicts the law, which says {}; correct it, or the promise",
                           defect.question == "verdict" ? *verdict.begin() : promised));
    }
    if (right.contains(canonical_line(defect.seen))) {
      complain("seen", "this is right under a replacement policy, and a policy is no defect");
    }
  }

  // Each program is used, and each one that is named exists.
  void check_programs(const std::filesystem::path& folder) {
    std::error_code error;
    for (const auto& [file, id] : programs_) {
      if (std::filesystem::is_regular_file(folder / file, error)) continue;
      lint_.problems.push_back(
          {(folder / file).string(), 0, fmt::format("{} names it, and it is not there", id)});
    }
    // A file that cannot be read may name the others.
    if (!lint_.problems.empty()) return;
    for (const auto& entry : std::filesystem::directory_iterator(folder, error)) {
      if (programs_.contains(entry.path().filename().string())) continue;
      lint_.problems.push_back(
          {entry.path().string(), 0, "no defect names this reproduction; remove it"});
    }
  }

  Schema schema_;
  bool is_public_;
  std::map<std::string, std::string> ids_;       // with the file
  std::map<std::string, std::string> programs_;  // with the defect
  DefectLint lint_;
};

}  // namespace

const std::array<EffectRow, kEffects>& effect_rows() { return kEffectRows; }

const EffectRow& row_of(Effect effect) { return kEffectRows.at(static_cast<std::size_t>(effect)); }

std::string canonical_line(const std::string& line) {
  try {
    return values_to_text(parse_values(line));
  } catch (const InputError&) {
    return line;
  }
}

FoundDefect DefectCatalogue::find(std::string_view id) const {
  for (const DefectiveProduct& product : products) {
    const auto found = std::ranges::find(product.defects, id, &Defect::id);
    if (found != product.defects.end()) return {&product, &*found};
  }
  return {nullptr, nullptr};
}

std::vector<FoundDefect> DefectCatalogue::by_effect() const { return sorted(*this, false); }

std::vector<FoundDefect> DefectCatalogue::differences() const { return sorted(*this, true); }

DefectLint lint_defects(const std::filesystem::path& corpus, const std::filesystem::path& folder) {
  std::error_code error;
  if (folder == defect_folder(corpus) && !std::filesystem::exists(folder, error)) {
    return {{folder, {}}, {}};
  }
  return DefectReader(corpus, folder).read();
}

DefectCatalogue load_defects(const std::filesystem::path& corpus,
                             const std::filesystem::path& folder) {
  DefectLint lint = lint_defects(corpus, folder);
  if (lint.problems.empty()) return std::move(lint.catalogue);
  const std::size_t more = lint.problems.size() - 1;
  throw InputError(to_text(lint.problems.front()) +
                   (more == 0
                        ? std::string()
                        : fmt::format(" (and {} more: `placemat corpus lint` lists all)", more)));
}

bool record_version(const DefectCatalogue& catalogue, const FoundDefect& found,
                    const std::string& version, bool is_fixed) {
  const Defect& defect = *found.defect;
  const bool is_named = std::ranges::find(defect.versions, version) != defect.versions.end();
  if (is_fixed ? !defect.fixed_in.empty() : is_named) return false;
  const std::filesystem::path file = file_of(catalogue, *found.product);
  auto document = nlohmann::ordered_json::parse(read_text_file(file));
  for (auto& entry : document.at("defects")) {
    if (entry.at("id") != defect.id) continue;
    if (is_fixed) {
      entry["fixed_in"] = version;
    } else {
      entry["versions"].push_back(version);
    }
  }
  write_text_file(file, laid_out(document));
  return true;
}

std::vector<Rewrite> defect_rewrites(const DefectCatalogue& catalogue) {
  std::vector<Rewrite> rewrites;
  for (const DefectiveProduct& product : catalogue.products) {
    const std::filesystem::path file = file_of(catalogue, product);
    const std::string text = read_text_file(file);
    const std::string wanted = laid_out(nlohmann::ordered_json::parse(text));
    if (text != wanted) rewrites.push_back({file, wanted});
  }
  return rewrites;
}

std::filesystem::path defect_folder(const std::filesystem::path& corpus) {
  return corpus / "defects";
}

}  // namespace placemat
