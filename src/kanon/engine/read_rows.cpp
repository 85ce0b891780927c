// SPDX-License-Identifier: Apache-2.0
#include "kanon/engine/read_rows.hpp"

#include "kanon/base/error.hpp"
#include "kanon/engine/engine_error.hpp"
#include "kanon/io/found_columns.hpp"
#include "kanon/io/table_reading.hpp"
#include "kanon/table/row_order.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace kanon::engine {
namespace {

/// Refuse what says where in a file a table is.
void refuse_flags_of_files(const SourceAddress& address, const ReadOptions& options) {
    const std::array<std::pair<bool, const char*>, 6> given{{
        {options.format != Format::automatic, "--input-format"},
        {!options.encoding.empty(), "--encoding"},
        {!options.member.empty(), "--member"},
        {!options.sheet.empty(), "--sheet"},
        {!options.database_table.empty(), "--table"},
        {options.folder_columns, "--folder-columns"},
    }};
    for (const auto& [is_given, flag] : given) {
        if (is_given) {
            throw Error(
                ErrorCode::usage,
                std::string(flag) + " means nothing for a table of a database; leave it out",
                Where{.file = shown(address)});
        }
    }
}

std::vector<WantedColumn> wanted_of(const std::vector<std::string>& names,
                                    const ReadOptions& options,
                                    const io::MarksOf& marks) {
    std::vector<WantedColumn> out;
    for (const std::string& name : names) {
        if (!io::names_column(options.skip, name)) {
            out.push_back({.name = name,
                           .missing_marks = io::marks_of(name, options, marks),
                           .must_have = io::names_column(options.drop_rows_missing, name)});
        }
    }
    return out;
}

/// The distinct rows as a table that is not in order yet, whose counts go to `counts`.
io::FoundTable found_table(GatheredRows gathered,
                           const ReadOptions& options,
                           const std::string& file,
                           std::vector<std::uint64_t>& counts) {
    io::check_kept_rows(gathered.rows, gathered.dropped_rows, file);
    io::FoundTable out{
        .columns = {}, .rows = gathered.counts.size(), .dropped_rows = gathered.dropped_rows};
    for (ColumnBuilder& builder : gathered.columns) {
        const std::string name = builder.name();
        try {
            out.columns.push_back(builder.finish(io::rules_of(options, name)));
        } catch (const Error& fault) {
            throw Error(fault.code(), fault.what(), Where{.file = file});
        }
    }
    counts = std::move(gathered.counts);
    return out;
}

std::vector<std::uint32_t> repeated_by(const CountedRows& counted) {
    std::vector<std::uint32_t> out;
    out.reserve(counted.rows);
    for (std::size_t row = 0; row < counted.counts.size(); ++row) {
        out.insert(out.end(), counted.counts[row], static_cast<std::uint32_t>(row));
    }
    return out;
}

std::string whole_query(const Dialect& dialect, const SourceAddress& address) {
    return address.query.empty() ? "SELECT * FROM " + from_clause(dialect, address) : address.query;
}

}  // namespace

std::vector<std::string> column_names(Connection& connection, const SourceAddress& address) {
    std::vector<std::string> out =
        ask_engine(address, {.what = "find the columns", .looks_at_rows = false}, [&] {
            return connection.columns(whole_query(connection.dialect(), address));
        });
    io::check_column_count(out.size(), shown(address));
    io::check_column_names(out, shown(address));
    return out;
}

EngineTable read_rows(Connection& connection,
                      const SourceAddress& address,
                      const ReadOptions& options) {
    refuse_flags_of_files(address, options);
    const std::string file = shown(address);
    const std::vector<std::string> names = column_names(connection, address);
    io::check_asked_names(names, options, file);
    std::vector<std::uint64_t> counts;
    const auto read = [&](const io::MarksOf& marks) {
        const std::vector<WantedColumn> wanted = wanted_of(names, options, marks);
        io::check_columns_left(!wanted.empty(), file);
        const AskedOfEngine asked{.what = "count the rows", .show_values = options.show_values};
        GatheredRows gathered = ask_engine(address, asked, [&] {
            return gather_rows(connection,
                               address,
                               wanted,
                               {.most_rows = options.most_rows, .row_limit = options.row_limit});
        });
        return found_table(std::move(gathered), options, file, counts);
    };
    EngineTable out;
    out.read = io::read_with_marks(read, options);
    out.counted = in_order(out.read.table, counts);
    out.counted_row_of_row = repeated_by(out.counted);
    out.read.table = reordered(out.counted.table, out.counted_row_of_row);
    out.read.skipped = io::skipped_columns(names, options);
    return out;
}

}  // namespace kanon::engine
