// SPDX-License-Identifier: Apache-2.0
#include "kanon/engine/release/written_pairs.hpp"

#include "kanon/base/error.hpp"
#include "kanon/engine/all_at_once.hpp"
#include "kanon/engine/dialect/text_query.hpp"
#include "kanon/engine/rows/gathered_rows.hpp"
#include "kanon/engine/rows/grouping.hpp"
#include "kanon/release/spelling/spelling.hpp"
#include "kanon/table/column_builder.hpp"
#include "kanon/table/row_order.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
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

[[noreturn]] void refuse_changed(const WrittenPart& part) {
    throw Error(ErrorCode::bad_input,
                "the table changed while kanon was at work: its rows are no longer those that were "
                "counted. Nothing was released; run again, when nobody writes to it",
                Where{.file = part.rows.source});
}

[[noreturn]] void refuse_written(const std::string& why) {
    throw Error(ErrorCode::audit_failed, "the release that was written " + why + "; it is dropped");
}

constexpr Code kNoCode = ~Code{0};

/// What a pair shows of the columns that are kept.
constexpr std::string_view kShowsOther = "0";
constexpr std::string_view kShowsOriginal = "1";
constexpr std::string_view kShowsStars = "2";
constexpr std::string_view kShowsOtherTuple = "3";  ///< other texts than those of its tuple

/// Asks for the pairs of one source: number of the tuple, 0 if there is no released row; what
/// kept columns show; number of the key; texts of the original's other columns; texts of the
/// released columns that are neither recoded nor kept; count. Each released row is laid beside its
/// tuple before it is laid beside its original, so that its texts are not carried further.
class PairsQuery {
public:
    PairsQuery(Connection& connection, const KeyedRows& rows, const WrittenRelease& written)
        : dialect_(connection.dialect()), rows_(rows), written_(written) {
        std::vector<std::string> released;
        for (const WrittenRelease::Other& other : written.others) {
            released.push_back(released_name(other));
        }
        if (!released.empty()) {
            types_ = column_types(connection, released, written.table);
        }
    }

    /// The groups go into a table of their own first: so engines use all cores for them, and know
    /// how many there are to be joined.
    void run(PrivateTables& tables, Stage& stage, const RowTaker& take) {
        const WorkOn work(tables.connection(), stage);
        Grouping grouping(dialect_);
        const ColumnType number{.name = std::string(dialect_.count_type)};
        grouping.add("COALESCE(r.kanon_tuple, 0)", number);
        grouping.add(kept_columns(), number);
        grouping.show(text_of(dialect_, "kanon_keys.kanon_type"));
        const std::string on_keys = group_originals(grouping);
        for (std::size_t place = 0; place < written_.others.size(); ++place) {
            if (!written_.others[place].is_kept) {
                grouping.add("r." + released_name(written_.others[place]), types_[place]);
            }
        }
        const std::string groups = tables.make_of(
            grouping.groups(fmt::format("{} s LEFT JOIN {} r ON r.kanon_key = s.{}{}",
                                        rows_.table,
                                        released_rows(),
                                        rows_.key,
                                        rows_.where(dialect_, "s."))));
        grouping.query_of(
            tables.connection(),
            groups,
            fmt::format(" LEFT JOIN {} kanon_keys ON {}", written_.keys.table, on_keys),
            take);
    }

private:
    static std::string released_name(const WrittenRelease::Other& other) {
        return fmt::format("q{}", other.released);
    }

    /// The rows as they were released: key, number of the tuple, 1 if its texts are that tuple's,
    /// the columns that are not recoded.
    [[nodiscard]] std::string released_rows() const {
        std::string shows = "u.tuple IS NOT NULL";
        for (std::size_t place = 0; place < written_.recoded.size(); ++place) {
            shows += " AND " + same(dialect_,
                                    fmt::format("r.q{}", written_.recoded[place]),
                                    fmt::format("NULLIF(u.r{}, '')", place));
        }
        std::string others;
        for (const WrittenRelease::Other& other : written_.others) {
            others += fmt::format(", r.{0} AS {0}", released_name(other));
        }
        return fmt::format(
            "(SELECT r.kanon_key AS kanon_key, r.kanon_tuple AS kanon_tuple, CASE WHEN {} THEN 1 "
            "ELSE 0 END AS kanon_shows{} FROM {} r LEFT JOIN {} u ON u.tuple = r.kanon_tuple{}{})",
            shows,
            others,
            written_.table,
            written_.tuple_table,
            written_.condition.empty() ? "" : " WHERE ",
            written_.condition);
    }

