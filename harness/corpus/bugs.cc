#include "harness/corpus/bugs.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <system_error>

#include "harness/bytes/error.h"
#include "harness/bytes/json.h"

namespace placemat {
namespace {

using nlohmann::json;

using Path = std::vector<std::string>;

std::vector<std::string> strings(const json& entry, const std::string& member) {
  return entry.value(member, std::vector<std::string>{});
}

std::string text(const json& entry, const std::string& member) {
  return entry.value(member, std::string());
}

// The last chunk, when the stream is reset before it.
ChunkedUnits judged_part(const ChunkedUnits& units) {
  const auto begin = units.bytes.begin() + static_cast<std::ptrdiff_t>(units.cuts.back());
  return {Bytes(begin, units.bytes.end()), {}};
}

std::vector<std::uint64_t> to_utf16(const std::vector<std::uint64_t>& values) {
  std::vector<std::uint64_t> out;
  for (const std::uint64_t value : values) {
    if (value <= 0xFFFF) {
      out.push_back(value);
    } else {  // Unicode 3.9 D91, Table 3-5
      out.push_back(0xD800 + ((value - 0x10000) >> 10));
      out.push_back(0xDC00 + (value & 0x3FF));
    }
  }
  return out;
}

WrongAnswer wrong_answer_of(const json& did) {
  const auto item = did.items().begin();
  const json& value = item.value();
  WrongAnswer out;
  out.name = item.key();
  if (out.name == "breaks") {
    out.what = value.get<std::string>();
  } else if (value.is_string()) {
    out.values = parse_values(value.get<std::string>());
    out.has_values = true;
  } else if (value.is_number()) {
    out.number = value.get<std::int64_t>();
  } else if (value.is_object()) {
    out.offset = value.at("offset").get<std::int64_t>();
    out.number = value.at("length").get<std::int64_t>();
  }
  return out;
}

// Reads one corpus's bugs and collects every problem.
class BugReader {
 public:
  BugReader(const std::filesystem::path& directory, Corpus& corpus, std::vector<Problem>& problems)
      : schema_(directory / "bug.schema.json"),
        corpus_(corpus),
        problems_(problems),
        are_vectors_sound_(problems.empty()) {}

  void read_file(const std::filesystem::path& path) {
    const std::optional<JsonFile> file = open_json(path, problems_);
    if (!file) return;
    std::set<std::string> broken;
    for (const Path& place : schema_.check(*file, problems_)) {
      if (place.size() < 2 || place[0] != "bugs") return;  // the structure cannot be read
      broken.insert(place[1]);
    }
    const auto bug_class = file->document.at("bug_class").get<std::string>();
    if (bug_class != path.stem().string()) {
      problem(*file, {"bug_class"},
              fmt::format("the class is \"{}\" and the file is named {}; rename one of them",
                          bug_class, path.filename().string()));
      return;
    }
    corpus_.bug_classes[bug_class] = file->document.at("about").get<std::string>();
    const json& bugs = file->document.at("bugs");
    for (std::size_t i = 0; i < bugs.size(); ++i) {
      if (!broken.contains(std::to_string(i))) read_bug(*file, bug_class, i, bugs[i]);
    }
  }

 private:
  void problem(const JsonFile& file, const Path& path, std::string what) {
    problems_.push_back({file.name, file.line(path), std::move(what)});
  }

  void read_bug(const JsonFile& file, const std::string& bug_class, std::size_t index,
                const json& entry) {
    const std::size_t before = problems_.size();
    Bug bug = envelope_of(entry, bug_class);
    const Path place{"bugs", std::to_string(index)};
    const auto [known, is_new] = ids_.emplace(bug.id, file.name);
    if (!is_new) {
      problem(file, at(place, {"id"}),
              fmt::format("{}: this id is already used in {}; ids are unique and stay", bug.id,
                          known->second));
    }
    const json& triggers = entry.at("triggers");
    for (std::size_t i = 0; i < triggers.size(); ++i) {
      read_trigger(file, at(place, {"triggers", std::to_string(i)}), bug, triggers[i]);
    }
    const bool has_vector =
        std::ranges::any_of(triggers, [&](const json& t) { return t.at("vector") == bug.vector; });
    if (!has_vector) {
      problem(file, at(place, {"caught_by"}),
              fmt::format("{}: {} is the vector of none of its triggers; name one that is", bug.id,
                          bug.vector));
    }
    if (bug.versions && bug.versions->faulty == bug.versions->mended) {
      problem(file, at(place, {"versions"}),
              fmt::format("{}: the faulty version is the mended one, {}", bug.id,
                          bug.versions->faulty));
    }
    if (problems_.size() == before) corpus_.bugs.push_back(std::move(bug));
  }

