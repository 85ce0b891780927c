// SPDX-License-Identifier: Apache-2.0
#include "kanon/release/spelling/reading.hpp"

#include "kanon/base/check.hpp"
#include "kanon/release/spelling/spelling.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <string_view>
#include <unordered_map>
#include <utility>

namespace kanon {
namespace {

using Kind = ReleasedValue::Kind;

constexpr double kInfinity = std::numeric_limits<double>::infinity();

std::string_view trim(std::string_view text) {
    const std::size_t first = text.find_first_not_of(' ');
    return first == std::string_view::npos
               ? std::string_view{}
               : text.substr(first, text.find_last_not_of(' ') - first + 1);
}

/// An end of a numeric range: any number, or date, of the domain's type; whole numbers may be
/// bounded by decimals.
std::optional<double> read_end(std::string_view text, ValueType type) {
    if (text == "inf" || text == "-inf") {
        return text == "inf" ? kInfinity : -kInfinity;
    }
    return parse_number(text, type == ValueType::integer ? ValueType::decimal : type);
}

/// Read `[a, b]`, `[a, b)` and the open-ended `(-inf, b]`, `[a, inf)` and so on. A finite low end
/// that is excluded has no meaning here, nor has a range without numbers in it.
std::optional<NumericRange> read_range(std::string_view text, ValueType type) {
    const std::size_t comma = text.find(',');
    if (text.size() < 3 || comma == std::string_view::npos) {
        return std::nullopt;
    }
    const bool low_included = text.front() == '[';
    const bool high_included = text.back() == ']';
    if ((!low_included && text.front() != '(') || (!high_included && text.back() != ')')) {
        return std::nullopt;
    }
    const auto low = read_end(trim(text.substr(1, comma - 1)), type);
    const auto high = read_end(trim(text.substr(comma + 1, text.size() - comma - 2)), type);
    if (!low || !high || *low > *high || (*low == *high && !high_included) ||
        (!low_included && *low != -kInfinity)) {
        return std::nullopt;
    }
    return NumericRange{.low = *low, .high = *high, .high_included = high_included};
}

bool reaches_beyond(double number, const NumericRange& range) {
    return number > range.high ||
           (number == range.high && !range.high_included && !std::isinf(number));
}

/// True if all numbers that a code may stand for lie in a range.
bool contains(const NumericRange& range, const Dictionary& dictionary, Code code) {
    return range.low <= dictionary.lowest(code) && !reaches_beyond(dictionary.highest(code), range);
}

/// The least code, of those not missing, for which `reached` holds, or their number; it holds for
/// all codes after one for which it does.
template <class Reached>
Code least_code(const Dictionary& dictionary, const Reached& reached) {
    Code low = 0;
    auto high = static_cast<Code>(dictionary.value_count());
    while (low < high) {
        const Code middle = low + (high - low) / 2;
        if (reached(middle)) {
            high = middle;
        } else {
            low = middle + 1;
        }
    }
    return low;
}

/// The codes [first, last) whose numbers lie in a range.
std::pair<Code, Code> codes_in(const NumericRange& range, const Dictionary& dictionary) {
    const Code first =
        least_code(dictionary, [&](Code code) { return dictionary.lowest(code) >= range.low; });
    const Code last = least_code(
        dictionary, [&](Code code) { return reaches_beyond(dictionary.highest(code), range); });
    return {first, std::max(first, last)};
}

/// The code of a member of a set or of an end of a range of texts.
std::optional<Code> code_of(const Member& member, const Dictionary& dictionary) {
    return member.missing ? dictionary.missing() : dictionary.find_equal(member.text);
}

/// Labels by their text, per level above 0.
class LabelIndex {
public:
    explicit LabelIndex(const Hierarchy* hierarchy) {
        if (hierarchy == nullptr) {
            return;
        }
        for (std::size_t level = 1; level <= hierarchy->height(); ++level) {
            auto& labels = labels_.emplace_back();
            const auto count = static_cast<Code>(hierarchy->label_count(static_cast<Level>(level)));
            labels.reserve(count);
            for (Code label = 0; label < count; ++label) {
                labels.emplace(hierarchy->text(static_cast<Level>(level), label), label);
            }
        }
    }

