// SPDX-License-Identifier: Apache-2.0
#include "kanon/evaluate/spread.hpp"

#include "kanon/release/spelling/spelling.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <numeric>
#include <optional>
#include <string_view>
#include <utility>

namespace kanon {
namespace {

/// Sums over the numbers of a dictionary's first codes, so that a run costs two looks.
class NumberSums {
public:
    explicit NumberSums(const Dictionary& dictionary)
        : dictionary_(dictionary), sums_(1), squares_(1) {
        if (!dictionary.is_numeric()) {
            return;
        }
        const std::size_t values = dictionary.value_count();
        sums_.reserve(values + 1);
        squares_.reserve(values + 1);
        for (Code code = 0; code < values; ++code) {
            const double number = dictionary.number(code);
            sums_.push_back(sums_.back() + number);
            squares_.push_back(squares_.back() + number * number);
        }
    }

    void finish(Spread& spread) const {
        const std::size_t values = dictionary_.value_count();
        std::size_t told = 0;
        double sum = 0;
        double square = 0;
        spread.count = 0;
        for (const CodeRun& run : spread.runs) {
            spread.count += run.last - run.first + std::size_t{1};
            const std::size_t end = std::min<std::size_t>(run.last + std::size_t{1}, values);
            if (run.first < end) {
                told += end - run.first;
                if (dictionary_.is_numeric()) {
                    sum += sums_[end] - sums_[run.first];
                    square += squares_[end] - squares_[run.first];
                }
            }
        }
        spread.told = static_cast<double>(told) / static_cast<double>(spread.count);
        if (told > 0) {
            spread.mean = sum / static_cast<double>(told);
            spread.square = square / static_cast<double>(told);
        }
        if (spread.count == 1 && told == 1 && dictionary_.is_numeric()) {
            spread.mean = dictionary_.number(spread.runs[0].first);
            spread.square = spread.mean * spread.mean;
        }
    }

private:
    const Dictionary& dictionary_;
    std::vector<double> sums_;
    std::vector<double> squares_;
};

std::vector<CodeRun> runs_of(std::vector<Code> codes) {
    std::ranges::sort(codes);
    std::vector<CodeRun> runs;
    for (const Code code : codes) {
        if (!runs.empty() && code <= runs.back().last + 1) {
            runs.back().last = code;
        } else {
            runs.push_back(CodeRun{code, code});
        }
    }
    return runs;
}

/// The value of numbers that is next to one; they ascend. \pre there is one
Code nearest_code(const Dictionary& dictionary, double number) {
    Code low = 0;
    Code end = static_cast<Code>(dictionary.value_count());
    while (low < end) {
        const Code middle = std::midpoint(low, end);
        if (dictionary.number(middle) < number) {
            low = middle + 1;
        } else {
            end = middle;
        }
    }
    if (low == dictionary.value_count()) {
        return low - 1;
    }
    const bool is_lower_nearer =
        low > 0 && number - dictionary.number(low - 1) <= dictionary.number(low) - number;
    return is_lower_nearer ? low - 1 : low;
}

class SpreadMaker {
public:
    explicit SpreadMaker(const SpreadColumn& column) : column_(column), sums_(*column.original) {}

    [[nodiscard]] Spread whole() const {
        return finished({CodeRun{0, static_cast<Code>(column_.original->size() - 1)}});
    }

    /// Of codes of the coded dictionary.
    [[nodiscard]] Spread of_codes(std::vector<Code> codes) const {
        if (!column_.uncoded->empty()) {
            std::vector<Code> uncoded;
            for (const Code code : codes) {
                const std::vector<Code>& values = (*column_.uncoded)[code];
                uncoded.insert(uncoded.end(), values.begin(), values.end());
            }
            codes = std::move(uncoded);
        }
        std::vector<CodeRun> runs = runs_of(std::move(codes));
        return runs.empty() ? whole() : finished(std::move(runs));
    }

    [[nodiscard]] Spread of_value(const ReleasedValue& value, const ReleasedDomain& domain) const {
        switch (value.kind) {
            case ReleasedValue::Kind::star:
                return whole();
            case ReleasedValue::Kind::mean:
                return of_mean(domain.means[value.first]);
            case ReleasedValue::Kind::typical:
                return of_codes({value.first});
            case ReleasedValue::Kind::range:
                if (column_.uncoded->empty()) {
                    return finished({CodeRun{value.first, value.second}});
                }
                break;
            default:
                break;
        }
        std::vector<Code> codes = covered_codes(value, domain, column_.hierarchy, *column_.coded);
        if (codes.empty() && value.kind == ReleasedValue::Kind::interval) {
            return between(domain.ranges[value.first]);
        }
        return of_codes(std::move(codes));
    }

private:
    [[nodiscard]] Spread finished(std::vector<CodeRun> runs) const {
        Spread spread;
        spread.runs = std::move(runs);
        sums_.finish(spread);
        return spread;
    }

    [[nodiscard]] Spread of_mean(std::string_view text) const {
        const std::optional<double> number = parse_number(text, ValueType::decimal);
        return number ? of_number(*number) : whole();
    }

    /// A number that no row needs to have.
    [[nodiscard]] Spread of_number(double number) const {
        if (!column_.original->is_numeric() || column_.original->value_count() == 0) {
            return whole();
        }
        const Code code = nearest_code(*column_.original, number);
        Spread spread = finished({CodeRun{code, code}});
        spread.mean = number;
        spread.square = number * number;
        return spread;
    }

    /// A range with no value of the data in it.
    [[nodiscard]] Spread between(const NumericRange& range) const {
        const double middle = std::midpoint(range.low, range.high);
        return std::isfinite(middle) ? of_number(middle) : whole();
    }

    const SpreadColumn& column_;
    NumberSums sums_;
};

/// The code behind a cell of a column that is released as it is, if it is one.
std::optional<Code> code_beside_stars(const Dictionary& original, std::string_view text) {
    if (const std::optional<Code> code = original.find(text)) {
        if (text != kStar && (text.empty() || text.front() != '\\')) {
            return code;
        }
    }
    if (text.starts_with('\\')) {
        if (const std::optional<Code> code = original.find(text.substr(1))) {
            return code;
        }
    }
    return text == kStar ? std::nullopt : original.find(text);
}

}  // namespace

std::vector<Spread> spreads_of_values(const ReadDomain& released, const SpreadColumn& column) {
    const SpreadMaker maker(column);
    std::vector<Spread> out;
    out.reserve(released.readable.size() + 1);
    for (std::size_t code = 0; code < released.readable.size(); ++code) {
        out.push_back(released.readable[code]
                          ? maker.of_value(released.domain.values[code], released.domain)
                          : maker.whole());
    }
    out.push_back(maker.whole());
    return out;
}

std::vector<Spread> spreads_as_is(const Dictionary& released, const SpreadColumn& column) {
    const SpreadMaker maker(column);
    std::vector<Spread> out;
    out.reserve(released.size() + 1);
    for (Code code = 0; code < released.size(); ++code) {
        const std::optional<Code> found =
            released.is_missing(code) ? column.coded->missing()
                                      : code_beside_stars(*column.coded, released.text(code));
        out.push_back(found ? maker.of_codes({*found}) : maker.whole());
    }
    out.push_back(maker.whole());
    return out;
}

}  // namespace kanon
