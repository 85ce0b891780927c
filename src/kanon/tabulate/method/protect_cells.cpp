// SPDX-License-Identifier: Apache-2.0
#include "kanon/tabulate/method/protect_cells.hpp"

#include "kanon/tabulate/method/witness_program.hpp"

#include <algorithm>
#include <bit>
#include <map>
#include <numeric>
#include <optional>
#include <set>
#include <utility>

namespace kanon::tabulate {
namespace {

constexpr int kMostBoxFamilies = 3;
constexpr std::uint64_t kProgramTuples = 1'000'000;  ///< of all integer programs together
constexpr std::size_t kMostNeighbours = 40;          ///< tried along each family

/// Rows of one tuple that are added or taken.
struct Corner {
    std::size_t tuple = 0;
    bool added = true;
};

struct Move {
    std::vector<Corner> corners;
    std::uint32_t families = 0;  ///< in which the corners differ
    std::uint32_t columns = 0;   ///< of these families, in which the corners differ
    std::uint64_t cost = 0;      ///< cells to suppress anew
    std::int64_t rows = 0;       ///< at each corner

    /// Whether cells with values of these columns change: what differs in none of the columns of a
    /// family is taken and added within the same cell.
    [[nodiscard]] bool changes(std::uint32_t set) const {
        return std::popcount(set & columns) == std::popcount(families);
    }
};

bool better(const Move& a, const Move& b) {
    const std::uint64_t left = a.cost * static_cast<std::uint64_t>(b.rows);
    const std::uint64_t right = b.cost * static_cast<std::uint64_t>(a.rows);
    return left != right ? left < right : a.rows > b.rows;
}

/// The other table of one cell, as differences.
struct World {
    std::map<std::size_t, std::int64_t> tuples;
    std::map<std::size_t, std::int64_t> cells;
};

std::int64_t difference(const std::map<std::size_t, std::int64_t>& in, std::size_t at) {
    const auto found = in.find(at);
    return found == in.end() ? 0 : found->second;
}

class Protector {
public:
    Protector(const CellGrid& grid,
              std::uint64_t k,
              CountTables& tables,
              const MipSolver* solver,
              const RunContext& context)
        : grid_(grid),
          k_(k),
          tables_(tables),
          solver_(grid.tuple_count() > kMostProgramTuples ? nullptr : solver),
          context_(context),
          programs_left_(kProgramTuples / std::max<std::size_t>(grid.tuple_count(), 1)),
          members_(tables.cells.size()) {
        for (std::size_t at = 0; at < grid.tuple_count(); ++at) {
            for (const std::uint32_t cell : grid.cells_of(at)) {
                if (is_primary(cell)) {
                    members_[cell].push_back(at);
                }
            }
        }
    }

    [[nodiscard]] bool is_primary(std::size_t cell) const { return tables_.cells[cell].count < k_; }

    /// The other table of a cell; none if it takes new suppression that is not allowed.
    [[nodiscard]] std::optional<World> protect(std::size_t cell, bool may_suppress) {
        World world;
        auto missing = static_cast<std::int64_t>(k_ - tables_.cells[cell].count);
        while (missing > 0) {
            throw_if_cancelled(context_);
            const std::optional<Move> move = find_move(cell, missing, may_suppress, world);
            if (!move) {
                return std::nullopt;
            }
            apply(*move, world);
            missing -= move->rows;
        }
        return world;
    }

    /// The other table of a cell by what is suppressed already: by moves, or else by an integer
    /// program, as long as there are some left.
    [[nodiscard]] std::optional<World> protect_within(std::size_t cell) {
        std::optional<World> world = protect(cell, false);
        if (world || solver_ == nullptr || programs_left_ == 0) {
            return world;
        }
        --programs_left_;
        const auto changes = solve_witness(grid_, k_, tables_, cell, *solver_, context_);
        if (!changes) {
            return std::nullopt;
        }
        world.emplace();
        for (const auto& [tuple, rows] : *changes) {
            world->tuples[tuple] = rows;
            for (const std::uint32_t of : grid_.cells_of(tuple)) {
                world->cells[of] += rows;
            }
        }
        return world;
    }

private:
    [[nodiscard]] std::optional<Move> find_move(std::size_t cell,
                                                std::int64_t missing,
                                                bool may_suppress,
                                                const World& world) const;
    [[nodiscard]] std::vector<std::uint32_t> neighbours(std::size_t tuple,
                                                        std::uint32_t family,
                                                        std::uint32_t set) const;
    void try_box(std::size_t tuple,
                 std::uint32_t set,
                 const Move& limits,
                 const World& world,
                 std::optional<Move>& best) const;
    void try_corners(const std::vector<std::vector<std::uint32_t>>& choices,
                     Move move,
                     const World& world,
                     std::optional<Move>& best) const;
    [[nodiscard]] bool spread(const std::vector<Code>& to, Move& move) const;
    [[nodiscard]] bool weigh(Move& move, const World& world) const;
    void apply(const Move& move, World& world);

