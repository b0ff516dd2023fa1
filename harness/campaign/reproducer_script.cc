// Writes programs in the language of a subject. `native` of the list of subjects is prose with code
// in it: calls over U, the code units. What is code is put into a template; what is not is left
// out.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <regex>

#include "harness/campaign/reproducer.h"

namespace placemat {
namespace {

// How a program that runs scripts is given the calls.
struct Runtime {
  std::string_view program;   // that the command of a subject begins with
  std::string_view language;  // as Markdown names it
  std::string_view file;
  std::string_view text;         // @UNITS@, @LINES@, and @MODULES@
  std::string_view unit;         // how a unit is written
  std::string_view between;      // two units
  std::string_view name;         // of the variable with the units
  std::string_view line;         // one call that is shown: @CALL@, and @TEXT@ in quotation marks
  std::string_view module = {};  // a module that a call names: @MODULE@
  std::string_view copy = {};    // before a call that may change the units of the next one
};

constexpr std::string_view kPython = R"text(import codecs, io, json
@MODULES@
U = b"@UNITS@"


def show(call, run):
    try:
        seen = run()
    except Exception as error:
        seen = f"{type(error).__name__}: {error}"
    else:
        seen = " ".join(f"{ord(c):X}" for c in seen) if isinstance(seen, str) else repr(seen)
    print(f"{call}\n    {seen}")


@LINES@)text";

constexpr std::string_view kRuby = R"text(require 'json'
require 'stringio'

U = "@UNITS@".b

def show(call)
  U.force_encoding('BINARY')
  seen = begin
    yield
  rescue StandardError => error
    error
  end
  wide = seen.is_a?(String) && seen.encoding.to_s.start_with?('UTF-16', 'UTF-32')
  seen = seen.encode('UTF-8') if wide
  text = case seen
         when Exception then "#{seen.class}: #{seen.message.scrub}"
         when String, Symbol
           s = seen.to_s
           s.valid_encoding? ? s.codepoints.map { |c| c.to_s(16).upcase }.join(' ') : s.bytes.inspect
         when Array then seen.map { |c| c.is_a?(Integer) ? c.to_s(16).upcase : c.inspect }.join(' ')
         else seen.inspect
         end
  puts call, "    #{text}"
end

@LINES@)text";

constexpr std::string_view kPerl = R"text(use strict;
use warnings;
@MODULES@
our $U = "@UNITS@";

sub show {
    my ($call, $run) = @_;
    my $warned = '';
    local $SIG{__WARN__} = sub { $warned .= $_[0] };
    my @seen = eval { $run->() };
    my $error = $@;
    my $text = $error ne '' ? "error: $error" : join ' ', map {
        !defined $_ ? 'undef' : $_ eq '' ? "''" : join ' ', map { sprintf '%X', ord } split //, $_
    } @seen;
    $text =~ s/[^ -~]/?/g;
    $warned =~ s/[^ -~]/ /g;
    print "$call\n    $text", $warned eq '' ? '' : " (warning: $warned)", "\n";
}

@LINES@)text";

constexpr std::string_view kPhp = R"text(<?php
function show($call, $run) {
    try {
        $seen = $run("@UNITS@");
    } catch (\Throwable $error) {
        $seen = get_class($error) . ': ' . $error->getMessage();
    }
    echo $call, "\n    ", is_string($seen) ? strtoupper(bin2hex($seen)) . ' (hex)' : var_export($seen, true), "\n";
}

@LINES@)text";

constexpr std::string_view kNode = R"text(const fs = require('fs');
const {StringDecoder} = require('string_decoder');
const U = Uint8Array.from([@UNITS@]);

async function show(call, run) {
  let seen;
  try {
    seen = await run();
    if (typeof seen === 'string') {
      seen = Array.from(seen, (c) => c.codePointAt(0).toString(16).toUpperCase()).join(' ');
    }
  } catch (error) {
    seen = `${error.name}: ${error.message}`;
  }
  console.log(`${call}\n    ${seen}`);
}

