// SPDX-License-Identifier: Apache-2.0
#include "kanon/methods/freeform/matching/best_pairs.hpp"

#include "kanon/solve/assignment.hpp"

#include <cstdint>
#include <limits>
#include <vector>

namespace kanon::freeform {
namespace {

constexpr std::uint32_t kMostRowsOfPairs = 4096;

double pair_loss(const TypeSpace& types, std::uint32_t a, std::uint32_t b) {
    double loss = 0;
    for (std::size_t axis = 0; axis < types.size(); ++axis) {
        loss += types.axes()[axis].pair_loss(types.place(a, axis), types.place(b, axis));
    }
    return loss;
}

std::vector<double> pair_losses(const RowSpace& space) {
    const std::size_t size = space.size();
    std::vector<double> out(size * size, std::numeric_limits<double>::infinity());
    for (std::uint32_t a = 0; a < size; ++a) {
        for (std::uint32_t b = 0; b < a; ++b) {
            if (!space.same_person(a, b)) {
                const double loss = pair_loss(space.types(), space.type(a), space.type(b));
                out[a * size + b] = loss;
                out[b * size + a] = loss;
            }
        }
    }
    return out;
}

}  // namespace

std::optional<double> best_pairs(const RowSpace& space, Graph& graph) {
    if (graph.degree != 2 || space.size() > kMostRowsOfPairs) {
        return std::nullopt;
    }
    const std::vector<double> losses = pair_losses(space);
    AssignmentSolver<double> solver;
    if (!solver.solve(losses, space.size())) {
        return std::nullopt;
    }
    for (std::uint32_t record = 0; record < space.size(); ++record) {
        graph.of(record)[1] = solver.column_of_row()[record];
    }
    return solver.dual_value(losses);
}

}  // namespace kanon::freeform
