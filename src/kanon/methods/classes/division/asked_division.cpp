// SPDX-License-Identifier: Apache-2.0
#include "kanon/methods/classes/division/asked_division.hpp"

#include "kanon/methods/classes/division/dialogue.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <numeric>
#include <optional>
#include <utility>

namespace kanon::classes {
namespace {

constexpr std::size_t kSearchedAtOnce = 15;  ///< places asked about side by side: fewer rounds
constexpr std::size_t kMostAsked = 64;       ///< as many as Divider tries one after another

CountTerm term_of(PlaceRun run, std::int32_t factor = 1) {
    return {.run = run, .factor = factor};
}

class DivisionByAsking final : public AskedDivision {
public:
    DivisionByAsking(const std::vector<Axis>& axes,
                     const CoverLayout& layout,
                     std::span<const std::size_t> by_name,
                     std::uint64_t least_rows)
        : axes_(axes),
          layout_(layout),
          by_name_(by_name),
          least_rows_(static_cast<std::int64_t>(least_rows)) {}

    void begin(const CoveredClass& one) override {
        asking_.reset();
        result_.reset();
        parts_.clear();
        cover_.assign(one.cover.begin(), one.cover.end());
        rows_ = static_cast<std::int64_t>(one.rows);
        all_starred_ = starred_throughout(axes_, cover_);
        put_in_order();
        asking_.emplace(divide());
        asking_->start();
        take_result();
    }

    [[nodiscard]] bool is_done() const override { return asking_->is_done(); }

    [[nodiscard]] std::size_t attribute() const override { return attribute_; }

    [[nodiscard]] const CountQuestions& questions() const override { return dialogue_.questions; }

    void answer(std::span<const std::uint8_t> answers) override {
        dialogue_.answers = answers;
        dialogue_.asking.resume();
        take_result();
    }

    [[nodiscard]] const std::optional<PlaceDivision>& division() const override { return result_; }

private:
    void take_result() {
        if (asking_->is_done() && asking_->take()) {
            result_ = PlaceDivision{.attribute = attribute_, .parts = std::move(parts_)};
        }
    }

    [[nodiscard]] const Word* on(std::size_t axis) const {
        return cover_.data() + layout_.start(axis);
    }

    [[nodiscard]] const Axis& axis() const { return axes_[attribute_]; }

    [[nodiscard]] Extent extent() const { return extent_of(*on(attribute_)); }

    /// Attributes that may be divided, that which loses most first.
    void put_in_order() {
        order_.clear();
        for (std::size_t rank = 0; rank < by_name_.size(); ++rank) {
            const Axis& one = axes_[by_name_[rank]];
            if (one.divisible(on(by_name_[rank]))) {
                order_.emplace_back(-one.loss(on(by_name_[rank])), rank);
            }
        }
        std::ranges::sort(order_);
    }

    Asking<bool> divide() {
        for (const auto& [key, rank] : order_) {
            attribute_ = by_name_[rank];
            Asking<bool> tried = try_along();
            if (co_await tried) {
                co_return true;
            }
        }
        co_return false;
    }

    Asking<bool> try_along() {
        if (axis().by_set()) {
            return part();
        }
        return axis().by_range() ? cut() : branch();
    }

    void ask(std::span<const CountTerm> terms, std::int64_t least) {
        dialogue_.questions.add(terms, least);
    }

    void ask(PlaceRun run, std::int64_t least) {
        const CountTerm term = term_of(run);
        ask({&term, 1}, least);
    }

    /// The first place of [begin, end) of which the answer is yes, `end` if there is none; it is
    /// yes of all after it. `add` adds the question.
    template <class Add>
    Asking<std::size_t> first_yes(std::size_t begin, std::size_t end, Add add) {
        while (begin < end) {
            const std::size_t left = end - begin;
            const std::size_t asked = std::min(kSearchedAtOnce, left);
            const auto place = [=](std::size_t i) { return begin + (i + 1) * left / (asked + 1); };
            dialogue_.questions.clear();
            for (std::size_t i = 0; i < asked; ++i) {
                add(place(i));
            }
            const auto answers = co_await dialogue_.asked();
            const auto yes =
                static_cast<std::size_t>(std::ranges::find(answers, 1) - answers.begin());
            const std::size_t next = yes > 0 ? place(yes - 1) + 1 : begin;
            end = yes < asked ? place(yes) : end;
            begin = next;
        }
        co_return begin;
    }

