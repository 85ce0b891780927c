// SPDX-License-Identifier: Apache-2.0
#include "kanon/methods/cell_suppression/patterns/cheapest_patterns.hpp"

#include "kanon/base/grouped.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

namespace kanon::cell_suppression {
namespace {

/// Sum of the squared shares of an attribute's values: small where they are many and even.
double evenness(const CodeVector& codes, std::span<const std::uint32_t> counts) {
    std::vector<double> rows;
    codes.visit([&](const auto of_type) {
        for (std::size_t type = 0; type < of_type.size(); ++type) {
            rows.resize(std::max(rows.size(), std::size_t{of_type[type]} + 1));
            rows[of_type[type]] += counts[type];
        }
    });
    return std::inner_product(rows.begin(), rows.end(), rows.begin(), 0.0);
}

std::vector<std::size_t> walk_order(const RowTypes& types) {
    std::vector<double> key;
    for (const CodeVector& codes : types.columns) {
        key.push_back(evenness(codes, types.counts));
    }
    std::vector<std::size_t> out(key.size());
    std::iota(out.begin(), out.end(), std::size_t{0});
    std::stable_sort(
        out.begin(), out.end(), [&](std::size_t a, std::size_t b) { return key[a] < key[b]; });
    return out;
}

/// The row types in the order of their codes from an attribute on, and the codes' numbers.
class Suffixes {
public:
    Suffixes(const RowTypes& types, std::span<const std::size_t> attributes)
        : ranks_(attributes.size() + 1), order_(types.size()) {
        std::iota(order_.begin(), order_.end(), 0U);
        ranks_.back().assign(types.size(), 0);
        for (std::size_t depth = attributes.size(); depth-- > 0;) {
            types.columns[attributes[depth]].visit(
                [&](const auto codes) { add(codes, ranks_[depth + 1], ranks_[depth]); });
        }
    }

    /// Row types in the order of all codes.
    [[nodiscard]] const std::vector<std::uint32_t>& order() const { return order_; }

    /// Per type: equal where the codes of attributes `depth` and on are; ascending as these are.
    [[nodiscard]] const std::vector<std::uint32_t>& rank(std::size_t depth) const {
        return ranks_[depth];
    }

private:
    template <typename Codes>
    void add(Codes codes, const std::vector<std::uint32_t>& next, std::vector<std::uint32_t>& out) {
        const std::size_t values = codes.empty() ? 0 : std::size_t{std::ranges::max(codes)} + 1;
        sorted_.assign(
            order_.size(),
            values,
            [&](std::size_t place) { return codes[order_[place]]; },
            [&](std::size_t place) { return order_[place]; });
        order_ = sorted_.values();
        out.resize(order_.size());
        std::uint32_t rank = 0;
        for (std::size_t i = 0; i < order_.size(); ++i) {
            const std::uint32_t type = order_[i];
            const std::uint32_t before = order_[i == 0 ? 0 : i - 1];
            rank += codes[type] != codes[before] || next[type] != next[before] ? 1U : 0U;
            out[type] = rank;
        }
    }

    std::vector<std::vector<std::uint32_t>> ranks_;  ///< per depth
    std::vector<std::uint32_t> order_;
    Grouped<> sorted_;
};

/// Row types that are alike from the next attribute on, one type for all of them.
struct Entry {
    std::uint32_t type = 0;
    std::uint32_t best = 0;  ///< a cheapest pattern so far; of several types, the dearest
    std::uint64_t rows = 0;
};

/// Places in a list of entries, in the order of their suffixes.
struct Cell {
    std::size_t begin = 0;
    std::size_t end = 0;
};

/// Entries that were put together where an attribute is starred.
struct Merged {
    struct Link {
        std::uint32_t parent = 0;
        std::uint32_t child = 0;
    };

    std::vector<Entry> entries;
    std::vector<Link> links;  ///< from entries of the list above to these
};

/// A pattern as the walk meets it.
struct Met {
    Pattern shown = 0;        ///< the first attribute of the walk as highest bit
    std::uint32_t place = 0;  ///< in order of cost; of patterns of equal cost, that of the first
};

class Walk {
public:
    Walk(const Task& task,
         std::span<const Pattern> patterns,
         const PatternCosts& costs,
         const RunContext& context)
        : types_(task.row_types()),
          context_(context),
          least_rows_(task.least_class_rows()),
          attributes_(walk_order(types_)),
          suffixes_(types_, attributes_),
          cells_(attributes_.size() + 1),
          merged_(attributes_.size() + 1) {
        StarCost before = 0;
        std::uint32_t first = 0;
        for (std::uint32_t place = 0; place < patterns.size(); ++place) {
            const StarCost cost = costs.of(patterns[place]);
            first = cost == before ? first : place;
            before = cost;
            met_.push_back({.shown = shown(patterns[place]), .place = first});
        }
        std::sort(
            met_.begin(), met_.end(), [](const Met& a, const Met& b) { return a.shown > b.shown; });
    }

