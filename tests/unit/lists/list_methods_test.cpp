// SPDX-License-Identifier: Apache-2.0
#include "kanon/assess/list_risk.hpp"
#include "kanon/base/error.hpp"
#include "kanon/lists/cut.hpp"
#include "kanon/lists/list_method.hpp"
#include "kanon/lists/recode_lists.hpp"

#include "item_tables.hpp"
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <set>
#include <string>

namespace kanon::lists {
namespace {

using test::ItemTable;
using test::random_items;

ListTask task_of(const ItemTable& table, const ListRule& rule, bool may_drop) {
    return {.tree = &table.tree,
            .lists = &table.lists,
            .rule = rule,
            .sensitive = table.sensitive,
            .may_drop = may_drop};
}

ListRule rule_of(std::uint64_t seed) {
    return {.k = 2 + seed % 4, .m = 1 + seed / 4 % 3, .l = 1};
}

/// Lists of nodes above items of their own row.
bool stand_for_own(const ItemTable& table, const ItemLists& released) {
    for (std::size_t row = 0; row < released.rows(); ++row) {
        for (const ItemNode node : released.row(row)) {
            if (std::ranges::none_of(table.lists.row(row), [&](ItemNode item) {
                    return test::is_above(table.tree, node, item);
                })) {
                return false;
            }
        }
    }
    return released.rows() == table.lists.rows();
}

/// The example of Terrovitis, Mamoulis, Kalnis, VLDB 2008, Figures 1 to 3: two groups of two items.
ItemTable example() {
    ItemTable out;
    out.tree = {.parent = {4, 4, 5, 5, 6, 6, 6},
                .loss = {0, 0, 0, 0, 1.0 / 3, 1.0 / 3, 1},
                .text = {"a1", "a2", "b1", "b2", "A", "B", "*"}};
    out.lists.add(std::vector<ItemNode>{0, 2, 3});
    out.lists.add(std::vector<ItemNode>{1, 2});
    out.lists.add(std::vector<ItemNode>{1, 2, 3});
    out.lists.add(std::vector<ItemNode>{0, 1, 3});
    out.sensitive.assign(7, false);
    return out;
}

TEST(ListMethods, GroupTheItemsOfTheSourcesExample) {
    const ItemTable table = example();
    ItemLists expected;
    expected.add(std::vector<ItemNode>{2, 3, 4});
    expected.add(std::vector<ItemNode>{2, 4});
    expected.add(std::vector<ItemNode>{2, 3, 4});
    expected.add(std::vector<ItemNode>{3, 4});
    for (const std::string_view name : {"apriori", "optimal", "vpa"}) {
        SCOPED_TRACE(name);
        const auto found = find_list_method(name).run(task_of(table, {.k = 2, .m = 2}, false), {});
        EXPECT_EQ(found, expected);
    }
}

TEST(ListMethods, KeepThePromiseOnRandomLists) {
    for (const ListMethodInfo& method : list_methods()) {
        SCOPED_TRACE(method.name);
        for (std::uint64_t seed = 0; seed < 300; ++seed) {
            const ItemTable table = random_items(seed, 6 + seed % 40);
            const ListRule rule = rule_of(seed);
            const auto found = method.run(task_of(table, rule, seed % 3 != 0), {});
            const std::size_t least = test::least_support(found, rule.m);
            ASSERT_TRUE(least == 0 || least >= rule.k) << seed << ": " << least;
            ASSERT_TRUE(stand_for_own(table, found)) << seed;
        }
    }
}

/// What the promise is for: somebody who knows items of a person and looks for them.
TEST(ListMethods, WhoKnowsItemsFindsManyLists) {
    for (const ListMethodInfo& method : list_methods()) {
        SCOPED_TRACE(method.name);
        for (std::uint64_t seed = 300; seed < 500; ++seed) {
            const ItemTable table = random_items(seed, 10 + seed % 30);
            const ListRule rule = rule_of(seed);
            const auto found = method.run(task_of(table, rule, seed % 3 != 0), {});
            ASSERT_GE(test::fewest_found(table, found, rule.m), rule.k) << seed;
        }
    }
}

TEST(ListMethods, HideSensitiveItems) {
    std::size_t hidden = 0;
    for (const ListMethodInfo& method : list_methods()) {
        SCOPED_TRACE(method.name);
        for (std::uint64_t seed = 0; seed < 150; ++seed) {
            const ItemTable table = random_items(seed, 12 + seed % 30);
            ListRule rule = rule_of(seed);
            rule.l = 2 + seed % 2;
            const auto found = method.run(task_of(table, rule, true), {});
            const std::size_t least = test::least_support(found, rule.m);
            ASSERT_TRUE(least == 0 || least >= rule.k) << seed;
            ASSERT_LE(test::worst_share(table, found, rule.m) * static_cast<double>(rule.l),
                      1 + 1e-9)
                << seed;
            hidden += test::worst_share(table, table.lists, rule.m) > 0.5 ? 1U : 0U;
        }
    }
    EXPECT_GT(hidden, 100U);
}

TEST(ListMethods, NoneLosesLessThanTheOptimumWithoutDropping) {
    std::size_t as_good = 0;
    std::size_t judged = 0;
    for (std::uint64_t seed = 0; seed < 200; ++seed) {
        const ItemTable table = random_items(seed, 20 + seed % 30);
        const ListTask task = task_of(table, rule_of(seed), false);
        const double best =
            loss_of(table.tree, table.lists, find_list_method("optimal").run(task, {}));
        for (const std::string_view name : {"apriori", "vpa"}) {
            const double loss =
                loss_of(table.tree, table.lists, find_list_method(name).run(task, {}));
            ASSERT_GE(loss, best - 1e-9) << name << " " << seed;
            as_good += loss < best + 1e-9 ? 1U : 0U;
            ++judged;
        }
    }
    EXPECT_GT(as_good * 10, judged * 8) << as_good << " of " << judged;
}

TEST(ListMethods, DroppingNeverLosesMore) {
    for (std::uint64_t seed = 0; seed < 200; ++seed) {
        const ItemTable table = random_items(seed, 20 + seed % 30);
        const auto loss = [&](bool may_drop) {
            const ListTask task = task_of(table, rule_of(seed), may_drop);
            return loss_of(table.tree, table.lists, find_list_method("apriori").run(task, {}));
        };
        // Without dropping a cut may come down again at the end, where nothing becomes rare.
        ASSERT_LE(loss(true), loss(false) + 1e-9) << seed;
    }
}

TEST(ListMethods, DoNotHangOnThreads) {
    for (const ListMethodInfo& method : list_methods()) {
        const ItemTable table = random_items(7, 400);
        const ListTask task = task_of(table, {.k = 5, .m = 2, .l = 1}, true);
        std::vector<std::uint32_t> classes;
        for (std::uint32_t row = 0; row < 400; ++row) {
            classes.push_back(row * 7 % 3);
        }
        RunContext many;
        many.threads = 4;
        EXPECT_EQ(recode_by_class(task, classes, method, {}),
                  recode_by_class(task, classes, method, many))
            << method.name;
    }
}

TEST(ListMethods, TakeListsWithoutItems) {
    ItemTable table = example();
    table.lists = {};
    table.lists.add({});
    table.lists.add(std::vector<ItemNode>{0});
    table.lists.add({});
    for (const ListMethodInfo& method : list_methods()) {
        const auto found = method.run(task_of(table, {.k = 2, .m = 2}, true), {});
        EXPECT_EQ(found.rows(), 3U) << method.name;
        EXPECT_EQ(found.size(), 0U) << method.name;  // nobody shares an item, of whatever group
    }
}

TEST(ListMethods, ANameThatIsNoneIsRefused) {
    EXPECT_THROW(static_cast<void>(find_list_method("aprori")), Error);
}

TEST(ListMethods, KeepThePromiseWhenTheTimeIsUp) {
    RunContext context;
    context.deadline = std::chrono::steady_clock::now();
    for (std::uint64_t seed = 0; seed < 60; ++seed) {
        SCOPED_TRACE(seed);
        const ItemTable table = random_items(seed, 40);
        const ListRule rule = rule_of(seed);
        for (const ListMethodInfo& method : list_methods()) {
            std::atomic<bool> was_cut_short = false;
            ListTask task = task_of(table, rule, seed % 2 == 0);
            task.was_cut_short = &was_cut_short;
            const ItemLists released = method.run(task, context);
            const std::size_t support = test::least_support(released, rule.m);
            ASSERT_TRUE(support == 0 || support >= rule.k) << method.name;
            ASSERT_TRUE(stand_for_own(table, released)) << method.name;
            if (method.name == "apriori" && task.may_drop) {
                ASSERT_TRUE(was_cut_short);
            }
        }
    }
}

TEST(ListRisk, CountsTheFewestRowsThatHaveAnyKnownItems) {
    for (std::uint64_t seed = 0; seed < 60; ++seed) {
        SCOPED_TRACE(seed);
        const ItemTable table = random_items(seed, 30);
        const std::size_t most = 1 + seed % 3;
        detail::RowLists lists;
        std::vector<std::uint32_t> groups;
        for (std::size_t row = 0; row < table.lists.rows(); ++row) {
            lists.add(table.lists.row(row));
            groups.push_back(static_cast<std::uint32_t>(row % (1 + seed % 2)));
        }
        const auto found = detail::fewest_holders(lists, groups, most, {});
        for (std::size_t row = 0; row < lists.rows(); ++row) {
            std::size_t fewest = lists.rows() + 1;
            test::for_each_subset(lists.row(row), most, [&](const std::set<std::uint32_t>& set) {
                std::size_t holders = 0;
                for (std::size_t other = 0; other < lists.rows(); ++other) {
                    const auto list = lists.row(other);
                    const bool has_all = std::ranges::all_of(set, [&](std::uint32_t item) {
                        return std::ranges::find(list, item) != list.end();
                    });
                    holders += has_all && groups[other] == groups[row] ? 1U : 0U;
                }
                fewest = std::min(fewest, holders);
            });
            ASSERT_EQ(found[row], fewest > lists.rows() ? 0 : fewest);
        }
    }
}

}  // namespace
}  // namespace kanon::lists
