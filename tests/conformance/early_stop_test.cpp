// SPDX-License-Identifier: Apache-2.0
// Every method stopped before it has begun: what it states must hold all the same, in numbers.
#include "kanon/report/record.hpp"

#include "judged.hpp"
#include "trials.hpp"
#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <cmath>
#include <optional>
#include <vector>

namespace kanon::test {
namespace {

const std::atomic<bool> kCancelled = true;

/// A way to be stopped at once, and the ending that says so.
struct Stop {
    const char* name;
    RunContext context;
    Ending ending = Ending::timed_out;
};

std::vector<Stop> stops() {
    std::vector<Stop> out{{.name = "node limit", .context = {}},
                          {.name = "deadline", .context = {}},
                          {.name = "cancelled", .context = {}, .ending = Ending::cancelled}};
    out[0].context.node_limit = 1;
    out[1].context.deadline = std::chrono::steady_clock::now() - std::chrono::hours(1);
    out[2].context.cancel = &kCancelled;
    return out;
}

double slack(double loss) {
    return 1e-9 * (1 + std::abs(loss));
}

/// What a stopped method found: it is a release, and no bound speaks against the whole search.
void expect_release_holds(const Outcome& part, const Outcome& whole) {
    ASSERT_TRUE(std::isfinite(part.loss)) << part.loss;
    ASSERT_TRUE(whole.recoding) << "there is no release";
    if (whole.lower_bound) {
        EXPECT_LE(*whole.lower_bound, part.loss + slack(part.loss));
    }
    if (part.ending == Ending::optimal) {
        EXPECT_LE(part.loss, whole.loss + slack(whole.loss));
    }
    if (const std::optional<double> gap = gap_of(part); gap) {
        EXPECT_TRUE(std::isfinite(*gap)) << *gap;
        EXPECT_GE(*gap, 0);
    }
}

void expect_consistent(const Outcome& part, const Outcome& whole, Ending stopped) {
    EXPECT_TRUE(part.ending != Ending::timed_out || stopped == Ending::timed_out);
    EXPECT_TRUE(part.ending != Ending::cancelled || stopped == Ending::cancelled);
    if (part.lower_bound) {
        ASSERT_TRUE(std::isfinite(*part.lower_bound)) << *part.lower_bound;
        if (whole.recoding) {
            EXPECT_LE(*part.lower_bound, whole.loss + slack(whole.loss));
        }
    }
    if (part.recoding) {
        EXPECT_NE(part.ending, Ending::infeasible);
        expect_release_holds(part, whole);
        return;
    }
    EXPECT_NE(part.ending, Ending::optimal);
    EXPECT_NE(part.ending, Ending::feasible);
    if (part.ending == Ending::infeasible) {
        EXPECT_FALSE(whole.recoding) << "there is a release";
        EXPECT_FALSE(part.reason.empty());
    }
}

class EarlyStop : public MethodTest {};

TEST_P(EarlyStop, StatesNumbersThatHoldAndReleasesWhatIsJudgedGood) {
    std::size_t wholes = 0;
    for (const Trial& trial : drawn_trials({.each = 150, .few = 60})) {
        const RandomCase made = trial.drawn();
        std::optional<Problem> problem = made.bound();
        if (!problem) {
            continue;
        }
        const Outcome whole = trial.solve(*problem);
        wholes += whole.recoding ? 1U : 0U;
        for (const Stop& stop : stops()) {
            SCOPED_TRACE(testing::Message() << trial << ", stopped by " << stop.name);
            const Outcome part = trial.solve(*problem, stop.context);
            expect_consistent(part, whole, stop.ending);
            if (part.recoding) {
                expect_judged_good(*problem, part, made.naive_models);
            }
            ASSERT_FALSE(HasFailure());
        }
    }
    EXPECT_GT(wholes, 0U) << "no release was there to be stopped";
}

INSTANTIATE_TEST_SUITE_P(Catalogue, EarlyStop, testing::ValuesIn(all_methods()), name_of);

}  // namespace
}  // namespace kanon::test
