// SPDX-License-Identifier: Apache-2.0
#include "kanon/methods/classes/partition.hpp"

#include "kanon/base/parallel.hpp"
#include "kanon/methods/classes/class_checker.hpp"

#include <tbb/enumerable_thread_specific.h>
#include <tbb/task_arena.h>
#include <tbb/task_group.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <deque>
#include <functional>
#include <limits>
#include <mutex>
#include <utility>

namespace kanon {
namespace {

constexpr std::size_t kLaneGroup = 4;       ///< lanes handled at a time
constexpr std::size_t kTaskTypes = 16384;   ///< smaller classes are divided where they arise
constexpr std::uint64_t kPollEvery = 64;    ///< classes between two looks at the clock
constexpr std::size_t kProgressSteps = 50;  ///< reports in a run, about

/// Row types as records that are moved about whole, so that a class is always one run of memory
/// however small it gets. A lane is a place on an axis; the stride is padded to whole lane groups.
template <class Lane>
struct Records {
    std::size_t stride = 0;
    std::vector<Lane> lanes;
    std::vector<std::uint32_t> types;
    std::vector<std::uint32_t> counts;

    void resize(std::size_t size) {
        lanes.resize(size * stride);
        types.resize(size);
        counts.resize(size);
    }
};

struct Segment {
    std::size_t begin = 0;
    std::size_t end = 0;

    [[nodiscard]] std::size_t size() const { return end - begin; }
};

/// Least and greatest lane of a segment's records, and its rows.
template <class Lane>
struct Bounds {
    std::vector<Lane> low;
    std::vector<Lane> high;
    std::uint64_t rows = 0;

    [[nodiscard]] Extent extent(std::size_t axis) const { return {low[axis], high[axis]}; }

    void measure(const Records<Lane>& records, Segment segment) {
        low.resize(records.stride);
        high.resize(records.stride);
        for (std::size_t first = 0; first < records.stride; first += kLaneGroup) {
            measure_group(records, segment, first);
        }
        rows = 0;
        for (std::size_t i = segment.begin; i < segment.end; ++i) {
            rows += records.counts[i];
        }
    }

private:
    void measure_group(const Records<Lane>& records, Segment segment, std::size_t first) {
        std::array<Lane, kLaneGroup> least;
        std::array<Lane, kLaneGroup> greatest;
        least.fill(std::numeric_limits<Lane>::max());
        greatest.fill(0);
        const Lane* lanes = records.lanes.data() + segment.begin * records.stride + first;
        for (std::size_t i = segment.begin; i < segment.end; ++i, lanes += records.stride) {
            for (std::size_t c = 0; c < kLaneGroup; ++c) {
                least[c] = std::min(least[c], lanes[c]);
                greatest[c] = std::max(greatest[c], lanes[c]);
            }
        }
        for (std::size_t c = 0; c < kLaneGroup; ++c) {
            low[first + c] = least[c];
            high[first + c] = greatest[c];
        }
    }
};

/// What stands at one key of an axis within a segment: a place, or a run of places under one label.
struct Slot {
    std::uint32_t key = 0;
    std::size_t types = 0;
    std::uint64_t rows = 0;
};

/// The slots of one axis within a segment, by ascending key, and which one each record is in.
template <class Lane>
class Slots {
public:
    /// Keys are places, or the run of each place if `runs` is given.
    void count(const Records<Lane>& records,
               Segment segment,
               std::size_t axis,
               Extent extent,
               const std::vector<std::uint32_t>* runs) {
        axis_ = axis;
        runs_ = runs;
        least_ = key_of(extent.low);
        const std::size_t span = key_of(extent.high) - least_ + std::size_t{1};
        slots_.clear();
        dense_ = span <= 4 * segment.size();
        if (dense_) {
            count_dense(records, segment, span);
        } else {
            count_sparse(records, segment);
        }
    }

    [[nodiscard]] const std::vector<Slot>& all() const { return slots_; }

