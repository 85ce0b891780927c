// SPDX-License-Identifier: Apache-2.0
#include "kanon/table/shuffle.hpp"

#include "kanon/table/row_order.hpp"

#include <numeric>
#include <vector>

namespace kanon {

Table shuffled(const Table& table, SecretRandom& random) {
    std::vector<std::uint32_t> order(table.row_count());
    std::iota(order.begin(), order.end(), std::uint32_t{0});
    random.shuffle(order);
    return reordered(table, order);
}

}  // namespace kanon