(async () => {
@LINES@})();
)text";

constexpr std::string_view kLua = R"text(local U = "@UNITS@"

local function show(call, run)
  local seen = table.pack(pcall(run))
  local text = {}
  for i = 2, seen.n do
    local value = seen[i]
    text[#text + 1] = math.type(value) == "integer" and string.format("%X", value) or tostring(value)
  end
  print(call .. "\n    " .. table.concat(text, " "))
end

@LINES@)text";

constexpr std::string_view kElixir = R"text(units = <<@UNITS@>>

show = fn call, run ->
  seen =
    try do
      run.(units)
    rescue
      error -> error
    end

  IO.puts("#{call}\n    #{inspect(seen, binaries: :as_binaries, charlists: :as_lists, base: :hex)}")
end

@LINES@)text";

constexpr std::string_view kShowLambda = "show(@TEXT@, lambda: @CALL@)\n";

constexpr std::array kRuntimes{
    Runtime{"python3", "python", "reproduce.py", kPython, "\\x{:02X}", "", "U", kShowLambda,
            "import @MODULE@"},
    Runtime{"pypy3", "python", "reproduce.py", kPython, "\\x{:02X}", "", "U", kShowLambda,
            "import @MODULE@"},
    Runtime{"ruby", "ruby", "reproduce.rb", kRuby, "\\x{:02X}", "", "U",
            "show(@TEXT@) { @CALL@ }\n"},
    Runtime{"jruby", "ruby", "reproduce.rb", kRuby, "\\x{:02X}", "", "U",
            "show(@TEXT@) { @CALL@ }\n"},
    Runtime{"perl", "perl", "reproduce.pl", kPerl, "\\x{:02X}", "", "$U",
            "show(@TEXT@, sub { @CALL@ });\n", "use @MODULE@;", "my $U = $U; "},
    Runtime{"php", "php", "reproduce.php", kPhp, "\\x{:02X}", "", "$U",
            "show(@TEXT@, fn($U) => @CALL@);\n"},
    Runtime{"node", "javascript", "reproduce.cjs", kNode, "0x{:02X}", ", ", "U",
            "  await show(@TEXT@, async () => @CALL@);\n"},
    Runtime{"bun", "javascript", "reproduce.cjs", kNode, "0x{:02X}", ", ", "U",
            "  await show(@TEXT@, async () => @CALL@);\n"},
    Runtime{"lua5.4", "lua", "reproduce.lua", kLua, "\\x{:02X}", "", "U",
            "show(@TEXT@, function() return @CALL@ end)\n"},
    Runtime{"elixir", "elixir", "reproduce.exs", kElixir, "0x{:02X}", ", ", "u",
            "show.(@TEXT@, fn u -> @CALL@ end)\n"},
};

// The program of a command, behind `env NAME=VALUE...`.
std::string program_of(const std::vector<std::string>& command) {
  for (const std::string& word : command) {
    const std::string name = std::filesystem::path(word).filename();
    if (name != "env" && word.find('=') == std::string::npos) return name;
  }
  return "";
}

// ---- what is code ----

// Splits at each place outside of brackets and quotation marks where `is_border` takes the rest.
template <class IsBorder>
std::vector<std::string> split(std::string_view text, IsBorder is_border) {
  std::vector<std::string> parts{""};
  int depth = 0;
  char quote = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (quote != 0) {
      if (c == quote) quote = 0;
    } else if (c == '\'' || c == '"') {
      quote = c;
    } else if (std::string_view("([{").find(c) != std::string_view::npos) {
      ++depth;
    } else if (std::string_view(")]}").find(c) != std::string_view::npos) {
      --depth;
    } else if (const std::size_t n = depth == 0 ? is_border(text.substr(i)) : 0; n > 0) {
      parts.emplace_back();
      i += n - 1;
      continue;
    }
    parts.back() += c;
  }
  return parts;
}

