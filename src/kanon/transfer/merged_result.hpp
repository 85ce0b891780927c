// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/run/result.hpp"

#include <optional>

namespace kanon::detail {

/// What the searches of the pieces of a table, and their risks, are together, for summaries:
/// figures are added up, and the loss is that of all rows. There is no bound: a row's best partners
/// may be in another piece. What the pieces prove together says MergedAudit.
class MergedResult {
public:
    /// \pre the piece is released and proven
    void add(const Result& piece);

    /// Into a result that has its problem, of the whole table, and its audit, of all pieces.
    /// `decided`: the outcome that all pieces carry out; none: each has one of its own.
    void finish(Result& whole, std::optional<Outcome> decided);

private:
    void add_outcome(const Outcome& piece);
    void add_facts(const RunFacts& piece);

    std::optional<Outcome> outcome_;
    std::optional<RunFacts> facts_;
};

}  // namespace kanon::detail
