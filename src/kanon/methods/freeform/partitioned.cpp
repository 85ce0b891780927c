// SPDX-License-Identifier: Apache-2.0
#include "kanon/methods/freeform/partitioned.hpp"

#include "kanon/base/parallel.hpp"
#include "kanon/methods/classes/division/division.hpp"
#include "kanon/methods/classes/outcome/partition_outcome.hpp"
#include "kanon/methods/classes/refinement/refine.hpp"
#include "kanon/methods/classes/refinement/refinement.hpp"
#include "kanon/methods/freeform/freeform_outcome.hpp"
#include "kanon/methods/freeform/matching/best_pairs.hpp"
#include "kanon/methods/freeform/matching/class_rings.hpp"
#include "kanon/methods/freeform/matching/round_solver.hpp"
#include "kanon/methods/freeform/regions.hpp"
#include "kanon/methods/shared/method_options.hpp"
#include "kanon/solve/random_matchings.hpp"

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace kanon::freeform {
namespace {

/// Rounds that each record has dealt out anew, in all cuts; for the classes the effort is refine's.
struct PartitionedEffort {
    std::string_view name;
    std::uint64_t rounds = 0;
};

constexpr std::array kPartitionedEfforts{
    PartitionedEffort{.name = "low", .rounds = 20},
    PartitionedEffort{.name = "normal", .rounds = 100},
    PartitionedEffort{.name = "high", .rounds = 1000},
};

/// Of a time limit, one part is for the classes.
constexpr int kPartsOfTime = 2;

/// Parts in which rounds are filled, in regions.
constexpr std::uint32_t kRegionsOfPart = 2;

/// Records of a region where the option does not say: as many as take about as long in all, so that
/// small tables are solved whole.
std::uint32_t region_of(const Graph& graph) {
    constexpr std::uint64_t kWork = std::uint64_t{1} << 24U;
    return static_cast<std::uint32_t>(std::clamp<std::uint64_t>(
        kWork / std::max<std::size_t>(graph.members.size(), 1), 128, 1000));
}

/// How often a table is cut: the rounds of the effort, dealt out. Small tables are cut more often,
/// up to 2/5 of these rounds, because all of their regions together take little time; but not whole
/// tables, which end in a fixpoint at each cut.
std::uint64_t cuts_of(const Graph& graph, std::uint32_t region, std::uint64_t rounds) {
    constexpr std::uint64_t kRecords = 50'000;
    constexpr std::uint64_t kMostRepeats = 8;
    const std::uint64_t cuts = std::max<std::uint64_t>(rounds / graph.degree, 1);
    if (region >= graph.records()) {
        return cuts;
    }
    const std::uint64_t repeats =
        std::clamp<std::uint64_t>(kRecords / graph.records(), 1, kMostRepeats);
    return std::max(cuts, std::min(cuts * repeats, rounds * 2 / 5));
}

/// The best classes, and a deadline that leaves most of the time for what follows.
ClassRows best_classes(const Task& task,
                       const std::vector<Axis>& axes,
                       const RowSpace& space,
                       std::uint64_t cells,
                       RunContext context) {
    const auto start =
        classes::divide_by_prospect(task, axes, {.rule = classes::SplitRule::best}, context);
    const auto now = std::chrono::steady_clock::now();
    if (context.deadline && *context.deadline > now) {
        context.deadline = now + (*context.deadline - now) / kPartsOfTime;
    }
    const classes::TypeSpace types(task, axes, classes::TypeSpace::kNoParts, context.threads);
    const auto refined = classes::refine_classes(task, types, start, cells, context);
    return rows_of_classes(space, refined.partition, degree_of(task));
}

class Partitioned {
public:
    Partitioned(const RowSpace& space, Graph& graph, const RunContext& context)
        : space_(space), graph_(graph), context_(context), prices_(graph.members.size()) {}

    /// Where rounds of assignments lose less than the rings within a part of classes, take these.
    void solve_parts(const ClassRows& classes, std::uint32_t part_rows) {
        Random random(context_.seed);
        std::vector<std::uint32_t> first;
        std::vector<std::uint32_t> weights;
        for (std::size_t number = 0; number + 1 < classes.starts.size(); ++number) {
            first.push_back(classes.of(number).front());
            weights.push_back(static_cast<std::uint32_t>(classes.of(number).size()));
        }
        const Regions parts = cut_into_regions(space_, first, weights, part_rows, random);
        for_each_region(parts, "parts", [&](RoundSolver& solver, auto classes_of_part) {
            std::vector<std::uint32_t> records;
            for (const std::uint32_t number : classes_of_part) {
                const auto rows = classes.of(number);
                records.insert(records.end(), rows.begin(), rows.end());
            }
            if (records.size() <= kMostRecordsOfPart) {
                take_better(solver, records);
            }
        });
    }

    /// Cut into regions and deal out anew there, once.
    void solve_regions(std::uint32_t region, Random& random) {
        std::vector<std::uint32_t> rows;
        rows.reserve(graph_.records());
        for (std::uint32_t record = 0; record < graph_.records(); ++record) {
            rows.push_back(graph_.of(record)[random.below(graph_.degree)]);
        }
        const Regions regions = cut_into_regions(space_, rows, {}, region, random);
        for_each_region(regions, "regions", [this](RoundSolver& solver, auto records) {
            if (records.size() == graph_.records()) {
                solver.improve_all(records);  // no other cut will tell more
                return;
            }
            for (std::uint32_t round = 0; round < graph_.degree; ++round) {
                solver.improve(records, round, graph_.degree);
            }
        });
    }

private:
    static constexpr std::size_t kMostRecordsOfPart = 16384;

    /// Where the part is the whole table, the two are compared by what rounds solved anew make of
    /// them: from rings, which lose less at first, that may be less.
    void take_better(RoundSolver& solver, const std::vector<std::uint32_t>& records) {
        const bool whole = records.size() == graph_.records();
        const std::vector<std::uint32_t> rings = members_of(records);
        const double of_rings = loss_of(solver, records, whole);
        const std::vector<std::uint32_t> kept = members_of(records);
        set_members(records, rings);
        bool filled = true;
        for (std::uint32_t round = 1; round < graph_.degree && filled; ++round) {
            filled = solver.fill(records, round);
        }
        if (!filled || loss_of(solver, records, whole) >= of_rings) {
            set_members(records, kept);
        }
    }

    static double loss_of(RoundSolver& solver,
                          const std::vector<std::uint32_t>& records,
                          bool solved_anew) {
        if (solved_anew) {
            solver.improve_all(records);
        }
        return solver.loss(records);
    }

    [[nodiscard]] std::vector<std::uint32_t> members_of(
        const std::vector<std::uint32_t>& records) const {
        std::vector<std::uint32_t> out;
        out.reserve(records.size() * graph_.degree);
        for (const std::uint32_t record : records) {
            const auto members = graph_.of(record);
            out.insert(out.end(), members.begin(), members.end());
        }
        return out;
    }

    void set_members(const std::vector<std::uint32_t>& records,
                     const std::vector<std::uint32_t>& members) {
        for (std::size_t i = 0; i < records.size(); ++i) {
            std::copy_n(members.begin() + static_cast<std::ptrdiff_t>(i * graph_.degree),
                        graph_.degree,
                        graph_.of(records[i]).begin());
        }
    }

    template <class Work>
    void for_each_region(const Regions& regions, std::string_view stage, const Work& work) {
        std::atomic<std::size_t> done{0};
        const std::size_t slices = std::min<std::size_t>(regions.size(), 64);
        parallel_parts(regions.size(),
                       std::max<std::size_t>(slices, 1),
                       context_.threads,
                       [&](std::size_t part, std::size_t begin, std::size_t end) {
                           RoundSolver solver(space_, graph_, prices_, 1);
                           for (std::size_t at = begin; at < end && !context_.should_stop(); ++at) {
                               work(solver, regions.of(at));
                               ++done;
                               if (part == 0) {
                                   context_.report({.stage = stage,
                                                    .done = static_cast<double>(done.load()),
                                                    .total = static_cast<double>(regions.size())});
                               }
                           }
                       });
    }

    const RowSpace& space_;
    Graph& graph_;
    const RunContext& context_;
    std::vector<float> prices_;
};

class PartitionedMethod final : public Method {
public:
    PartitionedMethod(const PartitionedEffort& effort, std::uint32_t region)
        : effort_(effort), region_(region) {}

    [[nodiscard]] Outcome run(const Task& task, const RunContext& context) const override {
        const std::vector<Axis> axes = classes::make_axes(task);
        const RowSpace space(task, axes);
        if (std::string why = why_no_graph(task, space); !why.empty()) {
            return no_graph(std::move(why));
        }
        const ClassRows classes =
            best_classes(task, axes, space, classes::refinement_cells(effort_.name, task), context);
        Graph graph = ring_in_each(classes, degree_of(task));
        const std::optional<double> pairs = best_pairs(space, graph);
        std::uint64_t cuts = 0;
        if (!pairs) {
            cuts = search(classes, space, graph, context);
        }
        Outcome out =
            freeform_outcome(task,
                             axes,
                             space,
                             graph,
                             {.graphs = task.suppression_limit == 0 ? pairs.value_or(0) : 0},
                             context);
        end_as_stopped(out, context);
        out.stats.emplace_back("cuts", static_cast<double>(cuts));
        return out;
    }

private:
    [[nodiscard]] std::uint64_t search(const ClassRows& classes,
                                       const RowSpace& space,
                                       Graph& graph,
                                       const RunContext& context) const {
        if (graph.degree < 2) {
            return 0;
        }
        Partitioned search(space, graph, context);
        const std::uint32_t region = region_ == 0 ? region_of(graph) : region_;
        search.solve_parts(classes, kRegionsOfPart * region);
        Random random(context.seed + 1);
        std::uint64_t cuts = 0;
        const std::uint64_t enough = cuts_of(graph, region, effort_.rounds);
        for (; !context.should_stop() && (cuts < enough || context.deadline); ++cuts) {
            if (cuts > 0) {
                RandomMatchings(graph.members, graph.degree).draw(graph.degree - 1, random);
            }
            search.solve_regions(region, random);
        }
        return cuts;
    }

    PartitionedEffort effort_;
    std::uint32_t region_;
};

}  // namespace

std::unique_ptr<Method> make_partitioned(const OptionMap& options) {
    const std::string name = word_option(options, kPartitionedOptions[0]);
    const auto* const effort =
        std::ranges::find(kPartitionedEfforts, name, &PartitionedEffort::name);
    return std::make_unique<PartitionedMethod>(
        *effort, static_cast<std::uint32_t>(integer_option(options, kPartitionedOptions[1])));
}

}  // namespace kanon::freeform