    /// Place in all() of the slot of a record.
    [[nodiscard]] std::size_t slot_of(const Records<Lane>& records, std::size_t record) const {
        const std::uint32_t key = key_of(records.lanes[record * records.stride + axis_]);
        if (dense_) {
            return slot_of_key_[key - least_];
        }
        const auto found = std::lower_bound(
            slots_.begin(), slots_.end(), key, [](const Slot& slot, std::uint32_t wanted) {
                return slot.key < wanted;
            });
        return static_cast<std::size_t>(found - slots_.begin());
    }

private:
    [[nodiscard]] std::uint32_t key_of(Place place) const {
        return runs_ == nullptr ? place : (*runs_)[place];
    }

    void count_dense(const Records<Lane>& records, Segment segment, std::size_t span) {
        by_key_.assign(span, Slot{});
        slot_of_key_.resize(span);
        for (std::size_t i = segment.begin; i < segment.end; ++i) {
            Slot& slot = by_key_[key_of(records.lanes[i * records.stride + axis_]) - least_];
            ++slot.types;
            slot.rows += records.counts[i];
        }
        for (std::size_t offset = 0; offset < span; ++offset) {
            slot_of_key_[offset] = static_cast<std::uint32_t>(slots_.size());
            if (by_key_[offset].types > 0) {
                by_key_[offset].key = least_ + static_cast<std::uint32_t>(offset);
                slots_.push_back(by_key_[offset]);
            }
        }
    }

    void count_sparse(const Records<Lane>& records, Segment segment) {
        by_key_.clear();
        for (std::size_t i = segment.begin; i < segment.end; ++i) {
            by_key_.push_back(
                {key_of(records.lanes[i * records.stride + axis_]), 1, records.counts[i]});
        }
        std::sort(by_key_.begin(), by_key_.end(), [](const Slot& a, const Slot& b) {
            return a.key < b.key;
        });
        for (const Slot& one : by_key_) {
            if (slots_.empty() || slots_.back().key != one.key) {
                slots_.push_back(one);
            } else {
                ++slots_.back().types;
                slots_.back().rows += one.rows;
            }
        }
    }

    std::size_t axis_ = 0;
    const std::vector<std::uint32_t>* runs_ = nullptr;
    std::uint32_t least_ = 0;
    bool dense_ = true;
    std::vector<Slot> slots_;
    std::vector<Slot> by_key_;
    std::vector<std::uint32_t> slot_of_key_;
};

/// One side of a division in the making.
struct Part {
    std::size_t types = 0;
    std::uint64_t rows = 0;
};

/// Divides classes; one per thread, shares the records with the others.
template <class Lane>
class Divider {
public:
    Divider(const Problem& problem,
            const std::vector<Axis>& axes,
            Records<Lane>& records,
            std::uint64_t star_limit)
        : axes_(axes),
          records_(records),
          checker_(problem),
          least_rows_(problem.least_class_rows()),
          star_limit_(star_limit) {
        spare_.stride = records.stride;
    }

    /// Rearrange the records of a class into two or more classes that hold, if that can be done.
    bool divide(Segment segment, std::vector<Segment>& children) {
        bounds_.measure(records_, segment);
        if (bounds_.rows / 2 < least_rows_) {
            return false;
        }
        order_axes();
        for (const auto& [loss, axis] : order_) {
            const bool done = axes_[axis].by_range() ? cut(segment, axis) : branch(segment, axis);
            if (done) {
                list_children(segment, children);
                return true;
            }
        }
        return false;
    }

    /// Rearrange the records by the labels of one level, whether or not the parts hold.
    void spread(Segment segment, std::size_t axis, Level level, std::vector<Segment>& children) {
        bounds_.measure(records_, segment);
        slots_.count(records_, segment, axis, bounds_.extent(axis), &axes_[axis].runs(level));
        scatter_slots(segment);
        list_children(segment, children);
    }

