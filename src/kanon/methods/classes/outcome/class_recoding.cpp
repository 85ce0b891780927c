// SPDX-License-Identifier: Apache-2.0
#include "kanon/methods/classes/outcome/class_recoding.hpp"

#include "kanon/base/parallel.hpp"
#include "kanon/methods/classes/bounds/box_bound.hpp"
#include "kanon/methods/classes/bounds/pair_bound.hpp"
#include "kanon/methods/classes/space/cover_layout.hpp"
#include "kanon/methods/classes/space/recoded_axis.hpp"
#include "kanon/methods/shared/cost.hpp"
#include "kanon/quality/cell_loss.hpp"
#include "kanon/table/histogram_sum.hpp"

#include <algorithm>
#include <limits>
#include <numeric>
#include <span>
#include <utility>

namespace kanon::classes {
namespace {

constexpr std::size_t kGrain = 65536;
constexpr std::size_t kClassesAtATime = 4096;

/// True if a class is suppressed for good reason: failing, or starred throughout beside others.
bool is_suppressed(const std::vector<Axis>& axes,
                   const TypePartition& partition,
                   std::size_t number) {
    return partition.failing[number] != 0 ||
           (partition.class_count() > 1 && starred_throughout(axes, partition.cover(number)));
}

/// What a row of a class loses, weighted.
double loss_of_row(const std::vector<Axis>& axes, std::span<const Word> cover) {
    const Word* at = cover.data();
    double loss = 0;
    for (const Axis& axis : axes) {
        loss += axis.loss(at);
        at += axis.words();
    }
    return loss;
}

double total_weight(const Task& task) {
    double total = 0;
    for (const QuasiIdentifier& attribute : task.quasi_identifiers) {
        total += attribute.weight;
    }
    return total;
}

/// A sum of weighted losses over all cells as their mean, which is gcp or lm.
double as_mean(const Task& task, double loss) {
    const double cells = static_cast<double>(task.row_types().row_count()) * total_weight(task);
    return cells > 0 ? loss / cells : 0;
}

std::uint64_t minority_of_classes(const Task& task,
                                  const TypePartition& partition,
                                  const std::vector<std::uint32_t>& kept) {
    const Histograms& labels = task.row_types().histograms[task.class_place.value()];
    HistogramSum of_class;
    std::uint64_t rows = 0;
    for (const std::uint32_t i : kept) {
        of_class.begin(labels.domain_size);
        for (std::size_t at = partition.starts[i]; at < partition.starts[i + 1]; ++at) {
            of_class.add(labels, partition.types[at]);
        }
        rows += of_class.end_minority();
    }
    return rows;
}

/// Minority rows of the row types, each by itself.
double least_minority(const Task& task) {
    const Histograms& labels = task.row_types().histograms[task.class_place.value()];
    std::uint64_t rows = 0;
    for (std::size_t type = 0; type < task.row_types().size(); ++type) {
        rows += minority_rows(labels, type);
    }
    return static_cast<double>(rows);
}

/// Number the kept classes, point their row types at them, count rows and classes.
void place_types(const Task& task,
                 const TypePartition& partition,
                 const std::vector<std::uint32_t>& kept,
                 unsigned threads,
                 MeasuredRecoding& out) {
    out.recoding.class_of_type.assign(task.row_types().size(), kSuppressedClass);
    // The last class of a type whose rows are shared out is its own.
    const unsigned together = partition.shares.empty() ? threads : 1U;
    parallel_for(kept.size(), kGrain, together, [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i) {
            for (std::size_t at = partition.starts[kept[i]]; at < partition.starts[kept[i] + 1];
                 ++at) {
                out.recoding.class_of_type[partition.types[at]] = static_cast<std::uint32_t>(i);
            }
        }
    });
    std::uint64_t released = 0;
    for (const std::uint32_t i : kept) {
        released += partition.rows[i];
        out.facts.squared_sizes +=
            static_cast<double>(partition.rows[i]) * static_cast<double>(partition.rows[i]);
    }
    out.facts.rows = task.row_types().row_count();
    out.facts.suppressed_rows = out.facts.rows - released;
    out.facts.classes = kept.size();
    out.facts.k = task.k;
    out.facts.attributes = static_cast<double>(task.quasi_identifiers.size());
}

/// Every row of the types that are in several classes.
std::vector<Share> shares_of(const TypePartition& partition,
                             const std::vector<std::uint32_t>& kept) {
    std::vector<std::uint32_t> number(partition.class_count(), kSuppressedClass);
    for (std::uint32_t i = 0; i < kept.size(); ++i) {
        number[kept[i]] = i;
    }
    std::vector<Share> all;
    for (std::size_t of_class = 0; of_class < partition.class_count(); ++of_class) {
        for (std::size_t at = partition.starts[of_class]; at < partition.starts[of_class + 1];
             ++at) {
            all.push_back({.type = partition.types[at],
                           .of_class = number[of_class],
                           .rows = partition.shares[at]});
        }
    }
    std::sort(all.begin(), all.end(), [](const Share& a, const Share& b) {
        return std::pair(a.type, a.of_class) < std::pair(b.type, b.of_class);
    });
    std::vector<Share> out;
    for (std::size_t i = 0; i < all.size(); ++i) {
        if ((i > 0 && all[i - 1].type == all[i].type) ||
            (i + 1 < all.size() && all[i + 1].type == all[i].type)) {
            out.push_back(all[i]);
        }
    }
    return out;
}

/// Sum over the rows of the types [begin, end) of the least weighted loss each must have.
double least_loss(const Task& task,
                  const std::vector<Axis::Floors>& floors,
                  std::size_t begin,
                  std::size_t end) {
    const RowTypes& types = task.row_types();
    const std::uint64_t least_rows = task.least_class_rows();
    double total = 0;
    for (std::size_t type = begin; type < end; ++type) {
        double alone = 0;
        double least_more = std::numeric_limits<double>::infinity();
        for (std::size_t axis = 0; axis < floors.size(); ++axis) {
            const Code code = types.columns[axis][type];
            alone += floors[axis].alone[code];
            least_more = std::min(least_more, floors[axis].shared[code] - floors[axis].alone[code]);
        }
        const bool shares =
            types.counts[type] < least_rows && least_more < std::numeric_limits<double>::infinity();
        total += static_cast<double>(types.counts[type]) * (alone + (shares ? least_more : 0));
    }
    return total;
}

double least_loss(const Task& task, const std::vector<Axis>& axes, unsigned threads) {
    std::vector<Axis::Floors> floors;
    floors.reserve(axes.size());
    for (const Axis& axis : axes) {
        floors.push_back(axis.floors());
    }
    const std::size_t parts = task.row_types().size() / kGrain + 1;
    std::vector<double> sums(parts, 0);
    parallel_parts(task.row_types().size(),
                   parts,
                   threads,
                   [&](std::size_t part, std::size_t begin, std::size_t end) {
                       sums[part] = least_loss(task, floors, begin, end);
                   });
    return std::accumulate(sums.begin(), sums.end(), 0.0);
}

/// What rows have to pay, if anything was spent on that: no class loses less than its rows pay.
double price_bound(const Task& task,
                   const std::vector<Axis>& axes,
                   const BoundEffort& effort,
                   const RunContext& context) {
    std::uint64_t steps = effort.boxes;
    if (std::ranges::none_of(axes, &Axis::by_set)) {
        steps = std::max(steps, effort.steps_of_type * task.row_types().size());
    }
    const auto now = std::chrono::steady_clock::now();
    if (effort.boxes == 0 || steps / least_box_steps(axes) < task.row_types().size() ||
        (context.deadline &&
         !bound_speaks_in(task, axes, *context.deadline - now, context.threads))) {
        return 0;
    }
    const double suppressed = starred_row_loss(task);
    const BoxTree tree(task, axes);
    std::vector<double> prices = box_losses(tree, task.least_class_rows(), steps, context);
    if (task.least_class_rows() == 2) {
        const std::uint64_t share = std::min(steps, kPairEffort);
        return std::max(tree.sum_over_rows(prices),
                        pair_bound(task, axes, suppressed, share, context.threads));
    }
    raise_prices(tree, task.least_class_rows(), suppressed, effort.prices, context, prices);
    return tree.sum_over_rows(prices);
}

}  // namespace

