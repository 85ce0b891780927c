// SPDX-License-Identifier: Apache-2.0
#include "kanon/methods/domain_cut/domains/cut_space.hpp"

#include "kanon/methods/domain_cut/domains/value_tree.hpp"

#include <algorithm>

namespace kanon::domain_cut {
namespace {

/// A pivot of more positions would have too many runs to look at in each node.
constexpr std::size_t kMostPositions = 256;

bool starts_in(const DomainCut& cut, Rank first, Rank end) {
    return std::lower_bound(cut.begin(), cut.end(), first) !=
           std::lower_bound(cut.begin(), cut.end(), end);
}

}  // namespace

std::uint32_t value_index(std::span<const OrderedDomain> domains,
                          std::size_t attribute,
                          Rank rank) {
    std::uint32_t index = rank + 1;
    for (std::size_t j = 0; j < attribute; ++j) {
        index += static_cast<std::uint32_t>(domains[j].size());
    }
    return index;
}

CutSpace::CutSpace(std::span<const OrderedDomain> of, const Form& form) : domains(of) {
    if (form.with_pivot) {
        choose_pivot();
    }
    add_runs(pivot && form.is_by_hierarchy(*pivot));
    for (std::size_t j = 0; j < domains.size(); ++j) {
        if (pivot != j) {
            add_items(j, form.is_by_hierarchy(j));
        }
    }
}

/// The attribute of most positions, the first one of several: it would have had most items.
void CutSpace::choose_pivot() {
    for (std::size_t j = 0; j < domains.size(); ++j) {
        const std::size_t size = domains[j].finest().size();
        if (size <= kMostPositions && size > (pivot ? positions : 0)) {
            pivot = j;
            positions = size;
        }
    }
    if (!pivot) {
        return;
    }
    const std::vector<std::uint32_t> position =
        part_of_code(domains[*pivot], domains[*pivot].finest());
    position_of_code = position;
}

void CutSpace::add_runs(bool by_hierarchy) {
    if (!pivot) {
        runs = {{0, 1}};
        return;
    }
    const OrderedDomain& domain = domains[*pivot];
    const DomainCut& finest = domain.finest();
    if (by_hierarchy) {
        const ValueTree tree(domain);
        for (const ValueTree::Node& node : tree.nodes()) {
            runs.push_back({position_of_code[domain.code_at(node.run.first)],
                            position_of_code[domain.code_at(node.run.last)] + 1});
        }
    }
    for (std::uint32_t from = 0; !by_hierarchy && from < positions; ++from) {
        for (std::uint32_t to = from + 1; to <= positions; ++to) {
            const Rank end = to < positions ? finest[to] : static_cast<Rank>(domain.size());
            if (!starts_in(domain.coarsest(), finest[from] + 1, end)) {
                runs.push_back({from, to});
            }
        }
    }
    std::sort(runs.begin(), runs.end(), [](const PivotRun& a, const PivotRun& b) {
        return a.to != b.to ? a.to < b.to : a.from < b.from;
    });
}

void CutSpace::add_items(std::size_t attribute, bool by_hierarchy) {
    const OrderedDomain& domain = domains[attribute];
    const auto index = [&](Rank rank) { return value_index(domains, attribute, rank); };
    if (!by_hierarchy) {
        for (const Rank rank : domain.finest()) {
            if (!starts_in(domain.coarsest(), rank, rank + 1)) {
                items.push_back({attribute, {rank}, kNoItem, index(rank)});
            }
        }
        return;
    }
    const ValueTree tree(domain);
    std::vector<std::uint32_t> item_of_node(tree.nodes().size(), kNoItem);
    for (std::size_t at = 0; at < tree.nodes().size(); ++at) {
        const ValueTree::Node& node = tree.nodes()[at];
        if (node.child_count == 0) {
            continue;
        }
        CutItem item{.attribute = attribute, .starts = {}};
        for (std::uint32_t child = 1; child < node.child_count; ++child) {
            item.starts.push_back(tree.nodes()[node.first_child + child].run.first);
        }
        item.parent = node.parent == at ? kNoItem : item_of_node[node.parent];
        item.index = index(item.starts[0]);
        item_of_node[at] = static_cast<std::uint32_t>(items.size());
        items.push_back(std::move(item));
    }
}

void CutSpace::mark_starts(std::span<const std::uint32_t> chosen,
                           std::vector<std::vector<bool>>& starts) const {
    for (const std::uint32_t item : chosen) {
        for (const Rank rank : items[item].starts) {
            starts[items[item].attribute][rank] = true;
        }
    }
}

std::vector<PartMap> CutSpace::part_maps(std::span<const std::uint32_t> some,
                                         std::span<const std::uint32_t> more) const {
    std::vector<std::vector<bool>> starts;
    for (const OrderedDomain& domain : domains) {
        starts.emplace_back(domain.size());
    }
    mark_starts(some, starts);
    mark_starts(more, starts);
    std::vector<PartMap> maps(domains.size());
    for (std::size_t j = 0; j < domains.size(); ++j) {
        const OrderedDomain& domain = domains[j];
        maps[j].part_of_code.resize(domain.size());
        maps[j].part_count = 1;
        if (pivot == j) {
            continue;
        }
        for (const Rank rank : domain.coarsest()) {
            starts[j][rank] = true;
        }
        std::uint32_t part = 0;
        for (Rank rank = 0; rank < domain.size(); ++rank) {
            part += rank > 0 && starts[j][rank] ? 1U : 0U;
            maps[j].part_of_code[domain.code_at(rank)] = part;
        }
        maps[j].part_count = part + std::size_t{1};
    }
    return maps;
}

std::vector<DomainCut> CutSpace::cuts(std::span<const std::uint32_t> chosen,
                                      std::span<const PivotRun> path) const {
    std::vector<DomainCut> cuts = coarsest_cuts(domains);
    for (const std::uint32_t item : chosen) {
        DomainCut& cut = cuts[items[item].attribute];
        cut.insert(cut.end(), items[item].starts.begin(), items[item].starts.end());
    }
    for (DomainCut& cut : cuts) {
        std::sort(cut.begin(), cut.end());
    }
    if (pivot) {
        cuts[*pivot].clear();
        for (const PivotRun& run : path) {
            cuts[*pivot].push_back(domains[*pivot].finest()[run.from]);
        }
    }
    return cuts;
}

}  // namespace kanon::domain_cut
