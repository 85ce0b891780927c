// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/methods/contract/method.hpp"

#include <array>
#include <memory>

namespace kanon::freeform {

inline constexpr std::array kRingOptions{
    OptionSpec{.name = "order",
               .words = "classes|table",
               .fallback = "classes",
               .help = "classes: a ring in each class of best-split; table: one ring of all rows, "
                       "in lexicographic order, attributes of few values first"},
};

/// Freeform generalization by rings: rows stand in an order, and record i has those of places i to
/// i + k - 1 around the ring. (Wong, Mamoulis, Cheung: Non-homogeneous generalization in privacy
/// preserving data publishing, SIGMOD 2010.) Their promise: each record has k rows and each row k
/// records, so every edge lies in one of the perfect matchings of which one is drawn, and each of
/// its k rows is as likely to stand behind a record; and a ring in a class loses no more than the
/// class. The ring is fixed whatever the values: what is lost follows from the order alone, and the
/// other freeform methods lose less.
///
/// How we differ: classes are those of best-split, in lexicographic order of the rows; that of the
/// table is lexicographic, attributes of few values first: on the Adult data it loses half of what
/// the order of a tree of halves loses. Persons that the order puts too near each other make it
/// `infeasible`.
/// Cost O(n k + n log n) beside best-split; memory O(n (k + m)). The same for any thread count.
[[nodiscard]] std::unique_ptr<Method> make_ring(const OptionMap& options);

}  // namespace kanon::freeform
