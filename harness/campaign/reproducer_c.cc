// Writes the C program that shows a finding of a plug-in. The program compares the answer with what
// the law requires, as judge/expectation.cc does; it has only the parts that its call needs.
#include <fmt/format.h>

#include <algorithm>

#include "harness/campaign/reproducer.h"
#include "harness/judge/arguments.h"
#include "harness/judge/expectation.h"
#include "harness/spec/encode.h"

namespace placemat {
namespace {

// Beyond this many initialisers an array is filled by statements.
constexpr std::size_t kMostListed = 96;
// Beyond this many a program says nothing to a reader.
constexpr std::size_t kMostUnits = 20'000;
constexpr unsigned kRepeats = 1000;

constexpr std::string_view kHead = R"text(/* @TITLE@
 *
 *   cc -std=c11 -I DIRECTORY_OF_placemat_decoder.h reproduce.c -ldl@PTHREAD@ -o reproduce
 *   ./reproduce @PLUGIN@
 *
 * Exit status: 1 the fault is there, 0 it is gone, 2 the plug-in cannot be loaded.
 */
@DEFINE@#include <dlfcn.h>
@ERRNO_HEADER@@THREAD_HEADER@@SIGNAL_HEADER@#include <stdio.h>
#include <stdlib.h>
#include <string.h>
@MEMORY_HEADERS@
#include "placemat_decoder.h"

static const placemat_decoder* decoder;

static int load(const char* path) {
  void* const object = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  const placemat_decoder* (*entry)(void);
  if (object != NULL) {
    void* const symbol = dlsym(object, PLACEMAT_PLUGIN_SYMBOL);
    memcpy(&entry, &symbol, sizeof(entry));
    if (entry != NULL) decoder = entry();
  }
  if (decoder == NULL) fprintf(stderr, "%s: %s\n", path, object == NULL ? dlerror() : "no decoder");
  return decoder != NULL;
}
)text";

// A call that may not return is made in a process of its own.
constexpr std::string_view kApart = R"text(
enum { RIGHT = 40, WRONG = 41 };

static int try_apart(void) {
  int status = 0, waited;
  const pid_t child = fork();
  if (child == 0) {
    const int right = try_once();
    fputs("seen      ", stdout);
    show();
    fflush(stdout);
    _exit(right ? RIGHT : WRONG);
  }
  for (waited = 0; waitpid(child, &status, WNOHANG) == 0; ++waited) {
    if (waited == 1000) kill(child, SIGKILL);
    usleep(10000);
  }
  if (waited > 1000) {
    puts("seen      no answer within 10 s");
  } else if (WIFSIGNALED(status)) {
    printf("seen      @SIGNAL@signal %d\n", WTERMSIG(status));
  } else if (WEXITSTATUS(status) != RIGHT && WEXITSTATUS(status) != WRONG) {
    printf("seen      exit(%d) in the middle of the call\n", WEXITSTATUS(status));
  }
  return WIFEXITED(status) && WEXITSTATUS(status) == RIGHT;
}
)text";

constexpr std::string_view kInThread = R"text(
static void* in_thread(void* right) {
  *(int*)right = try_in_thread();
  return NULL;
}

static int try_once(void) {
  pthread_t thread;
  int right = 0;
  try_in_thread();
  if (pthread_create(&thread, NULL, in_thread, &right) != 0) exit(2);
  pthread_join(thread, NULL);
  return right;
}
)text";

// "EILSEQ", as the name of the value ends; empty where nothing sets errno before the call.
std::string name_of_errno(Environment environment) {
  constexpr std::string_view kErrno = "errno-";
  std::string name(row_of(environment).name);
  if (!name.starts_with(kErrno)) return "";
  name.erase(0, kErrno.size());
  std::ranges::transform(name, name.begin(),
                         [](char c) { return static_cast<char>(c - 'a' + 'A'); });
  return name;
}

constexpr std::string_view kMain = R"text(
int main(int argc, char** argv) {
  int @DECLARED@;
  if (!load(argc > 1 ? argv[1] : "@PLUGIN@")) return 2;
@FILL@  puts("expected  @EXPECTED@");
@TRY@  return is_right ? 0 : 1;
}
)text";

// What an encoder writes.
constexpr std::string_view kEncode = R"text(
/* ---- the call ---- */

static const uint8_t units[] = {@UNITS@};
enum { COUNT = @COUNT@ };
static uint8_t out[PLACEMAT_MAX_SEQUENCE];
static size_t written;

static int try_once(void) {
@BEFORE@  written = decoder->encode(UINT64_C(0x@VALUE@), out);
  return written == COUNT && memcmp(out, units, written) == 0;
}

