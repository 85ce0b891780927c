// SPDX-License-Identifier: Apache-2.0
#include "kanon/base/error.hpp"
#include "kanon/privacy/model.hpp"

#include "histograms.hpp"
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <string>
#include <vector>

namespace kanon {
namespace {

using test::Histogram;

/// With its first parameter alone.
std::shared_ptr<const PrivacyModel> model(const std::string& name,
                                          double parameter,
                                          const std::string& kind = "",
                                          const std::optional<ModelContext>& tracked = {}) {
    const std::string first(find_privacy_model(name).parameters.front().name);
    return test::model_of(name, {{first, parameter}}, kind, tracked);
}

const ModelContext kFirst{.place = 0, .missing = std::nullopt};

std::string refusal(const std::string& name, double parameter, const std::string& kind = "") {
    try {
        (void)model(name, parameter, kind, kFirst);
    } catch (const Error& error) {
        EXPECT_EQ(error.code(), ErrorCode::bad_policy);
        return error.what();
    }
    return "";
}

TEST(KAnonymity, AsksForKRows) {
    const auto k = model("k-anonymity", 5);
    EXPECT_FALSE(k->holds({.rows = 4, .histograms = {}}));
    EXPECT_TRUE(k->holds({.rows = 5, .histograms = {}}));
    EXPECT_EQ(k->achieved({.rows = 4, .histograms = {}}), 4);
    EXPECT_EQ(k->required(), 5);
    EXPECT_EQ(k->least_rows(), 5U);
    EXPECT_EQ(k->describe(), "5-anonymity");
    EXPECT_EQ(k->tracked(), std::nullopt);
    EXPECT_EQ(k->monotony(), Monotony::superset);
}

TEST(KAnonymity, CountsDistinctPersonsNotRows) {
    const auto k = model("k-anonymity", 3, "", kFirst);
    EXPECT_FALSE(k->holds(Histogram({7, 2}).view()));
    EXPECT_TRUE(k->holds(Histogram({1, 1, 1}).view()));
    EXPECT_EQ(k->describe(), "3-anonymity of distinct disease");
}

TEST(KAnonymity, CountsAMissingPersonAsNobody) {
    const auto k = model("k-anonymity", 3, "", ModelContext{.place = 0, .missing = Code{2}});
    EXPECT_FALSE(k->holds(Histogram({1, 1, 5}).view()));
    EXPECT_EQ(k->achieved(Histogram({1, 1, 5}).view()), 2);
    EXPECT_FALSE(model("k-anonymity", 2, "", ModelContext{.place = 0, .missing = Code{0}})
                     ->holds(Histogram({9, 1}).view()));
}

TEST(LDiversity, CountsDistinctValues) {
    const auto l = model("l-diversity", 3, "", kFirst);
    EXPECT_FALSE(l->holds(Histogram({10, 10}).view()));
    EXPECT_TRUE(l->holds(Histogram({10, 1, 0, 1}).view()));
    EXPECT_EQ(l->achieved(Histogram({10, 1, 0, 1}).view()), 3);
    EXPECT_EQ(l->describe(), "distinct 3-diversity of disease");
    EXPECT_EQ(l->least_rows(), 3U);
    EXPECT_EQ(l->tracked(), std::size_t{0});
}

TEST(LDiversity, MeasuresEntropyInEquallyFrequentValues) {
    const auto l = model("l-diversity", 3, "entropy", kFirst);
    EXPECT_FALSE(l->holds(Histogram({10, 1, 1}).view()));
    EXPECT_TRUE(l->holds(Histogram({3, 2, 3, 2}).view()));
    const double entropy = -(0.5 * std::log(0.5) + 2 * 0.25 * std::log(0.25));
    EXPECT_NEAR(l->achieved(Histogram({2, 1, 1}).view()), std::exp(entropy), 1e-12);
    EXPECT_EQ(l->describe(), "entropy 3-diversity of disease");
}

TEST(LDiversity, EqualFrequenciesReachTheirNumberWhateverTheRounding) {
    for (std::uint32_t values = 2; values < 60; ++values) {
        const auto l = model("l-diversity", values, "entropy", kFirst);
        for (const std::uint32_t count : {1U, 3U, 7U, 1000003U}) {
            const Histogram even(std::vector<std::uint32_t>(values, count));
            EXPECT_TRUE(l->holds(even.view())) << values << " values " << count << " times";
            EXPECT_EQ(l->achieved(even.view()), values);
        }
        EXPECT_EQ(l->least_rows(), values);
        std::vector<std::uint32_t> skewed(values, 1000);
        skewed[0] = 1001;
        EXPECT_FALSE(l->holds(Histogram(skewed).view())) << values;
    }
}

TEST(LDiversity, EntropySurvivesMergingButNotGrowing) {
    const auto l = model("l-diversity", 2, "entropy", kFirst);
    EXPECT_EQ(l->monotony(), Monotony::merge);
    EXPECT_TRUE(l->holds(Histogram({1, 1}).view()));
    EXPECT_FALSE(l->holds(Histogram({9, 1}).view()));
    EXPECT_TRUE(l->holds(Histogram({2, 1, 1}).view()));
    EXPECT_EQ(model("l-diversity", 2.5, "entropy", kFirst)->least_rows(), 3U);
}

/// Values 0 and 1 are one, and so are 2 and 4.
ModelContext with_equal_values(std::optional<Code> missing = std::nullopt) {
    ModelContext context{.place = 0, .missing = missing};
    context.value_of = std::make_shared<const std::vector<Code>>(std::vector<Code>{0, 0, 2, 3, 2});
    return context;
}

TEST(PrivacyModels, CountSpellingsOfOneValueOnce) {
    const auto k = model("k-anonymity", 2, "", with_equal_values());
    EXPECT_FALSE(k->holds(Histogram({3, 4}).view()));
    EXPECT_FALSE(k->holds(Histogram({0, 0, 1, 0, 1}).view())) << "they need not be neighbours";
    EXPECT_EQ(k->achieved(Histogram({1, 1, 1, 1, 1}).view()), 3);
    const auto l = model("l-diversity", 2, "", with_equal_values());
    EXPECT_FALSE(l->holds(Histogram({3, 4}).view()));
    EXPECT_TRUE(l->holds(Histogram({3, 0, 0, 1}).view()));
    const auto entropy = model("l-diversity", 2, "entropy", with_equal_values());
    EXPECT_TRUE(entropy->holds(Histogram({1, 1, 1, 0, 1}).view()));
    EXPECT_FALSE(entropy->holds(Histogram({1, 1, 1}).view()));
}

TEST(PrivacyModels, CountAMissingValueAsNone) {
    const ModelContext context{.place = 0, .missing = Code{2}};
    const auto l = model("l-diversity", 2, "", context);
    EXPECT_FALSE(l->holds(Histogram({1, 0, 9}).view()));
    EXPECT_TRUE(l->holds(Histogram({1, 1, 9}).view()));
    EXPECT_EQ(l->achieved(Histogram({0, 0, 9}).view()), 0);
    const auto entropy = model("l-diversity", 2, "entropy", context);
    EXPECT_TRUE(entropy->holds(Histogram({2, 2, 9}).view())) << "rows without a value are no share";
    EXPECT_FALSE(entropy->holds(Histogram({2, 1, 1}).view()));
    EXPECT_EQ(entropy->achieved(Histogram({0, 0, 4}).view()), 0);
    const auto barely = model("l-diversity", 1.0000000001, "entropy", context);
    EXPECT_FALSE(barely->holds(Histogram({0, 0, 4}).view())) << "no value is no diversity";
}

TEST(PrivacyModels, KnowHowManyValuesTheTableHas) {
    ModelContext context = with_equal_values(Code{3});
    context.distribution = {5, 5, 1, 7, 2};
    EXPECT_EQ(model("k-anonymity", 2, "", context)->best_possible(), 2);
    EXPECT_EQ(model("l-diversity", 2, "", context)->best_possible(), 2);
    EXPECT_EQ(model("l-diversity", 2, "entropy", context)->best_possible(), 2);
}

TEST(PrivacyModels, RefuseParametersOutOfRange) {
    const double nan = std::numeric_limits<double>::quiet_NaN();
    for (const double bad : {0.0, 1.0, -3.0, 2.5, 2147483649.0, 1e300, nan}) {
        EXPECT_NE(refusal("k-anonymity", bad), "") << bad;
        EXPECT_NE(refusal("l-diversity", bad), "") << bad;
    }
    for (const double bad : {0.0, 1.0, -3.0, 1e300, nan}) {
        EXPECT_NE(refusal("l-diversity", bad, "entropy"), "") << bad;
    }
    EXPECT_EQ(refusal("l-diversity", 1.5, "entropy"), "");
    EXPECT_EQ(refusal("k-anonymity", 2147483648.0), "");
    EXPECT_NE(refusal("k-anonymity", 1).find("k-anonymity needs k"), std::string::npos);
}

TEST(PrivacyModels, SuggestTheNearestKind) {
    EXPECT_NE(refusal("l-diversity", 3, "entrophy").find("did you mean 'entropy'"),
              std::string::npos);
    EXPECT_NE(refusal("k-anonymity", 3, "distinct"), "");
    EXPECT_THROW((void)model("l-diversity", 3), Error);
}

TEST(PrivacyModels, SuggestTheNearestModel) {
    try {
        (void)find_privacy_model("l-divercity");
        FAIL();
    } catch (const Error& error) {
        EXPECT_EQ(error.code(), ErrorCode::bad_policy);
        EXPECT_NE(std::string(error.what()).find("'l-diversity'"), std::string::npos);
    }
}

TEST(PrivacyModels, AreSortedByNameAndAllBuild) {
    const auto models = privacy_models();
    for (std::size_t i = 0; i < models.size(); ++i) {
        EXPECT_TRUE(i == 0 || models[i - 1].name < models[i].name);
        const double parameter = std::min(3.0, models[i].parameters.front().greatest);
        EXPECT_EQ(model(std::string(models[i].name), parameter, "", kFirst)->name(),
                  models[i].name);
    }
}

TEST(PrivacyModels, AllHoldOnlyIfEachHolds) {
    const PrivacyModels models{model("k-anonymity", 3), model("l-diversity", 2, "", kFirst)};
    EXPECT_TRUE(all_hold(models, Histogram({2, 1}).view()));
    EXPECT_FALSE(all_hold(models, Histogram({3}).view()));
    EXPECT_FALSE(all_hold(models, Histogram({1, 1}).view()));
}

}  // namespace
}  // namespace kanon
