// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/base/run_context.hpp"
#include "kanon/methods/domain_cut/bounds/head_bounds.hpp"
#include "kanon/methods/domain_cut/bounds/tally_loss.hpp"
#include "kanon/methods/domain_cut/domains/cut_space.hpp"
#include "kanon/task/task.hpp"

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace kanon::domain_cut {

/// A node of a set-enumeration tree: it stands for all sets of items that hold the head and any of
/// the tail.
struct ItemSets {
    std::vector<std::uint32_t> head;  ///< in the order taken
    std::vector<std::uint32_t> tail;  ///< in the order in which children take them

    /// The child that takes the tail item at a place: the items before it are in none of its sets.
    [[nodiscard]] ItemSets child(std::size_t place) const;
};

/// What a search of the tree came to.
struct CutSearchResult {
    std::optional<CutChoice> best;
    std::uint64_t bound = 0;  ///< of every recoding by cuts; that of the best if the tree is done
    bool done = false;
    std::uint64_t nodes = 0;  ///< that were looked into
};

/// Search the set-enumeration tree of a space's items for the recoding of least loss.
///
/// The open nodes of least bound are looked into first, a fixed number at a time, each with the
/// best loss known before; beyond kMostOpen open nodes, the newest first. So the result does not
/// depend on the number of threads, and the least bound of an open node bounds everything.
[[nodiscard]] CutSearchResult search_cut_tree(const Task& task,
                                              const CutSpace& space,
                                              const TallyLoss& loss,
                                              const RunContext& context);

}  // namespace kanon::domain_cut
