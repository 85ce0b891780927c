// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/base/random.hpp"
#include "kanon/problem/problem.hpp"

#include "support/mixed_problems.hpp"

#include <cstdint>
#include <utility>
#include <vector>

namespace kanon::parties::test {

/// A table whose rows are divided between sites, by chance. Now and then the last has none.
struct SharedOutRows {
    Problem joint;
    std::vector<Task> sites;
    std::vector<std::vector<std::uint32_t>> joint_types;  ///< per site, per row type of its own
};

inline SharedOutRows shared_out(Problem joint, std::size_t sites, Random& random) {
    SharedOutRows out{.joint = std::move(joint), .sites = {}, .joint_types = {}};
    const std::vector<std::uint32_t>& counts = out.joint.row_types().counts;
    const std::size_t with_rows = random.below(7) == 0 ? sites - 1 : sites;
    std::vector<std::vector<std::uint32_t>> rows(sites, std::vector<std::uint32_t>(counts.size()));
    for (std::size_t type = 0; type < counts.size(); ++type) {
        for (std::uint32_t row = 0; row < counts[type]; ++row) {
            ++rows[random.below(with_rows)][type];
        }
    }
    for (const std::vector<std::uint32_t>& of_site : rows) {
        out.sites.push_back(kanon::test::task_of_some(out.joint, of_site));
        std::vector<std::uint32_t>& types = out.joint_types.emplace_back();
        for (std::uint32_t type = 0; type < of_site.size(); ++type) {
            if (of_site[type] > 0) {
                types.push_back(type);
            }
        }
    }
    return out;
}

}  // namespace kanon::parties::test
