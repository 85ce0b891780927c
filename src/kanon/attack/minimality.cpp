// SPDX-License-Identifier: Apache-2.0
#include "kanon/attack/minimality.hpp"

#include "kanon/base/check.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>
#include <numeric>
#include <optional>
#include <utility>

namespace kanon::attack {
namespace {

constexpr double kLeastLeft = 1e-9;  ///< share of the worlds below which rounding would decide
constexpr std::uint64_t kWorldsBetweenLooks = 4096;
constexpr double kSameCredible = 1e-9;  ///< credibilities that differ by less are equal

using Counts = std::vector<std::uint32_t>;

std::uint32_t sum_of(const Counts& counts) {
    return std::accumulate(counts.begin(), counts.end(), 0U);
}

double log_choose(std::uint32_t from, std::uint32_t some) {
    return std::lgamma(from + 1.0) - std::lgamma(some + 1.0) - std::lgamma(from - some + 1.0);
}

/// True if a sub-class with these rows of each value keeps every promise.
bool holds(const MinimalityRule& rule, const Counts& counts) {
    std::vector<Code> codes;
    Counts present;
    codes.reserve(counts.size());
    present.reserve(counts.size());
    for (std::size_t value = 0; value < counts.size(); ++value) {
        if (counts[value] > 0) {
            codes.push_back(rule.values[value]);
            present.push_back(counts[value]);
        }
    }
    std::vector<HistogramView> views(rule.place + 1);
    views[rule.place] = {.values = codes, .counts = present};
    return all_hold(rule.models, {.rows = sum_of(counts), .histograms = views});
}

/// The finer nodes, as bits, of which every sub-class of this class holds where its people have
/// these values.
std::uint32_t holding_nodes(const MinimalityRule& rule,
                            const PeopleOfClass& people,
                            const std::vector<Counts>& given) {
    std::uint32_t out = 0;
    for (std::size_t node = 0; node < rule.finer_nodes; ++node) {
        std::vector<Counts> parts;
        for (std::size_t i = 0; i < people.size(); ++i) {
            const std::size_t part = people[i].parts[node];
            parts.resize(std::max(parts.size(), part + 1), Counts(rule.values.size()));
            for (std::size_t value = 0; value < rule.values.size(); ++value) {
                parts[part][value] += given[i][value];
            }
        }
        const bool all =
            std::ranges::all_of(parts, [&](const Counts& part) { return holds(rule, part); });
        out |= all ? 1U << node : 0U;
    }
    return out;
}

/// The worlds of one class, as shares of all of its worlds, by the set of finer nodes that hold.
class ClassWorlds {
public:
    /// `worlds_left`: that may be looked at, of which those of this class are taken.
    ClassWorlds(const MinimalityRule& rule,
                const PeopleOfClass& people,
                const RunContext& context,
                std::uint64_t& worlds_left)
        : rule_(rule),
          people_(people),
          context_(context),
          worlds_left_(worlds_left),
          values_(rule.values.size()),
          left_(values_),
          given_(people.size(), Counts(values_)),
          share_(std::size_t{1} << rule.finer_nodes),
          of_person_(share_.size() * people.size() * values_) {
        for (const AlikePeople& alike : people) {
            rows_.push_back(sum_of(alike.counts));
            for (std::size_t value = 0; value < values_; ++value) {
                left_[value] += alike.counts[value];
            }
        }
        count();
    }

    /// False if there are more worlds than may be looked at; then nothing else is known.
    [[nodiscard]] bool is_whole() const { return is_whole_; }

    /// The share of worlds in which all nodes of a set hold.
    [[nodiscard]] double share(std::size_t nodes) const { return share_[nodes]; }

    /// The share of worlds in which these hold and one of these people has the value.
    [[nodiscard]] double share(std::size_t nodes, std::size_t alike, std::size_t value) const {
        return of_person_[place(nodes, alike, value)];
    }

    [[nodiscard]] std::uint32_t rows(std::size_t alike) const { return rows_[alike]; }

    /// The share of the class's rows that have the value.
    [[nodiscard]] double share_in_class(std::size_t value) const {
        return static_cast<double>(all_[value]) / static_cast<double>(sum_of(all_));
    }

private:
    void count() {
        all_ = left_;
        is_whole_ = give(0, 0, rows_.empty() ? 0 : rows_[0], sum_of(left_), 0);
        sum_over_supersets();
    }

