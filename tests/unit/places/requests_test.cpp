// SPDX-License-Identifier: Apache-2.0
#include "kanon/base/error.hpp"
#include "kanon/places/requests/box_file.hpp"
#include "kanon/places/requests/request_file.hpp"
#include "kanon/table/table_builder.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace kanon::places {
namespace {

using Texts = std::vector<std::string>;

PlacePolicy policy() {
    PlacePolicy out;
    out.k = 3;
    out.within = 100;
    out.wait = 60;
    return out;
}

Table table(const Texts& persons, const Texts& times, const Texts& x, const Texts& y) {
    return TableBuilder()
        .add_text("person", persons)
        .add_text("time", times)
        .add_text("x", x)
        .add_text("y", y)
        .finish();
}

std::string refusal(const Table& given, const PlacePolicy& by) {
    try {
        static_cast<void>(requests_of(given, "r.csv", by));
    } catch (const Error& error) {
        return error.what();
    }
    return "";
}

TEST(Requests, AreTakenInTheOrderOfTime) {
    const RequestSet set =
        requests_of(table({"a", "b", "a"}, {"5", "3.25", "4"}, {"1", "2", "3"}, {"4", "5", "6"}),
                    "r.csv",
                    policy());
    ASSERT_EQ(set.requests.size(), 3U);
    EXPECT_EQ(set.requests[0].number, 1U);
    EXPECT_EQ(set.requests[0].time, 3250);
    EXPECT_EQ(set.requests[0].reach_x, 100);
    EXPECT_EQ(set.requests[0].wait, 60000);
    EXPECT_EQ(set.out_of_order, 1U);
    EXPECT_EQ(set.person_count(), 2U);
}

TEST(Requests, OfDegreesHaveTolerancesInDegrees) {
    const Table given = TableBuilder()
                            .add_text("person", Texts{"a"})
                            .add_text("time", Texts{"2026-03-02 08:15:00"})
                            .add_text("lon", Texts{"13.4"})
                            .add_text("lat", Texts{"60"})
                            .finish();
    const RequestSet set = requests_of(given, "r.csv", policy());
    EXPECT_TRUE(set.form.degrees);
    EXPECT_NEAR(set.requests[0].reach_y, 100 / 111195.08, 1e-9);
    EXPECT_NEAR(set.requests[0].reach_x, 2 * set.requests[0].reach_y, 1e-9);
    EXPECT_EQ(moment_as(set.requests[0].time, set.form.time), "2026-03-02 08:15:00");
}

TEST(Requests, ThatAreNoneAreRefusedByRowAndColumn) {
    const auto x_of = [](const std::string& x) {
        return table({"a", "b"}, {"1", "2"}, {"0", x}, {"0", "0"});
    };
    EXPECT_EQ(refusal(x_of("nan"), policy()), "r.csv: row 2, column 'x': it is not a number");
    EXPECT_EQ(refusal(x_of("inf"), policy()), "r.csv: row 2, column 'x': it is not a number");
    EXPECT_NE(refusal(x_of("1e10"), policy()).find("outside"), std::string::npos);
    PlacePolicy small = policy();
    small.area = Area{{0, 10}, {0, 10}};
    EXPECT_NE(refusal(x_of("11"), small).find("outside of the area"), std::string::npos);
    EXPECT_NE(
        refusal(table({"a", ""}, {"1", "2"}, {"0", "0"}, {"0", "0"}), policy()).find("person"),
        std::string::npos);
    EXPECT_NE(refusal(table({"a", "b"}, {"1", "noon"}, {"0", "0"}, {"0", "0"}), policy())
                  .find("column 'time': it is not a time in seconds"),
              std::string::npos);
    PlacePolicy open = policy();
    open.k.reset();
    EXPECT_NE(refusal(x_of("1"), open).find("column 'k'"), std::string::npos);
}

TEST(Boxes, ReadBackAsTheyAre) {
    for (const TimeForm time : {TimeForm::seconds, TimeForm::date_time}) {
        const RequestForm form{.degrees = true, .time = time};
        const std::vector<ReleasedBox> boxes{
            {"b",
             "p",
             {{0.1 + 0.2, 13.4}, {-52.123456789012345, 1e-17}, {-1501, 1'772'439'300'123}}},
            {"a", "q", {{0, 0}, {1, 1}, {5, 5}}}};
        const auto found = boxes_of(box_table(boxes, form, true), "b.csv", form);
        ASSERT_EQ(found.size(), 2U);
        EXPECT_EQ(found[1].box, boxes[0].box);
        EXPECT_EQ(found[1].pseudonym, "p");
        EXPECT_EQ(found[0].request, "a");
    }
}

TEST(PlacePolicies, SayWhatRequestsDoNot) {
    const PlacePolicy read = parse_place_policy(
        "k: 5\nwithin: 250\nwait: 30\narea: [0, 0, 10, 20]\nlbqids:\n  commute:\n    elements:\n"
        "      - {area: [0, 0, 1, 1], from: \"07:00\", to: \"09:30\"}\n"
        "    recurrence: 3.weekdays * 2.weeks\n",
        "p.yaml");
    EXPECT_EQ(read.k, 5U);
    EXPECT_EQ(read.area->y.greatest, 20);
    ASSERT_EQ(read.lbqids.size(), 1U);
    EXPECT_EQ(read.lbqids[0].elements[0].minutes.greatest, 570);
    EXPECT_EQ(read.lbqids[0].recurrence,
              (std::vector<Recurrence>{{3, Granule::weekdays}, {2, Granule::weeks}}));
}

TEST(PlacePolicies, ThatAreWrongAreRefusedWithTheirPlace) {
    EXPECT_THROW(static_cast<void>(parse_place_policy("kk: 5\n", "p.yaml")), Error);
    EXPECT_THROW(static_cast<void>(parse_place_policy("k: 1\n", "p.yaml")), Error);
    EXPECT_THROW(static_cast<void>(parse_place_policy("area: [1, 2, 0, 3]\n", "p.yaml")), Error);
    for (const char* text :
         {"2.weeks", "3.weekdays * 2.days", "0.days", "days", "3.dais", "3.days *"}) {
        EXPECT_THROW(static_cast<void>(parse_recurrence(text)), Error) << text;
    }
}

TEST(Granules, AreThoseOfTheCalendar) {
    constexpr std::int64_t kFirst = 20514;  // 2026-03-02
    EXPECT_EQ(granule_of(kFirst, Granule::weekdays), kFirst);
    EXPECT_EQ(granule_of(kFirst + 5, Granule::weekdays), -1);
    EXPECT_EQ(granule_of(kFirst + 5, Granule::weekends), kFirst + 5);
    EXPECT_EQ(granule_of(kFirst, Granule::weeks), granule_of(kFirst + 6, Granule::weeks));
    EXPECT_NE(granule_of(kFirst, Granule::weeks), granule_of(kFirst - 1, Granule::weeks));
    EXPECT_NE(granule_of(kFirst, Granule::months), granule_of(kFirst - 2, Granule::months));
    EXPECT_EQ(day_of(-1), -1);
    EXPECT_EQ(day_of(kDay), 1);
}

}  // namespace
}  // namespace kanon::places
