// SPDX-License-Identifier: Apache-2.0
#include "kanon/methods/cell_suppression/covers/approx_naive.hpp"

#include "kanon/base/error.hpp"
#include "kanon/methods/cell_suppression/patterns/packed_types.hpp"

#include <algorithm>
#include <bit>
#include <string>

namespace kanon::cell_suppression {
namespace {

using RowSet = std::uint32_t;

RowSet first_of(RowSet rows) {
    return rows & (~rows + 1);
}

/// The costs of all sets, by their rows as bits: slot i is bit n - 1 - i, so that greater numbers
/// have the lesser lists of slots.
class SetCosts {
public:
    SetCosts(const Task& task, const PatternCosts& costs, const Slots& slots)
        : packed_(task.row_types()), costs_(costs), slots_(slots) {}

    [[nodiscard]] std::vector<StarCost> suppression_lengths() const {
        std::vector<Pattern> unlike(std::size_t{1} << slots_.type_of_slot.size(), 0);
        std::vector<StarCost> out(unlike.size(), 0);
        for (RowSet rows = 1; rows < unlike.size(); ++rows) {
            const RowSet others = rows ^ first_of(rows);
            if (others != 0) {
                unlike[rows] = unlike[others] | difference(first_of(rows), first_of(others));
                out[rows] = costs_.of(unlike[rows]);
            }
        }
        return out;
    }

    /// Those of a set without its first row, and without its second, have all pairs but one.
    [[nodiscard]] std::vector<StarCost> diameters() const {
        std::vector<StarCost> out(std::size_t{1} << slots_.type_of_slot.size(), 0);
        for (RowSet rows = 1; rows < out.size(); ++rows) {
            const RowSet first = first_of(rows);
            const RowSet others = rows ^ first;
            if (others != 0) {
                const RowSet second = first_of(others);
                const StarCost pair = costs_.of(difference(first, second));
                out[rows] = std::max({pair, out[others], out[rows ^ second]});
            }
        }
        return out;
    }

private:
    [[nodiscard]] std::uint32_t type_of(RowSet one) const {
        const std::size_t n = slots_.type_of_slot.size();
        return slots_.type_of_slot[n - 1 - static_cast<std::size_t>(std::countr_zero(one))];
    }

    [[nodiscard]] Pattern difference(RowSet one, RowSet other) const {
        return packed_.difference(type_of(one), type_of(other));
    }

    PackedTypes packed_;
    const PatternCosts& costs_;
    const Slots& slots_;
};

class ApproxNaive final : public Method {
public:
    [[nodiscard]] Outcome run(const Task& task, const RunContext& context) const override {
        require_plain_problem("approx-naive", task);
        require_few_rows("method 'approx-naive'", task, "approx-cf");
        StarSearch search(task, TieOrder::last, context);
        const Slots slots(task);
        const Cover cover = cover_by_all_sets(task, search.costs(), slots);
        search.count("sets", cover.size());
        const auto sets = convert(cover, task.row_types().row_count(), task.least_class_rows());
        return finish_sets(search, slots, sets);
    }
};

}  // namespace

void require_few_rows(std::string_view method, const Task& task, std::string_view instead) {
    const std::size_t rows = task.row_types().row_count();
    if (rows > kMostNaiveRows) {
        throw Error(ErrorCode::bad_policy,
                    std::string(method) + " goes over all sets of rows, so it takes " +
                        std::to_string(kMostNaiveRows) + " rows at most, not " +
                        std::to_string(rows) + "; take " + std::string(instead));
    }
}

Cover cover_by_all_sets(const Task& task,
                        const PatternCosts& costs,
                        const Slots& slots,
                        SetCost set_cost) {
    __extension__ using Wide = unsigned __int128;
    const std::size_t n = slots.type_of_slot.size();
    const std::uint64_t k = task.least_class_rows();
    const SetCosts of_sets(task, costs, slots);
    const std::vector<StarCost> cost =
        set_cost == SetCost::diameter ? of_sets.diameters() : of_sets.suppression_lengths();
    const auto all = static_cast<RowSet>(cost.size() - 1);
    Cover cover;
    for (RowSet left = all; left != 0;) {
        RowSet best = 0;
        for (RowSet rows = all; rows != 0; --rows) {
            const auto size = static_cast<std::uint64_t>(std::popcount(rows));
            const auto fresh = static_cast<Wide>(std::popcount(rows & left));
            if (size < k || size >= 2 * k || fresh == 0) {
                continue;
            }
            const auto best_fresh = static_cast<Wide>(std::popcount(best & left));
            if (best == 0 || cost[rows] * best_fresh < cost[best] * fresh) {
                best = rows;
            }
        }
        std::vector<std::uint32_t> set;
        for (std::uint32_t slot = 0; slot < n; ++slot) {
            if ((best >> (n - 1 - slot) & 1U) != 0) {
                set.push_back(slot);
            }
        }
        cover.push_back(std::move(set));
        left &= ~best;
    }
    return cover;
}

std::unique_ptr<Method> make_approx_naive(const OptionMap&) {
    return std::make_unique<ApproxNaive>();
}

}  // namespace kanon::cell_suppression
