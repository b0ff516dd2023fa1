#include "harness/conformance/fuzz.h"

#include <fmt/format.h>

#include <cstdio>
#include <cstdlib>
#include <optional>
#include <set>

#include "harness/bytes/error.h"
#include "harness/call/heap_copies.h"
#include "harness/generate/mutator.h"
#include "harness/judge/known_kinds.h"
#include "harness/judge/spot_check.h"
#include "harness/judge/target.h"

// The address sanitizer calls it.
extern "C" void __asan_on_error();

namespace placemat {
namespace {

constexpr int kUnusable = 2;

Profile profile_of(const Decoder& decoder, const FuzzOptions& options) {
  if (const std::string wrong = defect(decoder); !wrong.empty()) throw InputError(wrong);
  const auto as = options.as.empty() ? std::nullopt : std::optional(options.as);
  return make_target(decoder, {}, {}, as).judged_as;
}

KnownKinds known_of(const FuzzOptions& options) {
  return options.expected.empty() ? KnownKinds{} : read_known_kinds(options.expected);
}

bool is_mutator_wanted() {
  const char* wanted = std::getenv("PLACEMAT_FUZZ_MUTATOR");
  return wanted == nullptr || std::string_view(wanted) != "0";
}

// "accepts-overlong", "C0 AF" -> "accepts_overlong_C0_AF"
std::string test_name(const SpotFinding& found) {
  constexpr std::size_t kLongest = 60;
  std::string name(row_of(found.failure.kind).name);
  name += " " + to_text({found.minimal.units, found.minimal.how.cuts});
  for (char& c : name) {
    if (std::isalnum(static_cast<unsigned char>(c)) == 0) c = '_';
  }
  return name.substr(0, kLongest);
}

// A test that fails until the decoder is mended.
std::string unit_test(const SpotFinding& found, const std::string& decoder,
                      const FuzzOptions& options) {
  const std::string as = options.as.empty() ? "" : fmt::format(".as = \"{}\"", options.as);
  return fmt::format(
      "\n"
      "#include <placemat/gtest.h>\n\n"
      "TEST(Fuzzed, {}) {{\n"
      "  const placemat::Conformance check =\n"
      "      placemat::replay_conformance({}, {{{}}},\n"
      "                                   \"{}\");\n"
      "  EXPECT_TRUE(check.conforms) << check.text;\n"
      "}}\n",
      test_name(found), decoder, as, to_arguments(found.minimal));
}

}  // namespace

struct FuzzTarget::Impl {
  Impl(const placemat_decoder& table, const FuzzOptions& how, const char* made_by)
      : decoder(table),
        options(how),
        expression(made_by),
        profile(profile_of(decoder, options)),
        known(known_of(options)),
        known_kinds(kinds_of(known, decoder.name)),
        fence(options.limit_ms),
        check(decoder, profile, thread, SpotCheck::useful_copies()),
        mutator(std::array{profile.dialect}) {
    if (!check.can_check()) throw InputError("it claims no operation");
  }

  const Decoder decoder;
  const FuzzOptions options;
  const std::string expression;
  const Profile profile;
  const KnownKinds known;
  const std::set<Kind>& known_kinds;
  const bool mutates = is_mutator_wanted();
  Fence fence;
  FencedThread thread;
  SpotCheck check;
  Mutator mutator;
};

FuzzTarget::FuzzTarget(const placemat_decoder& decoder, const FuzzOptions& options,
                       const char* expression) {
  try {
    impl_ = std::make_unique<Impl>(decoder, options, expression);
  } catch (const std::exception& error) {
    fmt::print(stderr, "placemat: {}: {}\n", expression, error.what());
    std::_Exit(kUnusable);
  }
}

FuzzTarget::~FuzzTarget() = default;

void FuzzTarget::examine(const std::uint8_t* data, std::size_t size) {
  const auto found = impl_->check.examine({data, size}, impl_->known_kinds);
  if (!found) return;
  fmt::print(stderr, "\n{}  found in  {}\n{}", impl_->check.describe(*found),
             to_text({Bytes(data, data + size), {}}),
             unit_test(*found, impl_->expression, impl_->options));
  std::fflush(stderr);
  std::abort();
}

// The other half is the engine's own mutations, which learn from comparisons.
std::size_t FuzzTarget::mutate(std::uint8_t* data, std::size_t size, std::size_t max_size,
                               unsigned seed) {
  const bool has_engine = &LLVMFuzzerMutate != nullptr;
  if (has_engine && (seed % 2 == 0 || !impl_->mutates)) {
    return LLVMFuzzerMutate(data, size, max_size);
  }
  return impl_->mutates ? impl_->mutator.mutate_in_place({data, max_size}, size, seed) : size;
}

}  // namespace placemat

void __asan_on_error() { placemat::print_call_at_hand(); }
