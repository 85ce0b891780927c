// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/task/task.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace kanon::domain_cut {

/// Counts the rows of a class while row types are added to it.
class ClassTally {
public:
    explicit ClassTally(std::size_t labels) : rows_of_label_(labels) {}

    void clear() {
        rows_ = 0;
        majority_ = 0;
        std::fill(rows_of_label_.begin(), rows_of_label_.end(), std::uint64_t{0});
    }

    void add_rows(std::uint64_t rows) { rows_ += rows; }

    void add_label(Code label, std::uint64_t rows) {
        rows_of_label_[label] += rows;
        majority_ = std::max(majority_, rows_of_label_[label]);
    }

    void add(const ClassTally& other) {
        rows_ += other.rows_;
        for (std::size_t label = 0; label < rows_of_label_.size(); ++label) {
            add_label(static_cast<Code>(label), other.rows_of_label_[label]);
        }
    }

    [[nodiscard]] std::uint64_t rows() const { return rows_; }

    /// Rows of the label that most rows have.
    [[nodiscard]] std::uint64_t majority() const { return majority_; }

private:
    std::uint64_t rows_ = 0;
    std::uint64_t majority_ = 0;
    std::vector<std::uint64_t> rows_of_label_;  ///< empty where labels do not count
};

/// What k-optimize makes as small as it can: discernibility (DM) or the classification metric (CM),
/// as whole numbers, and what can be said of them before the classes are known. For n < 2^31.
///
/// DM: a released class of s rows loses s * s, a suppressed row n. CM: a released class loses the
/// rows that are not of its majority label, a suppressed row 1.
class TallyLoss {
public:
    /// \pre the objective is dm or cm
    explicit TallyLoss(const Task& task);

    [[nodiscard]] ClassTally empty_tally() const { return ClassTally(labels_); }

    void add_type(std::uint32_t type, ClassTally& tally) const;

    /// Of one suppressed row.
    [[nodiscard]] std::uint64_t suppressed_row() const { return suppressed_row_; }

    /// Rows that every released class has at least; 1 or more.
    [[nodiscard]] std::uint64_t least_rows() const { return least_rows_; }

    /// Of a class that is released.
    [[nodiscard]] std::uint64_t released(const ClassTally& tally) const;

    /// At least what the rows of a class lose, however it is divided or suppressed further. DM:
    /// s rows make s / k classes at most, and even ones lose least.
    /// \pre the class has least_rows()
    [[nodiscard]] std::uint64_t divided(const ClassTally& tally) const;

    /// What rows that are never divided lose beyond released_row() each, if they are released.
    [[nodiscard]] std::uint64_t excess(const ClassTally& tally) const;

    /// False only if excess() is 0 for so many rows and for fewer.
    [[nodiscard]] bool may_exceed(std::uint64_t rows) const {
        return minority_ || rows > least_rows_;
    }

    /// At least what each released row loses: k under DM.
    [[nodiscard]] std::uint64_t released_row() const { return released_row_; }

    /// At least what rows lose, of which `suppressed` are sure to be suppressed, `others` not, and
    /// `excess` is the sum of excess() over parts that are not divided.
    [[nodiscard]] std::uint64_t bound(std::uint64_t suppressed,
                                      std::uint64_t others,
                                      std::uint64_t excess) const {
        return suppressed_row_ * suppressed + released_row_ * others + excess -
               excess_of_suppressed(suppressed, excess);
    }

    /// True if rows of two classes, the smaller one suppressed, lose no more when they are one: in
    /// every case if the classes are parts of these with so many rows.
    [[nodiscard]] bool better_merged(std::uint64_t rows, std::uint64_t more_rows) const;

    /// The objective that a whole number stands for.
    [[nodiscard]] double value(std::uint64_t loss) const;

private:
    [[nodiscard]] std::uint64_t excess_of_suppressed(std::uint64_t suppressed,
                                                     std::uint64_t excess) const;

    const RowTypes& types_;
    bool minority_;            ///< CM
    std::size_t labels_ = 0;   ///< of the class attribute; 0 under DM
    std::size_t tracked_ = 0;  ///< place of the class attribute's histograms
    std::uint64_t rows_;
    std::uint64_t least_rows_;
    std::uint64_t suppressed_row_;
    std::uint64_t released_row_;
};

}  // namespace kanon::domain_cut
