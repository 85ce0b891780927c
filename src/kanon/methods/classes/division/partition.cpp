// SPDX-License-Identifier: Apache-2.0
#include "kanon/methods/classes/division/partition.hpp"

#include "kanon/base/parallel.hpp"
#include "kanon/methods/classes/division/divider.hpp"
#include "kanon/methods/classes/outcome/alike_classes.hpp"
#include "kanon/methods/classes/space/axis_order.hpp"
#include "kanon/methods/classes/space/cover_layout.hpp"
#include "kanon/methods/classes/space/records.hpp"

#include <tbb/enumerable_thread_specific.h>
#include <tbb/task_arena.h>
#include <tbb/task_group.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <deque>
#include <functional>
#include <limits>
#include <mutex>
#include <numeric>
#include <utility>

namespace kanon::classes {
namespace {

constexpr std::size_t kTaskTypes = 16384;   ///< smaller classes are divided where they arise
constexpr std::uint64_t kPollEvery = 64;    ///< classes between two looks at the clock
constexpr std::size_t kProgressSteps = 50;  ///< reports in a run, about

/// What a record's place is the start of.
enum class Start : std::uint8_t { none, whole_class, failing_class };

/// Drives the division of one task.
template <class Lane>
class Partitioner {
public:
    Partitioner(const Task& task,
                const std::vector<Axis>& axes,
                const Splitting& splitting,
                const RunContext& context)
        : task_(task),
          axes_(axes),
          by_name_(axes_by_name(task)),
          splitting_(splitting),
          context_(context),
          limited_(context.node_limit != std::numeric_limits<std::uint64_t>::max()),
          threads_(limited_ || task.row_types().size() < kTaskTypes ? 1U
                                                                    : unsigned{context.threads}) {
        named_axes_.reserve(axes.size());
        for (const std::size_t axis : by_name_) {
            named_axes_.push_back(axes[axis]);
        }
    }

    TypePartition run() {
        set_enough();
        divide();
        if (lost_.load() < enough_) {
            return result();
        }
        TypePartition out;
        out.divisions = divisions_;
        out.given_up = true;
        return out;
    }

private:
    void set_enough() {
        if (splitting_.most_lost == std::numeric_limits<double>::infinity()) {
            return;
        }
        double weights = 0;
        for (const Axis& axis : axes_) {
            weights += axis.weight();
        }
        const auto rows = static_cast<double>(task_.row_types().row_count());
        enough_ = static_cast<std::uint64_t>(
            std::ceil(std::clamp(splitting_.most_lost, 0.0, 1.0) * weights * rows * kUnits));
    }

    void divide() {
        fill_records();
        starts_.assign(records_.types.size(), Start::none);
        const std::vector<Segment> roots = make_roots();
        if (threads_ > 1) {
            run_parallel(roots);
        } else {
            Divider<Lane> divider = make_divider();
            work(divider, roots, [](Segment) { return false; });
            withheld_ = divider.withheld();
        }
    }

    Divider<Lane> make_divider() { return {task_, named_axes_, records_, splitting_}; }

    void fill_records() {
        const RowTypes& types = task_.row_types();
        records_.stride = (axes_.size() + kLaneGroup - 1) / kLaneGroup * kLaneGroup;
        records_.lanes.resize(types.size() * records_.stride);
        records_.types.resize(types.size());
        records_.counts = types.counts;
        parallel_for(types.size(), kTaskTypes, threads_, [&](std::size_t begin, std::size_t end) {
            for (std::size_t i = begin; i < end; ++i) {
                records_.types[i] = static_cast<std::uint32_t>(i);
            }
            for (std::size_t axis = 0; axis < named_axes_.size(); ++axis) {
                types.columns[by_name_[axis]].visit(
                    [&](const auto codes) { fill_lanes(axis, codes, begin, end); });
            }
        });
    }

    template <class Codes>
    void fill_lanes(std::size_t axis, const Codes& codes, std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i) {
            records_.lanes[i * records_.stride + axis] =
                static_cast<Lane>(named_axes_[axis].place_of(codes[i]));
        }
    }

    /// The whole table, taken apart only where the greatest allowed level is below the top.
    std::vector<Segment> make_roots() {
        std::vector<Segment> roots;
        if (!records_.types.empty()) {
            roots.push_back({0, records_.types.size()});
        }
        Divider<Lane> divider = make_divider();
        for (std::size_t axis = 0; axis < named_axes_.size(); ++axis) {
            const QuasiIdentifier& attribute = task_.quasi_identifiers[by_name_[axis]];
            if (named_axes_[axis].by_range() || named_axes_[axis].by_set() ||
                attribute.greatest_level == attribute.hierarchy.height()) {
                continue;
            }
            std::vector<Segment> parts;
            for (const Segment root : roots) {
                divider.spread(root, axis, attribute.greatest_level, parts);
            }
            roots = std::move(parts);
        }
        std::vector<Segment> holding;
        for (const Segment root : roots) {
            if (divider.holds(root)) {
                holding.push_back(root);
            } else {
                starts_[root.begin] = Start::failing_class;
            }
        }
        return holding;
    }

    void run_parallel(const std::vector<Segment>& roots) {
        tbb::task_arena arena(static_cast<int>(threads_));
        tbb::enumerable_thread_specific<Divider<Lane>> dividers([this] { return make_divider(); });
        arena.execute([&] {
            tbb::task_group group;
            std::function<void(Segment)> start;
            const auto hand_over = [&](Segment child) {
                if (child.size() < kTaskTypes) {
                    return false;
                }
                group.run([&start, child] { start(child); });
                return true;
            };
            start = [&](Segment segment) { work(dividers.local(), {segment}, hand_over); };
            for (const Segment root : roots) {
                group.run([&start, root] { start(root); });
            }
            group.wait();
        });
        withheld_ = std::any_of(dividers.begin(), dividers.end(), [](const Divider<Lane>& one) {
            return one.withheld();
        });
    }

