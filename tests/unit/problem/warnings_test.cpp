// SPDX-License-Identifier: Apache-2.0
#include "kanon/policy/warnings.hpp"

#include "kanon/base/error.hpp"
#include "kanon/policy/policy_file.hpp"

#include <gtest/gtest.h>

#include <array>
#include <fstream>
#include <iterator>

namespace kanon {
namespace {

TEST(Warnings, AreDocumentedAsTheCatalogueSaysThem) {
    std::ifstream file(KANON_DOCS_DIR "/warnings.md");
    ASSERT_TRUE(file) << "docs/warnings.md must be there";
    const std::string text{std::istreambuf_iterator<char>(file), {}};
    for (const WarningInfo& warning : warning_catalogue()) {
        const std::string head =
            "| `" + std::string(warning.code) + "` | " + std::string(warning.meaning) + " |";
        EXPECT_NE(text.find(head), std::string::npos) << head;
    }
}

TEST(Warnings, AreOpenWithoutAReason) {
    const std::array<Warning, 2> warnings{
        Warning{.code = "row-order", .text = "sorted", .columns = {"a"}, .accepted = ""},
        Warning{.code = "singles-out", .text = "rare", .columns = {}, .accepted = "no matter"}};
    EXPECT_EQ(count_open(warnings), 1U);
    EXPECT_EQ(count_open({}), 0U);
}

TEST(Warnings, OfOtherNamesAreRefusedWithTheNearest) {
    EXPECT_EQ(find_warning("row-order").code, "row-order");
    try {
        static_cast<void>(find_warning("row-ordr"));
        FAIL();
    } catch (const Error& error) {
        EXPECT_EQ(error.code(), ErrorCode::bad_policy);
        EXPECT_NE(std::string(error.what()).find("'row-order'"), std::string::npos);
    }
}

TEST(Warnings, AreAcceptedWithAReasonOnly) {
    Policy policy = parse_policy(
        "attributes: {a: {role: insensitive}}\naccept: {row-order: drawn at random}\n", "p.yaml");
    EXPECT_EQ(policy.accept.at("row-order"), "drawn at random");
    policy.check();
    policy.accept["row-order"] = "";
    EXPECT_THROW(policy.check(), Error);
    policy.accept = {{"no-such-code", "why"}};
    EXPECT_THROW(policy.check(), Error);
}

}  // namespace
}  // namespace kanon
