// SPDX-License-Identifier: Apache-2.0
#include "kanon/lists/drop_items.hpp"

#include "kanon/lists/set_search.hpp"

#include <algorithm>
#include <span>
#include <tuple>
#include <utility>
#include <vector>

namespace kanon::lists {
namespace {

/// A node to be left out of a row.
struct Drop {
    std::uint32_t row = 0;
    ItemNode node = 0;

    friend bool operator<(const Drop& a, const Drop& b) {
        return std::tie(a.row, a.node) < std::tie(b.row, b.node);
    }

    friend bool operator==(const Drop&, const Drop&) = default;
};

/// The lists without some of their nodes. \pre drops ascend
ItemLists without(const ItemLists& lists, const std::vector<Drop>& drops) {
    ItemLists out;
    std::vector<ItemNode> kept;
    auto next = drops.begin();
    for (std::uint32_t row = 0; row < lists.rows(); ++row) {
        kept.clear();
        for (const ItemNode node : lists.row(row)) {
            while (next != drops.end() && *next < Drop{row, node}) {
                ++next;
            }
            if (next == drops.end() || !(*next == Drop{row, node})) {
                kept.push_back(node);
            }
        }
        out.add(kept);
    }
    return out;
}

/// Chooses nodes of one list that meet all of its rare sets.
class Meeting {
public:
    explicit Meeting(const SetSearch& search, std::size_t nodes)
        : search_(&search), hits_(nodes, 0) {}

    void choose(std::uint32_t row,
                const RareSets& rare,
                std::vector<std::uint32_t> sets,
                std::vector<Drop>& drops) {
        while (!sets.empty()) {
            const ItemNode most = most_hit(rare, sets);
            drops.push_back({row, most});
            std::erase_if(sets, [&](std::uint32_t set) {
                return std::ranges::find(rare.set(set), most) != rare.set(set).end();
            });
        }
    }

private:
    ItemNode most_hit(const RareSets& rare, const std::vector<std::uint32_t>& sets) {
        touched_.clear();
        for (const std::uint32_t set : sets) {
            for (const ItemNode node : rare.set(set)) {
                if (hits_[node]++ == 0) {
                    touched_.push_back(node);
                }
            }
        }
        const auto is_worse = [&](ItemNode a, ItemNode b) {
            return std::pair(hits_[a], std::pair(search_->rows_of(b).size(), b)) <
                   std::pair(hits_[b], std::pair(search_->rows_of(a).size(), a));
        };
        const ItemNode most = *std::ranges::max_element(touched_, is_worse);
        for (const ItemNode node : touched_) {
            hits_[node] = 0;
        }
        return most;
    }

    const SetSearch* search_;
    std::vector<std::uint32_t> hits_;
    std::vector<ItemNode> touched_;
};

/// What to leave out so that none of the rare sets is held any more.
std::vector<Drop> drops_of(const ItemLists& lists, std::size_t nodes, const RareSets& rare) {
    std::vector<std::pair<std::uint32_t, std::uint32_t>> set_of_row;
    set_of_row.reserve(rare.row_count());
    for (std::uint32_t set = 0; set < rare.size(); ++set) {
        for (const std::uint32_t row : rare.rows(set)) {
            set_of_row.emplace_back(row, set);
        }
    }
    std::ranges::sort(set_of_row);
    const SetSearch search(lists, nodes);
    Meeting meeting(search, nodes);
    std::vector<Drop> out;
    for (auto begin = set_of_row.begin(); begin != set_of_row.end();) {
        const auto end = std::find_if(
            begin, set_of_row.end(), [&](const auto& pair) { return pair.first != begin->first; });
        std::vector<std::uint32_t> sets;
        std::for_each(begin, end, [&](const auto& pair) { sets.push_back(pair.second); });
        meeting.choose(begin->first, rare, std::move(sets), out);
        begin = end;
    }
    std::sort(out.begin(), out.end());
    return out;
}

/// The rows that hold all of some nodes.
std::vector<std::uint32_t> rows_of_all(const SetSearch& search,
                                       const ItemLists& lists,
                                       std::span<const ItemNode> nodes) {
    std::vector<std::uint32_t> out;
    if (nodes.empty()) {
        return out;
    }
    const auto fewest = *std::ranges::min_element(
        nodes, {}, [&](ItemNode node) { return search.rows_of(node).size(); });
    for (const PlaceInRow& at : search.rows_of(fewest)) {
        if (std::ranges::includes(lists.row(at.row), nodes)) {
            out.push_back(at.row);
        }
    }
    return out;
}

/// Lists in which somebody infers a sensitive node: of the rows with a set of known nodes, those
/// with the sensitive one beyond a share 1/l.
class Inferences {
public:
    Inferences(const ItemLists& lists, std::size_t nodes, const ListRule& rule)
        : lists_(&lists), nodes_(nodes), search_(lists, nodes), rule_(rule) {}