    /// True if the class as it stands keeps every promise.
    bool holds(Segment segment) {
        bounds_.measure(records_, segment);
        const auto piece = types_of(segment);
        return checker_.holds(bounds_.rows, {&piece, 1});
    }

private:
    /// Axes that may be divided, the one that loses most first; ties by their order.
    void order_axes() {
        order_.clear();
        all_starred_ = true;
        for (std::size_t axis = 0; axis < axes_.size(); ++axis) {
            const Extent extent = bounds_.extent(axis);
            all_starred_ = all_starred_ && axes_[axis].starred(extent);
            if (axes_[axis].divisible(extent)) {
                order_.emplace_back(-axes_[axis].loss(extent), axis);
            }
        }
        std::sort(order_.begin(), order_.end());
    }

    [[nodiscard]] std::span<const std::uint32_t> types_of(Segment segment) const {
        return std::span(records_.types).subspan(segment.begin, segment.size());
    }

    /// A part that stays fully starred counts as suppressed.
    [[nodiscard]] bool may_stay_starred(std::uint64_t rows) const {
        return !all_starred_ || rows <= star_limit_;
    }

    /// Cut a range axis in two.
    bool cut(Segment segment, std::size_t axis) {
        slots_.count(records_, segment, axis, bounds_.extent(axis), nullptr);
        const std::vector<Slot>& slots = slots_.all();
        const bool has_missing = axes_[axis].is_missing(slots.back().key);
        if (has_missing && cut_before(segment, slots.size() - 1)) {
            return true;
        }
        std::size_t median = 0;
        std::uint64_t below = 0;
        while (2 * (below + slots[median].rows) < bounds_.rows) {
            below += slots[median++].rows;
        }
        // The median may go to either side; the evener cut first, the lower side on a tie.
        const std::uint64_t with = below + slots[median].rows;
        const bool with_first = with <= bounds_.rows - below;
        const std::array<std::size_t, 2> cuts =
            with_first ? std::array{median + 1, median} : std::array{median, median + 1};
        for (const std::size_t place : cuts) {
            const std::uint64_t rest = bounds_.rows - (place == median ? below : with);
            const bool inside = place > 0 && place < slots.size();
            if (inside && (!has_missing || may_stay_starred(rest)) && cut_before(segment, place)) {
                return true;
            }
        }
        return false;
    }

    /// Make the slots before `place` one part and the others another; false if one does not hold.
    bool cut_before(Segment segment, std::size_t place) {
        parts_.assign(2, Part{});
        part_of_slot_.resize(slots_.all().size());
        for (std::size_t slot = 0; slot < slots_.all().size(); ++slot) {
            put(slot, slot < place ? 0 : 1);
        }
        if (!checker_.rows_hold(parts_[0].rows) || !checker_.rows_hold(parts_[1].rows)) {
            return false;
        }
        scatter(segment);
        return checker_.rows_decide() || all_parts_hold(segment);
    }

    void put(std::size_t slot, std::size_t part) {
        part_of_slot_[slot] = static_cast<std::uint32_t>(part);
        parts_[part].types += slots_.all()[slot].types;
        parts_[part].rows += slots_.all()[slot].rows;
    }

    bool all_parts_hold(Segment segment) {
        std::size_t begin = segment.begin;
        for (const Part& part : parts_) {
            const auto piece = types_of({begin, begin + part.types});
            if (!checker_.holds(part.rows, {&piece, 1})) {
                return false;
            }
            begin += part.types;
        }
        return true;
    }

