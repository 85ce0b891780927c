// SPDX-License-Identifier: Apache-2.0
#include "support/class_brute_force.hpp"

#include "kanon/base/check.hpp"
#include "kanon/methods/classes/space/axis.hpp"
#include "kanon/task/class_checker.hpp"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

namespace kanon::test {
namespace {

using classes::Axis;

/// What a class of the types loses in all; infinite if it does not hold or reads as suppressed,
/// which all types together never do.
double class_loss(const Task& task,
                  const std::vector<Axis>& axes,
                  ClassChecker& checker,
                  const std::vector<std::uint32_t>& types) {
    std::uint64_t rows = 0;
    for (const std::uint32_t type : types) {
        rows += task.row_types().counts[type];
    }
    double loss = 0;
    bool starred = types.size() < task.row_types().size();
    for (std::size_t axis = 0; axis < axes.size(); ++axis) {
        const auto place_of = [&](std::uint32_t type) {
            return axes[axis].place_of(task.row_types().columns[axis][type]);
        };
        std::vector<classes::Word> cover(axes[axis].words());
        axes[axis].take(cover.data(), place_of(types.front()));
        for (const std::uint32_t type : types) {
            axes[axis].widen(cover.data(), place_of(type));
        }
        loss += axes[axis].loss(cover.data());
        starred = starred && axes[axis].starred(cover.data());
    }
    const std::span<const std::uint32_t> piece = types;
    const bool holds = !starred && checker.holds(rows, {&piece, 1});
    return holds ? static_cast<double>(rows) * loss : std::numeric_limits<double>::infinity();
}

}  // namespace

double least_class_gcp(const Task& task) {
    KANON_CHECK(task.row_types().size() <= 14);
    std::vector<Axis> axes;
    double weights = 0;
    for (const QuasiIdentifier& attribute : task.quasi_identifiers) {
        axes.emplace_back(attribute, attribute.dictionary(), CellLoss::ncp);
        weights += attribute.weight;
    }
    ClassChecker checker(task);
    const std::uint32_t sets = std::uint32_t{1} << task.row_types().size();
    std::vector<double> loss(sets, 0);
    std::vector<double> least(sets, std::numeric_limits<double>::infinity());
    least[0] = 0;
    for (std::uint32_t set = 1; set < sets; ++set) {
        std::vector<std::uint32_t> types;
        for (std::uint32_t type = 0; type < task.row_types().size(); ++type) {
            if ((set >> type & 1U) != 0) {
                types.push_back(type);
            }
        }
        loss[set] = class_loss(task, axes, checker, types);
        const std::uint32_t first = set & (~set + 1);
        for (std::uint32_t one = set; one != 0; one = (one - 1) & set) {
            if ((one & first) != 0) {
                least[set] = std::min(least[set], loss[one] + least[set ^ one]);
            }
        }
    }
    return least.back() / weights / static_cast<double>(task.row_types().row_count());
}

}  // namespace kanon::test
