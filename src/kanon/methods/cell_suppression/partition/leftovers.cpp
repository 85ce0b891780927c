// SPDX-License-Identifier: Apache-2.0
#include "kanon/methods/cell_suppression/partition/leftovers.hpp"

#include "kanon/task/class_checker.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <optional>
#include <unordered_map>
#include <utility>

namespace kanon::cell_suppression {
namespace {

constexpr std::size_t kMostFounded = 256;  ///< patterns tried for a new class
constexpr StarCost kNever = std::numeric_limits<StarCost>::max();

/// A way to place a left-over type.
struct Place {
    StarCost cost = kNever;              ///< more than now, over all rows concerned
    Pattern stars = 0;                   ///< of the class it will be in
    std::optional<std::uint32_t> joins;  ///< else it founds a class
};

class Placer {
public:
    Placer(const Task& task,
           const PackedTypes& packed,
           std::span<const Pattern> patterns,
           const PatternCosts& costs,
           StarPartition& partition)
        : task_(task),
          packed_(packed),
          patterns_(patterns),
          costs_(costs),
          partition_(partition),
          checker_(task),
          least_rows_(task.least_class_rows()),
          staying_(task.row_types().counts) {
        for (const StarPartition::Move& move : partition.moves) {
            staying_[move.type] -= move.rows;
        }
        for (std::uint32_t type = 0; type < staying_.size(); ++type) {
            if (partition.class_of_type[type] == kSuppressedClass && staying_[type] > 0) {
                leftovers_.push_back(type);
                left_ += staying_[type];
            }
        }
    }

    std::uint64_t run(const RunContext& context) {
        if (left_ > task_.suppression_limit && !checker_.rows_decide()) {
            list_types_of_classes();
        }
        // What finds no place may find one once others have theirs.
        for (std::uint64_t before = left_ + 1; left_ < before;) {
            before = left_;
            pass(context);
        }
        return left_;
    }

private:
    void pass(const RunContext& context) {
        for (const std::uint32_t type : leftovers_) {
            if (left_ <= task_.suppression_limit || context.should_stop()) {
                return;
            }
            if (partition_.class_of_type[type] == kSuppressedClass) {
                place(type);
            }
        }
    }

    void list_types_of_classes() {
        types_of_class_.resize(partition_.stars.size());
        for (std::uint32_t type = 0; type < staying_.size(); ++type) {
            if (partition_.class_of_type[type] != kSuppressedClass) {
                types_of_class_[partition_.class_of_type[type]].push_back(type);
            }
        }
    }

    /// The cheapest pattern of the mask that stars all of these.
    Pattern widened(Pattern stars) {
        const auto [at, is_new] = widened_.try_emplace(stars, task_.patterns.everything());
        if (is_new && task_.patterns.allows(stars)) {
            at->second = stars;
        } else if (is_new) {
            const auto found =
                std::find_if(patterns_.begin(), patterns_.end(), [stars](Pattern pattern) {
                    return (pattern & stars) == stars;
                });
            at->second = found != patterns_.end() ? *found : at->second;
        }
        return at->second;
    }

    [[nodiscard]] bool is_allowed(Pattern stars) const {
        return stars != task_.patterns.everything() || task_.patterns.all_star == AllStar::as_class;
    }

    bool would_hold(std::uint32_t index, std::uint32_t type) {
        if (checker_.rows_decide()) {
            return true;
        }
        const std::array<std::span<const std::uint32_t>, 2> pieces{types_of_class_[index],
                                                                   std::span(&type, 1)};
        return checker_.holds(partition_.rows[index] + staying_[type], pieces);
    }

    Place best_class(std::uint32_t type) {
        Place best;
        for (std::uint32_t index = 0; index < partition_.stars.size(); ++index) {
            if (partition_.rows[index] == 0) {
                continue;
            }
            const Pattern now = partition_.stars[index];
            const Pattern wide = widened(now | packed_.difference(type, partition_.member[index]));
            const StarCost cost = partition_.rows[index] * (costs_.of(wide) - costs_.of(now)) +
                                  staying_[type] * costs_.of(wide);
            if (cost < best.cost && is_allowed(wide) && would_hold(index, type)) {
                best = {.cost = cost, .stars = wide, .joins = index};
            }
        }
        return best;
    }

