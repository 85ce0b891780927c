// SPDX-License-Identifier: Apache-2.0
#include "kanon/quality/field_losses.hpp"

#include "kanon/quality/cell_loss.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace kanon {
namespace {

ReleasedValue value_of(const ReleasedAttribute& attribute, std::size_t code) {
    return attribute.reading.readable[code] ? attribute.reading.domain.values[code]
                                            : ReleasedValue{};
}

std::vector<Code> codes_under(const ReleasedAttribute& attribute, std::size_t code) {
    return covered_codes(value_of(attribute, code),
                         attribute.reading.domain,
                         attribute.hierarchy,
                         *attribute.original->dictionary);
}

/// x log2 x, as it goes to 0.
double bits(double rows) {
    return rows > 0 ? rows * std::log2(rows) : 0;
}

/// Rows of the original with a value that each released code stands for.
std::vector<double> rows_covered(const ReleasedAttribute& attribute,
                                 const std::vector<std::uint64_t>& rows) {
    std::vector<double> before(1);
    for (const std::uint64_t of_value : rows) {
        before.push_back(before.back() + static_cast<double>(of_value));
    }
    std::vector<double> out;
    for (std::size_t code = 0; code < attribute.reading.readable.size(); ++code) {
        const ReleasedValue value = value_of(attribute, code);
        if (value.kind == ReleasedValue::Kind::star) {
            out.push_back(before.back());
        } else if (value.kind == ReleasedValue::Kind::range) {
            out.push_back(before[value.second + std::size_t{1}] - before[value.first]);
        } else {
            double sum = 0;
            for (const Code covered : codes_under(attribute, code)) {
                sum += static_cast<double>(rows[covered]);
            }
            out.push_back(sum);
        }
    }
    return out;
}

/// Values that each released code stands for, then those of a row that was left out.
std::vector<double> values_covered(const ReleasedAttribute& attribute) {
    std::vector<double> out;
    for (std::size_t code = 0; code < attribute.reading.readable.size(); ++code) {
        out.push_back(static_cast<double>(cover_count(value_of(attribute, code),
                                                      attribute.reading.domain,
                                                      attribute.hierarchy,
                                                      *attribute.original->dictionary)));
    }
    out.push_back(static_cast<double>(attribute.original->dictionary->size()));
    return out;
}

/// Each value of the original is among those of its cell, so that sums over cells and over values
/// do: no cell is laid beside its original.
double entropy_of(const ReleasedClasses& classes, const FieldLossOptions& options) {
    double lost = 0;
    double most = 0;
    const auto all = static_cast<double>(classes.original_rows());
    for (std::size_t j = 0; j < classes.attributes().size(); ++j) {
        const ReleasedAttribute& attribute = classes.attributes()[j];
        const std::vector<std::uint64_t> rows = rows_of_codes(classes, *attribute.original);
        const std::vector<double> covered = rows_covered(attribute, rows);
        std::vector<std::uint64_t> cells(covered.size());
        for (std::size_t index = 0; index < classes.size(); ++index) {
            cells[classes.codes(j)[index]] += classes.rows()[index];
        }
        double own = 0;
        for (const std::uint64_t of_value : rows) {
            own += bits(static_cast<double>(of_value));
        }
        double released = static_cast<double>(options.left_out) * std::log2(all);
        for (std::size_t code = 0; code < cells.size(); ++code) {
            released +=
                cells[code] > 0 ? static_cast<double>(cells[code]) * std::log2(covered[code]) : 0;
        }
        lost += options.weights[j] * (released - own);
        most += options.weights[j] * (bits(all) - own);
    }
    return most > 0 ? std::max(lost, 0.0) / most : 0;
}

double ambiguity_of(const ReleasedClasses& classes, const FieldLossOptions& options) {
    std::vector<std::vector<double>> values;
    double starred = 1;
    for (const ReleasedAttribute& attribute : classes.attributes()) {
        values.push_back(values_covered(attribute));
        starred *= values.back().back();
    }
    double sum = static_cast<double>(options.left_out) * starred;
    for (std::size_t index = 0; index < classes.size(); ++index) {
        double combinations = classes.rows()[index];
        for (std::size_t j = 0; j < values.size(); ++j) {
            combinations *= values[j][classes.codes(j)[index]];
        }
        sum += combinations;
    }
    return sum / static_cast<double>(classes.original_rows());
}

double loss_of(const ReleasedClasses& classes, const FieldLossOptions& options) {
    const GsWeights weights = gs_weights(options.gs_factor);
    const auto rows = static_cast<double>(classes.original_rows());
    std::vector<double> losses;
    for (std::size_t j = 0; j < classes.attributes().size(); ++j) {
        const LmSums sums = lm_sums(classes, j, options.left_out);
        losses.push_back(
            (weights.generalized * sums.released + weights.suppressed * sums.suppressed) / rows);
    }
    return options.objective == Objective::loss ? mean_loss(losses, options.weights)
                                                : geometric_loss(losses, options.weights);
}

/// True if no two classes can stand for one row: each column is at one level, and but for
/// suppressed rows starred throughout or nowhere.
bool are_disjoint(const ReleasedClasses& classes) {
    for (std::size_t j = 0; j < classes.attributes().size(); ++j) {
        const ReleasedAttribute& attribute = classes.attributes()[j];
        std::size_t stars = 0;
        std::size_t all = 0;
        for (std::size_t index = 0; index < classes.size(); ++index) {
            if (!classes.is_suppressed(index)) {
                stars += attribute.star == classes.codes(j)[index] ? 1U : 0U;
                ++all;
            }
        }
        if (!attribute.reading.level || (stars > 0 && stars < all)) {
            return false;
        }
    }
    return true;
}

/// sum P ln P over the original's distinct rows, times the rows.
double own_information(const ReleasedClasses& classes, unsigned threads) {
    std::vector<std::shared_ptr<const Column>> columns;
    std::vector<std::size_t> places;
    for (const ReleasedAttribute& attribute : classes.attributes()) {
        places.push_back(columns.size());
        columns.push_back(attribute.original);
    }
    const Table table(std::move(columns), classes.original_size());
    const auto all = static_cast<double>(classes.original_rows());
    double sum = 0;
    const RowTypes types =
        make_row_types(table, places, {}, threads, classes.counts_of_originals());
    for (const std::uint32_t rows : types.counts) {
        sum += rows * std::log(rows / all);
    }
    return sum;
}

double divergence_of(const ReleasedClasses& classes, const FieldLossOptions& options) {
    if (!are_disjoint(classes)) {
        return FieldLosses::kNone;
    }
    std::vector<std::vector<double>> values;
    double whole = 0;  // ln of all combinations
    for (const ReleasedAttribute& attribute : classes.attributes()) {
        values.push_back(values_covered(attribute));
        whole += std::log(values.back().back());
    }
    const auto all = static_cast<double>(classes.original_rows());
    const auto suppressed = static_cast<double>(classes.suppressed_rows() + options.left_out);
    double sum = own_information(classes, options.threads);
    if (suppressed > 0) {
        sum += suppressed * (std::log(all / suppressed) + whole);
    }
    for (std::size_t index = 0; index < classes.size(); ++index) {
        if (classes.is_suppressed(index)) {
            continue;
        }
        double here = 0;
        for (std::size_t j = 0; j < values.size(); ++j) {
            here += std::log(values[j][classes.codes(j)[index]]);
        }
        const double rows = classes.rows()[index];
        sum += rows * (std::log(all / (rows + suppressed * std::exp(here - whole))) + here);
    }
    return std::max(sum / all, 0.0);
}

bool has_aggregates(const ReleasedClasses& classes) {
    return std::ranges::any_of(classes.attributes(), [](const ReleasedAttribute& attribute) {
        return attribute.aggregate.has_value();
    });
}

}  // namespace

