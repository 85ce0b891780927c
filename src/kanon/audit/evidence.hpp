// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/audit/audit.hpp"
#include "kanon/audit/fault_log.hpp"
#include "kanon/release/classes/released_classes.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace kanon::auditing {

/// No released code, or no original row.
inline constexpr std::uint32_t kNone = kNoRow;

/// A quasi-identifier, its original and its released cells, and what these mean.
class RecodedColumn {
public:
    RecodedColumn(const QuasiIdentifier& attribute,
                  std::size_t original_column,
                  const ReleasedAttribute& cells,
                  std::uint64_t original_rows);

    enum class Verdict : std::uint8_t { covers, does_not_cover, unreadable };

    /// What a released code says of an original one.
    [[nodiscard]] Verdict verdict(Code released_code, Code original_code) const {
        return table_.empty() ? find_verdict(released_code, original_code)
                              : table_[released_code * original_size_ + original_code];
    }

    [[nodiscard]] bool covers(Code released_code, Code original_code) const {
        return verdict(released_code, original_code) == Verdict::covers;
    }

    [[nodiscard]] bool is_readable(Code released_code) const {
        return cells_->reading.readable[released_code];
    }

    [[nodiscard]] bool is_star(Code released_code) const { return cells_->star == released_code; }

    [[nodiscard]] const Column& original() const { return *cells_->original; }

    [[nodiscard]] const Column& released() const { return *cells_->released; }

    [[nodiscard]] const QuasiIdentifier& attribute() const { return *attribute_; }

    [[nodiscard]] std::size_t original_column() const { return original_column_; }

private:
    [[nodiscard]] Verdict find_verdict(Code released_code, Code original_code) const;

    const QuasiIdentifier* attribute_;
    std::size_t original_column_;
    const ReleasedAttribute* cells_;
    std::size_t original_size_;
    std::vector<Verdict> table_;  ///< all verdicts where they are few; else empty
};

/// A column that is released as it is, or as the policy codes it.
struct KeptColumn {
    std::size_t column = 0;  ///< in the original
    const Column* original = nullptr;
    const Column* released = nullptr;
    std::vector<Code> expected;  ///< per original code: the released one that spells it, or kNone
    std::vector<std::uint8_t> blank;  ///< per released code: a star or missing
    bool is_coded = false;            ///< `original` is what the policy's coding makes of it
    bool is_keyed = false;            ///< likewise, under a secret key
    std::size_t respelled = 0;        ///< values that the source of the release spells anew
};

/// What is held against what. Views into problem, release and its classes, which must outlive it.
struct Evidence {
    const Problem* problem = nullptr;
    const Release* release = nullptr;
    const ReleasedClasses* classes = nullptr;
    const AuditOptions* options = nullptr;
    unsigned threads = 1;
    std::vector<RecodedColumn> recoded{};  ///< the quasi-identifiers that are in the release
    std::vector<KeptColumn> kept{};        ///< the other released columns

    /// Rows of the tables; where pairs are counted, a row of them is a pair.
    [[nodiscard]] std::size_t original_rows() const { return problem->table.row_count(); }

    [[nodiscard]] std::size_t released_rows() const { return release->table.row_count(); }

    [[nodiscard]] bool is_suppressed(std::size_t row) const {
        return classes->is_suppressed_row(row);
    }
};

/// Judge the columns of the release and read those that are to be judged by the cell.
[[nodiscard]] Evidence gather_evidence(const Problem& problem,
                                       const Release& release,
                                       const ReleasedClasses& classes,
                                       const AuditOptions& options,
                                       unsigned threads,
                                       FaultLog& log);

/// The views of the histograms of one class; one per column.
inline void fill_views(const std::vector<Histograms>& histograms,
                       std::size_t index,
                       std::vector<HistogramView>& views) {
    for (std::size_t j = 0; j < histograms.size(); ++j) {
        const Histograms& all = histograms[j];
        const std::size_t begin = all.offsets[index];
        const std::size_t size = all.offsets[index + 1] - begin;
        views[j] = {.values = std::span(all.values).subspan(begin, size),
                    .counts = std::span(all.counts).subspan(begin, size)};
    }
}

/// Slices that work on so many rows or classes is cut into: the same for any number of threads.
[[nodiscard]] inline std::size_t part_count(std::size_t size) {
    return std::clamp<std::size_t>(size / 4096, 1, 64);
}

}  // namespace kanon::auditing
