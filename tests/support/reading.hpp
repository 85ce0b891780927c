// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/base/error.hpp"
#include "kanon/io/reading/table_reader.hpp"

#include <gtest/gtest.h>

#include <string>

namespace kanon::test {

/// Why a file is refused as a table, with the code that is expected, or "" if it is read.
inline std::string refusal_of_reading(const std::string& path,
                                      const ReadOptions& options = {},
                                      ErrorCode expected = ErrorCode::bad_input) {
    try {
        (void)read_table(path, options, {});
        return "";
    } catch (const Error& fault) {
        EXPECT_EQ(fault.code(), expected) << fault.what();
        return fault.what();
    }
}

}  // namespace kanon::test
