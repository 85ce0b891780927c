// SPDX-License-Identifier: Apache-2.0
#include "kanon/audit/cells/aggregate_search.hpp"

#include "kanon/audit/cells/aggregate_judge.hpp"
#include "kanon/audit/matching/pairing.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstddef>
#include <iterator>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <system_error>
#include <tuple>
#include <utility>
#include <vector>

namespace kanon::auditing {
namespace {

/// Steps of one search; each looks at one original row for one released row.
constexpr std::uint64_t kMostSteps = 10'000'000;

/// Rows of tables beyond are not searched: the search goes as deep as there are rows.
constexpr std::size_t kMostRows = 20'000;

/// What the mean of a class can still become.
class MeanBounds {
public:
    MeanBounds(const Dictionary& numbers, const Aggregate& aggregate)
        : numbers_(&numbers), half_(std::pow(10.0, -static_cast<double>(aggregate.digits)) / 2) {
        for (Code code = 0; code < numbers.value_count(); ++code) {
            least_ = std::min(least_, numbers.number(code));
            most_ = std::max(most_, numbers.number(code));
        }
    }

    /// False if no `left` further rows can bring the sum to `rows` times the mean. Rounding of
    /// doubles is allowed for: what is near is left to the exact judge.
    [[nodiscard]] bool can_reach(double sum,
                                 std::size_t left,
                                 std::size_t rows,
                                 double mean) const {
        const auto size = static_cast<double>(rows);
        const auto more = static_cast<double>(left);
        const double widest = std::max({std::abs(least_), std::abs(most_), std::abs(mean)});
        const double slack = size * (half_ + 1e-9 * (widest + 1));
        return sum + more * least_ <= size * mean + slack &&
               sum + more * most_ >= size * mean - slack;
    }

    [[nodiscard]] double number(Code code) const { return numbers_->number(code); }

private:
    const Dictionary* numbers_;
    double half_;  ///< of a unit of the last digit
    double least_ = std::numeric_limits<double>::infinity();
    double most_ = -std::numeric_limits<double>::infinity();
};

/// None for what is no plain decimal number: then nothing is said of it before the exact judge.
std::optional<double> number_of(const std::string& text) {
    double out = 0;
    const char* const end = text.data() + text.size();
    const auto [stop, fault] = std::from_chars(text.data(), end, out);
    return fault == std::errc{} && stop == end ? std::optional(out) : std::nullopt;
}

/// An attribute that is released by aggregates.
struct AggregatedAttribute {
    std::size_t place = 0;  ///< among the attributes of the release
    const Column* original = nullptr;
    AggregateJudge judge;
    std::optional<MeanBounds> bounds{};
    std::vector<std::optional<double>> means{};  ///< per released mean
    std::vector<std::vector<double>> sums{};     ///< per class: of the first rows taken, of two...
};

/// A released row whose original is sought.
struct SoughtRow {
    std::uint32_t row = 0;
    std::uint32_t of_class = 0;
    bool is_last = false;         ///< of its class
    bool is_as_the_last = false;  ///< released like the row sought before, so theirs may ascend
};

class Searcher {
public:
    Searcher(const Evidence& evidence, bool in_order)
        : evidence_(evidence), in_order_(in_order), used_(evidence.original_rows(), false) {
        for (std::size_t place = 0; place < attributes().size(); ++place) {
            const ReleasedAttribute& attribute = attributes()[place];
            if (!attribute.aggregate) {
                continue;
            }
            const Dictionary& dictionary = *attribute.original->dictionary;
            attributes_.push_back({.place = place,
                                   .original = attribute.original.get(),
                                   .judge = AggregateJudge(dictionary, *attribute.aggregate)});
            if (attribute.aggregate->kind == Aggregate::Kind::mean) {
                attributes_.back().bounds.emplace(dictionary, *attribute.aggregate);
                std::ranges::transform(attribute.reading.domain.means,
                                       std::back_inserter(attributes_.back().means),
                                       number_of);
                attributes_.back().sums.assign(classes().size(), {0.0});
            }
        }
        list_rows();
        find_equals();
        taken_.resize(classes().size());
    }

    [[nodiscard]] AggregateSearch run() {
        if (rows_.size() > used_.size()) {
            return {};  // more rows than there are: a fault of its own
        }
        if (const std::optional<std::uint64_t> row = impossible_class()) {
            return {.verdict = AggregateSearch::Verdict::wrong, .row = *row};
        }
        limit_ = steps_ + kMostSteps;
        if (extend(0, rows_.size())) {
            return {.verdict = AggregateSearch::Verdict::right, .aggregates = aggregates()};
        }
        return {.verdict = steps_ < limit_ ? AggregateSearch::Verdict::wrong
                                           : AggregateSearch::Verdict::undecided};
    }

private:
    [[nodiscard]] const ReleasedClasses& classes() const { return *evidence_.classes; }

