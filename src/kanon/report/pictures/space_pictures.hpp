// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/report/exploration.hpp"

#include <string>

/// The two pictures of a solution space. Both take their look from the classes of space_svg()'s
/// style: `f` feasible, `x` not, `m` minimal, `r` ring of the chosen node, `e` edge, `p` front.
namespace kanon {

/// A drawing and the room it takes, in pixels from (0, 0).
struct Picture {
    std::string body;
    int width = 0;
    int height = 0;
};

/// True if the lattice is whole and its drawing fits a page: at most 200 nodes, and rows of at most
/// 2,000 pixels.
[[nodiscard]] bool lattice_fits(const ExplorationRecord& record);

/// The lattice: a row a height (sum of levels), the most general node on top, an edge for each step
/// of one level; rows suppressed and loss in each node. As Figs 4, 6 and 14 of Ciriani, De Capitani
/// di Vimercati, Foresti, Samarati (2007). \pre lattice_fits().
[[nodiscard]] Picture lattice_picture(const ExplorationRecord& record);

/// Every decided node that releases a row: share of rows suppressed to the right (by its square
/// root), loss upwards, the
/// front as a line, the suppression limit upright. Of nodes that fall on the same spot one is
/// drawn; a minimal one, or one on the front, before others.
[[nodiscard]] Picture scatter_picture(const ExplorationRecord& record);

}  // namespace kanon