    /// Split a hierarchy axis into the children of the class's label. Children that do not hold
    /// are pooled and keep the label; the smallest others join them until the pool holds.
    bool branch(Segment segment, std::size_t axis) {
        const Extent extent = bounds_.extent(axis);
        const auto below = static_cast<Level>(axes_[axis].level(extent) - 1);
        slots_.count(records_, segment, axis, extent, &axes_[axis].runs(below));
        pooled_.clear();
        for (const Slot& slot : slots_.all()) {
            pooled_.push_back(checker_.rows_hold(slot.rows) ? 0 : 1);
        }
        if (std::find(pooled_.begin(), pooled_.end(), 0) == pooled_.end()) {
            return false;
        }
        pieces_.clear();
        if (!checker_.rows_decide()) {
            scatter_slots(segment);
            judge_slots(segment);
        }
        if (!fill_pool()) {
            return false;
        }
        gather_parts();
        scatter(segment);
        return true;
    }

    /// \pre the records lie slot by slot.
    void judge_slots(Segment segment) {
        std::size_t begin = segment.begin;
        for (std::size_t slot = 0; slot < slots_.all().size(); ++slot) {
            const std::size_t end = begin + slots_.all()[slot].types;
            pieces_.push_back(types_of({begin, end}));
            if (pooled_[slot] == 0 &&
                !checker_.holds(slots_.all()[slot].rows, {&pieces_[slot], 1})) {
                pooled_[slot] = 1;
            }
            begin = end;
        }
    }

    /// Add slots to the pool until it holds; false if nothing but the pool is left.
    bool fill_pool() {
        std::uint64_t rows = 0;
        pool_pieces_.clear();
        by_rows_.clear();
        for (std::size_t slot = 0; slot < pooled_.size(); ++slot) {
            if (pooled_[slot] == 0) {
                by_rows_.emplace_back(slots_.all()[slot].rows, slot);
                continue;
            }
            rows += slots_.all()[slot].rows;
            add_piece(slot);
        }
        std::sort(by_rows_.begin(), by_rows_.end());
        std::size_t next = 0;
        while (rows > 0 && next < by_rows_.size() && !checker_.holds(rows, pool_pieces_)) {
            pooled_[by_rows_[next].second] = 1;
            rows += by_rows_[next].first;
            add_piece(by_rows_[next++].second);
        }
        return next < by_rows_.size() && (rows == 0 || may_stay_starred(rows));
    }

    void add_piece(std::size_t slot) {
        if (!checker_.rows_decide()) {
            pool_pieces_.push_back(pieces_[slot]);
        }
    }

    /// The pool, if there is one, and each slot that is not in it.
    void gather_parts() {
        const bool any_pooled = std::find(pooled_.begin(), pooled_.end(), 1) != pooled_.end();
        parts_.assign(any_pooled ? 1 : 0, Part{});
        part_of_slot_.resize(pooled_.size());
        for (std::size_t slot = 0; slot < pooled_.size(); ++slot) {
            if (pooled_[slot] == 0) {
                parts_.push_back({});
            }
            put(slot, pooled_[slot] == 0 ? parts_.size() - 1 : 0);
        }
    }

    /// Make each slot a part and lay the records out so.
    void scatter_slots(Segment segment) {
        parts_.clear();
        part_of_slot_.resize(slots_.all().size());
        for (std::size_t slot = 0; slot < slots_.all().size(); ++slot) {
            parts_.push_back({});
            put(slot, slot);
        }
        scatter(segment);
    }

    struct Cursor {
        Lane* lanes;
        std::uint32_t* types;
        std::uint32_t* counts;
    };

    [[nodiscard]] static Cursor cursor_at(Records<Lane>& records, std::size_t place) {
        return {records.lanes.data() + place * records.stride,
                records.types.data() + place,
                records.counts.data() + place};
    }

