// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/privacy/model.hpp"

#include <cstddef>
#include <memory>
#include <vector>

namespace kanon {

/// A model that is kept against somebody who knows some quasi-identifiers of a person: the rows
/// that are released alike in these are a class to them, and each such class keeps the model.
///
/// Of somebody who knows any m quasi-identifiers, sets of exactly m are looked at. This covers all
/// smaller sets: what is alike in a smaller set is a union of what is alike in a larger one, and
/// unions of classes that hold hold too (Monotony::superset and Monotony::merge). The same makes a
/// release keep the model whose classes over all quasi-identifiers do (of_classes()). Sets of three
/// are those of mu-ARGUS (Hundepool et al., mu-ARGUS manual 5.1, section 2.3) and of sdcMicro's
/// keys, but a star is a value of its own here and matches no other.
///
/// `model` is of classes and says of their unions (Monotony::none is not taken), judges no average
/// and no population. `adversary` knows some; `attributes`: places of its columns among the
/// quasi-identifiers, ascending, or empty where it knows any so many.
[[nodiscard]] std::shared_ptr<const PrivacyModel> make_against(
    std::shared_ptr<const PrivacyModel> model,
    const Adversary& adversary,
    std::vector<std::size_t> attributes);

}  // namespace kanon
