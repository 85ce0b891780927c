// SPDX-License-Identifier: Apache-2.0
#include "kanon/methods/domain_cut/domains/split_space.hpp"

#include "kanon/methods/domain_cut/domains/value_tree.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace kanon::domain_cut {
namespace {

/// The splits of a hierarchy under one node, in preorder.
class TreeSplits {
public:
    TreeSplits(const ValueTree& tree, std::size_t attribute, std::vector<SplitSpace::Split>& out)
        : tree_(tree), attribute_(attribute), out_(out) {}

    void add(std::uint32_t place, std::size_t parent) {
        const ValueTree::Node& node = tree_.nodes()[place];
        if (node.child_count == 0) {
            return;
        }
        const std::size_t own = out_.size();
        out_.push_back({.attribute = attribute_, .parent = parent, .end = 0, .ranks = {}});
        for (std::uint32_t child = 0; child < node.child_count; ++child) {
            const std::uint32_t at = node.first_child + child;
            if (child > 0) {
                out_[own].ranks.push_back(tree_.nodes()[at].run.first);
            }
            add(at, own);
        }
        out_[own].end = out_.size();
    }

private:
    const ValueTree& tree_;
    std::size_t attribute_;
    std::vector<SplitSpace::Split>& out_;
};

}  // namespace

SplitSpace::SplitSpace(std::span<const OrderedDomain> domains) : domains_(domains) {
    for (std::size_t j = 0; j < domains.size(); ++j) {
        first_.push_back(splits_.size());
        if (domains[j].by_number()) {
            add_numbers(domains[j], j);
        } else {
            add_hierarchy(domains[j], j);
        }
        if (splits_.size() > first_.back()) {
            divisible_.push_back(j);
        }
    }
    first_.push_back(splits_.size());
}

void SplitSpace::add_numbers(const OrderedDomain& domain, std::size_t attribute) {
    for (const Rank rank : domain.finest()) {
        if (!std::binary_search(domain.coarsest().begin(), domain.coarsest().end(), rank)) {
            splits_.push_back({.attribute = attribute,
                               .parent = kNoParent,
                               .end = splits_.size() + 1,
                               .ranks = {rank}});
        }
    }
}

void SplitSpace::add_hierarchy(const OrderedDomain& domain, std::size_t attribute) {
    const ValueTree tree(domain);
    TreeSplits splits(tree, attribute, splits_);
    for (std::uint32_t root = 0; root < tree.root_count(); ++root) {
        splits.add(root, kNoParent);
    }
}

void SplitSpace::repair(Chromosome& chromosome) const {
    for (std::size_t split = splits_.size(); split-- > 0;) {
        if (chromosome[split] != 0 && splits_[split].parent != kNoParent) {
            chromosome[splits_[split].parent] = 1;
        }
    }
}

void SplitSpace::flip(Chromosome& chromosome, std::size_t split) const {
    if (chromosome[split] != 0) {
        std::fill(chromosome.begin() + static_cast<std::ptrdiff_t>(split),
                  chromosome.begin() + static_cast<std::ptrdiff_t>(splits_[split].end),
                  std::uint8_t{0});
        return;
    }
    std::size_t highest = split;
    while (splits_[highest].parent != kNoParent && chromosome[splits_[highest].parent] == 0) {
        highest = splits_[highest].parent;
    }
    chromosome[highest] = 1;
}

Chromosome SplitSpace::refined(const Chromosome& from, std::size_t attribute) const {
    Chromosome out = from;
    const auto [first, last] = of_attribute(attribute);
    if (domains_[attribute].by_number()) {
        const auto made =
            static_cast<std::size_t>(std::count(from.begin() + static_cast<std::ptrdiff_t>(first),
                                                from.begin() + static_cast<std::ptrdiff_t>(last),
                                                1));
        const std::size_t parts = std::min(2 * (made + 1), last - first + 1);
        std::fill(out.begin() + static_cast<std::ptrdiff_t>(first),
                  out.begin() + static_cast<std::ptrdiff_t>(last),
                  std::uint8_t{0});
        for (std::size_t part = 1; part < parts; ++part) {
            out[first + part * (last - first + 1) / parts - 1] = 1;
        }
        return out;
    }
    for (std::size_t split = first; split < last; ++split) {
        const std::size_t parent = splits_[split].parent;
        out[split] = parent == kNoParent || from[parent] != 0 ? 1 : 0;
    }
    return out;
}

Chromosome SplitSpace::drawn(Random& random) const {
    constexpr double kMostDoublings = 6;
    Chromosome out(splits_.size());
    for (const std::size_t attribute : divisible_) {
        const auto [first, last] = of_attribute(attribute);
        const double chance = random.unit();
        if (domains_[attribute].by_number()) {
            const auto parts = static_cast<std::size_t>(std::exp2(kMostDoublings * chance));
            for (std::size_t part = 1; part < parts; ++part) {
                out[first + random.below(last - first)] = 1;
            }
            continue;
        }
        for (std::size_t split = first; split < last; ++split) {
            const std::size_t parent = splits_[split].parent;
            const bool may = parent == kNoParent || out[parent] != 0;
            out[split] = may && random.unit() < chance ? 1 : 0;
        }
    }
    return out;
}

std::vector<DomainCut> SplitSpace::cuts(const Chromosome& chromosome) const {
    std::vector<DomainCut> cuts;
    for (std::size_t j = 0; j < domains_.size(); ++j) {
        DomainCut cut = domains_[j].coarsest();
        for (std::size_t split = first_[j]; split < first_[j + 1]; ++split) {
            if (chromosome[split] != 0) {
                const std::vector<Rank>& ranks = splits_[split].ranks;
                cut.insert(cut.end(), ranks.begin(), ranks.end());
            }
        }
        std::sort(cut.begin(), cut.end());
        cuts.push_back(std::move(cut));
    }
    return cuts;
}

}  // namespace kanon::domain_cut
