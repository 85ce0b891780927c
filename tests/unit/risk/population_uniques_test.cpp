// SPDX-License-Identifier: Apache-2.0
#include "kanon/risk/population_uniques.hpp"

#include "kanon/base/random.hpp"
#include "kanon/risk/pitman.hpp"
#include "kanon/risk/slide_negative_binomial.hpp"
#include "kanon/risk/zayatz.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <random>
#include <vector>

namespace kanon::risk {
namespace {

SizeCounts sizes_of(std::vector<std::uint64_t> sizes) {
    return count_sizes({.rows = std::move(sizes)});
}

double choose(double n, double k) {
    return std::exp(std::lgamma(n + 1) - std::lgamma(k + 1) - std::lgamma(n - k + 1));
}

TEST(SizeCounts, CountsClassesOfEachSize) {
    const SizeCounts sizes = sizes_of({3, 1, 1, 3, 7});
    EXPECT_EQ(sizes, (SizeCounts{{1, 2}, {3, 2}, {7, 1}}));
    EXPECT_EQ(subjects_in(sizes), 15U);
    EXPECT_EQ(classes_in(sizes), 5U);
    EXPECT_EQ(classes_of_size(sizes, 3), 2U);
    EXPECT_EQ(classes_of_size(sizes, 2), 0U);
}

TEST(Zayatz, IsBayesRuleWithHypergeometricDrawing) {
    const SizeCounts sizes = sizes_of({1, 1, 1, 2, 2, 4});
    const double n = 11;
    const double population = 40;
    double sum = 0;
    for (const SizeCount& one : sizes) {
        const auto size = static_cast<double>(one.size);
        sum += static_cast<double>(one.classes) * size * choose(population - size, n - 1) /
               choose(population, n);
    }
    const double share = 3 * (n / population) / sum;  // of sample uniques that are unique
    EXPECT_NEAR(zayatz_uniques(sizes, population), 3 * share * population / n, 1e-9);
}

TEST(Zayatz, KnowsThatASampleWithoutTheOthersLeavesNone) {
    // 5 of 6 people drawn: nobody of a class of three can have been drawn alone.
    EXPECT_NEAR(zayatz_uniques(sizes_of({1, 1, 3}), 6), 4.0 / (2 * 5.0 / 6), 1e-12);
    EXPECT_EQ(zayatz_uniques(sizes_of({2, 2}), 100), 0);
}

/// The logarithm of the likelihood of a sample, Hoshino 2001, (2).
double likelihood(const SizeCounts& sizes, double theta, double alpha) {
    double out = 0;
    const auto classes = static_cast<double>(classes_in(sizes));
    const auto subjects = static_cast<double>(subjects_in(sizes));
    for (double i = 1; i < classes; ++i) {
        out += std::log(theta + i * alpha);
    }
    for (double i = 1; i < subjects; ++i) {
        out -= std::log(theta + i);
    }
    for (const SizeCount& one : sizes) {
        for (double j = 1; j < static_cast<double>(one.size); ++j) {
            out += static_cast<double>(one.classes) * std::log(j - alpha);
        }
    }
    return out;
}

TEST(Pitman, FitsTheGreatestLikelihood) {
    for (const auto& sizes : {sizes_of({1, 1, 1, 1, 1, 2, 2, 3, 9, 30}),
                              sizes_of({1, 1, 2, 5, 5, 5, 60, 200}),
                              sizes_of({1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 2, 2})}) {
        const PitmanFit fit = fit_pitman(sizes);
        const double best = likelihood(sizes, fit.theta, fit.alpha);
        EXPECT_GE(fit.alpha, 0);
        for (double alpha = 0; alpha < 1; alpha += 0.01) {
            for (double power = -6; power < 8; power += 0.05) {
                const double theta = std::exp(power) - alpha;
                EXPECT_LE(likelihood(sizes, theta, alpha), best + 1e-9) << theta << ' ' << alpha;
            }
        }
    }
}

TEST(Pitman, IsEwensWhereAlphaWouldFallBelowNone) {
    const PitmanFit fit = fit_pitman(sizes_of({20, 21, 22, 20, 19}));
    EXPECT_EQ(fit.alpha, 0);
    EXPECT_NEAR(likelihood(sizes_of({20, 21, 22, 20, 19}), fit.theta, 0),
                likelihood(sizes_of({20, 21, 22, 20, 19}), fit.theta * 1.0001, 0),
                1e-6);
}

TEST(Pitman, TakesAllPeopleForAloneWhereTheSampleIs) {
    EXPECT_EQ(pitman_uniques(fit_pitman(sizes_of({1, 1, 1})), 1000), 1000);
}

TEST(Pitman, StatesTheMeanOfTheDistributionItself) {
    // Seats in a restaurant: the next person sits down alone with (theta + tables alpha) / (theta +
    // people), or at a table with (its people - alpha) / (theta + people).
    const PitmanFit fit{.theta = 2, .alpha = 0.5};
    double tables = 1;
    double alone = 1;
    for (double people = 1; people < 50; ++people) {
        alone += (fit.theta + tables * fit.alpha) / (fit.theta + people) -
                 alone * (1 - fit.alpha) / (fit.theta + people);
        tables += (fit.theta + tables * fit.alpha) / (fit.theta + people);
    }
    EXPECT_NEAR(pitman_uniques(fit, 50), alone, 1e-9);
}

TEST(SlideNegativeBinomial, RecoversAPopulationThatIsOne) {
    // Sizes less 1 are negative binomial with alpha 0.4 and beta 0.1; a fifth is drawn.
    std::mt19937_64 random(7);
    std::gamma_distribution<double> gamma(0.4, (1 - 0.1) / 0.1);
    std::vector<std::uint64_t> sampled;
    double uniques = 0;
    const double fraction = 0.2;
    constexpr int kClasses = 100'000;
    for (int i = 0; i < kClasses; ++i) {
        std::poisson_distribution<std::uint64_t> more(std::max(1e-300, gamma(random)));
        const std::uint64_t size = 1 + more(random);
        uniques += size == 1 ? 1 : 0;
        std::binomial_distribution<std::uint64_t> drawn(size, fraction);
        if (const std::uint64_t seen = drawn(random); seen > 0) {
            sampled.push_back(seen);
        }
    }
    const SizeCounts sizes = sizes_of(sampled);
    EXPECT_NEAR(estimated_classes(sizes, fraction), kClasses, 0.2 * kClasses);
    const std::optional<double> found = slide_negative_binomial_uniques(sizes, fraction);
    ASSERT_TRUE(found.has_value());
    EXPECT_NEAR(*found, uniques, 0.25 * uniques);
}

TEST(SlideNegativeBinomial, DoesNotFitASampleWithoutPairs) {
    EXPECT_FALSE(slide_negative_binomial_uniques(sizes_of({1, 1, 3}), 0.5).has_value());
}

TEST(PopulationUniques, CountsWhereTheSampleIsThePopulation) {
    const PopulationUniques found = population_uniques(sizes_of({1, 1, 4}), 6);
    EXPECT_EQ(found.estimate(), 2);
    EXPECT_EQ(found.fraction, 1);
}

TEST(PopulationUniques, HasNoneWhereNobodyStandsAlone) {
    const PopulationUniques found = population_uniques(sizes_of({2, 3}), 1e6);
    for (const auto& people : found.people) {
        EXPECT_EQ(people, 0);
    }
    EXPECT_EQ(found.estimate(), 0);
}

TEST(PopulationUniques, ChoosesByDankarsRule) {
    const SizeCounts sizes = sizes_of({1, 1, 1, 1, 2, 2, 3, 8});
    EXPECT_EQ(population_uniques(sizes, 190).chosen, UniquesModel::pitman);
    const PopulationUniques large = population_uniques(sizes, 40);
    EXPECT_NE(large.chosen, UniquesModel::pitman);
    EXPECT_LE(large.estimate(), *large.people[1]);
    // No pairs: the slide negative binomial does not fit.
    const PopulationUniques unpaired = population_uniques(sizes_of({1, 1, 3}), 10);
    EXPECT_FALSE(unpaired.people[2].has_value());
    EXPECT_EQ(unpaired.chosen, UniquesModel::zayatz);
}

TEST(PopulationUniques, StaysWithinThePopulationWhateverTheSample) {
    Random random(3);
    for (int trial = 0; trial < 200; ++trial) {
        std::vector<std::uint64_t> sizes;
        const std::uint64_t classes = 1 + random.below(12);
        for (std::uint64_t i = 0; i < classes; ++i) {
            sizes.push_back(1 + random.below(trial % 2 == 0 ? 3 : 4000));
        }
        const SizeCounts counts = sizes_of(sizes);
        const double factor = std::pow(10, static_cast<double>(random.below(7)) + 0.01);
        const double population = static_cast<double>(subjects_in(counts)) * factor;
        for (const auto& people : population_uniques(counts, population).people) {
            if (people) {
                EXPECT_GE(*people, 0);
                EXPECT_LE(*people, population);
            }
        }
    }
}

}  // namespace
}  // namespace kanon::risk