    const CellGrid& grid_;
    std::uint64_t k_;
    CountTables& tables_;
    const MipSolver* solver_;
    const RunContext& context_;
    std::uint64_t programs_left_;
    std::vector<std::vector<std::size_t>> members_;  ///< tuples, of cells below k
};

std::uint32_t columns_of(const CountCell& cell) {
    std::uint32_t columns = 0;
    for (std::size_t at = 0; at < cell.key.size(); ++at) {
        columns |= cell.key[at] == kTotal ? 0U : 1U << at;
    }
    return columns;
}

std::optional<Move> Protector::find_move(std::size_t cell,
                                         std::int64_t missing,
                                         bool may_suppress,
                                         const World& world) const {
    const std::uint32_t set = columns_of(tables_.cells[cell]);
    const std::uint32_t all = grid_.families_of(set);
    std::optional<Move> best;
    for (const std::size_t tuple : members_[cell]) {
        // All subsets of the cell's families, the whole set first.
        for (std::uint32_t families = all;; families = (families - 1) & all) {
            if (std::popcount(families) <= kMostBoxFamilies) {
                try_box(tuple,
                        set,
                        {.corners = {}, .families = families, .cost = 0, .rows = missing},
                        world,
                        best);
            }
            if (families == 0 || (best && best->cost == 0 && best->rows == missing)) {
                break;
            }
        }
    }
    return best && (may_suppress || best->cost == 0) ? best : std::nullopt;
}

/// Tuples in other cells of these columns, which differ from one in this family alone: those whose
/// cells are suppressed already, then those of the most rows, which can give the most.
std::vector<std::uint32_t> Protector::neighbours(std::size_t tuple,
                                                 std::uint32_t family,
                                                 std::uint32_t set) const {
    const auto is_elsewhere = [&](std::uint32_t other) {
        for (std::size_t column = 0; column < grid_.width(); ++column) {
            if ((set >> column & 1U) != 0 && grid_.family_of(column) == family) {
                return grid_.tuple(other)[column] != grid_.tuple(tuple)[column];
            }
        }
        return false;
    };
    const auto open_cells = [&](std::uint32_t at) {
        return std::ranges::count_if(grid_.cells_of(at), [&](std::uint32_t cell) {
            return !tables_.cells[cell].suppressed;
        });
    };
    std::vector<std::pair<std::ptrdiff_t, std::uint32_t>> order;
    for (const std::uint32_t other : grid_.along(tuple, family)) {
        if (is_elsewhere(other)) {
            order.emplace_back(open_cells(other), other);
        }
    }
    std::ranges::sort(order, [&](const auto& a, const auto& b) {
        const std::uint64_t left = grid_.rows_of(a.second);
        const std::uint64_t right = grid_.rows_of(b.second);
        return a.first != b.first ? a.first < b.first
                                  : (left != right ? left > right : a.second < b.second);
    });
    order.resize(std::min(order.size(), kMostNeighbours));
    std::vector<std::uint32_t> out;
    out.reserve(order.size());
    for (const auto& [cells, other] : order) {
        out.push_back(other);
    }
    return out;
}

void Protector::try_box(std::size_t tuple,
                        std::uint32_t set,
                        const Move& limits,
                        const World& world,
                        std::optional<Move>& best) const {
    std::vector<std::vector<std::uint32_t>> choices;
    for (std::uint32_t family = 0; family < grid_.family_count(); ++family) {
        if ((limits.families >> family & 1U) != 0) {
            choices.push_back(neighbours(tuple, family, set));
        }
    }
    Move move = limits;
    move.corners = {{.tuple = tuple, .added = true}};
    try_corners(choices, std::move(move), world, best);
}

void Protector::try_corners(const std::vector<std::vector<std::uint32_t>>& choices,
                            Move move,
                            const World& world,
                            std::optional<Move>& best) const {
    const std::size_t tuple = move.corners.front().tuple;
    const std::int64_t missing = move.rows;
    std::vector<std::size_t> at(choices.size(), 0);
    for (const auto& some : choices) {
        if (some.empty()) {
            return;
        }
    }
    while (true) {
        std::vector<Code> to(grid_.tuple(tuple).begin(), grid_.tuple(tuple).end());
        move.columns = 0;
        for (std::size_t column = 0; column < grid_.width(); ++column) {
            const std::uint32_t family = grid_.family_of(column);
            if ((move.families >> family & 1U) == 0) {
                continue;
            }
            const auto choice =
                static_cast<std::size_t>(std::popcount(move.families & ((1U << family) - 1)));
            const Code value = grid_.tuple(choices[choice][at[choice]])[column];
            move.columns |= value == to[column] ? 0U : 1U << column;
            to[column] = value;
        }
        move.rows = missing;
        if (spread(to, move) && weigh(move, world) && (!best || better(move, *best))) {
            best = move;
        }
        move.corners.resize(1);
        std::size_t digit = 0;
        while (digit < at.size() && ++at[digit] == choices[digit].size()) {
            at[digit++] = 0;
        }
        if (digit == at.size()) {
            return;
        }
    }
}

/// Fill the corners of the box between the first corner and these values. False if the table has
/// no row at one of them.
bool Protector::spread(const std::vector<Code>& to, Move& move) const {
    const std::size_t tuple = move.corners.front().tuple;
    for (std::uint32_t part = move.families; part != 0; part = (part - 1) & move.families) {
        std::vector<Code> values(grid_.tuple(tuple).begin(), grid_.tuple(tuple).end());
        for (std::size_t column = 0; column < values.size(); ++column) {
            if ((part >> grid_.family_of(column) & 1U) != 0) {
                values[column] = to[column];
            }
        }
        const std::size_t found = grid_.find(values);
        if (found == grid_.tuple_count()) {
            return false;
        }
        move.corners.push_back({.tuple = found, .added = std::popcount(part) % 2 == 0});
    }
    return true;
}

/// What the move costs, and how many rows it can take. False if none.
bool Protector::weigh(Move& move, const World& world) const {
    move.cost = 0;
    for (const Corner& corner : move.corners) {
        if (!corner.added) {
            move.rows = std::min(move.rows,
                                 static_cast<std::int64_t>(grid_.rows_of(corner.tuple)) +
                                     difference(world.tuples, corner.tuple));
        }
        const std::span<const std::uint32_t> cells = grid_.cells_of(corner.tuple);
        for (std::size_t set = 0; set < cells.size(); ++set) {
            if (!move.changes(tables_.sets[set])) {
                continue;
            }
            const CountCell& cell = tables_.cells[cells[set]];
            move.cost += cell.suppressed ? 0U : 1U;
            if (!corner.added) {
                move.rows = std::min(move.rows,
                                     static_cast<std::int64_t>(cell.count) +
                                         difference(world.cells, cells[set]) - 1);
            }
        }
        if (move.rows <= 0) {
            return false;
        }
    }
    return true;
}

void Protector::apply(const Move& move, World& world) {
    for (const Corner& corner : move.corners) {
        const std::int64_t rows = corner.added ? move.rows : -move.rows;
        world.tuples[corner.tuple] += rows;
        const std::span<const std::uint32_t> cells = grid_.cells_of(corner.tuple);
        for (std::size_t set = 0; set < cells.size(); ++set) {
            if (move.changes(tables_.sets[set])) {
                world.cells[cells[set]] += rows;
                tables_.cells[cells[set]].suppressed = true;
            }
        }
    }
}

/// Worlds of all cells below k, and which of them use a secondary cell.
class Cleaner {
public:
    Cleaner(Protector& protector, CountTables& tables) : protector_(protector), tables_(tables) {}

