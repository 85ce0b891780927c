// SPDX-License-Identifier: Apache-2.0
#include "kanon/audit/aggregates.hpp"

#include "kanon/audit/digit_sum.hpp"
#include "kanon/audit/exact_number.hpp"
#include "kanon/audit/rules.hpp"

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <span>

namespace kanon::auditing {
namespace {

/// The original values of one class and how many of its rows have each.
struct ClassValues {
    std::span<const Code> codes;
    std::span<const std::uint32_t> counts;

    [[nodiscard]] std::uint64_t rows() const {
        return std::accumulate(counts.begin(), counts.end(), std::uint64_t{0});
    }
};

/// Holds means against the sums of their classes, digit by digit.
class MeanJudge {
public:
    MeanJudge(const Dictionary& original, unsigned digits) : places_(digits) {
        std::vector<ExactNumber> numbers;
        numbers.reserve(original.value_count());
        for (Code code = 0; code < original.value_count(); ++code) {
            numbers.emplace_back(original.text(code));
            places_ = std::max(places_, numbers.back().places());
        }
        scaled_.reserve(numbers.size());
        for (const ExactNumber& number : numbers) {
            scaled_.emplace_back(number, places_);
        }
        half_ = DigitSum(ExactNumber("5e-" + std::to_string(digits + 1)), places_ + 1);
        tenfold_places_ = places_ + 1;
    }

    /// True if the number is the mean, rounded half away from zero: it is no farther from the mean
    /// than half a unit of the last digit, and if just as far, farther from zero.
    [[nodiscard]] bool is_mean(std::string_view released, const ClassValues& values) const {
        DigitSum sum;
        for (std::size_t i = 0; i < values.codes.size(); ++i) {
            sum.add(scaled_[values.codes[i]], values.counts[i]);
        }
        const auto rows = static_cast<std::uint32_t>(values.rows());
        DigitSum above;  // ten times: sum less rows times the number
        above.add(sum, 10U);
        above.subtract(DigitSum(ExactNumber(released), tenfold_places_), rows);
        const int side = above.sign();
        DigitSum beyond;  // how much farther that is than half a unit for each row
        side < 0 ? beyond.subtract(above, 1U) : beyond.add(above, 1U);
        beyond.subtract(half_, rows);
        return beyond.sign() < 0 || (beyond.sign() == 0 && side == -sum.sign());
    }

private:
    std::size_t places_;
    std::size_t tenfold_places_ = 0;
    std::vector<DigitSum> scaled_;  ///< per code: the number times 10^places_
    DigitSum half_;                 ///< half a unit of the last digit, times 10^(places_ + 1)
};

/// Values in ascending order: the first at which half of the rows are reached.
bool is_lower_median(Code released, const ClassValues& values) {
    const std::uint64_t rows = values.rows();
    std::uint64_t reached = 0;
    for (std::size_t i = 0; i < values.codes.size(); ++i) {
        reached += values.counts[i];
        if (2 * reached >= rows) {
            return values.codes[i] == released;
        }
    }
    return false;
}

bool is_mode(Code released, const ClassValues& values) {
    std::uint32_t count = 0;
    std::uint32_t most = 0;
    for (std::size_t i = 0; i < values.codes.size(); ++i) {
        most = std::max(most, values.counts[i]);
        count = values.codes[i] == released ? values.counts[i] : count;
    }
    return count == most;
}

/// Judges one attribute.
class AggregateJudge {
public:
    AggregateJudge(const Dictionary& original, const Aggregate& aggregate)
        : aggregate_(aggregate), means_(of_means(original, aggregate)) {}

    [[nodiscard]] bool is_right(const ReleasedValue& value,
                                const ReleasedDomain& domain,
                                const ClassValues& values) const {
        if (value.kind == ReleasedValue::Kind::mean) {
            return means_.front().is_mean(domain.means[value.first], values);
        }
        return aggregate_.kind == Aggregate::Kind::median ? is_lower_median(value.first, values)
                                                          : is_mode(value.first, values);
    }

private:
    static std::vector<MeanJudge> of_means(const Dictionary& original, const Aggregate& aggregate) {
        return aggregate.kind == Aggregate::Kind::mean
                   ? std::vector<MeanJudge>{MeanJudge(original, aggregate.digits)}
                   : std::vector<MeanJudge>{};
    }

