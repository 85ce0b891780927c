// SPDX-License-Identifier: Apache-2.0
#include "streams.hpp"
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <functional>
#include <set>
#include <utility>

namespace kanon::places {
namespace {

using test::answers_to;
using test::random_stream;

/// The method once more, without index, graph or bits: the clique that comes first in the order of
/// deadlines, by trying all of them.
class PlainCliqueCloak {
public:
    PlainCliqueCloak(bool neighbours_k, double deferred_above)
        : neighbours_k_(neighbours_k), deferred_above_(deferred_above) {}

    Answers run(const std::vector<Request>& stream) {
        for (const Request& request : stream) {
            expire(request.time - 1);
            waiting_.push_back(request);
            try_for(request, request.time, deferred_above_);
        }
        constexpr Moment kEver = 1'000'000'000;
        expire(kEver);
        return std::move(answers_);
    }

private:
    static bool near(const Request& a, const Request& b) {
        const auto within = [](const Request& of, const Request& p) {
            return std::abs(of.x - p.x) <= of.reach_x && std::abs(of.y - p.y) <= of.reach_y &&
                   std::abs(of.time - p.time) <= of.wait;
        };
        return a.person != b.person && within(a, b) && within(b, a);
    }

    void expire(Moment last) {
        for (;;) {
            const auto due = std::ranges::min_element(
                waiting_, {}, [](const Request& r) { return std::pair(r.deadline(), r.number); });
            if (due == waiting_.end() || due->deadline() > last) {
                return;
            }
            const Request request = *due;
            if (deferred_above_ > 0 && try_for(request, request.deadline(), 0)) {
                continue;
            }
            take_out({request});
            answers_.dropped.push_back(request);
        }
    }

    void take_out(const std::vector<Request>& gone) {
        std::erase_if(waiting_, [&](const Request& r) {
            return std::ranges::any_of(gone,
                                       [&](const Request& g) { return g.number == r.number; });
        });
    }

    bool try_for(const Request& request, Moment now, double above) {
        std::vector<Request> neighbours;
        for (const Request& other : waiting_) {
            if (near(request, other)) {
                neighbours.push_back(other);
            }
        }
        std::ranges::sort(
            neighbours, {}, [](const Request& r) { return std::pair(r.deadline(), r.number); });
        if (static_cast<double>(neighbours.size()) + 1 < above * request.k) {
            return false;
        }
        std::set<std::uint32_t, std::greater<>> sizes{request.k};
        for (const Request& other : neighbours) {
            if (neighbours_k_ && other.k > request.k) {
                sizes.insert(other.k);
            }
        }
        for (const std::uint32_t k : sizes) {
            std::vector<Request> clique{request};
            if (extend(clique, neighbours, 0, k)) {
                release(clique, now);
                return true;
            }
        }
        return false;
    }

    static bool extend(std::vector<Request>& clique,
                       const std::vector<Request>& from,
                       std::size_t next,
                       std::uint32_t k) {
        if (clique.size() == k) {
            return true;
        }
        for (std::size_t i = next; i < from.size(); ++i) {
            const bool fits = from[i].k <= k && std::ranges::all_of(clique, [&](const Request& r) {
                                  return near(r, from[i]);
                              });
            if (fits) {
                clique.push_back(from[i]);
                if (extend(clique, from, i + 1, k)) {
                    return true;
                }
                clique.pop_back();
            }
        }
        return false;
    }

    void release(std::vector<Request> clique, Moment now) {
        Group group{.box = box_of(clique.front()), .members = {}, .released = now};
        for (const Request& request : clique) {
            group.box.add(request);
        }
        take_out(clique);
        std::ranges::sort(clique, {}, &Request::number);
        group.members = std::move(clique);
        answers_.groups.push_back(std::move(group));
    }