double starred_row_loss(const Task& task) {
    double total = 0;
    for (const QuasiIdentifier& attribute : task.quasi_identifiers) {
        total += attribute.weight * star_loss(measured_loss(task), attribute.hierarchy);
    }
    return total;
}

MeasuredRecoding recode_classes(const Task& task,
                                const std::vector<Axis>& axes,
                                const TypePartition& partition,
                                unsigned threads) {
    MeasuredRecoding out;
    std::vector<std::uint32_t> kept;
    for (std::uint32_t i = 0; i < partition.class_count(); ++i) {
        if (!is_suppressed(axes, partition, i)) {
            kept.push_back(i);
        } else if (partition.failing[i] == 0) {
            out.starred_rows += partition.rows[i];
        }
    }
    place_types(task, partition, kept, threads, out);
    if (!partition.shares.empty()) {
        out.recoding.shares = shares_of(partition, kept);
    }
    std::vector<RecodedAxis> recoded(axes.size());
    parallel_for(axes.size(), 1, threads, [&](std::size_t begin, std::size_t end) {
        for (std::size_t axis = begin; axis < end; ++axis) {
            recoded[axis] = recode_axis(task, axes, partition, kept, axis);
        }
    });
    double loss = starred_row_loss(task) * static_cast<double>(out.facts.suppressed_rows);
    for (RecodedAxis& axis : recoded) {
        loss += axis.loss;
        out.recoding.domains.push_back(std::move(axis.domain));
        out.recoding.value_of_class.push_back(std::move(axis.value_of_class));
    }
    (task.objective == Objective::lm ? out.facts.lm : out.facts.gcp) = as_mean(task, loss);
    if (task.objective == Objective::cm) {
        out.facts.minority_rows = minority_of_classes(task, partition, kept);
    }
    return out;
}

