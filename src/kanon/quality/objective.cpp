// SPDX-License-Identifier: Apache-2.0
#include "kanon/quality/objective.hpp"

#include "kanon/base/error.hpp"
#include "kanon/base/text/suggest.hpp"

#include <array>
#include <cstddef>
#include <limits>
#include <string>
#include <vector>

namespace kanon {
namespace {

constexpr std::array<ObjectiveInfo, 17> kObjectives{{
    {Objective::gcp,
     "gcp",
     "global certainty penalty: weighted mean loss of all cells, 0 to 1",
     false,
     false},
    {Objective::dm,
     "dm",
     "discernibility: sum of squared class sizes, a suppressed row counts all rows",
     false,
     false},
    {Objective::c_avg, "c-avg", "average class size, in units of k", false, false},
    {Objective::prec,
     "prec",
     "1 - Prec: mean share of the hierarchy climbed by each cell",
     true,
     false},
    {Objective::height, "height", "sum of levels (minimum absolute distance)", true, false},
    {Objective::relative_height,
     "relative-height",
     "sum of level / height (minimum relative distance)",
     true,
     false},
    {Objective::suppressed_rows,
     "suppressed-rows",
     "number of suppressed rows (minimum suppression)",
     false,
     false},
    {Objective::distinct_rows,
     "distinct-rows",
     "minus the number of distinct released rows (maximum distribution)",
     false,
     false},
    {Objective::lm,
     "lm",
     "loss metric: as gcp, labels by the leaves of their hierarchy file, 0 to 1",
     false,
     false},
    {Objective::cm,
     "cm",
     "classification metric: share of rows that are not of their class's majority label",
     false,
     true},
    {Objective::stars,
     "stars",
     "suppressed cells, each with the weight of its attribute",
     false,
     false},
    {Objective::sse,
     "sse",
     "squared error of aggregates: SSE / SST, mean of the attributes, 0 to 1",
     false,
     false,
     true},
    {Objective::entropy,
     "entropy",
     "non-uniform entropy: bits lost of knowing each value, of those that stars would lose, 0 to 1",
     false,
     false},
    {Objective::loss,
     "loss",
     "as lm, generalization and suppression weighed by the gs-factor, 0 to 1",
     false,
     false},
    {Objective::loss_geometric,
     "loss-geometric",
     "as loss, with the geometric mean of 1 + loss over the attributes, less 1, 0 to 1",
     false,
     false},
    {Objective::ambiguity,
     "ambiguity",
     "mean number of combinations of values that a row may stand for, from 1",
     false,
     false},
    {Objective::kl_divergence,
     "kl-divergence",
     "divergence of the release, spread evenly, from the original's distribution, in nats",
     true,
     false},
}};

/// Measures that the field names and that are no objectives: what to take instead.
struct OtherName {
    std::string_view name;
    std::string_view remedy;
};

constexpr std::array kOtherNames{
    OtherName{"granularity", "it is 1 - lm; take lm"},
    OtherName{"precision", "it is 1 - prec; take prec"},
    OtherName{"discernibility", "it is dm"},
    OtherName{"non-uniform-entropy", "it is entropy"},
    OtherName{"squared-error",
              "it hangs on the value and the label of each row and may fall where labels are "
              "joined, so that no search can bound it; take lm or entropy, or sse of aggregates"},
};

double average_class(const LossFacts& facts) {
    if (facts.classes == 0) {
        return std::numeric_limits<double>::infinity();
    }
    return static_cast<double>(facts.rows) / static_cast<double>(facts.classes) /
           static_cast<double>(facts.k);
}

double imprecision(const LossFacts& facts) {
    if (facts.rows == 0 || facts.attributes <= 0) {
        return 0;
    }
    const auto suppressed = static_cast<double>(facts.suppressed_rows);
    const auto rows = static_cast<double>(facts.rows);
    return ((rows - suppressed) * (facts.relative_height / facts.attributes) + suppressed) / rows;
}

double misclassified(const LossFacts& facts) {
    if (!facts.minority_rows) {
        return std::numeric_limits<double>::quiet_NaN();
    }
    if (facts.rows == 0) {
        return 0;
    }
    return static_cast<double>(*facts.minority_rows + facts.suppressed_rows) /
           static_cast<double>(facts.rows);
}

}  // namespace

std::span<const ObjectiveInfo> objectives() {
    return kObjectives;
}

Objective find_objective(std::string_view name) {
    std::vector<std::string_view> known;
    for (const ObjectiveInfo& row : kObjectives) {
        if (row.name == name) {
            return row.objective;
        }
        known.push_back(row.name);
    }
    for (const OtherName& other : kOtherNames) {
        if (other.name == name) {
            throw Error(
                ErrorCode::bad_policy,
                "'" + std::string(name) + "' is no objective: " + std::string(other.remedy));
        }
    }
    throw Error(ErrorCode::bad_policy,
                "unknown objective '" + std::string(name) + "'" + suggestion(name, known));
}

const ObjectiveInfo& info(Objective objective) {
    return kObjectives[static_cast<std::size_t>(objective)];
}

double objective_value(Objective objective, const LossFacts& facts) {
    switch (objective) {
        case Objective::gcp:
            return facts.gcp;
        case Objective::dm:
            return facts.squared_sizes +
                   static_cast<double>(facts.rows) * static_cast<double>(facts.suppressed_rows);
        case Objective::c_avg:
            return average_class(facts);
        case Objective::prec:
            return imprecision(facts);
        case Objective::height:
            return facts.height;
        case Objective::relative_height:
            return facts.relative_height;
        case Objective::suppressed_rows:
            return static_cast<double>(facts.suppressed_rows);
        case Objective::distinct_rows:
            return 0 - static_cast<double>(facts.classes);  // never -0
        case Objective::lm:
            return facts.lm;
        case Objective::cm:
            return misclassified(facts);
        case Objective::stars:
            return facts.stars;
        case Objective::sse:
            return facts.sse;
        case Objective::entropy:
            return facts.field.entropy;
        case Objective::loss:
            return facts.field.loss;
        case Objective::loss_geometric:
            return facts.field.loss_geometric;
        case Objective::ambiguity:
            return facts.field.ambiguity;
        case Objective::kl_divergence:
            return facts.field.kl_divergence;
    }
    return 0;
}

}  // namespace kanon
