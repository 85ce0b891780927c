// SPDX-License-Identifier: Apache-2.0
#include "kanon/methods/domain_cut/bounds/cut_tree_search.hpp"

#include "kanon/base/parallel.hpp"

#include <algorithm>
#include <compare>
#include <map>
#include <numeric>
#include <utility>

namespace kanon::domain_cut {
namespace {

/// Nodes looked into at a time; more of them share a best loss that one of them could have lowered.
constexpr std::size_t kNodesATime = 8;
/// Children made before the rest of the tail is bounded anew; a bound costs about as much as half a
/// node.
constexpr std::size_t kChildrenABound = 4;
constexpr std::size_t kMostOpen = std::size_t{1} << 17U;

struct OpenNode {
    ItemSets sets;
    std::shared_ptr<const std::vector<bool>> runs;  ///< of the space's, those still of use
    std::uint64_t bound = 0;
    double share = 1;  ///< of the tree: children have equal parts of their parent's
};

struct Expansion {
    std::optional<CutChoice> found;
    std::vector<OpenNode> children;
    bool whole = true;  ///< false: stopped on the way
};

/// Looks into one node at a time: bounds it, drops items of its tail, and makes its children.
class Expander {
public:
    Expander(const Task& task, const CutSpace& space, const TallyLoss& loss)
        : space_(space), bounds_(task, space, loss) {}

    [[nodiscard]] Expansion expand(const OpenNode& node,
                                   std::uint64_t less_than,
                                   const RunContext& context);

private:
    [[nodiscard]] std::uint64_t bound_of(std::span<const std::uint32_t> tail);
    void drop_orphans(std::vector<std::uint32_t>& tail, std::uint32_t taken = kNoItem) const;
    void look_at(const std::vector<std::uint32_t>& tail, const RunContext& context);
    [[nodiscard]] bool drop_items(std::vector<std::uint32_t>& tail);
    void order_tail(std::vector<std::uint32_t>& tail);
    [[nodiscard]] std::size_t ready(std::span<const std::uint32_t> tail) const;
    [[nodiscard]] std::vector<std::uint32_t> without_first(const std::vector<std::uint32_t>& tail,
                                                           std::size_t count) const;
    void make_children(ItemSets sets, Expansion& out);
    [[nodiscard]] std::vector<PivotRun> listed(const std::vector<bool>& runs) const;
    [[nodiscard]] std::vector<bool> marked(const std::vector<PivotRun>& runs) const;

