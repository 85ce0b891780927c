// SPDX-License-Identifier: Apache-2.0
#include "kanon/linked/schema/schema_policy.hpp"

#include "kanon/base/error.hpp"
#include "kanon/linked/schema/linked_tables.hpp"
#include "kanon/table/table_builder.hpp"

#include "random_schemas.hpp"
#include <gtest/gtest.h>

namespace kanon::linked {
namespace {

std::string fault_of(const std::string& policy, const std::string& input = "") {
    try {
        static_cast<void>(parse_schema_policy(policy, "p.yaml", input));
    } catch (const Error& error) {
        EXPECT_EQ(error.code(), ErrorCode::bad_policy);
        return error.what();
    }
    return "";
}

bool has(const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
}

constexpr const char* kTwo =
    "schema:\n"
    "  stays: {file: s.csv, of: persons, by: pid}\n"
    "  persons: {file: p.csv, key: pid}\n";

TEST(SchemaPolicyReader, PutsParentsFirst) {
    const SchemaPolicy schema = parse_schema_policy(kTwo, "data/p.yaml", "");
    ASSERT_EQ(schema.tables.size(), 2U);
    EXPECT_EQ(schema.tables[0].name, "persons");
    EXPECT_EQ(schema.tables[0].input, "data/p.csv");
    EXPECT_EQ(schema.tables[1].parent, 0U);
    EXPECT_EQ(schema.k, 0U);
    EXPECT_FALSE(schema.limit.has_value());
}

TEST(SchemaPolicyReader, RefusesWhatIsNoTree) {
    EXPECT_TRUE(has(fault_of("schema:\n  a: {file: a.csv, key: x, of: b, by: y}\n"
                             "  b: {file: b.csv, key: y, of: a, by: x}\n"),
                    "p.yaml:2"));
    EXPECT_TRUE(has(fault_of("schema:\n  r: {file: r.csv, key: r}\n"
                             "  a: {file: a.csv, key: x, of: b, by: y}\n"
                             "  b: {file: b.csv, key: y, of: a, by: x}\n"),
                    "below itself"));
    EXPECT_TRUE(has(fault_of("schema:\n  a: {file: a.csv, key: x}\n  b: {file: b.csv, key: y}\n"),
                    "below no other table"));
    EXPECT_TRUE(has(fault_of("schema:\n  a: {file: a.csv, key: x}\n"), "two tables at least"));
    EXPECT_TRUE(has(fault_of("schema:\n  a: {file: a.csv, key: x}\n"
                             "  b: {file: b.csv, of: c, by: x}\n"),
                    "names no table"));
    EXPECT_TRUE(has(fault_of("schema:\n  a: {file: a.csv, key: x}\n  b: {file: b.csv, of: a}\n"),
                    "`by` is missing"));
    EXPECT_TRUE(has(fault_of("schema:\n  a: {file: a.csv}\n  b: {file: b.csv, of: a, by: x}\n"),
                    "`key` is missing"));
}

TEST(SchemaPolicyReader, RefusesWhatIsNotPromisedOfSubjects) {
    EXPECT_TRUE(
        has(fault_of(std::string(kTwo) + "privacy: {k-map: 3}\n"), "k-map is for single tables"));
    EXPECT_TRUE(has(fault_of(std::string(kTwo) + "privacy: {risk: {highest: 0.1}}\n"),
                    "risk is for single tables"));
    EXPECT_TRUE(has(fault_of(std::string(kTwo) +
                             "privacy: {l-diversity: {kind: entropy-grassberger, l: 2, attribute: "
                             "stays.d}}\n"),
                    "ask for kind entropy"));
    EXPECT_TRUE(has(fault_of(std::string(kTwo) +
                             "privacy: {delta-disclosure: {delta: 2, attribute: stays.d}}\n"),
                    "ask for kind all"));
    EXPECT_TRUE(has(fault_of(std::string(kTwo) + "privacy: {l-diversity: 2}\n"), "table.column"));
    EXPECT_TRUE(has(fault_of(std::string(kTwo) + "prvacy: {k-anonymity: 2}\n"), "privacy"));
    EXPECT_TRUE(has(fault_of("schema:\n  p: {file: p.csv, key: i, attributes: {i: {role: "
                             "quasi-identifying}}}\n  s: {file: s.csv, of: p, by: i}\n"),
                    "drawn anew"));
}

TEST(SchemaPolicyReader, MakesHouseholdsFromTheirColumn) {
    const SchemaPolicy schema = parse_schema_policy(
        "household: hid\nattributes: {age: {role: quasi-identifying}}\nprivacy: {k-anonymity: 3}\n",
        "p.yaml",
        "data/people.csv");
    ASSERT_EQ(schema.tables.size(), 2U);
    EXPECT_TRUE(schema.is_household);
    EXPECT_TRUE(schema.tables[0].is_made());
    EXPECT_EQ(schema.tables[1].name, "people");
    EXPECT_EQ(schema.tables[1].foreign, "hid");
    EXPECT_EQ(schema.k, 3U);
}

std::string fault_of_tables(const Table& persons, const Table& stays) {
    try {
        static_cast<void>(
            read_linked(parse_schema_policy("schema:\n  persons: {file: p.csv, key: pid}\n"
                                            "  stays: {file: s.csv, of: persons, by: pid}\n",
                                            "p.yaml",
                                            ""),
                        {},
                        {},
                        {persons, stays}));
    } catch (const Error& error) {
        EXPECT_EQ(error.code(), ErrorCode::bad_input);
        return error.what();
    }
    return "";
}

Table keyed(const std::vector<std::string>& keys) {
    return TableBuilder()
        .add_text("pid", keys)
        .add_integers("age", std::vector<int>(keys.size(), 30))
        .finish();
}

Table numbered(const std::vector<int>& keys) {
    return TableBuilder()
        .add_integers("pid", keys)
        .add_integers("age", std::vector<int>(keys.size(), 30))
        .finish();
}

TEST(LinkedTablesRead, BrokenKeysAreSaidInOneLineWithoutAValue) {
    EXPECT_EQ(fault_of_tables(keyed({"a", "b"}), keyed({"a", "b", "a"})), "");
    const std::string orphans = fault_of_tables(keyed({"a", "b"}), keyed({"a", "secret", "c"}));
    EXPECT_TRUE(has(orphans, "2 rows of table 'stays' belong to no row of 'persons' by 'pid'"))
        << orphans;
    EXPECT_FALSE(has(orphans, "secret"));
    EXPECT_TRUE(has(fault_of_tables(keyed({"a", "a", "b"}), keyed({"a"})),
                    "'pid' is the key of table 'persons', and one value stands in several rows"));
    EXPECT_TRUE(has(fault_of_tables(keyed({"a", ""}), keyed({"a"})), "1 row has no value there"));
    EXPECT_TRUE(has(fault_of_tables(numbered({1, 2}), keyed({"p1", "p2"})),
                    "'pid' of table 'stays' is text, and 'pid' of table 'persons', to which it "
                    "refers, is integer"));
}

}  // namespace
}  // namespace kanon::linked
