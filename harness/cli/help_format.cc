#include "harness/cli/help_format.h"

#include <sstream>

#include "harness/report/views/table.h"

namespace placemat::cli {
namespace {

class HelpFormat : public CLI::Formatter {
 public:
  std::string make_option(const CLI::Option* option, bool is_positional) const override {
    return entry(make_option_name(option, is_positional) + make_option_opts(option),
                 make_option_desc(option));
  }

  std::string make_subcommand(const CLI::App* command) const override {
    return entry(command->get_name(), command->get_description());
  }

  // Examples are commands to copy, and stay on one line.
  std::string make_footer(const CLI::App* app) const override {
    const std::string footer = CLI::Formatter::make_footer(app);
    if (!is_narrow()) return footer;
    std::string out;
    std::istringstream lines(footer);
    for (std::string line; std::getline(lines, line);) {
      if (line.starts_with("  placemat ")) {
        out += line + '\n';
        continue;
      }
      for (const std::string& part : wrapped(line, text_width())) out += part + '\n';
    }
    return out;
  }

  // " UINT=1000": the limits of a number are stated when it breaks them.
  std::string make_option_opts(const CLI::Option* option) const override {
    std::string out;
    if (option->get_type_size() != 0) {
      const std::string type = option->get_type_name();
      const std::size_t choices = type.find('{');
      out += " " +
             (choices == std::string::npos ? type.substr(0, type.find(':')) : type.substr(choices));
      if (!option->get_default_str().empty()) out += "=" + option->get_default_str();
      if (option->get_expected_max() == CLI::detail::expected_max_vector_size) out += " ...";
    }
    if (option->get_required()) out += " (required)";
    return out;
  }

 private:
  static std::string entry(const std::string& left, const std::string& right) {
    constexpr std::size_t kWide = 30, kNarrow = 8;
    const std::size_t margin = is_narrow() ? kNarrow : kWide;
    std::string out = "  " + left;
    out.erase(out.find_last_not_of(' ') + 1);
    if (out.size() + 2 > margin) {
      out += '\n' + std::string(margin, ' ');
    } else {
      out.append(margin - out.size(), ' ');
    }
    std::string gap;
    for (const std::string& line : wrapped(right, text_width() - margin)) {
      out += gap + line + '\n';
      gap.assign(margin, ' ');
    }
    return out;
  }
};

}  // namespace

std::shared_ptr<CLI::FormatterBase> help_format() { return std::make_shared<HelpFormat>(); }

}  // namespace placemat::cli