    [[nodiscard]] std::size_t place(std::size_t nodes, std::size_t alike, std::size_t value) const {
        return (nodes * people_.size() + alike) * values_ + value;
    }

    /// Give values from `value` on to the people from `alike` on, of whom `open` of the first lack
    /// one; `log_share` is that of what was given. False: too many worlds.
    bool give(std::size_t alike,
              std::size_t value,
              std::uint32_t open,
              std::uint32_t rows_left,
              double log_share) {
        if (alike == people_.size()) {
            take_world(std::exp(log_share));
            return worlds_left_ > 0;
        }
        if (value == values_) {
            const std::uint32_t rest = rows_left - rows_[alike];
            const std::uint32_t next = alike + 1 < people_.size() ? rows_[alike + 1] : 0;
            return give(alike + 1, 0, next, rest, log_share - log_choose(rows_left, rows_[alike]));
        }
        const std::uint32_t before = left_[value];
        const std::uint32_t later = std::accumulate(
            left_.begin() + static_cast<std::ptrdiff_t>(value) + 1, left_.end(), 0U);
        bool goes_on = true;
        for (std::uint32_t some = open - std::min(open, later);
             some <= std::min(open, before) && goes_on;
             ++some) {
            given_[alike][value] = some;
            left_[value] = before - some;
            goes_on = give(
                alike, value + 1, open - some, rows_left, log_share + log_choose(before, some));
        }
        given_[alike][value] = 0;
        left_[value] = before;
        return goes_on;
    }

    void take_world(double share) {
        if (--worlds_left_ % kWorldsBetweenLooks == 0) {
            throw_if_cancelled(context_);
        }
        const std::size_t nodes = holding_nodes(rule_, people_, given_);
        share_[nodes] += share;
        for (std::size_t i = 0; i < people_.size(); ++i) {
            for (std::size_t value = 0; value < values_; ++value) {
                of_person_[place(nodes, i, value)] +=
                    share * static_cast<double>(given_[i][value]) / static_cast<double>(rows_[i]);
            }
        }
    }

    /// From worlds in which these nodes hold and no others, to those in which they hold.
    void sum_over_supersets() {
        const std::size_t block = people_.size() * values_;
        for (std::size_t bit = 1; bit < share_.size(); bit *= 2) {
            for (std::size_t nodes = 0; nodes < share_.size(); ++nodes) {
                if ((nodes & bit) != 0) {
                    continue;
                }
                share_[nodes] += share_[nodes | bit];
                for (std::size_t i = 0; i < block; ++i) {
                    of_person_[nodes * block + i] += of_person_[(nodes | bit) * block + i];
                }
            }
        }
    }

    const MinimalityRule& rule_;
    const PeopleOfClass& people_;
    const RunContext& context_;
    std::uint64_t& worlds_left_;
    std::size_t values_;
    Counts left_;                ///< per value: not given yet
    std::vector<Counts> given_;  ///< per people alike
    std::vector<double> share_;
    std::vector<double> of_person_;
    Counts rows_;  ///< of people alike
    Counts all_;   ///< per value
    bool is_whole_ = false;
};

/// True if as things are every finer node has a sub-class that breaks a promise.
bool is_minimal(std::span<const PeopleOfClass> classes, const MinimalityRule& rule) {
    std::uint32_t holding = (1U << rule.finer_nodes) - 1;
    for (const PeopleOfClass& people : classes) {
        std::vector<Counts> given;
        given.reserve(people.size());
        for (const AlikePeople& alike : people) {
            given.push_back(alike.counts);
        }
        holding &= holding_nodes(rule, people, given);
    }
    return holding == 0;
}

/// Per set of nodes the product over all classes but one: those before it times those after.
class ProductsOfOthers {
public:
    explicit ProductsOfOthers(const std::vector<ClassWorlds>& worlds, std::size_t sets)
        : sets_(sets), after_((worlds.size() + 1) * sets, 1), before_(sets, 1) {
        for (std::size_t index = worlds.size(); index-- > 0;) {
            for (std::size_t nodes = 0; nodes < sets; ++nodes) {
                after_[index * sets + nodes] =
                    worlds[index].share(nodes) * after_[(index + 1) * sets + nodes];
            }
        }
    }

    /// Of all classes.
    [[nodiscard]] double whole(std::size_t nodes) const { return after_[nodes]; }

