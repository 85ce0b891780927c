// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/parties/protocols/jiang_clifton.hpp"
#include "kanon/problem/problem.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace kanon::parties::test {

/// Two tables whose keys are partly the same.
struct TwoTables {
    std::array<Problem, 2> problems;
    std::array<std::vector<std::string>, 2> keys;
    JointPromise promise;

    [[nodiscard]] KeyedTask of(std::size_t party) const {
        return {.task = problems[party],
                .type_of_row = problems[party].type_of_row,
                .keys = keys[party]};
    }
};

/// One of many pairs of small tables.
TwoTables two_tables(std::uint64_t seed);

}  // namespace kanon::parties::test
