// SPDX-License-Identifier: Apache-2.0
#include "kanon/engine/written_pairs.hpp"

#include "kanon/base/error.hpp"
#include "kanon/engine/all_at_once.hpp"
#include "kanon/engine/gathered_rows.hpp"
#include "kanon/engine/grouping.hpp"
#include "kanon/table/column_builder.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <mutex>
#include <numeric>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>

namespace kanon::engine {
namespace {

[[noreturn]] void refuse_changed() {
    throw Error(ErrorCode::bad_input,
                "the table changed while kanon was at work: its rows are no longer those that were "
                "counted. Nothing was released; run again, when nobody writes to it");
}

/// Whether there is a released row, the original one, the released one.
std::string pairs_query(Connection& connection,
                        const KeyedRows& rows,
                        const WrittenRelease& written) {
    const Dialect& dialect = connection.dialect();
    std::vector<std::string> released;
    for (std::size_t column = 0; column < written.columns.size(); ++column) {
        released.push_back(fmt::format("q{}", column));
    }
    const std::vector<std::string> of_originals = types_of(connection, rows.columns, rows.table);
    const std::vector<std::string> of_released = types_of(connection, released, written.table);
    Grouping grouping(dialect);
    grouping.add("CASE WHEN r.kanon_key IS NULL THEN 0 ELSE 1 END", "");
    for (std::size_t column = 0; column < rows.columns.size(); ++column) {
        grouping.add("s." + rows.columns[column], of_originals[column], rows.missing_marks[column]);
    }
    for (std::size_t column = 0; column < released.size(); ++column) {
        grouping.add("r." + released[column], of_released[column]);
    }
    return grouping.query(fmt::format("{} s LEFT JOIN {} r ON r.kanon_key = s.{}{}",
                                      rows.table,
                                      written.table,
                                      rows.key,
                                      rows.where(dialect, "s.")));
}

/// The codes that values of a column have by their texts; "" is missing.
class CodesOfTexts {
public:
    explicit CodesOfTexts(const Dictionary& dictionary) {
        for (Code code = 0; code < dictionary.size(); ++code) {
            codes_.emplace(dictionary.is_missing(code) ? "" : dictionary.text(code), code);
        }
    }

    /// \throws Error{bad_input} if there is no such value
    [[nodiscard]] Code operator[](std::string_view text) const {
        const auto found = codes_.find(text);
        if (found == codes_.end()) {
            refuse_changed();
        }
        return found->second;
    }

private:
    std::unordered_map<std::string_view, Code> codes_;
};

/// Pairs as they come, and then by the rows of the original.
class Pairs {
public:
    Pairs(const Table& original, std::span<const std::string> released)
        : original_(original), width_(original.column_count()) {
        for (std::size_t column = 0; column < width_; ++column) {
            codes_.emplace_back(*original.column(column).dictionary);
        }
        for (const std::string& name : released) {
            released_.emplace_back(name);
        }
    }

    /// From any thread.
    void take(std::uint32_t part, std::span<const Cell> cells) {
        const std::scoped_lock lock(mutex_);
        parts_.push_back(part);
        is_there_.push_back(cells.front() == "1");
        cells = cells.subspan(1);
        for (std::size_t column = 0; column < width_; ++column) {
            originals_.push_back(codes_[column][cells[column].value_or("")]);
        }
        cells = cells.subspan(width_);
        for (std::size_t column = 0; column < released_.size(); ++column) {
            ColumnBuilder& builder = released_[column];
            builder.append(builder.code_of(cells[column].value_or("")));
        }
        counts_.push_back(row_count_of(cells[released_.size()]));
    }

    /// Rows of the release of a part that were found.
    [[nodiscard]] std::uint64_t rows_of(std::uint32_t part) const {
        std::uint64_t out = 0;
        for (std::size_t pair = 0; pair < counts_.size(); ++pair) {
            out += is_there_[pair] && parts_[pair] == part ? counts_[pair] : 0;
        }
        return out;
    }

