// SPDX-License-Identifier: Apache-2.0
#include "kanon/places/history/histories.hpp"

#include "kanon/places/audit/box_audit.hpp"
#include "kanon/places/audit/lbqid_audit.hpp"

#include "streams.hpp"
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

namespace kanon::places {
namespace {

constexpr std::int64_t kMonday = 20514;  // 2026-03-02

/// Home in the morning, work at nine.
Lbqid commute(const std::string& recurrence) {
    return {"commute",
            {{{0, 10}, {0, 10}, {420, 480}}, {{90, 100}, {0, 10}, {540, 600}}},
            parse_recurrence(recurrence)};
}

Request visit(std::int64_t day, double hour, double x) {
    Request out;
    out.x = x;
    out.time = day * kDay + static_cast<Moment>(hour * 3'600'000);
    return out;
}

bool completes(const std::string& recurrence, const std::vector<std::int64_t>& days) {
    std::vector<Request> requests;
    for (const std::int64_t day : days) {
        requests.push_back(visit(kMonday + day, 7.5, 5));
        requests.push_back(visit(kMonday + day, 9.5, 95));
    }
    std::vector<const Request*> pointers;
    pointers.reserve(requests.size());
    for (const Request& request : requests) {
        pointers.push_back(&request);
    }
    return is_completed(commute(recurrence), pointers);
}

TEST(Lbqids, AreCompletedByDaysOfTheirKindInEnoughWeeks) {
    EXPECT_TRUE(completes("2.weekdays", {0, 4}));
    EXPECT_FALSE(completes("2.weekdays", {0, 5}));
    EXPECT_TRUE(completes("2.weekends", {5, 6}));
    EXPECT_TRUE(completes("3.weekdays * 2.weeks", {0, 1, 2, 7, 9, 10}));
    EXPECT_FALSE(completes("3.weekdays * 2.weeks", {0, 1, 2, 7, 9}));
    EXPECT_FALSE(completes("3.weekdays * 2.weeks", {0, 1, 2, 7, 12, 13}));
    EXPECT_TRUE(completes("1.days * 1.weeks * 2.months", {0, 31}));
    EXPECT_FALSE(completes("1.days * 2.weeks * 2.months", {0, 7, 31}));
}

TEST(Lbqids, NeedTheirElementsInOrderOnOneDay) {
    const Request home = visit(kMonday, 7.5, 5);
    const Request work = visit(kMonday, 9.5, 95);
    const Request late = visit(kMonday + 1, 9.5, 95);
    const Lbqid once = commute("1.days");
    EXPECT_TRUE(is_completed(once, std::vector{&home, &work}));
    EXPECT_FALSE(is_completed(once, std::vector{&work, &home}));
    EXPECT_FALSE(is_completed(once, std::vector{&home, &late}));
}

/// A stream in which two persons commute together and a third only sometimes.
struct Case {
    RequestSet requests;
    std::vector<Group> groups;
};

Request asked(std::uint64_t number, std::uint64_t person, double hour, double x, double reach) {
    Request out = visit(kMonday, hour, x);
    out.number = number;
    out.person = person;
    out.k = 2;
    out.reach_x = reach;
    out.reach_y = reach;
    out.wait = 3'600'000;
    return out;
}

Group group_of(const std::vector<Request>& members, Moment released) {
    Group out{.box = box_of(members.front()), .members = members, .released = released};
    for (const Request& member : members) {
        out.box.add(member);
    }
    return out;
}

/// 0 shares with 1 at home and with 2 at work; 1 was 15 m from there.
Case changing_company(double reach) {
    const std::vector<Request> all{asked(0, 0, 7.5, 5, reach),
                                   asked(1, 1, 7.5, 6, reach),
                                   asked(2, 1, 9.4, 80, reach),
                                   asked(3, 0, 9.5, 95, reach),
                                   asked(4, 2, 9.5, 96, reach)};
    return {test::set_of(all),
            {group_of({all[0], all[1]}, all[1].time), group_of({all[3], all[4]}, all[4].time)}};
}

std::vector<ReleasedBox> linked_boxes(const Case& of, const Histories& histories) {
    std::vector<ReleasedBox> out;
    for (const Group& group : of.groups) {
        for (const Request& member : group.members) {
            out.push_back({"r" + std::to_string(member.number),
                           "p" + std::to_string(histories.trace_of.at(member.number)),
                           group.box});
        }
    }
    return out;
}

BoxAudit audit(const Case& of, const std::vector<ReleasedBox>& boxes) {
    PlacePolicy policy;
    policy.lbqids = {commute("1.days")};
    return audit_boxes(of.requests, of.requests.ids, boxes, policy);
}

TEST(Histories, WidenABoxForWhoWasThereBefore) {
    Case of = changing_company(20);
    const Histories found = keep_histories(of.requests, {commute("1.days")}, of.groups);
    EXPECT_EQ(found.widened, 1U);
    EXPECT_EQ(found.unlinked, 0U);
    EXPECT_EQ(of.groups[1].box.x, (Range<double>{80, 96}));
    const BoxAudit report = audit(of, linked_boxes(of, found));
    EXPECT_TRUE(report.passed());
    EXPECT_EQ(report.lbqids.counts[0].completed, 1U);
    EXPECT_EQ(report.lbqids.counts[0].covered, 1U);
    EXPECT_EQ(report.lbqids.completed[0].least_others, 1U);
}

TEST(Histories, UnlinkWhereNobodyWasThereBefore) {
    Case of = changing_company(10);
    const Histories found = keep_histories(of.requests, {commute("1.days")}, of.groups);
    EXPECT_EQ(found.widened, 0U);
    EXPECT_EQ(found.unlinked, 1U);
    EXPECT_NE(found.trace_of.at(0), found.trace_of.at(3));
    const BoxAudit report = audit(of, linked_boxes(of, found));
    EXPECT_TRUE(report.passed());
    EXPECT_EQ(report.lbqids.counts[0].completed, 0U);
    EXPECT_EQ(report.lbqids.counts[0].persons, 1U);
}

TEST(Histories, ThatAreNotKeptAreFoundByTheAuditor) {
    Case of = changing_company(10);
    const Histories found = keep_histories(of.requests, {commute("1.days")}, of.groups);
    std::vector<ReleasedBox> boxes = linked_boxes(of, found);
    boxes[2].pseudonym = boxes[0].pseudonym;
    EXPECT_EQ(audit(of, boxes).faults.at(0).rule, "lbqid");
    boxes = linked_boxes(of, found);
    boxes[3].pseudonym = boxes[0].pseudonym;
    EXPECT_EQ(audit(of, boxes).faults.at(0).rule, "pseudonym");
}

TEST(Histories, OfRandomStreamsPassTheAuditor) {
    std::uint64_t widened = 0;
    std::uint64_t unlinked = 0;
    std::uint64_t completed = 0;
    for (std::uint64_t seed = 0; seed < 500; ++seed) {
        auto stream = test::random_stream({.requests = 60, .persons = 6, .side = 30}, seed);
        for (Request& request : stream) {
            request.time += kMonday * kDay + 8 * Moment{3'600'000};
        }
        PlacePolicy policy;
        policy.lbqids = {{"all", {{{0, 20}, {0, 30}, {0, 1440}}}, parse_recurrence("1.days")},
                         {"two",
                          {{{0, 15}, {0, 30}, {0, 1440}}, {{10, 30}, {0, 20}, {0, 1440}}},
                          parse_recurrence("1.weekdays * 1.weeks")}};
        Case of{test::set_of(stream), test::answers_to(stream, "nbr-k").groups};
        const Histories found = keep_histories(of.requests, policy.lbqids, of.groups);
        const std::vector<ReleasedBox> boxes = linked_boxes(of, found);
        const BoxAudit report = audit_boxes(of.requests, of.requests.ids, boxes, policy);
        ASSERT_TRUE(report.passed()) << seed << ": " << report.faults.front().message;
        widened += found.widened;
        unlinked += found.unlinked;
        completed += report.lbqids.counts[1].completed;
    }
    EXPECT_GT(widened, 100U);
    EXPECT_GT(unlinked, 100U);
    EXPECT_GT(completed, 100U);
}

}  // namespace
}  // namespace kanon::places
