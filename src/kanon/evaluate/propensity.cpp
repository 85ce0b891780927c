// SPDX-License-Identifier: Apache-2.0
#include "kanon/evaluate/propensity.hpp"

#include "kanon/base/random.hpp"
#include "kanon/evaluate/features.hpp"
#include "kanon/learn/learner.hpp"

#include <numeric>
#include <utility>
#include <vector>

namespace kanon {
namespace {

/// Features that vary, but for one of each attribute's values, which the others give.
std::vector<std::size_t> free_features(const learn::Samples& samples,
                                       const std::vector<learn::Block>& blocks) {
    const auto varies = [&](std::size_t column) {
        for (std::size_t row = 1; row < samples.rows(); ++row) {
            if (samples.row(row)[column] != samples.row(0)[column]) {
                return true;
            }
        }
        return false;
    };
    std::vector<std::size_t> out;
    for (const learn::Block& block : blocks) {
        bool is_reference = !block.is_number;
        for (std::size_t column = block.first; column < block.first + block.size; ++column) {
            if (!varies(column)) {
                continue;
            }
            if (!is_reference) {
                out.push_back(column);
            }
            is_reference = false;
        }
    }
    return out;
}

learn::Samples only(const learn::Samples& samples, const std::vector<std::size_t>& columns) {
    learn::Samples out{.columns = columns.size(), .values = {}};
    out.values.reserve(samples.rows() * columns.size());
    for (std::size_t row = 0; row < samples.rows(); ++row) {
        for (const std::size_t column : columns) {
            out.values.push_back(samples.row(row)[column]);
        }
    }
    return out;
}

}  // namespace

std::optional<Propensity> propensity_of(const EvaluatedTable& table,
                                        std::size_t most_rows,
                                        const RunContext& context) {
    throw_if_cancelled(context);
    std::vector<std::size_t> columns(table.columns.size());
    std::iota(columns.begin(), columns.end(), std::size_t{0});
    const FeatureSpace space(table, columns, FeatureKind::expected);
    Random random(context.seed);
    const std::vector<std::uint32_t> before =
        sampled_rows(table.original.row_count(), most_rows, random);
    const std::vector<std::uint32_t> after =
        sampled_rows(table.released.row_count(), most_rows, random);
    learn::Samples both = space.originals(before);
    const learn::Samples drawn = space.drawn(after, random);
    both.values.insert(both.values.end(), drawn.values.begin(), drawn.values.end());
    const std::vector<std::size_t> features = free_features(both, space.blocks());
    if (after.empty() || before.empty() || features.empty()) {
        return std::nullopt;
    }
    std::vector<std::uint32_t> labels(before.size());
    labels.resize(before.size() + after.size(), 1);
    const std::vector<double> scores = learn::fitted_probabilities(only(both, features), labels);
    Propensity out{.original_rows = before.size(),
                   .released_rows = after.size(),
                   .parameters = features.size() + 1};
    const auto rows = static_cast<double>(labels.size());
    const double share = static_cast<double>(after.size()) / rows;
    for (const double score : scores) {
        out.pmse += (score - share) * (score - share) / rows;
    }
    out.expected = static_cast<double>(features.size()) * (1 - share) * (1 - share) * share / rows;
    out.ratio = out.pmse / out.expected;
    return out;
}

}  // namespace kanon
