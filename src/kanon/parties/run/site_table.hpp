// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/base/run_context.hpp"
#include "kanon/io/reading/read_options.hpp"
#include "kanon/parties/agreement/agreement.hpp"
#include "kanon/problem/problem.hpp"

#include <cstddef>
#include <string>
#include <vector>

namespace kanon::parties {

/// The agreed columns of one party, as they were read, in the order of the policy.
struct SiteRows {
    Table table;                    ///< without the key, and without identifying columns
    std::vector<std::string> keys;  ///< one per row, distinct; empty where rows are not joined
};

/// Read a party's columns and its key, and nothing else. \throws as read_site_table()
[[nodiscard]] SiteRows read_site_rows(const std::string& input,
                                      const Agreement& agreement,
                                      std::size_t party,
                                      const ReadOptions& options,
                                      const RunContext& context);

/// One party's table, bound to its part of the agreement.
struct SiteTable {
    Problem problem;                ///< its agreed columns, without the key
    std::vector<std::string> keys;  ///< see SiteRows
};

/// Read a party's columns and its key, and nothing else, and bind them.
/// \throws Error{bad_input}: a column or the key is missing in the table, a row has no key, or two
/// have the same (no message shows one); and what reading and binding throw
[[nodiscard]] SiteTable read_site_table(const std::string& input,
                                        const Agreement& agreement,
                                        std::size_t party,
                                        const ReadOptions& options,
                                        const RunContext& context);

}  // namespace kanon::parties
