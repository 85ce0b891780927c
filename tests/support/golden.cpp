// SPDX-License-Identifier: Apache-2.0
#include "support/golden.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <sstream>

namespace kanon::test {

void expect_golden(const std::string& name, const std::string& actual) {
    const std::string path = std::string(KANON_GOLDEN_DIR) + "/" + name;
    if (std::getenv("KANON_UPDATE_GOLDENS") != nullptr) {
        std::ofstream(path) << actual;
        return;
    }
    const std::ifstream file(path);
    ASSERT_TRUE(file.is_open()) << path;
    std::ostringstream expected;
    expected << file.rdbuf();
    EXPECT_EQ(actual, expected.str()) << "differs from " << path;
}

}  // namespace kanon::test
