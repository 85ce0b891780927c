// SPDX-License-Identifier: Apache-2.0
// run_sql ADDRESS < SQL: run statements, each ended by `;` at the end of a line, in the database of
// the address of a table; a file of DuckDB is made where there is none. Names stand in double
// quotes, and `\` is a character as any other.
#include "kanon/engine/connection/connection.hpp"
#include "kanon/io/reading/database.hpp"

#include <cstdio>
#include <exception>
#include <filesystem>
#include <iostream>
#include <memory>
#include <string>

namespace {

void make_file(const std::string& path, const kanon::RunContext& context) {
    if (!std::filesystem::exists(path)) {
        kanon::io::Database database(1, context);
        database.execute("ATTACH " + kanon::io::sql_literal(path) + " AS made");
    }
}

void run(const std::string& text) {
    const kanon::RunContext context;
    const kanon::engine::SourceAddress address = kanon::engine::parse_address(text).value();
    if (address.kind == kanon::engine::SourceAddress::Kind::duckdb) {
        make_file(address.database, context);
    }
    const auto connection = kanon::engine::connect(address, context);
    if (connection->dialect().name == "mariadb") {
        connection->execute("SET SESSION sql_mode = 'ANSI_QUOTES,NO_BACKSLASH_ESCAPES'");
    }
    connection->begin();
    std::string statement;
    for (std::string line; std::getline(std::cin, line);) {
        statement += line + "\n";
        if (line.ends_with(';')) {
            statement.resize(statement.size() - 2);
            connection->execute(statement);
            statement.clear();
        }
    }
    connection->commit();
}

}  // namespace

int main(int argc, char** argv) {
    try {
        run(argc == 2 ? argv[1] : "");
        return 0;
    } catch (const std::exception& fault) {
        std::fprintf(stderr, "run_sql: %s\n", fault.what());
        return 1;
    }
}