// A comma ends a call where prose or another call follows.
std::size_t border(std::string_view rest) {
  if (rest.starts_with("; ")) return 2;
  if (!rest.starts_with(", ")) return 0;
  static const std::regex kNext(
      R"(^, (U\b|\.|(where|whose|which|and|then|until|unless|with|so|in|over|one)\b|[A-Za-z_][\w:.]*\(.*U).*)");
  return std::regex_match(std::string(rest), kNext) ? 2 : 0;
}

bool is_assignment(const std::string& part) {
  static const std::regex kAssigns(R"(^\$?[\w:]+ = .*)");
  return std::regex_match(part, kAssigns);
}

bool is_code(const std::string& part, bool has_variable) {
  // Words of prose, and names of what a program does not have.
  static const std::regex kProse(
      R"(^\.|\.\.\.|=>|\b(CHUNKS?|FILE|OUT|where|whose|which|until|unless|each|for|that|asked|strict:)\b|\) (of|with|or|and) |^(and|with|in|a|so|over|one) )");
  static const std::regex kUnits(R"((^|[^\w'"$])U\b)");
  static const std::regex kCall(R"([(.<\[])");
  if (std::regex_search(part, kProse)) return false;
  if (!std::regex_search(part, kCall) && !is_assignment(part)) return false;
  const bool is_closed = std::ranges::count(part, '(') == std::ranges::count(part, ')') &&
                         std::ranges::count(part, '\'') % 2 == 0;
  const bool prepares = part.find(' ') == std::string::npos && part.ends_with(')');
  return is_closed &&
         (has_variable || prepares || is_assignment(part) || std::regex_search(part, kUnits));
}

struct NativeCall {
  std::string code;
  bool is_alternative = false;
};

// "A or B" as an argument stands for two calls.
void add_alternatives(const std::string& part, std::vector<NativeCall>& calls) {
  static const std::regex kOr(R"(([\w:']+) or ([\w:']+))");
  std::smatch found;
  if (!std::regex_search(part, found, kOr)) {
    calls.push_back({part});
    return;
  }
  for (const int i : {1, 2}) {
    const std::string chosen = found[static_cast<std::size_t>(i)].str();
    calls.push_back({found.prefix().str() + chosen + found.suffix().str(), true});
  }
}

// The calls of `native`, in order; empty when none is over U.
std::vector<NativeCall> calls_of(std::string_view native) {
  std::vector<NativeCall> calls;
  bool has_variable = false, has_units = false;
  static const std::regex kUnits(R"((^|[^\w'"$])U\b)");
  if (native.find("SCRIPT") != std::string_view::npos) return {};  // the file that defines them
  for (const std::string& part : split(native, border)) {
    if (!is_code(part, has_variable)) continue;
    has_variable |= is_assignment(part) || part.starts_with("open ");
    has_units |= std::regex_search(part, kUnits);
    add_alternatives(part, calls);
  }
  // What prepares no call.
  while (!has_variable && !calls.empty() && !std::regex_search(calls.back().code, kUnits)) {
    calls.pop_back();
  }
  return has_units ? calls : std::vector<NativeCall>();
}

// ---- the program ----

std::string with_units(const std::string& call, std::string_view name) {
  static const std::regex kUnits(R"((^|[^\w'"$])U\b)");
  return std::regex_replace(call, kUnits, "$1" + std::string(name == "$U" ? "$$U" : name));
}

// In quotation marks that no runtime looks into.
std::string literal(const std::string& text) {
  std::string out = "'";
  for (const char c : text)
    out += c == '\'' || c == '\\' ? "\\" + std::string(1, c) : std::string(1, c);
  return out + "'";
}

// Double ones, where single ones are no string; Elixir looks for #{ only.
std::string double_literal(const std::string& text) {
  std::string out = "\"";
  for (const char c : text)
    out += c == '"' || c == '\\' ? "\\" + std::string(1, c) : std::string(1, c);
  return out + "\"";
}

