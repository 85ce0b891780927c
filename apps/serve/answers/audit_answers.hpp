// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/api/compare.hpp"
#include "kanon/api/kanon.hpp"

#include "state/policy_tree.hpp"

/// What comes of jobs, as the page shows it.
namespace kanon::serve {

/// A point of the curve of loss against risk.
[[nodiscard]] Json point_json(const ComparedRun& run);

/// The models, methods, warnings and settings that the page offers.
[[nodiscard]] Json catalogue_json();

}  // namespace kanon::serve