static void show(void) {
  size_t i;
  for (i = 0; i < written && i < sizeof(out); ++i) printf("%s%02X", i == 0 ? "" : " ", out[i]);
  puts(written == 0 ? "refused" : "");
}
)text";

constexpr std::string_view kMemory = R"text(
/* The input and the output lie next to pages that cannot be accessed. */
static unsigned char* guarded(size_t size, int at_start) {
  const size_t page = (size_t)sysconf(_SC_PAGESIZE);
  const size_t inside = (size + page) / page * page;
  unsigned char* const all = mmap(NULL, inside + 2 * page, PROT_READ | PROT_WRITE,
                                  MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (all == MAP_FAILED) exit(2);
  mprotect(all, page, PROT_NONE);
  mprotect(all + page + inside, page, PROT_NONE);
  return at_start ? all + page : all + page + inside - size;
}

static const uint8_t* place(const uint8_t* from, size_t length) {
  unsigned char* const at = guarded(length@BEHIND@, @AT_START@);
@PLACE@  memcpy(at, from, length);
@PROTECT@  return at;
}
)text";

constexpr std::string_view kGuardedOutput = R"text(
/* In a result before the call, which fills every member. */
#define UNFILLED ((size_t)0x5A5A5A5A5A5A5A5A)
typedef @VALUE@ value;
enum { CANARY = 16 };
static value* out;
static size_t capacity;
static placemat_result result;

static void make_room(size_t values) {
  const size_t size = values * sizeof(value);
  unsigned char* const at = guarded(size + CANARY, 0);
  memset(at, 0xA5, CANARY);
  out = (value*)(void*)(at + CANARY);
  capacity = values;
  result = (placemat_result){PLACEMAT_UNSUPPORTED, 0, UNFILLED, UNFILLED};
}

static int wrote_too_much(void) {
  int i;
  for (i = 1; i <= CANARY; ++i) {
    if (((unsigned char*)out)[-i] != 0xA5) return 1;
  }
  return result.written > capacity;
}
)text";

constexpr std::string_view kOutput = R"text(
/* In a result before the call, which fills every member. */
#define UNFILLED ((size_t)0x5A5A5A5A5A5A5A5A)
static @VALUE@ out[@ROOM@];
static size_t capacity;
static placemat_result result;

static void make_room(size_t values) {
  capacity = values;
  result = (placemat_result){PLACEMAT_UNSUPPORTED, 0, UNFILLED, UNFILLED};
}

static int wrote_too_much(void) { return result.written > capacity; }
)text";

constexpr std::string_view kUnits = R"text(
/* ---- the case ---- */

enum { LENGTH = @LENGTH@, EXPECTED = @COUNT@, CAPACITY = @CAPACITY@ };
static @CONST_UNITS@uint8_t units[@SIZE@]@LIST@;
)text";

constexpr std::string_view kValues = R"text(static @CONST_VALUES@uint64_t expected[@SIZE@]@VALUES@;
enum { MOST = 2 * LENGTH + 64 };
static uint64_t seen[MOST];
static size_t count;
static int is_broken; /* it wrote where it must not */
)text";

constexpr std::string_view kVerdict = R"text(
static int verdict;

static void call(const uint8_t* given, size_t length, size_t room) {
  (void)room;
  verdict = decoder->validate(@GIVEN@, length);
}

static int is_right(void) { return verdict == @WELL_FORMED@; }

static void show(void) {
  puts(verdict == 1 ? "well-formed" : verdict == 0 ? "ill-formed" : "no verdict");
}
)text";

constexpr std::string_view kLength = R"text(
static size_t count;

static void call(const uint8_t* given, size_t length, size_t room) {
  (void)room;
  count = decoder->@FUNCTION@(@GIVEN@, length);
}

static int is_right(void) { return count == EXPECTED@JOINED@; }

static void show(void) { printf("%zu values\n", count); }
)text";

constexpr std::string_view kFunction = R"text(
static void call(const uint8_t* given, size_t length, size_t room) {
  const uint8_t* const in = @GIVEN@;
  size_t i;
  make_room(room);
  decoder->@FUNCTION@(in, length, @OUT@, room, &result);
  is_broken = wrote_too_much();
  count = is_broken ? 0 : result.written;
  if (count > MOST) count = MOST;
  for (i = 0; i < count; ++i) seen[i] = out[i];
}
)text";

constexpr std::string_view kStream = R"text(
@DECLARE@static const size_t ends[] = {@ENDS@}; /* of the chunks */

/* Takes what one push or the finish gave; 0 when the stream cannot continue. */
static int take(void) {
  size_t i;
  if (wrote_too_much()) is_broken = 1;
  for (i = 0; !is_broken && i < result.written; ++i) {
    if (count < MOST) seen[count++] = out[i];
  }
  return !is_broken && (result.status == PLACEMAT_OK@GOES_ON@);
}

