// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/audit/evidence.hpp"
#include "kanon/audit/fault_log.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace kanon::auditing {

/// Of a class in a release in any order: what a model makes of it if other original rows are
/// matched with its rows.
struct UndecidedClass {
    bool is_open = false;  ///< some matching may keep the model there, and another break it
    double least = 0;      ///< else every matching keeps it, with this figure at least
};

/// Per model, in the problem's order, and per class: none where every matching gives the verdict of
/// the one that was found. Empty: so it is everywhere, or everywhere for the model.
using UndecidedClasses = std::vector<std::vector<std::optional<UndecidedClass>>>;

/// Which original row each released row stands for.
class Pairing {
public:
    /// Row i stands for row i.
    static Pairing identity() { return Pairing({}); }

    /// Row i stands for `rows[i]`, or for none if that is kNone.
    static Pairing listed(std::vector<std::uint32_t> rows) { return Pairing(std::move(rows)); }

    /// So many rows, of which none could be told to stand for any: there was too much to look at.
    static Pairing undecided(std::size_t rows) {
        Pairing out(std::vector<std::uint32_t>(rows, kNone));
        out.is_decided_ = false;
        return out;
    }

    [[nodiscard]] bool is_decided() const { return is_decided_; }

    [[nodiscard]] bool is_identity() const { return rows_.empty(); }

    /// The original row of each released row; empty for the identity.
    [[nodiscard]] std::span<const std::uint32_t> rows() const { return rows_; }

    /// The original row, or kNone.
    [[nodiscard]] std::uint32_t operator[](std::size_t row) const {
        return rows_.empty() ? static_cast<std::uint32_t>(row) : rows_[row];
    }

    /// Note what other pairings would change.
    void doubt(UndecidedClasses doubts) { undecided_ = std::move(doubts); }

    /// The doubt of a model in a class, if there is any.
    [[nodiscard]] std::optional<UndecidedClass> doubt(std::size_t model, std::size_t index) const {
        const bool has_any = model < undecided_.size() && !undecided_[model].empty();
        return has_any ? undecided_[model][index] : std::nullopt;
    }

private:
    explicit Pairing(std::vector<std::uint32_t> rows) : rows_(std::move(rows)) {}

    std::vector<std::uint32_t> rows_;
    UndecidedClasses undecided_;
    bool is_decided_ = true;
};

/// Row i for row i, or the rows that the release claims; wrong claims are faults. Of counted rows
/// several may claim one original row, as many as it stands for in all.
[[nodiscard]] Pairing pair_as_claimed(const Evidence& evidence, FaultLog& log);

/// The earliest match that keeps the order, for a release with fewer rows than the original. The
/// first row without a match is a fault; it and the rows after it stand for none.
/// Cost O(n m), one pass over both tables.
[[nodiscard]] Pairing pair_in_order(const Evidence& evidence, FaultLog& log);

/// Any one-to-one match of the rows that are not suppressed, found by maximum flow between row
/// types; suppressed rows stand for none. A row that cannot be matched is a fault. Undecided where
/// the search or the flow would be too large. Notes what other matchings would change, see
/// find_undecided_classes().
[[nodiscard]] Pairing pair_in_any_order(const Evidence& evidence, FaultLog& log);

/// True if a released row may stand for an original one. \pre both rows exist
[[nodiscard]] bool fits(const Evidence& evidence, std::size_t released, std::size_t original);

}  // namespace kanon::auditing