    std::map<std::size_t, World> worlds;

    void clean(const RunContext& context) {
        for (const auto& [cell, world] : worlds) {
            note(cell, world);
        }
        std::vector<std::size_t> secondary;
        for (std::size_t cell = 0; cell < tables_.cells.size(); ++cell) {
            if (tables_.cells[cell].suppressed && !protector_.is_primary(cell)) {
                secondary.push_back(cell);
            }
        }
        std::ranges::stable_sort(secondary, [&](std::size_t a, std::size_t b) {
            return tables_.cells[a].count > tables_.cells[b].count;
        });
        for (const std::size_t cell : secondary) {
            if (context.should_stop()) {
                return;
            }
            publish_if_possible(cell);
        }
    }

private:
    void note(std::size_t cell, const World& world) {
        for (const auto& [used, rows] : world.cells) {
            if (rows != 0) {
                users_[used].insert(cell);
            }
        }
    }

    void publish_if_possible(std::size_t cell) {
        tables_.cells[cell].suppressed = false;
        std::map<std::size_t, World> found;
        for (const std::size_t user : users_[cell]) {
            if (difference(worlds[user].cells, cell) == 0) {
                continue;
            }
            std::optional<World> world = protector_.protect_within(user);
            if (!world) {
                tables_.cells[cell].suppressed = true;
                return;
            }
            found[user] = std::move(*world);
        }
        for (auto& [user, world] : found) {
            note(user, world);
            worlds[user] = std::move(world);
        }
    }

