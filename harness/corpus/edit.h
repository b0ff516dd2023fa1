// edit.h: the only way to add to the corpora and to export them. A person
// states the new part of a vector (an envelope); the id, the outcomes and the
// layout are computed, and code units that are already in a corpus are
// rejected. This file must not know what a decoder is.
#pragma once

#include <filesystem>
#include <iosfwd>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "harness/corpus/corpus.h"

namespace placemat {

// The part of a new vector that a person states.
struct Envelope {
  std::string theme;
  std::string slug;   // derived from the comment when empty
  std::string about;  // of the theme; needed when the theme is new
  std::string hex;    // case notation
  std::string clause, comment;
  std::vector<std::string> flags;
  std::optional<TextSource> source;
  std::optional<Limit> limit;
  std::string place;  // "batch.jsonl:12", for messages; empty when typed
};

// Envelopes as JSON Lines, one object a line, members as in Envelope; blank
// lines are skipped. Throws InputError that names `name`, the line and the
// remedy.
std::vector<Envelope> parse_envelopes(std::string_view text, const std::string& name);

// Adds all of them or, throwing InputError, none. Returns the ids.
std::vector<std::string> add_vectors(const std::filesystem::path& directory,
                                     std::span<const Envelope> envelopes);

// The canonical text of a theme's file.
std::string format_theme(const Corpus& corpus, std::string_view theme);

// The theme files whose layout is not canonical, with their canonical text.
struct Rewrite {
  std::filesystem::path path;
  std::string text;
};
std::vector<Rewrite> layout_rewrites(const std::filesystem::path& directory, const Corpus& corpus);

enum class ExportFormat { kJsonLines, kTsv, kCHeader, kHex };
// "jsonl", "tsv", "c", "hex"; nothing for another name.
std::optional<ExportFormat> find_export_format(std::string_view name);

void export_vectors(std::span<const Vector> vectors, ExportFormat format, std::ostream& out);

// "Slash in two units, as IIS met it" -> "slash-in-two-units-as-iis-met-it"
std::string slug_of(std::string_view comment);

}  // namespace placemat