@CHUNK_ROOM@static int push(void* stream, const uint8_t* in, size_t length) {
@COPY@  make_room(length + PLACEMAT_MAX_SEQUENCE);
  decoder->stream_push(stream, @CHUNK@, length, out, capacity, &result);
@REUSE@  return take();
}

static int finish(void* stream) {
  make_room(PLACEMAT_MAX_SEQUENCE);
  decoder->stream_finish(stream, out, capacity, &result);
  return take();
}

static void call(const uint8_t* given, size_t length, size_t room) {
@OPEN_FIRST@  void* const stream = decoder->stream_open(@LOSSY@);
  const size_t chunks = given == units ? sizeof(ends) / sizeof(ends[0]) : 1;
  const uint8_t* in;
  size_t i, from = 0;
  int goes_on = stream != NULL;
  (void)room;
@BEGIN@@PRELUDE@  in = @GIVEN@;
  from = 0;
  for (i = 0; i < chunks && goes_on; ++i) {
    const size_t end = given == units ? ends[i] : length;
@OTHER@    goes_on = push(stream, in + from, end - from);
    from = end;
  }
@CLOSE_OTHER@  if (goes_on) finish(stream);
@AGAIN@  if (stream != NULL) decoder->stream_close(stream);
}
)text";

// Calls between the chunks of a stream.
constexpr std::string_view kCallsBetween = R"text(    make_room(PRELUDE + PLACEMAT_MAX_SEQUENCE);
    if (decoder->validate != NULL) decoder->validate(prelude, PRELUDE);
    if (decoder->length32 != NULL) decoder->length32(prelude, PRELUDE);
    if (decoder->length16 != NULL) decoder->length16(prelude, PRELUDE);
    if (decoder->strict32 != NULL) decoder->strict32(prelude, PRELUDE, out, PRELUDE, &result);
    if (decoder->lossy32 != NULL) decoder->lossy32(prelude, PRELUDE, out, PRELUDE, &result);
    if (decoder->strict16 != NULL) {
      decoder->strict16(prelude, PRELUDE, (uint16_t*)(void*)out, PRELUDE, &result);
    }
    if (decoder->lossy16 != NULL) {
      decoder->lossy16(prelude, PRELUDE, (uint16_t*)(void*)out, PRELUDE, &result);
    }
    if (decoder->encode != NULL) {
      decoder->encode(0x20AC, (uint8_t*)(void*)out);
      decoder->encode(0x10FFFF, (uint8_t*)(void*)out);
      decoder->encode(0x110000, (uint8_t*)(void*)out);
    }
)text";

// A stream that is open beside a call, and holds the prelude.
constexpr std::string_view kOpenBeside =
    R"text(  static uint32_t unused[PRELUDE + PLACEMAT_MAX_SEQUENCE];
  placemat_result ignored;
  void* const stream = decoder->stream_open(@LOSSY@);
  if (stream != NULL) {
    decoder->stream_push(stream, prelude, PRELUDE, unused, PRELUDE + PLACEMAT_MAX_SEQUENCE, &ignored);
  }
)text";

constexpr std::string_view kCompare = R"text(
static int is_prefix(void) {
  return count <= EXPECTED && memcmp(seen, expected, count * sizeof(seen[0])) == 0;
}
@JOIN@
static int is_right(void) {
@NORMALISE@  if (is_broken) return 0;
@COMPARE@}

/* Of a long list, the part where the two differ. */
static void show_values(void) {
  size_t i, same = 0, from = 0;
  while (same != count && same != EXPECTED && seen[same] == expected[same]) ++same;
  if ((count > 24 || EXPECTED > 24) && same > 12) from = same - 4;
  if (from > 0) printf("(%zu values) ... ", from);
  for (i = from; i < count && i < from + 24; ++i) {
    const int is_raw = (seen[i] & ~UINT64_C(0xFF)) == PLACEMAT_RAW_UNIT32;
    printf("%s%s%02llX", i == from ? "" : " ", is_raw ? "raw:" : "",
           (unsigned long long)(is_raw ? seen[i] & 0xFF : seen[i]));
  }
  if (count > from + 24) printf(" ... (%zu values)", count);
  if (count == 0) fputs("nothing", stdout);
}