    [[nodiscard]] std::size_t height() const { return labels_.size(); }

    /// \pre 1 <= level <= height()
    [[nodiscard]] std::optional<Code> find(std::size_t level, std::string_view text) const {
        const auto at = labels_[level - 1].find(text);
        return at == labels_[level - 1].end() ? std::nullopt : std::optional<Code>(at->second);
    }

private:
    std::vector<std::unordered_map<std::string_view, Code>> labels_;
};

/// Reads the spellings of one column.
class Reader {
public:
    Reader(const Dictionary& original, const Hierarchy* hierarchy, bool narrows)
        : original_(original), hierarchy_(hierarchy), labels_(hierarchy), narrows_(narrows) {}

    ReadDomain read(const Dictionary& released) {
        ReadDomain out;
        out.level = common_level(released);
        out.domain.values.resize(released.size());
        out.readable.resize(released.size());
        for (Code code = 0; code < released.size(); ++code) {
            const std::optional<ReleasedValue> value =
                released.is_missing(code) ? exact(original_.missing())
                                          : read_text(released.text(code), out.level, out.domain);
            out.readable[code] = value.has_value();
            out.domain.values[code] = value.value_or(ReleasedValue{});
        }
        return out;
    }

private:
    static std::optional<ReleasedValue> exact(std::optional<Code> code) {
        return code ? std::optional<ReleasedValue>({Kind::exact, *code, 0}) : std::nullopt;
    }

    /// The value that a text is the proper spelling of.
    [[nodiscard]] std::optional<Code> find_value(std::string_view text) const {
        const std::optional<Code> code = original_.find_equal(text);
        return code && !original_.is_open(*code) && needs_escape(text) ? std::nullopt : code;
    }

    [[nodiscard]] std::optional<Code> find_escaped(std::string_view text) const {
        const std::optional<std::string_view> value = unescape(text);
        const std::optional<Code> code = value ? original_.find_equal(*value) : std::nullopt;
        return code && original_.is_open(*code) ? std::nullopt : code;
    }

    /// The highest level at which every spelling has a label; stars and missing values fit any.
    [[nodiscard]] std::optional<Level> common_level(const Dictionary& released) const {
        std::vector<std::size_t> levels;
        for (std::size_t level = labels_.height() + 1; level-- > 0;) {
            levels.push_back(level);
        }
        bool any = false;
        for (Code code = 0; code < released.size() && !levels.empty(); ++code) {
            const std::string_view text = released.text(code);
            if (released.is_missing(code) || text == kStar) {
                continue;
            }
            any = true;
            const bool escaped = find_escaped(text).has_value();
            std::erase_if(levels, [&](std::size_t level) {
                return level == 0 ? !escaped && !find_value(text)
                                  : escaped || !labels_.find(level, text);
            });
        }
        return any && !levels.empty() ? std::optional(static_cast<Level>(levels.front()))
                                      : std::nullopt;
    }

    std::optional<ReleasedValue> read_text(std::string_view text,
                                           std::optional<Level> level,
                                           ReleasedDomain& domain) const {
        if (text == kStar) {
            return ReleasedValue{Kind::star, 0, 0};
        }
        if (const auto code = find_escaped(text)) {
            return exact(code);
        }
        if (const auto value = read_names(text, level, domain)) {
            return value;
        }
        if (const auto value = read_many(text, domain)) {
            return value;
        }
        // Not spelled as it should be, but it can mean one thing only.
        return exact(original_.find_equal(text));
    }

    /// A label or a value. Where the column has no common level, a text may be a label of several
    /// levels and a value too; then it means all that any of them covers.
    std::optional<ReleasedValue> read_names(std::string_view text,
                                            std::optional<Level> level,
                                            ReleasedDomain& domain) const {
        std::vector<ReleasedValue> meanings;
        for (std::size_t at = level ? *level : labels_.height(); at > 0; --at) {
            if (const auto label = labels_.find(at, text)) {
                meanings.push_back({Kind::label, *label, static_cast<Code>(at)});
                if (level) {
                    return meanings.front();
                }
            }
        }
        if (const auto code = find_value(text)) {
            meanings.push_back({Kind::exact, *code, 0});
        }
        if (meanings.size() <= 1) {
            return meanings.empty() ? std::nullopt : std::optional(meanings.front());
        }
        return united(meanings, domain);
    }

