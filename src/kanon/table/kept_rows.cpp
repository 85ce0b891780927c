// SPDX-License-Identifier: Apache-2.0
#include "kanon/table/kept_rows.hpp"

#include "kanon/table/values/dictionary.hpp"

#include <algorithm>
#include <memory>
#include <utility>

namespace kanon {
namespace {

std::shared_ptr<const Column> kept_cells(const Column& column,
                                         const std::vector<bool>& keep,
                                         std::size_t rows) {
    const Dictionary& before = *column.dictionary;
    DictionaryBuilder builder;
    std::vector<Code> provisional;
    provisional.reserve(rows);
    for (std::size_t row = 0; row < keep.size(); ++row) {
        if (keep[row]) {
            const Code code = column.codes[row];
            provisional.push_back(before.is_missing(code) ? builder.add_missing()
                                                          : builder.add(before.text(code)));
        }
    }
    DictionaryBuilder::Result built = builder.finish(before.rules());
    auto out = std::make_shared<Column>();
    out->name = column.name;
    out->storage_type = column.storage_type;
    out->dictionary = std::make_shared<const Dictionary>(std::move(built.dictionary));
    out->codes = CodeVector(rows, out->dictionary->size());
    for (std::size_t row = 0; row < rows; ++row) {
        out->codes.set(row, built.code_of_provisional[provisional[row]]);
    }
    return out;
}

}  // namespace

Table kept_rows(const Table& table, const std::vector<bool>& keep) {
    const auto rows = static_cast<std::size_t>(std::ranges::count(keep, true));
    std::vector<std::shared_ptr<const Column>> columns;
    for (std::size_t j = 0; j < table.column_count(); ++j) {
        columns.push_back(kept_cells(table.column(j), keep, rows));
    }
    return {std::move(columns), rows};
}

}  // namespace kanon