@SHOW_PLACE@static void show(void) {
  if (is_broken) {
    fputs("a write outside of the output", stdout);
  } else if (result.status == PLACEMAT_NO_CAPACITY) {
    printf("no capacity after %zu values", count);
@SUCCESS@  } else if (result.status == PLACEMAT_ILL_FORMED || result.status == PLACEMAT_INCOMPLETE) {
    fputs(result.status == PLACEMAT_ILL_FORMED ? "ill-formed" : "incomplete", stdout);
    if (result.error_offset != PLACEMAT_UNKNOWN) printf(" at %zu", result.error_offset);
    if (result.error_length != PLACEMAT_UNKNOWN) printf(", length %zu", result.error_length);
@AFTER@  } else {
    if (result.status != PLACEMAT_OK) printf("status %u ", (unsigned)result.status);
    fputs("@BEFORE_VALUES@", stdout);
    show_values();
@NO_ERROR@  }
  puts("");
}
)text";

// A result without an error states no place of one.
constexpr std::string_view kNoError =
    R"text(  if ((decoder->claims & PLACEMAT_CLAIM_OFFSET) != 0 && result.error_offset != PLACEMAT_UNKNOWN) return 0;
  if ((decoder->claims & PLACEMAT_CLAIM_LENGTH) != 0 && result.error_length != PLACEMAT_UNKNOWN) return 0;
)text";
constexpr std::string_view kNoErrorShown =
    R"text(    show_place("offset", PLACEMAT_CLAIM_OFFSET, result.error_offset);
    show_place("length", PLACEMAT_CLAIM_LENGTH, result.error_length);
)text";
// With too little room, that is what is wrong.
constexpr std::string_view kSuccessShown =
    R"text(  } else if (result.status == PLACEMAT_OK) {
    printf("success after %zu values", count);
)text";
constexpr std::string_view kShowPlace = R"text(
/* The place of an error that there is not. */
static void show_place(const char* name, uint32_t claim, size_t stated) {
  if ((decoder->claims & claim) == 0 || stated == PLACEMAT_UNKNOWN) return;
  if (stated == UNFILLED) {
    printf(", error %s not filled in", name);
  } else {
    printf(", error %s %zu", name, stated);
  }
}
)text";

constexpr std::string_view kJoin = R"text(
/* In this dialect a surrogate pair and its code point are equivalent. */
static void join(void) {
  size_t i, n = 0;
  for (i = 0; i < count; ++i, ++n) {
    seen[n] = seen[i];
    if (i + 1 == count || seen[i] < 0xD800 || seen[i] > 0xDBFF) continue;
    if (seen[i + 1] < 0xDC00 || seen[i + 1] > 0xDFFF) continue;
    seen[n] = 0x10000 + ((seen[i] - 0xD800) << 10) + (seen[i + 1] - 0xDC00);
    ++i;
  }
  count = n;
}
)text";

template <class Values>
std::string listed_hex(const Values& values, std::string_view format) {
  constexpr std::size_t kInLine = 16;
  std::string out;
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (i > 0) out += i % kInLine == 0 ? ",\n    " : ", ";
    out += fmt::format(fmt::runtime(format), values[i]);
  }
  return out.empty() ? "0" : out;
}

// " = {0xC0, 0x80}", or nothing and statements that fill it where few values repeat.
template <class Values>
std::string initialiser(const Values& values, std::string_view name, std::string& fill) {
  std::string statements;
  std::size_t runs = 0;
  for (std::size_t i = 0; i < values.size(); ++runs) {
    std::size_t n = 1;
    while (i + n < values.size() && values[i + n] == values[i]) ++n;
    statements += n == 1 ? fmt::format("  {}[{}] = 0x{:02X};\n", name, i, values[i])
                         : fmt::format("  for (i = 0; i < {}; ++i) {}[{} + i] = 0x{:02X};\n", n,
                                       name, i, values[i]);
    i += n;
  }
  const bool is_short = values.size() <= kMostListed || runs > values.size() / 16;
  if (is_short) return " = {" + listed_hex(values, "0x{:02X}") + "}";
  fill += statements;
  return "";
}

// Writes the parts of one program.
class Program {
 public:
  explicit Program(const ReproducedCall& what)
      : what_(what),
        how_(what.call.how),
        operation_(how_.operation),
        units_(parse_units(what.call.units, Caller::kMaxUnits)),
        law_(what.judged_as, is_utf16(operation_)),
        expectation_(law_.about(units_.bytes)) {
    how_.cuts = units_.cuts;
    const auto values = is_utf16(operation_) ? widened_utf16() : all_values();
    expected_.assign(values.begin(),
                     values.begin() + static_cast<std::ptrdiff_t>(count_of_expected(values)));
    capacity_ = room_of(how_.room, needed(operation_, expectation_), units_.bytes.size());
    joined_ = join_surrogates(expected_);
    if (joins() && is_decoding(operation_)) expected_ = joined_;
  }

