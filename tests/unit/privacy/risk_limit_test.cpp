// SPDX-License-Identifier: Apache-2.0
#include "kanon/privacy/models/risk_limit.hpp"

#include "kanon/base/error.hpp"
#include "kanon/base/fraction.hpp"
#include "kanon/privacy/exclusions.hpp"

#include "histograms.hpp"
#include <gtest/gtest.h>

#include <map>
#include <string>
#include <vector>

namespace kanon {
namespace {

using test::Histogram;
using Parameters = std::map<std::string, double, std::less<>>;

PrivacyRequirement asked(const Parameters& parameters) {
    return {.model = "risk", .parameters = parameters};
}

TEST(RiskLimit, IsKByItsInverse) {
    EXPECT_EQ(rows_of_risk(1), 1U);
    EXPECT_EQ(rows_of_risk(0.5), 2U);
    EXPECT_EQ(rows_of_risk(0.2), 5U);
    EXPECT_EQ(rows_of_risk(0.09), 12U);
    EXPECT_EQ(rows_of_risk(0.05), 20U);
    EXPECT_EQ(rows_of_risk(1.0 / 3), 3U);
    EXPECT_EQ(rows_of_risk(0.33), 4U);
    for (std::uint64_t k = 1; k < 3000; ++k) {
        EXPECT_EQ(rows_of_risk(1 / static_cast<double>(k)), k);
        EXPECT_EQ(rows_of_risk(*decimal_or_fraction("1/" + std::to_string(k))), k);
    }
}

TEST(RiskLimit, FractionsAreReadAndWrittenExactly) {
    EXPECT_EQ(decimal_or_fraction("1/11"), 1.0 / 11);
    EXPECT_EQ(decimal_or_fraction("0.09"), 0.09);
    EXPECT_EQ(decimal_or_fraction("3/4"), 0.75);
    for (const char* text :
         {"", "/", "1/", "/2", "1/0", "1/-2", "-1/2", "1 / 2", "1/2/3", "a/2", "nan", "inf"}) {
        EXPECT_EQ(decimal_or_fraction(text), std::nullopt) << text;
    }
    EXPECT_EQ(fraction_text(1.0 / 11), "1/11");
    EXPECT_EQ(fraction_text(0.09), "0.09");
    EXPECT_EQ(fraction_text(0.2), "0.2");
    EXPECT_EQ(fraction_text(2.0 / 3), "0.6666666666666666");
    EXPECT_EQ(make_risk_limit(asked({{"highest", 1.0 / 11}}), std::nullopt)->describe(),
              "risk of at most 9.1 % (1 in 11) for each row");
}

TEST(RiskLimit, OfTheHighestJudgesEachClass) {
    const auto model = make_risk_limit(asked({{"highest", 0.2}}), std::nullopt);
    EXPECT_TRUE(model->holds({.rows = 5}));
    EXPECT_FALSE(model->holds({.rows = 4}));
    EXPECT_EQ(model->achieved({.rows = 4}), 0.25);
    EXPECT_FALSE(model->more_is_better());
    EXPECT_EQ(model->least_rows(), 5U);
    EXPECT_FALSE(model->judges_average());
    EXPECT_EQ(model->describe(), "risk of at most 20 % (1 in 5) for each row");
}

TEST(RiskLimit, OfTheAverageJudgesNoClassByItself) {
    const auto model = make_risk_limit(asked({{"average", 0.2}}), std::nullopt);
    EXPECT_TRUE(model->holds({.rows = 1}));
    EXPECT_TRUE(model->judges_average());
    EXPECT_EQ(model->achieved({.rows = 1}), 1);
    EXPECT_EQ(first_of_average({model}), model.get());
    EXPECT_EQ(first_of_average({}), nullptr);
}

TEST(RiskLimit, CountsPersonsWhereTheyAreTold) {
    const auto model = make_risk_limit(asked({{"highest", 0.5}}), ModelContext{.place = 0});
    EXPECT_FALSE(model->holds(Histogram({7}).view()));
    EXPECT_TRUE(model->holds(Histogram({1, 1}).view()));
    EXPECT_EQ(model->achieved(Histogram({7}).view()), 1);
}

TEST(RiskLimit, RefusesWhatIsNoRisk) {
    for (const Parameters& wrong : {Parameters{{"highest", 0}},
                                    Parameters{{"highest", 1.5}},
                                    Parameters{{"average", -1}},
                                    Parameters{{"mean", 0.1}},
                                    Parameters{}}) {
        EXPECT_THROW(static_cast<void>(make_risk_limit(asked(wrong), std::nullopt)), Error);
    }
}

TEST(RiskLimit, RulesOutToBeFoundWithMore) {
    const auto highest = excluded_attacks(asked({{"highest", 0.2}}), PromiseUnit::classes);
    ASSERT_EQ(highest.size(), 1U);
    EXPECT_EQ(highest[0].attack, "link");
    EXPECT_NE(highest[0].because.find("at least 5 rows"), std::string::npos);
    const auto average = excluded_attacks(asked({{"average", 0.05}}), PromiseUnit::classes);
    ASSERT_EQ(average.size(), 1U);
    EXPECT_NE(average[0].because.find("5 % of them"), std::string::npos);
    EXPECT_TRUE(excluded_attacks(asked({{"highest", 1}}), PromiseUnit::classes).empty());
}

}  // namespace
}  // namespace kanon