    const CutSpace& space_;
    HeadBounds bounds_;
    std::uint64_t less_than_ = 0;
    std::uint64_t bound_ = 0;
    std::vector<bool> head_;                 ///< per item
    std::vector<std::size_t> place_;         ///< per item: among those looked at
    std::vector<ItemFacts> facts_;           ///< per place
    std::vector<std::uint64_t> item_bound_;  ///< per place
};

std::uint64_t Expander::bound_of(std::span<const std::uint32_t> tail) {
    bounds_.set_tail(tail);
    return bounds_.bound();
}

/// Drop items that can no longer be taken, because one above them was dropped.
void Expander::drop_orphans(std::vector<std::uint32_t>& tail, std::uint32_t taken) const {
    std::vector<bool> may(head_);
    if (taken != kNoItem) {
        may[taken] = true;
    }
    for (const std::uint32_t item : tail) {
        may[item] = true;
    }
    for (std::uint32_t item = 0; item < may.size(); ++item) {
        const std::uint32_t parent = space_.items[item].parent;
        may[item] = may[item] && (parent == kNoItem || may[parent]);
    }
    std::erase_if(tail, [&](std::uint32_t item) { return !may[item]; });
}

void Expander::look_at(const std::vector<std::uint32_t>& tail, const RunContext& context) {
    facts_ = bounds_.look_at(tail, context);
    place_.assign(space_.items.size(), 0);
    for (std::size_t place = 0; place < tail.size(); ++place) {
        place_[tail[place]] = place;
    }
    item_bound_.assign(tail.size(), 0);
    std::vector<bool> opens(space_.items.size());
    for (const std::uint32_t item : tail) {
        if (space_.items[item].parent != kNoItem) {
            opens[space_.items[item].parent] = true;
        }
    }
    for (std::size_t place = 0; place < facts_.size(); ++place) {
        // An item that others wait for, or that waits itself, is judged once it is alone.
        const CutItem& item = space_.items[tail[place]];
        const bool waits = item.parent != kNoItem && !head_[item.parent];
        facts_[place].useful = facts_[place].useful || opens[tail[place]] || waits;
    }
}

/// Drop items whose every recoding loses too much, or is no better than one without them.
bool Expander::drop_items(std::vector<std::uint32_t>& tail) {
    const std::size_t before = tail.size();
    std::erase_if(tail, [&](std::uint32_t item) {
        const std::size_t place = place_[item];
        item_bound_[place] = std::max(item_bound_[place], bounds_.bound_with(place));
        return !facts_[place].useful || item_bound_[place] >= less_than_;
    });
    drop_orphans(tail);
    return tail.size() < before;
}

/// Items that may be taken first, those that separate most pairs before others.
void Expander::order_tail(std::vector<std::uint32_t>& tail) {
    const auto waits = [&](std::uint32_t item) {
        const std::uint32_t parent = space_.items[item].parent;
        return parent != kNoItem && !head_[parent];
    };
    std::sort(tail.begin(), tail.end(), [&](std::uint32_t a, std::uint32_t b) {
        const auto key = [&](std::uint32_t item) {
            return std::pair(waits(item), ~facts_[place_[item]].pairs);
        };
        return key(a) != key(b) ? key(a) < key(b) : a < b;
    });
}

/// Items at the front of the tail that may be taken.
std::size_t Expander::ready(std::span<const std::uint32_t> tail) const {
    const auto waits = [&](std::uint32_t item) {
        const std::uint32_t parent = space_.items[item].parent;
        return parent != kNoItem && !head_[parent];
    };
    return static_cast<std::size_t>(std::find_if(tail.begin(), tail.end(), waits) - tail.begin());
}

std::vector<std::uint32_t> Expander::without_first(const std::vector<std::uint32_t>& tail,
                                                   std::size_t count) const {
    std::vector<std::uint32_t> rest(tail.begin() + static_cast<std::ptrdiff_t>(count), tail.end());
    drop_orphans(rest);
    return rest;
}

/// The tail gets smaller from child to child, the bound of what is left greater: once that is too
/// much, there are no more children. It is looked at every few children.
void Expander::make_children(ItemSets sets, Expansion& out) {
    const std::size_t end = ready(sets.tail);
    const auto runs = std::make_shared<const std::vector<bool>>(marked(bounds_.runs()));
    for (std::size_t place = 0; place < end; ++place) {
        if (place > 0 && place % kChildrenABound == 0) {
            bound_ = std::max(bound_, bound_of(without_first(sets.tail, place)));
            if (bound_ >= less_than_) {
                return;
            }
        }
        const std::uint32_t item = sets.tail[place];
        const std::uint64_t bound =
            std::max({bound_, item_bound_[place_[item]], bounds_.bound_with(place_[item])});
        if (bound < less_than_) {
            ItemSets child = sets.child(place);
            drop_orphans(child.tail, item);
            out.children.push_back({std::move(child), runs, bound});
        }
    }
}

std::vector<PivotRun> Expander::listed(const std::vector<bool>& runs) const {
    std::vector<PivotRun> out;
    for (std::size_t run = 0; run < runs.size(); ++run) {
        if (runs[run]) {
            out.push_back(space_.runs[run]);
        }
    }
    return out;
}

std::vector<bool> Expander::marked(const std::vector<PivotRun>& runs) const {
    std::vector<bool> out(space_.runs.size());
    std::size_t next = 0;  // both are in the same order
    for (std::size_t run = 0; run < out.size() && next < runs.size(); ++run) {
        out[run] = space_.runs[run] == runs[next];
        next += out[run] ? 1U : 0U;
    }
    return out;
}

Expansion Expander::expand(const OpenNode& node,
                           std::uint64_t less_than,
                           const RunContext& context) {
    Expansion out;
    less_than_ = less_than;
    head_.assign(space_.items.size(), false);
    for (const std::uint32_t item : node.sets.head) {
        head_[item] = true;
    }
    bounds_.load(node.sets.head, listed(*node.runs));
    out.found = bounds_.head_alone(less_than_);
    if (out.found) {
        less_than_ = out.found->loss;
    }
    std::vector<std::uint32_t> tail = node.sets.tail;
    std::sort(tail.begin(), tail.end());
    bound_ = std::max(node.bound, bound_of(tail));
    if (tail.empty() || bound_ >= less_than_) {
        return out;
    }
    bounds_.drop_runs(less_than_);
    look_at(tail, context);
    if (facts_.empty()) {
        out.whole = false;
        return out;
    }
    while (drop_items(tail)) {
        bound_ = bound_of(tail);
        if (tail.empty() || bound_ >= less_than_) {
            return out;
        }
    }
    order_tail(tail);
    make_children({node.sets.head, std::move(tail)}, out);
    return out;
}

class Search {
public:
    Search(const Task& task,
           const CutSpace& space,
           const TallyLoss& loss,
           const RunContext& context);