  std::string text() {
    std::string out = the_case();
    if (has_guards()) out += memory();
    if (is_decoding(operation_)) {
      out += filled(std::string(has_guards() ? kGuardedOutput : kOutput),
                    {{"@VALUE@", value_type()}, {"@ROOM@", std::to_string(most_room())}});
    }
    out += filled(the_call(),
                  {{"@GIVEN@", has_guards() ? "place(given, length)" : "given"},
                   {"@PRELUDE_UNITS@", has_guards() ? "place(prelude, PRELUDE)" : "prelude"}});
    if (is_decoding(operation_)) out += compare();
    return out + try_once();
  }
  // Does an answer depend on what lies around the input and the output?
  bool has_guards() const {
    const Kind kind = what_.finding.kind;
    return how_.placement != Placement::kEnd || kind >= Kind::kOverRead ||
           kind == Kind::kDependsOnPosition;
  }
  const std::string& fill() const { return fill_; }
  std::size_t size() const { return units_.bytes.size(); }

 private:
  bool joins() const { return expectation_.joins && !is_utf16(operation_); }
  std::vector<std::uint64_t> all_values() const {
    return {expectation_.values.begin(), expectation_.values.end()};
  }
  std::vector<std::uint64_t> widened_utf16() const {
    return {expectation_.utf16.begin(), expectation_.utf16.end()};
  }
  // Strict operations may write the values before the error only.
  std::size_t count_of_expected(const std::vector<std::uint64_t>& values) const {
    return is_strict(operation_) ? needed(operation_, expectation_) : values.size();
  }
  bool is_refused() const { return is_strict(operation_) && !expectation_.is_well_formed(); }

  std::string value_type() const {
    if (is_utf16(operation_)) return "uint16_t";
    const bool is_wide = operation_ == Operation::kStrict64 || operation_ == Operation::kLossy64;
    return is_wide ? "uint64_t" : "uint32_t";
  }

  // The most values that a call has room for.
  std::size_t most_room() const {
    const std::size_t longest = std::max(units_.bytes.size(), how_.prelude.size());
    return std::max(capacity_, 2 * longest + 2 * PLACEMAT_MAX_SEQUENCE);
  }

  std::string memory() const {
    const bool has_nul = how_.placement == Placement::kNul;
    const bool is_read_only = how_.placement == Placement::kReadOnly;
    std::string place;
    if (how_.placement == Placement::kNull) place += "  if (length == 0) return NULL;\n";
    if (has_nul) place += "  at[length] = 0;\n";
    const std::string protect =
        "  {\n    const size_t before = (uintptr_t)at % (size_t)sysconf(_SC_PAGESIZE);\n"
        "    mprotect(at - before, before + length, PROT_READ);\n  }\n";
    return filled(std::string(kMemory),
                  {{"@BEHIND@", has_nul ? " + 1" : ""},
                   {"@AT_START@", how_.placement == Placement::kStart ? "1" : "0"},
                   {"@PLACE@", place},
                   {"@PROTECT@", is_read_only ? protect : ""}});
  }

  std::string the_case() {
    const std::string list = initialiser(units_.bytes, "units", fill_);
    std::string out =
        filled(std::string(kUnits),
               {{"@LENGTH@", std::to_string(units_.bytes.size())},
                {"@COUNT@", std::to_string(expected_.size())},
                {"@CAPACITY@", std::to_string(capacity_)},
                {"@SIZE@", std::to_string(std::max<std::size_t>(1, units_.bytes.size()))},
                {"@CONST_UNITS@", list.empty() ? "" : "const "},
                {"@LIST@", list}});
    if (is_decoding(operation_)) {
      const std::string values = initialiser(expected_, "expected", fill_);
      out += filled(std::string(kValues),
                    {{"@SIZE@", std::to_string(std::max<std::size_t>(1, expected_.size()))},
                     {"@CONST_VALUES@", values.empty() ? "" : "const "},
                     {"@VALUES@", values}});
    }
    if (how_.has_prelude()) {
      out += fmt::format("enum {{ PRELUDE = {} }};\nstatic const uint8_t prelude[] = {{{}}};\n",
                         how_.prelude.size(), listed_hex(how_.prelude, "0x{:02X}"));
    }
    return out;
  }

  std::string the_call() const {
    if (operation_ == Operation::kValidate) {
      return filled(std::string(kVerdict),
                    {{"@WELL_FORMED@", expectation_.is_well_formed() ? "1" : "0"}});
    }
    const std::string function(name_of(operation_));
    if (is_length(operation_)) {
      const bool has_two = joins() && joined_.size() != expected_.size();
      return filled(std::string(kLength),
                    {{"@FUNCTION@", function},
                     {"@JOINED@", has_two ? fmt::format(" || count == {}", joined_.size()) : ""}});
    }
    if (is_stream(operation_)) return stream();
    const bool is_null = how_.placement == Placement::kNull;
    return filled(std::string(kFunction), {{"@FUNCTION@", function},
                                           {"@OUT@", is_null ? "room == 0 ? NULL : out" : "out"}});
  }

