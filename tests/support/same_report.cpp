// SPDX-License-Identifier: Apache-2.0
#include "support/same_report.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstddef>
#include <vector>

namespace kanon::test {
namespace {

void expect_same(double found, double expected) {
    EXPECT_TRUE(found == expected || (std::isnan(found) && std::isnan(expected)))
        << found << " is not " << expected;
}

void expect_same(const std::vector<double>& found, const std::vector<double>& expected) {
    ASSERT_EQ(found.size(), expected.size());
    for (std::size_t i = 0; i < found.size(); ++i) {
        expect_same(found[i], expected[i]);
    }
}

void expect_same(const Measures& found, const Measures& expected) {
    EXPECT_EQ(found.rows, expected.rows);
    EXPECT_EQ(found.released_rows, expected.released_rows);
    EXPECT_EQ(found.suppressed_rows, expected.suppressed_rows);
    EXPECT_EQ(found.classes, expected.classes);
    EXPECT_EQ(found.class_sizes_histogram, expected.class_sizes_histogram);
    EXPECT_EQ(found.min_class, expected.min_class);
    EXPECT_EQ(found.max_class, expected.max_class);
    expect_same(found.avg_class, expected.avg_class);
    EXPECT_EQ(found.squared_sizes, expected.squared_sizes);
    expect_same(found.weighted_stars, expected.weighted_stars);
    EXPECT_EQ(found.minority_rows, expected.minority_rows);
    EXPECT_EQ(found.stars, expected.stars);
    expect_same(found.attribute_ncp, expected.attribute_ncp);
    EXPECT_EQ(found.attribute_stars, expected.attribute_stars);
    expect_same(found.attribute_sse, expected.attribute_sse);
    expect_same(found.gcp, expected.gcp);
    expect_same(found.lm, expected.lm);
    expect_same(found.dm, expected.dm);
    expect_same(found.cm, expected.cm);
    expect_same(found.c_avg, expected.c_avg);
    expect_same(found.sse, expected.sse);
    expect_same(found.usefulness, expected.usefulness);
    expect_same(found.field.entropy, expected.field.entropy);
    expect_same(found.field.loss, expected.field.loss);
    expect_same(found.field.loss_geometric, expected.field.loss_geometric);
    expect_same(found.field.ambiguity, expected.field.ambiguity);
    expect_same(found.field.kl_divergence, expected.field.kl_divergence);
}

void expect_same(const CandidateFigures& found, const CandidateFigures& expected) {
    EXPECT_EQ(found.whole, expected.whole);
    EXPECT_EQ(found.least, expected.least);
    EXPECT_EQ(found.mean, expected.mean);
    EXPECT_EQ(found.of_type, expected.of_type);
    ASSERT_EQ(found.disclosed.size(), expected.disclosed.size());
    for (std::size_t i = 0; i < found.disclosed.size(); ++i) {
        EXPECT_EQ(found.disclosed[i].rows, expected.disclosed[i].rows);
    }
}

}  // namespace

void expect_same(const AuditReport& found, const AuditReport& expected) {
    EXPECT_EQ(found.passed, expected.passed);
    EXPECT_EQ(found.fault_count, expected.fault_count);
    EXPECT_EQ(found.checks, expected.checks);
    EXPECT_EQ(found.not_proven, expected.not_proven);
    EXPECT_EQ(found.notes, expected.notes);
    ASSERT_EQ(found.proofs.size(), expected.proofs.size());
    for (std::size_t i = 0; i < found.proofs.size(); ++i) {
        EXPECT_EQ(found.proofs[i].describe, expected.proofs[i].describe);
        EXPECT_EQ(found.proofs[i].achieved, expected.proofs[i].achieved);
        EXPECT_EQ(found.proofs[i].holds, expected.proofs[i].holds);
        EXPECT_EQ(found.proofs[i].is_decided, expected.proofs[i].is_decided);
    }
    ASSERT_EQ(found.codings.size(), expected.codings.size());
    for (std::size_t i = 0; i < found.codings.size(); ++i) {
        EXPECT_EQ(found.codings[i].derived_rows, expected.codings[i].derived_rows);
        EXPECT_EQ(found.codings[i].low_rows, expected.codings[i].low_rows);
        EXPECT_EQ(found.codings[i].high_rows, expected.codings[i].high_rows);
        EXPECT_EQ(found.codings[i].rounded_rows, expected.codings[i].rounded_rows);
        EXPECT_EQ(found.codings[i].loss, expected.codings[i].loss);
    }
    ASSERT_EQ(found.candidates.has_value(), expected.candidates.has_value());
    if (found.candidates) {
        expect_same(*found.candidates, *expected.candidates);
    }
    expect_same(found.measures, expected.measures);
}

}  // namespace kanon::test
