// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/privacy/model.hpp"

#include <memory>
#include <optional>

namespace kanon {

/// k-map (Sweeney, Computational disclosure control, PhD thesis, MIT 2001): the labels of every
/// class fit at least k persons of the population, be they in the table or not. The figure is how
/// many they fit. Less than k-anonymity where nobody knows who is in the table. Cost O(1) a class.
[[nodiscard]] std::shared_ptr<const PrivacyModel> make_k_map(
    const PrivacyRequirement& requirement, const std::optional<ModelContext>& tracked);

}  // namespace kanon
