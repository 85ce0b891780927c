// SPDX-License-Identifier: Apache-2.0
#include "kanon/methods/full_domain/incognito.hpp"

#include "kanon/base/check.hpp"
#include "kanon/base/parallel.hpp"
#include "kanon/methods/full_domain/search/lattice_scan.hpp"
#include "kanon/methods/full_domain/search/node_search.hpp"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <map>
#include <optional>
#include <utility>

namespace kanon::full_domain {
namespace {

/// A set of free attributes, one bit each. Their number is at most 16: every one multiplies the
/// nodes of all subsets by at least 3.
using Subset = std::uint32_t;

/// Attributes of more than one level. One of a single level stands at it in every subset.
std::vector<std::size_t> free_attributes(const Lattice& lattice) {
    std::vector<std::size_t> free;
    for (std::size_t j = 0; j < lattice.attribute_count(); ++j) {
        if (lattice.bottom()[j] < lattice.top()[j]) {
            free.push_back(j);
        }
    }
    return free;
}

/// Nodes of the lattices of all subsets; none beyond 2^64.
std::optional<std::uint64_t> nodes_of_all_subsets(const Lattice& lattice) {
    std::uint64_t nodes = 1;
    for (const std::size_t j : free_attributes(lattice)) {
        const std::uint64_t choices = lattice.top()[j] - std::uint64_t{lattice.bottom()[j]} + 2;
        if (__builtin_mul_overflow(nodes, choices, &nodes)) {
            return std::nullopt;
        }
    }
    return nodes;
}

/// The lattice of one subset and what survived of it.
struct SubsetNodes {
    Lattice lattice;
    NodeBits survivors;
};

class SubsetSearch {
public:
    SubsetSearch(NodeSearch& search, std::vector<IncognitoPhase>* phases)
        : search_(search), free_(free_attributes(search.lattice())), phases_(phases) {}

    /// The minimal nodes of the whole quasi-identifier; what was found so far if stopped.
    NodeChoice run();

private:
    [[nodiscard]] Lattice lattice_of(Subset subset) const;

    [[nodiscard]] static bool has(Subset subset, std::size_t i) { return (subset >> i & 1U) != 0; }

    [[nodiscard]] bool is_whole(Subset subset) const {
        return std::popcount(subset) == static_cast<int>(free_.size());
    }

    [[nodiscard]] Level top_of(std::size_t j) const {
        return search_.task().quasi_identifiers[j].hierarchy.height();
    }

    [[nodiscard]] bool is_candidate(Subset subset, const Node& node) const;
    [[nodiscard]] bool is_projection(Subset subset, const Node& node) const;
    [[nodiscard]] static bool above_survivor(const SubsetNodes& here, const Node& node);
    [[nodiscard]] SubsetNodes search_subset(Subset subset, IncognitoPhase& phase);
    void visit(Subset subset, const Node& node, SubsetNodes& here, IncognitoPhase& phase);
    void search_size(std::size_t size);

