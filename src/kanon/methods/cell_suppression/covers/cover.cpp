// SPDX-License-Identifier: Apache-2.0
#include "kanon/methods/cell_suppression/covers/cover.hpp"

#include "kanon/base/error.hpp"
#include "kanon/methods/cell_suppression/patterns/cube.hpp"

#include <algorithm>
#include <queue>
#include <string>

namespace kanon::cell_suppression {
namespace {

constexpr std::size_t kMostMembers = std::size_t{1} << 28U;  ///< 1 GiB of row types in cells

/// A set as it stood when it was last counted.
struct Candidate {
    StarCost cost = 0;
    std::uint64_t fresh = 0;  ///< uncovered rows, 2k - 1 at most
    std::uint32_t set = 0;

    /// Heap order: the least cost per uncovered row on top, then the first set.
    friend bool operator<(const Candidate& a, const Candidate& b) {
        __extension__ using Wide = unsigned __int128;
        const Wide left = static_cast<Wide>(a.cost) * b.fresh;
        const Wide right = static_cast<Wide>(b.cost) * a.fresh;
        return left != right ? left > right : a.set > b.set;
    }
};

class GreedyCover {
public:
    GreedyCover(const RowsToCover& rows,
                const Slots& slots,
                const CoverSets& from,
                const RunContext& context)
        : context_(context),
          counts_(rows.counts),
          slots_(slots),
          from_(from),
          k_(rows.k),
          most_(2 * k_ - 1),
          covered_(counts_.size(), 0),
          left_(slots.type_of_slot.size()) {
        for (const CoverSets::Set& set : from.sets) {
            next_.push_back(set.begin);
        }
    }

    CountedCover run() {
        std::priority_queue<Candidate> heap;
        for (std::uint32_t set = 0; set < from_.sets.size(); ++set) {
            heap.push({.cost = from_.sets[set].cost,
                       .fresh = std::min(from_.sets[set].rows, most_),
                       .set = set});
        }
        std::uint64_t recounts = 0;
        while (left_ > 0 && !heap.empty()) {
            if (++recounts % kRecountsPerPoll == 0 && context_.should_stop()) {
                break;
            }
            Candidate top = heap.top();
            heap.pop();
            const std::uint64_t fresh = count_fresh(top.set);
            if (fresh == top.fresh) {
                take(top.set);
                top.fresh = count_fresh(top.set);
            } else {
                top.fresh = fresh;
            }
            if (top.fresh > 0) {
                heap.push(top);
            }
        }
        return {.cover = std::move(cover_), .recounts = recounts};
    }

private:
    static constexpr std::uint64_t kRecountsPerPoll = 4096;

    [[nodiscard]] std::uint32_t fresh_rows(std::uint32_t type) const {
        return counts_[type] - covered_[type];
    }

    /// Uncovered rows of a set, as far as they count.
    std::uint64_t count_fresh(std::uint32_t set) {
        std::size_t& next = next_[set];
        const std::size_t end = from_.sets[set].end;
        while (next < end && fresh_rows(from_.members[next]) == 0) {
            ++next;
        }
        std::uint64_t fresh = 0;
        for (std::size_t at = next; at < end && fresh < most_; ++at) {
            fresh += fresh_rows(from_.members[at]);
        }
        return std::min(fresh, most_);
    }

    /// Lines 6 to 13 of Fig. 9.
    void take(std::uint32_t set) {
        std::vector<std::uint32_t> taken;
        for (std::size_t at = next_[set]; at < from_.sets[set].end && taken.size() < most_; ++at) {
            const std::uint32_t type = from_.members[at];
            const std::uint32_t begin = slots_.first_of_type[type];
            while (fresh_rows(type) > 0 && taken.size() < most_) {
                taken.push_back(begin + covered_[type]++);
                --left_;
            }
        }
        const std::uint64_t rows = from_.sets[set].rows;
        fill(from_.sets[set], rows <= most_ ? rows : k_, taken);
        cover_.push_back(std::move(taken));
    }

    /// Add covered rows, those of the first types first, until there are as many as wanted.
    void fill(const CoverSets::Set& set,
              std::uint64_t wanted,
              std::vector<std::uint32_t>& taken) const {
        if (taken.size() >= wanted) {
            return;
        }
        std::vector<std::uint32_t> fresh = taken;
        std::sort(fresh.begin(), fresh.end());
        for (std::size_t at = set.begin; at < set.end; ++at) {
            const std::uint32_t type = from_.members[at];
            for (std::uint32_t i = 0; i < covered_[type] && taken.size() < wanted; ++i) {
                const std::uint32_t slot = slots_.first_of_type[type] + i;
                if (!std::binary_search(fresh.begin(), fresh.end(), slot)) {
                    taken.push_back(slot);
                }
            }
        }
    }

