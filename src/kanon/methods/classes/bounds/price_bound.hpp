// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/base/run_context.hpp"
#include "kanon/methods/classes/space/box_tree.hpp"

#include <cstdint>
#include <vector>

namespace kanon::classes {

/// What raise_prices() may cost.
struct PriceEffort {
    std::uint64_t steps = 0;      ///< for all row types together: losses on one axis
    bool until_deadline = false;  ///< as many as there is time for, where there is a deadline
};

/// Raises prices of rows, by the tree's types, of which no class is worth more than it loses: their
/// sum over all rows is a bound that no recoding in classes of `rows` rows or more lies below (a
/// solution of the dual of the program that covers the rows with classes at least loss).
///
/// Begins with such prices, say what each row loses at least in its least lossy box. Each row then
/// has its price raised in the proportion of loss to prices of the class around it where that is
/// least (PriceSearch). All rows at once may have that, for in any class none is raised by more
/// than the class allows. So an outlier comes to pay for the others that must come with it. A class
/// whose loss is met is done with, and so are its rows. Rows of which the search comes to no end
/// keep their prices, as valid. Prices are capped, at twice their mean first and at more from round
/// to round up to `most`, what a suppressed row loses: dear rows make the search wide. If in the
/// end the sum is not greater, the prices stay as they were.
///
/// Adult, 30,162 rows, eight attributes, trees, k = 10: 3.51 % of gcp become 4.17 in 2^30 steps, or
/// 2 s on two cores, and 4.60 in 7 s; the best release known loses 6.07. Fewer than 5,000 k steps
/// for each type would not raise them, and are not taken. Exponential in the axes at worst, which
/// the effort ends. The same for any thread count, but with `until_deadline`.
void raise_prices(const BoxTree& tree,
                  std::uint64_t rows,
                  double most,
                  const PriceEffort& effort,
                  const RunContext& context,
                  std::vector<double>& prices);

}  // namespace kanon::classes