    NodeSearch& search_;
    std::vector<std::size_t> free_;
    std::vector<IncognitoPhase>* phases_;    ///< null: not recorded
    std::map<Subset, SubsetNodes> smaller_;  ///< of the iteration before
    NodeChoice minimal_;
};

Lattice SubsetSearch::lattice_of(Subset subset) const {
    Node least = search_.lattice().bottom();
    Node greatest = search_.lattice().top();
    for (std::size_t i = 0; i < free_.size(); ++i) {
        if (!has(subset, i)) {
            const std::size_t j = free_[i];
            least[j] = top_of(j);
            greatest[j] = top_of(j);
        }
    }
    return {std::move(least), std::move(greatest)};
}

/// True if every projection on one attribute less survived.
bool SubsetSearch::is_candidate(Subset subset, const Node& node) const {
    if (smaller_.empty()) {
        return true;
    }
    Node projection = node;
    for (std::size_t i = 0; i < free_.size(); ++i) {
        if (!has(subset, i)) {
            continue;
        }
        const std::size_t j = free_[i];
        projection[j] = top_of(j);
        const SubsetNodes& smaller = smaller_.at(subset ^ (Subset{1} << i));
        if (!smaller.survivors[smaller.lattice.rank(projection)]) {
            return false;
        }
        projection[j] = node[j];
    }
    return true;
}

/// True if the node is one of a smaller subset, too: an attribute of this one stands at its top.
bool SubsetSearch::is_projection(Subset subset, const Node& node) const {
    for (std::size_t i = 0; i < free_.size() && !smaller_.empty(); ++i) {
        if (has(subset, i) && node[free_[i]] == top_of(free_[i])) {
            return true;
        }
    }
    return false;
}

bool SubsetSearch::above_survivor(const SubsetNodes& here, const Node& node) {
    const std::uint64_t rank = here.lattice.rank(node);
    for (std::size_t j = 0; j < node.size(); ++j) {
        if (node[j] > here.lattice.bottom()[j] && here.survivors[rank - here.lattice.stride(j)]) {
            return true;
        }
    }
    return false;
}

void SubsetSearch::visit(Subset subset,
                         const Node& node,
                         SubsetNodes& here,
                         IncognitoPhase& phase) {
    const bool marked = above_survivor(here, node);
    if (!marked && !is_candidate(subset, node)) {
        return;
    }
    // A candidate that is its own projection has survived as such.
    const bool survives = marked || is_projection(subset, node) || search_.check(node);
    here.survivors[here.lattice.rank(node)] = survives;
    if (survives && !marked && is_whole(subset)) {
        minimal_.add(search_.score(node));
    }
    if (phases_ != nullptr) {
        phase.candidates.push_back(node);
        if (!marked) {
            phase.checked.push_back(node);
        }
        if (survives) {
            phase.survivors.push_back(node);
        }
    }
}

SubsetNodes SubsetSearch::search_subset(Subset subset, IncognitoPhase& phase) {
    SubsetNodes here{.lattice = lattice_of(subset), .survivors = {}};
    here.survivors.resize(*here.lattice.size());
    for (std::size_t i = 0; i < free_.size(); ++i) {
        if (has(subset, i)) {
            phase.attributes.push_back(free_[i]);
        }
    }
    const unsigned top = height_of(here.lattice.top());
    for (unsigned height = height_of(here.lattice.bottom()); height <= top; ++height) {
        std::optional<Node> node = here.lattice.first_of_height(height);
        for (bool more = true; more && !search_.stopped();) {
            visit(subset, *node, here, phase);
            more = here.lattice.next_of_height(*node);
        }
    }
    return here;
}

/// Subsets of a size know nothing of each other: each may have a thread.
void SubsetSearch::search_size(std::size_t size) {
    std::vector<Subset> subsets;
    const Subset whole = (Subset{1} << free_.size()) - 1;
    for (Subset subset = 0; subset <= whole; ++subset) {
        if (std::popcount(subset) == static_cast<int>(size)) {
            subsets.push_back(subset);
        }
    }
    std::vector<std::optional<SubsetNodes>> found(subsets.size());
    std::vector<IncognitoPhase> phases(subsets.size());
    parallel_for(subsets.size(), 1, search_.threads(), [&](std::size_t begin, std::size_t end) {
        for (std::size_t s = begin; s < end && !search_.stopped(); ++s) {
            found[s] = search_subset(subsets[s], phases[s]);
        }
    });
    smaller_.clear();
    for (std::size_t s = 0; s < subsets.size() && !search_.was_stopped(); ++s) {
        smaller_.emplace(subsets[s], *std::move(found[s]));
        if (phases_ != nullptr) {
            phases_->push_back(std::move(phases[s]));
        }
    }
}

NodeChoice SubsetSearch::run() {
    // Without a free attribute the empty subset is the whole one: a lattice of one node.
    const std::size_t least = std::min<std::size_t>(1, free_.size());
    for (std::size_t size = least; size <= free_.size() && !search_.stopped(); ++size) {
        search_size(size);
    }
    return std::move(minimal_);
}

class Incognito final : public Method {
public:
    [[nodiscard]] Outcome run(const Task& task, const RunContext& context) const override {
        NodeSearch::refuse_above_limit("incognito", nodes_of_all_subsets(task.lattice()));
        NodeSearch search(task, context);
        NodeChoice choice;
        if (is_monotone(task)) {
            choice = SubsetSearch(search, nullptr).run();
        } else {
            const NodeBits kept = check_every_node(search);
            if (!search.was_stopped()) {
                choice = choose_among(search, minimal_of(search.lattice(), kept));
            }
        }
        Outcome outcome = search.finish(
            choice.best, grows_with_levels(task) ? Ending::optimal : Ending::feasible);
        if (!search.was_stopped()) {
            std::move(choice).tell(outcome);
        }
        return outcome;
    }
};

}  // namespace

std::unique_ptr<Method> make_incognito(const OptionMap& /*options*/) {
    return std::make_unique<Incognito>();
}

std::vector<IncognitoPhase> incognito_phases(const Task& task, const RunContext& context) {
    KANON_CHECK(is_monotone(task));
    NodeSearch::refuse_above_limit("incognito", nodes_of_all_subsets(task.lattice()));
    NodeSearch search(task, context);
    std::vector<IncognitoPhase> phases;
    static_cast<void>(SubsetSearch(search, &phases).run());
    return phases;
}

}  // namespace kanon::full_domain
