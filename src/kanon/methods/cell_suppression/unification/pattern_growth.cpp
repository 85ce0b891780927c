// SPDX-License-Identifier: Apache-2.0
#include "kanon/methods/cell_suppression/unification/pattern_growth.hpp"

#include "kanon/methods/cell_suppression/patterns/packed_types.hpp"

#include <algorithm>
#include <bit>
#include <map>
#include <optional>
#include <unordered_set>
#include <utility>

namespace kanon::cell_suppression {
namespace {

constexpr std::uint64_t kSetsToPoll = 64;  ///< between two looks at the clock

/// What the records of a set have in common.
struct Description {
    Pattern alike = 0;              ///< attributes in which they agree, if only in having no value
    Pattern stars = 0;              ///< attributes that their anti-unification does not show
    std::vector<std::size_t> sets;  ///< per attribute: different values
};

/// Analyze-set and Analyze-partition. Sets are lists of groups.
class PatternGrowth {
public:
    PatternGrowth(const Task& task,
                  const CorrectPartition& partition,
                  const GrowthRules& rules,
                  const RunContext& context)
        : types_(task.row_types()),
          groups_(partition.groups),
          rules_(rules),
          context_(context),
          least_rows_(task.least_class_rows()),
          everything_(task.patterns.everything()),
          packed_(types_),
          identified_(groups_.size(), 0) {
        for (std::size_t j = 0; j < types_.attribute_count(); ++j) {
            const Dictionary& dictionary = task.quasi_identifiers[j].dictionary();
            unknown_.push_back(rules.unknown == Unknown::indifferent ? dictionary.missing()
                                                                     : std::nullopt);
            seen_.emplace_back(code_limit(types_.columns[j]), 0);
        }
    }

    /// What a condition leaves of a set of the correct partition.
    std::vector<std::uint32_t> analyze_partition(std::vector<std::uint32_t> records,
                                                 Condition condition) {
        condition_ = condition;
        while (rows_of(records) >= least_rows_ && !stopped_) {
            known_.clear();
            out_.derivations += analyze_set(records);
            const std::size_t before = records.size();
            std::erase_if(records, [this](std::uint32_t group) { return identified_[group] != 0; });
            if (records.size() == before) {
                break;
            }
        }
        return records;
    }

    /// Each pattern once: several sets of records, such as those that differ in what is no value,
    /// may come to the same.
    GrownPatterns found() {
        std::map<ShownPattern, std::vector<std::uint32_t>> groups_of;
        std::vector<const ShownPattern*> order;
        for (const GrownPattern& pattern : out_.patterns) {
            const auto members =
                std::span(out_.members).subspan(pattern.begin, pattern.end - pattern.begin);
            const auto [at, is_new] =
                groups_of.try_emplace(shown_pattern(pattern.stars, members.front()));
            at->second.insert(at->second.end(), members.begin(), members.end());
            if (is_new) {
                order.push_back(&at->first);
            }
        }
        GrownPatterns out{
            .derivations = out_.derivations, .sets = out_.sets, .complete = !stopped_};
        for (const ShownPattern* pattern : order) {
            std::vector<std::uint32_t>& groups = groups_of[*pattern];
            keep_first_of_each(groups);
            const std::size_t begin = out.members.size();
            out.members.insert(out.members.end(), groups.begin(), groups.end());
            out.patterns.push_back({.stars = pattern->stars,
                                    .begin = begin,
                                    .end = out.members.size(),
                                    .rows = rows_of(groups)});
        }
        return out;
    }

private:
    /// What a pattern says: of which set of the correct partition, and the values it shows.
    struct ShownPattern {
        std::uint32_t set = 0;
        Pattern stars = 0;
        std::vector<std::uint64_t> values;

        // NOLINTNEXTLINE(modernize-use-nullptr): clang-tidy 14 trips over a default <=>
        friend auto operator<=>(const ShownPattern&, const ShownPattern&) = default;
    };

    [[nodiscard]] ShownPattern shown_pattern(Pattern stars, std::uint32_t group) const {
        return {.set = groups_[group].set,
                .stars = stars,
                .values = packed_.shown_values(stars, groups_[group].type)};
    }

    /// Groups that several sets have stay where they stood first.
    static void keep_first_of_each(std::vector<std::uint32_t>& groups) {
        std::unordered_set<std::uint32_t> seen;
        std::erase_if(groups, [&](std::uint32_t group) { return !seen.insert(group).second; });
    }

    [[nodiscard]] std::uint64_t rows_of(std::span<const std::uint32_t> records) const {
        std::uint64_t rows = 0;
        for (const std::uint32_t group : records) {
            rows += groups_[group].rows;
        }
        return rows;
    }

    [[nodiscard]] Code code(std::size_t attribute, std::uint32_t group) const {
        return types_.columns[attribute][groups_[group].type];
    }