    std::optional<std::vector<std::uint32_t>> run() {
        std::vector<Entry>& root = merged_.front().entries;
        for (const std::uint32_t type : suffixes_.order()) {
            root.push_back({.type = type, .best = kNoPattern, .rows = types_.counts[type]});
        }
        if (types_.row_count() >= least_rows_) {
            cells_.front().push_back({.begin = 0, .end = root.size()});
        }
        descend(met_, 0, root);
        if (context_.should_stop()) {
            return std::nullopt;
        }
        std::vector<std::uint32_t> out(types_.size());
        for (const Entry& entry : root) {
            out[entry.type] = entry.best;
        }
        return out;
    }

private:
    [[nodiscard]] Pattern shown(Pattern stars) const {
        Pattern out = 0;
        for (const std::size_t attribute : attributes_) {
            out = (out << 1U) | (~stars >> attribute & 1U);
        }
        return out;
    }

    static std::uint32_t cheapest(std::span<const Met> patterns) {
        return std::min_element(patterns.begin(),
                                patterns.end(),
                                [](const Met& a, const Met& b) { return a.place < b.place; })
            ->place;
    }

    /// Try these patterns, which agree on the attributes before `depth`, on the cells there, which
    /// are of these entries, have enough rows, and of which some entry wants such a pattern.
    void descend(std::span<const Met> patterns, std::size_t depth, std::vector<Entry>& entries) {
        if (cells_[depth].empty() || context_.should_stop()) {
            return;
        }
        const Pattern bit = Pattern{1} << (attributes_.size() - 1 - depth);
        const auto starring =
            std::partition_point(patterns.begin(), patterns.end(), [bit](const Met& met) {
                return (met.shown & bit) != 0;
            });
        const auto showing = static_cast<std::size_t>(starring - patterns.begin());
        if (showing > 0) {
            show(depth, cheapest(patterns.first(showing)), entries);
            descend(patterns.first(showing), depth + 1, entries);
        }
        if (showing < patterns.size()) {
            const bool may_show = is_shown_too(patterns, showing, bit);
            star(depth, cheapest(patterns.subspan(showing)), may_show, entries);
            descend(patterns.subspan(showing), depth + 1, merged_[depth + 1].entries);
            bring_up(merged_[depth + 1], entries);
        }
    }

    /// True if every pattern that stars the attribute is there without this star too. Then a cell
    /// of one value need not star it: the same cell shows more, and costs no more.
    static bool is_shown_too(std::span<const Met> patterns, std::size_t showing, Pattern bit) {
        const auto starring = patterns.begin() + static_cast<std::ptrdiff_t>(showing);
        return std::includes(
            patterns.begin(),
            starring,
            starring,
            patterns.end(),
            [bit](const Met& a, const Met& b) { return (a.shown | bit) > (b.shown | bit); });
    }

    /// Cut the cells by the values of the attribute, and keep those of enough rows. One entry alone
    /// is a cell of all patterns from here on, and takes the cheapest.
    void show(std::size_t depth, std::uint32_t cheapest, std::vector<Entry>& entries) {
        cells_[depth + 1].clear();
        types_.columns[attributes_[depth]].visit([&](const auto codes) {
            for (const Cell& cell : cells_[depth]) {
                cut(codes, cell, cheapest, entries, cells_[depth + 1]);
            }
        });
    }

    template <typename Codes>
    void cut(Codes codes,
             const Cell& cell,
             std::uint32_t cheapest,
             std::vector<Entry>& entries,
             std::vector<Cell>& out) {
        for (std::size_t begin = cell.begin; begin < cell.end;) {
            const auto code = codes[entries[begin].type];
            std::uint64_t rows = 0;
            std::uint32_t dearest = 0;
            std::size_t end = begin;
            for (; end < cell.end && codes[entries[end].type] == code; ++end) {
                rows += entries[end].rows;
                dearest = std::max(dearest, entries[end].best);
            }
            const bool is_cell = rows >= least_rows_ && dearest > cheapest;
            if (is_cell && end - begin > 1) {
                out.push_back({.begin = begin, .end = end});
            } else if (is_cell) {
                entries[begin].best = cheapest;
            }
            begin = end;
        }
    }

    /// True if some entry has not found what is as cheap.
    static bool is_wanted(const std::vector<Entry>& entries,
                          const Cell& cell,
                          std::uint32_t cheapest) {
        const std::span in_cell = std::span(entries).subspan(cell.begin, cell.end - cell.begin);
        return std::any_of(in_cell.begin(), in_cell.end(), [cheapest](const Entry& entry) {
            return entry.best > cheapest;
        });
    }

