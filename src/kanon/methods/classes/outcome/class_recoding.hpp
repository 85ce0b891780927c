// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/methods/classes/bounds/price_bound.hpp"
#include "kanon/methods/classes/division/partition.hpp"
#include "kanon/methods/classes/space/axis.hpp"
#include "kanon/quality/objective.hpp"
#include "kanon/release/recoding/recoding.hpp"
#include "kanon/task/task.hpp"

#include <chrono>
#include <cstdint>
#include <optional>
#include <vector>

namespace kanon::classes {

/// A class recoding and the figures of its loss that the task's objective asks for: lm in place
/// of gcp, minority rows.
struct MeasuredRecoding {
    ClassRecoding recoding;
    LossFacts facts;
    std::uint64_t starred_rows = 0;  ///< suppressed only because every attribute came out starred
};

/// Release every class of a partition by what it covers. Failing classes are suppressed; so is,
/// beside others, a class whose every attribute is starred, for a reader of the release takes it
/// for suppressed rows. Classes keep their order, values of an attribute ascend. Cost O(c m log c)
/// for c classes. Same result for any thread count.
[[nodiscard]] MeasuredRecoding recode_classes(const Task& task,
                                              const std::vector<Axis>& axes,
                                              const TypePartition& partition,
                                              unsigned threads);

/// gcp or lm of such a release, as the axes measure it; infinite if more rows would be suppressed
/// than may be, or no class be released. Cost O(c m). Same for any thread count.
[[nodiscard]] double cells_lost(const Task& task,
                                const std::vector<Axis>& axes,
                                const TypePartition& partition,
                                unsigned threads);

/// Weighted loss of a row whose every cell is starred.
[[nodiscard]] double starred_row_loss(const Task& task);

/// What class_loss_bound() may spend on gcp and lm.
struct BoundEffort {
    std::uint64_t boxes = 0;          ///< see kBoxEffort
    std::uint64_t steps_of_type = 0;  ///< at least for each row type, where there are no sets
    PriceEffort prices;
};

/// True if in so much time class_loss_bound() can say more of gcp and lm than it says with no
/// effort: it makes a tree of the row types first, which then takes some steps for each.
[[nodiscard]] bool bound_speaks_in(const Task& task,
                                   const std::vector<Axis>& axes,
                                   std::chrono::duration<double> time,
                                   unsigned threads);

/// A value that gcp, lm, dm, c_avg or cm of no class recoding by these axes lies below; none for
/// other objectives. gcp, lm: a row of a type of fewer than least_class_rows() rows shares its
/// class with another type, so at least one of its cells covers another value; every other cell
/// costs what its least level costs. dm: every released row is in a class of least_class_rows()
/// rows at least. c_avg: there are n / least_class_rows() classes at most. cm: a class has at least
/// the minority rows of its row types, for merging never lowers their sum. With effort for
/// gcp and lm also what prices of rows say, whichever is greater: box_losses(), for classes of two
/// pair_bound(), for others raised by raise_prices(); not where that would be too little for each
/// row type to say anything, by effort or before the deadline. Cost O(t m), and the effort. Same
/// result for any thread count, but with a deadline that prices are raised until.
[[nodiscard]] std::optional<double> class_loss_bound(const Task& task,
                                                     const std::vector<Axis>& axes,
                                                     const BoundEffort& effort,
                                                     const RunContext& context);

}  // namespace kanon::classes