    /// A range: missing values apart, or else at the middle row.
    Asking<bool> cut() {
        const Place low = extent().low;
        const Place high = extent().high;
        if (axis().is_missing(high)) {
            dialogue_.questions.clear();
            ask(PlaceRun{low, high}, least_rows_);
            ask(PlaceRun{high, high + 1}, least_rows_);
            const auto holds = co_await dialogue_.asked();
            if (holds[0] != 0 && holds[1] != 0) {
                take_two({low, high}, {high, high + 1});
                co_return true;
            }
            if (all_starred_) {
                co_return false;  // the part with missing values would stay starred
            }
        }
        Asking<std::size_t> middle = first_yes(low, high, [this, low](std::size_t place) {
            const CountTerm twice = term_of({low, static_cast<Place>(place) + 1}, 2);
            ask({&twice, 1}, rows_);
        });
        const std::size_t median = co_await middle;
        Asking<bool> beside = cut_beside(static_cast<Place>(median));
        co_return co_await beside;
    }

    /// Before a place or after it; the evener cut first, the lower side on a tie.
    Asking<bool> cut_beside(Place median) {
        const auto [low, high] = extent();
        const CountTerm below = term_of({low, median}, -1);
        const CountTerm with = term_of({low, median + 1}, -1);
        dialogue_.questions.clear();
        ask(PlaceRun{low, median}, least_rows_);
        ask({&with, 1}, least_rows_ - rows_);
        ask(std::array{below, with}, -rows_);
        const auto answers = co_await dialogue_.asked();
        const bool before = median > low && answers[0] != 0;
        const bool after = median < high && answers[1] != 0;
        const bool after_first = answers[2] != 0;
        if (!before && !after) {
            co_return false;
        }
        const Place at = after && (after_first || !before) ? median + 1 : median;
        take_two({low, at}, {at, high + 1});
        co_return true;
    }

    void take_two(PlaceRun lower, PlaceRun upper) { parts_ = {{lower}, {upper}}; }

    /// Runs of places under each child of the class's label.
    [[nodiscard]] std::vector<PlaceRun> children() const {
        const auto [low, high] = extent();
        const auto& run_of = axis().runs(static_cast<Level>(axis().level({low, high}) - 1));
        std::vector<PlaceRun> out;
        for (Place place = low; place <= high; ++place) {
            if (out.empty() || run_of[place] != run_of[place - 1]) {
                out.push_back({place, place});
            }
            out.back().end = place + 1;
        }
        return out;
    }

    /// The children of the label; those that do not hold are one part, which the smallest other
    /// child joins if that does not hold either: then it does.
    Asking<bool> branch() {
        const std::vector<PlaceRun> runs = children();
        dialogue_.questions.clear();
        for (const PlaceRun& run : runs) {
            ask(run, least_rows_);
        }
        std::vector<PlaceRun> holding;
        std::vector<PlaceRun> pool;
        const auto holds = co_await dialogue_.asked();
        for (std::size_t child = 0; child < runs.size(); ++child) {
            (holds[child] != 0 ? holding : pool).push_back(runs[child]);
        }
        if (holding.empty()) {
            co_return false;
        }
        Asking<bool> pooled = pool_children(std::move(holding), std::move(pool));
        co_return co_await pooled;
    }

    Asking<bool> pool_children(std::vector<PlaceRun> holding, std::vector<PlaceRun> pool) {
        Asking<PoolSize> sized = size_of(pool);
        const PoolSize size = co_await sized;
        if (size != PoolSize::none) {
            if (all_starred_ || (size == PoolSize::small && holding.size() == 1)) {
                co_return false;
            }
            if (size == PoolSize::small) {
                Asking<std::size_t> least = smallest(holding);
                const std::size_t joins = co_await least;
                pool.push_back(holding[joins]);
                holding.erase(holding.begin() + static_cast<std::ptrdiff_t>(joins));
            }
            std::ranges::sort(pool);
            parts_.push_back(std::move(pool));
        }
        for (const PlaceRun& run : holding) {
            parts_.push_back({run});
        }
        co_return parts_.size() > 1;
    }

    enum class PoolSize : std::uint8_t { none, small, holds };

