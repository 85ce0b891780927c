// SPDX-License-Identifier: Apache-2.0
#include "kanon/table/table.hpp"

#include "kanon/base/error.hpp"
#include "kanon/table/column.hpp"

#include <gtest/gtest.h>

namespace kanon {
namespace {

TEST(Table, RefusesMoreRowsThanRowNumbers) {
    EXPECT_EQ(Table({}, Table::kMostRows).row_count(), 4294967294U);
    try {
        const Table table({}, Table::kMostRows + 1);
        FAIL() << "has " << table.row_count() << " rows";
    } catch (const Error& fault) {
        EXPECT_EQ(fault.code(), ErrorCode::bad_input);
    }
}

}  // namespace
}  // namespace kanon
