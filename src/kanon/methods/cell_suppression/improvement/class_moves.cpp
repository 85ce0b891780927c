// SPDX-License-Identifier: Apache-2.0
#include "kanon/methods/cell_suppression/improvement/class_moves.hpp"

#include "kanon/task/class_checker.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace kanon::cell_suppression {
namespace {

/// Rows of a type, and the class that they are to go to.
struct RowMove {
    TypeRows share;
    std::uint32_t to = 0;
};

class Mover {
public:
    Mover(const PolishScope& scope, ChangingClasses& classes)
        : scope_(scope),
          classes_(classes),
          checker_(scope.task),
          least_rows_(scope.task.least_class_rows()) {}

    std::uint64_t run() {
        for (std::uint64_t before = changes_ + 1; before != changes_;) {
            before = changes_;
            patterns_ = classes_.patterns();
            release_starred();
            for (std::uint32_t index = 0; index < classes_.size(); ++index) {
                if (scope_.context.should_stop()) {
                    return changes_;
                }
                improve(index);
            }
        }
        return changes_;
    }

private:
    void improve(std::uint32_t index) {
        if (classes_.cost_above_least(index) == 0) {
            return;
        }
        spare_rows(index);
        if (!dissolve(index)) {
            tighten(index);
            split(index);
        }
    }

    /// The cheapest class that shows the values of a type, other than `not_this`, if rows there
    /// cost less than `below`.
    std::optional<std::uint32_t> cheapest(std::uint32_t type,
                                          StarCost below,
                                          std::optional<std::uint32_t> not_this) {
        for (const Pattern stars : patterns_) {
            if (scope_.costs.of(stars) >= below) {
                break;
            }
            const std::optional<std::uint32_t> found = classes_.find(stars, type);
            if (found && found != not_this) {
                return found;
            }
        }
        return std::nullopt;
    }

    /// True if every model holds for a class of these rows.
    bool holds(std::span<const TypeRows> shares, std::uint64_t rows) {
        if (checker_.rows_decide()) {
            return checker_.rows_hold(rows);
        }
        types_.clear();
        std::transform(shares.begin(), shares.end(), std::back_inserter(types_), [](TypeRows of) {
            return of.type;
        });
        const std::span<const std::uint32_t> types = types_;
        return checker_.holds(rows, std::span(&types, 1));
    }

    static std::vector<TypeRows> without(const std::vector<TypeRows>& from, std::uint32_t type) {
        std::vector<TypeRows> out = from;
        std::erase_if(out, [type](const TypeRows& share) { return share.type == type; });
        return out;
    }

    /// True if a class holds with these rows as well.
    bool holds_with(std::uint32_t index, std::span<const TypeRows> more) {
        if (checker_.rows_decide()) {
            return true;
        }
        std::vector<TypeRows> shares = classes_[index].types;
        std::uint64_t rows = classes_[index].rows;
        for (const TypeRows& share : more) {
            shares.push_back(share);
            rows += share.rows;
        }
        return holds(shares, rows);
    }

    /// How many of these rows the class can do without.
    std::uint32_t spare(const ChangingClass& of, TypeRows share) {
        if (!checker_.rows_decide()) {
            const bool rest_holds =
                of.rows > share.rows && holds(without(of.types, share.type), of.rows - share.rows);
            return rest_holds ? share.rows : 0;
        }
        const std::uint64_t more = of.rows > least_rows_ ? of.rows - least_rows_ : 0;
        return static_cast<std::uint32_t>(std::min<std::uint64_t>(more, share.rows));
    }

    void spare_rows(std::uint32_t index) {
        const std::vector<TypeRows> shares = classes_[index].types;
        for (const TypeRows& share : shares) {
            if (scope_.least_costs[share.type] >= classes_[index].cost) {
                continue;
            }
            const auto to = cheapest(share.type, classes_[index].cost, index);
            if (!to) {
                continue;
            }
            const TypeRows moved{.type = share.type, .rows = spare(classes_[index], share)};
            if (moved.rows > 0 && holds_with(*to, std::span(&moved, 1))) {
                classes_.take(index, moved);
                classes_.add(classes_[*to].stars, moved);
                ++changes_;
            }
        }
    }

    /// How many of these rows need not be starred throughout: as spare(), but for rows that may be
    /// suppressed.
    std::uint32_t spare_starred(TypeRows share) {
        const ChangingClass& starred = classes_.starred();
        const bool suppressed = starred.rows <= scope_.task.suppression_limit;
        return suppressed ? share.rows : spare(starred, share);
    }

    void release_starred() {
        const std::vector<TypeRows> shares = classes_.starred().types;
        for (const TypeRows& share : shares) {
            const auto to = cheapest(share.type, classes_.starred().cost, std::nullopt);
            if (!to) {
                continue;
            }
            const TypeRows moved{.type = share.type, .rows = spare_starred(share)};
            if (moved.rows > 0 && holds_with(*to, std::span(&moved, 1))) {
                classes_.take_starred(moved);
                classes_.add(classes_[*to].stars, moved);
                ++changes_;
            }
        }
    }

