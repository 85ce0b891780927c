// SPDX-License-Identifier: Apache-2.0
#include "kanon/attack/minimality.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <memory>
#include <random>
#include <vector>

namespace kanon::attack {
namespace {

/// A person by number: class, sub-class in each finer node, true value.
struct Person {
    std::size_t of_class = 0;
    std::vector<std::size_t> parts;
    std::size_t value = 0;
};

MinimalityRule rule_of(double l, std::size_t values, std::size_t finer_nodes) {
    const ModelContext column{.place = 0, .missing = std::nullopt};
    MinimalityRule out{.bound = 1 / l, .finer_nodes = finer_nodes};
    out.models = {
        find_privacy_model("l-diversity")
            .make({.model = "l-diversity", .parameters = {{"l", l}}, .attribute = "ill"}, column)};
    for (Code code = 0; code < values; ++code) {
        out.values.push_back(code);
    }
    return out;
}

std::vector<PeopleOfClass> classes_of(const std::vector<Person>& people, std::size_t values) {
    std::vector<PeopleOfClass> out;
    for (const Person& person : people) {
        out.resize(std::max(out.size(), person.of_class + 1));
        PeopleOfClass& groups = out[person.of_class];
        auto at = std::ranges::find(groups, person.parts, &AlikePeople::parts);
        if (at == groups.end()) {
            groups.push_back({.parts = person.parts, .counts = std::vector<std::uint32_t>(values)});
            at = groups.end() - 1;
        }
        ++at->counts[person.value];
    }
    return out;
}

/// True if in this world every finer node has a sub-class of fewer than l values.
bool all_break(const std::vector<Person>& people, std::size_t nodes, std::size_t l) {
    for (std::size_t node = 0; node < nodes; ++node) {
        bool breaks = false;
        for (const Person& one : people) {
            std::vector<std::size_t> seen;
            for (const Person& other : people) {
                if (other.of_class == one.of_class && other.parts[node] == one.parts[node] &&
                    std::ranges::find(seen, other.value) == seen.end()) {
                    seen.push_back(other.value);
                }
            }
            breaks = breaks || seen.size() < l;
        }
        if (!breaks) {
            return false;
        }
    }
    return true;
}

/// Credibilities by every permutation of the people's values that keeps those of each class.
std::vector<std::vector<double>> by_every_world(std::vector<Person> people,
                                                std::size_t values,
                                                std::size_t nodes,
                                                std::size_t l) {
    std::vector<std::size_t> order(people.size());
    std::vector<std::vector<double>> out(people.size(), std::vector<double>(values));
    for (std::size_t i = 0; i < order.size(); ++i) {
        order[i] = i;
    }
    const std::vector<Person> truth = people;
    double left = 0;
    do {
        bool keeps_classes = true;
        for (std::size_t i = 0; i < order.size(); ++i) {
            keeps_classes = keeps_classes && truth[order[i]].of_class == truth[i].of_class;
            people[i].value = truth[order[i]].value;
        }
        if (keeps_classes && all_break(people, nodes, l)) {
            ++left;
            for (std::size_t i = 0; i < people.size(); ++i) {
                ++out[i][people[i].value];
            }
        }
    } while (std::ranges::next_permutation(order).found);
    for (std::vector<double>& person : out) {
        for (double& share : person) {
            share /= left;
        }
    }
    return out;
}

/// Wong et al. 2007, in small: two of four have the value that must not be certain; the class is
/// coarser than it need be only if the two were together.
TEST(Minimality, TellsWhoMadeTheClassCoarse) {
    const std::vector<Person> people{{0, {0}, 0}, {0, {0}, 0}, {0, {1}, 1}, {0, {1}, 2}};
    const MinimalityFindings found =
        reason_from_minimality(classes_of(people, 3), rule_of(2, 3, 1), {});
    EXPECT_EQ(found.ending, MinimalityEnding::found);
    // Worlds: 12; a pair is alike in 4 of them, twice for each side: each has value 0 in half.
    EXPECT_EQ(found.rows, 4U);
    EXPECT_DOUBLE_EQ(found.greatest_before, 0.5);
    EXPECT_NEAR(found.greatest, 0.5, 1e-12);
}

TEST(Minimality, OfPartsOfDifferentSizesIsMoreThanTheShare) {
    // One pair and one triple: 0 twice can be alike in the pair alone, so the pair has it.
    const std::vector<Person> people{
        {0, {0}, 0}, {0, {0}, 0}, {0, {1}, 1}, {0, {1}, 2}, {0, {1}, 3}};
    const MinimalityFindings found =
        reason_from_minimality(classes_of(people, 4), rule_of(2, 4, 1), {});
    EXPECT_NEAR(found.greatest, 1, 1e-12);
    EXPECT_DOUBLE_EQ(found.greatest_before, 0.4);
    EXPECT_EQ(found.rows_over_before, 0U);
    EXPECT_EQ(found.rows_over, 2U);
    EXPECT_EQ(found.classes_over, 1U);
    EXPECT_NEAR(found.greatest_gain, 0.6, 1e-12);
}

TEST(Minimality, IsThatOfEveryWorld) {
    std::mt19937 random(3);
    std::size_t minimal = 0;
    for (int round = 0; round < 60; ++round) {
        const std::size_t nodes = 1 + random() % 2;
        std::vector<Person> people(7);
        for (std::size_t i = 0; i < people.size(); ++i) {
            people[i].of_class = i < 4 ? 0 : 1;
            people[i].parts.resize(nodes);
            for (std::size_t& part : people[i].parts) {
                part = random() % 2;
            }
            people[i].value = random() % 3;
        }
        const std::vector<PeopleOfClass> classes = classes_of(people, 3);
        const MinimalityFindings found = reason_from_minimality(classes, rule_of(2, 3, nodes), {});
        ASSERT_EQ(found.ending == MinimalityEnding::found, all_break(people, nodes, 2)) << round;
        if (found.ending != MinimalityEnding::found) {
            continue;
        }
        ++minimal;
        double greatest = 0;
        std::uint64_t over = 0;
        for (const std::vector<double>& person : by_every_world(people, 3, nodes, 2)) {
            const double most = *std::ranges::max_element(person);
            greatest = std::max(greatest, most);
            over += most > 0.5 + 1e-9 ? 1 : 0;
        }
        EXPECT_NEAR(found.greatest, greatest, 1e-9) << round;
        EXPECT_EQ(found.rows_over, over) << round;
    }
    EXPECT_GT(minimal, 20U);
}

TEST(Minimality, SaysWhereItDoesNotCount) {
    const std::vector<Person> people{{0, {0}, 0}, {0, {0}, 1}, {0, {1}, 0}, {0, {1}, 1}};
    EXPECT_EQ(reason_from_minimality(classes_of(people, 2), rule_of(2, 2, 1), {}).ending,
              MinimalityEnding::not_minimal);
    MinimalityRule rule = rule_of(2, 2, 1);
    rule.most_worlds = 1;
    const std::vector<Person> pairs{{0, {0}, 0}, {0, {0}, 0}, {0, {1}, 1}, {0, {1}, 1}};
    EXPECT_EQ(reason_from_minimality(classes_of(pairs, 2), rule, {}).ending,
              MinimalityEnding::too_many_worlds);
}

TEST(Minimality, WithoutAFinerNodeIsTheShareInTheClass) {
    const std::vector<Person> people{{0, {}, 0}, {0, {}, 0}, {0, {}, 1}};
    const MinimalityFindings found =
        reason_from_minimality(classes_of(people, 2), rule_of(2, 2, 0), {});
    EXPECT_NEAR(found.greatest, 2.0 / 3, 1e-12);
    EXPECT_NEAR(found.greatest_gain, 0, 1e-12);
}

}  // namespace
}  // namespace kanon::attack
