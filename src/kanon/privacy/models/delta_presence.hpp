// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/privacy/model.hpp"

#include <memory>
#include <optional>

namespace kanon {

/// delta-presence (Nergiz, Atzori, Clifton, Hiding the presence of individuals from shared
/// databases, SIGMOD 2007, definition 2): of the persons of the population whom a class fits, the
/// share that is in the table lies in [min, max]. The figure is that share; with a `min` above 0 it
/// is by how much the worse end is missed: 1 at the end itself, above it outside.
///
/// With `min` above 0 a class of the population of which no row is released breaks the promise:
/// whoever is in it is known to be absent. So no row can be suppressed then. More rows than the
/// population has there count as all of it. Cost O(1) a class.
[[nodiscard]] std::shared_ptr<const PrivacyModel> make_delta_presence(
    const PrivacyRequirement& requirement, const std::optional<ModelContext>& tracked);

}  // namespace kanon
