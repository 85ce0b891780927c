// SPDX-License-Identifier: Apache-2.0
#include "kanon/methods/catalogue/catalogue.hpp"

#include "kanon/base/error.hpp"
#include "kanon/methods/catalogue/portfolio.hpp"
#include "kanon/problem/problem.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace kanon {
namespace {

Hierarchy hierarchy_of(std::size_t values, bool middle_level) {
    DictionaryBuilder builder;
    for (std::size_t value = 0; value < values; ++value) {
        builder.add(std::to_string(value));
    }
    std::vector<Hierarchy::LevelMap> levels;
    if (middle_level) {
        Hierarchy::LevelMap halves;
        for (std::size_t value = 0; value < values; ++value) {
            halves.label_of_code.push_back(value < values / 2 ? 0 : 1);
        }
        halves.labels = {"low", "high"};
        levels.push_back(std::move(halves));
    }
    levels.push_back({std::vector<Code>(values, 0), {"*"}, {}, {}});
    return {std::make_shared<const Dictionary>(builder.finish().dictionary),
            std::move(levels),
            middle_level ? HierarchyKind::tree : HierarchyKind::flat};
}

/// A problem as far as the choice of a method looks at it.
Problem problem_of(std::size_t types, std::size_t attributes, bool middle_level) {
    Problem problem;
    for (std::size_t j = 0; j < attributes; ++j) {
        QuasiIdentifier attribute;
        attribute.name = "q" + std::to_string(j);
        attribute.hierarchy = hierarchy_of(8, middle_level);
        attribute.hierarchy_given = middle_level;
        attribute.greatest_level = attribute.hierarchy.height();
        problem.quasi_identifiers.push_back(std::move(attribute));
    }
    RowTypes row_types;
    row_types.counts.assign(types, 1);
    problem.count(std::move(row_types));
    return problem;
}

TEST(Catalogue, IsSortedByNameAndComplete) {
    ASSERT_FALSE(methods().empty());
    EXPECT_TRUE(std::is_sorted(
        methods().begin(), methods().end(), [](const MethodInfo& a, const MethodInfo& b) {
            return a.name < b.name;
        }));
    for (const MethodInfo& info : methods()) {
        SCOPED_TRACE(info.name);
        EXPECT_EQ(&find_method(info.name), &info);
        EXPECT_FALSE(info.summary.empty() || to_string(info.recoding).empty() ||
                     info.guarantee.empty() || info.family.empty() || info.cost.empty() ||
                     info.citation.empty());
        EXPECT_FALSE(info.objectives.empty());
        EXPECT_NE(info.make({}), nullptr);
    }
}

TEST(Catalogue, NamesTheNearestMethod) {
    try {
        static_cast<void>(find_method("mondrain"));
        FAIL() << "an unknown method was found";
    } catch (const Error& error) {
        EXPECT_EQ(error.code(), ErrorCode::bad_policy);
        EXPECT_NE(std::string(error.what()).find("'mondrian'"), std::string::npos) << error.what();
    }
}

TEST(Catalogue, RefusesOptionsAndObjectivesAMethodDoesNotHave) {
    Problem problem = problem_of(10, 2, true);
    const MethodInfo& mondrian = find_method("mondrian");
    EXPECT_NE(make_method(mondrian, problem, {}), nullptr);
    EXPECT_THROW(static_cast<void>(make_method(mondrian, problem, {{"depth", "3"}})), Error);
    problem.objective = Objective::height;
    EXPECT_THROW(static_cast<void>(make_method(mondrian, problem, {})), Error);
    EXPECT_NE(make_method(find_method("optimal"), problem, {}), nullptr);
}

std::string refusal(const MethodInfo& info, const Problem& problem) {
    try {
        static_cast<void>(make_method(info, problem, {}));
    } catch (const Error& error) {
        EXPECT_EQ(error.code(), ErrorCode::bad_policy);
        return error.what();
    }
    return "";
}

TEST(Catalogue, RefusesTablesAndKThatAMethodIsNotMadeFor) {
    MethodInfo method = find_method("mondrian");
    Problem problem = problem_of(10, 2, false);
    problem.k = 3;
    method.needs_binary = true;
    EXPECT_NE(refusal(method, problem).find("'q0' has 8"), std::string::npos);
    problem.quasi_identifiers[0].hierarchy = hierarchy_of(2, false);
    EXPECT_NE(refusal(method, problem).find("'q1' has 8"), std::string::npos);
    problem.quasi_identifiers[1].hierarchy = hierarchy_of(1, false);
    EXPECT_EQ(refusal(method, problem), "");
    method.only_k = 2;
    EXPECT_NE(refusal(method, problem).find("for k = 2 alone, not for k = 3"), std::string::npos);
    method.only_k = 3;
    EXPECT_EQ(refusal(method, problem), "");
}

TEST(Catalogue, ChoosesLocalRecodingUnlessTheObjectiveNeedsLevels) {
    Problem problem = problem_of(10, 2, true);
    EXPECT_EQ(methods_to_try(problem).front().info->name, "refine");
    EXPECT_FALSE(methods_to_try(problem).front().why.empty());
    problem.objective = Objective::height;
    EXPECT_EQ(methods_to_try(problem).front().info->name, "optimal");
    EXPECT_NE(methods_to_try(problem).front().why.find("'height'"), std::string::npos);
}

TEST(Ending, HasAWordForEach) {
    EXPECT_EQ(to_string(Ending::optimal), "optimal");
    EXPECT_EQ(to_string(Ending::timed_out), "timed_out");
}

}  // namespace
}  // namespace kanon
