// SPDX-License-Identifier: Apache-2.0
#include "support/tables.hpp"

#include <filesystem>
#include <memory>
#include <sstream>
#include <utility>
#include <vector>

namespace kanon::test {

Table table_of(std::string_view names, std::string_view rows) {
    std::vector<std::shared_ptr<Column>> columns;
    std::istringstream name_stream{std::string(names)};
    for (std::string name; name_stream >> name;) {
        columns.push_back(std::make_shared<Column>());
        columns.back()->name = name;
        columns.back()->storage_type = "VARCHAR";
    }
    std::vector<std::vector<std::string>> cells(columns.size());
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
    std::vector<std::shared_ptr<const Column>> done;
    for (std::size_t j = 0; j < columns.size(); ++j) {
        DictionaryBuilder builder;
        std::vector<Code> provisional;
        for (const std::string& cell : cells[j]) {
            provisional.push_back(cell == "?" ? builder.add_missing() : builder.add(cell));
        }
        auto built = builder.finish();
        columns[j]->codes = CodeVector(provisional.size(), built.dictionary.size());
        for (std::size_t row = 0; row < provisional.size(); ++row) {
            columns[j]->codes.set(row, built.code_of_provisional[provisional[row]]);
        }
        columns[j]->dictionary = std::make_shared<const Dictionary>(std::move(built.dictionary));
        done.push_back(columns[j]);
    }
    return Table(std::move(done), count);
}

std::string shared_dir() {
    const std::string dir = KANON_SHARED_DIR;
    return std::filesystem::is_directory(dir) ? dir : "";
}

}  // namespace kanon::test
