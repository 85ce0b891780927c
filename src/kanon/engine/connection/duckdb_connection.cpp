// SPDX-License-Identifier: Apache-2.0
#include "kanon/base/error.hpp"
#include "kanon/engine/connection/connections.hpp"
#include "kanon/engine/connection/duckdb_appender.hpp"
#include "kanon/engine/connection/duckdb_pulse.hpp"
#include "kanon/engine/release/parquet_files.hpp"
#include "kanon/engine/release/private_folder.hpp"
#include "kanon/io/reading/database.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
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

/// What DuckDB says by a word at the front, as SQL has it.
constexpr std::array<std::pair<std::string_view, std::string_view>, 15> kStates{{
    {"Binder Error", "42000"},
    {"Catalog Error", "42S02"},
    {"Connection Error", "08001"},
    {"Constraint Error", "23000"},
    {"Conversion Error", "22018"},
    {"Dependency Error", "2B000"},
    {"IO Error", "58030"},
    {"Invalid Input Error", "22000"},
    {"Not implemented Error", "0A000"},
    {"Out of Range Error", "22003"},
    {"Parser Error", "42601"},
    {"Permission Error", "42501"},
    {"Syntax Error", "42601"},
    {"Transaction Error", "40001"},
    {"TransactionContext Error", "25000"},
}};

/// The fault without the lines of the statement, which DuckDB quotes below an empty one.
[[noreturn]] void throw_duckdb_fault(std::string_view message) {
    const auto* const found = std::ranges::find_if(
        kStates, [message](const auto& row) { return message.starts_with(row.first); });
    std::string text(message.substr(0, message.find("\n\n")));
    std::ranges::replace(text, '\n', ' ');
    throw EngineFault(text, found == kStates.end() ? "" : std::string(found->second));
}

/// What private folders of a session stand beside.
std::string place_of(const SourceAddress& address) {
    return address.kind == SourceAddress::Kind::parquet ? parquet_place(address.database)
                                                        : address.database;
}

/// As many as there is memory for: with each DuckDB holds blocks of its own for what it counts and
/// joins, and fails where there is no room for them.
unsigned threads_for(const RunContext& context) {
    constexpr std::uint64_t kOfThread = std::uint64_t{1} << 27U;
    const unsigned asked = context.threads;
    const std::uint64_t most = std::max<std::uint64_t>(1, context.memory_limit / kOfThread);
    return context.memory_limit == 0 ? asked
                                     : static_cast<unsigned>(std::min<std::uint64_t>(asked, most));
}

/// A file attached to a database in memory, whose tables statements mean. Where Parquet files are
/// the table, it is a private one, and there only to make tables.
class DuckdbConnection final : public Connection {
public:
    DuckdbConnection(const SourceAddress& address, const RunContext& context, Access access)
        : spill_(place_of(address)), database_(threads_for(context), context) {
        const bool is_file = address.kind == SourceAddress::Kind::duckdb;
        if (is_file) {
            require_file(address.database);
        }
        const bool can_spill = spill_.make();
        if (can_spill) {
            execute("SET temp_directory = " + io::sql_literal(spill_.path()));
        }
        if (context.memory_limit != 0) {
            execute(fmt::format("SET memory_limit = '{} bytes'", context.memory_limit));
        }
        execute("SET preserve_insertion_order = false");  // costs memory, and nobody asks for it
        if (is_file) {
            attach(address.database, access == Access::read ? " (READ_ONLY)" : "");
        } else if (can_spill && access == Access::write) {
            attach(spill_.path() + "/tables.db", "");
        }
    }

    [[nodiscard]] const Dialect& dialect() const override { return find_dialect("duckdb"); }

    [[nodiscard]] const RunContext& context() const override { return database_.context(); }

    [[nodiscard]] std::vector<std::string> columns(const std::string& sql) override {
        duckdb_prepared_statement made = nullptr;
        const duckdb_state state = duckdb_prepare(database_.connection(), sql.c_str(), &made);
        const auto destroy = [](duckdb_prepared_statement statement) {
            duckdb_destroy_prepare(&statement);
        };
        const std::unique_ptr<_duckdb_prepared_statement, decltype(destroy)> statement(made,
                                                                                       destroy);
        if (state != DuckDBSuccess) {
            throw_if_cancelled(database_.context());
            throw_duckdb_fault(duckdb_prepare_error(made));
        }
        std::vector<std::string> out;
        for (idx_t j = 0; j < duckdb_prepared_statement_column_count(made); ++j) {
            const char* const name = duckdb_prepared_statement_column_name(made, j);
            out.emplace_back(name);
            duckdb_free(const_cast<char*>(name));
        }
        return out;
    }

    void execute(const std::string& sql) override {
        const DuckdbPulse pulse(database_, stage());
        try {
            database_.execute(sql);
        } catch (const io::DatabaseFault& fault) {
            throw_duckdb_fault(fault.what());
        }
    }

    void query(const std::string& sql, const RowTaker& take) override {
        const DuckdbPulse pulse(database_, stage());
        try {
            io::Stream stream(database_, "SELECT COLUMNS(*)::VARCHAR FROM (" + sql + ")");
            for (io::Chunk chunk = stream.next(); chunk; chunk = stream.next()) {
                if (!take_rows(chunk, take)) {
                    return;
                }
            }
        } catch (const io::DatabaseFault& fault) {
            throw_duckdb_fault(fault.what());
        }
    }

    [[nodiscard]] std::unique_ptr<RowAppender> append_to(const std::string& table) override {
        return append_to_duckdb(database_, table);
    }

    void begin() override { execute("BEGIN TRANSACTION"); }

    void commit() override { execute("COMMIT"); }

    /// In a run that was cancelled whatever runs is interrupted, this too: then again.
    void roll_back() override {
        constexpr int kTries = 100;
        for (int i = 0; i < kTries; ++i) {
            if (duckdb_query(database_.connection(), "ROLLBACK", nullptr) == DuckDBSuccess) {
                return;
            }
        }
    }

    bool clean_up(const std::string& sql) noexcept override {
        return duckdb_query(database_.connection(), sql.c_str(), nullptr) == DuckDBSuccess;
    }

private:
    void attach(const std::string& file, const char* how) {
        execute("ATTACH " + io::sql_literal(file) + " AS kanon_source" + how);
        execute("USE kanon_source");
    }

    /// False: no more rows are wanted.
    static bool take_rows(const io::Chunk& chunk, const RowTaker& take) {
        std::vector<Cell> cells(chunk.column_count());
        for (std::size_t row = 0; row < chunk.size(); ++row) {
            for (std::size_t j = 0; j < cells.size(); ++j) {
                duckdb_vector column = chunk.column(j);
                std::uint64_t* const valid = duckdb_vector_get_validity(column);
                auto* const texts = static_cast<duckdb_string_t*>(duckdb_vector_get_data(column));
                const bool is_null = valid != nullptr && !duckdb_validity_row_is_valid(valid, row);
                cells[j] = is_null ? Cell() : Cell(io::text_of(texts[row]));
            }
            if (!take(cells)) {
                return false;
            }
        }
        return true;
    }

    PrivateFolder
        spill_;  ///< for what does not fit into memory; where none can be made, all has to
    io::Database database_;
};

}  // namespace

std::unique_ptr<Connection> connect_duckdb(const SourceAddress& address,
                                           const RunContext& context,
                                           Access access) {
    return std::make_unique<DuckdbConnection>(address, context, access);
}

}  // namespace kanon::engine