    /// What groups are joined with the keys on. Columns that are no keys are shown.
    std::string group_originals(Grouping& grouping) const {
        std::string out;
        for (std::size_t column = 0; column < rows_.columns.size(); ++column) {
            const Grouping::Grouped grouped = grouping.group(
                "s." + rows_.columns[column], written_.types[column], rows_.missing_marks[column]);
            const auto key = std::ranges::find(written_.keys.keys, column, &KeyTable::Key::column);
            if (key == written_.keys.keys.end()) {
                grouping.show(grouped.text);
                continue;
            }
            out +=
                fmt::format("{}{} = kanon_keys.k{}",
                            out.empty() ? "" : " AND ",
                            key->is_native ? grouped.value : "COALESCE(" + grouped.text + ", '')",
                            key - written_.keys.keys.begin());
        }
        return out.empty() ? "1 = 1" : out;
    }

    [[nodiscard]] std::string kept_columns() const {
        std::string originals;
        std::string stars;
        for (std::size_t place = 0; place < written_.others.size(); ++place) {
            const WrittenRelease::Other& other = written_.others[place];
            if (!other.is_kept) {
                continue;
            }
            const std::string released = "r." + released_name(other);
            const std::string_view between = originals.empty() ? "" : " AND ";
            originals += fmt::format("{}{}", between, shows_original(other, types_[place]));
            stars += between;
            stars += shows_blank(other, text_of(dialect_, types_[place], released));
        }
        const std::string tuples =
            fmt::format("CASE WHEN r.kanon_shows = 0 THEN {}", kShowsOtherTuple);
        if (originals.empty()) {
            return fmt::format("{} ELSE {} END", tuples, kShowsOriginal);
        }
        return fmt::format(
            "{} WHEN r.kanon_tuple IS NULL OR ({}) THEN {} WHEN {} THEN {} ELSE {} END",
            tuples,
            originals,
            kShowsOriginal,
            stars,
            kShowsStars,
            kShowsOther);
    }

    static std::string shows_blank(const WrittenRelease::Other& other, const std::string& text) {
        return other.blank.empty() ? text + " IS NULL"
                                   : fmt::format("{} = '{}'", text, other.blank);
    }

    [[nodiscard]] std::string shows_original(const WrittenRelease::Other& other,
                                             const ColumnType& type) const {
        const std::string original = "s." + rows_.columns[other.original];
        const std::string released = "r." + released_name(other);
        const ColumnType& before = written_.types[other.original];
        if (type.name == before.name && is_exact_type(dialect_, type.name)) {
            return same(dialect_, original, released);
        }
        return same(dialect_,
                    text_of(dialect_, before, original, rows_.missing_marks[other.original]),
                    text_of(dialect_, type, released));
    }

    const Dialect& dialect_;
    const KeyedRows& rows_;
    const WrittenRelease& written_;
    std::vector<ColumnType> types_;  ///< of the others, as they were released
};

/// Ask for the tuples of one source: number, texts of the recoded columns.
void query_tuples(Connection& connection, const WrittenRelease& written, const RowTaker& take) {
    const Dialect& dialect = connection.dialect();
    std::vector<std::string> shown{text_of(dialect, "tuple")};
    for (std::size_t place = 0; place < written.recoded.size(); ++place) {
        shown.push_back(text_of(dialect, fmt::format("r{}", place)));
    }
    query_texts(connection, shown, written.tuple_table, take);
}

