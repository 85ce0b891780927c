// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

namespace kanon {

inline constexpr double kUnlimited = std::numeric_limits<double>::infinity();

/// A linear program, some of whose columns may be whole numbers: minimize the costs of the columns
/// within the bounds of columns and rows. Knows no solver. Columns and rows are numbered as they
/// were added; bounds may be -kUnlimited and kUnlimited.
struct Model {
    struct Column {
        double lower = 0;
        double upper = kUnlimited;
        double cost = 0;
        bool integer = false;
    };

    struct Row {
        double lower = -kUnlimited;
        double upper = kUnlimited;
        /// Kept by whatever keeps the other rows and is whole where it must be: it only tightens
        /// the relaxation, and a solver may leave it out until it is broken.
        bool lazy = false;
    };

    /// A coefficient other than 0; at most one for each row and column.
    struct Entry {
        std::uint32_t row = 0;
        std::uint32_t column = 0;
        double value = 0;
    };

    std::vector<Column> columns{};
    std::vector<Row> rows{};
    std::vector<Entry> entries{};

    /// Add a column; its number.
    std::uint32_t add_column(const Column& column) {
        columns.push_back(column);
        return static_cast<std::uint32_t>(columns.size() - 1);
    }

    /// Add a row; its number.
    std::uint32_t add_row(const Row& row) {
        rows.push_back(row);
        return static_cast<std::uint32_t>(rows.size() - 1);
    }

    void add_entry(std::uint32_t row, std::uint32_t column, double value) {
        entries.push_back({.row = row, .column = column, .value = value});
    }

    [[nodiscard]] bool has_integers() const;

    /// What these values cost; one value per column.
    [[nodiscard]] double cost_of(std::span<const double> values) const;

    /// True if the values, one per column, are within all bounds and whole where they must be, each
    /// up to a millionth of a unit.
    [[nodiscard]] bool allows(std::span<const double> values) const;
};

}  // namespace kanon
