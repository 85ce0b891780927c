// SPDX-License-Identifier: Apache-2.0
#include "kanon/methods/classes/refinement/refinement.hpp"

#include "kanon/base/parallel.hpp"
#include "kanon/base/random.hpp"
#include "kanon/methods/classes/bounds/region_search.hpp"
#include "kanon/methods/classes/clustering/clusters.hpp"
#include "kanon/methods/classes/space/class_loss.hpp"
#include "kanon/methods/classes/space/near_parts.hpp"
#include "kanon/methods/classes/space/type_space.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstddef>
#include <numeric>
#include <span>
#include <utility>

namespace kanon::classes {
namespace {

constexpr std::size_t kClassesPerSlice = 4096;  ///< classes that a thread takes at a time
constexpr std::size_t kRegionClasses = 48;
constexpr std::size_t kNearClasses = 24;  ///< that are put in no order
/// A round is to work out so many cells for each type and axis at least, but there are some rounds
/// in any case if these come to a few, and no more than pay.
constexpr std::uint64_t kCellsPerRound = 50;
constexpr std::uint64_t kFewestRounds = 4;
constexpr std::uint64_t kFewestCellsPerRound = 12;
constexpr std::uint64_t kMostRounds = 600;
/// With a deadline nobody knows how many rounds there will be; they are about so long.
constexpr std::uint64_t kCellsPerTimedRound = 60;
constexpr double kCellsPerSecond = 1.2e8;  ///< of one core
/// A change for the worse by a share of what a class costs is taken often at first: so much of it
/// for small classes; for large ones, by so many rows, it does not grow with them any more. More is
/// taken where there are more cells for each type and axis than kShortSearch.
constexpr double kHotShare = 0.12;
constexpr double kHottestShare = 0.45;
constexpr double kHotRows = 40;
constexpr double kShortSearch = 3000;
constexpr double kHotByLength = 0.4;  ///< exponent
constexpr double kCold = 0.02;        ///< the last temperature, of the first by cells alone
/// In so few rounds a class is tried so seldom that what hot ones lose is not made good: all are
/// cold. Of 10^6 types in four rounds 0.0436 in place of 0.0439 is lost.
constexpr std::uint64_t kFewRounds = 8;

/// What classes lose together; what the objective counts comes first.
struct Loss {
    std::int64_t counted = 0;
    std::int64_t all = 0;
    std::int64_t cells = 0;  ///< of that

    [[nodiscard]] bool less_than(const Loss& other) const {
        return counted != other.counted ? counted < other.counted : all < other.all;
    }

    void add(ClassLoss& measure, const Cluster& cluster) {
        counted += measure.counted(cluster);
        all += measure.of(cluster);
        cells += measure.of_cells(cluster);
    }

    void add(const Loss& other) {
        counted += other.counted;
        all += other.all;
        cells += other.cells;
    }
};

/// Types of classes, class after class.
struct Classes {
    std::vector<std::uint32_t> types;
    std::vector<std::size_t> starts{0};

    [[nodiscard]] std::size_t size() const { return starts.size() - 1; }

    [[nodiscard]] std::span<const std::uint32_t> of(std::size_t number) const {
        return std::span(types).subspan(starts[number], starts[number + 1] - starts[number]);
    }

    [[nodiscard]] std::ptrdiff_t begin_of(std::size_t number) const {
        return static_cast<std::ptrdiff_t>(starts[number]);
    }

    void add(std::span<const std::uint32_t> members) {
        types.insert(types.end(), members.begin(), members.end());
        starts.push_back(types.size());
    }
};

std::span<const std::uint32_t> types_of(const TypePartition& partition, std::uint32_t number) {
    return std::span(partition.types)
        .subspan(partition.starts[number], partition.starts[number + 1] - partition.starts[number]);
}

/// What the search of a region came to.
struct FoundRegion {
    Classes classes;
    Loss loss;
    std::uint64_t changes = 0;
};

class Refinement {
public:
    Refinement(const Task& task, const TypeSpace& space, const RunContext& context)
        : task_(task),
          context_(context),
          space_(space),
          cluster_of_(space_.type_count()),
          random_(context.seed) {}

    Refined run(const TypePartition& start, std::uint64_t effort);

private:
    [[nodiscard]] static std::uint64_t rounds_of(std::uint64_t cells);
    [[nodiscard]] double hot_share(std::uint64_t cells, std::uint64_t effort) const;
    [[nodiscard]] Loss loss_of(const Classes& classes) const;
    [[nodiscard]] std::vector<std::uint32_t> shuffled_order(const Classes& classes);
    [[nodiscard]] Classes free_classes(const TypePartition& start,
                                       std::vector<std::uint32_t>& fixed) const;
    [[nodiscard]] double first_temperature(const Classes& classes,
                                           std::int64_t loss,
                                           double share) const;
    [[nodiscard]] Loss round(Classes& classes, double temperature, std::uint64_t work);
    [[nodiscard]] FoundRegion search_region(const Classes& classes,
                                            std::span<const std::uint32_t> chosen,
                                            double temperature,
                                            std::uint64_t work,
                                            Random random);
    [[nodiscard]] TypePartition partition_of(const Classes& classes,
                                             const TypePartition& start,
                                             std::span<const std::uint32_t> fixed) const;

