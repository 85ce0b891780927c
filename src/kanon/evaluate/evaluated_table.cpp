// SPDX-License-Identifier: Apache-2.0
#include "kanon/evaluate/evaluated_table.hpp"

#include "kanon/quality/aggregate_loss.hpp"

#include <algorithm>
#include <memory>
#include <utility>

namespace kanon {
namespace {

/// What was coded as each code of a column.
UncodedValues uncoded_values(const Column& coded, const Column& uncoded) {
    std::vector<std::pair<Code, Code>> pairs(uncoded.dictionary->size());
    for (std::size_t row = 0; row < uncoded.codes.size(); ++row) {
        const Code code = uncoded.codes[row];
        pairs[code] = {coded.codes[row], code};
    }
    UncodedValues out(coded.dictionary->size());
    for (const auto& [to, from] : pairs) {
        out[to].push_back(from);
    }
    return out;
}

EvaluatedRole role_of(const Problem& problem, std::size_t column) {
    if (std::ranges::find(problem.columns, column) != problem.columns.end()) {
        return EvaluatedRole::quasi_identifier;
    }
    return std::ranges::find(problem.sensitive, column) != problem.sensitive.end()
               ? EvaluatedRole::sensitive
               : EvaluatedRole::other;
}

/// The reading of a quasi-identifier's released cells, by its name.
const ReleasedAttribute* attribute_of(const ReleasedClasses& classes, std::string_view name) {
    for (const ReleasedAttribute& attribute : classes.attributes()) {
        if (attribute.original->name == name) {
            return &attribute;
        }
    }
    return nullptr;
}

std::vector<Spread> spreads_of(const Problem& problem,
                               const ReleasedClasses& classes,
                               std::size_t place,
                               const Column& original,
                               const Column& released) {
    const Column& coded = problem.table.column(place);
    const UncodedValues uncoded =
        coded.dictionary == original.dictionary ? UncodedValues{} : uncoded_values(coded, original);
    SpreadColumn column{.original = original.dictionary.get(),
                        .coded = coded.dictionary.get(),
                        .uncoded = &uncoded,
                        .hierarchy = nullptr};
    if (const ReleasedAttribute* attribute = attribute_of(classes, coded.name)) {
        column.hierarchy = attribute->hierarchy;
        return spreads_of_values(attribute->reading, column);
    }
    return spreads_as_is(*released.dictionary, column);
}

}  // namespace

std::optional<std::size_t> EvaluatedTable::find(std::string_view name) const {
    return original.find(name);
}

EvaluatedTable evaluated_table(const Problem& problem,
                               const Release& release,
                               const ReleasedClasses& classes,
                               bool traced) {
    EvaluatedTable out;
    std::vector<std::shared_ptr<const Column>> originals;
    std::vector<std::shared_ptr<const Column>> released;
    for (std::size_t place = 0; place < problem.table.column_count(); ++place) {
        const std::string& name = problem.table.column(place).name;
        const std::optional<std::size_t> found = release.table.find(name);
        const bool is_withheld =
            std::ranges::find(problem.withheld, place) != problem.withheld.end();
        const Column& coded = problem.table.column(place);
        if (!found || is_withheld || coded.dictionary->size() == 0) {
            continue;
        }
        originals.push_back(problem.measured_column(place));
        released.push_back(release.table.shared_column(*found));
        out.columns.push_back(EvaluatedColumn{
            .name = name,
            .role = role_of(problem, place),
            .spreads = spreads_of(problem, classes, place, *originals.back(), *released.back())});
    }
    out.original = Table(std::move(originals), problem.table.row_count());
    out.released = Table(std::move(released), release.table.row_count());
    out.left_out =
        problem.table.row_count() - std::min(problem.table.row_count(), release.table.row_count());
    out.traced = traced && traceable(classes, release);
    out.original_row = release.original_row;
    return out;
}

std::vector<CountedRow> released_rows_of(const EvaluatedTable& table,
                                         std::span<const std::size_t> columns,
                                         unsigned threads) {
    std::vector<CountedRow> out;
    if (table.released.row_count() > 0) {
        const TypedRows types = make_row_types(table.released, columns, {}, threads);
        out.reserve(types.size() + 1);
        for (std::size_t type = 0; type < types.size(); ++type) {
            CountedRow row{.spreads = {}, .rows = static_cast<double>(types.counts[type])};
            row.spreads.reserve(columns.size());
            for (const CodeVector& codes : types.columns) {
                row.spreads.push_back(codes[type]);
            }
            out.push_back(std::move(row));
        }
    }
    if (table.left_out > 0) {
        CountedRow row{.spreads = {}, .rows = static_cast<double>(table.left_out)};
        for (const std::size_t column : columns) {
            row.spreads.push_back(
                static_cast<std::uint32_t>(table.columns[column].spreads.size() - 1));
        }
        out.push_back(std::move(row));
    }
    return out;
}

std::vector<double> rows_of_spreads(const EvaluatedTable& table, std::size_t column) {
    std::vector<double> out(table.columns[column].spreads.size());
    table.released.column(column).codes.visit([&](const auto codes) {
        for (const auto code : codes) {
            ++out[code];
        }
    });
    out.back() += static_cast<double>(table.left_out);
    return out;
}

std::vector<double> rows_of_values(const EvaluatedTable& table, std::size_t column) {
    std::vector<double> out(table.dictionary(column).size());
    table.original.column(column).codes.visit([&](const auto codes) {
        for (const auto code : codes) {
            ++out[code];
        }
    });
    return out;
}

std::vector<double> expected_rows_of_values(const EvaluatedTable& table, std::size_t column) {
    const std::vector<double> rows = rows_of_spreads(table, column);
    std::vector<double> steps(table.dictionary(column).size() + 1);
    std::vector<double> alone(table.dictionary(column).size());
    for (std::size_t place = 0; place < rows.size(); ++place) {
        const Spread& spread = table.columns[column].spreads[place];
        const double each = rows[place] / static_cast<double>(spread.count);
        if (spread.count == 1) {
            alone[spread.runs[0].first] += each;
            continue;
        }
        for (const CodeRun& run : spread.runs) {
            steps[run.first] += each;
            steps[run.last + std::size_t{1}] -= each;
        }
    }
    double level = 0;
    for (std::size_t code = 0; code < alone.size(); ++code) {
        level += steps[code];
        alone[code] += std::max(level, 0.0);
    }
    return alone;
}

}  // namespace kanon
