// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/base/run_context.hpp"
#include "kanon/evaluate/evaluate_options.hpp"
#include "kanon/evaluate/evaluated_table.hpp"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace kanon {

/// Errors of the queries with as many columns.
struct QueryErrors {
    std::size_t dimensions = 0;
    std::size_t queries = 0;
    double mean_answer = 0;  ///< rows, on the original
    double mean = 0;         ///< of the relative errors
    double median = 0;
    double ninetieth = 0;  ///< their 90th percentile
    double greatest = 0;
};

/// Ask `select count(*) where A in .. and B in ..` of original and release, and tell how far the
/// release's answers are off. The columns are quasi-identifiers and sensitive ones, drawn anew for
/// each query, at least one a quasi-identifier; of d columns each condition takes ceil(|A| s^(1/d))
/// of the |A| values, a run of them for numbers and dates and any for texts (Xiao, Tao: Anatomy,
/// VLDB 2006, section 6; selectivity s). A released row answers by the share of its combinations
/// that fall into the query, cells taken for independent, values within a cell for alike likely
/// (LeFevre, DeWitt, Ramakrishnan: Mondrian, ICDE 2006, section 5). Error: |estimate - answer| /
/// max(answer, sanity bound of the rows) (the bound: Xiao, Wang, Gehrke: Privelet, ICDE 2010).
///
/// Queries on the same columns are answered together: cost O(sets of columns * n d) for their t
/// distinct rows, and O(queries (t d + codes)). Queries are drawn from the context's seed;
/// same result for any thread count. Empty without a quasi-identifier. \throws Error{cancelled}
[[nodiscard]] std::vector<QueryErrors> ask_queries(const EvaluatedTable& table,
                                                   const QueryOptions& options,
                                                   const RunContext& context);

/// A condition on one column: which of its codes are asked for.
struct QueryCondition {
    std::size_t column = 0;
    std::vector<bool> wanted;  ///< per code of the original
};

/// The answers to one query.
struct QueryAnswer {
    double original = 0;
    double release = 0;
};

/// Answer one query. Its columns are distinct. Cost O(n d).
[[nodiscard]] QueryAnswer answer_query(const EvaluatedTable& table,
                                       const std::vector<QueryCondition>& query,
                                       unsigned threads);

}  // namespace kanon
