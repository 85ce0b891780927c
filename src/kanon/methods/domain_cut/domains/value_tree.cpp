// SPDX-License-Identifier: Apache-2.0
#include "kanon/methods/domain_cut/domains/value_tree.hpp"

#include "kanon/base/check.hpp"

namespace kanon::domain_cut {
namespace {

/// The runs of the highest level below `level` that divides the run; none if no level does.
/// Moves `level` to that level.
std::vector<RankRun> divide(const OrderedDomain& domain, RankRun run, Level least, Level& level) {
    while (level > least) {
        --level;
        if (domain.label_run(level, run.first) != run) {
            std::vector<RankRun> runs;
            for (Rank rank = run.first; rank <= run.last; rank = runs.back().last + 1) {
                runs.push_back(domain.label_run(level, rank));
            }
            return runs;
        }
    }
    return {};
}

}  // namespace

ValueTree::ValueTree(const OrderedDomain& domain) : leaf_of_rank_(domain.size()) {
    KANON_CHECK(!domain.by_number());
    std::vector<Level> levels;
    for (std::size_t part = 0; part < domain.coarsest().size(); ++part) {
        const auto place = static_cast<std::uint32_t>(part);
        nodes_.push_back(
            {.run = part_run(domain.coarsest(), part, domain.size()), .parent = place});
        levels.push_back(domain.greatest_level());
    }
    root_count_ = nodes_.size();
    for (std::uint32_t place = 0; place < nodes_.size(); ++place) {
        Level level = levels[place];
        const std::vector<RankRun> children =
            divide(domain, nodes_[place].run, domain.least_level(), level);
        nodes_[place].first_child = static_cast<std::uint32_t>(nodes_.size());
        nodes_[place].child_count = static_cast<std::uint32_t>(children.size());
        for (const RankRun& run : children) {
            nodes_.push_back({.run = run, .parent = place});
            levels.push_back(level);
        }
        for (Rank rank = nodes_[place].run.first;
             children.empty() && rank <= nodes_[place].run.last;
             ++rank) {
            leaf_of_rank_[rank] = place;
        }
    }
}

}  // namespace kanon::domain_cut
