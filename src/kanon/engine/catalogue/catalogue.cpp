// SPDX-License-Identifier: Apache-2.0
#include "kanon/engine/catalogue/catalogue.hpp"

#include <fmt/format.h>
#include <sys/stat.h>

namespace kanon::engine {

std::unique_ptr<Catalogue> catalogue_of(Connection& connection, const SourceAddress& address) {
    const std::string_view name = connection.dialect().name;
    if (name == "postgresql") {
        return postgresql_catalogue(connection);
    }
    if (name == "mariadb") {
        return mariadb_catalogue(connection);
    }
    if (name == "sqlite") {
        return sqlite_catalogue(connection);
    }
    if (name == "duckdb") {
        return duckdb_catalogue(connection, address);
    }
    return name == "clickhouse" ? clickhouse_catalogue(connection) : nullptr;
}

std::vector<std::vector<std::string>> few_rows(Connection& connection, const std::string& sql) {
    std::vector<std::vector<std::string>> out;
    connection.query(sql, [&](std::span<const Cell> cells) {
        std::vector<std::string>& row = out.emplace_back();
        for (const Cell& cell : cells) {
            row.emplace_back(cell.value_or(""));
        }
    });
    return out;
}

std::vector<std::string> few_texts(Connection& connection, const std::string& sql) {
    std::vector<std::string> out;
    for (std::vector<std::string>& row : few_rows(connection, sql)) {
        out.push_back(std::move(row.front()));
    }
    return out;
}

std::string identity_of_file(const std::string& path) {
    struct stat status {};

    return ::stat(path.c_str(), &status) == 0 ? fmt::format("{}:{}", status.st_dev, status.st_ino)
                                              : path;
}

}  // namespace kanon::engine