    /// The first meaning if it covers all others, else the set of all codes they cover.
    ReleasedValue united(const std::vector<ReleasedValue>& meanings, ReleasedDomain& domain) const {
        std::vector<Code> codes;
        for (Code code = 0; code < original_.size(); ++code) {
            if (std::ranges::any_of(meanings, [&](const ReleasedValue& meaning) {
                    return covers(meaning, domain, hierarchy_, original_, code);
                })) {
                codes.push_back(code);
            }
        }
        if (codes.size() == cover_count(meanings.front(), domain, hierarchy_, original_)) {
            return meanings.front();
        }
        domain.sets.push_back(std::move(codes));
        return {Kind::set, static_cast<Code>(domain.sets.size() - 1), 0};
    }

    std::optional<ReleasedValue> read_many(std::string_view text, ReleasedDomain& domain) const {
        if (text.size() < 2) {
            return std::nullopt;
        }
        if (text.front() == '{' && text.back() == '}') {
            return read_set(text.substr(1, text.size() - 2), domain);
        }
        if (original_.is_numeric()) {
            const auto range = read_range(text, original_.type());
            return range ? std::optional(number_range(*range, domain)) : std::nullopt;
        }
        if (text.front() == '[' && text.back() == ']') {
            return read_text_range(text.substr(1, text.size() - 2));
        }
        return std::nullopt;
    }

    /// A range whose ends are two values of the data is a range of codes, like one from memory.
    ReleasedValue number_range(const NumericRange& range, ReleasedDomain& domain) const {
        const auto [first, last] = codes_in(range, original_);
        if (range.high_included && last - first >= 2 && original_.number(first) == range.low &&
            original_.number(last - 1) == range.high) {
            return {Kind::range, first, last - 1};
        }
        domain.ranges.push_back(range);
        return {Kind::interval, static_cast<Code>(domain.ranges.size() - 1), 0};
    }

    [[nodiscard]] std::optional<ReleasedValue> read_text_range(std::string_view body) const {
        const auto ends = split_members(body);
        if (!ends || ends->size() != 2 || (*ends)[0].missing || (*ends)[1].missing) {
            return std::nullopt;
        }
        if (narrows_) {
            return narrow_range((*ends)[0].text, (*ends)[1].text);
        }
        const auto first = code_of((*ends)[0], original_);
        const auto last = code_of((*ends)[1], original_);
        if (!first || !last || *first >= *last) {
            return std::nullopt;
        }
        return ReleasedValue{Kind::range, *first, *last};
    }

    /// The values that occur from one text to another, as a range of those.
    [[nodiscard]] std::optional<ReleasedValue> narrow_range(std::string_view low,
                                                            std::string_view high) const {
        const Code first =
            least_code(original_, [&](Code code) { return original_.text(code) >= low; });
        const Code end =
            least_code(original_, [&](Code code) { return original_.text(code) > high; });
        if (first >= end) {
            return std::nullopt;
        }
        return first + 1 == end ? exact(first) : ReleasedValue{Kind::range, first, end - 1};
    }

    std::optional<ReleasedValue> read_set(std::string_view body, ReleasedDomain& domain) const {
        const auto members = split_members(body);
        if (!members) {
            return std::nullopt;
        }
        std::vector<Code> codes;
        for (const Member& member : *members) {
            const auto code = code_of(member, original_);
            if (code) {
                codes.push_back(*code);
            } else if (!narrows_) {
                return std::nullopt;
            }
        }
        if (codes.empty()) {
            return std::nullopt;
        }
        std::ranges::sort(codes);
        codes.erase(std::unique(codes.begin(), codes.end()), codes.end());
        if (codes.size() == 1) {
            return exact(codes.front());
        }
        domain.sets.push_back(std::move(codes));
        return ReleasedValue{Kind::set, static_cast<Code>(domain.sets.size() - 1), 0};
    }