    Aggregate aggregate_;
    std::vector<MeanJudge> means_;  ///< one, or none
};

/// The first released row of each class.
std::vector<std::uint32_t> first_rows(const ReleasedClasses& classes) {
    std::vector<std::uint32_t> first(classes.size(), kNone);
    const std::vector<std::uint32_t>& class_of_row = classes.class_of_row();
    for (std::size_t row = class_of_row.size(); row-- > 0;) {
        first[class_of_row[row]] = static_cast<std::uint32_t>(row);
    }
    return first;
}

void report(const RecodedColumn& column,
            const Aggregate& aggregate,
            std::uint64_t row,
            FaultLog& log,
            std::uint64_t rows) {
    log.add(
        {.row = row + 1, .place = column.original_column()},
        rules::kAggregate,
        column.original().name,
        [&] {
            return "the cell is not the " + std::string(to_string(aggregate.kind)) +
                   " of the rows that are released like this one";
        },
        rows);
}

/// Returns how many aggregates it judged.
std::uint64_t judge_attribute(const Evidence& evidence,
                              std::size_t place,
                              const std::vector<std::uint32_t>& first,
                              const Pairing& pairing,
                              FaultLog& log) {
    const RecodedColumn& column = evidence.recoded[place];
    const ReleasedClasses& classes = *evidence.classes;
    const ReleasedAttribute& attribute = classes.attributes()[place];
    const AggregateJudge judge(*attribute.original->dictionary, *attribute.aggregate);
    const Histograms histograms =
        classes.histograms(*attribute.original, pairing.rows(), evidence.threads);
    std::uint64_t judged = 0;
    for (std::size_t index = 0; index < classes.size(); ++index) {
        const Code code = classes.codes(place)[index];
        const ReadDomain& reading = attribute.reading;
        if (!reading.readable[code] || !is_aggregate(reading.domain.values[code].kind)) {
            continue;  // a star, or a fault of its own
        }
        const std::size_t begin = histograms.offsets[index];
        const std::size_t size = histograms.offsets[index + 1] - begin;
        const ClassValues values{.codes = std::span(histograms.values).subspan(begin, size),
                                 .counts = std::span(histograms.counts).subspan(begin, size)};
        ++judged;
        if (!judge.is_right(reading.domain.values[code], reading.domain, values)) {
            report(column, *attribute.aggregate, first[index], log, classes.rows()[index]);
        }
    }
    return judged;
}

/// True if each released row stands for a row that is known, or for none of a class.
bool rows_are_known(const Evidence& evidence, const Pairing& pairing) {
    const bool in_place = !evidence.release->original_row.empty() ||
                          evidence.released_rows() == evidence.original_rows();
    if (evidence.options->shuffled || !in_place) {
        return false;
    }
    for (std::size_t row = 0; !pairing.is_identity() && row < evidence.released_rows(); ++row) {
        if (pairing[row] == kNone && !evidence.is_suppressed(row)) {
            return false;
        }
    }
    return true;
}

}  // namespace

AggregateFindings judge_aggregates(const Evidence& evidence,
                                   const Pairing& pairing,
                                   FaultLog& log) {
    AggregateFindings out;
    const std::vector<ReleasedAttribute>& attributes = evidence.classes->attributes();
    const bool any = std::any_of(attributes.begin(), attributes.end(), [](const auto& attribute) {
        return attribute.aggregate.has_value();
    });
    if (!any) {
        return out;
    }
    if (!rows_are_known(evidence, pairing)) {
        out.not_told.emplace_back(
            "means, medians and modes: which rows they are of cannot be told once rows are in "
            "another order or left out; verify the release in the order of the original, with all "
            "its rows");
        return out;
    }
    const std::vector<std::uint32_t> first = first_rows(*evidence.classes);
    for (std::size_t place = 0; place < attributes.size(); ++place) {
        if (attributes[place].aggregate) {
            out.judged += judge_attribute(evidence, place, first, pairing, log);
        }
    }
    return out;
}

}  // namespace kanon::auditing
