// SPDX-License-Identifier: Apache-2.0
#include "streams.hpp"
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <utility>

namespace kanon::places {
namespace {

using test::answers_to;

constexpr double kSide = 64;

CloakOptions area() {
    CloakOptions out;
    out.area_x = {0, kSide};
    out.area_y = {0, kSide};
    return out;
}

/// Persons who all ask at once from whole coordinates, for the same k, and tolerate all.
std::vector<Request> crowd(std::size_t persons, std::uint32_t k, std::uint64_t seed) {
    std::vector<Request> out =
        test::random_stream({.requests = persons, .persons = 1, .side = 64, .steps = 1}, seed);
    for (Request& request : out) {
        request.person = request.number;
        request.k = k;
        request.reach_x = kSide;
        request.reach_y = kSide;
        request.wait = 1000;
    }
    return out;
}

/// The quadrants once more, by halves of doubles: divided while all parts have k.
void plain_quadrants(double x,
                     double y,
                     double side,
                     const std::vector<Request>& inside,
                     std::uint32_t k,
                     std::multiset<std::pair<Box, std::size_t>>& out) {
    std::map<std::pair<double, double>, std::vector<Request>> parts;
    for (const Request& request : inside) {
        parts[{request.x >= x + side / 2 ? x + side / 2 : x,
               request.y >= y + side / 2 ? y + side / 2 : y}]
            .push_back(request);
    }
    const bool all = side > 1e-4 && std::ranges::all_of(parts, [k](const auto& part) {
                         return part.second.size() >= k;
                     });
    if (!all) {
        out.emplace(Box{{x, x + side}, {y, y + side}, {0, 0}}, inside.size());
        return;
    }
    for (const auto& [corner, members] : parts) {
        plain_quadrants(corner.first, corner.second, side / 2, members, k, out);
    }
}

TEST(IntervalCloak, DividesAsThePlainQuadtreeDoes) {
    for (std::uint64_t seed = 0; seed < 100; ++seed) {
        const std::uint32_t k = 2 + static_cast<std::uint32_t>(seed % 4);
        const auto stream = crowd(30 + seed, k, seed);
        std::multiset<std::pair<Box, std::size_t>> wanted;
        plain_quadrants(0, 0, kSide, stream, k, wanted);
        std::multiset<std::pair<Box, std::size_t>> found;
        for (const Group& group : answers_to(stream, "interval-cloak", area()).groups) {
            found.emplace(group.box, group.members.size());
        }
        std::erase_if(wanted, [](const auto& box) { return box.first.x.length() < 1e-3; });
        std::erase_if(found, [](const auto& box) { return box.first.x.length() < 1e-3; });
        EXPECT_EQ(found, wanted) << seed;
    }
}

Request asker(std::uint64_t number, double x, double y, std::uint32_t k) {
    Request out;
    out.number = number;
    out.person = number;
    out.x = x;
    out.y = y;
    out.k = k;
    out.reach_x = kSide;
    out.reach_y = kSide;
    out.wait = 1000;
    return out;
}

TEST(Pyramid, TakesTheNeighbourWithFewerThatIsEnough) {
    // A cell of 32 with one, beside it two, above it one: all ask for 2.
    const std::vector<Request> stream{
        asker(0, 10, 10, 2), asker(1, 40, 3, 4), asker(2, 60, 20, 4), asker(3, 20, 50, 2)};
    const Answers found = answers_to(stream, "pyramid", area());
    ASSERT_EQ(found.groups.size(), 1U);
    EXPECT_EQ(found.groups[0].box, (Box{{0, 32}, {0, 64}, {0, 0}}));
    EXPECT_EQ(found.dropped.size(), 2U);
}

TEST(Pyramid, KeepsTheLeastArea) {
    std::vector<Request> stream{asker(0, 1, 1, 2), asker(1, 2, 2, 2)};
    EXPECT_LE(answers_to(stream, "pyramid", area()).groups.at(0).box.x.length(), 4);
    stream[1].least_area = 16 * 16;
    const Answers found = answers_to(stream, "pyramid", area());
    ASSERT_EQ(found.groups.size(), 1U);
    EXPECT_EQ(found.groups[0].box.x.length() * found.groups[0].box.y.length(), 16 * 16);
}

TEST(IntervalCloakTime, ACellWaitsUntilEnoughAsked) {
    std::vector<Request> stream{
        asker(0, 1, 1, 3), asker(1, 40, 1, 3), asker(2, 3, 3, 3), asker(3, 9, 9, 3)};
    for (Request& request : stream) {
        request.time = static_cast<Moment>(request.number) * 100;
        request.reach_x = 16;
        request.reach_y = 16;
    }
    const Answers found = answers_to(stream, "interval-cloak-time", area());
    ASSERT_EQ(found.groups.size(), 1U);
    EXPECT_EQ(found.groups[0].box, (Box{{0, 16}, {0, 16}, {0, 300}}));
    EXPECT_EQ(found.groups[0].members.size(), 3U);
}

}  // namespace
}  // namespace kanon::places
