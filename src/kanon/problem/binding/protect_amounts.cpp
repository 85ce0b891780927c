// SPDX-License-Identifier: Apache-2.0
#include "kanon/base/text/count_text.hpp"
#include "kanon/problem/as_is_warnings.hpp"
#include "kanon/problem/binding/binding.hpp"
#include "kanon/problem/binding/protection.hpp"
#include "kanon/problem/column_facts.hpp"
#include "kanon/table/values/value_coding.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace kanon::detail {
namespace {

constexpr double kOpenShare = 0.025;          // of the rows, beyond each extreme
constexpr double kMostRareOfRounded = 0.01;   // of the rows, in one column that was rounded
constexpr std::uint64_t kFewestAmounts = 20;  // fewer distinct numbers are codes or counts
constexpr double kLargestWhole = 9e15;        // multiples of a step are exact up to it
constexpr std::array<double, 6> kSteps{100, 50, 20, 10, 5, 3};

/// A step of 1, 2 or 5 times a power of ten.
struct NiceStep {
    std::int64_t lead = 1;
    int exponent = 0;

    [[nodiscard]] double size() const {
        return static_cast<double>(lead) * std::pow(10.0, exponent);
    }

    /// The multiple of the step, as a decimal.
    [[nodiscard]] std::string text(std::int64_t multiple) const {
        const std::int64_t number = multiple * lead;
        const bool below_zero = number < 0;
        std::string digits = std::to_string(below_zero ? -number : number);
        if (exponent >= 0) {
            digits += number == 0 ? "" : std::string(static_cast<std::size_t>(exponent), '0');
        } else {
            const auto places = static_cast<std::size_t>(-exponent);
            if (digits.size() <= places) {
                digits.insert(0, places + 1 - digits.size(), '0');
            }
            digits.insert(digits.size() - places, ".");
        }
        return (below_zero ? "-" : "") + digits;
    }
};

/// The least nice step of at least that size.
NiceStep nice_step(double least) {
    NiceStep step{.lead = 1, .exponent = static_cast<int>(std::floor(std::log10(least)))};
    for (const std::int64_t lead : {1, 2, 5}) {
        step.lead = lead;
        if (step.size() >= least * (1 - 1e-9)) {
            return step;
        }
    }
    return {.lead = 1, .exponent = step.exponent + 1};
}

/// The values below and above which few rows are.
struct Extremes {
    double least = 0;
    double low = 0;
    double high = 0;
};

Extremes extremes_of(const Column& column, const std::vector<std::uint64_t>& rows) {
    const Dictionary& values = *column.dictionary;
    std::uint64_t all = 0;
    for (Code code = 0; code < values.value_count(); ++code) {
        all += rows[code];
    }
    const auto beyond =
        static_cast<std::uint64_t>(std::ceil(kOpenShare * static_cast<double>(all)));
    Extremes out;
    std::uint64_t seen = 0;
    bool any = false;
    for (Code code = 0; code < values.value_count(); ++code) {
        if (rows[code] == 0) {
            continue;
        }
        const double value = values.number(code);
        out.least = any ? out.least : value;
        any = true;
        if (seen < beyond) {
            out.low = value;
        }
        if (seen + beyond < all) {
            out.high = value;
        }
        seen += rows[code];
    }
    return out;
}

/// Rounding to some `steps` between the extremes, which are coded; none where that says nothing.
std::optional<ValueCoding> coding_of(const Column& column,
                                     const std::vector<std::uint64_t>& rows,
                                     double steps) {
    const Extremes ends = extremes_of(column, rows);
    if (!(ends.high > ends.low)) {
        return std::nullopt;
    }
    NiceStep step = nice_step((ends.high - ends.low) / steps);
    const bool is_whole = column.dictionary->type() == ValueType::integer;
    const bool is_rounded = !is_whole || step.size() > 1;
    if (is_whole && step.size() < 1) {
        step = {};
    }
    const double top = std::floor(ends.high / step.size());
    const double bottom = std::ceil(ends.low / step.size());
    if (!(std::max(std::abs(top), std::abs(bottom)) < kLargestWhole / step.size()) ||
        !(top > bottom)) {
        return std::nullopt;
    }
    ValueCoding out{.top = step.text(static_cast<std::int64_t>(top))};
    if (ends.low > ends.least) {
        out.bottom = step.text(static_cast<std::int64_t>(bottom));
    }
    if (is_rounded) {
        out.round = step.text(1);
    }
    return out;
}

/// The k that is asked for, or the default.
std::uint64_t asked_k(const Policy& policy) {
    constexpr std::uint64_t kDefault = 5;
    for (const PrivacyRequirement& one : policy.privacy) {
        const auto k = one.parameters.find("k");
        if (one.model == "k-anonymity" && k != one.parameters.end() && k->second >= 1) {
            return static_cast<std::uint64_t>(k->second);
        }
    }
    return kDefault;
}

/// A column of numbers that is released unchanged so far.
struct Amount {
    std::size_t column = 0;
    std::vector<std::uint64_t> rows;    ///< per code
    std::optional<ValueCoding> coding;  ///< that is settled
    std::size_t steps = 0;              ///< place in kSteps from which it is tried
};

class AmountProtection {
public:
    AmountProtection(Problem& problem, unsigned threads)
        : problem_(problem), threads_(threads), as_is_(as_is_columns(problem)) {
        as_is_.k = asked_k(problem.policy);
        for (std::size_t j = 0; j < problem.table.column_count(); ++j) {
            columns_.push_back(problem.table.shared_column(j));
        }
        for (const std::size_t column : as_is_.columns) {
            if (may_be_coded(*columns_[column])) {
                amounts_.push_back(
                    {.column = column, .rows = rows_of_codes(*columns_[column], problem.counts)});
            }
        }
    }