    /// Add what to leave out for one sensitive node.
    void find(ItemNode secret, std::vector<Drop>& drops) const {
        const auto holders = search_.rows_of(secret);
        add_beyond(secret, lists_->rows(), rows_in(holders), drops);
        ItemLists beside;  // what stands beside the secret in the lists that hold it
        std::vector<ItemNode> others;
        for (const PlaceInRow& at : holders) {
            const auto list = lists_->row(at.row);
            others.assign(list.begin(), list.end());
            std::erase(others, secret);
            beside.add(others);
        }
        SetSearch(beside, nodes_)
            .visit(0, nodes_, rule_.m, [&](const auto known, const auto places) {
                const std::size_t knowing = rows_of_all(search_, *lists_, known).size();
                std::vector<std::uint32_t> rows;
                for (const PlaceInRow& place : places) {
                    rows.push_back(holders[place.row].row);
                }
                add_beyond(secret, knowing, rows, drops);
                return true;
            });
    }

private:
    static std::vector<std::uint32_t> rows_in(std::span<const PlaceInRow> places) {
        std::vector<std::uint32_t> rows;
        std::ranges::for_each(places, [&](const PlaceInRow& at) { rows.push_back(at.row); });
        return rows;
    }

    void add_beyond(ItemNode secret,
                    std::size_t knowing,
                    const std::vector<std::uint32_t>& rows,
                    std::vector<Drop>& drops) const {
        for (std::size_t i = knowing / rule_.l; i < rows.size(); ++i) {
            drops.push_back({rows[i], secret});
        }
    }

    const ItemLists* lists_;
    std::size_t nodes_;
    SetSearch search_;
    ListRule rule_;
};

std::vector<Drop> inferred(const ItemLists& lists,
                           std::size_t nodes,
                           const std::vector<bool>& sensitive,
                           const ListRule& rule) {
    std::vector<Drop> out;
    if (rule.l < 2) {
        return out;
    }
    const Inferences inferences(lists, nodes, rule);
    for (ItemNode node = 0; node < nodes; ++node) {
        if (sensitive[node]) {
            inferences.find(node, out);
        }
    }
    std::sort(out.begin(), out.end());
    out.erase(std::unique(out.begin(), out.end()), out.end());
    return out;
}

}  // namespace

ItemLists drop_items(ItemLists lists,
                     std::size_t nodes,
                     const std::vector<bool>& sensitive,
                     const ListRule& rule,
                     const RunContext& context) {
    while (true) {
        const RareSets rare = find_rare_sets(lists, nodes, rule, context);
        std::vector<Drop> drops = rare.size() > 0 ? drops_of(lists, nodes, rare)
                                                  : inferred(lists, nodes, sensitive, rule);
        if (drops.empty()) {
            return lists;
        }
        lists = without(lists, drops);
        throw_if_cancelled(context);
    }
}

}  // namespace kanon::lists
