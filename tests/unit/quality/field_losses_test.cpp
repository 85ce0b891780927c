// SPDX-License-Identifier: Apache-2.0
#include "kanon/quality/field_losses.hpp"

#include "support/tables.hpp"
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace kanon {
namespace {

using Texts = std::vector<std::string>;

/// Ciriani et al. 2007, Figs 1 and 2: race under person, ZIP codes as they are or starred.
class Patients {
public:
    Patients() {
        Hierarchy::LevelMap top;
        top.label_of_code = {0, 0, 0};
        top.labels = {"person"};
        race_ = Hierarchy(table_.column(0).dictionary, {top}, HierarchyKind::tree);
    }

    [[nodiscard]] FieldLosses losses(const std::vector<Texts>& columns,
                                     Objective objective,
                                     double gs_factor = 0.5,
                                     std::vector<double> weights = {1, 1}) const {
        std::vector<std::shared_ptr<const Column>> out{
            test::column_of("race", columns[0], ValueType::text),
            test::column_of("zip", columns[1], ValueType::text)};
        const Table release(std::move(out), columns[0].size());
        const std::vector<RecodedAttribute> recoded{{0, &race_}, {1, nullptr}};
        constexpr auto kNoStarClass = std::numeric_limits<std::uint64_t>::max();
        const ReleasedClasses classes(table_, release, recoded, {kNoStarClass, kNoStarClass}, 1);
        return field_losses(classes,
                            {.objective = objective,
                             .weights = weights,
                             .gs_factor = gs_factor,
                             .left_out = table_.row_count() - release.row_count()});
    }

private:
    Table table_ = test::table_of("race zip",
                                  "asian a; asian b; asian c; asian c; asian c; black d; black c; "
                                  "white c; white b");
    Hierarchy race_;
};

/// Both rows whose ZIP code nobody shares are suppressed.
const std::vector<Texts> kSuppressed{
    {"*", "person", "person", "person", "person", "*", "person", "person", "person"},
    {"*", "b", "c", "c", "c", "*", "c", "c", "b"}};

const std::vector<Texts> kLeftOut{
    {"person", "person", "person", "person", "person", "person", "person"},
    {"b", "c", "c", "c", "c", "c", "b"}};

TEST(FieldLosses, OfTheSurveysTableByHand) {
    const double of_races = 9 * std::log2(9.0) - 5 * std::log2(5.0) - 2 - 2;
    const double of_zips = 9 * std::log2(9.0) - 5 * std::log2(5.0) - 2;
    const double entropy = (of_races + 2 * std::log2(9.0)) / (of_races + of_zips);
    // Rows that a combination is given: 2 / 3 + 2 / 12 with ZIP code b, 5 / 3 + 2 / 12 with c, and
    // 2 / 12 where rows are suppressed.
    const double divergence = (2 * std::log(6.0) + 2 * std::log(6.0 / 5) + 3 * std::log(18.0 / 11) +
                               2 * std::log(6.0 / 11)) /
                              9;
    for (const std::vector<Texts>& release : {kSuppressed, kLeftOut}) {
        const Patients patients;
        EXPECT_NEAR(patients.losses(release, Objective::entropy).entropy, entropy, 1e-12);
        EXPECT_DOUBLE_EQ(patients.losses(release, Objective::ambiguity).ambiguity,
                         (7 * 3 + 2 * 12) / 9.0);
        EXPECT_NEAR(
            patients.losses(release, Objective::kl_divergence).kl_divergence, divergence, 1e-12);
        EXPECT_DOUBLE_EQ(patients.losses(release, Objective::loss).loss, (1 + 2.0 / 9) / 2);
        EXPECT_DOUBLE_EQ(patients.losses(release, Objective::loss, 0.25).loss,
                         (8.0 / 9 + 1.0 / 9) / 2);
        EXPECT_DOUBLE_EQ(patients.losses(release, Objective::loss, 0.75).loss,
                         (5.5 / 9 + 2.0 / 9) / 2);
        EXPECT_NEAR(patients.losses(release, Objective::loss_geometric, 0.25).loss_geometric,
                    std::sqrt(17.0 / 9 * 10 / 9) - 1,
                    1e-12);
    }
}

TEST(FieldLosses, WeightsCountAttributes) {
    const Patients patients;
    EXPECT_DOUBLE_EQ(patients.losses(kSuppressed, Objective::loss, 0.5, {3, 1}).loss,
                     (3 + 2.0 / 9) / 4);
    EXPECT_DOUBLE_EQ(patients.losses(kSuppressed, Objective::entropy, 0.5, {1, 0}).entropy, 1);
    EXPECT_EQ(patients.losses(kSuppressed, Objective::entropy, 0.5, {0, 0}).entropy, 0);
    EXPECT_NEAR(patients.losses(kSuppressed, Objective::loss_geometric, 0.5, {1, 0}).loss_geometric,
                1,
                1e-12);
}

/// With a ZIP code starred by itself a combination may come of two classes.
TEST(FieldLosses, NoDivergenceWhereClassesMayStandForTheSameRow) {
    const Patients patients;
    std::vector<Texts> release = kSuppressed;
    release[1][8] = "*";
    EXPECT_TRUE(std::isnan(patients.losses(release, Objective::kl_divergence).kl_divergence));
    EXPECT_FALSE(std::isnan(patients.losses(release, Objective::ambiguity).ambiguity));
}

TEST(FieldLosses, OnlyWhatIsAskedForIsMeasured) {
    const FieldLosses found = Patients().losses(kSuppressed, Objective::gcp);
    EXPECT_TRUE(std::isnan(found.entropy) && std::isnan(found.loss) &&
                std::isnan(found.loss_geometric) && std::isnan(found.ambiguity) &&
                std::isnan(found.kl_divergence));
}

}  // namespace
}  // namespace kanon