    /// Where the rows of a class would go, if that costs less than now.
    std::vector<RowMove> ways_out(std::uint32_t index) {
        const ChangingClass& from = classes_[index];
        StarCost left = from.rows * from.cost;
        std::vector<RowMove> out;
        for (const TypeRows& share : from.types) {
            const auto to = cheapest(share.type, left / share.rows + 1, index);
            if (!to || classes_[*to].cost * share.rows > left) {
                return {};
            }
            left -= classes_[*to].cost * share.rows;
            out.push_back({.share = share, .to = *to});
        }
        return left > 0 ? out : std::vector<RowMove>{};
    }

    bool dissolve(std::uint32_t index) {
        const std::vector<RowMove> moves = ways_out(index);
        std::map<std::uint32_t, std::vector<TypeRows>> joining;
        for (const RowMove& move : moves) {
            joining[move.to].push_back(move.share);
        }
        for (const auto& [to, shares] : joining) {
            if (!holds_with(to, shares)) {
                return false;
            }
        }
        if (moves.empty()) {
            return false;
        }
        classes_.clear(index);
        for (const RowMove& move : moves) {
            classes_.add(classes_[move.to].stars, move.share);
        }
        ++changes_;
        return true;
    }

    /// The cheapest pattern of the mask for a class of these rows.
    Pattern tightest(std::span<const TypeRows> shares, Pattern now) {
        Pattern varies = 0;
        for (const TypeRows& share : shares) {
            varies |= scope_.packed.difference(shares.front().type, share.type);
        }
        if (scope_.task.patterns.allows(varies)) {
            return varies;
        }
        const auto found =
            std::find_if(scope_.patterns.begin(), scope_.patterns.end(), [&](Pattern stars) {
                return (varies & ~stars) == 0 && (stars & ~now) == 0;
            });
        return found != scope_.patterns.end() ? *found : now;
    }

    void tighten(std::uint32_t index) {
        const std::vector<TypeRows> shares = classes_[index].types;
        const Pattern stars = tightest(shares, classes_[index].stars);
        if (scope_.costs.of(stars) < classes_[index].cost) {
            move_all(index, shares, stars);
            ++changes_;
        }
    }

    struct Split {
        StarCost gain = 0;
        std::vector<TypeRows> part{};
        std::vector<TypeRows> rest{};
        Pattern part_stars = 0;
        Pattern rest_stars = 0;
    };

    static std::uint64_t rows_of(std::span<const TypeRows> shares) {
        std::uint64_t rows = 0;
        for (const TypeRows& share : shares) {
            rows += share.rows;
        }
        return rows;
    }

    /// The rows of one value apart from the others.
    void consider(const ChangingClass& from, Split split, Split& best) {
        const std::uint64_t part = rows_of(split.part);
        const std::uint64_t rest = from.rows - part;
        if (!holds(split.part, part) || !holds(split.rest, rest)) {
            return;
        }
        split.part_stars = tightest(split.part, from.stars);
        split.rest_stars = tightest(split.rest, from.stars);
        const StarCost cost =
            part * scope_.costs.of(split.part_stars) + rest * scope_.costs.of(split.rest_stars);
        const StarCost now = from.rows * from.cost;
        if (cost < now && now - cost > best.gain) {
            split.gain = now - cost;
            best = std::move(split);
        }
    }

    Split best_split(const ChangingClass& from) {
        Split best;
        for (std::size_t j = 0; j < scope_.task.row_types().attribute_count(); ++j) {
            if ((from.stars >> j & 1U) == 0) {
                continue;
            }
            const CodeVector& codes = scope_.task.row_types().columns[j];
            std::map<Code, std::vector<TypeRows>> by_value;
            for (const TypeRows& share : from.types) {
                by_value[codes[share.type]].push_back(share);
            }
            for (auto& [value, part] : by_value) {
                Split split;
                std::copy_if(from.types.begin(),
                             from.types.end(),
                             std::back_inserter(split.rest),
                             [&codes, other = value](const TypeRows& share) {
                                 return codes[share.type] != other;
                             });
                split.part = std::move(part);
                consider(from, std::move(split), best);
            }
        }
        return best;
    }

    void split(std::uint32_t index) {
        if (classes_[index].rows < 2 * least_rows_) {
            return;
        }
        const Split found = best_split(classes_[index]);
        if (found.gain > 0) {
            move_all(index, found.part, found.part_stars);
            move_all(index, found.rest, found.rest_stars);
            ++changes_;
        }
    }

    void move_all(std::uint32_t index, std::span<const TypeRows> shares, Pattern stars) {
        for (const TypeRows& share : shares) {
            classes_.take(index, share);
            classes_.add(stars, share);
        }
    }

    const PolishScope& scope_;
    ChangingClasses& classes_;
    ClassChecker checker_;
    std::uint64_t least_rows_;
    std::vector<Pattern> patterns_;  ///< in use at the start of the round
    std::vector<std::uint32_t> types_;
    std::uint64_t changes_ = 0;
};

}  // namespace

std::uint64_t move_rows(const PolishScope& scope, ChangingClasses& classes) {
    return Mover(scope, classes).run();
}

}  // namespace kanon::cell_suppression