    [[nodiscard]] CutSearchResult run();

private:
    struct Place {
        std::uint64_t bound = 0;
        std::uint64_t number = 0;

        // NOLINTNEXTLINE(modernize-use-nullptr): as of NodeScore
        friend auto operator<=>(const Place&, const Place&) = default;
    };

    [[nodiscard]] bool stopped() const;
    [[nodiscard]] std::vector<OpenNode> take();
    void add(OpenNode node);
    void drop_hopeless();
    void look_into(std::vector<OpenNode> nodes);

    const RunContext& context_;
    std::vector<Expander> expanders_;
    std::map<Place, OpenNode> open_;
    std::map<std::uint64_t, Place> bound_of_;  ///< by number
    std::uint64_t added_ = 0;
    double open_share_ = 0;  ///< of the tree
    std::uint64_t less_than_;
    CutSearchResult result_;
};

Search::Search(const Task& task,
               const CutSpace& space,
               const TallyLoss& loss,
               const RunContext& context)
    : context_(context), less_than_(loss.suppressed_row() * task.row_types().row_count() + 1) {
    expanders_.reserve(kNodesATime);
    for (std::size_t i = 0; i < kNodesATime; ++i) {
        expanders_.emplace_back(task, space, loss);
    }
    OpenNode root;
    root.sets.tail.resize(space.items.size());
    std::iota(root.sets.tail.begin(), root.sets.tail.end(), 0U);
    root.runs = std::make_shared<const std::vector<bool>>(space.runs.size(), true);
    add(std::move(root));
}

bool Search::stopped() const {
    return result_.nodes >= context_.node_limit || context_.should_stop();
}

void Search::add(OpenNode node) {
    const Place place{node.bound, added_++};
    bound_of_.emplace(place.number, place);
    open_share_ += node.share;
    open_.emplace(place, std::move(node));
}

/// The nodes to look into next.
std::vector<OpenNode> Search::take() {
    std::vector<OpenNode> nodes;
    const std::uint64_t most =
        std::min<std::uint64_t>(kNodesATime, context_.node_limit - result_.nodes);
    while (nodes.size() < most && !open_.empty()) {
        const bool newest = nodes.size() % 2 == 0 || open_.size() > kMostOpen;
        const auto next = newest ? open_.find(bound_of_.rbegin()->second) : open_.begin();
        nodes.push_back(std::move(next->second));
        open_share_ -= nodes.back().share;
        bound_of_.erase(next->first.number);
        open_.erase(next);
    }
    return nodes;
}

void Search::look_into(std::vector<OpenNode> nodes) {
    std::vector<Expansion> expansions(nodes.size());
    parallel_for(nodes.size(), 1, context_.threads, [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i) {
            expansions[i] = expanders_[i].expand(nodes[i], less_than_, context_);
        }
    });
    for (std::size_t i = 0; i < nodes.size(); ++i) {
        ++result_.nodes;
        if (expansions[i].found && expansions[i].found->loss < less_than_) {
            less_than_ = expansions[i].found->loss;
            result_.best = std::move(expansions[i].found);
        }
        if (!expansions[i].whole) {
            add(std::move(nodes[i]));
        }
        std::reverse(expansions[i].children.begin(), expansions[i].children.end());
        for (OpenNode& child : expansions[i].children) {
            child.share = nodes[i].share / static_cast<double>(expansions[i].children.size());
            add(std::move(child));  // the first child is the newest
        }
    }
}

void Search::drop_hopeless() {
    while (!open_.empty() && open_.rbegin()->first.bound >= less_than_) {
        open_share_ -= open_.rbegin()->second.share;
        bound_of_.erase(open_.rbegin()->first.number);
        open_.erase(std::prev(open_.end()));
    }
}

CutSearchResult Search::run() {
    while (!open_.empty() && !stopped()) {
        look_into(take());
        drop_hopeless();
        context_.report({.stage = "search", .done = 1 - open_share_, .total = 1});
    }
    result_.done = open_.empty();
    result_.bound = open_.empty() ? less_than_ : open_.begin()->first.bound;
    return std::move(result_);
}

}  // namespace

ItemSets ItemSets::child(std::size_t place) const {
    ItemSets sets{.head = head,
                  .tail = {tail.begin() + static_cast<std::ptrdiff_t>(place) + 1, tail.end()}};
    sets.head.push_back(tail[place]);
    return sets;
}

CutSearchResult search_cut_tree(const Task& task,
                                const CutSpace& space,
                                const TallyLoss& loss,
                                const RunContext& context) {
    return Search(task, space, loss, context).run();
}

}  // namespace kanon::domain_cut
