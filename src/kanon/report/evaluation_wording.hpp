// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/evaluate/evaluation.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// What the text, the page and the JSON document of an evaluation have in common.
namespace kanon {

/// What an evaluation was made for: whoever holds the table.
inline constexpr std::string_view kEvaluationNote =
    "for the data custodian: figures of the original table; not part of a release";

/// How many rows there are, and whether they are traced.
[[nodiscard]] std::string rows_line(const Evaluation& evaluation);

/// What the queries are.
[[nodiscard]] std::string queries_title(const Evaluation& evaluation);

/// What was predicted, from what and how.
[[nodiscard]] std::string classification_title(const Classification& classification);

/// The pairs of columns in a few figures; points into them.
struct PairSummary {
    std::size_t pairs = 0;
    double mean_hellinger = 0;
    const PairFigures* worst = nullptr;  ///< by Hellinger distance; null without pairs
    double mean_correlation_change = 0;
    const PairFigures* correlation = nullptr;  ///< the most changed one; null without any
};

[[nodiscard]] PairSummary summary_of(const std::vector<PairFigures>& pairs);

/// |release - original|. \pre both are told
[[nodiscard]] double correlation_change(const PairFigures& pair);

/// A measure by its key and in words.
struct NamedFigure {
    std::string_view key;
    std::string_view meaning;
    std::optional<double> value;
};

/// Every measure of the release. \pre they were asked for
[[nodiscard]] std::vector<NamedFigure> measure_figures(const Evaluation& evaluation);

}  // namespace kanon
