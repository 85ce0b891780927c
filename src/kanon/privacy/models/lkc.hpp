// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/privacy/model.hpp"

#include <memory>
#include <optional>

namespace kanon {

/// LKC-privacy (Mohammed, Fung, Hung, Lee, Anonymizing healthcare data: a case study on the blood
/// transfusion service, KDD 2009, definition 3.2): who knows at most L quasi-identifying values of
/// a person finds at least K rows with them, and no sensitive value in more than a share C of
/// these. The publication protects a set of values; here it is one value or all.
///
/// Judged by the rows that share released values in each L of the quasi-identifiers: rows that
/// share fewer are unions of these. The figure is the greatest share, 1 with fewer than K rows;
/// with C = 1 it is the least number of rows. Cost O(c) for c codes of such a set of rows.
[[nodiscard]] std::shared_ptr<const PrivacyModel> make_lkc(
    const PrivacyRequirement& requirement, const std::optional<ModelContext>& tracked);

}  // namespace kanon
