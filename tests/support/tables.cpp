// SPDX-License-Identifier: Apache-2.0
#include "support/tables.hpp"

#include <filesystem>
#include <memory>
#include <sstream>
#include <utility>
#include <vector>

namespace kanon::test {

std::shared_ptr<const Column> column_of(const std::string& name,
                                        const std::vector<std::string>& cells,
                                        std::optional<ValueType> declared) {
    DictionaryBuilder builder;
    std::vector<Code> provisional;
    provisional.reserve(cells.size());
    for (const std::string& cell : cells) {
        provisional.push_back(cell == "?" ? builder.add_missing() : builder.add(cell));
    }
    auto built = builder.finish(declared);
    auto column = std::make_shared<Column>();
    column->name = name;
    column->storage_type = "VARCHAR";
    column->codes = CodeVector(provisional.size(), built.dictionary.size());
    for (std::size_t row = 0; row < provisional.size(); ++row) {
        column->codes.set(row, built.code_of_provisional[provisional[row]]);
    }
    column->dictionary = std::make_shared<const Dictionary>(std::move(built.dictionary));
    return column;
}

Table table_of(std::string_view names, std::string_view rows) {
    std::vector<std::string> known;
    std::istringstream name_stream{std::string(names)};
    for (std::string name; name_stream >> name;) {
        known.push_back(name);
    }
    std::vector<std::vector<std::string>> cells(known.size());
    std::istringstream row_stream{std::string(rows)};
    std::size_t count = 0;
    for (std::string row; std::getline(row_stream, row, ';');) {
        std::istringstream cell_stream(row);
        std::size_t j = 0;
        for (std::string cell; cell_stream >> cell; ++j) {
            cells.at(j).push_back(cell);
        }
        count += j > 0 ? 1 : 0;
    }
    std::vector<std::shared_ptr<const Column>> columns;
    for (std::size_t j = 0; j < known.size(); ++j) {
        columns.push_back(column_of(known[j], cells[j]));
    }
    return {std::move(columns), count};
}

std::string shared_dir() {
    const std::string dir = KANON_SHARED_DIR;
    return std::filesystem::is_directory(dir) ? dir : "";
}

}  // namespace kanon::test
