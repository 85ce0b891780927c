// SPDX-License-Identifier: Apache-2.0
#include "kanon/evaluate/field_measures.hpp"

#include "kanon/evaluate/divergence.hpp"
#include "kanon/quality/field_losses.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>

namespace kanon {
namespace {

constexpr double kUndefined = std::numeric_limits<double>::quiet_NaN();

std::optional<double> if_defined(double value) {
    return std::isfinite(value) ? std::optional(value) : std::nullopt;
}

/// A quasi-identifier on both sides.
struct MeasuredAttribute {
    std::size_t column = 0;                        ///< of the evaluated table
    std::size_t place = 0;                         ///< of the classes
    const ReleasedAttribute* attribute = nullptr;  ///< of the classes
};

std::vector<MeasuredAttribute> measured_attributes(const EvaluatedTable& table,
                                                   const ReleasedClasses& classes) {
    std::vector<MeasuredAttribute> out;
    out.reserve(classes.attributes().size());
    for (const ReleasedAttribute& attribute : classes.attributes()) {
        const std::optional<std::size_t> column = table.find(attribute.original->name);
        if (column) {
            out.push_back(
                {.column = *column,
                 .place = static_cast<std::size_t>(&attribute - classes.attributes().data()),
                 .attribute = &attribute});
        }
    }
    return out;
}

/// Rows of the original under each spread of a column.
std::vector<double> covered_rows(const EvaluatedTable& table,
                                 std::size_t column,
                                 const std::vector<double>& rows) {
    std::vector<double> before(rows.size() + 1);
    for (std::size_t code = 0; code < rows.size(); ++code) {
        before[code + 1] = before[code] + rows[code];
    }
    std::vector<double> out;
    out.reserve(table.columns[column].spreads.size());
    for (const Spread& spread : table.columns[column].spreads) {
        double sum = 0;
        for (const CodeRun& run : spread.runs) {
            sum += before[run.last + std::size_t{1}] - before[run.first];
        }
        out.push_back(sum);
    }
    return out;
}

/// Call `use(original code, place of the spread)` for each row of the original. \pre traced
template <class Use>
void for_each_pair(const EvaluatedTable& table, std::size_t column, const Use& use) {
    const CodeVector& originals = table.original.column(column).codes;
    const CodeVector& released = table.released.column(column).codes;
    std::vector<bool> seen(table.original.row_count());
    for (std::size_t row = 0; row < table.released.row_count(); ++row) {
        const std::size_t from = table.row_of(row);
        seen[from] = true;
        use(originals[from], static_cast<std::size_t>(released[row]));
    }
    const std::size_t left_out = table.columns[column].spreads.size() - 1;
    for (std::size_t row = 0; row < seen.size(); ++row) {
        if (!seen[row]) {
            use(originals[row], left_out);
        }
    }
}

void measure_entropy(const EvaluatedTable& table,
                     const std::vector<MeasuredAttribute>& attributes,
                     FieldMeasures& out) {
    double lost = 0;
    double most = 0;
    for (const MeasuredAttribute& attribute : attributes) {
        const std::vector<double> rows = rows_of_values(table, attribute.column);
        const std::vector<double> covered = covered_rows(table, attribute.column, rows);
        const auto all = static_cast<double>(table.original.row_count());
        for_each_pair(table, attribute.column, [&](Code code, std::size_t place) {
            lost += std::log2(std::max(covered[place], rows[code]) / rows[code]);
            most += std::log2(all / rows[code]);
        });
    }
    out.non_uniform_entropy = lost;
    out.non_uniform_entropy_share = most > 0 ? lost / most : 0;
}

std::optional<double> squared_error_of(const EvaluatedTable& table,
                                       const std::vector<MeasuredAttribute>& attributes) {
    double sum = 0;
    double counted = 0;
    for (const MeasuredAttribute& attribute : attributes) {
        const std::size_t column = attribute.column;
        const Dictionary& dictionary = table.dictionary(column);
        if (!dictionary.is_numeric() || dictionary.value_count() == 0) {
            continue;
        }
        const std::vector<double> rows = rows_of_values(table, column);
        double told = 0;
        double mean = 0;
        for (Code code = 0; code < dictionary.value_count(); ++code) {
            told += rows[code];
            mean += rows[code] * dictionary.number(code);
        }
        mean /= told;
        double error = 0;
        double whole = 0;
        const std::vector<Spread>& spreads = table.columns[column].spreads;
        for_each_pair(table, column, [&](Code code, std::size_t place) {
            if (!dictionary.is_missing(code)) {
                const double number = dictionary.number(code);
                const double guess = spreads[place].told > 0 ? spreads[place].mean : mean;
                error += (number - guess) * (number - guess);
                whole += (number - mean) * (number - mean);
            }
        });
        sum += whole > 0 ? error / whole : 0;
        counted += 1;
    }
    return counted > 0 ? std::optional(sum / counted) : std::nullopt;
}

double ambiguity_of(const EvaluatedTable& table, const std::vector<MeasuredAttribute>& attributes) {
    std::vector<std::size_t> columns;
    columns.reserve(attributes.size());
    for (const MeasuredAttribute& attribute : attributes) {
        columns.push_back(attribute.column);
    }
    double sum = 0;
    double all = 0;
    for (const CountedRow& row : released_rows_of(table, columns, 1)) {
        double combinations = row.rows;
        for (std::size_t j = 0; j < columns.size(); ++j) {
            combinations *=
                static_cast<double>(table.columns[columns[j]].spreads[row.spreads[j]].count);
        }
        sum += combinations;
        all += row.rows;
    }
    return sum / all;
}

/// Level / height of a released value; not a number if it is no label.
double level_share(const ReleasedAttribute& attribute, std::size_t code) {
    if (!attribute.reading.readable[code]) {
        return 1;
    }
    const ReleasedValue& value = attribute.reading.domain.values[code];
    switch (value.kind) {
        case ReleasedValue::Kind::exact:
            return 0;
        case ReleasedValue::Kind::star:
            return 1;
        case ReleasedValue::Kind::label:
            return static_cast<double>(value.second) /
                   static_cast<double>(attribute.hierarchy->height());
        default:
            return kUndefined;
    }
}

/// Level / height, summed over the rows of an attribute.
double sum_of_levels(const EvaluatedTable& table,
                     const ReleasedClasses& classes,
                     const MeasuredAttribute& measured) {
    const ReleasedAttribute& attribute = *measured.attribute;
    std::vector<double> levels;
    for (std::size_t code = 0; code < attribute.reading.readable.size(); ++code) {
        levels.push_back(level_share(attribute, code));
    }
    auto sum = static_cast<double>(table.left_out);
    for (std::size_t index = 0; index < classes.size(); ++index) {
        sum += classes.rows()[index] * levels[classes.codes(measured.place)[index]];
    }
    return sum;
}

void measure_levels(const EvaluatedTable& table,
                    const ReleasedClasses& classes,
                    const std::vector<MeasuredAttribute>& attributes,
                    double gs_factor,
                    FieldMeasures& out) {
    const GsWeights gs = gs_weights(gs_factor);
    const auto rows = static_cast<double>(table.released.row_count() + table.left_out);
    const std::vector<double> alike(attributes.size(), 1);
    double levels = 0;
    std::vector<double> plain;
    std::vector<double> losses;
    for (const MeasuredAttribute& measured : attributes) {
        levels += sum_of_levels(table, classes, measured) / rows;
        const LmSums sums = lm_sums(classes, measured.place, table.left_out);
        plain.push_back((sums.released + sums.suppressed) / rows);
        losses.push_back((gs.generalized * sums.released + gs.suppressed * sums.suppressed) / rows);
    }
    out.precision = if_defined(1 - levels / static_cast<double>(attributes.size()));
    out.granularity = if_defined(1 - mean_loss(plain, alike));
    out.loss_arithmetic = if_defined(mean_loss(losses, alike));
    out.loss_geometric = if_defined(geometric_loss(losses, alike));
}

}  // namespace

FieldMeasures field_measures(const EvaluatedTable& table,
                             const ReleasedClasses& classes,
                             double gs_factor,
                             unsigned threads) {
    FieldMeasures out;
    const std::vector<MeasuredAttribute> attributes = measured_attributes(table, classes);
    if (attributes.empty() || table.original.row_count() == 0) {
        return out;
    }
    measure_levels(table, classes, attributes, gs_factor, out);
    if (table.traced) {
        out.squared_error = squared_error_of(table, attributes);
    }
    const bool by_aggregates = std::ranges::any_of(attributes, [](const MeasuredAttribute& each) {
        return each.attribute->aggregate.has_value();
    });
    if (by_aggregates) {
        return out;  // a cell says nothing of its row
    }
    if (table.traced) {
        measure_entropy(table, attributes, out);
    }
    std::vector<std::size_t> columns;
    columns.reserve(attributes.size());
    for (const MeasuredAttribute& attribute : attributes) {
        columns.push_back(attribute.column);
    }
    out.ambiguity = if_defined(ambiguity_of(table, attributes));
    out.kl_divergence = divergence_of(table, columns, kMostDivergenceLooks, threads);
    return out;
}

}  // namespace kanon