  // The prelude that the stream itself was given. What a second finish emits counts.
  static std::string prelude_of_stream(const StreamHistory& history) {
    if (!history.is_own) return "  count = 0;\n";
    std::string use = "  if (goes_on) push(stream, @PRELUDE_UNITS@, PRELUDE);\n";
    if (history.finishes > 0) use += "  if (goes_on) finish(stream);\n";
    if (history.is_reset) use += "  if (goes_on) decoder->stream_reset(stream);\n";
    use += "  count = 0;\n";
    if (history.finishes > 1) use += "  if (goes_on) finish(stream);\n";
    if (history.times == 1 || history.is_reset) return use;
    return "  if (time == 0) {\n" + use + "  }\n  count = 0;\n";
  }

  // Other streams, open at the same time, are given the prelude before each chunk.
  std::string open_others(const StreamHistory& history) const {
    if (history.others == 0) return "";
    return fmt::format(
               "  void* other[{}];\n"
               "  const uint8_t* const others = @PRELUDE_UNITS@;\n",
               history.others) +
           fmt::format("  for (int i = 0; i < {}; ++i) other[i] = decoder->stream_open({});\n",
                       history.others, is_lossy(operation_) != history.is_other_mode ? 1 : 0);
  }

  static std::string give_others(const StreamHistory& history) {
    if (history.has_calls) return std::string(kCallsBetween);
    return for_each_other(history, "    ", give_other(history));
  }

  static std::string give_other(const StreamHistory& history) {
    const std::string push =
        "      make_room(PRELUDE + PLACEMAT_MAX_SEQUENCE);\n"
        "      decoder->stream_push(other[i], others, PRELUDE, out, capacity, &result);\n";
    if (!history.others_end) return push;
    return push +
           "      make_room(PLACEMAT_MAX_SEQUENCE);\n"
           "      decoder->stream_finish(other[i], out, capacity, &result);\n" +
           push + "      decoder->stream_reset(other[i]);\n";
  }

  static std::string for_each_other(const StreamHistory& history, std::string_view indent,
                                    std::string_view action) {
    if (history.others == 0) return "";
    return fmt::format(
        "{0}for (int i = 0; i < {1}; ++i) {{\n"
        "{0}  if (other[i] == NULL) continue;\n{2}{0}}}\n",
        indent, history.others, action);
  }

  std::string stream() const {
    const StreamHistory history = history_of(how_.ending);
    const bool repeats = history.times > 1;
    Cuts ends = how_.cuts;
    ends.push_back(units_.bytes.size());
    // A caller reuses the memory of a chunk.
    const bool is_reused = !how_.cuts.empty() && !has_guards();
    const std::string chunk = is_reused ? "chunk" : "in";
    const std::string others = open_others(history);
    return filled(
        std::string(kStream),
        {{"@ENDS@", fmt::format("{}", fmt::join(ends, ", "))},
         {"@GOES_ON@",
          operation_ == Operation::kStreamStrict ? " || result.status == PLACEMAT_ILL_FORMED" : ""},
         {"@CHUNK@", how_.placement == Placement::kNull ? "length == 0 ? NULL : " + chunk : chunk},
         {"@CHUNK_ROOM@", is_reused
                              ? fmt::format("static uint8_t chunk[{}];\n\n",
                                            std::max(units_.bytes.size(), how_.prelude.size()))
                              : ""},
         {"@COPY@", is_reused ? "  memcpy(chunk, in, length);\n" : ""},
         {"@REUSE@", is_reused ? "  memset(chunk, 0xFF, length);\n" : ""},
         {"@OPEN_FIRST@", history.others_first ? others : ""},
         {"@LOSSY@", is_lossy(operation_) ? "1" : "0"},
         {"@DECLARE@", repeats ? "static int is_right(void);\n\n" : ""},
         {"@BEGIN@", repeats
                         ? fmt::format("  for (int time = 0; time < {} && goes_on; ++time) {{\n",
                                       history.times)
                         : ""},
         {"@AGAIN@", repeats ? "  if (!is_right()) break;\n  }\n" : ""},
         {"@PRELUDE@", prelude_of_stream(history) + (history.others_first ? "" : others)},
         {"@OTHER@", give_others(history)},
         {"@CLOSE_OTHER@",
          for_each_other(history, "  ", "    decoder->stream_close(other[i]);\n")}});
  }

