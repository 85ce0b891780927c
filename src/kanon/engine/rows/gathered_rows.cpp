// SPDX-License-Identifier: Apache-2.0
#include "kanon/engine/rows/gathered_rows.hpp"

#include "kanon/base/check.hpp"
#include "kanon/base/error.hpp"
#include "kanon/base/text/count_text.hpp"
#include "kanon/engine/all_at_once.hpp"
#include "kanon/engine/catalogue/expected_rows.hpp"
#include "kanon/engine/connection/engine_error.hpp"
#include "kanon/engine/dialect/column_types.hpp"
#include "kanon/engine/dialect/sql_pattern.hpp"
#include "kanon/engine/dialect/storage_types.hpp"
#include "kanon/engine/release/parquet_files.hpp"
#include "kanon/engine/rows/grouping.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <mutex>
#include <string_view>
#include <utility>

namespace kanon::engine {
namespace {

/// The table, or those of its rows that are looked at.
std::string rows_looked_at(const Dialect& dialect,
                           const SourceAddress& address,
                           const GatherOptions& options) {
    std::string from = from_clause(dialect, address);
    if (options.row_limit == 0 && options.blank.empty()) {
        return from;
    }
    if (!options.blank.empty()) {
        from += " WHERE " + has_value(dialect, options.blank);
    }
    if (options.row_limit > 0) {
        from += " LIMIT " + std::to_string(options.row_limit);
    }
    return "(SELECT * FROM " + from + ") kanon_rows";
}

/// Columns of a source, as they are asked for.
struct AskedColumns {
    std::string from;
    std::vector<std::string> columns;
    std::vector<ColumnType> types;
};

AskedColumns asked_columns(Connection& connection,
                           const SourceAddress& address,
                           std::span<const WantedColumn> wanted,
                           const GatherOptions& options) {
    const Dialect& dialect = connection.dialect();
    AskedColumns out{.from = rows_looked_at(dialect, address, options)};
    std::vector<std::string> names;
    for (const WantedColumn& column : wanted) {
        out.columns.push_back(quoted_name(dialect, column.name));
        names.push_back(column.name);
    }
    out.types = column_types(connection, out.columns, out.from);
    refuse_unlisted(out.types, names, shown(address));
    return out;
}

/// Which columns have texts of which the engine is to be asked if they stand for one value each.
std::vector<std::size_t> doubtful_columns(Connection& connection, const AskedColumns& asked) {
    std::vector<std::size_t> out;
    std::string conditions;
    for (std::size_t column = 0; column < asked.columns.size(); ++column) {
        const ColumnType& type = asked.types[column];
        if (!type.apart.empty()) {
            conditions += fmt::format("{}max(CASE WHEN {} THEN 1 ELSE 0 END)",
                                      conditions.empty() ? "" : ", ",
                                      with_pattern(type.doubtful, asked.columns[column]));
            out.push_back(column);
        }
    }
    if (out.empty()) {
        return out;
    }
    const bool by_cell = connection.dialect().typed_cells;
    std::vector<bool> is_doubtful(asked.columns.size());
    connection.query(
        "SELECT " + conditions + " FROM " +
            (by_cell ? asked.from : "(SELECT * FROM " + asked.from + " LIMIT 1) kanon_first"),
        [&](std::span<const Cell> cells) {
            for (std::size_t place = 0; place < out.size(); ++place) {
                is_doubtful[out[place]] = cells[place] == "1";
            }
        });
    std::erase_if(out, [&](std::size_t column) { return !is_doubtful[column]; });
    return out;
}

/// Refuse a column with a text that stands for different values.
void refuse_merged(Connection& connection,
                   const SourceAddress& address,
                   std::span<const WantedColumn> wanted,
                   const AskedColumns& asked) {
    const Dialect& dialect = connection.dialect();
    for (const std::size_t column : doubtful_columns(connection, asked)) {
        const ColumnType& type = asked.types[column];
        const std::string& cell = asked.columns[column];
        const std::string apart = with_pattern(type.apart, cell);
        const std::string merged = fmt::format(
            "(SELECT {} AS kanon_text FROM {} GROUP BY 1 HAVING min({}) <> max({})) kanon_merged",
            text_of(dialect, type, cell),
            asked.from,
            apart,
            apart);
        if (count_of(connection, merged) > 0) {
            throw Error(ErrorCode::bad_input,
                        "holds different values that the engine spells alike, as moments at the "
                        "end of summer time or bytes beside texts; cast it in a query, or leave "
                        "the column out (--drop, or identifying in a policy)",
                        Where{.file = shown(address), .attribute = wanted[column].name});
        }
    }
}

/// Count the rows by the columns from one place to another.
void count_by(Connection& connection,
              const AskedColumns& asked,
              std::size_t begin,
              std::size_t end,
              const RowTaker& take) {
    Grouping grouping(connection.dialect(), Grouping::Check::bytes);
    for (std::size_t column = begin; column < end; ++column) {
        grouping.add(asked.columns[column], asked.types[column]);
    }
    grouping.query(connection, asked.from, take);
}

/// Say which column has a text that is cut: the first that has one by itself.
[[noreturn]] void refuse_cut(Connection& connection,
                             const AskedColumns& asked,
                             const Where& where,
                             std::span<const WantedColumn> wanted,
                             const CutText& fault) {
    for (std::size_t column = 0; column < wanted.size(); ++column) {
        try {
            count_by(connection, asked, column, column + 1, [](std::span<const Cell>) {});
        } catch (const CutText& of_column) {
            throw Error(ErrorCode::bad_input,
                        of_column.what(),
                        Where{.file = where.file, .attribute = wanted[column].name});
        }
    }
    throw Error(ErrorCode::bad_input, fault.what(), where);
}

void count_rows(Connection& connection,
                const SourceAddress& address,
                std::span<const WantedColumn> wanted,
                const AskedColumns& asked,
                const RowTaker& take) {
    try {
        count_by(connection, asked, 0, wanted.size(), take);
    } catch (const CutText& fault) {
        refuse_cut(connection, asked, Where{.file = shown(address)}, wanted, fault);
    }
}

bool is_missing(const Cell& cell, const WantedColumn& column) {
    return !cell || cell->empty() ||
           std::ranges::find(column.missing_marks, *cell) != column.missing_marks.end();
}

/// Takes the rows of the query.
class RowGathering {
public:
    RowGathering(std::string file,
                 std::span<const WantedColumn> wanted,
                 const GatherOptions& options)
        : file_(std::move(file)), wanted_(wanted), options_(options) {
        for (const WantedColumn& column : wanted) {
            out_.columns.emplace_back(column.name, "VARCHAR", column.missing_marks);
        }
    }

