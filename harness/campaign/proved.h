// proved.h: the part of a certificate that a solver decides. The prover is a program of its own,
// beside this one, and may be absent; what needs it is then "not checked".
#pragma once

#include <array>
#include <atomic>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "harness/certify/certify.h"

namespace placemat {

struct ProveRequest {
  const Decoder* decoder = nullptr;  // of this tree
  std::string profile;
  std::string digest;                 // of what is certified
  std::string commit;                 // of this program
  std::filesystem::path out;          // for the files of the prover
  std::filesystem::path scores = {};  // of mutants, that several requests share; empty: none
  std::filesystem::path program = prover_beside_this();
  unsigned threads = 1;   // processes that ask solvers
  bool is_whole = false;  // every mutant; otherwise one in a few
  const std::atomic<bool>* stop = nullptr;
  CertifyProgress progress = {};

  static std::filesystem::path prover_beside_this();
};

// The items of the prover, or those that say why there are none.
std::vector<CertificateItem> proof_items(const ProveRequest& request);

// An item, and what it is about.
using ItemName = std::array<std::string_view, 2>;
// Those of the prover, where there is no proof.
inline constexpr ItemName kUnproved[] = {
    {"proof", "all lengths"}, {"second opinion", "solvers"}, {"mutation score", "the proof"}};

// Items of these names, all with the same reason.
std::vector<CertificateItem> items_without(std::span<const ItemName> names, const char* result,
                                           const std::string& why);

// Puts them in the place of the items of these names, and of those of their own names.
void put_items(Certificate& certificate, std::span<const ItemName> former,
               std::vector<CertificateItem> items);

// `text`, or that with at most two more units, which the decoder answers wrongly: the shortest one.
// Needs a living Fence.
struct ConfirmedRefusal {
  std::string units, expected, seen, replay;
};
std::optional<ConfirmedRefusal> confirmed_refusal(const Decoder& decoder,
                                                  const std::string& profile, const Bytes& text);

}  // namespace placemat
