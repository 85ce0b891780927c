// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/methods/freeform/matching/graph.hpp"
#include "kanon/methods/freeform/row_space.hpp"
#include "kanon/solve/model.hpp"

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <utility>
#include <vector>

namespace kanon::freeform {

/// The regular graph of least loss as a mixed-integer program: x(r, i) says that record r has row
/// i. Each record has the row of its number, x(r, r) = 1, for records have no names and every
/// regular graph has a perfect matching; of the others k - 1 each, and no person twice.
///
/// What a record loses is counted in steps from what its own row loses alone: a column for each
/// value that the loss may take, in [0, 1], that any row sets which takes the record so far.
/// - Ranges: a chain of steps upward and one downward; where rows with a missing value are among
///   the candidates, a star costs what is left of the weight, and waives the steps.
/// - Hierarchies: the labels above a row are one chain, and the record reaches as far as the row
///   does that is joined with its own highest.
/// - Sets: a column for each value but its own. Where the loss of their number is not convex, as
///   where more values than the task allows are a star, a chain of binary columns counts them.
/// A step is set by each of its rows, and by a (k-1)th of all rows that go as far, which implies
/// nothing of whole x and tightens the relaxation.
class MipModel {
public:
    MipModel(const RowSpace& space, std::uint32_t degree);

    [[nodiscard]] const Model& model() const { return model_; }

    /// What all records lose with their own rows alone; the costs of the model are beyond this.
    [[nodiscard]] double base() const { return base_; }

    /// Tighten by what each record loses at least: this, and a (k-1)th, for each row that it has
    /// beside its own, of what it loses at least with that row and any third one. Nothing more for
    /// k = 2. Cost O(n^3 m).
    void require_losses(std::span<const double> of_record);

    /// The graph of whole values.
    [[nodiscard]] Graph graph_of(std::span<const double> values) const;

private:
    static constexpr std::uint32_t kNoColumn = std::numeric_limits<std::uint32_t>::max();

    /// Rows, and what a record loses on one axis where it has that row as well.
    using Reached = std::vector<std::pair<double, std::uint32_t>>;

    void add_edges();
    void add_persons(std::uint32_t record);
    void add_range(std::uint32_t record, std::size_t axis);
    void add_tree(std::uint32_t record, std::size_t axis);
    void add_set(std::uint32_t record, std::size_t axis);
    void add_chain(std::uint32_t record, double base, Reached reached, std::uint32_t star);
    void add_counted(std::uint32_t record,
                     const std::vector<double>& steps,
                     std::span<const std::uint32_t> values);
    void set_by(std::uint32_t record,
                std::uint32_t step,
                std::span<const std::uint32_t> rows,
                std::span<const std::uint32_t> farther,
                std::uint32_t star);
    std::uint32_t add_step(std::uint32_t record, double cost, bool integer);

    [[nodiscard]] double least_with(std::uint32_t record, std::uint32_t row) const;

    [[nodiscard]] std::uint32_t edge(std::uint32_t record, std::uint32_t row) const {
        return edges_[std::size_t{record} * space_.size() + row];
    }

    [[nodiscard]] Place place(std::uint32_t row, std::size_t axis) const {
        return space_.types().place(space_.type(row), axis);
    }

    const RowSpace& space_;
    std::uint32_t degree_;
    Model model_;
    double base_ = 0;
    std::vector<double> base_of_record_;
    std::vector<std::vector<std::uint32_t>> steps_of_record_;
    std::vector<std::uint32_t> edges_;  ///< n * n columns, or kNoColumn where there is none
};

}  // namespace kanon::freeform
