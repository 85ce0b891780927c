// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/assess/subject_classes.hpp"
#include "kanon/risk/suda.hpp"
#include "kanon/table/table_builder.hpp"

#include <vector>

namespace kanon::detail {

/// The risk of each row of a table, as a table; docs/risk.md has its columns.
class RiskRows {
public:
    /// What is known of the rows as they stand. `uniques`: null if nobody looked for them; `dis`:
    /// per unique, or empty. To be called before take_release() is of use, in any order.
    void take_known(const KnownRows& known,
                    const risk::MinimalUniques* uniques,
                    const std::vector<double>& dis);

    /// The same within strata, to be called after take_known().
    void take_strata(const KnownRows& rows);

    /// What a release leaves of it: per row type by candidates, per row where `rows` are known.
    void take_release(const Problem& problem,
                      const ReleasedClasses& classes,
                      const SubjectClasses& after,
                      const OriginalOfRows& rows);

    [[nodiscard]] Table finish();

private:
    TableBuilder known_;
    std::vector<std::optional<std::int64_t>> released_;  ///< subjects; empty: nobody asked
};

}  // namespace kanon::detail
