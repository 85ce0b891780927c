// SPDX-License-Identifier: Apache-2.0
#include "kanon/kanon.hpp"
#include "kanon/tables.hpp"
#include "kanon/verbs.hpp"

#include "support/temporary_folder.hpp"
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <array>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace kanon::test {
namespace {

Table people() {
    TableBuilder builder;
    builder.add_text("name", std::array{"Ann", "Ben", "Cem", "Dee", "Eva", "Fay"})
        .add_integers("age", std::array{31, 32, 33, 61, 62, 63})
        .add_text("ill",
                  std::array<std::optional<std::string>, 6>{
                      "flu", "flu", "cold", "cold", "flu", std::nullopt});
    return builder.finish();
}

Policy policy_of_people() {
    Policy policy;
    policy.attribute("name").role = Role::identifying;
    policy.attribute("age").role = Role::quasi_identifying;
    policy.attribute("ill").role = Role::sensitive;
    policy.require({.model = "k-anonymity", .parameters = {{"k", 3}}});
    return policy;
}

constexpr const char* kFourPeople =
    "name,age,ill\nAnn,31,flu\nBen,32,flu\nCem,33,cold\nDee,61,cold\n";

TEST(ProvenRelease, TellsAllThatIsKnownOfARelease) {
    const ProvenRelease release = make_release(people(), policy_of_people());
    EXPECT_TRUE(release.audit().passed);
    EXPECT_GT(release.loss(), 0);
    EXPECT_FALSE(release.method().empty());
    EXPECT_EQ(release.table().names(), (std::vector<std::string_view>{"age", "ill"}));
    EXPECT_EQ(nlohmann::json::parse(release.summary()).at("rows"), 6);
    EXPECT_NE(release.text().find("3-anonymity"), std::string::npos);
    EXPECT_NE(release.report().find("<html"), std::string::npos);
    EXPECT_NE(release.recoding().find("kanon"), std::string::npos);
}

TEST(ProvenRelease, ItsPolicyGivesItAgain) {
    const ProvenRelease release = make_release(people(), policy_of_people());
    const ProvenRelease again = make_release(people(), release.policy());
    EXPECT_EQ(cells_of(again.table(), "age"), cells_of(release.table(), "age"));
}

TEST(ProvenRelease, IsMoved) {
    ProvenRelease release = make_release(people(), policy_of_people());
    const double loss = release.loss();
    const ProvenRelease moved = std::move(release);
    EXPECT_EQ(moved.loss(), loss);
}

TEST(ProvenRelease, SuggestedPolicyNeedsNothingElse) {
    const ProvenRelease release = make_release(people(), suggested_policy(people()));
    EXPECT_TRUE(release.audit().passed);
}

TEST(CellsOf, ColumnsThatAreNotThereAreNamed) {
    try {
        static_cast<void>(cells_of(people(), "agee"));
        FAIL();
    } catch (const Error& error) {
        EXPECT_EQ(error.code(), ErrorCode::usage);
        EXPECT_NE(std::string(error.what()).find("did you mean 'age'?"), std::string::npos)
            << error.what();
    }
}

TEST(CellsOf, MissingCellsAreNone) {
    const Table table = people();
    EXPECT_EQ(cells_of(table, "ill")[5], std::nullopt);
    EXPECT_EQ(cells_of(table, "ill")[0], "flu");
    EXPECT_EQ(cells_of(table, "age")[3], "61");
}

TEST(Verbs, GiveTheJsonOfTheCommandLine) {
    const TemporaryFolder folder;
    const std::string original = folder.write("people.csv", kFourPeople);
    AnonymizeJob job;
    job.input = original;
    job.output = folder.at("release.csv");
    job.policy = policy_of_people();
    EXPECT_TRUE(make_release(job).audit().passed);

    RiskJob risk;
    risk.original = original;
    risk.release = job.output;
    risk.policy = job.policy;
    EXPECT_TRUE(nlohmann::json::parse(risk_of(risk)).contains("after"));

    EvaluateJob evaluation;
    evaluation.original = original;
    evaluation.release = job.output;
    evaluation.policy = job.policy;
    evaluation.options.parts.classifiers = false;
    evaluation.options.parts.distinguishability = false;
    EXPECT_TRUE(nlohmann::json::parse(evaluation_of(evaluation)).is_object());

    ExploreJob exploration;
    exploration.input = original;
    exploration.policy = job.policy;
    EXPECT_TRUE(nlohmann::json::parse(exploration_of(exploration)).is_object());

    CompareJob comparison;
    comparison.input = original;
    comparison.policy = job.policy;
    comparison.ks = {2, 3};
    EXPECT_EQ(nlohmann::json::parse(comparison_of(comparison)).at("runs").size(), 2);

    TabulateJob tables;
    tables.input = original;
    tables.options = {.by = {{"ill"}}, .k = 2};
    const ProtectedCounts counts = tabulation_of(tables);
    EXPECT_EQ(nlohmann::json::parse(counts.json).at("verdict"), "proven");
    EXPECT_EQ(cells_of(counts.tables, "count").back(), "4");
}

TEST(Verbs, VerifySaysWhatIsBroken) {
    const TemporaryFolder folder;
    VerifyJob job;
    job.original = folder.write("people.csv", kFourPeople);
    job.release = folder.write("release.csv", "age,ill\n31,flu\n32,flu\n33,cold\n61,cold\n");
    job.policy = policy_of_people();
    EXPECT_FALSE(verify(job).passed);
    EXPECT_EQ(nlohmann::json::parse(verification_of(job)).at("verdict"), "broken");
}

}  // namespace
}  // namespace kanon::test
