// SPDX-License-Identifier: Apache-2.0
#include "kanon/io/writing/sqlite_writer.hpp"

#include "kanon/base/error.hpp"
#include "kanon/io/reading/database.hpp"
#include "kanon/io/writing/typed_columns.hpp"

#include <sqlite3.h>

#include <cstddef>
#include <memory>
#include <string_view>

namespace kanon::io {
namespace {

struct CloseWritten {
    void operator()(sqlite3* connection) const { sqlite3_close_v2(connection); }
};

struct FinishWritten {
    void operator()(sqlite3_stmt* statement) const { sqlite3_finalize(statement); }
};

std::string sqlite_type(const Column& column) {
    const std::string type = written_type(column);
    if (type == "DOUBLE" || type == "FLOAT") {
        return "REAL";
    }
    const bool is_whole = type == "TINYINT" || type == "SMALLINT" || type == "INTEGER" ||
                          type == "BIGINT" || type == "UTINYINT" || type == "USMALLINT" ||
                          type == "UINTEGER";
    return is_whole ? "INTEGER" : "TEXT";
}

/// A database under way. What it says may quote cells, and is not shown.
class SqliteFile {
public:
    SqliteFile(const std::string& path, const std::string& name) : name_(name) {
        sqlite3* opened = nullptr;
        const int state = sqlite3_open_v2(path.c_str(), &opened, SQLITE_OPEN_READWRITE, nullptr);
        connection_.reset(opened);
        if (state != SQLITE_OK) {
            fail();
        }
        // The file is nobody's until it is moved into place whole.
        execute("PRAGMA journal_mode = OFF");
        execute("PRAGMA synchronous = OFF");
        execute("BEGIN");
    }

    void execute(const std::string& sql) {
        if (sqlite3_exec(connection_.get(), sql.c_str(), nullptr, nullptr, nullptr) != SQLITE_OK) {
            fail();
        }
    }

    void add(const WrittenTable& table, const RunContext& context) {
        execute("CREATE TABLE " + sql_name(table.name) + " (" +
                declared_columns(table, sqlite_type) + ")");
        std::string places;
        for (std::size_t j = 0; j < table.table->column_count(); ++j) {
            places += j > 0 ? ", ?" : "?";
        }
        const std::string sql = "INSERT INTO " + sql_name(table.name) + " VALUES (" + places + ")";
        sqlite3_stmt* prepared = nullptr;
        const int state =
            sqlite3_prepare_v2(connection_.get(), sql.c_str(), -1, &prepared, nullptr);
        const std::unique_ptr<sqlite3_stmt, FinishWritten> insert(prepared);
        if (state != SQLITE_OK) {
            fail();
        }
        constexpr std::size_t kRowsToLook = 4096;
        for (std::size_t row = 0; row < table.table->row_count(); ++row) {
            if (row % kRowsToLook == 0) {
                throw_if_cancelled(context);
            }
            for (std::size_t j = 0; j < table.table->column_count(); ++j) {
                bind(insert.get(), static_cast<int>(j + 1), table.table->column(j), row);
            }
            if (sqlite3_step(insert.get()) != SQLITE_DONE ||
                sqlite3_reset(insert.get()) != SQLITE_OK) {
                fail();
            }
        }
    }

    void finish() {
        execute("COMMIT");
        if (sqlite3_close(connection_.release()) != SQLITE_OK) {
            fail();
        }
    }

private:
    void bind(sqlite3_stmt* insert, int place, const Column& column, std::size_t row) {
        const std::string_view text = column.text(row);
        int state = SQLITE_OK;
        if (column.dictionary->is_missing(column.codes[row])) {
            state = sqlite3_bind_null(insert, place);
        } else {
            // By the column's affinity a text of a number becomes that number.
            state = sqlite3_bind_text64(
                insert, place, text.data(), text.size(), SQLITE_STATIC, SQLITE_UTF8);
        }
        if (state != SQLITE_OK) {
            fail();
        }
    }

    [[noreturn]] void fail() const {
        const int code = connection_ ? sqlite3_errcode(connection_.get()) : SQLITE_NOMEM;
        std::string why =
            "cannot be written as a database of SQLite; check the names of tables and "
            "columns, or write a folder";
        if (code == SQLITE_FULL) {
            why = "the disk is full; make room or write elsewhere";
        } else if (code == SQLITE_IOERR || code == SQLITE_CANTOPEN || code == SQLITE_READONLY) {
            why = "cannot be written; check the disk or write elsewhere";
        }
        throw Error(ErrorCode::bad_output, why, {.file = name_});
    }

    const std::string& name_;
    std::unique_ptr<sqlite3, CloseWritten> connection_;
};

}  // namespace

void write_sqlite(const std::vector<WrittenTable>& tables,
                  const std::string& path,
                  const std::string& name,
                  const RunContext& context) {
    SqliteFile file(path, name);
    for (const WrittenTable& table : tables) {
        file.add(table, context);
    }
    file.finish();
}

}  // namespace kanon::io
