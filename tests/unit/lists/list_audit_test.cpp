// SPDX-License-Identifier: Apache-2.0
#include "kanon/audit/audit.hpp"
#include "kanon/audit/cells/released_table.hpp"
#include "kanon/base/random.hpp"
#include "kanon/policy/policy_file.hpp"
#include "kanon/release/spelling/list_cell.hpp"
#include "kanon/run/anonymize.hpp"
#include "kanon/table/table_builder.hpp"

#include "item_tables.hpp"
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace kanon {
namespace {

using Cells = std::vector<std::string>;

/// People of few ages with lists of up to five of some items.
Table random_people(std::uint64_t seed, std::size_t rows) {
    Random random(seed);
    std::vector<std::int64_t> ages;
    Cells lists;
    for (std::size_t row = 0; row < rows; ++row) {
        ages.push_back(static_cast<std::int64_t>(20 + random.below(30)));
        std::string list;
        for (std::uint64_t i = random.below(6); i > 0; --i) {
            list += fmt::format("{}I{}", list.empty() ? "" : ";", 10 + random.below(9));
        }
        lists.push_back(list);
    }
    return TableBuilder().add_integers("age", ages).add_text("items", lists).finish();
}

Policy policy_of(std::uint64_t k, std::uint64_t class_rows, std::uint64_t m, std::string more) {
    return parse_policy(
        fmt::format("attributes:\n"
                    "  age: {{role: quasi-identifying}}\n"
                    "  items: {{type: list, separator: ';'{}}}\n"
                    "privacy: {{k-anonymity: {}, km-anonymity: {{k: {}, m: {}}}}}\n",
                    more,
                    class_rows,
                    k,
                    m),
        "");
}

Cells cells_of(const Table& table, const std::string& name) {
    Cells out;
    const Column& column = table.column(*table.find(name));
    for (std::size_t row = 0; row < table.row_count(); ++row) {
        out.emplace_back(column.text(row));
    }
    return out;
}

/// The fewest lists of a row's class that hold all of up to m texts of its list, by the released
/// texts alone.
std::size_t fewest_lists(const Table& released, std::size_t m) {
    const Cells ages = cells_of(released, "age");
    const Cells lists = cells_of(released, "items");
    std::map<std::string, std::uint32_t> number;
    std::map<std::string, lists::ItemLists> classes;
    for (std::size_t row = 0; row < lists.size(); ++row) {
        std::set<std::uint32_t> numbers;
        const auto texts = split_list(lists[row], ";");
        for (const std::string& text : *texts) {
            numbers.insert(
                number.emplace(text, static_cast<std::uint32_t>(number.size())).first->second);
        }
        classes[ages[row]].add(std::vector<std::uint32_t>(numbers.begin(), numbers.end()));
    }
    std::size_t fewest = released.row_count();
    for (const auto& [age, own] : classes) {
        const std::size_t least = lists::test::least_support(own, m);
        fewest = least == 0 ? fewest : std::min(fewest, least);
    }
    return fewest;
}

TEST(ListAudit, ReleasesHoldInEachClassByTheirTextsAlone) {
    for (std::uint64_t seed = 0; seed < 120; ++seed) {
        const std::uint64_t k = 2 + seed % 3;
        const std::uint64_t m = 1 + seed % 3;
        const char* const method = seed % 4 == 0 ? ", list-method: lra" : "";
        const auto result = anonymize(
            random_people(seed, 40 + seed % 60), policy_of(k, k + seed % 12, m, method), {});
        ASSERT_GE(fewest_lists(result->whole().release.table, m), k) << seed;
        ASSERT_TRUE(result->audit.lists) << seed;
        ASSERT_TRUE(result->audit.passed) << seed;
    }
}

/// The released table with another list in one row.
Table with_list(const Table& released, std::size_t row, const std::string& list) {
    Cells lists = cells_of(released, "items");
    lists[row] = list;
    return TableBuilder()
        .add_text("age", cells_of(released, "age"))
        .add_text("items", lists, ValueType::text)
        .finish();
}

std::set<std::string> rules_of(const Problem& problem, Table released) {
    const AuditReport report =
        audit(problem, release_from_table(std::move(released), problem), {}, {});
    std::set<std::string> out;
    for (const Fault& fault : report.faults) {
        out.insert(fault.rule);
        EXPECT_EQ(fault.attribute, "items");
    }
    EXPECT_EQ(report.passed, out.empty());
    return out;
}

TEST(ListAudit, FindsPlantedFaults) {
    std::size_t rare = 0;
    for (std::uint64_t seed = 0; seed < 60; ++seed) {
        const auto result = anonymize(random_people(seed, 80), policy_of(3, 12, 2, ""), {});
        const Problem& problem = *result->problem;
        const Table& released = result->whole().release.table;
        const Cells original = cells_of(problem.table, "items");
        const Cells lists = cells_of(released, "items");
        ASSERT_TRUE(rules_of(problem, with_list(released, 0, lists[0])).empty());
        ASSERT_TRUE(
            rules_of(problem, with_list(released, 0, "I10;nothing")).contains("unreadable-value"));
        const auto without = static_cast<std::size_t>(
            std::ranges::find_if(
                original,
                [](const std::string& list) { return list.find("I15") == std::string::npos; }) -
            original.begin());
        const std::string more = lists[without] + (lists[without].empty() ? "I15" : ";I15");
        ASSERT_TRUE(rules_of(problem, with_list(released, without, more)).contains("list-items"));
        // A list as it was, which the release had to change.
        for (std::size_t row = 0; row < lists.size(); ++row) {
            const Table planted = with_list(released, row, original[row]);
            const bool is_rare = fewest_lists(planted, 2) < 3;
            ASSERT_EQ(is_rare, rules_of(problem, planted).contains("km-anonymity"))
                << seed << " row " << row;
            rare += is_rare ? 1U : 0U;
        }
    }
    EXPECT_GT(rare, 1000U);
}

TEST(ListAudit, CountsEverySetOnce) {
    const auto result = anonymize(TableBuilder()
                                      .add_integers("age", std::vector{1, 1, 1, 1})
                                      .add_text("items", Cells{"a;b;c", "a;b;c", "c;b;a", "a;b"})
                                      .finish(),
                                  policy_of(3, 4, 2, ""),
                                  {});
    ASSERT_TRUE(result->audit.lists);
    const ListFigures& found = *result->audit.lists;
    EXPECT_EQ(found.sets, 6U);  // a, b, c, ab, ac, bc
    EXPECT_EQ(found.least_support, 3U);
    EXPECT_EQ(found.items, 11U);
    EXPECT_EQ(found.kept, 11U);
    EXPECT_EQ(found.loss, 0);
}

TEST(ListPolicies, AreWrittenAsTheyAreRead) {
    for (const std::string separator : {";", "|", ", ", "\t", "#"}) {
        Policy policy = policy_of(5, 10, 3, ", list-method: vpa, drop-items: false");
        policy.attribute("items").separator = separator;
        policy.attribute("items").sensitive_items = "F32, \"a,b\"";
        const Policy again = parse_policy(policy_text(policy), "");
        const AttributePolicy& items = *again.find("items");
        EXPECT_TRUE(items.is_list);
        EXPECT_EQ(items.separator, separator);
        EXPECT_EQ(items.sensitive_items, "F32, \"a,b\"");
        EXPECT_EQ(items.list_method, "vpa");
        EXPECT_FALSE(items.drops_items);
        EXPECT_EQ(policy_text(again), policy_text(policy));
    }
}

TEST(ListCells, AreReadAsTheyAreWritten) {
    const auto items = split_list(" I10;;E11 ; \"a;\"\"b\" ", ";");
    ASSERT_TRUE(items);
    EXPECT_EQ(*items, (Cells{"I10", "E11", "a;\"b"}));
    EXPECT_FALSE(split_list("a;\"b", ";"));
    EXPECT_FALSE(split_list("\"a\"b;c", ";"));
    EXPECT_EQ(*split_list("a b", " "), (Cells{"a", "b"}));
    EXPECT_EQ(*split_list("a || b", "||"), (Cells{"a", "b"}));
    const std::vector<std::string_view> odd{"a;b", "\"q\"", " blank", "plain"};
    EXPECT_EQ(*split_list(join_list(odd, ";"), ";"), (Cells{"a;b", "\"q\"", " blank", "plain"}));
}

}  // namespace
}  // namespace kanon
