// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/hierarchy/hierarchy.hpp"
#include "kanon/release/release.hpp"
#include "kanon/release/spelling/reading.hpp"
#include "kanon/table/column.hpp"
#include "kanon/table/row_types.hpp"
#include "kanon/table/table.hpp"

#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace kanon {

/// A quasi-identifier of a release: its original and its released cells, and how these read.
struct ReleasedAttribute {
    std::size_t place = 0;                 ///< among the attributes that were asked for
    const Hierarchy* hierarchy = nullptr;  ///< not owned; may be null
    std::shared_ptr<const Column> original;
    std::shared_ptr<const Column> released;
    ReadDomain reading;        ///< of each released code
    std::optional<Code> star;  ///< the released code that reads as a star; there is one at most
    std::optional<Aggregate> aggregate{};  ///< what its cells are read as; none: as values
};

/// When rows starred throughout are a class: if they are so many; or if they are the whole table,
/// at least so many, and other columns still tell something of them: a fully generalized table.
/// Else they are suppressed.
struct StarClassRows {
    std::uint64_t beside_others = 0;
    std::uint64_t whole_table = 0;
};

/// Rows of the data that the rows of an original and of its release stand for; empty: 1 each. Where
/// the original's are counted, the released ones are.
struct PairCounts {
    std::span<const std::uint64_t> originals{};
    std::span<const std::uint64_t> released{};
};

/// The released rows as a reader of the release tells them apart: classes of rows whose
/// quasi-identifier cells are spelled alike. The released domains are read once, the rows grouped
/// once; and here it is decided which rows are starred throughout, and whether they are suppressed
/// rows or a class. Whoever looks at a release as a whole takes this: auditor, measures, reports.
///
/// Attributes are found in the release by name; those it lacks are left out. Without any attribute
/// all rows are one class. Shares the columns of both tables; hierarchies and counts must outlive
/// it.
///
/// The tables may hold distinct rows with the number of rows of the data that each stands for. Then
/// a row of the released table is a pair of an original and a released row, and figures called rows
/// are sums of those numbers.
class ReleasedClasses {
public:
    /// \throws Error{bad_input} as make_row_types().
    /// Cost O(n m) and that of read_domain() for each attribute; memory: 4 bytes per row beside
    /// what grouping takes for a while. Same result for any thread count.
    ReleasedClasses(const Table& original,
                    const Table& released,
                    std::span<const RecodedAttribute> attributes,
                    const StarClassRows& star_class,
                    unsigned threads,
                    const PairCounts& counts = {});

    /// The attributes that the release has, in the order in which they were asked for.
    [[nodiscard]] const std::vector<ReleasedAttribute>& attributes() const { return attributes_; }

    /// True if the release has every attribute that was asked for.
    [[nodiscard]] bool is_whole() const { return is_whole_; }

    /// Classes, suppressed rows counted as one; sorted by their released codes.
    [[nodiscard]] std::size_t size() const { return types_.size(); }

    /// Rows of each class, >= 1.
    [[nodiscard]] const std::vector<std::uint32_t>& rows() const { return types_.counts; }

    /// The released codes of an attribute, one per class.
    [[nodiscard]] const CodeVector& codes(std::size_t attribute) const {
        return types_.columns[attribute];
    }

    /// Of each row of the released table.
    [[nodiscard]] const std::vector<std::uint32_t>& class_of_row() const {
        return types_.type_of_row;
    }

    /// True if the rows of a class are stars throughout and hence suppressed.
    [[nodiscard]] bool is_suppressed(std::size_t index) const { return index == suppressed_; }

    [[nodiscard]] bool is_suppressed_row(std::size_t row) const {
        return has_suppressed() && types_.type_of_row[row] == suppressed_;
    }

    [[nodiscard]] bool has_suppressed() const { return suppressed_ != kNoClass; }

    /// Released rows that are suppressed.
    [[nodiscard]] std::uint64_t suppressed_rows() const {
        return has_suppressed() ? types_.counts[suppressed_] : 0;
    }

    /// The rows of the original.
    [[nodiscard]] std::uint64_t original_rows() const { return original_rows_; }

    /// The rows of the release, suppressed ones among them.
    [[nodiscard]] std::uint64_t released_rows() const { return released_rows_; }

    /// The rows of the original's table.
    [[nodiscard]] std::size_t original_size() const { return original_size_; }

    /// Rows that a row of the released table stands for.
    [[nodiscard]] std::uint64_t rows_of(std::size_t row) const {
        return counts_.released.empty() ? 1 : counts_.released[row];
    }

    /// Rows that a row of the original's table stands for.
    [[nodiscard]] std::uint64_t rows_of_original(std::size_t row) const {
        return counts_.originals.empty() ? 1 : counts_.originals[row];
    }

    /// The same of all its rows; empty: 1 each.
    [[nodiscard]] std::span<const std::uint64_t> counts_of_originals() const {
        return counts_.originals;
    }

    /// True if the tables hold counted rows, not single ones.
    [[nodiscard]] bool is_counted() const { return !counts_.originals.empty(); }

    /// Count the values of a column in each class; `rows` says which of its cells stands beside
    /// each released row, see count_values().
    [[nodiscard]] Histograms histograms(const Column& column,
                                        std::span<const std::uint32_t> rows,
                                        unsigned threads) const {
        return count_values(types_, column, rows, threads, counts_.released);
    }

private:
    static constexpr std::uint32_t kNoClass = std::numeric_limits<std::uint32_t>::max();

    [[nodiscard]] std::uint32_t find_starred() const;
    [[nodiscard]] bool is_fully_generalized(const Table& original,
                                            const Table& released,
                                            std::uint64_t least_class_rows) const;

    std::vector<ReleasedAttribute> attributes_;
    bool is_whole_ = true;
    PairCounts counts_;
    std::size_t original_size_ = 0;
    std::uint64_t original_rows_ = 0;
    std::uint64_t released_rows_ = 0;
    TypedRows types_;
    std::uint32_t suppressed_ = kNoClass;
};

}  // namespace kanon