    bool neighbours_k_;
    double deferred_above_;
    std::vector<Request> waiting_;
    Answers answers_;
};

std::vector<std::uint64_t> numbers_of(const std::vector<Request>& requests) {
    std::vector<std::uint64_t> out;
    out.reserve(requests.size());
    for (const Request& request : requests) {
        out.push_back(request.number);
    }
    return out;
}

void expect_same(const Answers& found, const Answers& wanted) {
    ASSERT_EQ(found.groups.size(), wanted.groups.size());
    for (std::size_t i = 0; i < wanted.groups.size(); ++i) {
        EXPECT_EQ(numbers_of(found.groups[i].members), numbers_of(wanted.groups[i].members));
        EXPECT_EQ(found.groups[i].box, wanted.groups[i].box);
        EXPECT_EQ(found.groups[i].released, wanted.groups[i].released);
    }
    EXPECT_EQ(numbers_of(found.dropped), numbers_of(wanted.dropped));
}

Request at(std::uint64_t number, double x, double y, std::uint32_t k, Moment wait = 60'000) {
    Request out;
    out.number = number;
    out.person = number;
    out.time = static_cast<Moment>(number) * 1000;
    out.x = x;
    out.y = y;
    out.k = k;
    out.reach_x = 10;
    out.reach_y = 10;
    out.wait = wait;
    return out;
}

TEST(CliqueCloak, IsThePlainMethodOnRandomStreams) {
    std::size_t groups = 0;
    for (std::uint64_t seed = 0; seed < 400; ++seed) {
        SCOPED_TRACE(seed);
        const auto stream = random_stream({}, seed);
        const Answers found = answers_to(stream, "clique-cloak");
        expect_same(found, PlainCliqueCloak(false, 0).run(stream));
        expect_same(answers_to(stream, "nbr-k"), PlainCliqueCloak(true, 0).run(stream));
        expect_same(answers_to(stream, "deferred"), PlainCliqueCloak(true, 2).run(stream));
        groups += found.groups.size();
    }
    EXPECT_GT(groups, 400U);
}

TEST(CliqueCloak, ReleasesAsSoonAsACliqueIsThere) {
    const Answers found = answers_to(
        {at(0, 0, 0, 3), at(1, 30, 0, 3), at(2, 5, 5, 3), at(3, 9, 2, 3)}, "clique-cloak");
    ASSERT_EQ(found.groups.size(), 1U);
    EXPECT_EQ(numbers_of(found.groups[0].members), (std::vector<std::uint64_t>{0, 2, 3}));
    EXPECT_EQ(found.groups[0].box, (Box{{0, 9}, {0, 5}, {0, 3000}}));
    EXPECT_EQ(found.groups[0].released, 3000);
    EXPECT_EQ(numbers_of(found.dropped), (std::vector<std::uint64_t>{1}));
}

TEST(CliqueCloak, OnlyNbrKServesWhoAsksForMoreThanTheLast) {
    const std::vector<Request> stream{at(0, 0, 0, 3), at(1, 1, 0, 3), at(2, 2, 0, 2)};
    EXPECT_TRUE(answers_to(stream, "clique-cloak").groups.empty());
    EXPECT_EQ(answers_to(stream, "nbr-k").groups.size(), 1U);
}

TEST(CliqueCloak, ADeadlineIsTheLastMomentOfService) {
    EXPECT_EQ(answers_to({at(0, 0, 0, 2, 1000), at(1, 0, 0, 2)}, "clique-cloak").groups.size(), 1U);
    EXPECT_TRUE(answers_to({at(0, 0, 0, 2, 999), at(1, 0, 0, 2)}, "clique-cloak").groups.empty());
}

TEST(CliqueCloak, APersonIsInAGroupOnce) {
    Request again = at(1, 0, 0, 2);
    again.person = 0;
    EXPECT_TRUE(answers_to({at(0, 0, 0, 2), again}, "clique-cloak").groups.empty());
}

TEST(CliqueCloak, DeferredWaitsWhereFewAreNear) {
    const std::vector<Request> stream{at(0, 0, 0, 2), at(1, 0, 0, 2)};
    const Answers found = answers_to(stream, "deferred");
    ASSERT_EQ(found.groups.size(), 1U);
    EXPECT_EQ(found.groups[0].released, stream[0].deadline());
}

TEST(CliqueCloak, AnUnknownMethodIsRefusedWithTheNearest) {
    EXPECT_THROW(static_cast<void>(find_cloak("clique-cloack")), std::runtime_error);
}

}  // namespace
}  // namespace kanon::places