/// Ask for the keys of one source: number, texts.
void query_keys(Connection& connection, const KeyTable& keys, const RowTaker& take) {
    const Dialect& dialect = connection.dialect();
    std::vector<std::string> shown{text_of(dialect, "kanon_type")};
    for (std::size_t place = 0; place < keys.keys.size(); ++place) {
        shown.push_back(text_of(dialect, fmt::format("k{}", place)));
    }
    query_texts(connection, shown, keys.table, take);
}

/// How many rows were written, whatever they are of.
[[nodiscard]] std::uint64_t count_written(Connection& connection, const WrittenRelease& written) {
    return count_of(connection,
                    fmt::format("{} r{}{}",
                                written.table,
                                written.condition.empty() ? "" : " WHERE ",
                                written.condition));
}

/// The codes that values of a column have by their texts; "" is missing.
class CodesOfTexts {
public:
    explicit CodesOfTexts(const Dictionary& dictionary) {
        for (Code code = 0; code < dictionary.size(); ++code) {
            codes_.emplace(dictionary.is_missing(code) ? "" : dictionary.text(code), code);
        }
    }

    /// kNoCode if there is no such value.
    [[nodiscard]] Code operator[](std::string_view text) const {
        const auto found = codes_.find(text);
        return found == codes_.end() ? kNoCode : found->second;
    }

private:
    std::unordered_map<std::string_view, Code> codes_;
};

/// Pairs as they come, and then by the rows of the original.
class Pairs {
public:
    Pairs(const Table& original, std::span<const WrittenPart> parts)
        : original_(original),
          width_(original.column_count()),
          parts_of_(parts),
          written_(parts.size()),
          found_(parts.size()) {
        for (std::size_t column = 0; column < width_; ++column) {
            codes_.emplace_back(*original.column(column).dictionary);
        }
        for (const std::string& name : parts.front().written.columns) {
            released_.emplace_back(name);
        }
        kept_codes_.resize(released_.size());
        for (const WrittenPart& part : parts) {
            const WrittenRelease& written = part.written;
            tuples_.emplace_back((written.tuples - written.tuples_before) * written.recoded.size(),
                                 kNoCode);
        }
    }

    /// From any thread; those of a part before its pairs.
    void take_tuple(std::uint32_t part, std::span<const Cell> cells) {
        const std::scoped_lock lock(mutex_);
        const std::vector<std::size_t>& recoded = parts_of_[part].written.recoded;
        const std::span<Code> codes = codes_of_tuple(part, row_count_of(cells.front()));
        for (std::size_t place = 0; place < recoded.size(); ++place) {
            const Code code = released_[recoded[place]].code_of(cells[place + 1].value_or(""));
            if (codes[place] != kNoCode && codes[place] != code) {
                refuse_tuples();
            }
            codes[place] = code;
        }
    }

    /// A number must stand for the values of its row of the original, and for no others: else rows
    /// would be taken for others here as they were when the release was written.
    void check_key(std::uint32_t part, std::span<const Cell> cells) const {
        const KeyTable& keys = parts_of_[part].written.keys;
        const std::uint64_t number = row_count_of(cells.front());
        if (number >= keys.original.size()) {
            refuse_keys();
        }
        const std::uint64_t row = parts_of_[part].first_row + keys.original[number];
        for (std::size_t place = 0; place < keys.keys.size(); ++place) {
            const Column& column = original_.column(keys.keys[place].column);
            const Code code = column.codes[row];
            const std::string_view text =
                column.dictionary->is_missing(code) ? "" : column.dictionary->text(code);
            if (cells[place + 1].value_or("") != text) {
                refuse_keys();
            }
        }
    }

    /// From any thread.
    void take_count(std::uint32_t part, std::uint64_t rows) {
        const std::scoped_lock lock(mutex_);
        written_[part] = rows;
    }

    /// From any thread.
    void take(std::uint32_t part, std::span<const Cell> cells) {
        const std::scoped_lock lock(mutex_);
        const std::uint64_t count = row_count_of(cells.back());
        const std::uint64_t tuple = row_count_of(cells.front());
        parts_.push_back(part);
        is_there_.push_back(tuple != 0);
        counts_.push_back(count);
        found_[part] += tuple != 0 ? count : 0;
        const std::size_t read = take_original(parts_of_[part], cells.subspan(2));
        take_released(part, tuple, cells[1].value_or(""), cells.subspan(2 + read));
    }