  static Path at(Path path, const Path& more) {
    path.insert(path.end(), more.begin(), more.end());
    return path;
  }

  static Bug envelope_of(const json& entry, const std::string& bug_class) {
    Bug bug;
    bug.id = text(entry, "id");
    bug.bug_class = bug_class;
    bug.project = text(entry, "project");
    bug.api = text(entry, "api");
    bug.status = text(entry, "status");
    bug.story = text(entry, "story");
    bug.effect = text(entry, "effect");
    bug.lesson = text(entry, "lesson");
    bug.found_by = text(entry, "found_by");
    if (entry.contains("year")) bug.year = entry["year"].get<int>();
    bug.also = strings(entry, "also");
    bug.links = strings(entry, "links");
    bug.cves = strings(entry, "cves");
    bug.advisories = strings(entry, "advisories");
    bug.is_constructed = entry.at("units") == "constructed";
    bug.is_verified = entry.at("verified").get<bool>();
    if (entry.contains("versions")) {
      const json& versions = entry["versions"];
      bug.versions = BugVersions{text(versions, "subject"), text(versions, "faulty"),
                                 text(versions, "mended")};
    }
    const json& caught = entry.at("caught_by");
    bug.vector = text(caught, "vector");
    bug.kind = text(caught, "kind");
    bug.saboteur = text(caught, "saboteur");
    bug.canonical = entry.dump();
    return bug;
  }

  void read_trigger(const JsonFile& file, const Path& place, Bug& bug, const json& entry) {
    const auto complain = [&](const Path& member, const std::string& what) {
      problem(file, at(place, member), bug.id + ": " + what);
    };
    Trigger trigger;
    trigger.is_reset = entry.value("reset", false);
    trigger.bom = text(entry, "bom") == "strip-leading" ? Bom::kStripLeading : Bom::kKeep;
    trigger.encoding = text(entry, "encoding");
    trigger.vector = text(entry, "vector");
    try {
      trigger.units = parse_units(text(entry, "hex"), kMaxVectorUnits);
    } catch (const InputError& error) {
      return complain({"hex"}, error.what());
    }
    if (trigger.is_reset && trigger.units.cuts.empty()) {
      return complain({"reset"}, "there is one chunk only; end a chunk by | where the reset is");
    }
    trigger.judged = trigger.is_reset ? judged_part(trigger.units) : trigger.units;
    check_vector(trigger, complain);
    const LawOfTrigger law = law_of(trigger);
    check_right(law, entry.at("right"), complain);
    if (entry.contains("did")) check_wrong_answer(law, entry["did"], trigger, complain);
    bug.triggers.push_back(std::move(trigger));
  }

  template <typename Complain>
  void check_vector(const Trigger& trigger, const Complain& complain) {
    const Vector* vector = corpus_.find(trigger.vector);
    // A vector that cannot be read has been reported already.
    if (vector == nullptr && !are_vectors_sound_) return;
    if (vector == nullptr) {
      complain({"vector"}, fmt::format("there is no vector {}; add it with `placemat corpus add`",
                                       trigger.vector));
    } else if (vector->units != trigger.judged) {
      complain({"vector"}, fmt::format("{} has other code units or chunks; name the vector that "
                                       "has these or add it with `placemat corpus add`",
                                       trigger.vector));
    }
  }

  template <typename Complain>
  static void check_right(const LawOfTrigger& law, const json& right, const Complain& complain) {
    const auto contradicted = [&](const std::string& member, const std::string& says) {
      complain({"right", member},
               fmt::format("{} contradicts the law, which says {}; correct it, or take the entry "
                           "out if its source is wrong",
                           member, says));
    };
    const auto check_values = [&](const std::string& member, const Answer& answer) {
      try {
        if (!right.contains(member)) return;
        if (parse_values(text(right, member)) == answer.values) return;
        contradicted(member, "\"" + values_to_text(answer.values) + "\"");
      } catch (const InputError& error) {
        complain({"right", member}, error.what());
      }
    };
    const bool well_formed = !law.strict.error;
    if (right.at("well_formed").get<bool>() != well_formed) {
      return contradicted("well_formed", well_formed ? "true" : "false");
    }
    for (const std::string member : {"error", "replaced", "values"}) {
      if (right.contains(member) && (member == "values") != well_formed) {
        contradicted(member, well_formed ? "that it is well-formed" : "that it is ill-formed");
        return;
      }
    }
    check_values(well_formed ? "values" : "replaced", law.replaced);
    if (well_formed) return;
    const json& error = right.at("error");
    if (error.at("offset") != law.strict.error->offset ||
        error.at("length") != law.strict.error->length) {
      contradicted("error", fmt::format("offset {}, length {}", law.strict.error->offset,
                                        law.strict.error->length));
    }
  }