    /// Lay the records out part by part, in each part in their order. The first part closes up in
    /// place, which never overtakes the reading; the others wait in the spare records.
    void scatter(Segment segment) {
        const std::size_t others = segment.size() - parts_[0].types;
        if (spare_.types.size() < others) {
            spare_.resize(others);
        }
        cursors_.assign(1, cursor_at(records_, segment.begin));
        std::size_t place = 0;
        for (std::size_t part = 1; part < parts_.size(); ++part) {
            cursors_.push_back(cursor_at(spare_, place));
            place += parts_[part].types;
        }
        const std::size_t stride = records_.stride;
        const Lane* lanes = records_.lanes.data() + segment.begin * stride;
        for (std::size_t i = segment.begin; i < segment.end; ++i, lanes += stride) {
            Cursor& to = cursors_[part_of_slot_[slots_.slot_of(records_, i)]];
            for (std::size_t c = 0; c < stride; c += kLaneGroup) {
                std::copy_n(lanes + c, kLaneGroup, to.lanes + c);
            }
            to.lanes += stride;
            *to.types++ = records_.types[i];
            *to.counts++ = records_.counts[i];
        }
        const Cursor back = cursor_at(records_, segment.begin + parts_[0].types);
        std::copy_n(spare_.lanes.data(), others * stride, back.lanes);
        std::copy_n(spare_.types.data(), others, back.types);
        std::copy_n(spare_.counts.data(), others, back.counts);
    }

    void list_children(Segment segment, std::vector<Segment>& children) const {
        std::size_t begin = segment.begin;
        for (const Part& part : parts_) {
            children.push_back({begin, begin + part.types});
            begin += part.types;
        }
    }

    const std::vector<Axis>& axes_;
    Records<Lane>& records_;
    ClassChecker checker_;
    std::uint64_t least_rows_;
    std::uint64_t star_limit_;
    Bounds<Lane> bounds_;
    bool all_starred_ = false;
    Slots<Lane> slots_;
    std::vector<std::pair<double, std::size_t>> order_;
    std::vector<Part> parts_;
    std::vector<std::uint32_t> part_of_slot_;
    std::vector<std::uint8_t> pooled_;
    std::vector<std::pair<std::uint64_t, std::size_t>> by_rows_;
    std::vector<std::span<const std::uint32_t>> pieces_;
    std::vector<std::span<const std::uint32_t>> pool_pieces_;
    std::vector<Cursor> cursors_;
    Records<Lane> spare_;
};

/// What a record's place is the start of.
enum Start : std::uint8_t { kNoStart, kClass, kFailingClass };

/// Drives the division of one problem.
template <class Lane>
class Partitioner {
public:
    Partitioner(const Problem& problem, const std::vector<Axis>& axes, const RunContext& context)
        : problem_(problem), axes_(axes), context_(context) {
        // A limit on nodes must stop at the same class every time: one thread, in breadth.
        limited_ = context.node_limit != std::numeric_limits<std::uint64_t>::max();
        threads_ = limited_ || problem.row_types.size() < kTaskTypes ? 1 : context.threads;
    }

    TypePartition run() {
        fill_records();
        starts_.assign(records_.types.size(), kNoStart);
        const std::vector<Segment> roots = make_roots();
        if (threads_ > 1) {
            run_parallel(roots);
        } else {
            Divider<Lane> divider = make_divider();
            work(divider, roots, [](Segment) { return false; });
        }
        return result();
    }

private:
    Divider<Lane> make_divider() {
        return Divider<Lane>(problem_, axes_, records_, problem_.suppression_limit);
    }

    void fill_records() {
        const RowTypes& types = problem_.row_types;
        records_.stride = (axes_.size() + kLaneGroup - 1) / kLaneGroup * kLaneGroup;
        records_.lanes.resize(types.size() * records_.stride);
        records_.types.resize(types.size());
        records_.counts = types.counts;
        parallel_for(types.size(), kTaskTypes, threads_, [&](std::size_t begin, std::size_t end) {
            for (std::size_t i = begin; i < end; ++i) {
                records_.types[i] = static_cast<std::uint32_t>(i);
            }
            for (std::size_t axis = 0; axis < axes_.size(); ++axis) {
                types.columns[axis].visit([&](const auto codes) {
                    for (std::size_t i = begin; i < end; ++i) {
                        records_.lanes[i * records_.stride + axis] =
                            static_cast<Lane>(axes_[axis].place_of(codes[i]));
                    }
                });
            }
        });
    }