    /// \throws Error{bad_input} if the pairs are not of the rows of the original
    [[nodiscard]] WrittenRows finish() {
        WrittenRows out;
        const std::vector<std::uint32_t> pair_of_row = lay_out(out.original_row);
        std::vector<std::shared_ptr<const Column>> columns;
        for (ColumnBuilder& builder : released_) {
            Column column = builder.finish();
            column.codes = expanded(column, pair_of_row);
            columns.push_back(std::make_shared<const Column>(std::move(column)));
        }
        out.released = Table(std::move(columns), pair_of_row.size());
        if (pair_of_row.size() == original_.row_count()) {
            out.original_row.clear();
        }
        return out;
    }

private:
    [[nodiscard]] std::span<const Code> codes_of(std::size_t pair) const {
        return std::span(originals_).subspan(pair * width_, width_);
    }

    [[nodiscard]] bool is_of_row(std::size_t pair, std::size_t row) const {
        const std::span<const Code> codes = codes_of(pair);
        for (std::size_t column = 0; column < width_; ++column) {
            if (original_.column(column).codes[row] != codes[column]) {
                return false;
            }
        }
        return true;
    }

    /// The pair of each released row, by the rows of the original.
    [[nodiscard]] std::vector<std::uint32_t> lay_out(
        std::vector<std::uint32_t>& original_row) const {
        std::vector<std::uint32_t> order(counts_.size());
        std::iota(order.begin(), order.end(), 0U);
        std::ranges::sort(order, [&](std::uint32_t a, std::uint32_t b) {
            return parts_[a] == parts_[b]
                       ? std::ranges::lexicographical_compare(codes_of(a), codes_of(b))
                       : parts_[a] < parts_[b];
        });
        std::vector<std::uint32_t> out;
        std::uint64_t row = 0;
        for (const std::uint32_t pair : order) {
            // The rows of a part are sorted: if the first and the last are the pair's, so are those
            // between.
            const std::uint64_t last = row + counts_[pair] - 1;
            if (last >= original_.row_count() || !is_of_row(pair, row) || !is_of_row(pair, last)) {
                refuse_changed();
            }
            for (; row <= last; ++row) {
                if (is_there_[pair]) {
                    out.push_back(pair);
                    original_row.push_back(static_cast<std::uint32_t>(row));
                }
            }
        }
        if (row != original_.row_count()) {
            refuse_changed();
        }
        return out;
    }

    static CodeVector expanded(const Column& column, std::span<const std::uint32_t> pair_of_row) {
        CodeVector out(pair_of_row.size(), column.dictionary->size());
        column.codes.visit([&](const auto from) {
            out.visit_mutable([&](const auto to) {
                for (std::size_t row = 0; row < to.size(); ++row) {
                    to[row] =
                        static_cast<std::remove_cvref_t<decltype(to[0])>>(from[pair_of_row[row]]);
                }
            });
        });
        return out;
    }

    std::mutex mutex_;
    const Table& original_;
    std::size_t width_;
    std::vector<CodesOfTexts> codes_;
    std::vector<Code> originals_;  ///< of pair p from p * width_ on
    std::vector<ColumnBuilder> released_;
    std::vector<std::uint32_t> parts_;
    std::vector<bool> is_there_;
    std::vector<std::uint64_t> counts_;
};

std::uint64_t rows_of_table(Connection& connection, const std::string& table) {
    std::uint64_t out = 0;
    connection.query("SELECT count(*) FROM " + table,
                     [&](std::span<const Cell> cells) { out = row_count_of(cells.front()); });
    return out;
}

}  // namespace

WrittenRows read_written(std::span<const WrittenPart> parts, const Table& original) {
    Pairs pairs(original, parts.front().written.columns);
    std::vector<std::uint64_t> written(parts.size());
    all_at_once(parts.size(), [&](std::size_t place) {
        const WrittenPart& part = parts[place];
        Connection& connection = part.tables->connection();
        connection.query(pairs_query(connection, part.rows, part.written),
                         [&](std::span<const Cell> cells) {
                             pairs.take(static_cast<std::uint32_t>(place), cells);
                         });
        written[place] = rows_of_table(connection, part.written.table);
    });
    for (std::size_t place = 0; place < parts.size(); ++place) {
        const std::uint64_t found = pairs.rows_of(static_cast<std::uint32_t>(place));
        if (found != written[place]) {
            throw Error(ErrorCode::audit_failed,
                        fmt::format("the release that was written has {} rows, but {} are of rows "
                                    "of the original; it is withheld",
                                    written[place],
                                    found));
        }
    }
    return pairs.finish();
}

}  // namespace kanon::engine