  std::string claims() const {
    const IllFormed& error = *expectation_.error;
    return fmt::format(
        "  if (result.status != PLACEMAT_ILL_FORMED && result.status != PLACEMAT_INCOMPLETE) "
        "return 0;\n"
        "  if ((decoder->claims & PLACEMAT_CLAIM_INCOMPLETE) != 0 &&\n"
        "      (result.status == PLACEMAT_INCOMPLETE) != {}) {{\n    return 0;\n  }}\n"
        "  if ((decoder->claims & PLACEMAT_CLAIM_OFFSET) != 0 && result.error_offset != {}) return "
        "0;\n"
        "  if ((decoder->claims & PLACEMAT_CLAIM_LENGTH) != 0 && result.error_length != {}) return "
        "0;\n",
        error.at_end ? 1 : 0, error.offset, error.length);
  }

  bool states_no_error() const { return is_strict(operation_) && expectation_.is_well_formed(); }

  bool is_short() const {
    return !is_stream(operation_) && capacity_ < needed(operation_, expectation_);
  }

  std::string comparison() const {
    std::string out;
    if (is_short()) {
      out = "  if (result.status == PLACEMAT_NO_CAPACITY) return is_prefix();\n";
      if (!is_refused() && !joins()) return out + "  return 0;\n";
    }
    if (is_refused()) return out + claims() + "  return is_prefix();\n";
    if (states_no_error()) out += kNoError;
    return out + "  return result.status == PLACEMAT_OK && count == EXPECTED && is_prefix();\n";
  }

  std::string compare() const {
    return filled(
        std::string(kCompare),
        {{"@JOIN@", joins() ? std::string(kJoin) : ""},
         {"@NORMALISE@", joins() ? "  join();\n" : ""},
         {"@COMPARE@", comparison()},
         {"@AFTER@", is_refused() ? "    if (!is_prefix()) fputs(\" after \", stdout), "
                                    "show_values();\n"
                                  : ""},
         {"@BEFORE_VALUES@", is_strict(operation_) ? "well-formed: " : ""},
         {"@SUCCESS@", is_short() ? std::string(kSuccessShown) : ""},
         {"@SHOW_PLACE@", states_no_error() ? std::string(kShowPlace.substr(1)) + "\n" : ""},
         {"@NO_ERROR@", states_no_error() ? std::string(kNoErrorShown) : ""}});
  }

  std::string try_once() const {
    const bool is_in_thread = how_.environment == Environment::kSecondThread;
    std::string out =
        fmt::format("\nstatic int {}(void) {{\n", is_in_thread ? "try_in_thread" : "try_once");
    const std::string errno_before = name_of_errno(how_.environment);
    if (!errno_before.empty()) out += fmt::format("  errno = {};\n", errno_before);
    if (how_.ending == Ending::kCall) {
      out += "  call(prelude, PRELUDE, 2 * PRELUDE + PLACEMAT_MAX_SEQUENCE);\n";
    }
    const bool is_beside_stream =
        how_.has_prelude() && how_.ending != Ending::kCall && !is_stream(operation_);
    if (is_beside_stream)
      out += filled(std::string(kOpenBeside), {{"@LOSSY@", is_lossy(operation_) ? "1" : "0"}});
    out += "  call(units, LENGTH, CAPACITY);\n";
    if (is_beside_stream) out += "  if (stream != NULL) decoder->stream_close(stream);\n";
    const bool shows_more =
        is_decoding(operation_) && !is_stream(operation_) && how_.room == Room::kExact;
    if (shows_more) {
      out +=
          "  if (!is_right() && result.status == PLACEMAT_NO_CAPACITY) {\n"
          "    /* To see what it writes where there is room. */\n"
          "    call(units, LENGTH, 2 * LENGTH + 2 * PLACEMAT_MAX_SEQUENCE);\n"
          "    if (is_right()) result.status = PLACEMAT_NO_CAPACITY, count = 0;\n"
          "    return 0;\n  }\n";
    }
    return out + "  return is_right();\n}\n" + (is_in_thread ? std::string(kInThread) : "");
  }

  const ReproducedCall& what_;
  Presentation how_;
  Operation operation_;
  ChunkedUnits units_;
  Law law_;
  const Expectation& expectation_;
  std::vector<std::uint64_t> expected_, joined_;
  std::size_t capacity_ = 0;
  std::string fill_;
};

// In a comment and in a string.
std::string escaped(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (c == '"' || c == '\\') out += '\\';
    out += c >= 0x20 && c <= 0x7E ? c : '?';
  }
  for (std::size_t at; (at = out.find("*/")) != std::string::npos;) out.replace(at, 2, "* /");
  return out;
}

std::string try_text(bool is_apart, bool repeats) {
  std::string once = is_apart ? "is_right = try_apart();\n" : "is_right = try_once();\n";
  if (repeats) once = fmt::format("for (i = 0; i < {} && is_right; ++i) {}", kRepeats, once);
  if (is_apart) return "  fflush(stdout);\n  " + once;
  return "  " + once + "  fputs(\"seen      \", stdout);\n  show();\n";
}

