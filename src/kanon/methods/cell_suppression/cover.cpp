// SPDX-License-Identifier: Apache-2.0
#include "kanon/methods/cell_suppression/cover.hpp"

#include "kanon/base/error.hpp"
#include "kanon/methods/parts/class_checker.hpp"
#include "kanon/methods/parts/cube.hpp"

#include <algorithm>
#include <queue>
#include <string>

namespace kanon {
namespace {

constexpr std::size_t kMostMembers = std::size_t{1} << 28U;  ///< 1 GiB of row types in cells

struct CoverCell {
    StarCost cost = 0;
    std::size_t next = 0;  ///< where the row types begin that may have uncovered rows
    std::size_t begin = 0;
    std::size_t end = 0;
    std::uint64_t rows = 0;
};

/// A cell as it stood when it was last counted.
struct Candidate {
    StarCost cost = 0;
    std::uint64_t fresh = 0;  ///< uncovered rows, 2k - 1 at most
    std::uint32_t cell = 0;

    /// Heap order: the least cost per uncovered row on top, then the first cell.
    friend bool operator<(const Candidate& a, const Candidate& b) {
        __extension__ using Wide = unsigned __int128;
        const Wide left = static_cast<Wide>(a.cost) * b.fresh;
        const Wide right = static_cast<Wide>(b.cost) * a.fresh;
        return left != right ? left > right : a.cell > b.cell;
    }
};

class CellCover {
public:
    CellCover(StarSearch& search, const Slots& slots, const CoverRules& rules)
        : search_(search),
          problem_(search.problem()),
          slots_(slots),
          rules_(rules),
          k_(problem_.least_class_rows()),
          most_(2 * k_ - 1),
          covered_(problem_.row_types.size(), 0),
          left_(problem_.row_types.row_count()) {}

    Cover run() {
        list_cells();
        search_.count("cells", cells_.size());
        std::priority_queue<Candidate> heap;
        for (std::uint32_t cell = 0; cell < cells_.size(); ++cell) {
            heap.push({.cost = cells_[cell].cost,
                       .fresh = std::min(cells_[cell].rows, most_),
                       .cell = cell});
        }
        std::uint64_t recounts = 0;
        while (left_ > 0 && !heap.empty()) {
            if (++recounts % kRecountsPerPoll == 0 && search_.context().should_stop()) {
                break;
            }
            Candidate top = heap.top();
            heap.pop();
            const std::uint64_t fresh = count_fresh(cells_[top.cell]);
            if (fresh == top.fresh) {
                take(cells_[top.cell]);
                top.fresh = count_fresh(cells_[top.cell]);
            } else {
                top.fresh = fresh;
            }
            if (top.fresh > 0) {
                heap.push(top);
            }
        }
        search_.count("cells_counted", recounts);
        return std::move(cover_);
    }

private:
    static constexpr std::uint64_t kRecountsPerPoll = 4096;

    [[nodiscard]] std::uint32_t fresh_rows(std::uint32_t type) const {
        return problem_.row_types.counts[type] - covered_[type];
    }

    /// True if the rows of a cell differ in every attribute that its pattern stars.
    static bool is_closed(const PackedTypes& packed,
                          std::span<const std::uint32_t> types,
                          Pattern stars) {
        Pattern unlike = 0;
        for (std::size_t i = 1; i < types.size() && unlike != stars; ++i) {
            unlike |= packed.difference(types[0], types[i]);
        }
        return unlike == stars;
    }

    void add_cells(Cube& cube, Pattern stars) {
        const Cells& cells = cube.cells(stars);
        for (std::size_t i = 0; i < cells.size(); ++i) {
            const auto types = cells.of(i);
            if (rules_.closed_only && stars != problem_.patterns.everything() &&
                !is_closed(cube.packed(), types, stars)) {
                continue;
            }
            const std::size_t begin = members_.size();
            members_.insert(members_.end(), types.begin(), types.end());
            cells_.push_back({.cost = search_.costs().of(stars),
                              .next = begin,
                              .begin = begin,
                              .end = members_.size(),
                              .rows = cells.rows[i]});
        }
        if (members_.size() > kMostMembers) {
            throw Error(ErrorCode::bad_policy,
                        std::string(rules_.closed_only ? "approx-cf" : "approx-fq") +
                            ": the cells of this table have too many rows to cover it by; ask for "
                            "a larger beta, fewer quasi-identifiers, or take approx-dr");
        }
    }