    /// Of all but the class that is next.
    [[nodiscard]] double others(std::size_t nodes) const {
        return before_[nodes] * after_[(next_ + 1) * sets_ + nodes];
    }

    void step(const ClassWorlds& of_next) {
        for (std::size_t nodes = 0; nodes < sets_; ++nodes) {
            before_[nodes] *= of_next.share(nodes);
        }
        ++next_;
    }

private:
    std::size_t sets_;
    std::vector<double> after_;
    std::vector<double> before_;
    std::size_t next_ = 0;
};

double sign_of(std::size_t nodes) {
    return std::popcount(nodes) % 2 == 0 ? 1 : -1;
}

/// Take in the people of one class.
void add_class(const ClassWorlds& worlds,
               std::size_t groups,
               const MinimalityRule& rule,
               const ProductsOfOthers& products,
               double left,
               MinimalityFindings& out) {
    const std::size_t sets = std::size_t{1} << rule.finer_nodes;
    const std::uint64_t over_until_now = out.rows_over;
    for (std::size_t alike = 0; alike < groups; ++alike) {
        double greatest = 0;
        double greatest_before = 0;
        for (std::size_t value = 0; value < rule.values.size(); ++value) {
            double credible = 0;
            for (std::size_t nodes = 0; nodes < sets; ++nodes) {
                credible +=
                    sign_of(nodes) * worlds.share(nodes, alike, value) * products.others(nodes);
            }
            credible = std::clamp(credible / left, 0.0, 1.0);
            const double share = worlds.share_in_class(value);
            greatest = std::max(greatest, credible);
            greatest_before = std::max(greatest_before, share);
            out.greatest_gain = std::max(out.greatest_gain, credible - share);
        }
        const double limit = rule.bound + kSameCredible;
        out.rows_over += greatest > limit ? worlds.rows(alike) : 0;
        out.rows_over_before += greatest_before > limit ? worlds.rows(alike) : 0;
        out.greatest = std::max(out.greatest, greatest);
        out.greatest_before = std::max(out.greatest_before, greatest_before);
        out.rows += worlds.rows(alike);
    }
    out.classes_over += out.rows_over > over_until_now ? 1 : 0;
}

/// Credibilities of all people. \pre every class is whole
void weigh(const std::vector<ClassWorlds>& worlds,
           std::span<const PeopleOfClass> classes,
           const MinimalityRule& rule,
           MinimalityFindings& out) {
    const std::size_t sets = std::size_t{1} << rule.finer_nodes;
    ProductsOfOthers products(worlds, sets);
    double left = 0;
    for (std::size_t nodes = 0; nodes < sets; ++nodes) {
        left += sign_of(nodes) * products.whole(nodes);
    }
    if (left < kLeastLeft) {
        out.ending = MinimalityEnding::nearly_impossible;
        return;
    }
    for (std::size_t index = 0; index < classes.size(); ++index) {
        add_class(worlds[index], classes[index].size(), rule, products, left, out);
        products.step(worlds[index]);
    }
}

}  // namespace

std::string_view to_string(MinimalityEnding ending) {
    switch (ending) {
        case MinimalityEnding::found:
            return "found";
        case MinimalityEnding::not_minimal:
            return "not_minimal";
        case MinimalityEnding::too_many_worlds:
            return "too_many_worlds";
        case MinimalityEnding::nearly_impossible:
            return "nearly_impossible";
    }
    return "";
}

MinimalityFindings reason_from_minimality(std::span<const PeopleOfClass> classes,
                                          const MinimalityRule& rule,
                                          const RunContext& context) {
    constexpr std::size_t kMostFinerNodes = 12;
    KANON_CHECK(rule.finer_nodes <= kMostFinerNodes);
    MinimalityFindings out{.classes = classes.size()};
    if (!is_minimal(classes, rule)) {
        out.ending = MinimalityEnding::not_minimal;
        return out;
    }
    std::vector<ClassWorlds> worlds;
    worlds.reserve(classes.size());
    std::uint64_t worlds_left = rule.most_worlds;
    for (const PeopleOfClass& people : classes) {
        worlds.emplace_back(rule, people, context, worlds_left);
        if (!worlds.back().is_whole()) {
            out.ending = MinimalityEnding::too_many_worlds;
            return out;
        }
    }
    weigh(worlds, classes, rule, out);
    return out;
}

}  // namespace kanon::attack
