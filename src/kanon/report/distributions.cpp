// SPDX-License-Identifier: Apache-2.0
#include "kanon/report/distributions.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>

namespace kanon {
namespace {

constexpr std::string_view kStar = "*";

/// Per original row: true if it is released.
std::vector<bool> released_rows(const Problem& problem, const Release& release) {
    const std::size_t rows = problem.table.row_count();
    if (!release.original_row.empty() || release.table.row_count() != rows) {
        std::vector<bool> released(rows, false);
        for (const std::uint32_t row : release.original_row) {
            released[row] = true;
        }
        return released;
    }
    std::vector<bool> starred(rows, true);
    for (const QuasiIdentifier& qi : problem.quasi_identifiers) {
        const Column& column = release.table.column(*release.table.find(qi.name));
        const std::optional<Code> star = column.dictionary->find(kStar);
        column.codes.visit([&](const auto codes) {
            for (std::size_t row = 0; row < rows; ++row) {
                starred[row] = starred[row] && star && codes[row] == *star;
            }
        });
    }
    starred.flip();
    return starred;
}

struct Tally {
    std::vector<std::uint64_t> all;
    std::vector<std::uint64_t> released;
};

Tally tally_codes(const Column& column, const std::vector<bool>& released) {
    Tally tally{.all = std::vector<std::uint64_t>(column.dictionary->size()),
                .released = std::vector<std::uint64_t>(column.dictionary->size())};
    column.codes.visit([&](const auto codes) {
        for (std::size_t row = 0; row < codes.size(); ++row) {
            ++tally.all[codes[row]];
            tally.released[codes[row]] += released[row] ? 1U : 0U;
        }
    });
    return tally;
}

void add_other(std::vector<Bar>& bars, std::uint64_t values, std::uint64_t rows) {
    if (values > 0) {
        bars.push_back({fmt::format("other ({} value{})", values, values == 1 ? "" : "s"), rows});
    }
}

std::string shown(std::string_view text) {
    return text.empty() ? "(missing)" : std::string(text);
}

/// Bars of single values: the most frequent ones that k released rows hold.
std::vector<Bar> value_bars(const Dictionary& dictionary, const Tally& tally, std::uint64_t k) {
    std::vector<Code> order(dictionary.size());
    std::iota(order.begin(), order.end(), Code{0});
    std::stable_sort(
        order.begin(), order.end(), [&](Code a, Code b) { return tally.all[a] > tally.all[b]; });
    std::vector<Bar> bars;
    std::uint64_t other_values = 0;
    std::uint64_t other_rows = 0;
    for (const Code code : order) {
        if (tally.all[code] == 0) {
            continue;
        }
        if (tally.released[code] >= k && bars.size() < kMostBars) {
            bars.push_back({shown(dictionary.text(code)), tally.all[code]});
        } else {
            ++other_values;
            other_rows += tally.all[code];
        }
    }
    add_other(bars, other_values, other_rows);
    return bars;
}

/// The least of 1, 2, 5 times a power of ten that cuts `span` into at most kMostBars bins.
double round_width(double span) {
    double width = std::pow(10, std::floor(std::log10(span / static_cast<double>(kMostBars))));
    for (const double factor : {1.0, 2.0, 5.0, 10.0}) {
        if (span / (width * factor) + 1 <= static_cast<double>(kMostBars)) {
            return width * factor;
        }
    }
    return width * 20;
}

/// Bars of bins with round edges, for numbers of many values.
std::vector<Bar> bin_bars(const Dictionary& dictionary, const Tally& tally, std::uint64_t k) {
    const auto last = static_cast<Code>(dictionary.value_count() - 1);
    const double width = round_width(dictionary.number(last) - dictionary.number(0));
    const double first = std::floor(dictionary.number(0) / width);
    std::vector<Bar> bars;
    std::uint64_t other_values = 0;
    std::uint64_t other_rows = 0;
    Code code = 0;
    while (code <= last) {
        const double bin = std::floor(dictionary.number(code) / width);
        std::uint64_t values = 0;
        std::uint64_t rows = 0;
        std::uint64_t released = 0;
        for (; code <= last && std::floor(dictionary.number(code) / width) == bin; ++code) {
            ++values;
            rows += tally.all[code];
            released += tally.released[code];
        }
        if (released >= k && bin - first <= 2 * static_cast<double>(kMostBars)) {
            bars.push_back({fmt::format("{:g} to {:g}", bin * width, (bin + 1) * width), rows});
        } else {
            other_values += values;
            other_rows += rows;
        }
    }
    if (const auto missing = dictionary.missing()) {
        ++other_values;
        other_rows += tally.all[*missing];
    }
    add_other(bars, other_values, other_rows);
    return bars;
}

std::vector<Bar> before_bars(const Column& column,
                             const std::vector<bool>& released,
                             std::uint64_t k) {
    const Tally tally = tally_codes(column, released);
    const Dictionary& dictionary = *column.dictionary;
    const bool number =
        dictionary.type() == ValueType::integer || dictionary.type() == ValueType::decimal;
    return number && dictionary.value_count() > kMostBars ? bin_bars(dictionary, tally, k)
                                                          : value_bars(dictionary, tally, k);
}

std::vector<Bar> after_bars(const Column& column, std::uint64_t k) {
    const std::vector<bool> every(column.codes.size(), true);
    return value_bars(*column.dictionary, tally_codes(column, every), k);
}

}  // namespace

std::vector<Distribution> distributions(const RunRecord& record) {
    const Problem& problem = *record.problem;
    const std::vector<bool> released = released_rows(problem, *record.release);
    std::vector<std::size_t> columns;
    for (const QuasiIdentifier& qi : problem.quasi_identifiers) {
        columns.push_back(qi.column);
    }
    columns.insert(columns.end(), problem.sensitive.begin(), problem.sensitive.end());
    std::vector<Distribution> all;
    for (const std::size_t index : columns) {
        const Column& column = problem.table.column(index);
        const auto released_column = record.release->table.find(column.name);
        if (!released_column) {
            continue;
        }
        all.push_back(
            {.attribute = column.name,
             .before = before_bars(column, released, problem.k),
             .after = after_bars(record.release->table.column(*released_column), problem.k)});
    }
    return all;
}

}  // namespace kanon
