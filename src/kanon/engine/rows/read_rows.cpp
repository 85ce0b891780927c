// SPDX-License-Identifier: Apache-2.0
#include "kanon/engine/rows/read_rows.hpp"

#include "kanon/base/error.hpp"
#include "kanon/engine/all_at_once.hpp"
#include "kanon/engine/connection/engine_error.hpp"
#include "kanon/engine/dialect/column_types.hpp"
#include "kanon/engine/dialect/dialect.hpp"
#include "kanon/engine/dialect/storage_types.hpp"
#include "kanon/engine/release/parquet_files.hpp"
#include "kanon/engine/rows/blank_rows.hpp"
#include "kanon/io/reading/found_columns.hpp"
#include "kanon/io/reading/table_reading.hpp"
#include "kanon/table/row_order.hpp"

#include <algorithm>
#include <array>
#include <functional>
#include <map>
#include <memory>
#include <numeric>
#include <optional>
#include <utility>
#include <variant>

namespace kanon::engine {
namespace {

/// Refuse what says where in a file a table is, or how it is written there.
void refuse_flags_of_files(const SourceAddress& address, const ReadOptions& options) {
    const std::array<std::pair<bool, const char*>, 11> given{{
        {options.format != Format::automatic, "--input-format"},
        {!options.encoding.empty(), "--encoding"},
        {options.delimiter.has_value(), "--delimiter"},
        {options.quote.has_value(), "--quote"},
        {options.header.has_value(), "--header (or --no-header)"},
        {options.labels != ValueLabels::automatic, "--value-labels"},
        {options.unpack_limit != 0, "--unpack-limit"},
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

/// Rows of the sources that have no value at all.
struct BlankFound {
    BlankColumns columns{};  ///< by which they are told; empty: all rows are looked at
    std::uint64_t rows = 0;
};

std::uint64_t count_all_blank(std::span<const SourcePart> parts,
                              const BlankColumns& columns,
                              const ReadOptions& options) {
    std::vector<std::uint64_t> of_part(parts.size());
    all_at_once(parts.size(), [&](std::size_t part) {
        const SourceAddress& address = parts[part].address;
        const AskedOfEngine asked{.what = "count the rows", .show_values = options.show_values};
        of_part[part] = ask_engine(
            address, asked, [&] { return count_blank(*parts[part].connection, address, columns); });
    });
    return std::accumulate(of_part.begin(), of_part.end(), std::uint64_t{0});
}

/// The columns whose cells are not spelled as the engine does, as bytes are not: `0x` is a value.
std::map<std::string, std::string_view, std::less<>> spellings_of(
    const SourcePart& part, const std::vector<std::string>& names, const ReadOptions& options) {
    const Dialect& dialect = part.connection->dialect();
    std::vector<std::string> quoted;
    quoted.reserve(names.size());
    for (const std::string& name : names) {
        quoted.push_back(quoted_name(dialect, name));
    }
    const AskedOfEngine asked{.what = "ask for the types", .show_values = options.show_values};
    const std::vector<ColumnType> types = ask_engine(part.address, asked, [&] {
        return column_types(*part.connection, quoted, from_clause(dialect, part.address));
    });
    std::map<std::string, std::string_view, std::less<>> out;
    for (std::size_t column = 0; column < names.size(); ++column) {
        if (types[column].spelled != "{}") {
            out.emplace(names[column], types[column].spelled);
        }
    }
    return out;
}

/// Which rows are not looked at, as they have no value. Where few rows are, that says nothing.
BlankFound find_blank(std::span<const SourcePart> parts,
                      const std::vector<std::string>& names,
                      const ReadOptions& options) {
    BlankFound out;
    if (options.keep_blank_rows || options.row_limit > 0) {
        return out;
    }
    for (const std::string& name : names) {
        const bool is_skipped = io::names_column(options.skip, name);
        (is_skipped ? out.columns.skipped : out.columns.read).push_back(name);
    }
    out.columns.spelled = spellings_of(parts.front(), out.columns.read, options);
    try {
        out.rows = count_all_blank(parts, out.columns, options);
    } catch (const Error& fault) {
        if (fault.code() == ErrorCode::cancelled || out.columns.skipped.empty()) {
            throw;
        }
        // Columns that are not loaded may be of any type, of places on a map say.
        out.columns.skipped_have_texts = false;
        out.rows = count_all_blank(parts, out.columns, options);
    }
    return out.rows > 0 ? out : BlankFound();
}

/// The distinct rows as a table that is not in order yet.
io::FoundTable found_table(GatheredRows& gathered,
                           std::uint64_t blank_rows,
                           const ReadOptions& options,
                           const std::string& file) {
    if (gathered.rows == 0 && gathered.dropped_rows == 0) {
        throw Error(ErrorCode::bad_input,
                    blank_rows > 0 ? "no row has a value; a table needs at least one"
                                   : "has no rows; a table needs at least one",
                    Where{.file = file});
    }
    io::FoundTable out{.columns = {},
                       .rows = gathered.counts.size(),
                       .dropped_rows = gathered.dropped_rows,
                       .blank_rows = blank_rows};
    io::check_kept_rows(out, file);
    for (std::size_t column = 0; column < gathered.columns.size(); ++column) {
        ColumnBuilder& builder = gathered.columns[column];
        const std::string name = builder.name();
        try {
            out.columns.push_back(builder.finish(io::rules_of(options, name)));
        } catch (const Error& fault) {
            throw Error(fault.code(), fault.what(), Where{.file = file});
        }
        Column& found = out.columns.back().column;
        if (keeps_texts(*found.dictionary, gathered.storage_types[column])) {
            found.storage_type = gathered.storage_types[column];
        }
    }
    return out;
}

/// What is asked of the sources.
struct Wanted {
    std::vector<WantedColumn> columns;
    const BlankFound& blank;
};

/// The values of one column, each once, and how often each occurs.
struct MarginOfColumn {
    FoundColumn found;
    std::vector<std::uint64_t> counts;
    std::vector<std::uint32_t> order;  ///< of the values, by their codes
};

MarginOfColumn margin_of(std::span<const SourcePart> parts,
                         const WantedColumn& column,
                         const BlankFound& blank,
                         const ReadOptions& options,
                         const std::string& file) {
    GatheredRows gathered =
        require_room(gather_rows(parts,
                                 std::span(&column, 1),
                                 {.most_distinct = most_distinct_rows(options.distinct_bytes, 1),
                                  .most_rows = options.most_rows,
                                  .show_values = options.show_values,
                                  .blank = blank.columns}));
    io::FoundTable found = found_table(gathered, blank.rows, options, file);
    MarginOfColumn out{.found = std::move(found.columns.front()),
                       .counts = std::move(gathered.counts),
                       .order = std::vector<std::uint32_t>(found.rows)};
    std::iota(out.order.begin(), out.order.end(), 0U);
    std::ranges::sort(out.order, {}, [&](std::uint32_t value) {
        return std::pair(out.found.column.codes[value], value);
    });
    return out;
}

/// Rows that have each value of each column as often as its marginal says: from the first values of
/// all columns on, as many rows at a time as all values last. Their counts; `values` gets the place
/// of the value of each column in them.
std::vector<std::uint64_t> rows_of_marginals(std::span<const MarginOfColumn> marginals,
                                             const std::string& file,
                                             std::vector<std::vector<std::uint32_t>>& values) {
    std::vector<std::size_t> place(marginals.size());
    std::vector<std::uint64_t> left(marginals.size());
    values.assign(marginals.size(), {});
    std::vector<std::uint64_t> counts;
    while (true) {
        std::size_t ended = 0;
        std::uint64_t rows = ~std::uint64_t{0};
        for (std::size_t column = 0; column < marginals.size(); ++column) {
            const MarginOfColumn& marginal = marginals[column];
            if (left[column] == 0 && place[column] < marginal.order.size()) {
                left[column] = marginal.counts[marginal.order[place[column]++]];
            }
            ended += left[column] == 0 ? std::size_t{1} : std::size_t{0};
            rows = std::min(rows, left[column]);
        }
        if (ended == marginals.size()) {
            return counts;
        }
        if (ended > 0) {
            throw Error(ErrorCode::bad_input,
                        "changed while its values were counted, column by column; run again",
                        Where{.file = file});
        }
        counts.push_back(rows);
        for (std::size_t column = 0; column < marginals.size(); ++column) {
            values[column].push_back(marginals[column].order[place[column] - 1]);
            left[column] -= rows;
        }
    }
}

io::FoundTable found_marginals(std::span<const SourcePart> parts,
                               const Wanted& wanted,
                               const ReadOptions& options,
                               const std::string& file,
                               GatheredRows& gathered) {
    std::vector<MarginOfColumn> marginals;
    for (const WantedColumn& column : wanted.columns) {
        marginals.push_back(margin_of(parts, column, wanted.blank, options, file));
    }
    gathered = {};
    std::vector<std::vector<std::uint32_t>> values;
    gathered.counts = rows_of_marginals(marginals, file, values);
    gathered.parts.assign(gathered.counts.size(), 0);
    io::FoundTable out{.columns = {},
                       .rows = gathered.counts.size(),
                       .dropped_rows = 0,
                       .blank_rows = wanted.blank.rows};
    for (std::size_t column = 0; column < marginals.size(); ++column) {
        FoundColumn& found = out.columns.emplace_back(std::move(marginals[column].found));
        const std::size_t distinct = found.column.codes.size();
        const Table alone({std::make_shared<const Column>(std::move(found.column))}, distinct);
        found.column = reordered(alone, values[column]).column(0);
    }
    return out;
}

bool are_alike(const Table& table, std::uint32_t a, std::uint32_t b) {
    for (std::size_t column = 0; column < table.column_count(); ++column) {
        if (table.column(column).codes[a] != table.column(column).codes[b]) {
            return false;
        }
    }
    return true;
}

/// The distinct rows with their counts: source by source, there by codes. Rows that missing marks
/// made alike become one.
void put_in_order(const GatheredRows& gathered, std::size_t parts, EngineTable& out) {
    const Table& table = out.read.table;
    const std::vector<std::uint32_t> by_codes = order_by_codes(table);
    std::vector<std::uint32_t> rows;
    for (std::size_t part = 0; part < parts; ++part) {
        out.first_rows.push_back(rows.size());
        for (const std::uint32_t row : by_codes) {
            if (gathered.parts[row] != part) {
                continue;
            }
            if (rows.size() > out.first_rows.back() && are_alike(table, rows.back(), row)) {
                out.counts.back() += gathered.counts[row];
            } else {
                rows.push_back(row);
                out.counts.push_back(gathered.counts[row]);
            }
        }
    }
    out.first_rows.push_back(rows.size());
    out.read.table = reordered(table, rows);
}

/// Refuse sources that are not one table.
void check_same_columns(std::span<const SourcePart> parts, std::vector<std::string> names) {
    std::ranges::sort(names);
    for (const SourcePart& part : parts.subspan(1)) {
        std::vector<std::string> others = column_names(*part.connection, part.address);
        std::ranges::sort(others);
        if (others != names) {
            throw Error(ErrorCode::bad_input,
                        "its columns are not those of " + shown(parts.front().address) +
                            ", with which it is to be one table; give both the same, by queries "
                            "say",
                        Where{.file = shown(part.address)});
        }
    }
}

void say_of_folders(const SourceAddress& address, std::vector<std::string>& said) {
    if (address.kind != SourceAddress::Kind::parquet) {
        return;
    }
    if (std::string line = said_of_folders(address.database); !line.empty()) {
        said.push_back(shown(address) + ": " + std::move(line));
    }
}

std::string whole_query(const Dialect& dialect, const SourceAddress& address) {
    return address.query.empty() ? "SELECT * FROM " + from_clause(dialect, address) : address.query;
}

/// A table of the columns that options ask for, `gather` finding their rows, of so many parts; none
/// if it finds none.
template <class Gather>
std::optional<EngineTable> read_by(std::span<const SourcePart> parts,
                                   const ReadOptions& options,
                                   std::size_t parts_of_rows,
                                   const Gather& gather) {
    const std::string file = shown(parts.front().address);
    refuse_flags_of_files(parts.front().address, options);
    const std::vector<std::string> names =
        column_names(*parts.front().connection, parts.front().address);
    io::check_asked_names(names, options, file);
    check_same_columns(parts, names);
    io::check_columns_left(!wanted_of(names, options, {}).empty(), file);
    const BlankFound blank = find_blank(parts, names, options);
    GatheredRows gathered;
    const auto read = [&](const io::MarksOf& marks) -> std::optional<io::FoundTable> {
        return gather(Wanted{.columns = wanted_of(names, options, marks), .blank = blank},
                      gathered);
    };
    EngineTable out;
    out.blank = blank.columns;
    std::optional<ReadTable> found = io::read_some_with_marks(read, options);
    if (!found) {
        return std::nullopt;
    }
    out.read = std::move(*found);
    put_in_order(gathered, parts_of_rows, out);
    out.read.skipped = io::skipped_columns(names, options);
    for (const SourcePart& part : parts) {
        say_of_folders(part.address, out.read.said);
    }
    return out;
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

std::uint64_t bytes_of_distinct_rows(std::uint64_t rows, std::size_t columns) {
    constexpr std::uint64_t kOfRow = 60;   // measured; types, counts and pairs
    constexpr std::uint64_t kOfCell = 16;  // codes as read and in order, of original and release
    return rows * (kOfRow + kOfCell * columns);
}

std::uint64_t most_distinct_rows(std::uint64_t bytes, std::size_t columns) {
    return bytes == 0 ? Table::kMostRows
                      : std::min<std::uint64_t>(Table::kMostRows,
                                                bytes / bytes_of_distinct_rows(1, columns));
}

EngineTable row_by_row(EngineTable counted) {
    std::uint64_t rows = 0;
    std::size_t place = 0;
    for (std::uint64_t& first : counted.first_rows) {
        for (; place < first; ++place) {
            rows += counted.counts[place];
        }
        first = rows;
    }
    counted.read.table = repeated(counted.read.table, counted.counts);
    counted.counts.clear();
    return counted;
}

std::variant<EngineTable, TooManyDistinct> read_rows_with_room(std::span<const SourcePart> parts,
                                                               const ReadOptions& options) {
    const std::string file = shown(parts.front().address);
    TooManyDistinct too_many;
    const auto gather = [&](const Wanted& wanted,
                            GatheredRows& gathered) -> std::optional<io::FoundTable> {
        auto found = gather_rows(
            parts,
            wanted.columns,
            {.most_distinct = most_distinct_rows(options.distinct_bytes, wanted.columns.size()),
             .most_rows = options.most_rows,
             .row_limit = options.row_limit,
             .show_values = options.show_values,
             .blank = wanted.blank.columns});
        if (auto* const more = std::get_if<TooManyDistinct>(&found)) {
            too_many = std::move(*more);
            return std::nullopt;
        }
        gathered = std::get<GatheredRows>(std::move(found));
        return found_table(gathered, wanted.blank.rows, options, file);
    };
    std::optional<EngineTable> out = read_by(parts, options, parts.size(), gather);
    if (!out) {
        return too_many;
    }
    return std::move(*out);
}

EngineTable read_rows(std::span<const SourcePart> parts, const ReadOptions& options) {
    return require_room(read_rows_with_room(parts, options));
}

EngineTable in_code_order(EngineTable counted) {
    GatheredRows gathered;
    gathered.counts = std::move(counted.counts);
    const std::size_t parts = counted.first_rows.size() - 1;
    for (std::size_t part = 0; part < parts; ++part) {
        gathered.parts.resize(counted.first_rows[part + 1], static_cast<std::uint32_t>(part));
    }
    EngineTable out{.read = std::move(counted.read), .counts = {}, .first_rows = {}};
    put_in_order(gathered, parts, out);
    return out;
}

EngineTable read_marginals(std::span<const SourcePart> parts, const ReadOptions& options) {
    const std::string file = shown(parts.front().address);
    if (!options.drop_rows_missing.empty()) {
        throw Error(ErrorCode::bad_input,
                    "has more distinct rows than there is room for, and is to be solved in pieces, "
                    "for which no rows can be left out that miss a value; leave them out by a "
                    "query or a view, or give more --memory",
                    Where{.file = file});
    }
    const auto gather = [&](const Wanted& wanted, GatheredRows& gathered) {
        return found_marginals(parts, wanted, options, file, gathered);
    };
    return read_by(parts, options, 1, gather).value();
}

}  // namespace kanon::engine
