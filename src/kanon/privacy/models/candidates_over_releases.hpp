// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/privacy/model.hpp"

#include <cstdint>
#include <memory>
#include <string>

namespace kanon {

/// k-anonymity of persons over this release and all earlier ones: for each person of a class at
/// least k persons of the class were in the same class as that person in every earlier release that
/// has that person. So whoever intersects the classes of a person over all releases is left with k.
/// The intersection attack is that of Ganta, Kasiviswanathan, Smith 2008; the promise is of
/// candidates alone, and says nothing of sensitive values.
///
/// Persons of one class need not hold where those of a part of it do, but unions of classes that
/// hold do: Monotony::merge. Cost of a class: O(rows + the histories in it, squared at most).
/// \pre the context has histories
[[nodiscard]] std::shared_ptr<const PrivacyModel> make_candidates_over_releases(
    std::uint64_t k, std::string person, const ModelContext& tracked);

}  // namespace kanon
