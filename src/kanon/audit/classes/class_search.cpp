// SPDX-License-Identifier: Apache-2.0
#include "kanon/audit/classes/class_search.hpp"

#include "kanon/audit/matching/flow.hpp"

#include <algorithm>
#include <cstddef>
#include <map>
#include <numeric>

namespace kanon::auditing {
namespace {

/// Steps of one release: ways tried, and edges of flows.
constexpr std::uint64_t kMostClassSteps = 20'000'000;

}  // namespace

/// What was seen of a class.
struct ClassSearch::Figures {
    std::optional<double> worst;
    bool some_hold = false;
    bool some_break = false;
    bool gave_up = false;

    [[nodiscard]] bool is_settled() const { return gave_up || (some_hold && some_break); }
};

/// Fills one class in every way.
class ClassSearch::OfClass {
public:
    OfClass(ClassSearch& search, const PrivacyModel& model, const std::vector<std::uint32_t>& types)
        : search_(search), model_(model), types_(types), left_(search.sides_.original.counts) {
        list_others();
        list_values();
        views_.resize(search.evidence_.problem->tracked.size());
    }

    Figures run() {
        fill(0, 0, search_.sides_.released.counts[types_[0]]);
        return figures_;
    }

private:
    /// Rows of an original type that have one hidden value.
    struct Rows {
        std::uint32_t type = 0;
        Code value = 0;
        std::uint32_t left = 0;
    };

    /// The released types whose matches the class may take away, by originals in common.
    void list_others() {
        const EdgesOfTypes& edges = search_.edges_;
        std::vector<bool> seen(edges.size());
        std::vector<std::uint32_t> waiting = types_;
        for (const std::uint32_t type : types_) {
            seen[type] = true;
        }
        std::vector<bool> reached(search_.sources_.size());
        while (!waiting.empty()) {
            const std::uint32_t type = waiting.back();
            waiting.pop_back();
            for (const std::uint32_t original : edges[type]) {
                if (reached[original]) {
                    continue;
                }
                reached[original] = true;
                for (const std::uint32_t other : search_.sources_[original]) {
                    if (!seen[other]) {
                        seen[other] = true;
                        waiting.push_back(other);
                        others_.push_back(other);
                    }
                }
            }
        }
        for (const std::uint32_t other : others_) {
            edges_of_others_.push_back(edges[other]);
            cost_of_flow_ += edges[other].size();
        }
        cost_of_flow_ += left_.size();
    }

    void list_values() {
        const Histograms& values = search_.sides_.original.histograms[search_.hidden_];
        std::map<std::uint32_t, std::vector<std::size_t>> places;  // of an original type
        for (const std::uint32_t type : types_) {
            rows_of_.emplace_back();
            for (const std::uint32_t original : search_.edges_[type]) {
                const auto [entry, is_new] = places.try_emplace(original);
                for (std::uint32_t at = values.offsets[original];
                     is_new && at < values.offsets[original + 1];
                     ++at) {
                    entry->second.push_back(rows_.size());
                    rows_.push_back(
                        {.type = original, .value = values.values[at], .left = values.counts[at]});
                }
                rows_of_.back().insert(
                    rows_of_.back().end(), entry->second.begin(), entry->second.end());
            }
        }
    }

    /// Fill `missing` rows of the class's type at `place` from its candidates from `next` on, then
    /// the types behind it.
    void fill(std::size_t place, std::size_t next, std::uint32_t missing) {
        if (figures_.is_settled() || ++search_.steps_ > kMostClassSteps) {
            figures_.gave_up = figures_.gave_up || search_.steps_ > kMostClassSteps;
            return;
        }
        if (missing == 0) {
            if (place + 1 == types_.size()) {
                judge();
            } else {
                fill(place + 1, 0, search_.sides_.released.counts[types_[place + 1]]);
            }
            return;
        }
        if (next == rows_of_[place].size()) {
            return;
        }
        Rows& rows = rows_[rows_of_[place][next]];
        const std::uint32_t most = std::min(rows.left, missing);
        for (std::uint32_t taken = most + 1; taken-- > 0;) {
            rows.left -= taken;
            left_[rows.type] -= taken;
            values_[rows.value] += taken;
            fill(place, next + 1, missing - taken);
            rows.left += taken;
            left_[rows.type] += taken;
            values_[rows.value] -= taken;
        }
    }

    /// Judge the class as it is filled, if that says anything new and the others can be matched.
    void judge() {
        codes_.clear();
        counts_.clear();
        for (const auto& [code, count] : values_) {
            if (count > 0) {
                codes_.push_back(code);
                counts_.push_back(count);
            }
        }
        views_[*model_.tracked()] = {.values = codes_, .counts = counts_};
        const ClassView view{
            .rows = std::accumulate(counts_.begin(), counts_.end(), std::uint64_t{0}),
            .histograms = views_,
            .population = 0};
        const bool holds = model_.holds(view);
        const double figure = model_.achieved(view);
        const bool is_worse =
            !figures_.worst ||
            (model_.more_is_better() ? figure < *figures_.worst : figure > *figures_.worst);
        const bool is_known = holds ? figures_.some_hold : figures_.some_break;
        if ((is_known && !is_worse) || !others_can_be_matched()) {
            return;
        }
        (holds ? figures_.some_hold : figures_.some_break) = true;
        figures_.worst = is_worse ? figure : *figures_.worst;
    }

    [[nodiscard]] bool others_can_be_matched() {
        search_.steps_ += cost_of_flow_;
        std::vector<std::uint32_t> supply;
        for (const std::uint32_t other : others_) {
            supply.push_back(search_.sides_.released.counts[other]);
        }
        std::vector<std::uint32_t> demand = left_;
        static_cast<void>(ship(edges_of_others_, supply, demand));
        return std::ranges::all_of(supply, [](std::uint32_t rows) { return rows == 0; });
    }

    ClassSearch& search_;
    const PrivacyModel& model_;
    const std::vector<std::uint32_t>& types_;
    std::vector<std::uint32_t> left_;    ///< rows of each original type
    std::vector<std::uint32_t> others_;  ///< released types
    std::vector<std::vector<std::uint32_t>> edges_of_others_;
    std::uint64_t cost_of_flow_ = 0;
    std::vector<Rows> rows_;                         ///< candidates of the class
    std::vector<std::vector<std::size_t>> rows_of_;  ///< those of each of its types
    std::map<Code, std::uint32_t> values_;           ///< of the rows taken
    std::vector<Code> codes_;
    std::vector<std::uint32_t> counts_;
    std::vector<HistogramView> views_;
    Figures figures_;
};

ClassSearch::ClassSearch(const Evidence& evidence,
                         const MatchingTypes& sides,
                         const EdgesOfTypes& edges,
                         std::size_t hidden)
    : evidence_(evidence), sides_(sides), edges_(edges), hidden_(hidden) {
    sources_.resize(sides.original.size());
    for (std::uint32_t type = 0; type < edges.size(); ++type) {
        for (const std::uint32_t original : edges[type]) {
            sources_[original].push_back(type);
        }
    }
}

std::optional<UndecidedClass> ClassSearch::judge(const PrivacyModel& model,
                                                 const std::vector<std::uint32_t>& types) {
    const Figures found = OfClass(*this, model, types).run();
    if (found.is_settled()) {
        return UndecidedClass{.is_open = true};
    }
    if (!found.some_hold) {
        return std::nullopt;  // broken in this matching as in every other
    }
    return UndecidedClass{.is_open = false, .least = found.worst.value_or(0)};
}

}  // namespace kanon::auditing
