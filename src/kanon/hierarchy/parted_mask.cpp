// SPDX-License-Identifier: Apache-2.0
#include "kanon/base/text/ascii.hpp"
#include "kanon/base/text/utf8.hpp"
#include "kanon/hierarchy/builders.hpp"
#include "kanon/hierarchy/builders_internal.hpp"
#include "kanon/table/values/written_date.hpp"

#include <algorithm>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>

namespace kanon {
namespace {

constexpr std::string_view kSeparators = " .-/";

/// A part of a value, and what parts it from the one before.
struct Part {
    std::string_view text;
    char separator = ' ';
};

std::vector<Part> parts_of(std::string_view value) {
    std::vector<Part> out;
    char separator = ' ';
    while (true) {
        const std::size_t cut = value.find_first_of(kSeparators);
        out.push_back({value.substr(0, cut), separator});
        if (cut == std::string_view::npos) {
            return out;
        }
        separator = value[cut];
        value.remove_prefix(cut + 1);
    }
}

/// The parts of all values, and how wide each of them is.
class PartedValues {
public:
    PartedValues(const Dictionary& dictionary, char mask) : mask_(mask) {
        for (Code code = 0; code < dictionary.value_count(); ++code) {
            const std::vector<Part>& parts = values_.emplace_back(parts_of(dictionary.text(code)));
            for (std::size_t i = 0; i < parts.size(); ++i) {
                if (i == widths_.size()) {
                    widths_.push_back(0);
                    separators_.push_back(parts[i].separator);
                }
                widths_[i] = std::max(widths_[i], code_point_count(parts[i].text));
            }
        }
    }

    /// Characters that can be masked; separators are none.
    [[nodiscard]] std::size_t length() const {
        std::size_t sum = 0;
        for (const std::size_t width : widths_) {
            sum += width;
        }
        return sum;
    }

    /// A value of which so many characters are shown.
    [[nodiscard]] std::string masked(Code code, std::size_t shown) const {
        const std::vector<Part>& parts = values_[code];
        std::string out;
        for (std::size_t i = 0; i < widths_.size(); ++i) {
            const std::size_t here = std::min(shown, widths_[i]);
            shown -= here;
            const Part part = i < parts.size() ? parts[i] : Part{};
            const bool is_whole = here == widths_[i];
            if (is_whole && i >= parts.size()) {
                continue;
            }
            const std::string_view text = first_code_points(part.text, here);
            if (i > 0) {
                out += text.empty() ? separators_[i] : part.separator;
            }
            out += text;
            out += std::string(is_whole ? 0 : widths_[i] - code_point_count(text), mask_);
        }
        return out;
    }

private:
    std::vector<std::vector<Part>> values_;
    std::vector<std::size_t> widths_;
    std::vector<char> separators_;
    char mask_;
};

/// One level, from one value of each label of the level below; `samples` becomes that of this one.
Hierarchy::LevelMap next_level(const PartedValues& values,
                               std::size_t shown,
                               const Dictionary& dictionary,
                               const std::vector<Code>& below,
                               std::vector<Code>& samples) {
    Hierarchy::LevelMap map;
    std::unordered_map<std::string, Code> numbers;
    std::vector<Code> parents;
    std::vector<Code> kept;
    for (const Code sample : samples) {
        std::string label = values.masked(sample, shown);
        const auto [known, added] = numbers.try_emplace(label, static_cast<Code>(kept.size()));
        if (added) {
            kept.push_back(sample);
            map.labels.push_back(std::move(label));
        }
        parents.push_back(known->second);
    }
    map.label_of_code.resize(dictionary.size());
    for (Code code = 0; code < dictionary.value_count(); ++code) {
        map.label_of_code[code] = parents[below[code]];
    }
    samples = std::move(kept);
    detail::add_missing_label(dictionary, map);
    return map;
}

/// Letters, digits and separators: short, with a digit, and no run of letters that is a word.
bool is_code(std::string_view text) {
    constexpr std::size_t kLongest = 12;
    constexpr std::size_t kMostLetters = 3;
    std::size_t letters = 0;
    bool has_digit = false;
    for (const char c : text) {
        const bool letter = (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
        letters = letter ? letters + 1 : 0;
        has_digit = has_digit || is_digit(c);
        const bool known = letter || is_digit(c) || kSeparators.find(c) != std::string_view::npos;
        if (!known || letters > kMostLetters) {
            return false;
        }
    }
    return has_digit && text.size() <= kLongest;
}

bool may_be_date(std::string_view text) {
    return written_date(text, Notation::day_first) || written_date(text, Notation::standard);
}

}  // namespace

Hierarchy detail::mask_by_parts(std::shared_ptr<const Dictionary> dictionary,
                                const MaskOptions& options,
                                const BuildContext& context) {
    const PartedValues values(*dictionary, options.character);
    const std::size_t length = values.length();
    const std::size_t masked = masked_levels(length, options, context);
    std::vector<Hierarchy::LevelMap> levels;
    std::vector<Code> samples(dictionary->value_count());
    for (Code code = 0; code < dictionary->value_count(); ++code) {
        samples[code] = code;
    }
    std::vector<Code> below = samples;
    for (std::size_t level = 1; level <= masked; ++level) {
        levels.push_back(
            next_level(values, length - level * options.step, *dictionary, below, samples));
        below = levels.back().label_of_code;
    }
    if (!options.levels || levels.empty() || levels.back().labels.size() > 1) {
        levels.push_back(star_level(dictionary->size()));
    }
    return {std::move(dictionary), std::move(levels), HierarchyKind::mask};
}

bool has_codes(const Dictionary& dictionary) {
    constexpr std::size_t kOneInSo = 10;  // may be a slip of the pen
    std::size_t others = 0;
    for (Code code = 0; code < dictionary.value_count(); ++code) {
        const std::string_view text = dictionary.text(code);
        const bool odd =
            may_be_date(text) || text.find('*') != std::string_view::npos || text.starts_with('\\');
        if (odd) {
            return false;
        }
        others += is_code(text) ? 0U : 1U;
    }
    return dictionary.value_count() > 0 && others * kOneInSo <= dictionary.value_count();
}

}  // namespace kanon