    /// Rows that the class of a type can do without, of that type.
    [[nodiscard]] std::uint64_t spare_rows(std::uint32_t type) const {
        const std::uint32_t index = partition_.class_of_type[type];
        if (index == kSuppressedClass) {
            return 0;
        }
        const std::uint64_t spare =
            partition_.rows[index] > least_rows_ ? partition_.rows[index] - least_rows_ : 0;
        return std::min<std::uint64_t>(spare, staying_[type]);
    }

    struct Gift {
        StarCost now = 0;  ///< of a row of its class
        std::uint32_t type = 0;
        Pattern differs = 0;
    };

    /// Gifts, those of the dearest classes first, then by type; and the rows they may come to by
    /// what they differ in.
    struct Gifts {
        std::vector<Gift> all;
        std::vector<std::pair<Pattern, std::uint64_t>> rows_of_difference;

        [[nodiscard]] std::uint64_t rows(Pattern stars) const {
            std::uint64_t sum = 0;
            for (const auto& [differs, rows] : rows_of_difference) {
                sum += (differs & ~stars) == 0 ? rows : 0;
            }
            return sum;
        }
    };

    /// Types that may give rows to a class around `type`.
    Gifts gifts_for(std::uint32_t type) {
        Gifts out;
        std::unordered_map<Pattern, std::uint64_t> rows_of_difference;
        for (std::uint32_t other = 0; other < staying_.size(); ++other) {
            const std::uint64_t rows = other == type ? 0 : spare_rows(other);
            if (rows > 0) {
                const Pattern differs = packed_.difference(type, other);
                const Pattern stars = partition_.stars[partition_.class_of_type[other]];
                out.all.push_back({.now = costs_.of(stars), .type = other, .differs = differs});
                rows_of_difference[differs] += rows;
            }
        }
        std::stable_sort(out.all.begin(), out.all.end(), [](const Gift& a, const Gift& b) {
            return a.now > b.now;
        });
        out.rows_of_difference.assign(rows_of_difference.begin(), rows_of_difference.end());
        return out;
    }

    /// The left-over types that a class around `type` would serve, itself among them.
    [[nodiscard]] std::vector<std::uint32_t> founders(std::uint32_t type, Pattern stars) const {
        std::vector<std::uint32_t> out;
        for (const std::uint32_t other : leftovers_) {
            if (partition_.class_of_type[other] == kSuppressedClass &&
                (packed_.difference(type, other) & ~stars) == 0) {
                out.push_back(other);
            }
        }
        return out;
    }

    /// Gifts of least cost that make up `needed` rows, as moves; none if there are too few, or
    /// their cost and `cost` are not below `limit`.
    class Collector {
    public:
        Collector(const Placer& placer, Pattern stars, std::uint64_t needed, StarCost cost)
            : placer_(placer), stars_(stars), needed_(needed), cost_(cost) {}

        std::optional<std::vector<StarPartition::Move>> run(const Gifts& from, StarCost limit) {
            if (from.rows(stars_) < needed_) {
                return std::nullopt;
            }
            const StarCost row_cost = placer_.costs_.of(stars_);
            // Rows that cost no more than now come first, by type.
            const auto dearer =
                std::partition_point(from.all.begin(), from.all.end(), [&](const Gift& gift) {
                    return gift.now >= row_cost;
                });
            std::vector<Gift> free;
            std::copy_if(
                from.all.begin(), dearer, std::back_inserter(free), [this](const Gift& gift) {
                    return (gift.differs & ~stars_) == 0;
                });
            std::sort(free.begin(), free.end(), [](const Gift& a, const Gift& b) {
                return a.type < b.type;
            });
            for (auto gift = free.begin(); gift != free.end() && needed_ > 0; ++gift) {
                take(*gift, 0);
            }
            for (auto gift = dearer;
                 gift != from.all.end() && needed_ > 0 && cost_ + row_cost - gift->now < limit;
                 ++gift) {
                take(*gift, row_cost - gift->now);
            }
            return needed_ > 0 || cost_ >= limit ? std::nullopt : std::optional(std::move(moves_));
        }

        [[nodiscard]] StarCost cost() const { return cost_; }

    private:
        void take(const Gift& gift, StarCost more) {
            if ((gift.differs & ~stars_) != 0) {
                return;
            }
            const std::uint32_t index = placer_.partition_.class_of_type[gift.type];
            std::uint64_t& given = given_[index];
            const std::uint64_t spare =
                placer_.partition_.rows[index] - placer_.least_rows_ - given;
            const std::uint64_t rows =
                std::min({spare, std::uint64_t{placer_.staying_[gift.type]}, needed_});
            if (rows > 0) {
                moves_.push_back({.type = gift.type, .rows = static_cast<std::uint32_t>(rows)});
                given += rows;
                needed_ -= rows;
                cost_ += rows * more;
            }
        }

