// SPDX-License-Identifier: Apache-2.0
#include "data/workplace.hpp"
#include "parties/run.hpp"
#include "parties/same_rows.hpp"
#include "parties/suite.hpp"
#include <gtest/gtest.h>

#include <algorithm>

namespace kanon::bench {
namespace {

TEST(SameRows, CountEachRowAndTheHeading) {
    EXPECT_TRUE(have_same_rows({"a\n1\n2\n", "a\n1\n"}, {"a\n1\n1\n2\n"}));
    EXPECT_FALSE(have_same_rows({"a\n1\n2\n"}, {"a\n1\n1\n2\n"}));
    EXPECT_FALSE(have_same_rows({"a\n1\n"}, {"b\n1\n"}));
    EXPECT_FALSE(have_same_rows({"a\n1\n2\n"}, {"a\n1\n3\n"}));
    EXPECT_FALSE(have_same_rows({"a\n1\n2"}, {"a\n12\n"}));
}

/// A case of the suite; nothing is made by kanon for it.
PartiesCase case_of(const std::string& name) {
    const PartiesSuite suite = read_parties_suite(KANON_SUITES_DIR);
    return *std::ranges::find(suite.cases, name, &PartiesCase::name);
}

TEST(PartiesBench, FewRowsOfEachProtocolHaveTheRightAnswer) {
    for (const char* const name : {"jiang-clifton-few", "top-down-few", "secure-sum-few"}) {
        SCOPED_TRACE(name);
        Workplace workplace("", "no data", "no program");
        const PartiesFigures figures =
            run_parties_case(case_of(name), 1, workplace, RunContext{.threads = 1});
        EXPECT_GT(figures.released_rows, 200U);
        EXPECT_GT(figures.seconds.search, 0);
        EXPECT_GE(figures.seconds.run, figures.seconds.search);
        EXPECT_FALSE(figures.proven.empty());
        for (const auto& [party, bytes] : figures.sent) {
            EXPECT_GT(bytes, 1000U);
        }
    }
}

TEST(PartiesBench, WhatEndsThePartiesEndsTheCase) {
    for (const char* const name : {"jiang-clifton-few", "top-down-few", "secure-sum-few"}) {
        SCOPED_TRACE(name);
        PartiesCase one = case_of(name);
        one.k = 10'000;
        Workplace workplace("", "no data", "no program");
        try {
            static_cast<void>(run_parties_case(one, 1, workplace, RunContext{.threads = 1}));
            ADD_FAILURE() << "it has no release";
        } catch (const Error& error) {
            EXPECT_EQ(error.code(), ErrorCode::infeasible) << error.what();
        }
    }
}

}  // namespace
}  // namespace kanon::bench