GsWeights gs_weights(double gs_factor) {
    return {.generalized = std::min(1.0, 2 * (1 - gs_factor)),
            .suppressed = std::min(1.0, 2 * gs_factor)};
}

double mean_loss(std::span<const double> losses, std::span<const double> weights) {
    const double all = std::accumulate(weights.begin(), weights.end(), 0.0);
    const double sum = std::inner_product(losses.begin(), losses.end(), weights.begin(), 0.0);
    return all > 0 ? sum / all : 0;
}

double geometric_loss(std::span<const double> losses, std::span<const double> weights) {
    std::vector<double> logarithms;
    logarithms.reserve(losses.size());
    for (const double loss : losses) {
        logarithms.push_back(std::log1p(loss));
    }
    return std::expm1(mean_loss(logarithms, weights));
}

LmSums lm_sums(const ReleasedClasses& classes, std::size_t place, std::uint64_t left_out) {
    const ReleasedAttribute& attribute = classes.attributes()[place];
    const auto loss = [&](const ReleasedValue& value) {
        return cell_loss(CellLoss::lm,
                         value,
                         attribute.reading.domain,
                         *attribute.original->dictionary,
                         attribute.hierarchy);
    };
    std::vector<double> losses;
    for (std::size_t code = 0; code < attribute.reading.readable.size(); ++code) {
        losses.push_back(loss(value_of(attribute, code)));
    }
    LmSums out{.released = 0, .suppressed = static_cast<double>(left_out) * loss({})};
    for (std::size_t index = 0; index < classes.size(); ++index) {
        (classes.is_suppressed(index) ? out.suppressed : out.released) +=
            classes.rows()[index] * losses[classes.codes(place)[index]];
    }
    return out;
}

std::vector<std::uint64_t> rows_of_codes(const ReleasedClasses& classes, const Column& column) {
    std::vector<std::uint64_t> out(column.dictionary->size());
    column.codes.visit([&](const auto codes) {
        for (std::size_t row = 0; row < codes.size(); ++row) {
            out[codes[row]] += classes.rows_of_original(row);
        }
    });
    return out;
}

FieldLosses field_losses(const ReleasedClasses& classes, const FieldLossOptions& options) {
    FieldLosses out;
    if (classes.original_rows() == 0 || classes.attributes().empty() || has_aggregates(classes)) {
        return out;
    }
    switch (options.objective) {
        case Objective::entropy:
            out.entropy = entropy_of(classes, options);
            break;
        case Objective::loss:
            out.loss = loss_of(classes, options);
            break;
        case Objective::loss_geometric:
            out.loss_geometric = loss_of(classes, options);
            break;
        case Objective::ambiguity:
            out.ambiguity = ambiguity_of(classes, options);
            break;
        case Objective::kl_divergence:
            out.kl_divergence = divergence_of(classes, options);
            break;
        default:
            break;
    }
    return out;
}

}  // namespace kanon
