// SPDX-License-Identifier: Apache-2.0
#include "support/node_cell_brute_force.hpp"

#include "kanon/quality/cell_loss.hpp"

#include <algorithm>
#include <bit>
#include <limits>
#include <vector>

namespace kanon::test {
namespace {

constexpr double kNoClass = std::numeric_limits<double>::infinity();

/// The table at one node: what each row shows, and loses if it does.
class TableAtNode {
public:
    TableAtNode(const Problem& problem, const Node& node) : problem_(problem) {
        const CellLoss loss = problem.objective == Objective::lm ? CellLoss::lm : CellLoss::ncp;
        for (std::size_t j = 0; j < node.size(); ++j) {
            const Hierarchy& hierarchy = problem.quasi_identifiers[j].hierarchy;
            const CodeVector& codes = problem.table.column(problem.columns[j]).codes;
            Column& column = columns_.emplace_back();
            column.weight = problem.quasi_identifiers[j].weight;
            column.star = star_loss(loss, hierarchy);
            const std::vector<double> losses = loss_of_labels(loss, hierarchy, node[j]);
            for (std::size_t row = 0; row < codes.size(); ++row) {
                const Code label = hierarchy.label_of(node[j], codes[row]);
                column.labels.push_back(label);
                column.losses.push_back(losses[label]);
                column.starred = node[j] > 0 && hierarchy.text(node[j], label) == "*";
            }
        }
    }

    [[nodiscard]] double suppressed_row() const {
        double cost = 0;
        for (const Column& column : columns_) {
            cost += column.weight * column.star;
        }
        return cost;
    }

    /// Cost of these rows as one class.
    [[nodiscard]] double class_cost(std::uint32_t rows) const {
        if (static_cast<std::uint64_t>(std::popcount(rows)) < problem_.k) {
            return kNoClass;
        }
        double cost = 0;
        bool shows = false;
        for (const Column& column : columns_) {
            const bool alike = are_alike(column, rows);
            shows = shows || (alike && !column.starred);
            for (std::uint32_t rest = rows; rest != 0; rest &= rest - 1) {
                const auto row = static_cast<std::size_t>(std::countr_zero(rest));
                cost += column.weight * (alike ? column.losses[row] : column.star);
            }
        }
        if (!shows) {
            return kNoClass;
        }
        return cost;
    }

    [[nodiscard]] bool all_starred() const {
        return std::all_of(
            columns_.begin(), columns_.end(), [](const Column& column) { return column.starred; });
    }

private:
    struct Column {
        std::vector<Code> labels;    ///< per row
        std::vector<double> losses;  ///< per row
        double weight = 1;
        double star = 1;
        bool starred = false;
    };

    static bool are_alike(const Column& column, std::uint32_t rows) {
        const Code first = column.labels[static_cast<std::size_t>(std::countr_zero(rows))];
        for (std::uint32_t rest = rows; rest != 0; rest &= rest - 1) {
            if (column.labels[static_cast<std::size_t>(std::countr_zero(rest))] != first) {
                return false;
            }
        }
        return true;
    }

    const Problem& problem_;
    std::vector<Column> columns_;
};

/// The least cost at a node, by dynamic programming over sets of rows and numbers of suppressed
/// ones.
double least_cost(const Problem& problem, const TableAtNode& table) {
    const std::size_t n = problem.table.row_count();
    const auto all = static_cast<std::uint32_t>((std::uint32_t{1} << n) - 1);
    if (table.all_starred()) {
        return n >= problem.k ? table.suppressed_row() * static_cast<double>(n) : kNoClass;
    }
    const std::size_t limit = problem.suppression_limit;
    std::vector<double> of_class(std::size_t{all} + 1, kNoClass);
    for (std::uint32_t rows = 1; rows <= all; ++rows) {
        of_class[rows] = table.class_cost(rows);
    }
    std::vector best(limit + 1, std::vector<double>(std::size_t{all} + 1, kNoClass));
    best[0][0] = 0;
    for (std::uint32_t rows = 1; rows <= all; ++rows) {
        const std::uint32_t others = rows & (rows - 1);
        for (std::size_t s = 0; s <= limit; ++s) {
            double least = s > 0 ? best[s - 1][others] + table.suppressed_row() : kNoClass;
            for (std::uint32_t part = others;; part = (part - 1) & others) {
                const std::uint32_t with_lowest = part | (rows ^ others);
                least = std::min(least, of_class[with_lowest] + best[s][others ^ part]);
                if (part == 0) {
                    break;
                }
            }
            best[s][rows] = least;
        }
    }
    double least = kNoClass;
    for (std::size_t s = 0; s <= limit && s < n; ++s) {  // no release without a class
        least = std::min(least, best[s][all]);
    }
    return least;
}

}  // namespace

std::optional<double> least_node_cell_loss(const Problem& problem) {
    const Lattice lattice = problem.lattice();
    double least = kNoClass;
    for (std::uint64_t rank = 0; rank < lattice.size().value(); ++rank) {
        least = std::min(least, least_cost(problem, TableAtNode(problem, lattice.node(rank))));
    }
    if (least == kNoClass) {
        return std::nullopt;
    }
    double weights = 0;
    for (const QuasiIdentifier& attribute : problem.quasi_identifiers) {
        weights += attribute.weight;
    }
    return least / (weights * static_cast<double>(problem.table.row_count()));
}

}  // namespace kanon::test
