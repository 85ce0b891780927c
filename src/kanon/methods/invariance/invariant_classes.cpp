// SPDX-License-Identifier: Apache-2.0
#include "kanon/methods/contract/invariant_classes.hpp"

#include "kanon/methods/classes/outcome/partition_outcome.hpp"
#include "kanon/methods/invariance/bucket_classes.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

namespace kanon {
namespace {

constexpr std::size_t kMostProven = 1000;  ///< rows of a table whose small parts lose least

/// The types with one code are a class; classes ascend by it.
classes::TypePartition told_partition(const Task& task,
                                      const std::vector<classes::Axis>& axes,
                                      std::size_t attribute) {
    const RowTypes& types = task.row_types();
    const CodeVector& codes = types.columns[attribute];
    const invariance::RowPlaces places(task, axes, {});
    classes::TypePartition out;
    out.types.resize(types.size());
    std::iota(out.types.begin(), out.types.end(), 0U);
    std::ranges::stable_sort(out.types, {}, [&](std::uint32_t type) { return codes[type]; });
    out.cover_words = classes::CoverLayout(axes).words();
    invariance::Cover cover;
    for (std::size_t at = 0; at < out.types.size(); ++at) {
        const std::uint32_t type = out.types[at];
        if (at == 0 || codes[type] != codes[out.types[at - 1]]) {
            out.covers.insert(out.covers.end(), cover.begin(), cover.end());
            cover.clear();
            out.starts.push_back(at);
            out.rows.push_back(0);
        }
        places.widen_by_type(cover, type);
        out.rows.back() += types.counts[type];
    }
    out.covers.insert(out.covers.end(), cover.begin(), cover.end());
    out.starts.push_back(out.types.size());
    out.failing.resize(out.rows.size());
    return out;
}

}  // namespace

InvariantClasses invariant_classes(const InvariantRows& rows,
                                   const Task& task,
                                   std::span<const std::uint32_t> type_of_row,
                                   const RunContext& context) {
    const std::vector<classes::Axis> axes = classes::make_axes(task);
    const invariance::RowPlaces places(task, axes, type_of_row);
    const MipSolver* solver = rows.value.size() <= kMostProven ? find_mip_solver() : nullptr;
    InvariantClasses out;
    out.least_counterfeits = invariance::least_counterfeits(rows);
    for (const invariance::Bucket& bucket : invariance::fill_buckets(rows)) {
        invariance::divide_bucket(bucket, places, solver, context, out);
    }
    return out;
}

Outcome recode_told_classes(const Task& task, std::size_t attribute, const RunContext& context) {
    const std::vector<classes::Axis> axes = classes::make_axes(task);
    Outcome out =
        classes::partition_outcome(task, axes, told_partition(task, axes, attribute), {}, context);
    if (out.ending == Ending::optimal) {
        out.ending = Ending::feasible;
    }
    out.lower_bound.reset();  // it would be of classes that are free
    return out;
}

}  // namespace kanon
