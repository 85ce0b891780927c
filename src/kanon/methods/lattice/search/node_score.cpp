// SPDX-License-Identifier: Apache-2.0
#include "kanon/methods/lattice/search/node_score.hpp"

#include "kanon/base/check.hpp"

#include <algorithm>
#include <numeric>

namespace kanon::lattice {
namespace {

/// Beyond this the relative heights are rounded to so many parts of a hierarchy's height.
constexpr std::uint64_t kLargestHeightUnit = std::uint64_t{1} << 20U;

std::uint64_t common_height(const Task& task) {
    std::uint64_t unit = 1;
    for (const QuasiIdentifier& qi : task.quasi_identifiers) {
        unit = std::lcm(unit, std::uint64_t{qi.hierarchy.height()});
        if (unit > kLargestHeightUnit) {
            return kLargestHeightUnit;
        }
    }
    return unit;
}

}  // namespace

NodeScorer::NodeScorer(const Task& task, const LevelTables& tables)
    : task_(task),
      tables_(tables),
      rows_(task.row_types().row_count()),
      height_unit_(common_height(task)) {}

std::uint64_t NodeScorer::relative_height(std::span<const Level> node) const {
    std::uint64_t sum = 0;
    for (std::size_t j = 0; j < node.size(); ++j) {
        sum += node[j] * height_unit_ / task_.quasi_identifiers[j].hierarchy.height();
    }
    return sum;
}

NodeScore NodeScorer::score(std::span<const Level> node, const NodeFacts& facts) const {
    NodeScore score{.primary = 0,
                    .gcp = facts.cost,
                    .height = height_of(node),
                    .node = Node(node.begin(), node.end())};
    switch (task_.objective) {
        case Objective::gcp:
        case Objective::lm:
            score.primary = facts.cost;
            break;
        case Objective::dm:
            score.primary = facts.squared_sizes + rows_ * facts.suppressed_rows;
            break;
        case Objective::c_avg:
        case Objective::distinct_rows:
            score.primary = rows_ - facts.classes;
            break;
        case Objective::prec:
            score.primary = (rows_ - facts.suppressed_rows) * relative_height(node) +
                            facts.suppressed_rows * node.size() * height_unit_;
            break;
        case Objective::height:
            score.primary = score.height;
            break;
        case Objective::relative_height:
            score.primary = relative_height(node);
            break;
        case Objective::suppressed_rows:
            score.primary = facts.suppressed_rows;
            break;
        case Objective::cm:
            score.primary = facts.minority_rows + facts.suppressed_rows;
            break;
        case Objective::stars:
        case Objective::sse:
            KANON_CHECK(false);  // of other recodings alone: no lattice method lists them
            break;
    }
    return score;
}

NodeScore NodeScorer::bound(const NodeBox& box, const BoxFacts& facts) const {
    const std::uint64_t lasting = facts.high.lasting_rows;
    NodeFacts best;
    best.suppressed_rows = lasting;
    best.classes = std::min(facts.source_groups, rows_ / task_.least_class_rows());
    best.cost = lasting * tables_.row_cost();
    for (std::size_t j = 0; j < box.low.size(); ++j) {
        best.cost += facts.rest[tables_.level_offset(j) + box.low[j]];
    }
    NodeScore result = score(box.low, best);
    if (task_.objective == Objective::dm) {
        result.primary = facts.source_squares + facts.high.lasting_dm;
    } else if (task_.objective == Objective::cm) {
        result.primary = facts.source_minority + facts.high.lasting_majority;
    }
    return result;
}

double NodeScorer::value(const NodeScore& score) const {
    const auto primary = static_cast<double>(score.primary);
    const auto rows = static_cast<double>(rows_);
    switch (task_.objective) {
        case Objective::gcp:
        case Objective::lm:
            return tables_.gcp(score.primary);
        case Objective::cm:
            return primary / rows;
        case Objective::c_avg:
            return rows / (rows - primary) / static_cast<double>(task_.k);
        case Objective::distinct_rows:
            return primary - rows;
        case Objective::prec:
            return primary / static_cast<double>(height_unit_) /
                   (rows * static_cast<double>(task_.quasi_identifiers.size()));
        case Objective::relative_height:
            return primary / static_cast<double>(height_unit_);
        case Objective::dm:
        case Objective::height:
        case Objective::suppressed_rows:
        case Objective::stars:
        case Objective::sse:
            break;
    }
    return primary;
}

}  // namespace kanon::lattice
