// html_script.cc: the only script of the page. It hides rows that do not match the typed text;
// without it everything is there, folded. It must not load, send or store anything.
#include <fmt/format.h>

#include "harness/bytes/bytes.h"
#include "harness/report/views/html_parts.h"

namespace placemat::html {
namespace {

std::string base64(const Bytes& units) {
  constexpr std::string_view kDigits =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string text;
  for (std::size_t i = 0; i < units.size(); i += 3) {
    std::uint32_t group = 0;
    for (std::size_t j = i; j < i + 3; ++j) group = group << 8 | (j < units.size() ? units[j] : 0u);
    for (int shift = 18; shift >= 0; shift -= 6) text += kDigits[group >> shift & 0x3F];
  }
  const std::size_t rest = units.size() % 3;
  if (rest > 0) text.replace(text.size() - (3 - rest), 3 - rest, 3 - rest, '=');
  return text;
}

}  // namespace

// No '<' and no '&', so that the page is XML too.
std::string_view script() {
  return R"js(
for (const section of document.querySelectorAll('.filterable')) {
  const rows = Array.from(section.querySelectorAll('.filtered'));
  const groups = Array.from(section.querySelectorAll('details.group'));
  const wasOpen = groups.map(group => group.open);
  const textOf = row => (row.textContent + ' ' +
    Array.from(row.querySelectorAll('a[title]'), link => link.title).join(' ')).toLowerCase();
  let texts = null;
  const label = document.createElement('label');
  const box = document.createElement('input');
  const count = document.createElement('span');
  label.className = 'filter';
  box.type = 'search';
  box.placeholder = 'words, all of which are wanted';
  label.append('Only with ', box, ' ', count);
  if (rows.length > 12) section.querySelector('h2').after(label);
  box.addEventListener('input', () => {
    const words = box.value.toLowerCase().split(' ').filter(word => word !== '');
    texts = texts || rows.map(textOf);
    let shown = 0;
    rows.forEach((row, i) => {
      const fits = words.every(word => texts[i].includes(word));
      row.hidden = !fits;
      shown += fits ? 1 : 0;
    });
    Array.from(groups.entries()).reverse().forEach(([i, group]) => {
      const has = group.querySelector('.filtered:not([hidden])') !== null;
      group.hidden = !has;
      group.open = words.length === 0 ? wasOpen[i] : has;
    });
    count.textContent = words.length === 0 ? '' : shown + ' of ' + rows.length;
  });
}
)js";
}

std::string script_policy() {
  return fmt::format("sha256-{}", base64(parse_hex(sha256(script()))));
}

}  // namespace placemat::html
