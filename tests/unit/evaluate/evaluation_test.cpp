// SPDX-License-Identifier: Apache-2.0
#include "kanon/evaluate/evaluation.hpp"

#include "kanon/base/error.hpp"
#include "kanon/report/evaluation_report.hpp"

#include "evaluate_cases.hpp"
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

namespace kanon {
namespace {

constexpr const char* kWages =
    "attributes:\n"
    "  age: {role: quasi-identifying, hierarchy: {intervals: [10]}}\n"
    "  zip: {role: quasi-identifying, hierarchy: flat}\n"
    "  wage: {role: insensitive, class: true}\n"
    "privacy: {k-anonymity: 2}\n";

/// 80 rows, ages 0 to 39 twice, who earn much from 20 on.
struct Wages {
    explicit Wages(std::size_t width) {
        for (std::size_t i = 0; i < 80; ++i) {
            const std::size_t age = i / 2;
            const std::string wage = age < 20 ? "low" : "high";
            rows += std::to_string(age) + (i % 2 == 0 ? " a " : " b ") + wage + ";";
            const std::size_t low = age / width * width;
            const std::string range =
                "[" + std::to_string(low) + ", " + std::to_string(low + width - 1) + "]";
            released[0].cells.push_back(width == 1 ? std::to_string(age) : range);
            released[1].cells.emplace_back("*");
            released[2].cells.push_back(wage);
        }
    }

    [[nodiscard]] test::EvaluateCase given() const {
        return {"age zip wage", rows, kWages, released};
    }

    std::string rows;
    std::vector<test::ReleasedTexts> released{{"age", {}}, {"zip", {}}, {"wage", {}}};
};

TEST(Evaluation, ClassifiersLearnFromRangesWhatTheyTell) {
    const test::EvaluateCase given = Wages(10).given();
    const Evaluation found = evaluate(given.problem, given.release, {}, {});
    EXPECT_TRUE(found.traced);
    ASSERT_EQ(found.classifications.size(), 1U);
    const Classification& wage = found.classifications[0];
    EXPECT_EQ(wage.target, "wage");
    EXPECT_TRUE(wage.held_out);
    EXPECT_EQ(wage.training_rows, 80U);
    EXPECT_LT(wage.majority, 0.6);
    for (const Accuracy& accuracy : wage.accuracies) {
        EXPECT_GE(accuracy.original, 0.9) << accuracy.classifier;
        EXPECT_GE(accuracy.release, 0.85) << accuracy.classifier;
    }
}

TEST(Evaluation, NothingIsLearnedWhereNothingIsTold) {
    Wages wages(10);
    std::ranges::fill(wages.released[0].cells, "*");
    const test::EvaluateCase given = wages.given();
    EvaluateOptions options;
    options.classification.features = FeatureKind::categorical;
    const Evaluation found = evaluate(given.problem, given.release, options, {});
    ASSERT_FALSE(found.classifications.empty());
    EXPECT_FALSE(found.classifications[0].accuracies.empty());
    for (const Accuracy& accuracy : found.classifications[0].accuracies) {
        EXPECT_LE(accuracy.release, 0.6) << accuracy.classifier;
    }
}

TEST(Evaluation, RowsInAnotherOrderAreNotTraced) {
    Wages wages(10);
    for (test::ReleasedTexts& column : wages.released) {
        std::ranges::reverse(column.cells);
    }
    const test::EvaluateCase given = wages.given();
    const Evaluation found = evaluate(given.problem, given.release, {}, {});
    EXPECT_FALSE(found.traced);
    EXPECT_FALSE(found.notes.empty());
    EXPECT_FALSE(found.classifications[0].held_out);
    EXPECT_FALSE(found.field->non_uniform_entropy);
    EXPECT_TRUE(found.field->ambiguity);
    for (const Accuracy& accuracy : found.classifications[0].accuracies) {
        EXPECT_GE(accuracy.release, 0.85) << accuracy.classifier;
    }
}

TEST(Evaluation, AReleaseThatChangedNothingCannotBeTold) {
    Wages wages(1);
    for (std::size_t i = 0; i < 80; ++i) {
        wages.released[1].cells[i] = i % 2 == 0 ? "a" : "b";
    }
    const test::EvaluateCase given = wages.given();
    const Evaluation found = evaluate(given.problem, given.release, {}, {});
    ASSERT_TRUE(found.propensity);
    EXPECT_NEAR(found.propensity->pmse, 0, 1e-6);
    for (const ColumnFigures& column : found.columns) {
        EXPECT_DOUBLE_EQ(column.hellinger, 0) << column.column;
    }
    ASSERT_TRUE(found.regression);
    EXPECT_NEAR(*found.regression->mean_overlap, 1, 1e-9);
}

TEST(Evaluation, DoesNotDependOnThreads) {
    const test::EvaluateCase given = Wages(10).given();
    RunContext four;
    four.threads = 4;
    EXPECT_EQ(evaluation_json(evaluate(given.problem, given.release, {}, {})),
              evaluation_json(evaluate(given.problem, given.release, {}, four)));
}

TEST(Evaluation, RefusesOptionsOutOfBounds) {
    const test::EvaluateCase given = Wages(10).given();
    const auto fails = [&](const EvaluateOptions& options, ErrorCode code) {
        try {
            (void)evaluate(given.problem, given.release, options, {});
        } catch (const Error& error) {
            return error.code() == code;
        }
        return false;
    };
    EvaluateOptions options;
    options.queries.selectivity = 0;
    EXPECT_TRUE(fails(options, ErrorCode::usage));
    options = {};
    options.gs_factor = 1.5;
    EXPECT_TRUE(fails(options, ErrorCode::usage));
    options = {};
    options.classification.folds = 1;
    EXPECT_TRUE(fails(options, ErrorCode::usage));
    options = {};
    options.classification.targets = {"shoe_size"};
    EXPECT_TRUE(fails(options, ErrorCode::bad_input));
    options = {};
    options.regressed = "zip";
    EXPECT_TRUE(fails(options, ErrorCode::bad_input));
}

}  // namespace
}  // namespace kanon