    void run() {
        if (amounts_.empty()) {
            return;
        }
        const std::uint64_t before = rare_together();
        for (Amount& amount : amounts_) {
            if (is_too_many(rare_of(amount.column), problem_.data_rows())) {
                round_until_shared(amount);
            }
        }
        round_all();
        take(before);
    }

private:
    [[nodiscard]] bool may_be_coded(const Column& column) const {
        const AttributePolicy& attribute = *problem_.policy.find(column.name);
        const Dictionary& values = *column.dictionary;
        const bool is_kept =
            attribute.role == Role::insensitive &&
            std::ranges::find(problem_.suggested, column.name) == problem_.suggested.end();
        return !is_kept && values.is_numeric() && !is_of_calendar(values.type()) &&
               attribute.coding.empty() && !attribute.is_class &&
               values.value_count() > kFewestAmounts;
    }

    [[nodiscard]] Table table() const { return {columns_, problem_.table.row_count()}; }

    [[nodiscard]] std::uint64_t rare_of(std::size_t column) const {
        return profile::rare_rows_alone(table(), column, as_is_, threads_);
    }

    [[nodiscard]] std::uint64_t rare_together() const {
        return profile::rare_rows_together(table(), as_is_, threads_).rows;
    }

    [[nodiscard]] const std::shared_ptr<const Column>& original(const Amount& amount) const {
        return problem_.table.shared_column(amount.column);
    }

    /// Code the column by the steps of that place. False where that says nothing.
    bool code(Amount& amount, std::size_t steps) {
        const auto coding = coding_of(*original(amount), amount.rows, kSteps.at(steps));
        if (!coding) {
            return false;
        }
        amount.coding = coding;
        amount.steps = steps;
        columns_[amount.column] = coded_column(*original(amount), *coding, threads_);
        return true;
    }

    void leave_as_it_is(Amount& amount) {
        amount.coding.reset();
        columns_[amount.column] = original(amount);
    }

    /// The finest rounding of the column of which nearly all values are shared.
    void round_until_shared(Amount& amount) {
        const double most = kMostRareOfRounded * static_cast<double>(problem_.data_rows());
        for (std::size_t steps = 0; steps < kSteps.size(); ++steps) {
            if (code(amount, steps) && static_cast<double>(rare_of(amount.column)) <= most) {
                return;
            }
        }
        if (amount.coding && is_too_many(rare_of(amount.column), problem_.data_rows())) {
            leave_as_it_is(amount);
        }
    }

    /// Round all columns coarser and coarser until few rows are identified by all together; where
    /// that is never so, as before.
    void round_all() {
        const std::vector<Amount> amounts = amounts_;
        const auto columns = columns_;
        for (std::size_t steps = 0; is_too_many(rare_together(), problem_.data_rows()); ++steps) {
            if (steps == kSteps.size()) {
                amounts_ = amounts;
                columns_ = columns;
                return;
            }
            for (Amount& amount : amounts_) {
                if (!amount.coding || amount.steps < steps) {
                    static_cast<void>(code(amount, steps));
                }
            }
        }
    }

    /// The policy gets the codings, and the assumptions say why.
    void take(std::uint64_t before) {
        for (const Amount& amount : amounts_) {
            if (!amount.coding) {
                continue;
            }
            const std::string& name = original(amount)->name;
            problem_.policy.attribute(name).coding = *amount.coding;
            const std::uint64_t rare =
                profile::rare_rows_alone(problem_.table, amount.column, as_is_, threads_);
            const bool is_by_itself = is_too_many(rare, problem_.data_rows());
            problem_.assumptions.push_back(fmt::format(
                "'{}' is coded ({}): {} would identify {} of {} rows (--no-protection leaves it "
                "exact)",
                name,
                amount.coding->text(),
                is_by_itself ? "its exact values" : "the unprotected columns together",
                count_text(is_by_itself ? rare : before),
                count_text(problem_.data_rows())));
        }
    }

    Problem& problem_;
    unsigned threads_;
    profile::AsIsColumns as_is_;
    std::vector<std::shared_ptr<const Column>> columns_;  ///< of the table, coded so far
    std::vector<Amount> amounts_;
};

}  // namespace

void protect_amounts(Problem& problem, unsigned threads) {
    AmountProtection(problem, threads).run();
}

}  // namespace kanon::detail
