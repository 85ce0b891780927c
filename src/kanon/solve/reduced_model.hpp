// SPDX-License-Identifier: Apache-2.0
// A model in COIN-OR Clp without the columns that are settled. Only the files that stand for
// COIN-OR behind the port include this.
#pragma once

#include "kanon/solve/coin_model.hpp"
#include "kanon/solve/model.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace kanon {

/// A model and its relaxation without the columns that can only be 0, and without what rows that
/// leaves empty. What keeps the one keeps the other.
struct ReducedModel {
    Model model;
    CoinModel loaded;                 ///< not solved anew
    std::vector<std::uint32_t> kept;  ///< per column: its number before
    std::size_t columns = 0;          ///< before

    /// Values of all columns before.
    [[nodiscard]] std::vector<double> expand(std::span<const double> values) const;
};

/// Columns that `loaded` holds at 0 go, and those that such columns bound (CoinModel::bounds).
/// Cost: the entries of the model and of the solver's rows. Deterministic.
[[nodiscard]] ReducedModel reduce(const Model& model, const CoinModel& loaded);

}  // namespace kanon