double cells_lost(const Task& task,
                  const std::vector<Axis>& axes,
                  const TypePartition& partition,
                  unsigned threads) {
    struct Slice {
        double loss = 0;
        std::uint64_t suppressed = 0;  ///< rows
        std::uint64_t kept = 0;        ///< classes
    };

    std::vector<Slice> slices(partition.class_count() / kClassesAtATime + 1);
    parallel_parts(partition.class_count(),
                   slices.size(),
                   threads,
                   [&](std::size_t number, std::size_t begin, std::size_t end) {
                       Slice& slice = slices[number];
                       for (std::size_t i = begin; i < end; ++i) {
                           const bool suppressed = is_suppressed(axes, partition, i);
                           slice.suppressed += suppressed ? partition.rows[i] : 0;
                           slice.kept += suppressed ? 0 : 1;
                           slice.loss += suppressed ? 0
                                                    : static_cast<double>(partition.rows[i]) *
                                                          loss_of_row(axes, partition.cover(i));
                       }
                   });
    Slice all;
    for (const Slice& slice : slices) {
        all.loss += slice.loss;
        all.suppressed += slice.suppressed;
        all.kept += slice.kept;
    }
    if (all.suppressed > task.suppression_limit || all.kept == 0) {
        return kInfinity;
    }
    return as_mean(task, all.loss + starred_row_loss(task) * static_cast<double>(all.suppressed));
}

bool bound_speaks_in(const Task& task,
                     const std::vector<Axis>& axes,
                     std::chrono::duration<double> time,
                     unsigned threads) {
    constexpr double kTreeSecondsOfCell = 2.2e-7;
    const std::uint64_t types = task.row_types().size();
    const double tree = kTreeSecondsOfCell * static_cast<double>(types * axes.size());
    return box_steps_in(time.count() - tree, threads) / least_box_steps(axes) >= types;
}

std::optional<double> class_loss_bound(const Task& task,
                                       const std::vector<Axis>& axes,
                                       const BoundEffort& effort,
                                       const RunContext& context) {
    const auto rows = static_cast<double>(task.row_types().row_count());
    const auto least = static_cast<double>(task.least_class_rows());
    if (task.objective == Objective::gcp || task.objective == Objective::lm) {
        return as_mean(task,
                       std::max(least_loss(task, axes, context.threads),
                                price_bound(task, axes, effort, context)));
    }
    if (task.objective == Objective::dm) {
        return rows * std::min(rows, least);
    }
    if (task.objective == Objective::c_avg) {
        return least / static_cast<double>(task.k);
    }
    if (task.objective == Objective::cm) {
        return least_minority(task) / rows;
    }
    return std::nullopt;
}

}  // namespace kanon::classes
