// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/base/run_context.hpp"
#include "kanon/io/reading/column_encoder.hpp"
#include "kanon/io/reading/database.hpp"
#include "kanon/table/column.hpp"
#include "kanon/table/column_builder.hpp"
#include "kanon/table/table.hpp"

#include <cstdint>
#include <exception>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

namespace kanon::io {

/// A column that is to be encoded.
struct EncodedColumn {
    std::string name;
    std::string storage_type;
    bool must_have = false;  ///< rows that lack it are left out
    bool of_row = true;      ///< it is the row's own: a blank row may have others
    std::vector<std::string> missing_marks{};
};

/// Which rows of a query are blank, and so left out.
enum class BlankRows : std::uint8_t {
    kept,        ///< none
    by_columns,  ///< those whose columns have nothing but blanks
    by_others    ///< of these, those for which the query's last cell, behind the columns, is null
};

/// The first cell with a NUL byte.
struct NulByte {
    std::uint64_t row = 0;   ///< 0-based, of the query: rows that are left out count
    std::size_t column = 0;  ///< place among the columns
};

/// Turns the rows of a query into codes on the threads that DuckDB runs the query on.
///
/// The query calls the function `kanon_encode` with all cells of a row. It is handed the rows a
/// block at a time, by any thread, and appends a block to a lane: encoders of all columns that one
/// thread uses at a time. Its answer is the row's place, lane and row of the lane; the answers come
/// back in the order of the query, and with them the order of the rows is known. Codes and
/// dictionaries of the finished columns are the same for any number of lanes.
class TableEncoder {
public:
    /// `context` must outlive the encoder.
    TableEncoder(std::vector<EncodedColumn> columns, BlankRows blank, const RunContext& context);

    /// Make `kanon_encode` known to a database. No query that calls it may outlive the encoder.
    void attach(Database& database);

    /// Take the answers for the next rows of the query, in its order.
    void take_answers(const Chunk& answers);

    [[nodiscard]] const std::vector<EncodedColumn>& columns() const { return columns_; }

    [[nodiscard]] std::uint64_t kept_rows() const { return kept_rows_; }

    [[nodiscard]] std::uint64_t dropped_rows() const { return dropped_rows_; }

    [[nodiscard]] std::uint64_t blank_rows() const { return blank_rows_; }

    /// All rows that were taken.
    [[nodiscard]] std::uint64_t taken_rows() const {
        return kept_rows_ + dropped_rows_ + blank_rows_;
    }

    /// True once a NUL byte was among the rows taken.
    [[nodiscard]] bool has_nul_byte() const { return nul_.has_value(); }

    /// The first of them. \pre has_nul_byte(), and the query has ended
    [[nodiscard]] NulByte nul_byte() const;

    /// Throw what ended the query, if it was thrown here. \throws Error
    void rethrow_failure() const;

    /// A finished column; may run for several columns at once, once for each.
    /// Cost O(rows + d log d) for d distinct values. \pre the query has ended
    /// \throws Error{bad_input} if a value is not of the declared type.
    [[nodiscard]] FoundColumn finish(std::size_t column, const ValueRules& rules);

private:
    struct Lane {
        std::vector<ColumnEncoder> columns;
        std::vector<std::uint32_t> kept;   ///< rows of the block at hand that stay
        std::vector<std::uint32_t> blank;  ///< those that are blank, ascending
        std::uint64_t rows = 0;
    };

    /// Rows that follow each other in the query and in a lane.
    struct Run {
        std::size_t lane = 0;
        std::uint64_t first = 0;
        std::uint64_t count = 0;
    };

    struct FirstNul {
        std::uint64_t row = 0;
        std::size_t lane = 0;
        std::uint64_t lane_row = 0;
    };

    static void run(duckdb_function_info info, duckdb_data_chunk block, duckdb_vector answers);
    void encode(duckdb_data_chunk block, std::int64_t* answers);
    void append(std::size_t lane, duckdb_data_chunk block, std::int64_t* answers);
    void find_blank_rows(Lane& lane, duckdb_data_chunk block) const;
    void keep_rows(Lane& lane, duckdb_data_chunk block) const;
    [[nodiscard]] std::size_t claim_lane();
    void free_lane(std::size_t lane);

    std::vector<EncodedColumn> columns_;
    BlankRows blank_;
    const RunContext& context_;
    mutable std::mutex mutex_;  ///< guards the four below while the query runs
    std::vector<std::unique_ptr<Lane>> lanes_;
    std::vector<std::size_t> free_lanes_;
    std::exception_ptr failure_;
    std::vector<Run> runs_;
    std::uint64_t kept_rows_ = 0;
    std::uint64_t dropped_rows_ = 0;
    std::uint64_t blank_rows_ = 0;
    std::optional<FirstNul> nul_;
};

}  // namespace kanon::io
