// common.cc: terminal and registry functions of several subcommands.
#include <fmt/format.h>
#include <unistd.h>

#include <csignal>
#include <filesystem>
#include <fstream>
#include <iostream>

#include "harness/bytes/error.h"
#include "harness/bytes/nearest.h"
#include "harness/bytes/parallel.h"
#include "harness/bytes/unwritten.h"
#include "harness/cli/command.h"
#include "harness/generate/vector_set.h"
#include "harness/report/text.h"

namespace placemat::cli {
namespace {

std::string_view nearest_decoder(std::string_view name, bool only_planted) {
  std::vector<std::string_view> names;
  for (const Decoder* decoder : saboteurs()) names.emplace_back(decoder->name);
  if (!only_planted) {
    for (const Decoder* decoder : decoders()) names.emplace_back(decoder->name);
  }
  return nearest(name, names);
}

std::atomic<bool> was_interrupted{false};

unsigned most_seconds = 0;
std::atomic<bool> is_time_over{false};

void on_time_over(int) { was_interrupted = is_time_over = true; }

void on_interrupt(int signal) {
  was_interrupted = true;
  std::signal(signal, SIG_DFL);
}

}  // namespace

const Decoder& decoder_named(std::string_view name, bool only_planted) {
  if (const Decoder* decoder = find_decoder(name)) return *decoder;
  for (const AbsentDecoder& absent : absent_decoders()) {
    if (absent.name == name) {
      throw AbsentError(fmt::format("{} is absent: it needs {}", name, absent.subject));
    }
  }
  const std::string_view near = nearest_decoder(name, only_planted);
  throw InputError(fmt::format("unknown {0} '{1}'{2}; `placemat list {0}s` lists them",
                               only_planted ? "saboteur" : "decoder", name,
                               near.empty() ? "" : fmt::format(", did you mean '{}'?", near)));
}

void complain(const std::string& text) {
  constexpr std::size_t kLongest = 2000;
  const bool is_cut = text.size() > kLongest;
  std::cerr << fmt::format("placemat: {}{}\n", visible_line(text.substr(0, kLongest)),
                           is_cut ? " ..." : "");
}

void check_place(const std::string& file) {
  std::error_code error;
  if (file.empty()) return;
  if (std::filesystem::is_directory(file, error)) {
    throw InputError(file + ": a directory; name a file in it");
  }
  const bool is_new = !std::filesystem::exists(file, error);
  // To open a pipe waits for its reader.
  if (!is_new && !std::filesystem::is_regular_file(file, error)) return;
  const bool is_writable = std::ofstream(file, std::ios::app).good();
  if (is_new && is_writable) std::filesystem::remove(file, error);
  if (!is_writable) throw InputError(file + ": cannot be written; name another place");
}

std::filesystem::path make_directory(const std::string& name, const char* option) {
  std::error_code error;
  std::filesystem::create_directories(name, error);
  if (!error && std::filesystem::is_directory(name, error)) return name;
  if (error == std::errc::no_space_on_device) throw_unwritten(name, error.value());
  throw InputError(fmt::format("{}: cannot be made a directory ({}); choose another {}", name,
                               error ? error.message() : "a file is in the way", option));
}

SummaryOptions summary_options(const Global& global) {
  return {.color = global.color, .only_verdict = global.quiet};
}

unsigned default_threads() { return hardware_threads(); }

void add_vector_set(CLI::App& command, std::string& set, const std::string& description) {
  std::vector<std::string> names;
  for (const VectorSetRow& row : vector_sets()) names.emplace_back(row.name);
  command.add_option("--set", set, description)->type_name("SET")->check(CLI::IsMember(names));
}

void interrupt_after(unsigned seconds) {
  most_seconds = seconds;
  std::signal(SIGALRM, on_time_over);
  alarm(seconds);
}

std::string why_interrupted() {
  return is_time_over ? fmt::format("not finished within {} s", most_seconds) : "interrupted";
}

const std::atomic<bool>& interrupted() {
  static const bool kInstalled = [] {
    std::signal(SIGINT, on_interrupt);
    std::signal(SIGTERM, on_interrupt);
    // The terminal was closed; nohup(1) ignores that.
    if (std::signal(SIGHUP, on_interrupt) == SIG_IGN) std::signal(SIGHUP, SIG_IGN);
    return true;
  }();
  (void)kInstalled;
  return was_interrupted;
}

}  // namespace placemat::cli
