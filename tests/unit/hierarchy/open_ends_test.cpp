// SPDX-License-Identifier: Apache-2.0
#include "kanon/hierarchy/builders.hpp"
#include "kanon/quality/cell_loss.hpp"
#include "kanon/table/values/value_coding.hpp"

#include "support.hpp"
#include "support/tables.hpp"
#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

namespace kanon {
namespace {

using test::path_of;
using test::path_of_missing;

std::shared_ptr<const Dictionary> coded(const std::vector<std::string>& values,
                                        const ValueCoding& coding) {
    return coded_column(*test::column_of("age", values), coding, 1)->dictionary;
}

std::shared_ptr<const Dictionary> closed(const std::shared_ptr<const Dictionary>& values) {
    return std::make_shared<const Dictionary>(values->without_open_ends());
}

Hierarchy intervals(const std::shared_ptr<const Dictionary>& values,
                    const IntervalOptions& options) {
    return with_open_ends(interval_hierarchy(closed(values), options), values);
}

TEST(OpenEnds, KeepTheirOwnLabelUpToTheTop) {
    const auto values =
        coded({"12", "20", "23", "27", "79", "80", "95", "?"}, {.bottom = "20", .top = "80"});
    const Hierarchy hierarchy = intervals(values, {.widths = {5, 10}});
    EXPECT_EQ(path_of(hierarchy, "(-inf, 20]"), "(-inf, 20] > (-inf, 20] > *");
    EXPECT_EQ(path_of(hierarchy, "23"), "[20, 24] > [20, 29] > *");
    EXPECT_EQ(path_of(hierarchy, "79"), "[75, 79] > [70, 79] > *");
    EXPECT_EQ(path_of(hierarchy, "[80, inf)"), "[80, inf) > [80, inf) > *");
    EXPECT_EQ(path_of_missing(hierarchy), " >  > *");
    EXPECT_EQ(hierarchy.kind(), HierarchyKind::intervals);
}

TEST(OpenEnds, JoinAnIntervalThatIsOpenAsFar) {
    const auto values = coded({"10", "30", "70", "80", "95"}, {.bottom = "10", .top = "80"});
    const Hierarchy hierarchy =
        intervals(values, {.widths = {10}, .open_below = 20, .open_above = 60});
    EXPECT_EQ(path_of(hierarchy, "[80, inf)"), "[60, inf) > *");
    EXPECT_EQ(path_of(hierarchy, "70"), "[60, inf) > *");
    // Nobody below 20 is left to make that interval, so the end stands alone.
    EXPECT_EQ(path_of(hierarchy, "(-inf, 10]"), "(-inf, 10] > *");
}

TEST(OpenEnds, AreMaskedAndDatedAlone) {
    const auto zips = coded({"1000", "1234", "9000"}, {.bottom = "", .top = "9000"});
    const Hierarchy masked = with_open_ends(mask_hierarchy(closed(zips), {}), zips);
    EXPECT_EQ(path_of(masked, "1234"), "123* > 12** > 1*** > *");
    EXPECT_EQ(path_of(masked, "[9000, inf)"), "[9000, inf) > [9000, inf) > [9000, inf) > *");
    const auto days = coded({"1929-01-01", "1931-05-01"}, {.bottom = "1930-01-01"});
    const Hierarchy dated = with_open_ends(date_hierarchy(closed(days)), days);
    EXPECT_EQ(path_of(dated, "(-inf, 1930-01-01]"),
              "(-inf, 1930-01-01] > (-inf, 1930-01-01] > (-inf, 1930-01-01] > *");
    EXPECT_EQ(path_of(dated, "1931-05-01"), "1931-05 > 1931-Q2 > 1931 > *");
}

TEST(OpenEnds, LoseTheirLengthAtLeast) {
    const auto values = coded({"0", "10", "40", "60", "100"}, {.bottom = "", .top = "60"});
    const Hierarchy flat = with_open_ends(flat_hierarchy(closed(values)), values);
    const Code end = *values->find("[60, inf)");
    EXPECT_EQ(loss_of_labels(CellLoss::ncp, flat, 0), (std::vector<double>{0, 0, 0, 0.4}));
    EXPECT_EQ(ncp({ReleasedValue::Kind::exact, end, 0}, {}, *values, &flat), 0.4);
    EXPECT_EQ(ncp({ReleasedValue::Kind::range, 2, end}, {}, *values, &flat), 0.6);
    ReleasedDomain domain;
    domain.sets = {{0, end}};
    domain.ranges = {{.low = 40, .high = 1e300, .high_included = true}};
    EXPECT_EQ(ncp({ReleasedValue::Kind::set, 0, 0}, domain, *values, &flat), 0.4);
    EXPECT_EQ(ncp({ReleasedValue::Kind::interval, 0, 0}, domain, *values, &flat), 0.6);
    for (Level level = 0; level < flat.height(); ++level) {
        EXPECT_LE(loss_of_labels(CellLoss::lm, flat, level)[flat.label_of(level, end)],
                  loss_of_labels(CellLoss::lm, flat, flat.height())[0]);
    }
}

TEST(OpenEnds, AColumnThatIsAllOneEndLosesAll) {
    const auto values = coded({"70", "80"}, {.bottom = "", .top = "60"});
    const Hierarchy flat = flat_hierarchy(values);
    EXPECT_EQ(loss_of_labels(CellLoss::ncp, flat, 0), std::vector<double>{1});
    EXPECT_EQ(star_loss(CellLoss::ncp, flat), 1);
}

}  // namespace
}  // namespace kanon