    const Task& task_;
    const RunContext& context_;
    const TypeSpace& space_;
    std::vector<std::uint32_t> cluster_of_;  ///< of each type, in its region
    Random random_;
    std::uint64_t changes_ = 0;
};

Loss Refinement::loss_of(const Classes& classes) const {
    std::vector<Loss> parts(classes.size() / kClassesPerSlice + 1);
    parallel_parts(classes.size(),
                   parts.size(),
                   context_.threads,
                   [&](std::size_t part, std::size_t begin, std::size_t end) {
                       ClassLoss measure(task_, space_);
                       for (std::size_t number = begin; number < end; ++number) {
                           parts[part].add(measure, cluster_of(space_, classes.of(number)));
                       }
                   });
    Loss loss;
    for (const Loss& part : parts) {
        loss.add(part);
    }
    return loss;
}

/// The classes so that near ones are mostly near one another, each time in another way: by a type
/// of each.
std::vector<std::uint32_t> Refinement::shuffled_order(const Classes& classes) {
    std::vector<std::uint32_t> speakers(classes.size());
    for (std::uint32_t number = 0; number < classes.size(); ++number) {
        const std::span<const std::uint32_t> types = classes.of(number);
        speakers[number] = types[random_.below(types.size())];
        cluster_of_[speakers[number]] = number;
    }
    order_near(space_, speakers, kNearClasses, &random_, context_.threads);
    std::ranges::transform(
        speakers, speakers.begin(), [this](std::uint32_t type) { return cluster_of_[type]; });
    return speakers;
}

FoundRegion Refinement::search_region(const Classes& classes,
                                      std::span<const std::uint32_t> chosen,
                                      double temperature,
                                      std::uint64_t work,
                                      Random random) {
    std::vector<Cluster> clusters;
    clusters.reserve(chosen.size());
    for (const std::uint32_t number : chosen) {
        clusters.push_back(cluster_of(space_, classes.of(number)));
    }
    RegionSearch search(task_, space_, clusters, cluster_of_, random);
    search.anneal(temperature, work, context_);
    FoundRegion out{.changes = search.changes()};
    ClassLoss measure(task_, space_);
    for (const Cluster& cluster : clusters) {
        out.classes.add(cluster.types);
        out.loss.add(measure, cluster);
    }
    return out;
}

/// Search every region once; each may work out its share of the cells. Returns what the classes
/// lose then.
Loss Refinement::round(Classes& classes, double temperature, std::uint64_t work) {
    const std::vector<std::uint32_t> order = shuffled_order(classes);
    const std::size_t regions = (order.size() + kRegionClasses - 1) / kRegionClasses;
    const Random base(random_.next());
    std::vector<FoundRegion> found(regions);
    parallel_parts(order.size(),
                   regions,
                   context_.threads,
                   [&](std::size_t region, std::size_t begin, std::size_t end) {
                       Random seeds = base;
                       Random random(seeds.next() + region * 0x9E3779B97F4A7C15ULL);
                       found[region] = search_region(classes,
                                                     std::span(order).subspan(begin, end - begin),
                                                     temperature,
                                                     work * (end - begin) / order.size(),
                                                     random);
                   });
    Classes out;
    Loss loss;
    out.types.reserve(classes.types.size());
    for (const FoundRegion& one : found) {
        for (std::size_t number = 0; number < one.classes.size(); ++number) {
            out.add(one.classes.of(number));
        }
        loss.add(one.loss);
        changes_ += one.changes;
    }
    classes = std::move(out);
    return loss;
}

TypePartition Refinement::partition_of(const Classes& classes,
                                       const TypePartition& start,
                                       std::span<const std::uint32_t> fixed) const {
    const std::size_t words = space_.cover_words();
    TypePartition out;
    out.divisions = start.divisions;
    out.stopped = start.stopped;
    out.cover_words = words;
    out.starts = classes.starts;
    out.types.resize(classes.types.size());
    out.covers.resize(classes.size() * words);
    out.rows.resize(classes.size());
    out.failing.resize(classes.size());
    parallel_for(classes.size(),
                 kClassesPerSlice,
                 context_.threads,
                 [&](std::size_t begin, std::size_t end) {
                     for (std::size_t number = begin; number < end; ++number) {
                         const std::span<const std::uint32_t> types = classes.of(number);
                         std::ranges::transform(
                             types,
                             out.types.begin() + classes.begin_of(number),
                             [this](std::uint32_t type) { return space_.number_in_task(type); });
                         const Cluster cluster = cluster_of(space_, types);
                         std::ranges::copy(cluster.cover, out.covers.data() + number * words);
                         out.rows[number] = cluster.rows;
                     }
                 });
    for (const std::uint32_t number : fixed) {
        const auto types = types_of(start, number);
        const auto cover = start.cover(number);
        out.types.insert(out.types.end(), types.begin(), types.end());
        out.starts.push_back(out.types.size());
        out.covers.insert(out.covers.end(), cover.begin(), cover.end());
        out.rows.push_back(start.rows[number]);
        out.failing.push_back(start.failing[number]);
    }
    return out;
}

/// The classes that may change; the numbers of the others are put into `fixed`.
Classes Refinement::free_classes(const TypePartition& start,
                                 std::vector<std::uint32_t>& fixed) const {
    std::vector<std::uint32_t> in_space(space_.type_count());
    for (std::uint32_t type = 0; type < space_.type_count(); ++type) {
        in_space[space_.number_in_task(type)] = type;
    }
    Classes out;
    std::vector<std::uint32_t> types;
    for (std::uint32_t number = 0; number < start.class_count(); ++number) {
        if (start.failing[number] != 0 || starred_throughout(space_.axes(), start.cover(number))) {
            fixed.push_back(number);
            continue;
        }
        types.clear();
        for (const std::uint32_t type : types_of(start, number)) {
            types.push_back(in_space[type]);
        }
        std::ranges::sort(types);
        out.add(types);
    }
    return out;
}

/// \param cells for each type and axis
std::uint64_t Refinement::rounds_of(std::uint64_t cells) {
    const std::uint64_t fewest =
        std::clamp<std::uint64_t>(cells / kFewestCellsPerRound, 1, kFewestRounds);
    return std::clamp(cells / kCellsPerRound, fewest, kMostRounds);
}

/// The share of what a class costs by which a change may be worse at first: a long search begins
/// hotter.
double Refinement::hot_share(std::uint64_t cells, std::uint64_t effort) const {
    auto worked_out = static_cast<double>(effort);
    if (context_.deadline) {
        const std::chrono::duration<double> time =
            *context_.deadline - std::chrono::steady_clock::now();
        worked_out =
            time.count() * kCellsPerSecond * static_cast<double>(unsigned{context_.threads});
    }
    const double length = std::max(1.0, worked_out / (static_cast<double>(cells) * kShortSearch));
    return std::min(kHottestShare, kHotShare * std::pow(length, kHotByLength));
}

/// By how much worse a change may be at first, so that it is taken once in e times.
double Refinement::first_temperature(const Classes& classes,
                                     std::int64_t loss,
                                     double share) const {
    double rows = 0;
    for (const std::uint32_t type : classes.types) {
        rows += space_.rows(type);
    }
    const double class_rows = rows / static_cast<double>(classes.size());
    return share * std::abs(static_cast<double>(loss)) / static_cast<double>(classes.size()) /
           (1 + class_rows / kHotRows);
}

Refined Refinement::run(const TypePartition& start, std::uint64_t effort) {
    Refined out;
    std::vector<std::uint32_t> fixed;  // suppressed, and they stay so
    Classes classes = free_classes(start, fixed);
    Classes best = classes;
    Loss least = loss_of(classes);
    if (classes.size() > 1 && least.cells > 0) {
        const std::uint64_t cells = std::uint64_t{classes.types.size()} * space_.size();
        const std::uint64_t rounds = rounds_of(effort / cells);
        const std::uint64_t work =
            context_.deadline ? cells * kCellsPerTimedRound : effort / rounds;
        const double share = hot_share(cells, effort);
        const double cold = kCold * first_temperature(classes, least.cells, share);
        const bool few = !context_.deadline && rounds <= kFewRounds;
        const double hot = few ? cold : first_temperature(classes, least.all, share);
        const auto began = std::chrono::steady_clock::now();
        double done = 0;
        while (done < 1 && !context_.should_stop()) {
            const Loss loss = round(classes, hot * std::pow(cold / hot, done), work);
            if (loss.less_than(least)) {
                least = loss;
                best = classes;
            }
            ++out.rounds;
            done = context_.deadline
                       ? std::chrono::duration<double>(std::chrono::steady_clock::now() - began) /
                             (*context_.deadline - began)
                       : static_cast<double>(out.rounds) / static_cast<double>(rounds);
            context_.report({"solve", done, 1});
        }
    }
    out.changes = changes_;
    out.partition = partition_of(best, start, fixed);
    return out;
}

}  // namespace

Refined refine_classes(const Task& task,
                       const TypeSpace& space,
                       const TypePartition& start,
                       std::uint64_t effort,
                       const RunContext& context) {
    return Refinement(task, space, context).run(start, effort);
}

}  // namespace kanon::classes
