// SPDX-License-Identifier: Apache-2.0
#include "kanon/methods/cell_suppression/unification/pattern_choice.hpp"

#include <algorithm>
#include <numeric>
#include <span>
#include <unordered_map>

namespace kanon::cell_suppression {
namespace {

class PatternChooser {
public:
    PatternChooser(const CorrectPartition& partition,
                   const GrownPatterns& grown,
                   const PatternCosts& costs,
                   std::uint64_t least_rows)
        : groups_(partition.groups),
          grown_(grown),
          least_rows_(least_rows),
          order_(grown.patterns.size()),
          taken_(grown.patterns.size(), 0),
          parts_(groups_.size()) {
        std::iota(order_.begin(), order_.end(), 0U);
        std::stable_sort(order_.begin(), order_.end(), [&](std::uint32_t a, std::uint32_t b) {
            const GrownPattern& one = grown.patterns[a];
            const GrownPattern& other = grown.patterns[b];
            const StarCost cost = costs.of(one.stars);
            const StarCost other_cost = costs.of(other.stars);
            return cost != other_cost ? cost < other_cost : one.rows > other.rows;
        });
        left_.reserve(groups_.size());
        for (const RecordGroup& group : groups_) {
            left_.push_back(group.rows);
        }
    }

    PatternChoice run() {
        count_overlapping();
        for (const std::uint32_t pattern : order_) {
            if (rows_left(pattern) >= least_rows_) {
                take_left(pattern);
            }
        }
        join_chosen();
        for (const std::uint32_t pattern : order_) {
            fill(pattern);
        }
        return result();
    }

private:
    [[nodiscard]] std::span<const std::uint32_t> members(std::uint32_t pattern) const {
        const GrownPattern& one = grown_.patterns[pattern];
        return std::span(grown_.members).subspan(one.begin, one.end - one.begin);
    }

    [[nodiscard]] std::uint64_t rows_left(std::uint32_t pattern) const {
        std::uint64_t rows = 0;
        for (const std::uint32_t group : members(pattern)) {
            rows += left_[group];
        }
        return rows;
    }

    void give(std::uint32_t group, std::uint32_t pattern, std::uint32_t rows) {
        parts_[group].push_back({.group = group, .pattern = pattern, .rows = rows});
        taken_[pattern] += rows;
    }

    void take_left(std::uint32_t pattern) {
        for (const std::uint32_t group : members(pattern)) {
            if (left_[group] > 0) {
                give(group, pattern, left_[group]);
                left_[group] = 0;
            }
        }
    }

    void join_chosen() {
        for (const std::uint32_t pattern : order_) {
            if (taken_[pattern] > 0) {
                take_left(pattern);
            }
        }
    }

    /// Make a pattern of records that have none a class, with what others can spare.
    void fill(std::uint32_t pattern) {
        const std::uint64_t own = rows_left(pattern);
        if (own == 0) {
            return;
        }
        std::uint64_t needed = least_rows_ - std::min(own, least_rows_);
        std::unordered_map<std::uint32_t, std::uint64_t> given;  // per pattern
        std::vector<PatternChoice::Part> gifts;
        for (const std::uint32_t group : members(pattern)) {
            for (const PatternChoice::Part& part : parts_[group]) {
                std::uint64_t& of_giver = given[part.pattern];
                const std::uint64_t spare = taken_[part.pattern] - least_rows_ - of_giver;
                const auto rows =
                    static_cast<std::uint32_t>(std::min({spare, std::uint64_t{part.rows}, needed}));
                if (rows > 0) {
                    gifts.push_back({.group = group, .pattern = part.pattern, .rows = rows});
                    of_giver += rows;
                    needed -= rows;
                }
            }
        }
        if (needed == 0) {
            take_left(pattern);
            for (const PatternChoice::Part& gift : gifts) {
                move_rows(gift, pattern);
            }
        }
    }

    void move_rows(const PatternChoice::Part& gift, std::uint32_t to) {
        std::vector<PatternChoice::Part>& parts = parts_[gift.group];
        const auto from = std::ranges::find(parts, gift.pattern, &PatternChoice::Part::pattern);
        from->rows -= gift.rows;
        taken_[gift.pattern] -= gift.rows;
        if (from->rows == 0) {
            parts.erase(from);
        }
        give(gift.group, to, gift.rows);
    }

    void count_overlapping() {
        std::vector<std::uint32_t> patterns(groups_.size(), 0);
        for (const std::uint32_t group : grown_.members) {
            ++patterns[group];
            out_.overlapping += patterns[group] == 2 ? groups_[group].rows : 0;
        }
        for (std::size_t group = 0; group < groups_.size(); ++group) {
            if (patterns[group] == 0) {
                left_[group] = 0;  // discarded by the source as well
            }
        }
    }

    PatternChoice result() {
        out_.without_class = std::accumulate(left_.begin(), left_.end(), std::uint64_t{0});
        out_.chosen = static_cast<std::uint64_t>(
            std::ranges::count_if(taken_, [](std::uint64_t rows) { return rows > 0; }));
        for (const std::vector<PatternChoice::Part>& parts : parts_) {
            out_.parts.insert(out_.parts.end(), parts.begin(), parts.end());
        }
        return std::move(out_);
    }

    std::span<const RecordGroup> groups_;
    const GrownPatterns& grown_;
    std::uint64_t least_rows_;
    std::vector<std::uint32_t> order_;                     ///< patterns
    std::vector<std::uint64_t> taken_;                     ///< rows per pattern
    std::vector<std::uint32_t> left_;                      ///< per group: rows without a pattern
    std::vector<std::vector<PatternChoice::Part>> parts_;  ///< per group
    PatternChoice out_;
};

}  // namespace

PatternChoice choose_patterns(const CorrectPartition& partition,
                              const GrownPatterns& grown,
                              const PatternCosts& costs,
                              std::uint64_t least_rows) {
    return PatternChooser(partition, grown, costs, least_rows).run();
}

}  // namespace kanon::cell_suppression