    /// Put entries together that differ in the attribute alone. As there, one entry takes the
    /// cheapest pattern.
    void star(std::size_t depth,
              std::uint32_t cheapest,
              bool may_show,
              const std::vector<Entry>& entries) {
        cells_[depth + 1].clear();
        merged_[depth + 1].entries.clear();
        merged_[depth + 1].links.clear();
        types_.columns[attributes_[depth]].visit([&](const auto codes) {
            for (const Cell& cell : cells_[depth]) {
                // The entries are in the order of their values.
                const bool is_shown = may_show && codes[entries[cell.begin].type] ==
                                                      codes[entries[cell.end - 1].type];
                if (!is_shown && is_wanted(entries, cell, cheapest)) {
                    merge(depth, cell, cheapest, entries);
                }
            }
        });
    }

    void merge(std::size_t depth,
               const Cell& cell,
               std::uint32_t cheapest,
               const std::vector<Entry>& entries) {
        Merged& to = merged_[depth + 1];
        const std::size_t begin = to.entries.size();
        sort_cell(entries, cell, suffixes_.rank(depth + 1));
        merge_sorted(entries, to);
        if (to.entries.size() - begin > 1) {
            cells_[depth + 1].push_back({.begin = begin, .end = to.entries.size()});
        } else {
            to.entries.back().best = cheapest;
        }
    }

    /// The entries of a cell by rank: rank in the high half, place in the low half. They come as
    /// one run for each value of the attribute, and each run is sorted.
    void sort_cell(const std::vector<Entry>& entries,
                   const Cell& cell,
                   const std::vector<std::uint32_t>& rank) {
        sorted_.clear();
        run_ends_.clear();
        for (std::size_t i = cell.begin; i < cell.end; ++i) {
            const std::uint64_t key = std::uint64_t{rank[entries[i].type]} << 32U | i;
            if (i > cell.begin && key < sorted_.back()) {
                run_ends_.push_back(sorted_.size());
            }
            sorted_.push_back(key);
        }
        run_ends_.push_back(sorted_.size());
        while (run_ends_.size() > 1) {
            merge_runs();
        }
    }

    /// Merge runs two by two.
    void merge_runs() {
        merged_runs_.resize(sorted_.size());
        std::size_t begin = 0;
        std::size_t count = 0;
        for (std::size_t run = 0; run < run_ends_.size(); run += 2) {
            const std::size_t middle = run_ends_[run];
            const std::size_t end = run + 1 < run_ends_.size() ? run_ends_[run + 1] : middle;
            const std::uint64_t* from = sorted_.data();
            std::merge(from + begin,
                       from + middle,
                       from + middle,
                       from + end,
                       merged_runs_.data() + begin);
            run_ends_[count++] = end;
            begin = end;
        }
        run_ends_.resize(count);
        sorted_.swap(merged_runs_);
    }

    void merge_sorted(const std::vector<Entry>& from, Merged& to) const {
        std::uint64_t rank = 0;
        for (std::size_t i = 0; i < sorted_.size(); ++i) {
            const auto place = static_cast<std::uint32_t>(sorted_[i]);
            const Entry& entry = from[place];
            if (i == 0 || sorted_[i] >> 32U != rank) {
                to.entries.push_back(entry);
                rank = sorted_[i] >> 32U;
            } else {
                to.entries.back().rows += entry.rows;
                to.entries.back().best = std::max(to.entries.back().best, entry.best);
            }
            to.links.push_back(
                {.parent = place, .child = static_cast<std::uint32_t>(to.entries.size() - 1)});
        }
    }

    /// What the merged entries have found, their parents have found too.
    static void bring_up(const Merged& merged, std::vector<Entry>& entries) {
        for (const Merged::Link& link : merged.links) {
            std::uint32_t& best = entries[link.parent].best;
            best = std::min(best, merged.entries[link.child].best);
        }
    }

    const RowTypes& types_;
    const RunContext& context_;
    std::uint64_t least_rows_;
    std::vector<std::size_t> attributes_;  ///< in the order of the walk
    Suffixes suffixes_;
    std::vector<Met> met_;
    std::vector<std::vector<Cell>> cells_;  ///< per depth, those on the path
    std::vector<Merged> merged_;            ///< per depth, where the attribute before is starred
    std::vector<std::uint64_t> sorted_;     ///< scratch, as all below
    std::vector<std::uint64_t> merged_runs_;
    std::vector<std::size_t> run_ends_;
};

}  // namespace

std::optional<std::vector<std::uint32_t>> cheapest_patterns(const Task& task,
                                                            std::span<const Pattern> patterns,
                                                            const PatternCosts& costs,
                                                            const RunContext& context) {
    return Walk(task, patterns, costs, context).run();
}

}  // namespace kanon::cell_suppression
