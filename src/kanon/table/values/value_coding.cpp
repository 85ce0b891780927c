// SPDX-License-Identifier: Apache-2.0
#include "kanon/table/values/value_coding.hpp"

#include "kanon/base/error.hpp"
#include "kanon/base/parallel.hpp"
#include "kanon/table/column.hpp"
#include "kanon/table/values/decimal.hpp"
#include "kanon/table/values/derived_age.hpp"
#include "kanon/table/values/written_time.hpp"

#include <algorithm>
#include <optional>
#include <type_traits>
#include <utility>

namespace kanon {
namespace {

constexpr std::size_t kRowsAtOnce = std::size_t{1} << 16U;

[[noreturn]] void refuse_coding(const std::string& message) {
    throw Error(ErrorCode::bad_policy, message);
}

/// A bound as values are compared with it: a number by all of its digits, or a day or moment.
class Bound {
public:
    explicit Bound(std::string_view text)
        : decimal_(Decimal::parse(text)),
          moment_(decimal_ ? std::nullopt : written_moment(text, Notation::standard)) {}

    [[nodiscard]] bool is_number() const { return decimal_.has_value(); }

    [[nodiscard]] bool is_date() const { return moment_ && !moment_->has_time; }

    [[nodiscard]] const std::optional<WrittenMoment>& moment() const { return moment_; }

    [[nodiscard]] const std::optional<Decimal>& decimal() const { return decimal_; }

    /// Negative, 0 or positive: this bound less the other one. \pre both of one kind
    [[nodiscard]] int compare(const Bound& other) const {
        if (decimal_) {
            return decimal_->compare(*other.decimal_);
        }
        return moment_->compare(*other.moment_);
    }

private:
    std::optional<Decimal> decimal_;
    std::optional<WrittenMoment> moment_;
};

void check_bound(const std::string& text, std::string_view key) {
    const Bound bound(text);
    if (!text.empty() && !bound.is_number() && !bound.moment()) {
        refuse_coding("'" + std::string(key) +
                      "' needs a number such as 80, or a date such as 1930-01-01");
    }
}

/// A coded value and the number that it is ordered by.
using Coded = std::pair<double, std::string>;

/// Turns the values of one column into coded ones.
class Coder {
public:
    Coder(const Dictionary& dictionary, const ValueCoding& coding)
        : dictionary_(dictionary), coding_(coding) {
        check_type();
        if (!coding.bottom.empty()) {
            bottom_.emplace(coding.bottom);
        }
        if (!coding.top.empty()) {
            top_.emplace(coding.top);
        }
        if (!coding.round.empty()) {
            step_ = Decimal::parse(coding.round);
        }
    }

    /// \pre the code is not missing
    [[nodiscard]] Coded code(Code code) {
        const std::string_view text = dictionary_.text(code);
        const Bound value(text);
        if (bottom_ && value.compare(*bottom_) <= 0) {
            low_ = true;
            const std::string bound = spelled(coding_.bottom);
            return {number_of(bound), "(-inf, " + bound + "]"};
        }
        if (top_ && value.compare(*top_) >= 0) {
            high_ = true;
            const std::string bound = spelled(coding_.top);
            return {number_of(bound), "[" + bound + ", inf)"};
        }
        if (step_) {
            const std::string rounded = value.decimal()->rounded(*step_).text();
            return {number_of(rounded), rounded};
        }
        return {dictionary_.number(code), std::string(text)};
    }

    [[nodiscard]] OpenEnds ends() const {
        const auto last = static_cast<Code>(dictionary_.value_count() - 1);
        return {.low = low_,
                .high = high_,
                .least = dictionary_.number(0),
                .greatest = dictionary_.number(last)};
    }