    Protector& protector_;
    CountTables& tables_;
    std::map<std::size_t, std::set<std::size_t>> users_;  ///< of secondary and other cells
};

Witness witness_of(std::size_t cell, const World& world, const CellGrid& grid) {
    Witness out{.cell = cell, .changes = {}};
    for (const auto& [tuple, rows] : world.tuples) {
        if (rows != 0) {
            const std::span<const Code> values = grid.tuple(tuple);
            out.changes.push_back(
                {.values = std::vector<Code>(values.begin(), values.end()), .rows = rows});
        }
    }
    return out;
}

/// Whether a witness changes no cell that is published.
bool changes_no_published(const Witness& witness, const CellGrid& grid, const CountTables& tables) {
    std::map<std::size_t, std::int64_t> changed;
    for (const Change& change : witness.changes) {
        for (const std::uint32_t cell : grid.cells_of(grid.find(change.values))) {
            changed[cell] += change.rows;
        }
    }
    return std::ranges::all_of(changed, [&](const auto& cell) {
        return cell.second == 0 || tables.cells[cell.first].suppressed;
    });
}

}  // namespace

CountTables protect_cells(const CellGrid& grid,
                          std::uint64_t k,
                          const MipSolver* solver,
                          const RunContext& context,
                          const std::vector<bool>& start) {
    CountTables out = grid.tables();
    for (std::size_t at = 0; at < out.cells.size(); ++at) {
        CountCell& cell = out.cells[at];
        cell.suppressed = cell.count < k || (!start.empty() && start[at]);
        out.least_suppressed += cell.count < k ? 1U : 0U;
    }
    Protector protector(grid, k, out, solver, context);
    Cleaner cleaner(protector, out);
    for (std::size_t cell = 0; cell < out.cells.size(); ++cell) {
        if (protector.is_primary(cell)) {
            std::optional<World> world;
            if (!start.empty()) {
                world = protector.protect_within(cell);
            }
            cleaner.worlds[cell] = world ? *std::move(world) : *protector.protect(cell, true);
        }
    }
    cleaner.clean(context);
    throw_if_cancelled(context);
    for (const auto& [cell, world] : cleaner.worlds) {
        out.witnesses.push_back(witness_of(cell, world, grid));
    }
    return out;
}

void find_witnesses(const CellGrid& grid,
                    std::uint64_t k,
                    const std::vector<Witness>& known,
                    CountTables& tables,
                    const MipSolver* solver,
                    const RunContext& context) {
    Protector protector(grid, k, tables, solver, context);
    for (const Witness& witness : known) {
        if (changes_no_published(witness, grid, tables)) {
            tables.witnesses.push_back(witness);
        } else if (const std::optional<World> world = protector.protect_within(witness.cell)) {
            tables.witnesses.push_back(witness_of(witness.cell, *world, grid));
        }
    }
}

}  // namespace kanon::tabulate
