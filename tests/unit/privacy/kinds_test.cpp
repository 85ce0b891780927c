// SPDX-License-Identifier: Apache-2.0
#include "kanon/base/error.hpp"
#include "kanon/privacy/entropies.hpp"
#include "kanon/privacy/model.hpp"

#include "histograms.hpp"
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <numbers>

namespace kanon::test {
namespace {

constexpr double kInfinite = std::numeric_limits<double>::infinity();

using Parameters = std::map<std::string, double, std::less<>>;

const ModelContext kNothingTold{};

std::string refusal(const std::string& name,
                    const Parameters& parameters,
                    const std::string& kind = "",
                    const std::string& value = "",
                    const ModelContext& context = kNothingTold) {
    try {
        (void)find_privacy_model(name).make({.model = name,
                                             .parameters = parameters,
                                             .attribute = "disease",
                                             .kind = kind,
                                             .value = value},
                                            context);
    } catch (const Error& error) {
        EXPECT_EQ(error.code(), ErrorCode::bad_policy);
        return error.what();
    }
    return "";
}

TEST(LDiversity, RecursiveComparesTheCommonestWithTheRest) {
    const auto model = model_of("l-diversity", {{"c", 3}, {"l", 2}}, "recursive", kNothingTold);
    EXPECT_TRUE(model->holds(Histogram({5, 1, 1}).view())) << "5 < 3 * 2";
    EXPECT_FALSE(model->holds(Histogram({6, 1, 1}).view())) << "6 is not below 6";
    EXPECT_EQ(model->achieved(Histogram({6, 1, 1}).view()), 3);
    EXPECT_EQ(model->achieved(Histogram({1, 5, 1}).view()), 2.5);
    const auto three = model_of("l-diversity", {{"c", 2}, {"l", 3}}, "recursive", kNothingTold);
    EXPECT_FALSE(three->holds(Histogram({4, 9, 2, 0, 1}).view())) << "9 < 2 * (2 + 1) is not so";
    EXPECT_TRUE(three->holds(Histogram({5, 4, 2, 0, 1}).view()));
    EXPECT_FALSE(three->holds(Histogram({5, 4}).view()));
    EXPECT_EQ(three->achieved(Histogram({5, 4}).view()), kInfinite);
    EXPECT_EQ(three->describe(), "recursive (2, 3)-diversity of disease");
    EXPECT_FALSE(three->more_is_better());
    EXPECT_TRUE(three->is_strict());
    EXPECT_EQ(three->monotony(), Monotony::merge);
    EXPECT_EQ(three->least_rows(), 3U);
    ModelContext context = context_of({1, 1, 1, 1}, true);
    EXPECT_FALSE(model_of("l-diversity", {{"c", 9}, {"l", 2}}, "recursive", context)
                     ->holds(Histogram({0, 0, 0, 4}).view()))
        << "no value is no diversity";
    EXPECT_EQ(model_of("l-diversity", {{"c", 9}, {"l", 2}}, "recursive", context)->best_possible(),
              0.5);
    EXPECT_EQ(model_of("l-diversity", {{"c", 9}, {"l", 4}}, "recursive", context)->best_possible(),
              kInfinite);
}

TEST(LDiversity, GrassbergersNumbers) {
    const double gamma = std::numbers::egamma;
    EXPECT_NEAR(privacy::grassberger_log(1), -gamma - std::numbers::ln2, 1e-15);
    EXPECT_NEAR(privacy::grassberger_log(2), 2 - gamma - std::numbers::ln2, 1e-15);
    EXPECT_EQ(privacy::grassberger_log(3), privacy::grassberger_log(2));
    EXPECT_NEAR(privacy::grassberger_log(4), 2 + 2.0 / 3 - gamma - std::numbers::ln2, 1e-14);
    double even = 2 - gamma - std::numbers::ln2;
    for (std::uint64_t j = 1; j < 2000; ++j) {
        EXPECT_NEAR(privacy::grassberger_log(2 * j), even, 1e-12) << j;
        EXPECT_EQ(privacy::grassberger_log(2 * j + 1), privacy::grassberger_log(2 * j));
        even += 2 / static_cast<double>(2 * j + 1);
    }
}

TEST(LDiversity, GrassbergersEntropyIsAboveShannonsAndNearItForLargeClasses) {
    const auto corrected = model_of("l-diversity", {{"l", 3}}, "entropy-grassberger", kNothingTold);
    const auto plain = model_of("l-diversity", {{"l", 3}}, "entropy", kNothingTold);
    const Histogram small({2, 1, 1});
    EXPECT_GT(corrected->achieved(small.view()), plain->achieved(small.view()));
    const Histogram large({50000, 20000, 30001});
    EXPECT_NEAR(corrected->achieved(large.view()), plain->achieved(large.view()), 1e-3);
    EXPECT_EQ(corrected->monotony(), Monotony::none);
    EXPECT_EQ(corrected->least_rows(), 3U);
    const auto two = model_of("l-diversity", {{"l", 2}}, "entropy-grassberger", kNothingTold);
    EXPECT_FALSE(two->holds(Histogram({1}).view())) << "one value, if estimated at 3.56";
    EXPECT_EQ(two->achieved(Histogram({1, 1}).view()), 2) << "no more than there are";
    EXPECT_TRUE(two->holds(Histogram({1, 1}).view()));
    EXPECT_FALSE(two->holds(Histogram({2, 2}).view())) << "so unions may fail";
    EXPECT_NEAR(
        two->achieved(Histogram({2, 2}).view()), 4 / std::exp(privacy::grassberger_log(2)), 1e-12);
}

TEST(DeltaDisclosure, HoldsEveryValueOfTheTableAgainstItsShare) {
    const ModelContext table = context_of({5, 3, 2}, false);
    const auto all = model_of("delta-disclosure", {{"delta", 1}}, "", table);
    EXPECT_NEAR(all->achieved(Histogram({2, 1, 1}).view()), std::log(0.25 / 0.2), 1e-12);
    EXPECT_NEAR(all->achieved(Histogram({8, 1, 1}).view()), std::log(3.0), 1e-12);
    EXPECT_FALSE(all->holds(Histogram({8, 1, 1}).view()));
    EXPECT_FALSE(all->holds(Histogram({5, 3}).view())) << "the logarithm of 0";
    EXPECT_EQ(all->achieved(Histogram({5, 3}).view()), kInfinite);
    EXPECT_EQ(all->least_rows(), 3U);
    EXPECT_EQ(all->monotony(), Monotony::merge);
    const auto present = model_of("delta-disclosure", {{"delta", 1}}, "present", table);
    EXPECT_TRUE(present->holds(Histogram({5, 3}).view()));
    EXPECT_NEAR(present->achieved(Histogram({5, 3}).view()), std::log(0.625 / 0.5), 1e-12);
    EXPECT_EQ(present->monotony(), Monotony::none);
}

TEST(DeltaDisclosure, DeltaItselfIsTooMuch) {
    const ModelContext table = context_of({1, 1}, false);
    const double delta = std::log(1.5);
    const Histogram three({3, 1});
    EXPECT_FALSE(
        model_of("delta-disclosure", {{"delta", std::log(2.0)}}, "", table)->holds(three.view()));
    const auto upper = model_of("delta-disclosure", {{"delta", delta}}, "present", table);
    EXPECT_FALSE(upper->holds(three.view())) << "ln 1.5 on one side, ln 2 on the other";
    EXPECT_TRUE(model_of("delta-disclosure", {{"delta", 0.6932}}, "", table)->holds(three.view()));
    EXPECT_TRUE(upper->is_strict());
    EXPECT_FALSE(upper->more_is_better());
}

TEST(BetaLikeness, LimitsTheGainOfAShare) {
    const ModelContext table = context_of({8, 1, 1}, false);
    const auto basic = model_of("beta-likeness", {{"beta", 1}}, "", table);
    EXPECT_NEAR(basic->achieved(Histogram({0, 1, 1}).view()), 4, 1e-12);
    EXPECT_TRUE(basic->holds(Histogram({8, 2}).view())) << "a gain of exactly 1";
    EXPECT_FALSE(basic->holds(Histogram({3, 1}).view()));
    EXPECT_TRUE(basic->holds(Histogram({1}).view())) << "0.8 may become certain";
    const auto enhanced = model_of("beta-likeness", {{"beta", 1}}, "enhanced", table);
    EXPECT_FALSE(enhanced->holds(Histogram({1}).view())) << "a gain of 0.25, -ln 0.8 = 0.223";
    EXPECT_NEAR(enhanced->achieved(Histogram({1}).view()), 0.25 / -std::log(0.8), 1e-12);
    EXPECT_TRUE(enhanced->holds(Histogram({95, 5}).view()));
    EXPECT_TRUE(enhanced->holds(Histogram({8, 2}).view()));
    EXPECT_EQ(enhanced->describe(), "enhanced 1-likeness of disease");
    EXPECT_EQ(model_of("beta-likeness", {{"beta", 1}}, "enhanced", context_of({4}, false))
                  ->achieved(Histogram({2}).view()),
              0)
        << "one value for all has nothing to gain";
}

TEST(AlphaK, LimitsTheShareOfEveryValueOrOfOne) {
    const ModelContext table = context_of({5, 3, 2}, true);
    const auto all = model_of("alpha-k", {{"alpha", 0.5}}, "", table);
    EXPECT_TRUE(all->holds(Histogram({2, 1, 1}).view()));
    EXPECT_FALSE(all->holds(Histogram({1, 0, 2}).view())) << "missing is a category";
    EXPECT_EQ(all->achieved(Histogram({3, 1}).view()), 0.75);
    EXPECT_EQ(all->least_rows(), 2U);
    EXPECT_EQ(model_of("alpha-k", {{"alpha", 1.0 / 3}}, "", table)->least_rows(), 3U);
    EXPECT_TRUE(
        model_of("alpha-k", {{"alpha", 1.0 / 3}}, "", table)->holds(Histogram({1, 1, 1}).view()));
    const auto five = model_of("alpha-k", {{"alpha", 0.5}, {"k", 5}}, "", table);
    EXPECT_FALSE(five->holds(Histogram({2, 2}).view()));
    EXPECT_TRUE(five->holds(Histogram({3, 3}).view()));
    EXPECT_EQ(five->describe(), "(alpha 0.5, k 5)-anonymity of disease");
    EXPECT_EQ(five->least_rows(), 5U);
    const auto one = find_privacy_model("alpha-k").make(
        {.model = "alpha-k", .parameters = {{"alpha", 0.5}}, .attribute = "disease", .value = "10"},
        table);
    EXPECT_TRUE(one->holds(Histogram({9, 1}).view()));
    EXPECT_FALSE(one->holds(Histogram({1, 9}).view()));
    EXPECT_EQ(one->least_rows(), 1U);
    EXPECT_NE(refusal("alpha-k", {{"alpha", 0.5}}, "", "11", table).find("'11'"),
              std::string::npos);
}

/// A class of so many rows of so many people.
ClassView class_of(std::uint64_t rows, std::uint64_t people) {
    return {.rows = rows, .histograms = {}, .population = people};
}

TEST(KMap, CountsThePopulation) {
    const auto model = find_privacy_model("k-map").make(
        {.model = "k-map", .parameters = {{"k", 3}}}, std::nullopt);
    EXPECT_TRUE(model->holds(class_of(1, 3)));
    EXPECT_FALSE(model->holds(class_of(9, 2))) << "rows alone are nobody's cover";
    EXPECT_EQ(model->achieved(class_of(1, 7)), 7);
    EXPECT_EQ(model->describe(), "3-map");
    EXPECT_TRUE(model->counts_population());
    EXPECT_FALSE(model->judges_absent());
    EXPECT_EQ(model->monotony(), Monotony::superset);
}

/// The shares of figure 3 of the publication: 3 of 6 and 2 of 3 are in the table.
TEST(DeltaPresence, LimitsTheShareOfThePopulationThatIsInTheTable) {
    const auto both =
        find_privacy_model("delta-presence")
            .make({.model = "delta-presence", .parameters = {{"min", 0.5}, {"max", 2.0 / 3}}},
                  std::nullopt);
    EXPECT_TRUE(both->holds(class_of(3, 6)));
    EXPECT_TRUE(both->holds(class_of(2, 3)));
    EXPECT_FALSE(both->holds(class_of(3, 4)));
    EXPECT_FALSE(both->holds(class_of(2, 5)));
    EXPECT_FALSE(both->holds(class_of(0, 5))) << "known to be absent";
    EXPECT_EQ(both->required(), 1);
    EXPECT_EQ(both->achieved(class_of(3, 6)), 1) << "at the lower end";
    EXPECT_EQ(both->achieved(class_of(2, 5)), 0.5 / 0.4);
    EXPECT_EQ(both->achieved(class_of(0, 5)), kInfinite);
    EXPECT_TRUE(both->judges_absent());
    const auto upper =
        find_privacy_model("delta-presence")
            .make({.model = "delta-presence", .parameters = {{"max", 0.5}}}, std::nullopt);
    EXPECT_TRUE(upper->holds(class_of(0, 5)));
    EXPECT_FALSE(upper->judges_absent());
    EXPECT_EQ(upper->achieved(class_of(2, 8)), 0.25);
    EXPECT_EQ(upper->achieved(class_of(4, 2)), 1) << "rows that the population lacks are in it";
    EXPECT_EQ(upper->monotony(), Monotony::merge);
    EXPECT_NE(refusal("delta-presence", {{"min", 0.6}, {"max", 0.5}}).find("min <= max"),
              std::string::npos);
    EXPECT_NE(refusal("delta-presence", {{"max", 0}}), "");
}

TEST(Lkc, AsksForRowsAndLimitsTheShareOfEveryValueOrOfOne) {
    const ModelContext table = context_of({5, 3, 2}, true);
    const auto all = model_of("lkc", {{"l", 2}, {"k", 3}, {"c", 0.5}}, "", table);
    EXPECT_TRUE(all->holds(Histogram({2, 1, 1}).view()));
    EXPECT_FALSE(all->holds(Histogram({1, 1}).view())) << "two rows";
    EXPECT_FALSE(all->holds(Histogram({1, 3}).view()));
    EXPECT_EQ(all->achieved(Histogram({1, 3}).view()), 0.75);
    EXPECT_EQ(all->achieved(Histogram({1, 1}).view()), 1);
    EXPECT_EQ(all->known_values(), 2U);
    EXPECT_EQ(all->describe(), "(2, 3, 0.5)-privacy of disease");
    const auto rows = model_of("lkc", {{"l", 1}, {"k", 3}}, "", table);
    EXPECT_TRUE(rows->holds(Histogram({3}).view())) << "c = 1 asks nothing of values";
    EXPECT_EQ(rows->achieved(Histogram({2}).view()), 2);
    EXPECT_TRUE(rows->more_is_better());
    const auto one = find_privacy_model("lkc").make({.model = "lkc",
                                                     .parameters = {{"l", 1}, {"k", 2}, {"c", 0.2}},
                                                     .attribute = "disease",
                                                     .value = "10"},
                                                    table);
    EXPECT_TRUE(one->holds(Histogram({9, 1}).view()));
    EXPECT_FALSE(one->holds(Histogram({1, 1}).view()));
    for (const double bad : {0.0, -1.0, 1.5, 1e300, std::nan("")}) {
        EXPECT_NE(refusal("lkc", {{"l", bad}, {"k", 3}}), "") << bad;
        EXPECT_NE(refusal("lkc", {{"l", 2}, {"k", 3}, {"c", bad}}), "") << bad;
    }
}

TEST(KE, AsksForValuesAndARange) {
    const ModelContext table = context_of({1, 1, 1, 1, 4}, true);
    const auto model = model_of("k-e", {{"e", 20}, {"k", 3}}, "", table);
    EXPECT_FALSE(model->holds(Histogram({4, 0, 4}).view())) << "two values";
    EXPECT_EQ(model->achieved(Histogram({4, 0, 4}).view()), 0);
    EXPECT_TRUE(model->holds(Histogram({1, 1, 1}).view()));
    EXPECT_EQ(model->achieved(Histogram({1, 1, 0, 1, 7}).view()), 30);
    EXPECT_FALSE(model_of("k-e", {{"e", 20}}, "", table)->holds(Histogram({0, 3, 3, 0, 9}).view()))
        << "10 is the range";
    EXPECT_EQ(model->best_possible(), 30);
    EXPECT_EQ(model_of("k-e", {{"e", 20}, {"k", 5}}, "", table)->best_possible(), 0)
        << "there are four numbers";
    EXPECT_EQ(model->monotony(), Monotony::superset);
    EXPECT_EQ(model->least_rows(), 3U);
    DictionaryBuilder builder;
    builder.add("flu");
    ModelContext texts = context_of({1}, false);
    texts.values = std::make_shared<const Dictionary>(builder.finish().dictionary);
    EXPECT_NE(refusal("k-e", {{"e", 1}}, "", "", texts).find("needs numbers"), std::string::npos);
}

TEST(PSensitive, CountsValuesOrGroupsOfThem) {
    ModelContext table = context_of({1, 1, 1, 1, 1}, true);
    const auto plain = model_of("p-sensitive", {{"p", 2}}, "", table);
    EXPECT_TRUE(plain->holds(Histogram({1, 1}).view()));
    EXPECT_FALSE(plain->holds(Histogram({2, 0, 0, 0, 5}).view())) << "missing is no value";
    EXPECT_EQ(plain->best_possible(), 4);
    add_hierarchy(table, {{0, 0, 1, 2, 3}, {0, 0, 0, 1, 2}});
    const auto extended = model_of("p-sensitive", {{"p", 2}}, "extended", table);
    EXPECT_FALSE(extended->holds(Histogram({1, 1}).view())) << "both of one group";
    EXPECT_TRUE(extended->holds(Histogram({1, 0, 1}).view()));
    EXPECT_EQ(extended->best_possible(), 3);
    EXPECT_EQ(extended->describe(), "extended 2-sensitivity of disease at level 1");
    const auto second = model_of("p-sensitive", {{"p", 2}, {"level", 2}}, "extended", table);
    EXPECT_FALSE(second->holds(Histogram({1, 1, 1}).view()));
    EXPECT_TRUE(second->holds(Histogram({0, 0, 1, 1}).view()));
    EXPECT_NE(refusal("p-sensitive", {{"p", 2}, {"level", 3}}, "extended", "", table)
                  .find("below the top of the hierarchy, which is 3"),
              std::string::npos);
    EXPECT_NE(refusal("p-sensitive", {{"p", 2}}, "extended", "", context_of({1, 1}, false))
                  .find("needs a hierarchy"),
              std::string::npos);
}

TEST(PrivacyModels, NameWhatIsWrongWithAParameter) {
    EXPECT_NE(refusal("l-diversity", {{"l", 3}}, "recursive")
                  .find("needs its parameter 'c', a number above 0 and up to 2147483648"),
              std::string::npos);
    EXPECT_NE(refusal("l-diversity", {{"l", 2.5}, {"c", 1}}, "recursive").find("a whole number"),
              std::string::npos);
    EXPECT_NE(refusal("l-diversity", {{"l", 3}, {"c", 1}})
                  .find("l-diversity of kind distinct has no parameter 'c'"),
              std::string::npos);
    EXPECT_NE(refusal("delta-disclosure", {{"delta", 1}, {"dleta", 1}})
                  .find("no parameter 'dleta' (did you mean 'delta'?)"),
              std::string::npos);
    for (const double bad : {0.0, -1.0, 1e300, std::nan("")}) {
        EXPECT_NE(refusal("delta-disclosure", {{"delta", bad}}), "") << bad;
        EXPECT_NE(refusal("beta-likeness", {{"beta", bad}}), "") << bad;
        EXPECT_NE(refusal("alpha-k", {{"alpha", bad}}), "") << bad;
        EXPECT_NE(refusal("k-e", {{"e", bad}}), "") << bad;
        EXPECT_NE(refusal("p-sensitive", {{"p", bad}}), "") << bad;
    }
    EXPECT_NE(refusal("alpha-k", {{"alpha", 1.01}}).find("up to 1; it is 1.01"), std::string::npos);
    EXPECT_NE(refusal("t-closeness", {{"t", 0.1}}, "equal", "flu").find("leave `value` out"),
              std::string::npos);
}

}  // namespace
}  // namespace kanon::test
