// SPDX-License-Identifier: Apache-2.0
#include "kanon/places/attack/place_attack.hpp"

#include "streams.hpp"
#include <gtest/gtest.h>

namespace kanon::places {
namespace {

/// Persons who ask from places on a line, a second apart.
std::vector<Request> line_of(const std::vector<std::pair<std::uint64_t, double>>& asked) {
    std::vector<Request> out;
    for (const auto& [person, x] : asked) {
        Request request;
        request.number = out.size();
        request.person = person;
        request.x = x;
        request.time = static_cast<Moment>(out.size()) * 1000;
        out.push_back(request);
    }
    return out;
}

ReleasedBox row(std::uint64_t number, double least, double greatest, const std::string& name = "") {
    return {"r" + std::to_string(number), name, {{least, greatest}, {0, 0}, {0, 100'000}}};
}

TEST(PlaceAttack, WhoSharesABoxIsNotFound) {
    const RequestSet set = test::set_of(line_of({{0, 0}, {1, 4}, {2, 10}}));
    const PlaceFindings found =
        attack_boxes(set, set.ids, {row(0, 0, 10), row(1, 0, 10), row(2, 0, 10)});
    EXPECT_EQ(found.before.found_requests, 3U);
    EXPECT_EQ(found.before.found_persons, 3U);
    EXPECT_EQ(found.inside.found_requests, 0U);
    EXPECT_DOUBLE_EQ(found.inside.expected_right, 1);
    EXPECT_DOUBLE_EQ(found.replay.expected_right, 1);
    EXPECT_EQ(found.right_by_centre, 1U);
    EXPECT_EQ(found.linked.found_requests, 0U);
}

TEST(PlaceAttack, WhoKnowsTheMethodFindsBoxesThatNobodyShares) {
    const RequestSet set = test::set_of(line_of({{0, 0}, {1, 4}, {2, 10}}));
    const PlaceFindings found =
        attack_boxes(set, set.ids, {row(0, -1, 11), row(1, -2, 12), row(2, -3, 13)});
    EXPECT_EQ(found.inside.found_requests, 0U);
    EXPECT_EQ(found.replay.found_requests, 3U);
    EXPECT_EQ(found.fewer_than_k, 3U);
}

TEST(PlaceAttack, BoxesOfAPersonLeaveWhoIsInAllOfThem) {
    const RequestSet set =
        test::set_of(line_of({{0, 0}, {1, 1}, {0, 20}, {2, 21}, {1, 40}, {2, 41}, {3, 42}}));
    std::vector<ReleasedBox> boxes{row(0, 0, 1), row(1, 0, 1), row(2, 20, 21), row(3, 20, 21)};
    PlaceFindings found = attack_boxes(set, set.ids, boxes);
    EXPECT_EQ(found.linked.found_persons, 1U);
    EXPECT_EQ(found.linked.found_requests, 2U);
    EXPECT_EQ(found.linked_inside.found_persons, 1U);
    EXPECT_EQ(found.boxes_until_found, 2U);
    boxes[2].pseudonym = "other";
    found = attack_boxes(set, set.ids, boxes);
    EXPECT_TRUE(found.linked_by_pseudonym);
    EXPECT_EQ(found.linked.found_persons, 0U);
}

TEST(PlaceAttack, ARowThatIsLostIsSeen) {
    const RequestSet set = test::set_of(line_of({{0, 0}, {1, 1}}));
    EXPECT_EQ(attack_boxes(set, set.ids, {row(0, 0, 1), row(1, 0, 1)}).fewer_than_k, 0U);
    EXPECT_EQ(attack_boxes(set, set.ids, {row(0, 0, 1)}).fewer_than_k, 1U);
}

}  // namespace
}  // namespace kanon::places
