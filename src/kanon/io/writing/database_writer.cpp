// SPDX-License-Identifier: Apache-2.0
#include "kanon/io/writing/database_writer.hpp"

#include "kanon/base/error.hpp"
#include "kanon/base/text/folded_text.hpp"
#include "kanon/io/files/stale_files.hpp"
#include "kanon/io/reading/database.hpp"
#include "kanon/io/writing/row_batches.hpp"
#include "kanon/io/writing/sqlite_writer.hpp"
#include "kanon/io/writing/typed_columns.hpp"

#include <sys/stat.h>

#include <cerrno>
#include <filesystem>
#include <system_error>

namespace kanon::io {
namespace {

/// Engines take names that differ only in case for one.
void check_table_names(const std::vector<WrittenTable>& tables, const std::string& file) {
    for (std::size_t t = 0; t < tables.size(); ++t) {
        check_column_names(*tables[t].table, file);
        for (std::size_t other = 0; other < t; ++other) {
            if (folded(tables[t].name) == folded(tables[other].name)) {
                throw Error(ErrorCode::bad_output,
                            "tables '" + tables[other].name + "' and '" + tables[t].name +
                                "' differ only in case, which a database cannot hold; write a "
                                "folder",
                            {.file = file});
            }
        }
    }
}

std::string duckdb_type(const Column& column) {
    const std::string type = written_type(column);
    return type.empty() ? "VARCHAR" : type;
}

/// A private folder beside a file, gone in the end with all that is in it.
class FolderBeside {
public:
    explicit FolderBeside(const std::string& file) : path_(file + std::string(kMakingFolder)) {
        if (::mkdir(path_.c_str(), 0700) != 0) {
            throw std::system_error(errno, std::generic_category());
        }
    }

    ~FolderBeside() {
        std::error_code ignored;
        std::filesystem::remove_all(path_, ignored);
    }

    FolderBeside(const FolderBeside&) = delete;
    FolderBeside& operator=(const FolderBeside&) = delete;

    [[nodiscard]] std::string file() const { return path_ + "/database"; }

private:
    std::string path_;
};

void add_table(Database& database, const WrittenTable& table, const RunContext& context) {
    database.execute("USE made");  // where references are looked up
    database.execute("CREATE TABLE " + sql_name(table.name) + " (" +
                     declared_columns(table, duckdb_type) + ")");
    database.execute("USE memory");
    RowBatches rows(*table.table, context);
    database.execute("DROP VIEW IF EXISTS kanon_rows");
    rows.attach(database);
    try {
        database.execute("INSERT INTO made." + sql_name(table.name) + " SELECT " +
                         select_list(*table.table) + " FROM kanon_rows");
    } catch (const DatabaseFault&) {
        rows.rethrow_failure();
        throw;
    }
}

/// DuckDB takes no file that is there and empty, so that it makes one of its own first.
void write_duckdb(const std::vector<WrittenTable>& tables,
                  const std::string& path,
                  const std::string& name,
                  const RunContext& context) {
    const FolderBeside folder(path);
    try {
        Database database(1, context);
        database.execute("ATTACH " + sql_literal(folder.file()) + " AS made");
        for (const WrittenTable& table : tables) {
            add_table(database, table, context);
        }
        database.execute("CHECKPOINT made");
        database.execute("DETACH made");
    } catch (const DatabaseFault& fault) {
        throw Error(ErrorCode::bad_output, write_fault(fault.what()), {.file = name});
    }
    std::filesystem::copy_file(
        folder.file(), path, std::filesystem::copy_options::overwrite_existing);
}

}  // namespace

std::string declared_columns(const WrittenTable& table, std::string (*type_of)(const Column&)) {
    std::string out;
    for (std::size_t j = 0; j < table.table->column_count(); ++j) {
        const Column& column = table.table->column(j);
        out += (j > 0 ? ", " : "") + sql_name(column.name) + " " + type_of(column);
        if (column.name == table.key) {
            out += " PRIMARY KEY";
        }
        if (column.name == table.foreign) {
            out +=
                " REFERENCES " + sql_name(table.parent) + " (" + sql_name(table.parent_key) + ")";
        }
    }
    return out;
}

void write_database_file(DatabaseKind kind,
                         const std::vector<WrittenTable>& tables,
                         const std::string& path,
                         const std::string& name,
                         const RunContext& context) {
    check_table_names(tables, name);
    if (kind == DatabaseKind::duckdb) {
        write_duckdb(tables, path, name, context);
    } else {
        write_sqlite(tables, path, name, context);
    }
}

}  // namespace kanon::io
