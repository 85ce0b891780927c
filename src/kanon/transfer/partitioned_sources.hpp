// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/engine/rows/gathered_rows.hpp"
#include "kanon/engine/rows/partitioned_rows.hpp"
#include "kanon/methods/contract/marginals.hpp"
#include "kanon/profile/sets/dependence.hpp"
#include "kanon/transfer/engine_target.hpp"
#include "kanon/transfer/partition_table.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace kanon::detail {

/// The rows of sources that are one table together, cut into pieces alike in each
/// (PartitionedRows): all engines count at once, and their counts are added.
class PartitionedSources {
public:
    using Size = engine::PartitionedRows::Size;

    /// Give values of quasi-identifiers and tracked columns their codes, and count. `problem` is of
    /// the whole table, `reading_of_source` has its dictionaries. \throws Error{bad_input}
    PartitionedSources(std::vector<EngineTarget::Session> sessions,
                       const Problem& problem,
                       const SourceReading& reading_of_source);

    [[nodiscard]] std::size_t partition_count() const { return rows_.front()->partition_count(); }

    /// Per piece. Distinct rows of two sources count as two; row types are those of the source that
    /// has most.
    [[nodiscard]] std::vector<Size> sizes() const;

    /// Of some pieces, per quasi-identifier.
    [[nodiscard]] std::vector<std::vector<Marginal>> marginals(
        std::span<const std::size_t> pieces) const;

    /// See PartitionedRows; `attribute` is one of the problem's.
    void cut(std::size_t piece, std::size_t attribute, std::span<const std::vector<Code>> parts);
    void lay_out();

    /// How many there are at most, see PartitionedRows.
    [[nodiscard]] std::uint64_t distinct_at(std::span<const std::size_t> levels) const;

    /// See PartitionedRows; of several sources rows may come more than once.
    void take_rows_at(
        std::span<const std::size_t> levels,
        const std::function<void(std::span<const Code> codes, std::uint64_t rows)>& take) const;

    /// Which values of some columns go together, by their codes, and how many rows have them; of
    /// several sources they may come more than once.
    void take_combinations(
        std::span<const std::size_t> columns,
        const PartitionTables& codes,
        const std::function<void(std::span<const Code> codes, std::uint64_t rows)>& take) const;

    /// What the values of a quasi-identifier (a column) tell of each of some columns.
    [[nodiscard]] std::vector<profile::DeterminedValues> determined(
        std::size_t known, std::span<const std::size_t> shown, const PartitionTables& codes) const;

    /// Of each source: the rows of a piece, and where they are read.
    [[nodiscard]] std::vector<engine::KeyedRows> rows(std::size_t piece) const;
    [[nodiscard]] std::vector<engine::SourcePart> parts(std::size_t piece) const;

private:
    using Counts = std::vector<std::vector<engine::PartitionedRows::Count>>;

    [[nodiscard]] engine::AskedOfEngine asked(std::size_t part, const std::string& what) const;
    void number(engine::PartitionedRows& rows, const SourceReading& reading_of_source) const;
    [[nodiscard]] Counts counts(std::span<const std::size_t> pieces,
                                std::size_t column,
                                std::optional<std::size_t> beside) const;
    /// Ask each engine, all at once.
    void each(
        const std::string& what,
        const std::function<void(engine::PartitionedRows& rows, std::size_t part)>& ask) const;

    std::vector<EngineTarget::Session> sessions_;
    const Problem& problem_;
    std::vector<std::unique_ptr<engine::PartitionedRows>> rows_;  ///< per source
};

}  // namespace kanon::detail
