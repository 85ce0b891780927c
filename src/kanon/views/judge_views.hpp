// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/base/run_context.hpp"
#include "kanon/table/column.hpp"
#include "kanon/table/table.hpp"
#include "kanon/views/view_set.hpp"

#include <cstdint>
#include <optional>
#include <vector>

namespace kanon {

enum class ViewsEnding {
    kept,      ///< no identifier has an association cover of fewer than k values
    violated,  ///< one has, for certain
    undecided  ///< one may have: neither could be shown
};

/// An identifier of which the views tell most, and the two that tell it.
struct ViewsWitness {
    std::uint64_t row = 0;            ///< 1-based, the first of the identifier's
    std::size_t identifier_view = 0;  ///< places in ViewSet::views; the same view if it shows both
    std::size_t sensitive_view = 0;
    std::uint64_t values = 0;  ///< of its cover, at most
};

/// What views tell of one association.
struct AssociationFinding {
    Association association;
    ViewsEnding ending = ViewsEnding::kept;
    std::uint64_t identifiers = 0;  ///< that a view shows; the missing value is none
    std::uint64_t violated = 0;     ///< of these: a cover of fewer than k values, for certain
    std::uint64_t undecided = 0;    ///< of these: neither kept nor violated for certain
    /// Every identifier's covers have so many values at least; none where no view shows one of the
    /// two columns, so that nothing is told.
    std::optional<std::uint64_t> least_cover;
    std::optional<ViewsWitness> witness;  ///< where a cover is known
};

/// Decide for each association whether views of a table violate k-anonymity: whether for some
/// identifier there are fewer than k sensitive values of which it has one in every table that has
/// these views. Yao, Wang, Jajodia (Checking for k-anonymity violation by views, VLDB 2005),
/// reconstructed from the survey of Ciriani et al. 2007, section 6, as the source was not at hand.
/// No functional dependencies are known but what the views show.
///
/// Two bounds of each identifier's least cover decide. From below: rows that agree on columns that
/// part the two columns (find_separators()) may exchange what lies beyond these, and the views stay
/// as they are. From above: a view with the identifier and one with the sensitive column, joined by
/// the columns both show, where it is sure that the second shows the identifier's rows. For two
/// views without conditions the bounds are equal, so also where they share no column; else what
/// lies between is `undecided`. Chains of three views or more that narrow down only together are
/// not followed from above.
///
/// A missing sensitive value counts as one. Cost O(s n log n) for s separators and pairs of views.
/// Same for any thread count. \throws as check_views(); Error{cancelled}
[[nodiscard]] std::vector<AssociationFinding> judge_views(const ViewSet& views,
                                                          const Table& table,
                                                          const RunContext& context);

}  // namespace kanon
