// SPDX-License-Identifier: Apache-2.0
#include "kanon/base/error.hpp"
#include "kanon/engine/connections.hpp"
#include "kanon/io/database.hpp"

#include <filesystem>
#include <system_error>
#include <vector>

namespace kanon::engine {
namespace {

void require_file(const std::string& path) {
    std::error_code none;
    if (!std::filesystem::is_regular_file(path, none)) {
        throw Error(
            ErrorCode::bad_input, "there is no such DuckDB database file", Where{.file = path});
    }
}

/// A file attached to a database in memory, whose tables statements mean.
class DuckdbConnection final : public Connection {
public:
    DuckdbConnection(const SourceAddress& address, const RunContext& context)
        : database_(context.threads, context) {
        require_file(address.database);
        execute("ATTACH " + io::sql_literal(address.database) + " AS kanon_source");
        execute("USE kanon_source");
    }

    [[nodiscard]] const Dialect& dialect() const override { return find_dialect("duckdb"); }

    void execute(const std::string& sql) override {
        try {
            database_.execute(sql);
        } catch (const io::DatabaseFault& fault) {
            throw EngineFault(fault.what(), "");
        }
    }

    void query(const std::string& sql, const RowTaker& take) override {
        try {
            io::Stream stream(database_, "SELECT COLUMNS(*)::VARCHAR FROM (" + sql + ")");
            for (io::Chunk chunk = stream.next(); chunk; chunk = stream.next()) {
                take_rows(chunk, take);
            }
        } catch (const io::DatabaseFault& fault) {
            throw EngineFault(fault.what(), "");
        }
    }

    void begin() override { execute("BEGIN TRANSACTION"); }

    void commit() override { execute("COMMIT"); }

    void roll_back() override { execute("ROLLBACK"); }

    void clean_up(const std::string& sql) noexcept override {
        duckdb_query(database_.connection(), sql.c_str(), nullptr);
    }

private:
    static void take_rows(const io::Chunk& chunk, const RowTaker& take) {
        std::vector<Cell> cells(chunk.column_count());
        for (std::size_t row = 0; row < chunk.size(); ++row) {
            for (std::size_t j = 0; j < cells.size(); ++j) {
                duckdb_vector column = chunk.column(j);
                std::uint64_t* const valid = duckdb_vector_get_validity(column);
                auto* const texts = static_cast<duckdb_string_t*>(duckdb_vector_get_data(column));
                const bool is_null = valid != nullptr && !duckdb_validity_row_is_valid(valid, row);
                cells[j] = is_null ? Cell() : Cell(io::text_of(texts[row]));
            }
            take(cells);
        }
    }

    io::Database database_;
};

}  // namespace

std::unique_ptr<Connection> connect_duckdb(const SourceAddress& address,
                                           const RunContext& context) {
    return std::make_unique<DuckdbConnection>(address, context);
}

}  // namespace kanon::engine
