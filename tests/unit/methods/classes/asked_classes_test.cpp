// SPDX-License-Identifier: Apache-2.0
#include "kanon/methods/contract/asked_classes.hpp"

#include "kanon/base/error.hpp"
#include "kanon/methods/catalogue/catalogue.hpp"

#include "support/mixed_problems.hpp"
#include "support/problems.hpp"
#include "support/random_problems.hpp"
#include "support/tables.hpp"
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <functional>
#include <iterator>
#include <map>
#include <numeric>
#include <optional>
#include <span>
#include <string>
#include <utility>

namespace kanon {
namespace {

Marginal marginal_of(const Task& task,
                     const std::vector<std::uint32_t>& types,
                     std::size_t attribute) {
    std::map<Code, std::uint32_t> rows;
    for (const std::uint32_t type : types) {
        rows[task.row_types().columns[attribute][type]] += task.row_types().counts[type];
    }
    Marginal out;
    for (const auto& [code, count] : rows) {
        out.codes.push_back(code);
        out.counts.push_back(count);
    }
    return out;
}

/// The class of each row type.
using Classes = std::vector<std::uint32_t>;

using Divide = std::function<std::optional<MarginalDivision>(std::span<const Marginal>)>;

Classes divided_by_marginals(const Task& task, const Divide& divide) {
    std::vector<std::vector<std::uint32_t>> open(1);
    open[0].resize(task.row_types().size());
    std::iota(open[0].begin(), open[0].end(), 0U);
    Classes out(open[0].size());
    std::uint32_t classes = 0;
    while (!open.empty()) {
        const std::vector<std::uint32_t> types = std::move(open.back());
        open.pop_back();
        std::vector<Marginal> marginals;
        for (std::size_t attribute = 0; attribute < task.quasi_identifiers.size(); ++attribute) {
            marginals.push_back(marginal_of(task, types, attribute));
        }
        const auto division = divide(marginals);
        if (!division) {
            for (const std::uint32_t type : types) {
                out[type] = classes;
            }
            ++classes;
            continue;
        }
        for (const std::vector<Code>& part : division->parts) {
            std::vector<std::uint32_t>& child = open.emplace_back();
            std::ranges::copy_if(types, std::back_inserter(child), [&](std::uint32_t type) {
                return std::ranges::binary_search(
                    part, task.row_types().columns[division->attribute][type]);
            });
        }
    }
    return out;
}

/// One who has all rows, and answers what is asked of classes.
class Answerer {
public:
    Answerer(const Task& task, const AskedClasses& rule) : task_(task), rule_(rule) {
        for (std::size_t attribute = 0; attribute < task.quasi_identifiers.size(); ++attribute) {
            std::vector<Place>& places = places_.emplace_back();
            for (std::size_t type = 0; type < task.row_types().size(); ++type) {
                places.push_back(rule.places(attribute)[task.row_types().columns[attribute][type]]);
            }
        }
    }

    [[nodiscard]] std::int64_t rows(const std::vector<std::uint32_t>& types) const {
        std::int64_t out = 0;
        for (const std::uint32_t type : types) {
            out += task_.row_types().counts[type];
        }
        return out;
    }

    [[nodiscard]] std::vector<Word> covered(const std::vector<std::uint32_t>& types) const {
        std::vector<Word> out(rule_.words(), 0);
        for (std::size_t attribute = 0; attribute < places_.size(); ++attribute) {
            Word* const words = out.data() + rule_.first_word(attribute);
            const std::vector<Place>& places = places_[attribute];
            Extent extent{places[types[0]], places[types[0]]};
            for (const std::uint32_t type : types) {
                extent = classes::joined(extent, places[type]);
                if (rule_.by_set(attribute)) {
                    classes::set_add(words, places[type]);
                }
            }
            if (!rule_.by_set(attribute)) {
                *words = classes::word_of(extent);
            }
        }
        return out;
    }

    /// Also looks that sums are within what the contract says.
    std::vector<std::uint8_t> answers(const AskedDivision& division,
                                      const std::vector<std::uint32_t>& types) {
        std::vector<std::uint8_t> out;
        const CountQuestions& asked = division.questions();
        EXPECT_GT(asked.size(), 0U);
        for (std::size_t question = 0; question < asked.size(); ++question) {
            std::int64_t sum = 0;
            for (const CountTerm& term : asked.terms(question)) {
                sum += term.factor * rows(part(types, division.attribute(), std::array{term.run}));
            }
            const std::int64_t above = sum - asked.least(question);
            EXPECT_LE(std::abs(above), rows(types) + 1);
            out.push_back(above >= 0 ? 1 : 0);
        }
        most_rounds_ = std::max(most_rounds_, ++rounds_);
        return out;
    }

