// SPDX-License-Identifier: Apache-2.0
#include "kanon/audit/pairs.hpp"

#include "kanon/audit/cells/released_table.hpp"
#include "kanon/base/error.hpp"

#include <fmt/format.h>

#include <limits>
#include <numeric>

namespace kanon {
namespace {

void require_counts(std::size_t originals,
                    std::size_t released,
                    std::span<const std::uint64_t> counts) {
    if (counts.size() != originals || released > originals) {
        throw Error(ErrorCode::bad_input,
                    fmt::format("{} counts do not fit pairs of {} original and {} released rows: "
                                "give one for each original, and no more released rows",
                                counts.size(),
                                originals,
                                released));
    }
    std::uint64_t left = std::numeric_limits<std::uint64_t>::max();
    for (const std::uint64_t count : counts) {
        if (count == 0 || count > left) {
            throw Error(ErrorCode::bad_input,
                        "a pair is counted 0 times, or all pairs 2^64 times and more");
        }
        left -= count;
    }
}

}  // namespace

AuditReport audit_pairs(const Problem& problem,
                        const Table& released,
                        std::span<const std::uint64_t> counts,
                        const AuditOptions& options,
                        const RunContext& context) {
    const std::size_t pairs = released.row_count();
    require_counts(problem.table.row_count(), pairs, counts);
    Release release = release_from_table(released, problem);
    if (pairs < problem.table.row_count()) {
        release.original_row.resize(pairs);
        std::iota(release.original_row.begin(), release.original_row.end(), 0U);
    }
    AuditOptions in_order = options;
    in_order.shuffled = false;
    const ReleasedClasses classes(
        problem.table,
        released,
        problem.recoded_attributes(),
        {.beside_others = problem.star_class_rows(), .whole_table = problem.least_class_rows()},
        context.threads,
        {.originals = counts, .released = counts.first(pairs)});
    return audit(problem, release, classes, in_order, context);
}

}  // namespace kanon
