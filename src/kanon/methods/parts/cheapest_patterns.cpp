// SPDX-License-Identifier: Apache-2.0
#include "kanon/methods/parts/cheapest_patterns.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

namespace kanon {
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
        std::vector<std::uint32_t> begin;
        for (const auto code : codes) {
            begin.resize(std::max(begin.size(), std::size_t{code} + 1));
            ++begin[code];
        }
        std::exclusive_scan(begin.begin(), begin.end(), begin.begin(), 0U);
        std::vector<std::uint32_t> sorted(order_.size());
        for (const std::uint32_t type : order_) {
            sorted[begin[codes[type]]++] = type;
        }
        order_ = std::move(sorted);
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
};

/// Row types that are alike from the next attribute on, one type for all of them.
struct Entry {
    std::uint32_t type = 0;
    std::uint32_t best = 0;  ///< a cheapest pattern so far; of several types, the dearest
    std::uint64_t rows = 0;
};

/// Cells on the path, one after the other, each in the order of its suffixes.
struct Path {
    struct Link {
        std::uint32_t parent = 0;
        std::uint32_t child = 0;
    };

    std::vector<Entry> entries;
    std::vector<std::size_t> ends;  ///< per cell
    std::vector<Link> links;        ///< from entries of the path above to these

    void clear() {
        entries.clear();
        ends.clear();
        links.clear();
    }
};

/// A pattern as the walk meets it.
struct Met {
    Pattern shown = 0;        ///< the first attribute of the walk as highest bit
    std::uint32_t place = 0;  ///< in order of cost
};

class Walk {
public:
    Walk(const Problem& problem,
         std::span<const Pattern> patterns,
         const PatternCosts& costs,
         const RunContext& context)
        : types_(problem.row_types),
          context_(context),
          least_rows_(problem.least_class_rows()),
          attributes_(walk_order(types_)),
          suffixes_(types_, attributes_),
          paths_(attributes_.size() + 1) {
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
        Path& root = paths_.front();
        for (const std::uint32_t type : suffixes_.order()) {
            root.entries.push_back({.type = type, .best = kNoPattern, .rows = types_.counts[type]});
        }
        root.ends.push_back(root.entries.size());
        descend(met_, 0);
        if (context_.should_stop()) {
            return std::nullopt;
        }
        std::vector<std::uint32_t> out(types_.size());
        for (const Entry& entry : root.entries) {
            out[entry.type] = entry.best;
        }
        return out;
    }

private:
    /// Equal patterns of equal cost are told by the first of them.
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

    /// Try these patterns, which agree on the attributes before `depth`, on the cells there.
    void descend(std::span<const Met> patterns, std::size_t depth) {
        Path& path = paths_[depth];
        if (path.entries.empty() || context_.should_stop()) {
            return;
        }
        if (depth == attributes_.size()) {
            for (Entry& entry : path.entries) {
                entry.best = std::min(entry.best, patterns.front().place);
            }
            return;
        }
        const Pattern bit = Pattern{1} << (attributes_.size() - 1 - depth);
        const auto starring =
            std::partition_point(patterns.begin(), patterns.end(), [bit](const Met& met) {
                return (met.shown & bit) != 0;
            });
        const auto showing = static_cast<std::size_t>(starring - patterns.begin());
        if (showing > 0) {
            show(depth, cheapest(patterns.first(showing)));
            descend(patterns.first(showing), depth + 1);
            bring_up(depth);
        }
        if (showing < patterns.size()) {
            star(depth, cheapest(patterns.subspan(showing)));
            descend(patterns.subspan(showing), depth + 1);
            bring_up(depth);
        }
    }

    /// True if some entry has not found what is as cheap.
    static bool is_wanted(std::span<const Entry> entries, std::uint32_t cheapest) {
        return std::any_of(entries.begin(), entries.end(), [cheapest](const Entry& entry) {
            return entry.best > cheapest;
        });
    }