std::string encoder_text(const ReproducedCall& what) {
  const std::vector<std::uint64_t> values = values_to_encode(what.call.encode);
  const std::uint64_t value = values.back();
  std::string before;
  for (std::size_t i = 0, next = 0; i + 1 < values.size(); i = next) {
    for (next = i; next + 1 < values.size() && values[next] == values[i];) ++next;
    const std::string call = fmt::format("decoder->encode(UINT64_C(0x{:X}), out);\n", values[i]);
    before += next - i == 1 ? "  " + call
                            : fmt::format("  for (int i = 0; i < {}; ++i) {}", next - i, call);
  }
  const auto form = encode(dialect(what.judged_as.dialect), value).value_or(Bytes{});
  return filled(std::string(kEncode), {{"@UNITS@", listed_hex(form, "0x{:02X}")},
                                       {"@COUNT@", std::to_string(form.size())},
                                       {"@BEFORE@", before},
                                       {"@VALUE@", fmt::format("{:X}", value)}});
}

}  // namespace

std::string filled(std::string text,
                   const std::vector<std::pair<std::string_view, std::string>>& values) {
  for (const auto& [name, value] : values) {
    for (std::size_t at = 0; (at = text.find(name, at)) != std::string::npos; at += value.size()) {
      text.replace(at, name.size(), value);
    }
  }
  return text;
}

std::optional<Reproducer> plugin_program(const ReproducedCall& what, std::string& why_not) {
  const Finding& finding = what.finding;
  if (finding.kind == Kind::kCorruptsProcess || finding.kind == Kind::kExhaustsMemory) {
    why_not = "the fault is not in the answer to a call but in what the call does to its process";
    return std::nullopt;
  }
  std::string body, fill;
  bool is_apart = finding.kind == Kind::kCrash || finding.kind == Kind::kHang;
  if (!what.call.encode.empty()) {
    body = encoder_text(what);
  } else {
    Program program(what);
    body = program.text();
    fill = program.fill();
    is_apart = program.has_guards();
    if (program.size() > kMostUnits) {
      why_not = "the input is too long for a program";
      return std::nullopt;
    }
  }
  const std::string& plugin = what.call.external.plugin;
  const bool is_in_thread = what.call.how.environment == Environment::kSecondThread;
  const std::string errno_before = name_of_errno(what.call.how.environment);
  const std::string title =
      fmt::format("{}: {}, {} {}", finding.decoder, row_of(finding.kind).name, finding.operation,
                  what.call.encode.empty() ? what.call.units : what.call.encode);
  const bool repeats = finding.kind == Kind::kNondeterministic;
  const bool is_about_buffers = finding.kind == Kind::kOverRead || finding.kind == Kind::kOverWrite;
  const std::vector<std::pair<std::string_view, std::string>> values{
      {"@TITLE@", escaped(title)},
      {"@PLUGIN@", escaped(plugin.find('/') == std::string::npos ? "./" + plugin : plugin)},
      {"@DEFINE@", is_apart ? "#define _DEFAULT_SOURCE\n" : ""},
      {"@ERRNO_HEADER@", errno_before.empty() ? "" : "#include <errno.h>\n"},
      {"@PTHREAD@", is_in_thread ? " -pthread" : ""},
      {"@THREAD_HEADER@", is_in_thread ? "#include <pthread.h>\n" : ""},
      {"@SIGNAL_HEADER@", is_apart ? "#include <signal.h>\n" : ""},
      {"@MEMORY_HEADERS@",
       is_apart ? "#include <sys/mman.h>\n#include <sys/wait.h>\n#include <unistd.h>\n" : ""},
      {"@SIGNAL@", is_about_buffers ? "an access outside of the units or the output, " : ""},
      {"@FILL@", fill},
      {"@EXPECTED@", escaped(finding.expected)},
      {"@DECLARED@", repeats || !fill.empty() ? "is_right = 1, i" : "is_right"},
      {"@TRY@", try_text(is_apart, repeats)}};
  return Reproducer{
      "c", "reproduce.c",
      filled(std::string(kHead), values) + body +
          (is_apart ? filled(std::string(kApart), values) : "") +
          filled(std::string(kMain), values),
      fmt::format("cc -std=c11 -I DIRECTORY reproduce.c -ldl{} -o reproduce && ./reproduce {}",
                  is_in_thread ? " -pthread" : "", quoted(plugin)),
      "DIRECTORY has placemat_decoder.h, the interface. The program prints what it "
      "saw. Exit status: 1 the fault is there, 0 it is gone."};
}

}  // namespace placemat
