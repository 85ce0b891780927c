// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/api/kanon.hpp"

#include <cstddef>
#include <optional>

namespace kanon::detail {

/// What the releases of the pieces of a table are together, for summaries: figures are added up,
/// promises are as good as in the worst piece, and the loss is that of all rows. There is no bound:
/// a row's best partners may be in another piece.
class MergedResult {
public:
    /// \pre the piece is released and proven, no row of it suppressed
    void add(const Result& piece);

    /// Into a result that has its problem, of the whole table.
    void finish(Result& whole);

private:
    void add_measures(const Measures& piece);
    void add_proofs(const std::vector<Proof>& piece);
    void add_risk(const risk::BeforeAfter& piece);

    std::size_t pieces_ = 0;
    std::optional<Result> sum_;
};

}  // namespace kanon::detail
