#include "harness/certify/abnf.h"

#include <algorithm>
#include <map>
#include <set>
#include <stdexcept>
#include <string>

namespace placemat {
namespace {

// A non-deterministic automaton that grows with the grammar (Thompson's construction).
struct Nfa {
  struct Edge {
    unsigned first, last;  // a closed range of octets
    std::size_t to;
  };
  std::vector<std::vector<Edge>> edges;
  std::vector<std::vector<std::size_t>> silent;  // steps without an octet

  std::size_t add() {
    edges.emplace_back();
    silent.emplace_back();
    return edges.size() - 1;
  }
};

struct Fragment {
  std::size_t from, to;
};

[[noreturn]] void refuse(std::string_view what, std::string_view at) {
  throw std::invalid_argument(std::string(what) + " at '" + std::string(at) + "'");
}

// Reads one row after its "=". A rule is read again at each use, because a fragment of an
// automaton stands in one place.
class Reader {
 public:
  using Rules = std::map<std::string_view, std::string_view>;
  Reader(const Rules& rules, Nfa& nfa, std::string_view text)
      : rules_(rules), nfa_(nfa), rest_(text) {}

  Fragment whole() {
    const Fragment all = alternatives();
    if (!rest_.empty()) refuse("no element", rest_);
    return all;
  }

 private:
  void skip_blanks() { rest_.remove_prefix(std::min(rest_.find_first_not_of(' '), rest_.size())); }
  bool takes(char c) {
    skip_blanks();
    if (!rest_.starts_with(c)) return false;
    rest_.remove_prefix(1);
    return true;
  }
  bool is_at_end_of_sequence() {
    skip_blanks();
    return rest_.empty() || rest_.front() == '/' || rest_.front() == ')';
  }

  Fragment alternatives() {
    const Fragment all{nfa_.add(), nfa_.add()};
    do {
      const Fragment one = sequence();
      nfa_.silent[all.from].push_back(one.from);
      nfa_.silent[one.to].push_back(all.to);
    } while (takes('/'));
    skip_blanks();
    return all;
  }

  Fragment sequence() {
    Fragment all = element();
    while (!is_at_end_of_sequence()) {
      const Fragment next = element();
      nfa_.silent[all.to].push_back(next.from);
      all.to = next.to;
    }
    return all;
  }

  Fragment element() {
    skip_blanks();
    if (rest_.starts_with("%x")) return octets();
    if (takes('*')) return repeated(group_text());
    if (!rest_.empty() && rest_.front() >= '1' && rest_.front() <= '9') {
      const int times = rest_.front() - '0';
      rest_.remove_prefix(1);
      return times_of(times, group_text());
    }
    return rule(name());
  }

  // "%xC2-DF" or "%xE0"
  Fragment octets() {
    rest_.remove_prefix(2);
    const unsigned first = octet();
    const unsigned last = takes('-') ? octet() : first;
    const Fragment one{nfa_.add(), nfa_.add()};
    nfa_.edges[one.from].push_back({first, last, one.to});
    return one;
  }
  unsigned octet() {
    const std::string digits(rest_.substr(0, 2));
    if (digits.size() < 2 || digits.find_first_not_of("0123456789ABCDEF") != std::string::npos) {
      refuse("no two hexadecimal digits", rest_);
    }
    rest_.remove_prefix(2);
    return static_cast<unsigned>(std::stoul(digits, nullptr, 16));
  }

  // What stands in parentheses; a group in a group does not occur.
  std::string_view group_text() {
    if (!takes('(')) refuse("no group", rest_);
    const std::size_t end = rest_.find(')');
    if (end == std::string_view::npos) refuse("no end of the group", rest_);
    const std::string_view text = rest_.substr(0, end);
    rest_.remove_prefix(end + 1);
    return text;
  }
  Fragment repeated(std::string_view text) {
    const Fragment one = Reader(rules_, nfa_, text).whole();
    const std::size_t hub = nfa_.add();
    nfa_.silent[hub].push_back(one.from);
    nfa_.silent[one.to].push_back(hub);
    return {hub, hub};
  }
  Fragment times_of(int times, std::string_view text) {
    Fragment all = Reader(rules_, nfa_, text).whole();
    for (int i = 1; i < times; ++i) {
      const Fragment next = Reader(rules_, nfa_, text).whole();
      nfa_.silent[all.to].push_back(next.from);
      all.to = next.to;
    }
    return all;
  }

  std::string_view name() {
    const std::size_t end = std::min(rest_.find_first_of(" /)"), rest_.size());
    const std::string_view name = rest_.substr(0, end);
    rest_.remove_prefix(end);
    return name;
  }
  Fragment rule(std::string_view name) {
    const auto found = rules_.find(name);
    if (found == rules_.end()) refuse("no rule", name);
    return Reader(rules_, nfa_, found->second).whole();
  }

  const Rules& rules_;
  Nfa& nfa_;
  std::string_view rest_;
};

using States = std::set<std::size_t>;

States closed(const Nfa& nfa, States states) {
  std::vector<std::size_t> open(states.begin(), states.end());
  while (!open.empty()) {
    const std::size_t state = open.back();
    open.pop_back();
    for (const std::size_t next : nfa.silent[state]) {
      if (states.insert(next).second) open.push_back(next);
    }
  }
  return states;
}

States step(const Nfa& nfa, const States& from, unsigned octet) {
  States to;
  for (const std::size_t state : from) {
    for (const Nfa::Edge& edge : nfa.edges[state]) {
      if (edge.first <= octet && octet <= edge.last) to.insert(edge.to);
    }
  }
  return closed(nfa, std::move(to));
}

}  // namespace

AbnfAutomaton automaton_of(std::span<const std::string_view> rows) {
  Reader::Rules rules;
  std::string_view start;
  for (const std::string_view row : rows) {
    const std::size_t equals = row.find('=');
    if (equals == std::string_view::npos) refuse("no rule", row);
    const std::string_view name = row.substr(0, row.find(' '));
    if (start.empty()) start = name;
    rules[name] = row.substr(equals + 1);
  }
  Nfa nfa;
  const Fragment whole = Reader(rules, nfa, rules[start]).whole();

  AbnfAutomaton automaton;
  std::map<States, std::uint16_t> ids;
  std::vector<States> sets;
  const auto id_of = [&](const States& set) {
    const auto [place, is_new] = ids.try_emplace(set, static_cast<std::uint16_t>(ids.size()));
    if (is_new) sets.push_back(set);
    return place->second;
  };
  id_of(closed(nfa, {whole.from}));
  for (std::size_t i = 0; i < sets.size(); ++i) {
    const States set = sets[i];
    automaton.accepts.push_back(set.contains(whole.to));
    automaton.next.emplace_back();
    for (unsigned octet = 0; octet < 256; ++octet) {
      automaton.next[i][octet] = id_of(step(nfa, set, octet));
    }
  }
  return automaton;
}

}  // namespace placemat
