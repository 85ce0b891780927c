// SPDX-License-Identifier: Apache-2.0
#include "kanon/methods/stars/graphs/aggarwal_forest.hpp"

#include "kanon/base/check.hpp"
#include "kanon/methods/stars/covers/cover.hpp"
#include "kanon/methods/stars/graphs/disjoint_sets.hpp"
#include "kanon/methods/stars/patterns/cube.hpp"

#include <algorithm>
#include <limits>
#include <numeric>
#include <utility>

namespace kanon::stars {
namespace {

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

/// Row types and how many rows of each.
struct Piece {
    struct CellShare {
        std::uint32_t type = 0;
        std::uint32_t rows = 0;
    };

    std::vector<CellShare> shares{};
    std::uint64_t rows = 0;

    void add(std::uint32_t type, std::uint64_t of_type) {
        shares.push_back({.type = type, .rows = static_cast<std::uint32_t>(of_type)});
        rows += of_type;
    }

    void add(Piece other) {
        shares.insert(shares.end(), other.shares.begin(), other.shares.end());
        rows += other.rows;
    }
};

constexpr std::uint32_t kNone = std::numeric_limits<std::uint32_t>::max();

/// The trees of a forest, each type with its way to the root, which is one with the most rows.
class RootedForest {
public:
    RootedForest(const TypeForest& forest, std::span<const std::uint32_t> counts)
        : parent(counts.size(), kNone),
          first_(counts.size() + 1, 0),
          ends_(2 * forest.edges.size()) {
        for (const auto& [a, b] : forest.edges) {
            ++first_[a];
            ++first_[b];
        }
        std::partial_sum(first_.begin(), first_.end(), first_.begin());
        for (const auto& [a, b] : forest.edges) {
            ends_[--first_[a]] = b;
            ends_[--first_[b]] = a;
        }
        std::vector<std::uint32_t> by_rows(counts.size());
        std::iota(by_rows.begin(), by_rows.end(), 0U);
        std::stable_sort(
            by_rows.begin(), by_rows.end(), [counts](std::uint32_t a, std::uint32_t b) {
                return counts[a] > counts[b];
            });
        std::vector<bool> seen(counts.size(), false);
        for (const std::uint32_t root : by_rows) {
            if (!seen[root]) {
                visit(root, seen);
            }
        }
        std::reverse(order.begin(), order.end());
    }

    std::vector<std::uint32_t> parent;  ///< kNone: a root
    std::vector<std::uint32_t> order;   ///< tree after tree, parents after all that hangs on them

private:
    void visit(std::uint32_t root, std::vector<bool>& seen) {
        seen[root] = true;
        order.push_back(root);
        for (std::size_t at = order.size() - 1; at < order.size(); ++at) {
            const std::uint32_t type = order[at];
            for (std::uint32_t i = first_[type]; i < first_[type + 1]; ++i) {
                const std::uint32_t next = ends_[i];
                if (!seen[next]) {
                    seen[next] = true;
                    parent[next] = type;
                    order.push_back(next);
                }
            }
        }
    }

    std::vector<std::uint32_t> first_;  ///< per type: its neighbours in `ends_`; one more
    std::vector<std::uint32_t> ends_;
};

/// Goes up the trees. What hangs on a type and has k rows becomes classes; less than k rows go on
/// to its parent. A type of k rows or more is a root: two of them are never in one tree.
class Cutter {
public:
    Cutter(StarSearch& search, const TypeForest& forest)
        : counts_(search.task().row_types().counts),
          k_(search.task().least_class_rows()),
          costs_(search.costs()),
          packed_(search.task().row_types()),
          rooted_(forest, counts_),
          hanging_(counts_.size()),
          beside_(counts_.size(), kNone) {}

    std::vector<Piece> cut() {
        for (const std::uint32_t type : rooted_.order) {
            pass(type);
        }
        return std::move(classes_);
    }

private:
    void pass(std::uint32_t type) {
        Piece rest = group(type);
        const std::uint32_t parent = rooted_.parent[type];
        const std::uint64_t own = counts_[type];
        if (rest.rows + own < k_) {
            rest.add(type, own);
            if (parent == kNone) {
                join_beside(std::move(rest));
            } else {
                hanging_[parent].push_back(std::move(rest));
            }
            return;
        }
        const std::uint64_t lent = rest.rows == 0 ? 0 : k_ - rest.rows;
        if (rest.rows > 0 && own >= lent + k_) {
            rest.add(type, lent);
            make_class(std::move(rest), type);
            rest = {};
            rest.add(type, own - lent);
        } else {
            rest.add(type, own);
        }
        make_class(std::move(rest), type);
        if (parent != kNone) {
            beside_[parent] = beside_[type];
        }
    }

    /// Classes of what hangs on a type, without it; what is left over has fewer than k rows.
    Piece group(std::uint32_t type) {
        Piece current;
        for (Piece& piece : hanging_[type]) {
            current.add(std::move(piece));
            if (current.rows >= k_) {
                make_class(std::exchange(current, {}), type);
            }
        }
        hanging_[type] = {};
        return current;
    }

    void make_class(Piece made, std::uint32_t type) {
        beside_[type] = static_cast<std::uint32_t>(classes_.size());
        classes_.push_back(std::move(made));
    }

    [[nodiscard]] StarCost cost_of(const Piece& piece) const {
        Pattern stars = 0;
        for (const Piece::CellShare& share : piece.shares) {
            stars |= packed_.difference(piece.shares.front().type, share.type);
        }
        return piece.rows * costs_.of(stars);
    }

    /// The rows that are left at a root join the class beside them that they make dearer by least.
    void join_beside(Piece rest) {
        std::uint32_t best = kNone;
        StarCost least = std::numeric_limits<StarCost>::max();
        for (const Piece::CellShare& share : rest.shares) {
            const std::uint32_t beside = beside_[share.type];
            if (beside == kNone) {
                continue;
            }
            Piece joined = classes_[beside];
            joined.add(rest);
            const StarCost more = cost_of(joined) - cost_of(classes_[beside]);
            if (more < least) {
                least = more;
                best = beside;
            }
        }
        KANON_CHECK(best != kNone);  // its tree has k rows, so some class was cut from it
        classes_[best].add(std::move(rest));
    }

    std::span<const std::uint32_t> counts_;
    std::uint64_t k_;
    const PatternCosts& costs_;
    PackedTypes packed_;
    RootedForest rooted_;
    std::vector<std::vector<Piece>> hanging_;  ///< per type
    std::vector<std::uint32_t> beside_;        ///< per type: a class that was cut off next to it
    std::vector<Piece> classes_;
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
        return search.finish(partition_of_sets(task, slots, cut_forest(search, forest)));
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
    const std::vector<Piece> classes = Cutter(search, forest).cut();
    for (std::uint32_t index = 0; index < classes.size(); ++index) {
        for (const Piece::CellShare& share : classes[index].shares) {
            for (std::uint32_t i = 0; i < share.rows; ++i) {
                class_of_slot[next[share.type]++] = index;
            }
        }
    }
    return class_of_slot;
}

std::unique_ptr<Method> make_aggarwal_forest(const OptionMap& /*options*/) {
    return std::make_unique<AggarwalForest>();
}

}  // namespace kanon::stars