    /// Refuse a release with rows that are of no original.
    void check_rows() const {
        for (std::size_t part = 0; part < written_.size(); ++part) {
            if (found_[part] != written_[part]) {
                refuse_written(fmt::format("has {} rows, but {} are of rows of the original",
                                           written_[part],
                                           found_[part]));
            }
        }
    }

    /// \throws Error{bad_input} if the pairs are not of the rows of the original
    [[nodiscard]] WrittenRows finish(std::span<const std::uint64_t> counts) {
        WrittenRows out;
        const std::vector<std::uint32_t> pairs = lay_out(counts, out);
        std::vector<std::shared_ptr<const Column>> columns;
        for (ColumnBuilder& builder : released_) {
            columns.push_back(std::make_shared<const Column>(builder.finish()));
        }
        out.released = reordered(Table(std::move(columns), counts_.size()), pairs);
        return out;
    }

private:
    [[noreturn]] static void refuse_keys() {
        refuse_written("rests on numbers that stand for other values than theirs");
    }

    [[noreturn]] static void refuse_tuples() { refuse_written("shows one tuple in several ways"); }

    /// The codes of the recoded columns.
    [[nodiscard]] std::span<Code> codes_of_tuple(std::uint32_t part, std::uint64_t tuple) {
        const WrittenRelease& written = parts_of_[part].written;
        const std::size_t width = written.recoded.size();
        if (tuple <= written.tuples_before || tuple > written.tuples) {
            refuse_written("has a tuple of which nothing is known");
        }
        return std::span(tuples_[part]).subspan((tuple - written.tuples_before - 1) * width, width);
    }

    /// Cells that were taken: the number of the key, and a text for each column that is none.
    std::size_t take_original(const WrittenPart& part, std::span<const Cell> cells) {
        const KeyTable& keys = part.written.keys;
        if (!cells.front()) {
            refuse_changed(part);
        }
        const std::uint64_t row = part.first_row + keys.original.at(row_count_of(cells.front()));
        const std::size_t begin = originals_.size();
        originals_.resize(begin + width_, kNoCode);
        for (const KeyTable::Key& key : keys.keys) {
            originals_[begin + key.column] = original_.column(key.column).codes[row];
        }
        std::size_t read = 1;
        for (std::size_t column = 0; column < width_; ++column) {
            Code& code = originals_[begin + column];
            if (code == kNoCode) {
                code = codes_[column][cells[read].value_or("")];
                ++read;
                if (code == kNoCode) {
                    refuse_changed(part);
                }
            }
        }
        return read;
    }

    /// The released code of a value that is kept.
    Code kept_code(const WrittenRelease::Other& other, Code original) {
        const Dictionary& dictionary = *original_.column(other.original).dictionary;
        std::vector<Code>& codes = kept_codes_[other.released];
        codes.resize(dictionary.size(), kNoCode);
        if (codes[original] == kNoCode) {
            codes[original] = released_[other.released].code_of(
                dictionary.is_missing(original) ? "" : dictionary.text(original));
        }
        return codes[original];
    }

    void take_released(std::uint32_t part,
                       std::uint64_t tuple,
                       std::string_view kept,
                       std::span<const Cell> cells) {
        const WrittenRelease& written = parts_of_[part].written;
        if (kept == kShowsOther) {
            refuse_written("shows values of its own in a column that is to be kept as it is");
        }
        if (kept == kShowsOtherTuple) {
            refuse_tuples();
        }
        const std::span<const Code> codes =
            tuple == 0 ? std::span<const Code>() : codes_of_tuple(part, tuple);
        for (std::size_t place = 0; place < written.recoded.size(); ++place) {
            ColumnBuilder& builder = released_[written.recoded[place]];
            builder.append(codes.empty() ? builder.code_of("") : codes[place]);
        }
        const std::span<const Code> original = std::span(originals_).last(width_);
        std::size_t read = 0;
        for (const WrittenRelease::Other& other : written.others) {
            std::string_view text;
            if (!other.is_kept) {
                text = cells[read].value_or("");
                ++read;
            } else if (kept == kShowsStars) {
                text = other.blank;
            } else {
                released_[other.released].append(kept_code(other, original[other.original]));
                continue;
            }
            ColumnBuilder& builder = released_[other.released];
            builder.append(builder.code_of(text));
        }
    }

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

