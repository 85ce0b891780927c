// SPDX-License-Identifier: Apache-2.0
#include "kanon/base/run_context.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <thread>

namespace kanon {
namespace {

TEST(Threads, AreAsManyAsAreAskedFor) {
    EXPECT_EQ(RunContext{}.threads, 1U);
    EXPECT_EQ(RunContext{.threads = 3}.threads, 3U);
}

TEST(Threads, AreOnePerCoreWhereNoneAreAskedFor) {
    RunContext context;
    context.threads = 0;
    EXPECT_EQ(context.threads, std::max(1U, std::thread::hardware_concurrency()));
}

TEST(Threads, AreNeverMoreThanAMachineCanStart) {
    EXPECT_EQ(Threads(std::numeric_limits<unsigned>::max()), Threads::kMost);
}

}  // namespace
}  // namespace kanon
