// SPDX-License-Identifier: Apache-2.0
#include "answers/table_answers.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <string>
#include <vector>

namespace kanon::serve {
namespace {

constexpr std::size_t kBars = 24;

std::vector<std::uint64_t> rows_of_codes(const Column& column, std::size_t rows) {
    std::vector<std::uint64_t> out(column.dictionary->size());
    for (std::size_t row = 0; row < rows; ++row) {
        ++out[column.codes[row]];
    }
    return out;
}

Json bars_of_numbers(const Dictionary& values, const std::vector<std::uint64_t>& rows) {
    const std::size_t count = values.value_count();
    const double low = values.number(0);
    const double high = values.number(static_cast<Code>(count - 1));
    const std::size_t bars = std::min(kBars, count);
    std::vector<std::uint64_t> sums(bars);
    for (std::size_t code = 0; code < count; ++code) {
        const double share =
            high > low ? (values.number(static_cast<Code>(code)) - low) / (high - low) : 0;
        const auto bar = static_cast<std::size_t>(share * static_cast<double>(bars));
        sums[std::min(bar, bars - 1)] += rows[code];
    }
    return {{"kind", "numbers"},
            {"from", values.text(0)},
            {"to", values.text(static_cast<Code>(count - 1))},
            {"rows", sums}};
}

Json bars_of_texts(const Dictionary& values, const std::vector<std::uint64_t>& rows) {
    constexpr std::size_t kNamed = 8;
    std::vector<std::uint32_t> order(values.value_count());
    std::iota(order.begin(), order.end(), 0U);
    const std::size_t named = std::min(kNamed, order.size());
    std::partial_sort(order.begin(),
                      order.begin() + static_cast<std::ptrdiff_t>(named),
                      order.end(),
                      [&](std::uint32_t a, std::uint32_t b) {
                          return rows[a] != rows[b] ? rows[a] > rows[b] : a < b;
                      });
    order.resize(named);
    Json texts = Json::array();
    Json counts = Json::array();
    for (const std::uint32_t code : order) {
        texts.push_back(values.text(code));
        counts.push_back(rows[code]);
    }
    return {{"kind", "texts"},
            {"texts", texts},
            {"rows", counts},
            {"more", values.value_count() - named}};
}

Json histogram_of(const Column& column, std::size_t rows) {
    const Dictionary& values = *column.dictionary;
    if (values.value_count() == 0) {
        return nullptr;
    }
    const std::vector<std::uint64_t> counts = rows_of_codes(column, rows);
    return values.is_numeric() ? bars_of_numbers(values, counts) : bars_of_texts(values, counts);
}

Json persons_json(const Inspection& seen) {
    if (!seen.person) {
        return nullptr;
    }
    return {{"column", seen.person->column},
            {"persons", seen.person->persons},
            {"why", seen.person->why}};
}

}  // namespace

Json first_rows_json(const Table& table, std::size_t most) {
    Json rows = Json::array();
    for (std::size_t row = 0; row < std::min(most, table.row_count()); ++row) {
        Json cells = Json::array();
        for (std::size_t j = 0; j < table.column_count(); ++j) {
            cells.push_back(table.column(j).text(row));
        }
        rows.push_back(std::move(cells));
    }
    Json types = Json::array();
    for (std::size_t j = 0; j < table.column_count(); ++j) {
        types.push_back(to_string(table.column(j).dictionary->type()));
    }
    return {{"names", table.names()}, {"types", types}, {"rows", rows}};
}

Json columns_json(const Inspection& seen, const Table& table) {
    Json columns = Json::array();
    for (const ColumnSuggestion& column : seen.columns) {
        const auto place = table.find(column.name);
        columns.push_back(
            {{"name", column.name},
             {"type", to_string(column.type)},
             {"distinct", column.distinct},
             {"missing_rows", column.missing_rows},
             {"unique_share", column.unique_share},
             {"role", to_string(column.role)},
             {"unknown", column.unknown},
             {"reason", column.reason},
             {"why", column.why},
             {"histogram",
              place ? histogram_of(table.column(*place), table.row_count()) : Json(nullptr)}});
    }
    Json sets = Json::array();
    for (const SinglingSet& set : seen.singling_sets) {
        sets.push_back({{"columns", set.columns},
                        {"unique_rows", set.unique_rows},
                        {"unique_share", set.unique_share}});
    }
    Json warnings = Json::array();
    for (const Warning& warning : seen.warnings) {
        warnings.push_back({{"code", warning.code},
                            {"text", warning.text},
                            {"columns", warning.columns},
                            {"remedy", find_warning(warning.code).remedy}});
    }
    return {{"rows", seen.rows},
            {"columns", columns},
            {"person", persons_json(seen)},
            {"singling_sets", sets},
            {"warnings", warnings}};
}

Json alone_json(const Policy& policy, const Table& table, unsigned threads) {
    std::vector<std::size_t> columns;
    for (const AttributePolicy& attribute : policy.attributes) {
        const auto place = table.find(attribute.name);
        if (place && attribute.role == Role::quasi_identifying) {
            columns.push_back(*place);
        }
    }
    std::uint64_t alone = 0;
    if (!columns.empty()) {
        const TypedRows types = make_row_types(table, columns, {}, threads);
        alone =
            static_cast<std::uint64_t>(std::count(types.counts.begin(), types.counts.end(), 1U));
    }
    return {{"rows", table.row_count()}, {"quasi_identifiers", columns.size()}, {"alone", alone}};
}

}  // namespace kanon::serve
