// SPDX-License-Identifier: Apache-2.0
#include "kanon/methods/domain_cut/split_space.hpp"

#include "kanon/methods/parts/value_tree.hpp"

#include <algorithm>
#include <utility>

namespace kanon {
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

}  // namespace kanon