    /// Of several sources, types that are not the same are text.
    void take_types(const Dialect& dialect, std::span<const ColumnType> types) {
        const std::scoped_lock lock(mutex_);
        const bool is_first = out_.storage_types.empty();
        out_.storage_types.resize(types.size(), "VARCHAR");
        for (std::size_t column = 0; column < types.size(); ++column) {
            std::string storage = storage_type_of(dialect, types[column].name);
            if (is_first) {
                out_.storage_types[column] = std::move(storage);
            } else if (storage != out_.storage_types[column]) {
                out_.storage_types[column] = "VARCHAR";
            }
        }
    }

    /// False: there is no room for more.
    bool take(std::uint32_t part, std::span<const Cell> cells) {
        const std::scoped_lock lock(mutex_);
        const std::uint64_t count = row_count_of(cells[wanted_.size()]);
        if (is_dropped(cells)) {
            out_.dropped_rows += count;
            return true;
        }
        if (!has_room(count)) {
            return false;
        }
        for (std::size_t column = 0; column < wanted_.size(); ++column) {
            out_.columns[column].append(code_of(column, cells[column]));
        }
        out_.counts.push_back(count);
        out_.parts.push_back(part);
        out_.rows += count;
        return true;
    }

    [[nodiscard]] std::variant<GatheredRows, TooManyDistinct> finish() {
        if (is_full_) {
            return TooManyDistinct{.room = options_.most_distinct, .file = std::move(file_)};
        }
        return std::move(out_);
    }

private:
    [[nodiscard]] bool is_dropped(std::span<const Cell> cells) const {
        for (std::size_t column = 0; column < wanted_.size(); ++column) {
            if (wanted_[column].must_have && is_missing(cells[column], wanted_[column])) {
                return true;
            }
        }
        return false;
    }

