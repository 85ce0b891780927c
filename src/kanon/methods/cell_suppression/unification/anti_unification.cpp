// SPDX-License-Identifier: Apache-2.0
#include "kanon/methods/cell_suppression/unification/anti_unification.hpp"

#include "kanon/base/error.hpp"
#include "kanon/base/text/count_text.hpp"
#include "kanon/methods/cell_suppression/partition/class_numbers.hpp"
#include "kanon/methods/cell_suppression/partition/star_search.hpp"
#include "kanon/methods/cell_suppression/unification/pattern_choice.hpp"
#include "kanon/methods/shared/method_options.hpp"

#include <algorithm>
#include <string>
#include <utility>
#include <variant>

namespace kanon::cell_suppression {
namespace {

/// The classes of chosen patterns, and in which of them each row is.
class PatternClasses {
public:
    PatternClasses(const Task& task,
                   const CorrectPartition& partition,
                   const GrownPatterns& grown,
                   const PatternChoice& choice)
        : types_(task.row_types()) {
        const PackedTypes packed(types_);
        ClassNumbers numbers(packed, stars);
        stars.class_of_type.assign(types_.size(), kSuppressedClass);
        auto part = choice.parts.begin();
        for (std::uint32_t at = 0; at < partition.groups.size(); ++at) {
            const RecordGroup& group = partition.groups[at];
            std::uint32_t left = group.rows;
            for (; part != choice.parts.end() && part->group == at; ++part) {
                const std::uint32_t index =
                    numbers.number(grown.patterns[part->pattern].stars, group.type);
                stars.rows[index] += part->rows;
                stars.moves.push_back({.type = group.type, .to = index, .rows = part->rows});
                add(group, index, part->rows);
                left -= part->rows;
            }
            add(group, kSuppressedClass, left);
            suppressed += left;
        }
        stars.settle_moves(types_.counts);
    }

    /// Where the rows of a type are in several classes, or some are suppressed: which ones, by
    /// their confidential values.
    void tell_tuples(ClassRecoding& recoding) const {
        recoding.shares.clear();
        for (auto begin = shares_.begin(), end = begin; begin != shares_.end(); begin = end) {
            end = std::find_if(begin, shares_.end(), [type = begin->type](const Share& share) {
                return share.type != type;
            });
            recoding.class_of_type[begin->type] = begin->of_class;
            const bool one = std::all_of(begin, end, [to = begin->of_class](const Share& share) {
                return share.of_class == to;
            });
            if (!one) {
                recoding.shares.insert(recoding.shares.end(), begin, end);
            }
        }
    }

    StarPartition stars;
    std::uint64_t suppressed = 0;

private:
    void add(const RecordGroup& group, std::uint32_t index, std::uint32_t rows) {
        if (rows == 0) {
            return;
        }
        const auto same = std::find_if(shares_.rbegin(), shares_.rend(), [&](const Share& share) {
            return share.type != group.type || share.tuple != group.tuple ||
                   share.of_class == index;
        });
        if (same != shares_.rend() && same->type == group.type && same->tuple == group.tuple) {
            same->rows += rows;
        } else {
            shares_.push_back(
                {.type = group.type, .tuple = group.tuple, .of_class = index, .rows = rows});
        }
    }

    const RowTypes& types_;
    std::vector<Share> shares_;  ///< every row, by type, then tuple
};

std::vector<Condition> conditions_of(const std::string& word) {
    constexpr Condition kLess = Condition::fewest_sets;
    constexpr Condition kGreater = Condition::most_sets;
    if (word == "less" || word == "greater") {
        return {word == "less" ? kLess : kGreater};
    }
    return word == "less-greater" ? std::vector{kLess, kGreater} : std::vector{kGreater, kLess};
}

/// Attributes that a pattern shows where the policy says nothing: all but two, but one at least.
std::size_t usual_length(std::size_t attributes) {
    constexpr std::size_t kIndifferent = 2;
    return attributes > kIndifferent ? attributes - kIndifferent : 1;
}

class AntiUnification final : public Method {
public:
    explicit AntiUnification(const OptionMap& options)
        : rules_{.conditions = conditions_of(word_option(options, kAntiUnificationOptions[0])),
                 .least_shown = integer_option(options, kAntiUnificationOptions[1]),
                 .unknown = word_option(options, kAntiUnificationOptions[2]) == "value"
                                ? Unknown::value
                                : Unknown::indifferent},
          places_(word_option(options, kAntiUnificationOptions[3]) == "place") {}

    [[nodiscard]] Outcome run(const Task& task, const RunContext& context) const override {
        refuse_what_it_cannot_keep(task);
        GrowthRules rules = rules_;
        if (rules.least_shown == 0) {
            rules.least_shown = usual_length(task.quasi_identifiers.size());
        }
        StarSearch search(task, TieOrder::last, context);
        const CorrectPartition partition = correct_partition(task.row_types());
        const GrownPatterns grown = grow_patterns(task, partition, rules, context);
        search.count("sets", grown.sets);
        if (!grown.complete) {
            return search.stopped();
        }
        const PatternChoice choice =
            choose_patterns(partition, grown, search.costs(), task.least_class_rows());
        const PatternClasses classes(task, partition, grown, choice);
        search.count("confidential_sets", partition.sets);
        search.count("patterns_found", grown.patterns.size());
        search.count("patterns_derived", grown.derivations);
        search.count("patterns_chosen", choice.chosen);
        search.count("rows_overlapping", choice.overlapping);
        search.count("rows_discarded", classes.suppressed - choice.without_class);
        search.count("rows_without_class", choice.without_class);
        const bool too_many = classes.suppressed > task.suppression_limit;
        if (too_many && !places_) {
            return search.without_release(why_not(task, rules, classes.suppressed));
        }
        Outcome outcome = search.finish(classes.stars);
        if (outcome.recoding && !too_many) {
            classes.tell_tuples(std::get<ClassRecoding>(*outcome.recoding));
        }
        return outcome;
    }

private:
    void refuse_what_it_cannot_keep(const Task& task) const {
        require_rows_alone("anti-unification", task);
        if (task.patterns.given) {
            throw Error(ErrorCode::bad_policy,
                        "method 'anti-unification' finds its patterns by itself; take "
                        "pattern-greedy or approx-dr with `patterns`");
        }
        if (rules_.least_shown > task.quasi_identifiers.size()) {
            throw Error(ErrorCode::bad_policy,
                        "'long' of method 'anti-unification' is " +
                            std::to_string(rules_.least_shown) + ", and there are " +
                            std::to_string(task.quasi_identifiers.size()) +
                            " quasi-identifiers; ask for fewer");
        }
    }

    [[nodiscard]] static std::string why_not(const Task& task,
                                             const GrowthRules& rules,
                                             std::uint64_t suppressed) {
        return count_text(suppressed, "row") + (suppressed == 1 ? " is" : " are") +
               " in no pattern that shows " + count_text(rules.least_shown, "attribute") +
               " of enough rows, and " + count_text(task.suppression_limit) + " may be suppressed";
    }

    GrowthRules rules_;
    bool places_;
};

}  // namespace

std::unique_ptr<Method> make_anti_unification(const OptionMap& options) {
    return std::make_unique<AntiUnification>(options);
}

}  // namespace kanon::cell_suppression
