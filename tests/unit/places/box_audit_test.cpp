// SPDX-License-Identifier: Apache-2.0
#include "kanon/places/audit/box_audit.hpp"

#include "streams.hpp"
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <set>

namespace kanon::places {
namespace {

using test::answers_to;
using test::boxes_of_answers;
using test::random_stream;
using test::set_of;

BoxAudit audit(const RequestSet& requests, const std::vector<ReleasedBox>& boxes) {
    return audit_boxes(requests, requests.ids, boxes, {});
}

std::set<std::string> rules_of(const BoxAudit& audit) {
    std::set<std::string> out;
    for (const BoxFault& fault : audit.faults) {
        out.insert(fault.rule);
    }
    return out;
}

/// A stream with boxes that hold, of the first seed from `seed` on that has any.
struct Released {
    RequestSet requests;
    std::vector<ReleasedBox> boxes;
};

Released released(std::uint64_t seed, std::string_view method) {
    for (;; ++seed) {
        const auto stream = random_stream({}, seed);
        const Answers answers = answers_to(stream, method);
        if (!answers.groups.empty()) {
            return {set_of(stream), boxes_of_answers(answers)};
        }
    }
}

TEST(BoxAudit, EveryMethodPassesOnRandomStreams) {
    for (const CloakInfo& method : cloaks()) {
        SCOPED_TRACE(method.name);
        std::size_t boxes = 0;
        for (std::uint64_t seed = 0; seed < 1000; ++seed) {
            const auto stream = random_stream({.most_k = 2 + seed % 5}, seed);
            const Answers answers = answers_to(stream, method.name);
            const RequestSet requests = set_of(stream);
            const BoxAudit found = audit(requests, boxes_of_answers(answers));
            ASSERT_TRUE(found.passed()) << seed << ": " << found.faults.front().message;
            boxes += answers.groups.size();
            std::size_t answered = answers.dropped.size();
            for (const Group& group : answers.groups) {
                answered += group.members.size();
                for (const Request& member : group.members) {
                    EXPECT_LE(group.released, member.deadline());
                    EXPECT_LE(member.time, group.released);
                }
            }
            EXPECT_EQ(answered, stream.size());
        }
        EXPECT_GT(boxes, 500U);
    }
}

/// Plant a fault in what holds, in many streams, and expect the auditor to name it.
void expect_found(const std::string& rule, const std::function<void(Released&)>& plant) {
    for (std::uint64_t seed = 0; seed < 200; ++seed) {
        Released made = released(seed * 7, "clique-cloak");
        ASSERT_TRUE(audit(made.requests, made.boxes).passed());
        plant(made);
        EXPECT_TRUE(rules_of(audit(made.requests, made.boxes)).contains(rule)) << seed;
    }
}

Request& request_of(Released& made, std::size_t row) {
    return *std::ranges::find_if(made.requests.requests, [&](const Request& request) {
        return made.requests.ids[request.number] == made.boxes[row].request;
    });
}

TEST(BoxAudit, FindsABoxMovedOffItsPoint) {
    expect_found("point", [](Released& made) {
        made.boxes[0].box.x.least += 1000;
        made.boxes[0].box.x.greatest += 1000;
    });
}

TEST(BoxAudit, FindsARequestTakenAway) {
    expect_found("sharing", [](Released& made) {
        // Of a group that is as small as one of its members allows.
        const Box box = made.boxes[0].box;
        std::uint32_t k = 0;
        std::size_t members = 0;
        for (std::size_t row = 0; row < made.boxes.size(); ++row) {
            if (made.boxes[row].box == box) {
                k = std::max(k, request_of(made, row).k);
                ++members;
            }
        }
        for (; members >= k; --members) {
            const auto last = std::ranges::find(made.boxes, box, &ReleasedBox::box);
            const bool asks_most =
                request_of(made, static_cast<std::size_t>(last - made.boxes.begin())).k == k;
            const auto other = std::find_if(
                last + 1, made.boxes.end(), [&](const auto& b) { return b.box == box; });
            made.boxes.erase(asks_most && other != made.boxes.end() ? other : last);
        }
    });
}

TEST(BoxAudit, FindsAToleranceThatIsExceeded) {
    expect_found("tolerance", [](Released& made) {
        const Box box = made.boxes[0].box;
        for (ReleasedBox& released : made.boxes) {
            if (released.box == box) {
                released.box.y.greatest += 100;
            }
        }
    });
}

TEST(BoxAudit, FindsADeadlineThatPassed) {
    expect_found("deadline", [](Released& made) {
        const Box box = made.boxes[0].box;
        for (ReleasedBox& released : made.boxes) {
            if (released.box == box) {
                released.box.time.greatest += 1'000'000;
            }
        }
    });
}

TEST(BoxAudit, FindsOneWhoIsTwoOfTheSharers) {
    expect_found("sharing", [](Released& made) {
        const Box box = made.boxes[0].box;
        const std::uint64_t person = request_of(made, 0).person;
        for (std::size_t row = 0; row < made.boxes.size(); ++row) {
            if (made.boxes[row].box == box) {
                request_of(made, row).person = person;
            }
        }
    });
}

TEST(BoxAudit, FindsRequestsReleasedTwiceOrNeverAsked) {
    expect_found("request", [](Released& made) { made.boxes.push_back(made.boxes.front()); });
    expect_found("request", [](Released& made) { made.boxes[0].request = "nobody"; });
}

}  // namespace
}  // namespace kanon::places