    [[nodiscard]] const std::vector<ReleasedAttribute>& attributes() const {
        return classes().attributes();
    }

    /// The rows in the order in which they are sought: as they stand, or class by class, the
    /// smallest first, in a class by what is released beside it.
    void list_rows() {
        for (std::size_t row = 0; row < evidence_.released_rows(); ++row) {
            const std::uint32_t of_class = classes().class_of_row()[row];
            if (in_order_ || !evidence_.is_suppressed(row)) {
                rows_.push_back({.row = static_cast<std::uint32_t>(row), .of_class = of_class});
            }
        }
        if (!in_order_) {
            std::ranges::stable_sort(rows_, [this](const SoughtRow& a, const SoughtRow& b) {
                return std::tuple(classes().rows()[a.of_class], a.of_class, kept_codes(a.row)) <
                       std::tuple(classes().rows()[b.of_class], b.of_class, kept_codes(b.row));
            });
        }
        std::vector<std::size_t> last(classes().size(), 0);
        for (std::size_t place = 0; place < rows_.size(); ++place) {
            last[rows_[place].of_class] = place;
            rows_[place].is_as_the_last =
                !in_order_ && place > 0 && rows_[place - 1].of_class == rows_[place].of_class &&
                kept_codes(rows_[place - 1].row) == kept_codes(rows_[place].row);
        }
        for (std::size_t place = 0; place < rows_.size(); ++place) {
            rows_[place].is_last = last[rows_[place].of_class] == place &&
                                   !classes().is_suppressed(rows_[place].of_class);
        }
    }

    [[nodiscard]] std::vector<Code> kept_codes(std::uint32_t row) const {
        std::vector<Code> out;
        for (const KeptColumn& column : evidence_.kept) {
            out.push_back(column.released->codes[row]);
        }
        return out;
    }

    /// Of each original row the one before it that is the same in all that is looked at.
    void find_equals() {
        std::map<std::vector<Code>, std::uint32_t> last;
        before_.assign(used_.size(), kNone);
        for (std::uint32_t row = 0; row < used_.size(); ++row) {
            std::vector<Code> codes;
            for (const KeptColumn& column : evidence_.kept) {
                codes.push_back(column.expected[column.original->codes[row]]);
            }
            for (const RecodedColumn& column : evidence_.recoded) {
                codes.push_back(column.original().codes[row]);
            }
            const auto [entry, is_new] = last.try_emplace(std::move(codes), row);
            before_[row] = is_new ? kNone : entry->second;
            entry->second = row;
        }
    }

    /// A released row, 1-based, of a class that no original rows can make, whatever the others are.
    [[nodiscard]] std::optional<std::uint64_t> impossible_class() {
        if (in_order_) {
            return std::nullopt;
        }
        for (std::size_t begin = 0; begin < rows_.size();) {
            std::size_t end = begin;
            std::uint32_t first = rows_[begin].row;
            while (end < rows_.size() && rows_[end].of_class == rows_[begin].of_class) {
                first = std::min(first, rows_[end].row);
                ++end;
            }
            limit_ = steps_ + (kMostSteps * (end - begin) / rows_.size());
            const bool is_possible = extend(begin, end) || steps_ >= limit_;
            forget(begin, end);
            if (!is_possible) {
                return std::uint64_t{first} + 1;
            }
            begin = end;
        }
        return std::nullopt;
    }

    /// Let the rows of [place, end) stand for originals; false if that cannot be, or after all
    /// steps. What was taken stays taken if it can be.
    bool extend(std::size_t place, std::size_t end) {
        if (place == end) {
            return true;
        }
        const SoughtRow& sought = rows_[place];
        const bool ascends = place > 0 && (in_order_ || sought.is_as_the_last) && !picks_.empty();
        std::uint32_t original = ascends ? picks_.back() + 1 : 0;
        const std::size_t stop = in_order_ ? used_.size() - (end - place) + 1 : used_.size();
        for (; original < stop && steps_ < limit_; ++original) {
            if (used_[original] || is_repeated(original, ascends)) {
                continue;
            }
            ++steps_;
            if (!fits(evidence_, sought.row, original)) {
                continue;
            }
            take(sought, original);
            if (is_open_or_right(sought) && extend(place + 1, end)) {
                return true;
            }
            give_back(sought, original);
        }
        return false;
    }

    /// True if an equal row that could be taken as well stands before.
    [[nodiscard]] bool is_repeated(std::uint32_t original, bool ascends) const {
        const std::uint32_t before = in_order_ ? kNone : before_[original];
        return before != kNone && !used_[before] && (!ascends || before > picks_.back());
    }