        const Placer& placer_;
        Pattern stars_;
        std::uint64_t needed_;
        StarCost cost_;
        std::unordered_map<std::uint32_t, std::uint64_t> given_;  ///< per class
        std::vector<StarPartition::Move> moves_;
    };

    /// Found a class with this pattern around a type, or say what that would cost if it is below a
    /// limit.
    StarCost found(std::uint32_t type,
                   Pattern stars,
                   const Gifts& gifts,
                   std::optional<StarCost> limit) {
        const std::vector<std::uint32_t> first = founders(type, stars);
        std::uint64_t rows = 0;
        for (const std::uint32_t founder : first) {
            rows += staying_[founder];
        }
        Collector collector(*this,
                            stars,
                            least_rows_ - std::min(rows, least_rows_),
                            staying_[type] * costs_.of(stars));
        const auto moves = collector.run(gifts, limit.value_or(kNever));
        if (!moves) {
            return kNever;
        }
        if (!limit) {
            const std::uint32_t index = partition_.add_class(stars, type);
            for (const std::uint32_t founder : first) {
                enter(founder, index);
            }
            for (StarPartition::Move move : *moves) {
                move.to = index;
                partition_.rows[partition_.class_of_type[move.type]] -= move.rows;
                partition_.rows[index] += move.rows;
                staying_[move.type] -= move.rows;
                partition_.moves.push_back(move);
            }
        }
        return collector.cost();
    }

    /// The best new class for a type that costs less than `best`.
    Place best_founded(std::uint32_t type, const Gifts& gifts, Place best) {
        std::vector<std::pair<StarCost, Pattern>> tried;
        const auto consider = [&](Pattern differs) {
            const Pattern stars = widened(differs);
            if (is_allowed(stars)) {
                tried.emplace_back(costs_.of(stars), stars);
            }
        };
        for (const auto& [differs, rows] : gifts.rows_of_difference) {
            consider(differs);
        }
        for (const std::uint32_t other : leftovers_) {
            consider(packed_.difference(type, other));
        }
        std::sort(tried.begin(), tried.end());
        tried.erase(std::unique(tried.begin(), tried.end()), tried.end());
        tried.resize(std::min(tried.size(), kMostFounded));
        for (const auto& [of_row, stars] : tried) {
            if (of_row * staying_[type] >= best.cost) {
                break;
            }
            const StarCost cost = found(type, stars, gifts, best.cost);
            if (cost < best.cost) {
                best = {.cost = cost, .stars = stars, .joins = std::nullopt};
            }
        }
        return best;
    }

    void enter(std::uint32_t type, std::uint32_t index) {
        partition_.class_of_type[type] = index;
        partition_.rows[index] += staying_[type];
        left_ -= staying_[type];
        if (!types_of_class_.empty()) {
            types_of_class_[index].push_back(type);
        }
    }

    void place(std::uint32_t type) {
        Place best = best_class(type);
        Gifts gifts;
        if (checker_.rows_decide()) {
            gifts = gifts_for(type);
            best = best_founded(type, gifts, best);
        }
        if (best.cost == kNever) {
            return;
        }
        if (best.joins) {
            partition_.stars[*best.joins] = best.stars;
            enter(type, *best.joins);
        } else {
            static_cast<void>(found(type, best.stars, gifts, std::nullopt));
        }
    }

    const Task& task_;
    const PackedTypes& packed_;
    std::span<const Pattern> patterns_;
    const PatternCosts& costs_;
    StarPartition& partition_;
    ClassChecker checker_;
    std::uint64_t least_rows_;
    std::vector<std::uint32_t> staying_;  ///< per type: rows that are not moved
    std::vector<std::uint32_t> leftovers_;
    std::uint64_t left_ = 0;
    std::unordered_map<Pattern, Pattern> widened_;
    std::vector<std::vector<std::uint32_t>> types_of_class_;  ///< where models look beyond rows
};

}  // namespace

std::uint64_t place_leftovers(const Task& task,
                              const PackedTypes& packed,
                              std::span<const Pattern> patterns,
                              const PatternCosts& costs,
                              const RunContext& context,
                              StarPartition& partition) {
    return Placer(task, packed, patterns, costs, partition).run(context);
}

}  // namespace kanon::cell_suppression