    void list_cells() {
        Cube cube(problem_.row_types, k_, search_.order());
        const Pattern everything = problem_.patterns.everything();
        for (const Pattern stars : search_.patterns_below(rules_.beta)) {
            if (search_.context().should_stop()) {
                break;
            }
            add_cells(cube, stars);
        }
        add_cells(cube, everything);
    }

    /// Uncovered rows of a cell, as far as they count.
    std::uint64_t count_fresh(CoverCell& cell) const {
        while (cell.next < cell.end && fresh_rows(members_[cell.next]) == 0) {
            ++cell.next;
        }
        std::uint64_t fresh = 0;
        for (std::size_t at = cell.next; at < cell.end && fresh < most_; ++at) {
            fresh += fresh_rows(members_[at]);
        }
        return std::min(fresh, most_);
    }

    /// Lines 6 to 13 of Fig. 9.
    void take(CoverCell& cell) {
        std::vector<std::uint32_t> set;
        for (std::size_t at = cell.next; at < cell.end && set.size() < most_; ++at) {
            const std::uint32_t type = members_[at];
            const std::uint32_t begin = slots_.first_of_type[type];
            while (fresh_rows(type) > 0 && set.size() < most_) {
                set.push_back(begin + covered_[type]++);
                --left_;
            }
        }
        const std::uint64_t wanted = cell.rows <= most_ ? cell.rows : k_;
        fill(cell, wanted, set);
        cover_.push_back(std::move(set));
    }

    /// Add covered rows, those of the last types first, until the set has as many as wanted.
    void fill(const CoverCell& cell, std::uint64_t wanted, std::vector<std::uint32_t>& set) const {
        if (set.size() >= wanted) {
            return;
        }
        std::vector<std::uint32_t> fresh = set;
        std::sort(fresh.begin(), fresh.end());
        for (std::size_t at = cell.begin; at < cell.end; ++at) {
            const std::uint32_t type = members_[at];
            for (std::uint32_t i = 0; i < covered_[type] && set.size() < wanted; ++i) {
                const std::uint32_t slot = slots_.first_of_type[type] + i;
                if (!std::binary_search(fresh.begin(), fresh.end(), slot)) {
                    set.push_back(slot);
                }
            }
        }
    }

    StarSearch& search_;
    const Problem& problem_;
    const Slots& slots_;
    CoverRules rules_;
    std::uint64_t k_;
    std::uint64_t most_;  ///< rows of a set
    std::vector<CoverCell> cells_;
    std::vector<std::uint32_t> members_;  ///< row types, cell after cell
    std::vector<std::uint32_t> covered_;  ///< per row type: so many of its first rows
    std::uint64_t left_;                  ///< uncovered rows
    Cover cover_;
};

}  // namespace

Slots::Slots(const Problem& problem) : first_of_type{0} {
    for (const std::uint32_t rows : problem.row_types.counts) {
        type_of_slot.insert(
            type_of_slot.end(), rows, static_cast<std::uint32_t>(first_of_type.size() - 1));
        first_of_type.push_back(static_cast<std::uint32_t>(type_of_slot.size()));
    }
}

Cover cover_by_cells(StarSearch& search, const Slots& slots, const CoverRules& rules) {
    return CellCover(search, slots, rules).run();
}

void require_plain_problem(std::string_view method, const Problem& problem) {
    if (problem.patterns.given) {
        throw Error(ErrorCode::bad_policy,
                    "method '" + std::string(method) +
                        "' unites classes, so it needs every pattern; take pattern-greedy or "
                        "approx-dr with `patterns`");
    }
    if (!ClassChecker(problem).rows_decide()) {
        throw Error(ErrorCode::bad_policy,
                    "method '" + std::string(method) +
                        "' counts rows, not persons; take pattern-greedy or approx-dr");
    }
}

}  // namespace kanon
