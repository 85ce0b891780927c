// SPDX-License-Identifier: Apache-2.0
#include "kanon/methods/cell_suppression/graphs/aggarwal_forest.hpp"

#include "kanon/methods/cell_suppression/covers/cover.hpp"
#include "kanon/methods/cell_suppression/patterns/cube.hpp"
#include "kanon/methods/shared/disjoint_sets.hpp"

#include <algorithm>
#include <limits>
#include <numeric>
#include <utility>

namespace kanon::cell_suppression {
namespace {

constexpr std::uint32_t kNone = std::numeric_limits<std::uint32_t>::max();

class Grower {
public:
    explicit Grower(StarSearch& search)
        : search_(search),
          types_(search.task().row_types()),
          k_(search.task().least_class_rows()),
          cube_(types_, 2, search.order()),
          trees_(types_.size()),
          rows_(types_.counts.begin(), types_.counts.end()),
          members_(types_.size()) {
        for (std::uint32_t type = 0; type < types_.size(); ++type) {
            members_[type] = {type};
            settle_large(type);
        }
    }

    TypeForest grow() {
        for (const Pattern stars : search_.patterns()) {
            if (cube_.wanted_rows() == 0 || search_.context().should_stop()) {
                break;
            }
            join_within(stars);
        }
        if (!search_.context().should_stop()) {
            join_within(search_.task().patterns.everything());
        }
        out_.complete = cube_.wanted_rows() == 0;
        return std::move(out_);
    }

private:
    [[nodiscard]] bool is_small(std::uint32_t tree) const { return rows_[tree] < k_; }

    /// The types of a tree of k rows look for no others any more.
    void settle_large(std::uint32_t tree) {
        if (is_small(tree)) {
            return;
        }
        for (const std::uint32_t type : members_[tree]) {
            cube_.settle(type);
        }
        members_[tree].clear();
    }

    /// Two types of one cell that are in different trees, one of them small, differ in just what
    /// the pattern stars, up to attributes that cost nothing: what is cheaper came before.
    void join_within(Pattern stars) {
        const Cells& cells = cube_.cells(stars);
        for (std::size_t cell = 0; cell < cells.size(); ++cell) {
            const std::span<const std::uint32_t> types = cells.of(cell);
            for (std::size_t i = 1; i < types.size(); ++i) {
                join(types[i - 1], types[i]);
            }
        }
    }

    void join(std::uint32_t a, std::uint32_t b) {
        const std::uint32_t tree_a = trees_.find(a);
        const std::uint32_t tree_b = trees_.find(b);
        if (tree_a == tree_b || (!is_small(tree_a) && !is_small(tree_b))) {
            return;
        }
        out_.edges.push_back({.a = a, .b = b});
        out_.cost += search_.costs().of(cube_.packed().difference(a, b));
        trees_.join(a, b);
        const std::uint32_t tree = trees_.find(a);
        const std::uint32_t gone = tree == tree_a ? tree_b : tree_a;
        rows_[tree] += rows_[gone];
        members_[tree].insert(members_[tree].end(), members_[gone].begin(), members_[gone].end());
        members_[gone] = {};
        settle_large(tree);
    }

    StarSearch& search_;
    const RowTypes& types_;
    std::uint64_t k_;
    Cube cube_;
    DisjointSets trees_;
    std::vector<std::uint64_t> rows_;                  ///< per tree
    std::vector<std::vector<std::uint32_t>> members_;  ///< per tree of fewer than k rows
    TypeForest out_;
};

class AggarwalForest final : public Method {
public:
    [[nodiscard]] Outcome run(const Task& task, const RunContext& context) const override {
        require_plain_problem("aggarwal-forest", task);
        StarSearch search(task, TieOrder::last, context);
        const TypeForest forest = near_forest(search);
        if (!forest.complete) {
            return search.stopped();
        }
        search.count("edges", forest.edges.size());
        search.count("trees", task.row_types().size() - forest.edges.size());
        const Slots slots(task);
        return finish_sets(search, slots, cut_forest(search, forest));
    }
};

}  // namespace

TypeForest near_forest(StarSearch& search) {
    return Grower(search).grow();
}

std::vector<std::uint32_t> cut_forest(StarSearch& search, const TypeForest& forest) {
    const Task& task = search.task();
    std::vector<std::uint32_t> next(task.row_types().size(), 0);
    std::exclusive_scan(
        task.row_types().counts.begin(), task.row_types().counts.end(), next.begin(), 0U);
    std::vector<std::uint32_t> class_of_slot(task.row_types().row_count(), kNone);
    const PackedTypes packed(task.row_types());
    const auto cost = [&](const ForestPiece& piece) {
        Pattern stars = 0;
        for (const ForestPiece::Part& part : piece.parts) {
            stars |= packed.difference(piece.parts.front().node, part.node);
        }
        return piece.rows * search.costs().of(stars);
    };
    const std::vector<ForestPiece> classes = kanon::cut_forest(
        task.row_types().counts, forest.edges, {.k = task.least_class_rows()}, cost);
    for (std::uint32_t index = 0; index < classes.size(); ++index) {
        for (const ForestPiece::Part& part : classes[index].parts) {
            for (std::uint32_t i = 0; i < part.rows; ++i) {
                class_of_slot[next[part.node]++] = index;
            }
        }
    }
    return class_of_slot;
}

std::unique_ptr<Method> make_aggarwal_forest(const OptionMap& /*options*/) {
    return std::make_unique<AggarwalForest>();
}

}  // namespace kanon::cell_suppression