    Asking<PoolSize> size_of(std::span<const PlaceRun> pool) {
        if (pool.empty()) {
            co_return PoolSize::none;
        }
        std::vector<CountTerm> terms;
        for (const PlaceRun& run : pool) {
            terms.push_back(term_of(run));
        }
        dialogue_.questions.clear();
        ask(terms, 1);
        ask(terms, least_rows_);
        const auto answers = co_await dialogue_.asked();
        co_return answers[0] == 0 ? PoolSize::none
        : answers[1] == 0         ? PoolSize::small
                                  : PoolSize::holds;
    }

    /// Of some runs that of the fewest rows, the first of equals.
    Asking<std::size_t> smallest(std::span<const PlaceRun> runs) {
        std::vector<std::size_t> left(runs.size());
        std::iota(left.begin(), left.end(), std::size_t{0});
        while (left.size() > 1) {
            dialogue_.questions.clear();
            for (std::size_t i = 0; i + 1 < left.size(); i += 2) {
                ask(std::array{term_of(runs[left[i + 1]]), term_of(runs[left[i]], -1)}, 0);
            }
            const auto first_wins = co_await dialogue_.asked();
            std::vector<std::size_t> winners;
            for (std::size_t i = 0; i < left.size(); i += 2) {
                const bool first = i + 1 == left.size() || first_wins[i / 2] != 0;
                winners.push_back(first ? left[i] : left[i + 1]);
            }
            left = std::move(winners);
        }
        co_return left[0];
    }

    /// A set: the most frequent values and the others, or else in the order of the values.
    Asking<bool> part() {
        std::vector<Place> places;
        for (Place place = 0; place < axis().size(); ++place) {
            if (set_holds(on(attribute_), place) != 0) {
                places.push_back(place);
            }
        }
        Asking<std::vector<Place>> sorted = by_frequency(places);
        const std::vector<Place> frequent = co_await sorted;
        Asking<bool> by_number = part_by_frequency(frequent);
        if (co_await by_number) {
            co_return true;
        }
        if (!axis().ranges_unlisted() || axis().is_listed(places.size())) {
            co_return false;
        }
        Asking<bool> in_order = part_in_order(places);
        co_return co_await in_order;
    }

    /// The most frequent first; of equals the first. Batcher's network, so that many are compared
    /// at once (Knuth, volume 3, algorithm 5.3.4 M).
    Asking<std::vector<Place>> by_frequency(std::vector<Place> places) {
        const std::size_t top = std::bit_ceil(places.size()) / 2;
        for (std::size_t p = top; p > 0; p /= 2) {
            std::size_t r = 0;
            std::size_t d = p;
            for (std::size_t q = top;; q /= 2) {
                Asking<bool> round = put_in_order(places, p, r, d);
                static_cast<void>(co_await round);
                if (q == p) {
                    break;
                }
                d = q - p;
                r = p;
            }
        }
        co_return places;
    }

    /// Every place i with the bits `r` of `p` and that at i + d.
    Asking<bool> put_in_order(std::vector<Place>& places,
                              std::size_t p,
                              std::size_t r,
                              std::size_t d) {
        dialogue_.questions.clear();
        for (std::size_t i = 0; i + d < places.size(); ++i) {
            if ((i & p) == r) {
                const auto [first, second] = std::minmax({places[i], places[i + d]});
                ask(std::array{term_of({first, first + 1}), term_of({second, second + 1}, -1)}, 0);
            }
        }
        if (dialogue_.questions.size() == 0) {
            co_return false;
        }
        const auto first_precedes = co_await dialogue_.asked();
        std::size_t asked = 0;
        for (std::size_t i = 0; i + d < places.size(); ++i) {
            if ((i & p) == r) {
                const auto [first, second] = std::minmax({places[i], places[i + d]});
                const bool as_they_are = first_precedes[asked++] != 0;
                places[i] = as_they_are ? first : second;
                places[i + d] = as_they_are ? second : first;
            }
        }
        co_return true;
    }

    /// Ask whether the first `count` of some places have at least so many rows, times a factor.
    void ask_first(std::span<const Place> places,
                   std::size_t count,
                   std::int32_t factor,
                   std::int64_t least) {
        std::vector<CountTerm> terms;
        for (const Place place : places.first(count)) {
            terms.push_back(term_of({place, place + 1}, factor));
        }
        ask(terms, least);
    }

