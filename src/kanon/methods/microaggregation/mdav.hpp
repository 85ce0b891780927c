// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/methods/contract/method.hpp"
#include "kanon/methods/microaggregation/classes_of_points.hpp"

#include <memory>

namespace kanon::microaggregation {

/// Classes of near records, from the outside of the table inwards: the record farthest from the
/// centre of those left and its k - 1 nearest are a class, and so are the record farthest from the
/// first and its k - 1 nearest, as long as 3k records are left; 2k and more make one class about
/// the farthest from the centre and one of the rest, fewer are one class.
///
/// Domingo-Ferrer, Mateo-Sanz: Practical data-oriented microaggregation for statistical disclosure
/// control, TKDE 2002, in the form of Domingo-Ferrer, Torra: Ordinal, continuous and heterogeneous
/// k-anonymity through microaggregation, DMKD 2005 (MDAV-generic): attributes are standardized, the
/// centre is made of means, lower medians of ranks, and modes. Differs, or is settled here: of
/// equally far or near records, which is decided exactly, the one with the least values comes first
/// (PointSpace); where
/// columns are tracked a record is a row type, and a class has as many as have k rows; fewer than k
/// rows left over join classes near them; k is what the models ask of a class, and classes that
/// fail a model join near ones (aggregate_outcome()). Stopped early, the rest is divided by
/// divide_rest().
///
/// Cost O(n^2 / k lanes): three looks at the records left for two classes. Same outcome for any
/// thread count.
[[nodiscard]] std::unique_ptr<Method> make_mdav(const OptionMap& options);

/// The classes alone. `stopped` is set where the context ended the search.
[[nodiscard]] Classes mdav_classes(const PointSpace& space,
                                   std::uint64_t least_rows,
                                   const RunContext& context,
                                   bool& stopped);

}  // namespace kanon::microaggregation