    void take(const SoughtRow& sought, std::uint32_t original) {
        used_[original] = true;
        picks_.push_back(original);
        taken_[sought.of_class].push_back(original);
        for (AggregatedAttribute& attribute : attributes_) {
            if (attribute.bounds) {
                std::vector<double>& sums = attribute.sums[sought.of_class];
                sums.push_back(sums.back() +
                               attribute.bounds->number(attribute.original->codes[original]));
            }
        }
    }

    void give_back(const SoughtRow& sought, std::uint32_t original) {
        used_[original] = false;
        picks_.pop_back();
        taken_[sought.of_class].pop_back();
        for (AggregatedAttribute& attribute : attributes_) {
            if (attribute.bounds) {
                attribute.sums[sought.of_class].pop_back();
            }
        }
    }

    void forget(std::size_t begin, std::size_t end) {
        for (const std::uint32_t original : picks_) {
            used_[original] = false;
        }
        picks_.clear();
        for (std::size_t place = begin; place < end; ++place) {
            taken_[rows_[place].of_class].clear();
            for (AggregatedAttribute& attribute : attributes_) {
                if (attribute.bounds) {
                    attribute.sums[rows_[place].of_class].resize(1);
                }
            }
        }
    }

    /// The released aggregate of a class; null: a star, or a fault of its own.
    [[nodiscard]] const ReleasedValue* released(const AggregatedAttribute& attribute,
                                                std::uint32_t of_class) const {
        const ReadDomain& reading = attributes()[attribute.place].reading;
        const Code code = classes().codes(attribute.place)[of_class];
        const bool is_one =
            reading.readable[code] && is_aggregate(reading.domain.values[code].kind);
        return is_one ? &reading.domain.values[code] : nullptr;
    }

    /// False if the aggregates of the row's class are wrong, or can no longer become right.
    [[nodiscard]] bool is_open_or_right(const SoughtRow& sought) {
        if (classes().is_suppressed(sought.of_class)) {
            return true;
        }
        return std::ranges::all_of(attributes_, [&](const AggregatedAttribute& attribute) {
            const ReleasedValue* value = released(attribute, sought.of_class);
            return value == nullptr || (sought.is_last ? is_right(attribute, sought, *value)
                                                       : is_open(attribute, sought, *value));
        });
    }

    [[nodiscard]] bool is_open(const AggregatedAttribute& attribute,
                               const SoughtRow& sought,
                               const ReleasedValue& value) const {
        if (!attribute.bounds) {
            return true;
        }
        const std::vector<double>& sums = attribute.sums[sought.of_class];
        const std::size_t rows = classes().rows()[sought.of_class];
        const std::optional<double> mean = attribute.means[value.first];
        return !mean ||
               attribute.bounds->can_reach(sums.back(), rows + 1 - sums.size(), rows, *mean);
    }

    [[nodiscard]] bool is_right(const AggregatedAttribute& attribute,
                                const SoughtRow& sought,
                                const ReleasedValue& value) {
        steps_ += taken_[sought.of_class].size();
        std::map<Code, std::uint32_t> counted;
        for (const std::uint32_t original : taken_[sought.of_class]) {
            ++counted[attribute.original->codes[original]];
        }
        std::vector<Code> codes;
        std::vector<std::uint32_t> counts;
        for (const auto& [code, count] : counted) {
            codes.push_back(code);
            counts.push_back(count);
        }
        return attribute.judge.is_right(value,
                                        attributes()[attribute.place].reading.domain,
                                        {.codes = codes, .counts = counts});
    }

    [[nodiscard]] std::uint64_t aggregates() const {
        std::uint64_t out = 0;
        for (std::uint32_t index = 0; index < classes().size(); ++index) {
            for (const AggregatedAttribute& attribute : attributes_) {
                out += released(attribute, index) != nullptr ? 1U : 0U;
            }
        }
        return out;
    }

    const Evidence& evidence_;
    bool in_order_;
    std::vector<AggregatedAttribute> attributes_;
    std::vector<SoughtRow> rows_;
    std::vector<bool> used_;             ///< per original row
    std::vector<std::uint32_t> before_;  ///< per original row: an equal one before it, or kNone
    std::vector<std::uint32_t> picks_;   ///< the originals taken, in the order of rows_
    std::vector<std::vector<std::uint32_t>> taken_;  ///< the same by class
    std::uint64_t steps_ = 0;
    std::uint64_t limit_ = 0;
};

}  // namespace

AggregateSearch search_aggregates(const Evidence& evidence, bool in_order) {
    if (std::max(evidence.released_rows(), evidence.original_rows()) > kMostRows) {
        return {};
    }
    return Searcher(evidence, in_order).run();
}

}  // namespace kanon::auditing