    [[nodiscard]] std::size_t different_values(std::span<const std::uint32_t> records,
                                               std::size_t attribute) {
        std::vector<std::uint64_t>& seen = seen_[attribute];
        ++stamp_;
        std::size_t count = 0;
        for (const std::uint32_t group : records) {
            std::uint64_t& mark = seen[code(attribute, group)];
            count += mark == stamp_ ? 0U : 1U;
            mark = stamp_;
        }
        return count;
    }

    [[nodiscard]] Description describe(std::span<const std::uint32_t> records) {
        Description out;
        for (std::size_t j = 0; j < types_.attribute_count(); ++j) {
            out.sets.push_back(different_values(records, j));
            const bool alike = out.sets.back() == 1;
            const bool shown = alike && unknown_[j] != code(j, records.front());
            out.alike |= Pattern{alike ? 1U : 0U} << j;
            out.stars |= Pattern{shown ? 0U : 1U} << j;
        }
        return out;
    }

    /// The values that all records of a set have, by which it is known within a pass.
    using Closure = std::pair<Pattern, std::vector<std::uint64_t>>;

    /// Returns how many times the source comes to a pattern within this set.
    std::uint64_t analyze_set(std::span<const std::uint32_t> records) {
        if (stopped_ || (out_.sets++ % kSetsToPoll == 0 && context_.should_stop())) {
            stopped_ = true;
            return 0;
        }
        const Description description = describe(records);
        Closure closure{
            description.alike,
            packed_.shown_values(everything_ & ~description.alike, groups_[records.front()].type)};
        const auto [known, is_new] = known_.try_emplace(std::move(closure), 0);
        if (!is_new) {
            return known->second;
        }
        const std::size_t shown =
            types_.attribute_count() - static_cast<std::size_t>(std::popcount(description.stars));
        known->second = shown >= rules_.least_shown ? add_pattern(description.stars, records)
                                                    : divide(description, records);
        return known->second;
    }

    std::uint64_t add_pattern(Pattern stars, std::span<const std::uint32_t> records) {
        const std::size_t begin = out_.members.size();
        out_.members.insert(out_.members.end(), records.begin(), records.end());
        out_.patterns.push_back(
            {.stars = stars, .begin = begin, .end = out_.members.size(), .rows = rows_of(records)});
        for (const std::uint32_t group : records) {
            identified_[group] = 1;
        }
        return 1;
    }

    std::uint64_t divide(const Description& description, std::span<const std::uint32_t> records) {
        std::uint64_t derivations = 0;
        for (const std::size_t attribute : chosen_partitions(description.sets, condition_)) {
            std::vector<std::uint32_t> sorted(records.begin(), records.end());
            const auto value = [&](std::uint32_t group) { return code(attribute, group); };
            std::ranges::stable_sort(sorted, {}, value);
            for (auto begin = sorted.begin(), end = begin; begin != sorted.end(); begin = end) {
                end = std::find_if(begin, sorted.end(), [&](std::uint32_t group) {
                    return value(group) != value(*begin);
                });
                const std::span<const std::uint32_t> part(begin, end);
                derivations += rows_of(part) >= least_rows_ ? analyze_set(part) : 0;
            }
        }
        return derivations;
    }

    const RowTypes& types_;
    std::span<const RecordGroup> groups_;
    const GrowthRules& rules_;
    const RunContext& context_;
    std::uint64_t least_rows_;
    Pattern everything_;
    PackedTypes packed_;
    Condition condition_ = Condition::fewest_sets;
    std::vector<std::optional<Code>> unknown_;      ///< per attribute: no value, where that is told
    std::vector<std::vector<std::uint64_t>> seen_;  ///< per attribute and code: when, by stamp_
    std::uint64_t stamp_ = 0;
    std::vector<std::uint8_t> identified_;    ///< per group
    std::map<Closure, std::uint64_t> known_;  ///< sets of this pass, and their derivations
    GrownPatterns out_;
    bool stopped_ = false;
};

}  // namespace

std::vector<std::size_t> chosen_partitions(std::span<const std::size_t> sets, Condition condition) {
    std::optional<std::size_t> best;
    std::vector<std::size_t> out;
    for (std::size_t j = 0; j < sets.size(); ++j) {
        if (sets[j] < 2) {
            continue;
        }
        const bool better =
            !best || (condition == Condition::fewest_sets ? sets[j] < *best : sets[j] > *best);
        if (better) {
            best = sets[j];
            out.clear();
        }
        if (sets[j] == *best) {
            out.push_back(j);
        }
    }
    return out;
}

GrownPatterns grow_patterns(const Task& task,
                            const CorrectPartition& partition,
                            const GrowthRules& rules,
                            const RunContext& context) {
    std::vector<std::vector<std::uint32_t>> sets(partition.sets);
    for (std::uint32_t group = 0; group < partition.groups.size(); ++group) {
        sets[partition.groups[group].set].push_back(group);
    }
    PatternGrowth growth(task, partition, rules, context);
    for (const Condition condition : rules.conditions) {
        for (std::vector<std::uint32_t>& records : sets) {
            records = growth.analyze_partition(std::move(records), condition);
        }
    }
    return growth.found();
}

}  // namespace kanon::cell_suppression