    const Dictionary& original_;
    const Hierarchy* hierarchy_;
    LabelIndex labels_;
    bool narrows_;
};

/// The codes from the least to the greatest that have the numbers of the ends: equal numbers may
/// have several spellings, which a range cannot tell apart.
std::pair<Code, Code> codes_in_range(const ReleasedValue& value, const Dictionary& original) {
    if (!original.is_numeric()) {
        return {value.first, value.second + 1};
    }
    return codes_in({.low = original.lowest(value.first), .high = original.highest(value.second)},
                    original);
}

}  // namespace

ReadDomain read_domain(const Dictionary& released,
                       const Dictionary& original,
                       const Hierarchy* hierarchy) {
    KANON_CHECK(hierarchy == nullptr || hierarchy->domain_size() == original.size());
    return Reader(original, hierarchy, false).read(released);
}

ReadDomain read_narrowed(const Dictionary& released,
                         const Dictionary& original,
                         const Hierarchy* hierarchy) {
    KANON_CHECK(hierarchy == nullptr || hierarchy->domain_size() == original.size());
    return Reader(original, hierarchy, true).read(released);
}

bool covers(const ReleasedValue& value,
            const ReleasedDomain& domain,
            const Hierarchy* hierarchy,
            const Dictionary& original,
            Code code) {
    const bool number = original.is_numeric() && !original.is_missing(code);
    switch (value.kind) {
        case Kind::exact:
            return code == value.first;
        case Kind::label:
            KANON_CHECK(hierarchy != nullptr);
            return hierarchy->label_of(static_cast<Level>(value.second), code) == value.first;
        case Kind::range:
            return number ? original.lowest(value.first) <= original.lowest(code) &&
                                original.highest(code) <= original.highest(value.second)
                          : value.first <= code && code <= value.second;
        case Kind::set:
            return std::ranges::binary_search(domain.sets[value.first], code);
        case Kind::star:
        case Kind::mean:
        case Kind::typical:
            return true;
        case Kind::interval:
            return number && contains(domain.ranges[value.first], original, code);
    }
    return false;
}

std::vector<Code> covered_codes(const ReleasedValue& value,
                                const ReleasedDomain& domain,
                                const Hierarchy* hierarchy,
                                const Dictionary& original) {
    std::pair<Code, Code> run{0, 0};
    switch (value.kind) {
        case Kind::exact:
            run = {value.first, value.first + 1};
            break;
        case Kind::set:
            return domain.sets[value.first];
        case Kind::label: {
            std::vector<Code> codes;
            for (Code code = 0; code < original.size(); ++code) {
                if (covers(value, domain, hierarchy, original, code)) {
                    codes.push_back(code);
                }
            }
            return codes;
        }
        case Kind::range:
            run = codes_in_range(value, original);
            break;
        case Kind::star:
        case Kind::mean:
        case Kind::typical:
            run = {0, static_cast<Code>(original.size())};
            break;
        case Kind::interval:
            run = codes_in(domain.ranges[value.first], original);
            break;
    }
    std::vector<Code> codes(run.second - run.first);
    std::iota(codes.begin(), codes.end(), run.first);
    return codes;
}

std::size_t cover_count(const ReleasedValue& value,
                        const ReleasedDomain& domain,
                        const Hierarchy* hierarchy,
                        const Dictionary& original) {
    switch (value.kind) {
        case Kind::exact:
            return 1;
        case Kind::label:
            KANON_CHECK(hierarchy != nullptr);
            return hierarchy->cover_count(static_cast<Level>(value.second), value.first);
        case Kind::range: {
            const auto [first, last] = codes_in_range(value, original);
            return last - first;
        }
        case Kind::set:
            return domain.sets[value.first].size();
        case Kind::star:
        case Kind::mean:
        case Kind::typical:
            return original.size();
        case Kind::interval: {
            const auto [first, last] = codes_in(domain.ranges[value.first], original);
            return last - first;
        }
    }
    return 0;
}

}  // namespace kanon
