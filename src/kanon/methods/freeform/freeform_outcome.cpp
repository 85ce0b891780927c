// SPDX-License-Identifier: Apache-2.0
#include "kanon/methods/freeform/freeform_outcome.hpp"

#include "kanon/base/parallel.hpp"
#include "kanon/base/text/count_text.hpp"
#include "kanon/methods/classes/bounds/box_bound.hpp"
#include "kanon/methods/classes/bounds/price_bound.hpp"
#include "kanon/methods/classes/division/partition.hpp"
#include "kanon/methods/classes/outcome/class_recoding.hpp"
#include "kanon/methods/classes/space/cover_layout.hpp"
#include "kanon/methods/classes/space/recoded_axis.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

namespace kanon::freeform {
namespace {

/// The records as classes of one row each, which have what their members cover.
classes::TypePartition covers_of(const RowSpace& space, const Graph& graph, unsigned threads) {
    constexpr std::size_t kGrainOfRecords = 4096;
    const TypeSpace& types = space.types();
    classes::TypePartition out;
    out.cover_words = types.cover_words();
    out.covers.resize(graph.records() * out.cover_words);
    out.rows.assign(graph.records(), 1);
    parallel_for(
        graph.records(), kGrainOfRecords, threads, [&](std::size_t begin, std::size_t end) {
            for (std::size_t record = begin; record < end; ++record) {
                const auto cover =
                    std::span(out.covers).subspan(record * out.cover_words, out.cover_words);
                const auto members = graph.of(static_cast<std::uint32_t>(record));
                types.take_cover(space.type(members.front()), cover);
                for (const std::uint32_t row : members.subspan(1)) {
                    types.widen(cover, space.type(row));
                }
            }
        });
    return out;
}

std::uint64_t starred_records(const std::vector<Axis>& axes,
                              const classes::TypePartition& records) {
    std::uint64_t starred = 0;
    for (std::size_t record = 0; record < records.class_count(); ++record) {
        starred += classes::starred_throughout(axes, records.cover(record)) ? 1U : 0U;
    }
    return starred;
}

/// What the cells of the records lose; weighted.
double release_records(const Task& task,
                       const std::vector<Axis>& axes,
                       const classes::TypePartition& records,
                       unsigned threads,
                       AssignmentRecoding& out) {
    std::vector<std::uint32_t> all(records.class_count());
    std::iota(all.begin(), all.end(), 0U);
    std::vector<classes::RecodedAxis> recoded(axes.size());
    parallel_for(axes.size(), 1, threads, [&](std::size_t begin, std::size_t end) {
        for (std::size_t axis = begin; axis < end; ++axis) {
            recoded[axis] = recode_axis(task, axes, records, all, axis);
        }
    });
    double loss = 0;
    for (classes::RecodedAxis& axis : recoded) {
        loss += axis.loss;
        out.domains.push_back(std::move(axis.domain));
        out.value_of_record.push_back(std::move(axis.value_of_class));
    }
    return loss;
}

void take_members(const RowSpace& space, const Graph& graph, AssignmentRecoding& out) {
    out.degree = graph.degree;
    out.members.reserve(graph.members.size());
    for (const std::uint32_t row : graph.members) {
        out.members.push_back(space.number_in_recoding(row));
    }
}

bool has_person_twice(const RowSpace& space, const Graph& graph) {
    for (std::uint32_t record = 0; space.has_persons() && record < graph.records(); ++record) {
        const auto members = graph.of(record);
        for (std::size_t i = 0; i < members.size(); ++i) {
            for (std::size_t j = 0; j < i; ++j) {
                if (space.same_person(members[i], members[j])) {
                    return true;
                }
            }
        }
    }
    return false;
}

/// Steps for prices: some 2 s on two cores. Of more rows than get enough of them none is raised.
constexpr std::uint64_t kPriceSteps = std::uint64_t{1} << 30U;

/// The two sums may differ in the last digits where the bound is met.
bool is_met(double loss, double bound) {
    constexpr double kSumsRounded = 1e-12;
    return bound >= loss - kSumsRounded * std::abs(loss);
}

}  // namespace

std::uint32_t degree_of(const Task& task) {
    return static_cast<std::uint32_t>(task.least_class_rows());
}

std::string why_no_graph(const Task& task, const RowSpace& space) {
    const std::uint64_t degree = task.least_class_rows();
    if (space.size() < degree) {
        return "the table has " + count_text(space.size(), "row") + ", and each needs " +
               count_text(degree) + " candidates";
    }
    if (space.rows_of_nobody() > 0) {
        return count_text(space.rows_of_nobody(), "row") +
               " name no person, and candidates are counted by persons; leave these rows out "
               "(`missing: drop`), or take `recoding: classes`";
    }
    return "";
}

Outcome no_graph(std::string reason) {
    Outcome out;
    out.reason = std::move(reason);
    return out;
}

Outcome stopped_early(const RunContext& context) {
    Outcome out;
    out.ending = context.cancelled() ? Ending::cancelled : Ending::timed_out;
    return out;
}

void end_as_stopped(Outcome& outcome, const RunContext& context) {
    if (outcome.recoding && outcome.ending == Ending::feasible && context.should_stop()) {
        outcome.ending = context.cancelled() ? Ending::cancelled : Ending::timed_out;
    }
}

// A record covers as many rows as the degree says, and each row is a member of as many records. So
// where rows have prices of which no so many are worth more than the box that covers them loses for
// each of them, all records lose at least what all rows are worth: the prices of classes hold for
// records too, since they are asked of exactly so many rows.
double least_loss_of_records(const Task& task,
                             const std::vector<Axis>& axes,
                             const RunContext& context) {
    const std::uint32_t degree = degree_of(task);
    const classes::BoxTree tree(task, axes);
    std::vector<double> prices = classes::box_losses(tree, degree, classes::kBoxEffort, context);
    const classes::PriceEffort effort{.steps = kPriceSteps, .until_deadline = true};
    classes::raise_prices(tree, degree, classes::starred_row_loss(task), effort, context, prices);
    return tree.sum_over_rows(prices);
}

Outcome freeform_outcome(const Task& task,
                         const std::vector<Axis>& axes,
                         const RowSpace& space,
                         const Graph& graph,
                         const KnownBounds& known,
                         const RunContext& context) {
    if (has_person_twice(space, graph)) {
        return no_graph("some row would have two rows of one person among its candidates");
    }
    const classes::TypePartition records = covers_of(space, graph, context.threads);
    const std::uint64_t starred = starred_records(axes, records);
    if (starred > task.suppression_limit && context.should_stop()) {
        return stopped_early(context);
    }
    if (starred > task.suppression_limit) {
        return no_graph(count_text(starred, "row") +
                        " would be suppressed in every attribute, which reads as suppressed, and " +
                        count_text(task.suppression_limit) + " may be");
    }
    AssignmentRecoding recoding;
    double cells = 0;
    for (const Axis& axis : axes) {
        cells += axis.weight() * static_cast<double>(space.size());
    }
    const auto as_mean = [&](double loss) { return cells > 0 ? loss / cells : 0; };
    Outcome out;
    out.loss = as_mean(release_records(task, axes, records, context.threads, recoding));
    take_members(space, graph, recoding);
    out.recoding = std::move(recoding);
    const double by_prices =
        known.prices ? *known.prices : least_loss_of_records(task, axes, context);
    out.lower_bound = as_mean(std::max(known.graphs, by_prices));
    out.ending = Ending::feasible;
    if (is_met(out.loss, *out.lower_bound)) {
        out.lower_bound = out.loss;
        out.ending = Ending::optimal;
    }
    out.stats = {{"degree", static_cast<double>(graph.degree)},
                 {"starred_rows", static_cast<double>(starred)}};
    return out;
}

}  // namespace kanon::freeform
