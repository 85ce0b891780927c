// SPDX-License-Identifier: Apache-2.0
#include "kanon/linked/schema/database_schema.hpp"

#include "kanon/base/error.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace kanon::linked {
namespace {

std::vector<TablePolicy> tree(const std::vector<ForeignKey>& keys, const std::string& subject) {
    return tables_below({.name = "duckdb:h.duckdb"}, keys, subject, "p.yaml");
}

TEST(DatabaseSchema, TablesAreBelowTheDeepestThatTheyReferTo) {
    const auto tables = tree({{"labs", "pid", "persons", "pid"},
                              {"labs", "stay", "stays", "id"},
                              {"stays", "person", "persons", "pid"},
                              {"stays", "ward", "wards", "name"}},
                             "persons");
    ASSERT_EQ(tables.size(), 3U);
    EXPECT_EQ(tables[0].name, "persons");
    EXPECT_EQ(tables[0].key, "pid");
    EXPECT_EQ(tables[0].input, "duckdb:h.duckdb/\"persons\"");
    EXPECT_EQ(tables[1].name, "stays");
    EXPECT_EQ(tables[1].foreign, "person");
    EXPECT_EQ(tables[1].key, "id");
    EXPECT_EQ(tables[1].policy.find("ward"), nullptr);
    EXPECT_EQ(tables[2].parent, 1U);
    EXPECT_EQ(tables[2].foreign, "stay");
    EXPECT_EQ(tables[2].policy.find("pid")->role, Role::identifying);
}

TEST(DatabaseSchema, WhatIsNoTreeIsRefused) {
    const auto refused = [](const std::vector<ForeignKey>& keys) {
        try {
            static_cast<void>(tree(keys, "a"));
            return false;
        } catch (const Error& error) {
            return error.code() == ErrorCode::bad_policy;
        }
    };
    EXPECT_TRUE(refused({}));
    EXPECT_TRUE(refused({{"b", "x", "c", "y"}}));
    EXPECT_TRUE(refused({{"b", "x", "a", "y"}, {"a", "z", "b", "w"}}));
    EXPECT_TRUE(refused({{"b", "x", "a", "y"}, {"b", "u", "c", "v"}, {"c", "z", "b", "w"}}));
    EXPECT_TRUE(refused(
        {{"b", "x", "a", "y"}, {"c", "x", "a", "y"}, {"d", "b", "b", "k"}, {"d", "c", "c", "k"}}));
    EXPECT_FALSE(refused({{"b", "x", "a", "y"}, {"b", "boss", "b", "x"}}));
}

}  // namespace
}  // namespace kanon::linked