    /// The source that a row of the original is of.
    [[nodiscard]] const WrittenPart& part_of_row(std::size_t row) const {
        const auto behind = std::ranges::upper_bound(parts_of_, row, {}, &WrittenPart::first_row);
        return behind == parts_of_.begin() ? parts_of_.front() : *std::prev(behind);
    }

    /// The released pairs by the rows of the original, each of which has all of its rows in pairs.
    [[nodiscard]] std::vector<std::uint32_t> lay_out(std::span<const std::uint64_t> counts,
                                                     WrittenRows& rows) const {
        std::vector<std::uint32_t> order(counts_.size());
        std::iota(order.begin(), order.end(), 0U);
        std::ranges::sort(order, [&](std::uint32_t a, std::uint32_t b) {
            return parts_[a] == parts_[b]
                       ? std::ranges::lexicographical_compare(codes_of(a), codes_of(b))
                       : parts_[a] < parts_[b];
        });
        std::vector<std::uint32_t> out;
        std::size_t row = 0;
        std::uint64_t left = counts.empty() ? 0 : counts.front();
        for (const std::uint32_t pair : order) {
            if (left == 0 && row + 1 < counts.size()) {
                ++row;
                left = counts[row];
            }
            if (left < counts_[pair] || !is_of_row(pair, row)) {
                refuse_changed(part_of_row(row));
            }
            left -= counts_[pair];
            if (is_there_[pair]) {
                out.push_back(pair);
                rows.original_row.push_back(static_cast<std::uint32_t>(row));
                rows.counts.push_back(counts_[pair]);
            }
        }
        if (left != 0 || row + 1 != counts.size()) {
            refuse_changed(part_of_row(row));
        }
        return out;
    }

    std::mutex mutex_;
    const Table& original_;
    std::size_t width_;
    std::span<const WrittenPart> parts_of_;
    std::vector<std::vector<Code>> tuples_;  ///< per part, as the numbers follow
    std::vector<std::uint64_t> written_;     ///< per part: released rows
    std::vector<std::uint64_t> found_;       ///< those that are of a row of the original
    std::vector<CodesOfTexts> codes_;
    std::vector<Code> originals_;  ///< of pair p from p * width_ on
    std::vector<ColumnBuilder> released_;
    std::vector<std::vector<Code>> kept_codes_;  ///< per released column: see kept_code()
    std::vector<std::uint32_t> parts_;
    std::vector<bool> is_there_;
    std::vector<std::uint64_t> counts_;
};

}  // namespace

WrittenRows read_written(std::span<const WrittenPart> parts,
                         const Table& original,
                         std::span<const std::uint64_t> counts) {
    Pairs pairs(original, parts);
    Stage stage(teller_of(parts.front().tables->connection()),
                "read the release back",
                std::accumulate(counts.begin(), counts.end(), std::uint64_t{0}));
    all_at_once(parts.size(), [&](std::size_t place) {
        const WrittenPart& part = parts[place];
        const auto number = static_cast<std::uint32_t>(place);
        Connection& connection = part.tables->connection();
        query_keys(connection, part.written.keys, [&](std::span<const Cell> cells) {
            pairs.check_key(number, cells);
        });
        query_tuples(connection, part.written, [&](std::span<const Cell> cells) {
            pairs.take_tuple(number, cells);
        });
        pairs.take_count(number, count_written(connection, part.written));
        PairsQuery(connection, part.rows, part.written)
            .run(*part.tables, stage, [&](std::span<const Cell> cells) {
                pairs.take(number, cells);
                stage.add(row_count_of(cells.back()));
            });
    });
    pairs.check_rows();
    return pairs.finish(counts);
}

}  // namespace kanon::engine