    /// \throws Error{bad_input} where there are more rows than are read
    [[nodiscard]] bool has_room(std::uint64_t count) {
        if (out_.counts.size() == options_.most_distinct) {
            is_full_ = true;
            return false;
        }
        if (count > options_.most_rows - out_.rows) {
            throw Error(ErrorCode::bad_input,
                        "has more than " + std::to_string(options_.most_rows) +
                            " rows, which is the most that is read; split the table",
                        Where{.file = file_});
        }
        return true;
    }

    /// The builder counts distinct rows, which say nothing of where in the table a fault is.
    Code code_of(std::size_t column, const Cell& cell) {
        ColumnBuilder& builder = out_.columns[column];
        try {
            return cell ? builder.code_of(*cell) : builder.code_of_missing();
        } catch (const Error&) {
            throw Error(ErrorCode::bad_input,
                        "holds a text with a NUL byte or one that is no UTF-8, which no table can "
                        "hold; convert it, or leave the column out",
                        Where{.file = file_, .attribute = wanted_[column].name});
        }
    }

    std::mutex mutex_;
    std::string file_;
    std::span<const WantedColumn> wanted_;
    const GatherOptions& options_;
    GatheredRows out_;
    bool is_full_ = false;  ///< and there are more
};

}  // namespace

std::string from_clause(const Dialect& dialect, const SourceAddress& address) {
    if (address.kind == SourceAddress::Kind::parquet) {
        return parquet_rows(address.database);
    }
    if (!address.query.empty()) {
        return "(" + address.query + ") kanon_query";
    }
    const std::string table = quoted_name(dialect, address.table);
    return address.schema.empty() ? table : quoted_name(dialect, address.schema) + "." + table;
}

std::uint64_t row_count_of(const Cell& cell) {
    std::uint64_t count = 0;
    const std::string_view text = cell.value_or("");
    const auto [stop, fault] = std::from_chars(text.data(), text.data() + text.size(), count);
    if (fault != std::errc{} || stop != text.data() + text.size()) {
        throw Error(ErrorCode::bad_input, "the engine gives a count that is no number of rows");
    }
    return count;
}

std::uint64_t count_of(Connection& connection, const std::string& from) {
    std::uint64_t out = 0;
    connection.query(
        fmt::format("SELECT {} FROM {}", text_of(connection.dialect(), "count(*)"), from),
        [&](std::span<const Cell> cells) { out = row_count_of(cells.front()); });
    return out;
}

Error error_of(const TooManyDistinct& found) {
    return {ErrorCode::bad_input,
            "there are more than " + count_text(found.room, "distinct row") +
                " of these columns, which is all that there is room for",
            Where{.file = found.file}};
}

std::variant<GatheredRows, TooManyDistinct> gather_rows(std::span<const SourcePart> parts,
                                                        std::span<const WantedColumn> wanted,
                                                        const GatherOptions& options) {
    KANON_CHECK(!wanted.empty() && !parts.empty());
    RowGathering gathering(shown(parts.front().address), wanted, options);
    std::uint64_t rows = 0;
    for (const SourcePart& part : parts) {
        rows += expected_rows(*part.connection, part.address);
    }
    Stage stage(
        teller_of(*parts.front().connection),
        wanted.size() == 1 ? "count the values of " + wanted.front().name : "count the rows",
        rows);
    all_at_once(parts.size(), [&](std::size_t part) {
        const SourceAddress& address = parts[part].address;
        Connection& connection = *parts[part].connection;
        const AskedOfEngine asked{.what = "count the rows", .show_values = options.show_values};
        ask_engine(address, asked, [&] {
            const AskedColumns columns = asked_columns(connection, address, wanted, options);
            gathering.take_types(connection.dialect(), columns.types);
            refuse_merged(connection, address, wanted, columns);
            const WorkOn work(connection, stage);
            count_rows(connection, address, wanted, columns, [&](std::span<const Cell> cells) {
                stage.add(row_count_of(cells[wanted.size()]));
                return gathering.take(static_cast<std::uint32_t>(part), cells);
            });
        });
    });
    return gathering.finish();
}

}  // namespace kanon::engine
