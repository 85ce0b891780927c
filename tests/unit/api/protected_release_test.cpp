// SPDX-License-Identifier: Apache-2.0
#include "kanon/api/kanon.hpp"

#include "support/tables.hpp"
#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

namespace kanon {
namespace {

/// 400 people of 40 ages; every `nth` is ill, beginning with those of 30.
Table some_ill_people(std::size_t nth) {
    std::vector<std::string> ages;
    std::vector<std::string> illnesses;
    for (std::size_t i = 0; i < 400; ++i) {
        ages.push_back(std::to_string(30 + i / 10));
        illnesses.push_back(i % nth == 0 ? "flu" : "none");
    }
    return {{test::column_of("age", ages), test::column_of("illness", illnesses)}, 400};
}

std::unique_ptr<Result> default_release(Table table, const Policy& policy = {}) {
    return anonymize(std::move(table), policy, {}, {.protect = true, .require_fit = true});
}

bool says_diversity(const Result& result, bool was_added) {
    const std::string sought = was_added ? "distinct 2-diversity was added for 'illness'"
                                         : "no l-diversity was added for 'illness'";
    return std::ranges::any_of(result.facts.assumptions,
                               [&](const std::string& line) { return line.starts_with(sought); });
}

TEST(ProtectedRelease, AddsDiversityWhereItCostsLittle) {
    const std::unique_ptr<Result> result = default_release(some_ill_people(3));
    EXPECT_TRUE(says_diversity(*result, true));
    ASSERT_EQ(result->audit.proofs.size(), 2U);
    EXPECT_TRUE(result->audit.proofs[1].holds);
    EXPECT_EQ(result->facts.disclosed.front().rows, 0U);
}

TEST(ProtectedRelease, IsNotMadeWhereProtectionCostsMuch) {
    try {
        static_cast<void>(default_release(some_ill_people(200)));
        FAIL() << "a release that gives away nearly all values";
    } catch (const Error& error) {
        EXPECT_EQ(error.code(), ErrorCode::warned);
        const std::string text = error.what();
        EXPECT_NE(text.find("--l-diversity illness:2"), std::string::npos) << text;
        EXPECT_NE(text.find("--accept disclosure"), std::string::npos) << text;
    }
}

TEST(ProtectedRelease, IsMadeAllTheSameWhereThatIsAccepted) {
    Policy policy;
    policy.accept["disclosure"] = "a trial";
    const std::unique_ptr<Result> result = default_release(some_ill_people(200), policy);
    EXPECT_TRUE(says_diversity(*result, false));
    EXPECT_EQ(result->audit.proofs.size(), 1U);
    ASSERT_FALSE(result->facts.warnings.empty());
    EXPECT_EQ(result->facts.warnings.back().code, "disclosure");
    EXPECT_EQ(result->facts.warnings.back().accepted, "a trial");
}

TEST(ProtectedRelease, APolicyDecides) {
    const std::unique_ptr<Result> result = anonymize(some_ill_people(200), {}, {}, {});
    EXPECT_EQ(result->audit.proofs.size(), 1U);
    const std::vector<Warning> warnings = warnings_of(record_of(*result));
    EXPECT_TRUE(std::ranges::any_of(warnings, [](const Warning& one) {
        return one.code == "disclosure" && one.accepted.empty();
    }));
}

}  // namespace
}  // namespace kanon
