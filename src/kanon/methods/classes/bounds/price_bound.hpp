// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/base/run_context.hpp"
#include "kanon/methods/classes/space/box_tree.hpp"

#include <cstdint>
#include <vector>

namespace kanon::classes {

/// What raise_prices() may cost.
struct PriceEffort {
    /// For all row types together: losses on one axis, and types looked at on one.
    std::uint64_t steps = 0;
    bool until_deadline = false;  ///< as many as there is time for, where there is a deadline
};

/// Raises prices of rows, by the tree's types, of which no class is worth more than it loses: their
/// sum over all rows is a bound that no recoding in classes of `rows` rows or more lies below (a
/// solution of the dual of the program that covers the rows with classes at least loss).
///
/// Begins with such prices, say what each row loses at least in its least lossy box. Each row then
/// has its price raised in the proportion of loss to prices of the class around it where that is
/// least (PricedBoxSearch). All rows at once may have that, for in any class none is raised by more
/// than the class allows. So an outlier comes to pay for the others that must come with it. A class
/// whose loss is met is done with, and so are its rows. Rows of which the search comes to no end
/// keep their prices, as valid, and are sought to rise less in the next round; those that pay more
/// get more of the effort. Prices are capped, at their mean first and at more from round to round
/// up to `most`, what a suppressed row loses: dear rows make the search wide. If in the end the sum
/// is not greater, the prices stay as they were.
///
/// Adult, 30,162 rows, eight attributes, trees, 5 * 2^28 steps (3 s on two cores): 3.51 % of gcp
/// become 5.11 at k = 10, where the best release known loses 6.0; 9.21 become 10.5 at k = 100,
/// where it loses 17.8. Fewer than 4,096 steps for each type are not taken. Exponential in the axes
/// at worst, which the effort ends. The same for any thread count, but with `until_deadline`.
void raise_prices(const BoxTree& tree,
                  std::uint64_t rows,
                  double most,
                  const PriceEffort& effort,
                  const RunContext& context,
                  std::vector<double>& prices);

}  // namespace kanon::classes