  template <typename Complain>
  static void check_wrong_answer(const LawOfTrigger& law, const json& did, Trigger& trigger,
                                 const Complain& complain) {
    try {
      trigger.did = wrong_answer_of(did);
    } catch (const InputError& error) {
      return complain({"did"}, error.what());
    }
    if (contradicts(*trigger.did, law)) return;
    complain({"did"}, fmt::format("\"{}\" is what a right decoder may do ({}); state what was "
                                  "wrong, or leave `did` out",
                                  trigger.did->text(), to_text(law)));
  }

  Schema schema_;
  Corpus& corpus_;
  std::vector<Problem>& problems_;
  bool are_vectors_sound_;
  std::map<std::string, std::string> ids_;  // with the file
};

}  // namespace

std::string WrongAnswer::text() const {
  if (name == "error") return fmt::format("error at {}, length {}", *offset, *number);
  if (name == "breaks") return what;
  std::string out = name;
  std::ranges::replace(out, '_', ' ');
  if (has_values) out += " " + (values.empty() ? "nothing" : values_to_text(values));
  if (number) out += fmt::format(" {}", *number);
  return out;
}

const Trigger& Bug::caught_trigger() const {
  return *std::ranges::find(triggers, vector, &Trigger::vector);
}

const Bug* Corpus::find_bug(std::string_view id) const {
  const auto found = std::ranges::find(bugs, id, &Bug::id);
  return found == bugs.end() ? nullptr : &*found;
}

std::vector<const Bug*> Corpus::bugs_of(std::string_view vector) const {
  std::vector<const Bug*> out;
  for (const Bug& bug : bugs) {
    const bool is_one =
        std::ranges::find(bug.triggers, vector, &Trigger::vector) != bug.triggers.end();
    if (is_one) out.push_back(&bug);
  }
  return out;
}

LawOfTrigger law_of(const Trigger& trigger) {
  return {
      reference_decode(trigger.judged.bytes, {DialectId::kUtf8, PolicyId::kReject, trigger.bom}),
      reference_decode(trigger.judged.bytes,
                       {DialectId::kUtf8, PolicyId::kMaximalSubpart, trigger.bom})};
}

std::string to_text(const LawOfTrigger& law) {
  const std::string values =
      law.replaced.values.empty() ? "nothing" : values_to_text(law.replaced.values);
  if (!law.strict.error) return "well-formed: " + values;
  return fmt::format("ill-formed at {}, length {}; replaced: {}", law.strict.error->offset,
                     law.strict.error->length, values);
}

bool contradicts(const WrongAnswer& did, const LawOfTrigger& law) {
  const auto& error = law.strict.error;
  if (did.name == "accepts") {
    return error || (did.has_values && did.values != law.replaced.values);
  }
  if (did.name == "accepts_utf16") return error || did.values != to_utf16(law.replaced.values);
  if (did.name == "rejects") return !error;
  if (did.name == "error") {
    return !error || *did.offset != static_cast<std::int64_t>(error->offset) ||
           *did.number != static_cast<std::int64_t>(error->length);
  }
  if (did.name == "wants_more") return !error || !error->at_end;
  if (did.name == "emits") return did.values != law.replaced.values;
  if (did.name == "emits_count") {
    return *did.number != static_cast<std::int64_t>(law.replaced.values.size());
  }
  // A length function returns the number of values of replacing decoding, as
  // UTF-16 or as scalar values; a number that is neither is wrong for both.
  if (did.name == "counts") {
    return *did.number != static_cast<std::int64_t>(law.replaced.values.size()) &&
           *did.number != static_cast<std::int64_t>(to_utf16(law.replaced.values).size());
  }
  return did.name == "breaks" || did.name == "fails";
}

void read_bugs(const std::filesystem::path& directory, Corpus& corpus,
               std::vector<Problem>& problems) {
  std::error_code error;
  const std::filesystem::path folder = directory / "bugs";
  if (!std::filesystem::exists(folder, error)) return;
  BugReader reader(directory, corpus, problems);
  for (const std::filesystem::path& path :
       json_files(folder, "a corpus has its bugs there, or no such folder at all", problems)) {
    reader.read_file(path);
  }
}

}  // namespace placemat
