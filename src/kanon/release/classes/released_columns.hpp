// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/release/recoding/recoding_view.hpp"
#include "kanon/release/recoding/row_plan.hpp"
#include "kanon/release/release.hpp"
#include "kanon/release/spelling/spelled_domain.hpp"

#include <memory>
#include <span>
#include <vector>

namespace kanon {

/// The released codes of every quasi-identifier. Part of apply(). Cost O(rows m): a row of a global
/// recoding costs a random access per attribute, one of a local recoding two in all.
/// \pre the domains are built
[[nodiscard]] std::vector<CodeVector> recode_attributes(
    const Table& original,
    std::span<const RecodedAttribute> attributes,
    const RecodingView& view,
    const std::vector<SpelledDomain>& spelled,
    const RowPlan& plan,
    unsigned threads);

/// A column that is no quasi-identifier: itself, if no rows are suppressed. Part of apply().
[[nodiscard]] std::shared_ptr<const Column> other_column(
    const std::shared_ptr<const Column>& source, const RowPlan& plan, unsigned threads);

}  // namespace kanon
