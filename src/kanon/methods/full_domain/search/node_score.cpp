// SPDX-License-Identifier: Apache-2.0
#include "kanon/methods/full_domain/search/node_score.hpp"

#include "kanon/base/check.hpp"
#include "kanon/methods/full_domain/nodes/combinations.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <numeric>
#include <vector>

namespace kanon::full_domain {
namespace {

/// Beyond this the relative heights are rounded to so many parts of a hierarchy's height.
constexpr std::uint64_t kLargestHeightUnit = std::uint64_t{1} << 20U;

/// Divergence is scored in units of 2^-kDivergenceBits.
constexpr int kDivergenceBits = 48;

// What logarithms may be off in the last digits is no reason to call a box hopeless: bounds by them
// are lowered by so many units, or by such a part.
constexpr std::uint64_t kLogMeanSlack = std::uint64_t{1} << 10U;
constexpr std::uint64_t kDivergenceSlack = std::uint64_t{1} << 14U;
constexpr double kCombinationsSlack = 1e-9;

std::uint64_t lowered(std::uint64_t units, std::uint64_t by) {
    return units - std::min(units, by);
}

/// Orders numbers that are not negative as they are.
std::uint64_t units_of(double number) {
    return std::bit_cast<std::uint64_t>(number);
}

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
      height_unit_(common_height(task)) {
    if (task.objective == Objective::ambiguity) {
        all_combinations_ = all_combinations(task);
    } else if (task.objective == Objective::kl_divergence) {
        original_information_ = original_information(task.row_types());
    }
}

std::uint64_t NodeScorer::relative_height(std::span<const Level> node) const {
    std::uint64_t sum = 0;
    for (std::size_t j = 0; j < node.size(); ++j) {
        sum += node[j] * height_unit_ / task_.quasi_identifiers[j].hierarchy.height();
    }
    return sum;
}

std::uint64_t NodeScorer::divergence_units(double divergence) const {
    const double mean = (divergence + original_information_) / static_cast<double>(rows_);
    return static_cast<std::uint64_t>(std::ldexp(std::max(mean, 0.0), kDivergenceBits));
}

NodeScore NodeScorer::score(std::span<const Level> node, const NodeFacts& facts) const {
    NodeScore score{.primary = 0,
                    .gcp = facts.cost,
                    .height = height_of(node),
                    .node = Node(node.begin(), node.end())};
    switch (task_.objective) {
        case Objective::gcp:
        case Objective::lm:
        case Objective::entropy:
        case Objective::loss:
            score.primary = facts.cost;
            break;
        case Objective::loss_geometric:
            score.primary = facts.log_mean_loss;
            break;
        case Objective::ambiguity:
            score.primary = units_of(facts.combinations);
            break;
        case Objective::kl_divergence:
            score.primary = divergence_units(facts.divergence);
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

/// What all cells cost at least.
Cost NodeScorer::bound_cost(const NodeBox& box, const BoxFacts& facts) const {
    const std::uint64_t lasting = facts.high.lasting_rows;
    Cost rest = 0;
    Cost dearest = 0;
    for (std::size_t j = 0; j < box.low.size(); ++j) {
        rest += facts.rest[tables_.level_offset(j) + box.low[j]];
        dearest += tables_.greatest_cost(j, box.low[j]);
    }
    const Cost saved = dearest - std::min(dearest, tables_.row_cost());
    rest -= std::min(rest, (task_.suppression_limit - lasting) * saved);
    return lasting * tables_.row_cost() + rest;
}

/// The same column by column, and their mean.
std::uint64_t NodeScorer::bound_log_mean(const NodeBox& box, const BoxFacts& facts) const {
    const std::uint64_t lasting = facts.high.lasting_rows;
    std::vector<Cost> columns;
    for (std::size_t j = 0; j < box.low.size(); ++j) {
        const Cost star = tables_.star_cost(j);
        const Cost dearest = tables_.greatest_cost(j, box.low[j]);
        const Cost saved = dearest - std::min(dearest, star);
        Cost rest = facts.rest[tables_.level_offset(j) + box.low[j]];
        rest -= std::min(rest, (task_.suppression_limit - lasting) * saved);
        columns.push_back(lasting * star + rest);
    }
    return lowered(tables_.log_mean(columns), kLogMeanSlack);
}

/// Combinations of all rows at least.
double NodeScorer::bound_combinations(const NodeBox& box, const BoxFacts& facts) const {
    const auto lasting = static_cast<double>(facts.high.lasting_rows);
    const double others = static_cast<double>(rows_) - lasting;
    Cost rest = 0;
    for (std::size_t j = 0; j < box.low.size(); ++j) {
        rest += facts.rest[tables_.level_offset(j) + box.low[j]];
    }
    const double mean = tables_.value(rest) * static_cast<double>(rows_) / others;
    const double sum = lasting * all_combinations_ +
                       (others > 0 ? others * std::exp2(mean * std::log2(all_combinations_)) : 0);
    return std::max(sum, facts.high.least_combinations) * (1 - kCombinationsSlack);
}

/// Of objectives that are bounded otherwise than by what is least of each figure.
std::uint64_t NodeScorer::bound_primary(const NodeBox& box,
                                        const BoxFacts& facts,
                                        std::uint64_t otherwise) const {
    switch (task_.objective) {
        case Objective::dm:
            return facts.source_squares + facts.high.lasting_dm;
        case Objective::cm:
            return facts.source_minority + facts.high.lasting_majority;
        case Objective::loss_geometric:
            return bound_log_mean(box, facts);
        case Objective::ambiguity:
            return units_of(bound_combinations(box, facts));
        case Objective::kl_divergence:
            return lowered(
                divergence_units(std::max(facts.source_divergence, facts.high.least_divergence)),
                kDivergenceSlack);
        default:
            return otherwise;
    }
}

NodeScore NodeScorer::bound(const NodeBox& box, const BoxFacts& facts) const {
    NodeFacts best;
    best.suppressed_rows = facts.high.lasting_rows;
    best.classes = std::min(facts.source_groups, rows_ / task_.least_class_rows());
    best.cost = bound_cost(box, facts);
    NodeScore result = score(box.low, best);
    result.primary = bound_primary(box, facts, result.primary);
    return result;
}

double NodeScorer::value(const NodeScore& score) const {
    const auto primary = static_cast<double>(score.primary);
    const auto rows = static_cast<double>(rows_);
    switch (task_.objective) {
        case Objective::gcp:
        case Objective::lm:
        case Objective::entropy:
        case Objective::loss:
            return tables_.value(score.primary);
        case Objective::loss_geometric:
            return loss_of_log_mean(score.primary);
        case Objective::ambiguity:
            return std::bit_cast<double>(score.primary) / rows;
        case Objective::kl_divergence:
            return std::ldexp(primary, -kDivergenceBits);
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

}  // namespace kanon::full_domain
