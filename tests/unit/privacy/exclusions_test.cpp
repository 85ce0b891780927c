// SPDX-License-Identifier: Apache-2.0
#include "kanon/privacy/exclusions.hpp"

#include "histograms.hpp"
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <numeric>
#include <random>
#include <string>
#include <utility>
#include <vector>

namespace kanon {
namespace {

using test::Histogram;

std::vector<std::string> lines_of(const PrivacyRequirement& requirement,
                                  PromiseUnit unit = PromiseUnit::classes) {
    const std::vector<Exclusion> excluded = excluded_attacks(requirement, unit);
    std::vector<std::string> out;
    out.reserve(excluded.size());
    for (const Exclusion& exclusion : excluded) {
        out.push_back(exclusion.attack + ": " + exclusion.because);
    }
    return out;
}

PrivacyRequirement of_ill(const std::string& model,
                          std::map<std::string, double, std::less<>> parameters,
                          const std::string& kind = "") {
    return {.model = model, .parameters = std::move(parameters), .attribute = "ill", .kind = kind};
}

TEST(Exclusions, HaveARowForEveryModel) {
    for (const ModelInfo& info : privacy_models()) {
        EXPECT_TRUE(has_exclusions(info.name)) << info.name;
    }
}

TEST(Exclusions, OfKAnonymityAreLinksAlone) {
    EXPECT_EQ(lines_of({.model = "k-anonymity", .parameters = {{"k", 5}}}),
              std::vector<std::string>{"link: each class has at least 5 rows, so the "
                                       "quasi-identifiers single out nobody"});
    EXPECT_EQ(lines_of({.model = "k-anonymity", .parameters = {{"k", 5}}, .attribute = "name"},
                       PromiseUnit::candidates),
              std::vector<std::string>{
                  "link: each row's set of candidates has at least 5 persons (distinguished by "
                  "'name'), so the quasi-identifiers single out nobody"});
}

TEST(Exclusions, OfDiversityGrowWithL) {
    EXPECT_EQ(lines_of(of_ill("l-diversity", {{"l", 2}})),
              std::vector<std::string>{"homogeneity: each class has at least 2 values of 'ill'"});
    EXPECT_EQ(lines_of(of_ill("l-diversity", {{"l", 3}})),
              (std::vector<std::string>{
                  "homogeneity: each class has at least 3 values of 'ill'",
                  "background: whoever rules out 1 value of 'ill' has at least 2 left in each "
                  "class"}));
    EXPECT_EQ(lines_of(of_ill("l-diversity", {{"l", 1.5}}, "entropy")),
              std::vector<std::string>{"homogeneity: each class has at least 2 values of 'ill'"});
}

TEST(Exclusions, AreNoneWhereNothingFollows) {
    EXPECT_TRUE(lines_of(of_ill("t-closeness", {{"t", 1}})).empty());
    EXPECT_TRUE(lines_of(of_ill("alpha-k", {{"alpha", 1}})).empty());
    EXPECT_TRUE(
        lines_of({.model = "delta-presence", .parameters = {{"max", 1}, {"min", 0}}}).empty());
}

/// Of one to five values.
std::vector<std::uint32_t> some_counts(std::mt19937& random) {
    std::vector<std::uint32_t> out(std::uniform_int_distribution<std::size_t>(1, 5)(random));
    for (std::uint32_t& count : out) {
        count = std::uniform_int_distribution<std::uint32_t>(1, 6)(random);
    }
    return out;
}

/// The counts of the values of a class that are left when those of a mask are ruled out.
std::vector<std::uint32_t> left_of(const std::vector<std::uint32_t>& counts, std::uint32_t mask) {
    std::vector<std::uint32_t> out;
    for (std::size_t i = 0; i < counts.size(); ++i) {
        if (((mask >> i) & 1U) == 0) {
            out.push_back(counts[i]);
        }
    }
    return out;
}

/// Subsets of at most `most` values.
std::vector<std::uint32_t> subsets(std::size_t values, int most) {
    std::vector<std::uint32_t> out;
    for (std::uint32_t mask = 0; mask < (1U << values); ++mask) {
        if (std::popcount(mask) <= most) {
            out.push_back(mask);
        }
    }
    return out;
}

/// What recursive diversity says of who rules out values, tried on every choice of them.
TEST(Exclusions, OfRecursiveDiversityHoldForEveryChoiceOfValues) {
    std::mt19937 random(5);
    const ModelContext column{.place = 0, .missing = std::nullopt};
    const double c = 2;
    const auto model = test::model_of("l-diversity", {{"c", c}, {"l", 3}}, "recursive", column);
    std::size_t held = 0;
    for (int round = 0; round < 500; ++round) {
        const std::vector<std::uint32_t> counts = some_counts(random);
        if (!model->holds(Histogram(counts).view())) {
            continue;
        }
        ++held;
        for (const std::uint32_t mask : subsets(counts.size(), 1)) {
            const std::vector<std::uint32_t> left = left_of(counts, mask);
            EXPECT_GE(left.size(), 2U);
            const double all = std::accumulate(left.begin(), left.end(), 0.0);
            EXPECT_LT(*std::ranges::max_element(left), c / (c + 1) * all);
        }
    }
    EXPECT_GT(held, 50U);
}

/// Classes that entropies let pass have as many values as is said.
TEST(Exclusions, OfEntropyDiversityHold) {
    std::mt19937 random(6);
    const ModelContext column{.place = 0, .missing = std::nullopt};
    for (const std::string kind : {"entropy", "entropy-grassberger"}) {
        const auto model = test::model_of("l-diversity", {{"l", 2.5}}, kind, column);
        std::size_t held = 0;
        for (int round = 0; round < 500; ++round) {
            const std::vector<std::uint32_t> counts = some_counts(random);
            if (model->holds(Histogram(counts).view())) {
                ++held;
                EXPECT_GE(counts.size(), 3U) << kind;
            }
        }
        EXPECT_GT(held, 50U) << kind;
    }
}

}  // namespace
}  // namespace kanon
