// SQLite: sqlite3_column_text16 converts text that was bound as UTF-8, and
// unicode(substr()) decodes one character at a time. The others show what a literal,
// a cast, substr() and a database in UTF-16 make of a text, by sqlite3_column_text.
// NUL ends a text for literals, length() and substr().
#include <sqlite3.h>

#include "impls/adapters/subjects/subject.h"

namespace placemat::subjects {
namespace {

class Query {
 public:
  explicit Query(const char* sql, const char* first = "") {
    sqlite3_open(":memory:", &base_);
    sqlite3_exec(base_, first, nullptr, nullptr, nullptr);
    sqlite3_prepare_v2(base_, sql, -1, &statement_, nullptr);
  }
  ~Query() {
    sqlite3_finalize(statement_);
    sqlite3_close(base_);
  }
  Query(const Query&) = delete;
  Query& operator=(const Query&) = delete;
  sqlite3_stmt* bind(Input in) {
    sqlite3_reset(statement_);
    sqlite3_bind_text(statement_, 1, in.empty() ? "" : chars(in), static_cast<int>(in.size()),
                      SQLITE_TRANSIENT);
    return statement_;
  }
  sqlite3_stmt* bind_blob(Input in) {
    sqlite3_reset(statement_);
    sqlite3_bind_blob(statement_, 1, in.empty() ? "" : chars(in), static_cast<int>(in.size()),
                      SQLITE_TRANSIENT);
    return statement_;
  }
  // Another statement of the same connection: to open one costs far more than a statement does.
  sqlite3_stmt* instead(const std::string& sql) {
    sqlite3_finalize(statement_);
    sqlite3_prepare_v2(base_, sql.c_str(), -1, &statement_, nullptr);
    return statement_;
  }

 private:
  sqlite3* base_ = nullptr;
  sqlite3_stmt* statement_ = nullptr;
};

Seen16 column_text16(Input in) {
  thread_local Query query("select ?1");
  sqlite3_stmt* statement = query.bind(in);
  sqlite3_step(statement);
  const auto* text = static_cast<const std::uint16_t*>(sqlite3_column_text16(statement, 0));
  const int size = sqlite3_column_bytes16(statement, 0);
  return values_of<std::uint16_t>(text, static_cast<std::size_t>(size) / 2);
}

// substr() walks from the start, so one call for each character would take time by the square of
// the length: the text is taken in blocks of 64 characters.
Seen64 unicode(Input in) {
  if (has_nul(in)) return Seen64::unsupported();
  thread_local Query query(
      "with recursive block(i, part, size) as ("
      "  select 1, substr(?1, 1, 64), length(?1) union all"
      "  select i + 64, substr(?1, i + 64, 64), size from block where i + 64 <= size) "
      "select unicode(substr(part, number.i)) from block cross join number"
      "  where number.i <= length(part)",
      "create table number(i integer primary key); "
      "with recursive n(i) as (select 1 union all select i + 1 from n where i < 64) "
      "insert into number select i from n");
  sqlite3_stmt* statement = query.bind(in);
  Seen64 seen;
  while (sqlite3_step(statement) == SQLITE_ROW)
    seen.values.push_back(static_cast<std::uint32_t>(sqlite3_column_int64(statement, 0)));
  return seen;
}

// The first column of all rows, as UTF-8.
Seen text_of_rows(sqlite3_stmt* statement) {
  std::string text;
  while (sqlite3_step(statement) == SQLITE_ROW) {
    const auto* units = reinterpret_cast<const char*>(sqlite3_column_text(statement, 0));
    if (units != nullptr)
      text.append(units, static_cast<std::size_t>(sqlite3_column_bytes(statement, 0)));
  }
  return points_of(text);
}

Seen literal(Input in) {
  for (const std::uint8_t unit : in)
    if (unit == 0 || unit == '\'') return Seen::unsupported();
  thread_local Query query("select ''");
  return text_of_rows(query.instead("select '" + text_of(in) + "'"));
}

Seen cast_blob(Input in) {
  thread_local Query query("select cast(?1 as text)");
  return text_of_rows(query.bind_blob(in));
}

Seen substr(Input in) {
  if (has_nul(in)) return Seen::unsupported();
  thread_local Query query(
      "with recursive n(i) as (select 1 union all select i + 1 from n where i < length(?1)) "
      "select substr(?1, i, 1) from n where length(?1) > 0");
  return text_of_rows(query.bind(in));
}

Seen utf16_database(Input in) {
  thread_local Query query("select ?1 || ''", "pragma encoding = 'UTF-16'");
  return text_of_rows(query.bind(in));
}

const placemat_decoder table[] = {
    lossy16<column_text16>("sqlite3_column_text16", SQLITE_VERSION,
                           "SQLite, sqlite3_column_text16"),
    lossy64<unicode>("sqlite3_unicode", SQLITE_VERSION, "SQLite, unicode(substr())"),
    lossy<literal>("sqlite3_literal", SQLITE_VERSION, "SQLite, a string literal"),
    lossy<cast_blob>("sqlite3_cast", SQLITE_VERSION, "SQLite, cast(blob as text)"),
    lossy<substr>("sqlite3_substr", SQLITE_VERSION, "SQLite, length() and substr()"),
    lossy<utf16_database>("sqlite3_utf16_database", SQLITE_VERSION, "SQLite, a database in UTF-16"),
};

}  // namespace
const placemat_decoder* named(std::string_view name) { return pick(table, name); }
}  // namespace placemat::subjects
