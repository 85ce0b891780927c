// SPDX-License-Identifier: Apache-2.0
#include "item_tables.hpp"

#include <algorithm>

namespace kanon::lists::test {

ItemTable random_items(std::uint64_t seed, std::size_t rows) {
    Random random(seed);
    ItemTable out;
    const auto items = static_cast<ItemNode>(3 + random.below(7));
    const auto groups = static_cast<ItemNode>(1 + random.below(items / 2));
    const ItemNode root = items + groups;
    for (ItemNode item = 0; item < items; ++item) {
        out.tree.parent.push_back(items + item % groups);
    }
    for (ItemNode group = 0; group < groups; ++group) {
        out.tree.parent.push_back(root);
    }
    out.tree.parent.push_back(root);
    std::vector<double> leaves(root + 1U);
    for (ItemNode node = 0; node < root; ++node) {
        leaves[node] += node < items ? 1 : 0;
        leaves[out.tree.parent[node]] += leaves[node];
    }
    for (ItemNode node = 0; node <= root; ++node) {
        out.tree.loss.push_back(std::max(0.0, leaves[node] - 1) / (items - 1.0));
        out.sensitive.push_back(node < items && random.below(4) == 0);
    }
    for (std::size_t row = 0; row < rows; ++row) {
        std::vector<ItemNode> list;
        for (ItemNode item = 0; item < items; ++item) {
            if (random.below(2U + item) < 2) {
                list.push_back(item);
            }
        }
        out.lists.add(list);
    }
    return out;
}

void for_each_subset(std::span<const std::uint32_t> list,
                     std::size_t most,
                     const std::function<void(const std::set<std::uint32_t>&)>& use) {
    for (std::uint64_t mask = 1; mask < std::uint64_t{1} << list.size(); ++mask) {
        std::set<std::uint32_t> set;
        for (std::size_t i = 0; i < list.size(); ++i) {
            if ((mask >> i & 1U) != 0) {
                set.insert(list[i]);
            }
        }
        if (set.size() <= most) {
            use(set);
        }
    }
}

std::size_t support_of(const ItemLists& lists, const std::set<std::uint32_t>& set) {
    std::size_t out = 0;
    for (std::size_t row = 0; row < lists.rows(); ++row) {
        const auto list = lists.row(row);
        out += std::all_of(set.begin(),
                           set.end(),
                           [&](std::uint32_t node) { return std::ranges::count(list, node) > 0; })
                   ? 1U
                   : 0U;
    }
    return out;
}

bool is_above(const ItemTree& tree, ItemNode node, ItemNode item) {
    while (item != node && item != tree.root()) {
        item = tree.parent[item];
    }
    return item == node;
}

std::size_t least_support(const ItemLists& lists, std::size_t m) {
    std::size_t least = 0;
    for (std::size_t row = 0; row < lists.rows(); ++row) {
        for_each_subset(lists.row(row), m, [&](const auto& set) {
            const std::size_t support = support_of(lists, set);
            least = least == 0 ? support : std::min(least, support);
        });
    }
    return least;
}

double worst_share(const ItemTable& table, const ItemLists& released, std::size_t m) {
    double worst = 0;
    const auto judge = [&](const std::set<std::uint32_t>& known) {
        for (ItemNode secret = 0; secret < table.tree.size(); ++secret) {
            if (table.sensitive[secret] && !known.contains(secret)) {
                std::set<std::uint32_t> both = known;
                both.insert(secret);
                worst = std::max(worst,
                                 static_cast<double>(support_of(released, both)) /
                                     static_cast<double>(support_of(released, known)));
            }
        }
    };
    judge({});
    for (std::size_t row = 0; row < released.rows(); ++row) {
        for_each_subset(released.row(row), m, judge);
    }
    return worst;
}

std::size_t fewest_found(const ItemTable& table, const ItemLists& released, std::size_t m) {
    std::size_t fewest = table.lists.rows();
    const auto stands_for = [&](std::size_t row, ItemNode item) {
        return std::ranges::any_of(released.row(row),
                                   [&](ItemNode node) { return is_above(table.tree, node, item); });
    };
    for (std::size_t row = 0; row < table.lists.rows(); ++row) {
        for_each_subset(table.lists.row(row), m, [&](const auto& known) {
            std::size_t found = 0;
            bool is_there = true;
            for (std::size_t other = 0; other < released.rows(); ++other) {
                const bool all = std::all_of(known.begin(), known.end(), [&](ItemNode item) {
                    return stands_for(other, item);
                });
                found += all ? 1U : 0U;
                is_there = is_there && (other != row || all);
            }
            fewest = is_there ? std::min(fewest, found) : fewest;
        });
    }
    return fewest;
}

}  // namespace kanon::lists::test