    /// Rounding may lead out of what counts as a whole number.
    [[nodiscard]] ValueType type() const { return type_; }

private:
    void check_type() {
        type_ = dictionary_.type();
        if (type_ == ValueType::text) {
            refuse_coding(
                "top, bottom and round need numbers or dates, but the column is text; "
                "declare its type and its missing marks, or leave them out");
        }
        const bool dates = is_of_calendar(type_);
        for (const std::string& text : {coding_.bottom, coding_.top}) {
            if (!text.empty()) {
                check_kind(Bound(text));
            }
        }
        if (dates && !coding_.round.empty()) {
            refuse_coding(
                "dates cannot be rounded; give them top and bottom, or make the column "
                "quasi-identifying with `hierarchy: date`");
        }
        check_whole(Decimal::parse(coding_.round));
    }

    void check_kind(const Bound& bound) const {
        check_whole(bound.decimal());
        if (type_ == ValueType::date && !bound.is_date()) {
            refuse_coding("top and bottom of dates are dates, such as 1930-01-01");
        }
        if (type_ == ValueType::datetime) {
            const bool zoned =
                written_moment(dictionary_.text(0), Notation::standard)->offset.has_value();
            if (!bound.moment() || bound.moment()->offset.has_value() != zoned) {
                refuse_coding(zoned ? "top and bottom of times with a zone are such times, as "
                                      "1930-01-01 00:00:00Z"
                                    : "top and bottom of times are dates or times without a zone, "
                                      "such as 1930-01-01 or 1930-01-01 12:00:00");
            }
        }
        if (!is_of_calendar(type_) && !bound.is_number()) {
            refuse_coding("top and bottom of numbers are numbers, such as 80");
        }
    }

    void check_whole(const std::optional<Decimal>& number) const {
        if (type_ == ValueType::integer && number && !number->is_whole()) {
            refuse_coding("top, bottom and round of whole numbers are whole numbers");
        }
    }

    [[nodiscard]] double number_of(const std::string& text) {
        if (type_ == ValueType::integer && !parse_number(text, type_)) {
            type_ = ValueType::decimal;
        }
        const std::optional<double> number = parse_number(text, type_);
        if (!number) {
            refuse_coding("'round' leads beyond the greatest number; choose a smaller step");
        }
        return *number;
    }

    /// As the values of a release are spelled: `2020-02-17`, `2020-02-17 00:00:00`, whatever was
    /// written.
    [[nodiscard]] std::string spelled(const std::string& text) const {
        if (!is_of_calendar(type_)) {
            return Decimal::parse(text)->text();
        }
        WrittenMoment moment = *written_moment(text, Notation::standard);
        moment.has_time = type_ == ValueType::datetime;
        return moment.standard_text();
    }

