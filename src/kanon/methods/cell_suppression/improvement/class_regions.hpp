// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/base/random.hpp"
#include "kanon/methods/cell_suppression/exact/row_assignment.hpp"
#include "kanon/methods/cell_suppression/improvement/changing_classes.hpp"
#include "kanon/solve/solver.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace kanon::cell_suppression {

/// Lower the cost of classes region by region: some classes that are near to each other, and rows
/// starred throughout that are near to them, are taken apart, and their rows are put into classes
/// at the least cost there is (select_cells()). Near: cheap to show alike.
///
/// Regions that share no class are solved side by side, always kRegionsAtOnce of them, so that the
/// outcome does not depend on threads. Cost of a region of r row types: O(c m) to find it, c
/// classes; the cells of its rows, O(p r m); its integer program, at most kMostSearchNodes nodes.
class RegionSearch {
public:
    static constexpr std::size_t kRegionsAtOnce = 16;
    static constexpr std::uint64_t kMostSearchNodes = 200;
    static constexpr std::size_t kMostRegionEntries = 20'000;  ///< row types of its cells, in sum

    /// Borrows the classes and the solver. \pre all models look at rows alone
    RegionSearch(const PolishScope& scope, ChangingClasses& classes, const MipSolver& solver)
        : scope_(scope), classes_(classes), solver_(solver), random_(scope.context.seed) {}

    /// One pass with regions of so many row types, around the classes and starred rows that cost
    /// most above what they must, equal ones in an order drawn from the context's seed; not around
    /// those that were in a region of this size in vain. Returns how many regions were changed.
    /// Ends early when the run should stop or the context's node limit of regions, over all passes,
    /// is reached.
    std::uint64_t pass(std::size_t types);

    /// Let the next pass take classes again that were in regions in vain: it draws other regions.
    void forget() { in_vain_ = {}; }

    /// True once a region was all of the table.
    [[nodiscard]] bool solved_all() const { return solved_all_; }

    /// Regions solved so far.
    [[nodiscard]] std::uint64_t solved() const { return solved_; }

private:
    /// What can be in a region: a class, or the starred rows of a type.
    struct Piece {
        bool is_class = true;
        std::uint32_t number = 0;  ///< of the class, or of the type
    };

    struct Region {
        std::vector<Piece> pieces{};
        std::vector<std::pair<Piece, TypeRows>> shares{};  ///< of the pieces, as they are now
        std::vector<TypeRows> rows{};                      ///< of all of these, by type
        StarCost cost = 0;                                 ///< of all of these
        StarCost dearest = 0;                              ///< of one
        std::uint64_t starred_rows = 0;
    };

    /// What to do with the rows of a region.
    struct Change {
        std::vector<std::pair<Pattern, TypeRows>> into_classes{};
        std::vector<TypeRows> starred{};
    };

    struct Neighbour {
        StarCost distance = 0;
        Piece piece{};
    };

    /// What a search remembers of each piece.
    template <class Value>
    struct PerPiece {
        std::vector<Value> classes{};
        std::vector<Value> types{};

        Value& operator[](Piece piece) {
            return piece.is_class ? classes[piece.number] : types[piece.number];
        }
    };

    class Nearest;

    [[nodiscard]] StarCost cost_above_least(Piece piece) const;
    [[nodiscard]] std::vector<Piece> seeds(std::size_t types);
    [[nodiscard]] std::vector<Region> next_regions(std::span<const Piece> order,
                                                   std::size_t& next,
                                                   std::size_t types);
    [[nodiscard]] bool is_there(Piece piece) const;
    [[nodiscard]] std::vector<Neighbour> neighbours(Piece seed, std::size_t most);
    [[nodiscard]] Region region_around(Piece seed, std::size_t types);
    void add(Piece piece, Region& region);
    [[nodiscard]] std::optional<Change> solve(const Region& region, std::size_t regions) const;
    [[nodiscard]] static std::uint64_t rows_of(const Region& region);
    [[nodiscard]] std::optional<StarCells> cells_of(const Region& region,
                                                    const RowTypes& types,
                                                    const RunContext& context) const;
    [[nodiscard]] std::vector<std::uint32_t> start_of(const Region& region,
                                                      const StarCells& cells) const;
    [[nodiscard]] static Change change_to(const RowAssignment& assignment,
                                          const Region& region,
                                          const StarCells& cells);
    [[nodiscard]] std::vector<StarredRows> limits(const Region& region, std::size_t regions) const;
    std::uint64_t solve_all(std::span<const Region> regions, std::size_t types);
    void apply(const Region& region, const Change& change);

    PolishScope scope_;
    ChangingClasses& classes_;
    const MipSolver& solver_;
    Random random_;
    std::uint64_t solved_ = 0;
    bool solved_all_ = false;
    PerPiece<std::size_t> in_vain_;    ///< the size of a region that changed nothing
    PerPiece<std::uint8_t> is_taken_;  ///< is in a region that is being made
};

}  // namespace kanon::cell_suppression