    /// The least number of [begin, end) of first places that have at least so many rows, each
    /// counted `factor` times; `end` if there is none.
    Asking<std::size_t> least_first(std::span<const Place> places,
                                    PlaceRun counts,
                                    std::int32_t factor,
                                    std::int64_t least) {
        Asking<std::size_t> first =
            first_yes(counts.begin, counts.end, [this, places, factor, least](std::size_t count) {
                ask_first(places, count, factor, least);
            });
        co_return co_await first;
    }

    Asking<bool> part_by_frequency(std::span<const Place> frequent) {
        const std::size_t most = std::min(frequent.size() - 1, axis().most_values());
        const auto end = static_cast<Place>(most) + 1;
        // As many as have no more than half of the rows, one at least.
        Asking<std::size_t> half = least_first(frequent, {2, end}, 2, rows_ + 1);
        std::size_t count = co_await half - 1;
        if (count < most) {
            dialogue_.questions.clear();
            std::vector<CountTerm> terms;
            for (std::size_t i = 0; i <= count; ++i) {
                const PlaceRun run{frequent[i], frequent[i] + 1};
                terms.push_back(term_of(run, i == count ? -1 : -2));
            }
            ask(terms, 1 - rows_);
            const auto may_go_on = co_await dialogue_.asked();
            count += may_go_on[0];
        }
        Asking<std::size_t> lower = least_first(frequent, {1, end}, 1, least_rows_);
        const std::size_t least = co_await lower;
        Asking<std::size_t> upper = least_first(frequent, {1, end}, 1, rows_ - least_rows_ + 1);
        const std::size_t beyond = co_await upper;
        for (std::size_t off = 0; off < std::min(most, kMostAsked); ++off) {
            for (const std::size_t values : {count - std::min(off, count), count + off}) {
                if (values >= least && values < beyond && values <= most &&
                    !(all_starred_ && reads_as_star(frequent.subspan(values)))) {
                    take_sets(frequent, values);
                    co_return true;
                }
            }
        }
        co_return false;
    }

    Asking<bool> part_in_order(std::span<const Place> places) {
        const auto end = static_cast<Place>(places.size());
        Asking<std::size_t> half = least_first(places, {1, end}, 2, rows_ + 1);
        const std::size_t middle = co_await half - 1;
        Asking<std::size_t> lower = least_first(places, {1, end}, 1, least_rows_);
        const std::size_t least = co_await lower;
        Asking<std::size_t> upper = least_first(places, {1, end}, 1, rows_ - least_rows_ + 1);
        const std::size_t beyond = co_await upper;
        for (std::size_t off = 0; off < std::min(places.size(), kMostAsked); ++off) {
            for (const std::size_t place : {middle - std::min(off, middle), middle + off}) {
                if (place >= least && place < beyond &&
                    !(all_starred_ && reads_as_star(places.subspan(place)))) {
                    take_sets(places, place);
                    co_return true;
                }
            }
        }
        co_return false;
    }

    /// True if the class of these places reads as a star.
    [[nodiscard]] bool reads_as_star(std::span<const Place> places) const {
        const auto [low, high] = std::ranges::minmax(places);
        return !axis().is_listed(places.size()) && !axis().is_text_range({low, high});
    }

    void take_sets(std::span<const Place> places, std::size_t first) {
        parts_.resize(2);
        for (std::size_t i = 0; i < places.size(); ++i) {
            parts_[i < first ? 0 : 1].push_back({places[i], places[i] + 1});
        }
        std::ranges::sort(parts_[0]);
        std::ranges::sort(parts_[1]);
    }

    const std::vector<Axis>& axes_;
    const CoverLayout& layout_;
    std::span<const std::size_t> by_name_;
    std::int64_t least_rows_;
    std::vector<Word> cover_;
    std::int64_t rows_ = 0;
    bool all_starred_ = false;
    std::vector<std::pair<double, std::size_t>> order_;  ///< key, place in by_name_
    std::size_t attribute_ = 0;
    std::vector<std::vector<PlaceRun>> parts_;
    std::optional<PlaceDivision> result_;
    Dialogue dialogue_;
    std::optional<Asking<bool>> asking_;  // last: it uses all the others
};

}  // namespace

std::unique_ptr<AskedDivision> make_asked_division(const std::vector<Axis>& axes,
                                                   const CoverLayout& layout,
                                                   std::span<const std::size_t> by_name,
                                                   std::uint64_t least_rows) {
    return std::make_unique<DivisionByAsking>(axes, layout, by_name, least_rows);
}

}  // namespace kanon::classes
