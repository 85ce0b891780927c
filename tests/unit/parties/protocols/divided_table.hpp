// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/base/random.hpp"
#include "kanon/parties/protocols/top_down.hpp"
#include "kanon/problem/problem.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace kanon::parties::test {

/// What one party has of a joint table: some columns, and the rows in an order of its own.
struct Side {
    Task task;
    std::vector<std::uint32_t> joint_row;  ///< per row: that of the joint table
    std::vector<std::uint32_t> type_of_row;
    std::vector<std::string> keys;
    std::vector<Code> class_of_row;
};

struct DividedTable {
    Problem joint;
    std::vector<std::size_t> owners;
    std::size_t class_owner = 0;
    std::vector<Side> sides;

    [[nodiscard]] DividedColumns of(std::size_t party) const {
        const Side& side = sides[party];
        return {.rows = {.task = side.task, .type_of_row = side.type_of_row, .keys = side.keys},
                .owners = owners,
                .class_owner = class_owner,
                .class_of_row = side.class_of_row};
    }
};

/// Every attribute goes to a party by chance; some party may have none.
DividedTable divided(Problem joint, std::size_t parties, Random& random);

/// Trees, with bounds on levels now and then, and a column that is cut by thresholds.
Problem table_of_trees(std::uint64_t seed, Random& random);

/// One of many: of trees, or of numbers and words with some missing; two to five parties.
DividedTable divided_table(std::uint64_t seed);

}  // namespace kanon::parties::test