    /// Divide segments until none can be; `hand_over` may take a child for another thread.
    template <class HandOver>
    void work(Divider<Lane>& divider, const std::vector<Segment>& segments, HandOver hand_over) {
        std::deque<Segment> open(segments.begin(), segments.end());
        std::vector<Segment> children;
        std::vector<Segment> given_up;
        while (!open.empty()) {
            const Segment segment = limited_ ? open.front() : open.back();
            if (limited_) {
                open.pop_front();
            } else {
                open.pop_back();
            }
            children.clear();
            given_up.clear();
            if (should_stop() || !divider.divide(segment, children, given_up)) {
                settle(segment, Start::whole_class);
                add_loss(divider, segment);
                continue;
            }
            for (const Segment part : given_up) {
                settle(part, Start::failing_class);
            }
            for (const Segment child : children) {
                if (!hand_over(child)) {
                    open.push_back(child);
                }
            }
        }
    }

    bool should_stop() {
        const std::uint64_t looked_at = divisions_.fetch_add(1, std::memory_order_relaxed);
        if (looked_at >= context_.node_limit ||
            (looked_at % kPollEvery == 0 && context_.should_stop())) {
            stopped_.store(true, std::memory_order_relaxed);
        }
        return stopped_.load(std::memory_order_relaxed) ||
               lost_.load(std::memory_order_relaxed) >= enough_;
    }

    /// In whole units, the same in any order. What was not divided for want of time counts nothing.
    void add_loss(Divider<Lane>& divider, Segment segment) {
        if (enough_ != kNeverEnough && !stopped_.load(std::memory_order_relaxed)) {
            lost_.fetch_add(static_cast<std::uint64_t>(divider.loss_of(segment) * kUnits),
                            std::memory_order_relaxed);
        }
    }

    void settle(Segment segment, Start as) {
        starts_[segment.begin] = as;
        const std::size_t total = records_.types.size();
        const std::size_t before = settled_.fetch_add(segment.size(), std::memory_order_relaxed);
        const std::size_t step = total / kProgressSteps + 1;
        if (before / step != (before + segment.size()) / step) {
            const std::scoped_lock lock(progress_lock_);
            context_.report({"solve",
                             static_cast<double>(before + segment.size()),
                             static_cast<double>(total)});
        }
    }

    TypePartition result() {
        TypePartition out;
        for (std::size_t i = 0; i < starts_.size(); ++i) {
            if (starts_[i] != Start::none) {
                out.starts.push_back(i);
                out.failing.push_back(starts_[i] == Start::failing_class ? 1 : 0);
            }
        }
        const std::size_t classes = out.starts.size();
        out.starts.push_back(starts_.size());
        const CoverLayout layout(axes_);
        out.cover_words = layout.words();
        out.covers.resize(classes * out.cover_words);
        out.rows.resize(classes);
        parallel_for(classes, kTaskTypes, threads_, [&](std::size_t begin, std::size_t end) {
            Bounds<Lane> bounds(named_axes_);
            for (std::size_t i = begin; i < end; ++i) {
                bounds.measure(records_, {out.starts[i], out.starts[i + 1]});
                out.rows[i] = bounds.rows;
                Word* const cover = out.covers.data() + i * out.cover_words;
                for (std::size_t axis = 0; axis < by_name_.size(); ++axis) {
                    std::copy_n(bounds.on(axis),
                                named_axes_[axis].words(),
                                cover + layout.start(by_name_[axis]));
                }
            }
        });
        out.types = std::move(records_.types);
        out.divisions = divisions_;
        out.stopped = stopped_;
        out.withheld = withheld_;
        if (splitting_.relaxed) {
            join_alike(axes_, out, threads_);
        }
        return out;
    }

    const Task& task_;
    const std::vector<Axis>& axes_;
    // Records, sums and ties go by the names of the attributes, not by the order of the columns.
    std::vector<std::size_t> by_name_;
    std::vector<Axis> named_axes_;
    Splitting splitting_;
    const RunContext& context_;
    // A limit on nodes must stop at the same class every time: one thread, in breadth.
    bool limited_;
    unsigned threads_;
    Records<Lane> records_;
    std::vector<Start> starts_;
    static constexpr std::uint64_t kNeverEnough = std::numeric_limits<std::uint64_t>::max();
    static constexpr double kUnits = std::uint64_t{1} << 20U;  ///< in a weighted loss of 1
    std::uint64_t enough_ = kNeverEnough;                      ///< lost, to know what is asked
    std::atomic<std::uint64_t> lost_{0};  ///< by classes that are not divided further
    std::atomic<std::uint64_t> divisions_{0};
    std::atomic<std::size_t> settled_{0};
    std::atomic<bool> stopped_{false};
    bool withheld_ = false;
    std::mutex progress_lock_;
};

bool has_narrow(const std::vector<Axis>& axes) {
    return std::all_of(
        axes.begin(), axes.end(), [](const Axis& axis) { return axis.size() <= 0x10000; });
}

}  // namespace

TypePartition divide_types(const Task& task,
                           const std::vector<Axis>& axes,
                           const Splitting& splitting,
                           const RunContext& context) {
    return has_narrow(axes) ? Partitioner<std::uint16_t>(task, axes, splitting, context).run()
                            : Partitioner<std::uint32_t>(task, axes, splitting, context).run();
}

}  // namespace kanon::classes