    const Dictionary& dictionary_;
    const ValueCoding& coding_;
    std::optional<Bound> bottom_;
    std::optional<Bound> top_;
    std::optional<Decimal> step_;
    ValueType type_ = ValueType::integer;
    bool low_ = false;
    bool high_ = false;
};

std::string storage_of(const Column& original, const ValueCoding& coding, ValueType type) {
    if (original.storage_type == "VARCHAR" || !coding.bottom.empty() || !coding.top.empty()) {
        return "VARCHAR";
    }
    return type == ValueType::integer ? "BIGINT" : "DOUBLE";
}

CodeVector mapped(const CodeVector& source,
                  const std::vector<Code>& map,
                  std::size_t limit,
                  unsigned threads) {
    CodeVector target(source.size(), limit);
    source.visit([&](const auto in) {
        target.visit_mutable([&](const auto out) {
            using To = std::remove_cvref_t<decltype(out[0])>;
            parallel_for(in.size(), kRowsAtOnce, threads, [&](std::size_t begin, std::size_t end) {
                for (std::size_t row = begin; row < end; ++row) {
                    out[row] = static_cast<To>(map[in[row]]);
                }
            });
        });
    });
    return target;
}

/// The column with other values in place of its own; the storage type is left open.
std::shared_ptr<Column> with_values(const Column& original,
                                    const std::vector<Coded>& coded,
                                    ValueType type,
                                    const OpenEnds& ends,
                                    unsigned threads) {
    std::vector<Coded> values = coded;
    std::ranges::sort(values);
    values.erase(std::unique(values.begin(), values.end()), values.end());
    std::vector<Code> map;
    map.reserve(coded.size() + 1);
    for (const Coded& value : coded) {
        map.push_back(static_cast<Code>(std::ranges::lower_bound(values, value) - values.begin()));
    }
    const bool with_missing = original.dictionary->missing().has_value();
    if (with_missing) {
        map.push_back(static_cast<Code>(values.size()));
    }
    auto out = std::make_shared<Column>();
    out->name = original.name;
    out->dictionary =
        std::make_shared<const Dictionary>(Dictionary::of_coded(type, values, with_missing, ends));
    out->codes = mapped(original.codes, map, out->dictionary->size(), threads);
    return out;
}

std::shared_ptr<const Column> with_ages(const Column& births,
                                        std::string_view rule,
                                        unsigned threads) {
    std::vector<Coded> ages;
    for (const unsigned age : ages_of_values(births, rule)) {
        ages.emplace_back(age, std::to_string(age));
    }
    const auto [least, greatest] = std::ranges::minmax(ages);
    auto out = with_values(births,
                           ages,
                           ValueType::integer,
                           {.least = least.first, .greatest = greatest.first},
                           threads);
    out->storage_type = storage_of(births, {}, ValueType::integer);
    return out;
}

}  // namespace

std::string ValueCoding::text() const {
    std::string out;
    const auto add = [&out](std::string_view what, const std::string& value) {
        if (!value.empty()) {
            out.append(out.empty() ? "" : ", ").append(what).append(" ").append(value);
        }
    };
    out = derive;
    add("bottom", bottom);
    add("top", top);
    add("rounded to", round);
    return out;
}

void check_coding(const ValueCoding& coding) {
    if (!coding.derive.empty() && !day_of_age(coding.derive)) {
        refuse_coding("'derive' needs `age at` and a day, such as age at 2024-12-31");
    }
    check_bound(coding.bottom, "bottom");
    check_bound(coding.top, "top");
    if (!coding.bottom.empty() && !coding.top.empty()) {
        const Bound bottom(coding.bottom);
        const Bound top(coding.top);
        if (bottom.is_number() != top.is_number()) {
            refuse_coding("top and bottom are two numbers or two dates, not one of each");
        }
        if (bottom.compare(top) >= 0) {
            refuse_coding("'bottom' must be less than 'top'");
        }
    }
    const std::optional<Decimal> step = Decimal::parse(coding.round);
    if (!coding.round.empty() && !(step && step->is_step())) {
        refuse_coding("'round' needs a number above 0 of at most " +
                      std::to_string(Decimal::kMostStepDigits) + " digits, such as 100 or 0.5");
    }
    for (const std::string& text : {coding.bottom, coding.top}) {
        const std::optional<Decimal> bound = Decimal::parse(text);
        if (step && bound && bound->rounded(*step).compare(*bound) != 0) {
            refuse_coding("'top' and 'bottom' must be multiples of 'round'");
        }
    }
}

std::shared_ptr<const Column> coded_column(const Column& original,
                                           const ValueCoding& coding,
                                           unsigned threads) {
    const Dictionary& dictionary = *original.dictionary;
    if (dictionary.value_count() == 0) {
        auto out = std::make_shared<Column>();
        out->name = original.name;
        out->storage_type = original.storage_type;
        out->dictionary = original.dictionary;
        out->codes = original.codes;
        return out;
    }
    if (!coding.derive.empty()) {
        std::shared_ptr<const Column> ages = with_ages(original, coding.derive, threads);
        ValueCoding rest = coding;
        rest.derive.clear();
        return rest.empty() ? ages : coded_column(*ages, rest, threads);
    }
    Coder coder(dictionary, coding);
    std::vector<Coded> coded;
    coded.reserve(dictionary.value_count());
    for (Code code = 0; code < dictionary.value_count(); ++code) {
        coded.push_back(coder.code(code));
    }
    auto out = with_values(original, coded, coder.type(), coder.ends(), threads);
    out->storage_type = storage_of(original, coding, coder.type());
    return out;
}

}  // namespace kanon