    /// The whole table, taken apart only where the greatest allowed level is below the top.
    std::vector<Segment> make_roots() {
        std::vector<Segment> roots;
        if (!records_.types.empty()) {
            roots.push_back({0, records_.types.size()});
        }
        Divider<Lane> divider = make_divider();
        for (std::size_t axis = 0; axis < axes_.size(); ++axis) {
            const QuasiIdentifier& attribute = problem_.quasi_identifiers[axis];
            if (axes_[axis].by_range() ||
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
                starts_[root.begin] = kFailingClass;
            }
        }
        return holding;
    }

    void run_parallel(const std::vector<Segment>& roots) {
        tbb::task_arena arena(static_cast<int>(threads_));
        tbb::enumerable_thread_specific<Divider<Lane>> dividers([this] { return make_divider(); });
        arena.execute([&] {
            tbb::task_group group;
            std::function<void(Segment)> start = [&](Segment segment) {
                work(dividers.local(), {segment}, [&](Segment child) {
                    if (child.size() < kTaskTypes) {
                        return false;
                    }
                    group.run([&start, child] { start(child); });
                    return true;
                });
            };
            for (const Segment root : roots) {
                group.run([&start, root] { start(root); });
            }
            group.wait();
        });
    }

    /// Divide segments until none can be; `hand_over` may take a child for another thread.
    template <class HandOver>
    void work(Divider<Lane>& divider, const std::vector<Segment>& segments, HandOver hand_over) {
        std::deque<Segment> open(segments.begin(), segments.end());
        std::vector<Segment> children;
        while (!open.empty()) {
            const Segment segment = limited_ ? open.front() : open.back();
            if (limited_) {
                open.pop_front();
            } else {
                open.pop_back();
            }
            children.clear();
            if (should_stop() || !divider.divide(segment, children)) {
                settle(segment);
                continue;
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
        return stopped_.load(std::memory_order_relaxed);
    }

    void settle(Segment segment) {
        starts_[segment.begin] = kClass;
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
            if (starts_[i] != kNoStart) {
                out.starts.push_back(i);
                out.failing.push_back(starts_[i] == kFailingClass ? 1 : 0);
            }
        }
        const std::size_t classes = out.starts.size();
        out.starts.push_back(starts_.size());
        out.extents.resize(classes * axes_.size());
        out.rows.resize(classes);
        parallel_for(classes, kTaskTypes, threads_, [&](std::size_t begin, std::size_t end) {
            Bounds<Lane> bounds;
            for (std::size_t i = begin; i < end; ++i) {
                bounds.measure(records_, {out.starts[i], out.starts[i + 1]});
                out.rows[i] = bounds.rows;
                for (std::size_t axis = 0; axis < axes_.size(); ++axis) {
                    out.extents[i * axes_.size() + axis] = bounds.extent(axis);
                }
            }
        });
        out.types = std::move(records_.types);
        out.divisions = divisions_;
        out.stopped = stopped_;
        return out;
    }

    const Problem& problem_;
    const std::vector<Axis>& axes_;
    const RunContext& context_;
    bool limited_ = false;
    unsigned threads_ = 1;
    Records<Lane> records_;
    std::vector<std::uint8_t> starts_;
    std::atomic<std::uint64_t> divisions_{0};
    std::atomic<std::size_t> settled_{0};
    std::atomic<bool> stopped_{false};
    std::mutex progress_lock_;
};

}  // namespace

TypePartition divide_types(const Problem& problem,
                           const std::vector<Axis>& axes,
                           const RunContext& context) {
    const bool narrow = std::all_of(
        axes.begin(), axes.end(), [](const Axis& axis) { return axis.size() <= 0x10000; });
    return narrow ? Partitioner<std::uint16_t>(problem, axes, context).run()
                  : Partitioner<std::uint32_t>(problem, axes, context).run();
}

}  // namespace kanon
