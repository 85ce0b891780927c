// SPDX-License-Identifier: Apache-2.0
#include "kanon/api/compare.hpp"

#include <gtest/gtest.h>

#include <fstream>
#include <string>

namespace kanon::test {
namespace {

TEST(Compare, OptionsGoToTheMethodsThatKnowThem) {
    const std::string path = ::testing::TempDir() + "/kanon_compare_test.csv";
    std::ofstream(path) << "age,zip\n30,1\n30,1\n31,2\n31,2\n";
    CompareJob job;
    job.input = path;
    job.policy.method = "mondrian";
    job.policy.method_options["partitioning"] = "relaxed";
    job.methods = {"mondrian", "optimal", "auto"};
    job.ks = {2};
    const Comparison found = run_job(job);
    EXPECT_EQ(found.runs.size(), job.methods.size());
    for (const ComparedRun& run : found.runs) {
        EXPECT_EQ(run.refused, "") << run.method;
    }
}

}  // namespace
}  // namespace kanon::test