    /// Cut the cells by the values of the attribute, and keep those of enough rows.
    void show(std::size_t depth, std::uint32_t cheapest) {
        types_.columns[attributes_[depth]].visit(
            [&](const auto codes) { cut(codes, paths_[depth], cheapest, paths_[depth + 1]); });
    }

    static void add_cell(const Path& from, std::size_t begin, std::size_t end, Path& to) {
        for (std::size_t i = begin; i < end; ++i) {
            to.links.push_back({.parent = static_cast<std::uint32_t>(i),
                                .child = static_cast<std::uint32_t>(to.entries.size())});
            to.entries.push_back(from.entries[i]);
        }
        to.ends.push_back(to.entries.size());
    }

    template <typename Codes>
    void cut(Codes codes, const Path& from, std::uint32_t cheapest, Path& to) {
        to.clear();
        std::size_t begin = 0;
        for (const std::size_t cell_end : from.ends) {
            while (begin < cell_end) {
                const auto code = codes[from.entries[begin].type];
                std::uint64_t rows = 0;
                std::uint32_t dearest = 0;
                std::size_t end = begin;
                for (; end < cell_end && codes[from.entries[end].type] == code; ++end) {
                    rows += from.entries[end].rows;
                    dearest = std::max(dearest, from.entries[end].best);
                }
                if (rows >= least_rows_ && dearest > cheapest) {
                    add_cell(from, begin, end, to);
                }
                begin = end;
            }
        }
    }

    /// Put entries together that differ in the attribute alone.
    void star(std::size_t depth, std::uint32_t cheapest) {
        const Path& from = paths_[depth];
        Path& to = paths_[depth + 1];
        const std::vector<std::uint32_t>& rank = suffixes_.rank(depth + 1);
        to.clear();
        std::size_t begin = 0;
        for (const std::size_t end : from.ends) {
            if (is_wanted(std::span(from.entries).subspan(begin, end - begin), cheapest)) {
                sort_cell(from, begin, end, rank);
                merge_sorted(from, to);
                to.ends.push_back(to.entries.size());
            }
            begin = end;
        }
    }

    /// The entries of a cell by rank: rank in the high half, place in the low half.
    void sort_cell(const Path& from,
                   std::size_t begin,
                   std::size_t end,
                   const std::vector<std::uint32_t>& rank) {
        sorted_.clear();
        for (std::size_t i = begin; i < end; ++i) {
            sorted_.push_back(std::uint64_t{rank[from.entries[i].type]} << 32U | i);
        }
        if (!std::is_sorted(sorted_.begin(), sorted_.end())) {
            std::sort(sorted_.begin(), sorted_.end());
        }
    }

    void merge_sorted(const Path& from, Path& to) const {
        std::uint64_t rank = 0;
        for (std::size_t i = 0; i < sorted_.size(); ++i) {
            const auto place = static_cast<std::uint32_t>(sorted_[i]);
            const Entry& entry = from.entries[place];
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

    /// What the entries below have found, their parents have found too.
    void bring_up(std::size_t depth) {
        const std::vector<Entry>& found = paths_[depth + 1].entries;
        for (const Path::Link& link : paths_[depth + 1].links) {
            Entry& entry = paths_[depth].entries[link.parent];
            entry.best = std::min(entry.best, found[link.child].best);
        }
    }

    const RowTypes& types_;
    const RunContext& context_;
    std::uint64_t least_rows_;
    std::vector<std::size_t> attributes_;  ///< in the order of the walk
    Suffixes suffixes_;
    std::vector<Met> met_;
    std::vector<Path> paths_;            ///< per depth
    std::vector<std::uint64_t> sorted_;  ///< scratch
};

}  // namespace

std::optional<std::vector<std::uint32_t>> cheapest_patterns(const Problem& problem,
                                                            std::span<const Pattern> patterns,
                                                            const PatternCosts& costs,
                                                            const RunContext& context) {
    return Walk(problem, patterns, costs, context).run();
}

}  // namespace kanon