// The modules that calls name and no template loads.
std::string modules(const Runtime& runtime, const std::vector<NativeCall>& calls) {
  if (runtime.module.empty()) return "";
  static const std::regex kPerlName(
      R"(((?:[A-Z]\w*::)*[A-Z]\w*)(?:->|::_?[a-z]\w*\(|::[A-Z_]+\b)|\$((?:\w+::)*\w+)::\w+ =)");
  static const std::regex kPythonName(R"(^(?!codecs\b|io\b|json\b|U\b|eval\b)([a-z]\w*)\.)");
  const std::regex& name = runtime.language == "perl" ? kPerlName : kPythonName;
  std::vector<std::string> lines;
  for (const NativeCall& call : calls) {
    for (std::sregex_iterator at(call.code.begin(), call.code.end(), name), end; at != end; ++at) {
      const std::string module = (*at)[1].matched ? (*at)[1].str() : (*at)[2].str();
      const std::string line = filled(std::string(runtime.module), {{"@MODULE@", module}}) + "\n";
      if (std::ranges::find(lines, line) == lines.end()) lines.push_back(line);
    }
  }
  return fmt::format("{}", fmt::join(lines, ""));
}

std::string lines_of(const Runtime& runtime, const std::vector<NativeCall>& calls) {
  std::string lines;
  for (const auto& [call, is_alternative] : calls) {
    const std::string copy(is_alternative ? runtime.copy : "");
    const std::string code = copy + with_units(call, runtime.name);
    if (is_assignment(call)) {
      const bool ends_itself = runtime.language == "python" || runtime.language == "ruby";
      lines += (runtime.language == "javascript" ? "  " : "") + code + (ends_itself ? "\n" : ";\n");
      continue;
    }
    lines +=
        filled(std::string(runtime.line),
               {{"@TEXT@", runtime.language == "elixir" ? double_literal(call) : literal(call)},
                {"@CALL@", code}});
  }
  return lines;
}

// What a reader who has the runtime only must do first.
std::string installed(const std::string& package) {
  constexpr std::string_view kNpm = "npm:";
  return package.starts_with(kNpm) ? "npm install " + package.substr(kNpm.size()) + " && " : "";
}

}  // namespace

std::vector<std::string_view> native_runtimes() {
  std::vector<std::string_view> names;
  for (const Runtime& runtime : kRuntimes) names.push_back(runtime.program);
  return names;
}

std::optional<Reproducer> native_program(const ReproducedCall& what, const ListedSubject& listed,
                                         std::string& why_not) {
  const auto runtime = std::ranges::find(kRuntimes, program_of(listed.command), &Runtime::program);
  if (runtime == kRuntimes.end()) {
    why_not = "there is no template for its language";
    return std::nullopt;
  }
  if (is_stream(what.call.how.operation)) {
    why_not = "the templates make calls with the whole input";
    return std::nullopt;
  }
  const std::vector<NativeCall> calls = calls_of(listed.native);
  if (calls.empty()) {
    why_not = "its call is more than an expression over the code units";
    return std::nullopt;
  }
  std::string units;
  for (const std::uint8_t unit : parse_units(what.call.units, Caller::kMaxUnits).bytes) {
    units += (units.empty() ? "" : std::string(runtime->between)) +
             fmt::format(fmt::runtime(runtime->unit), unit);
  }
  std::string text = filled(std::string(runtime->text), {{"@UNITS@", units},
                                                         {"@MODULES@", modules(*runtime, calls)},
                                                         {"@LINES@", lines_of(*runtime, calls)}});
  return Reproducer{
      std::string(runtime->language),
      std::string(runtime->file),
      std::move(text),
      fmt::format("{}{} {}", installed(listed.package), runtime->program, runtime->file),
      "It prints what each call gives.",
      false};
}

}  // namespace placemat
