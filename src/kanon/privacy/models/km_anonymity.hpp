// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/privacy/model.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>

namespace kanon {

/// Items of a list that somebody may be taken to know, at most.
inline constexpr std::size_t kMostKnownItems = 5;

/// What the model asks of lists, with its defaults.
struct ListPromise {
    std::uint64_t k = 0;
    std::size_t m = 0;
    std::uint64_t l = 1;
};

/// \throws Error{bad_policy} as make_km_anonymity()
[[nodiscard]] ListPromise list_promise_of(const PrivacyRequirement& requirement);

/// k^m-anonymity (Terrovitis, Mamoulis, Kalnis, VLDB 2008): whoever knows up to m items of a
/// person's list finds at least k lists that hold what stands for them; with quasi-identifiers, k
/// of the person's class (Poulis, Loukides, Gkoulalas-Divanis, Skiadopoulos, ECML PKDD 2013). With
/// l > 1 no sensitive item is in more than one of l of those lists: whoever knows up to m others
/// infers it with 1/l at most (rho-uncertainty of Cao, Karras, Raissi, Tan, VLDB 2010, for up to m
/// items).
///
/// Of a class the model itself sees the rows, of which there must be k; its lists are judged by
/// whoever has them: audit/lists. Parameters: k in [2, 2^31], m in [1, 5], l in [1, 2^31]; whole
/// numbers. \throws Error{bad_policy} otherwise.
[[nodiscard]] std::shared_ptr<const PrivacyModel> make_km_anonymity(
    const PrivacyRequirement& requirement, const std::optional<ModelContext>& tracked);

}  // namespace kanon