    const RunContext& context_;
    std::span<const std::uint32_t> counts_;
    const Slots& slots_;
    const CoverSets& from_;
    std::uint64_t k_;
    std::uint64_t most_;                  ///< rows of a set
    std::vector<std::size_t> next_;       ///< per set: where types with uncovered rows may begin
    std::vector<std::uint32_t> covered_;  ///< per row type: so many of its first rows
    std::uint64_t left_;                  ///< uncovered rows
    Cover cover_;
};

/// True if the rows of a cell differ in every attribute that its pattern stars.
bool is_closed(const PackedTypes& packed, std::span<const std::uint32_t> types, Pattern stars) {
    Pattern unlike = 0;
    for (std::size_t i = 1; i < types.size() && unlike != stars; ++i) {
        unlike |= packed.difference(types[0], types[i]);
    }
    return unlike == stars;
}

/// The cells of the patterns that `beta` leaves, and all rows.
class CellLister {
public:
    CellLister(StarSearch& search, const CoverRules& rules)
        : search_(search), task_(search.task()), rules_(rules) {}

    CoverSets run() {
        Cube cube(task_.row_types(), task_.least_class_rows(), search_.order());
        for (const Pattern stars : search_.patterns_below(rules_.beta)) {
            if (search_.context().should_stop()) {
                break;
            }
            add_cells(cube, stars);
        }
        add_cells(cube, task_.patterns.everything());
        return std::move(out_);
    }

private:
    void add_cells(Cube& cube, Pattern stars) {
        const Cells& cells = cube.cells(stars);
        for (std::size_t i = 0; i < cells.size(); ++i) {
            const auto types = cells.of(i);
            if (rules_.closed_only && stars != task_.patterns.everything() &&
                !is_closed(cube.packed(), types, stars)) {
                continue;
            }
            const std::size_t begin = out_.members.size();
            out_.members.insert(out_.members.end(), types.begin(), types.end());
            out_.sets.push_back({.cost = search_.costs().of(stars),
                                 .begin = begin,
                                 .end = out_.members.size(),
                                 .rows = cells.rows[i]});
        }
        if (out_.members.size() > kMostMembers) {
            throw Error(ErrorCode::bad_policy,
                        std::string(rules_.closed_only ? "approx-cf" : "approx-fq") +
                            ": the cells of this table have too many rows to cover it by; ask for "
                            "a larger beta, fewer quasi-identifiers, or take approx-dr");
        }
    }

    StarSearch& search_;
    const Task& task_;
    CoverRules rules_;
    CoverSets out_;
};

}  // namespace

Slots::Slots(const Task& task) : Slots(task.row_types().counts) {}

Slots::Slots(std::span<const std::uint32_t> rows_of_type) : first_of_type{0} {
    for (const std::uint32_t rows : rows_of_type) {
        type_of_slot.insert(
            type_of_slot.end(), rows, static_cast<std::uint32_t>(first_of_type.size() - 1));
        first_of_type.push_back(static_cast<std::uint32_t>(type_of_slot.size()));
    }
}

CountedCover cover_by_sets(const RowsToCover& rows,
                           const Slots& slots,
                           const CoverSets& from,
                           const RunContext& context) {
    return GreedyCover(rows, slots, from, context).run();
}

Cover cover_by_sets(StarSearch& search, const Slots& slots, const CoverSets& from) {
    CountedCover found = cover_by_sets(
        {.counts = search.task().row_types().counts, .k = search.task().least_class_rows()},
        slots,
        from,
        search.context());
    search.count("cells_counted", found.recounts);
    return std::move(found.cover);
}

Cover cover_by_cells(StarSearch& search, const Slots& slots, const CoverRules& rules) {
    const CoverSets cells = CellLister(search, rules).run();
    search.count("cells", cells.sets.size());
    return cover_by_sets(search, slots, cells);
}

void require_plain_problem(std::string_view method, const Task& task) {
    if (task.patterns.given) {
        throw Error(ErrorCode::bad_policy,
                    "method '" + std::string(method) +
                        "' unites classes, so it needs every pattern; take pattern-greedy or "
                        "approx-dr with `patterns`");
    }
    require_rows_alone(method, task);
}

}  // namespace kanon::cell_suppression
