// SPDX-License-Identifier: Apache-2.0
#include "kanon/parties/protocols/joint_rows.hpp"

#include "kanon/base/error.hpp"
#include "kanon/base/text/count_text.hpp"

#include <limits>
#include <string>

namespace kanon::parties {

std::uint64_t joint_row_count(const Task& own, MaskedSums& sums) {
    std::uint64_t rows = own.row_types().row_count();
    sums.add_up({&rows, 1});
    if (rows < own.row_types().row_count() || rows > std::numeric_limits<std::uint32_t>::max()) {
        throw Error(ErrorCode::bad_input,
                    "the sums of the sites are not as agreed: they have fewer rows than this site, "
                    "or more than can be counted; some site does not follow the protocol");
    }
    if (rows < own.k) {
        throw Error(ErrorCode::infeasible,
                    "all sites have " + count_text(rows, "row") + " together, and k is " +
                        std::to_string(own.k));
    }
    return rows;
}

}  // namespace kanon::parties