    [[nodiscard]] std::vector<std::uint32_t> part(const std::vector<std::uint32_t>& types,
                                                  std::size_t attribute,
                                                  std::span<const PlaceRun> runs) const {
        std::vector<std::uint32_t> out;
        std::ranges::copy_if(types, std::back_inserter(out), [&](std::uint32_t type) {
            const Place place = places_[attribute][type];
            return std::ranges::any_of(
                runs, [&](const auto& run) { return run.begin <= place && place < run.end; });
        });
        return out;
    }

    void begin() { rounds_ = 0; }

    [[nodiscard]] int most_rounds() const { return most_rounds_; }

private:
    const Task& task_;
    const AskedClasses& rule_;
    std::vector<std::vector<Place>> places_;  ///< per attribute, per row type
    int rounds_ = 0;
    int most_rounds_ = 0;
};

/// The classes that questions lead to.
struct Divided {
    CoveredClasses classes;
    Classes class_of_type;
};

Divided divided(const Task& task, const AskedClasses& rule) {
    Answerer rows(task, rule);
    const auto division = rule.make_division();
    std::vector<std::vector<std::uint32_t>> open(1);
    open[0].resize(task.row_types().size());
    std::iota(open[0].begin(), open[0].end(), 0U);
    Divided out{.classes = {}, .class_of_type = Classes(open[0].size())};
    while (!open.empty()) {
        const std::vector<std::uint32_t> types = std::move(open.back());
        open.pop_back();
        const std::vector<Word> cover = rows.covered(types);
        const CoveredClass covered{.rows = static_cast<std::uint64_t>(rows.rows(types)),
                                   .cover = cover};
        division->begin(covered);
        rows.begin();
        while (!division->is_done()) {
            division->answer(rows.answers(*division, types));
        }
        if (!division->division()) {
            for (const std::uint32_t type : types) {
                out.class_of_type[type] = static_cast<std::uint32_t>(out.classes.rows.size());
            }
            out.classes.add(covered);
            continue;
        }
        for (const auto& part : division->division()->parts) {
            open.push_back(rows.part(types, division->division()->attribute, part));
            EXPECT_GE(rows.rows(open.back()), static_cast<std::int64_t>(task.k));
        }
    }
    EXPECT_LT(rows.most_rounds(), 200);
    return out;
}

Outcome by_method(const Task& task) {
    return make_method(find_method("mondrian"), task, {{"ties", "by-name"}})->run(task, {});
}

void expect_as_the_method(const Task& task, std::uint64_t seed) {
    const Outcome central = by_method(task);
    ASSERT_TRUE(central.recoding) << seed;
    const auto& expected = std::get<ClassRecoding>(*central.recoding);
    const auto rule = make_asked_classes(task);
    const Divided found = divided(task, *rule);
    const auto release = rule->release(found.classes);
    ASSERT_TRUE(release) << seed;
    EXPECT_NEAR(release->loss, central.loss, 1e-12) << seed;
    std::map<std::uint32_t, std::uint32_t> same;
    for (std::size_t type = 0; type < found.class_of_type.size(); ++type) {
        const std::uint32_t here = found.class_of_type[type];
        const std::uint32_t there = expected.class_of_type[type];
        EXPECT_EQ(same.emplace(here, there).first->second, there) << seed;
        EXPECT_EQ(test::released_text(release->recoding, here),
                  test::released_text(expected, there))
            << seed;
    }
    EXPECT_EQ(same.size(), expected.value_of_class[0].size()) << seed;
}

TEST(AskedClasses, AreThoseOfTheMethod) {
    int divided_ones = 0;
    for (std::uint64_t seed = 0; seed < 600; ++seed) {
        const Problem problem = test::mixed_problem(seed);
        if (problem.row_types().row_count() < problem.k) {
            continue;
        }
        expect_as_the_method(problem, seed);
        divided_ones +=
            divided(problem, *make_asked_classes(problem)).classes.rows.size() > 2 ? 1 : 0;
    }
    EXPECT_GT(divided_ones, 300);
}

TEST(TiesByName, LetMarginalsDecideEveryClass) {
    for (std::uint64_t seed = 0; seed < 300; ++seed) {
        const Problem problem = test::mixed_problem(seed);
        const OptionMap options{{"ties", "by-name"},
                                {"split-by", seed % 2 == 0 ? "entropy" : "widest"}};
        const auto method = make_method(find_method("mondrian"), problem, options);
        if (problem.row_types().row_count() < problem.k) {
            continue;
        }
        const Outcome outcome = method->run(problem, {});
        const auto& expected = std::get<ClassRecoding>(outcome.recoding.value());
        const Classes found =
            divided_by_marginals(problem, [&](std::span<const Marginal> marginals) {
                return method->divide_by_marginals(problem, marginals);
            });
        std::map<std::uint32_t, std::uint32_t> same;
        for (std::size_t type = 0; type < found.size(); ++type) {
            const std::uint32_t there = expected.class_of_type[type];
            EXPECT_EQ(same.emplace(found[type], there).first->second, there) << seed;
        }
        EXPECT_EQ(same.size(), expected.value_of_class[0].size()) << seed;
    }
}

void expect_refused(const Task& task, const std::string& what) {
    try {
        static_cast<void>(make_asked_classes(task));
        FAIL() << what;
    } catch (const Error& error) {
        EXPECT_EQ(error.code(), ErrorCode::bad_policy) << what;
        EXPECT_NE(std::string(error.what()).find(what), std::string::npos) << error.what();
    }
}

TEST(AskedClasses, AreRefusedWhereCountsDoNotDecide) {
    const Problem problem = test::with_k(test::random_problem({}, 1), 2);
    EXPECT_NO_THROW(static_cast<void>(make_asked_classes(problem)));
    Problem other = problem;
    other.suppression_limit = 1;
    expect_refused(other, "suppressed");
    other = problem;
    other.quasi_identifiers[0].greatest_level = 0;
    expect_refused(other, "greatest level");
    other = problem;
    test::add_l_diversity(other, "distinct", 2);
    expect_refused(other, "k-anonymity");
    other = problem;
    other.objective = Objective::cm;
    expect_refused(other, "objective");
    other = problem;
    other.objective = Objective::height;  // mondrian has not that, whoever has the rows
    expect_refused(other, "height");
}

TEST(AskedClasses, AreNoReleaseIfOneOfSeveralIsStarredThroughout) {
    const Problem problem = test::bound(test::table_of("a", "1; 1; 2; 2; ?"),
                                        "attributes: {a: {role: quasi-identifying, recode: "
                                        "range}}\nprivacy: {k-anonymity: 2}\n");
    const auto rule = make_asked_classes(problem);
    const auto word = [](Place low, Place high) { return classes::word_of({low, high}); };
    EXPECT_TRUE(rule->release({.rows = {5}, .covers = {word(0, 2)}}));
    EXPECT_FALSE(rule->release({.rows = {2, 3}, .covers = {word(0, 0), word(1, 2)}}));
}

TEST(TiesByName, GoToTheFirstNameWhateverIsLost) {
    // a and b lose alike; after the division by b the rows lose less.
    const Problem problem = test::bound(
        test::table_of("b a c", "0 0 1; 0 0 1; 0 9 1; 0 9 1; 9 0 9; 9 9 9; 9 0 9; 9 9 9"),
        "attributes: {a: {role: quasi-identifying, recode: range}, b: {role: quasi-identifying, "
        "recode: range}, c: {role: quasi-identifying, recode: range, weight: 0.5}}\n"
        "privacy: {k-anonymity: 4}\n");
    const auto first_text = [&](const OptionMap& options) {
        const Outcome found =
            make_method(find_method("mondrian"), problem, options)->run(problem, {});
        const auto& recoding = std::get<ClassRecoding>(*found.recoding);
        return test::released_text(recoding, recoding.class_of_type[0]);
    };
    EXPECT_NE(first_text({}), first_text({{"ties", "by-name"}}));
    EXPECT_EQ(first_text({}), first_text({{"ties", "least-loss"}}));
}

TEST(TiesByName, AreNotForWhatLooksAtRows) {
    const Problem problem = test::with_k(test::random_problem({}, 1), 2);
    EXPECT_THROW(
        static_cast<void>(make_method(
            find_method("mondrian"), problem, {{"ties", "by-name"}, {"split-by", "least-loss"}})),
        Error);
    EXPECT_EQ(make_method(find_method("mondrian"), problem, {{"ties", "by-name"}})
                  ->divides_by_marginals_above(),
              std::size_t{0});
}

}  // namespace
}  // namespace kanon
