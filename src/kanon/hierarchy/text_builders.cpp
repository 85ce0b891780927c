// SPDX-License-Identifier: Apache-2.0
#include "kanon/base/error.hpp"
#include "kanon/base/text/count_text.hpp"
#include "kanon/base/text/utf8.hpp"
#include "kanon/hierarchy/builders.hpp"
#include "kanon/hierarchy/builders_internal.hpp"

#include <algorithm>
#include <string_view>
#include <unordered_map>
#include <utility>

namespace kanon {
namespace detail {

Hierarchy::LevelMap star_level(std::size_t codes) {
    Hierarchy::LevelMap map;
    map.label_of_code.assign(codes, 0);
    map.labels = {"*"};
    return map;
}

void add_missing_label(const Dictionary& dictionary, Hierarchy::LevelMap& map) {
    if (const auto missing = dictionary.missing()) {
        map.label_of_code[*missing] = static_cast<Code>(map.labels.size());
        map.labels.emplace_back();
    }
}

std::size_t masked_levels(std::size_t length,
                          const MaskOptions& options,
                          const BuildContext& context) {
    const std::size_t all = length == 0 ? 0 : (length - 1) / options.step;
    const std::size_t masked = std::min(all, options.levels.value_or(all));
    if (masked >= kMaxHeight) {
        refuse(context,
               "masking " + std::to_string(options.step) + " of " + std::to_string(length) +
                   " characters at a time makes " + std::to_string(masked + 1) +
                   " levels; give a step of at least " +
                   std::to_string((length - 1) / kMaxHeight + 1) + ", or limit the levels");
    }
    return masked;
}

void refuse(const BuildContext& context, const std::string& message) {
    throw Error(ErrorCode::bad_hierarchy, message, {.file = {}, .attribute = context.attribute});
}

}  // namespace detail

namespace {

void check(const Dictionary& dictionary, const MaskOptions& options, const BuildContext& context) {
    constexpr std::string_view kReserved = "\\[](){}\"',0123456789";
    const char mask = options.character;
    if (mask <= ' ' || mask > '~' || kReserved.find(mask) != std::string_view::npos) {
        detail::refuse(context,
                       "the mask character is one printable ASCII character, but no digit, blank, "
                       "quote, comma, bracket or backslash");
    }
    if (options.step == 0 || options.levels == std::size_t{0}) {
        detail::refuse(context, "mask step and levels are at least 1");
    }
    if (options.by_parts && !options.from_right) {
        detail::refuse(context, "parts are masked from the right; leave one of the two out");
    }
    std::size_t holding = 0;
    std::size_t escaped = 0;
    for (Code code = 0; code < dictionary.value_count(); ++code) {
        const std::string_view text = dictionary.text(code);
        holding += text.find(mask) != std::string_view::npos ? 1U : 0U;
        escaped += text.starts_with('\\') ? 1U : 0U;
    }
    if (holding > 0) {
        detail::refuse(context,
                       count_text(holding, "value") + (holding == 1 ? " holds" : " hold") +
                           " the mask character " + mask +
                           ", so a masked value could be taken for one of them; choose "
                           "another mask character");
    }
    if (escaped > 0 && options.from_right) {
        detail::refuse(context,
                       count_text(escaped, "value") + (escaped == 1 ? " begins" : " begin") +
                           " with a backslash, which marks escaped values in a "
                           "release; mask from the left, or use a hierarchy file");
    }
}

std::size_t greatest_length(const Dictionary& dictionary) {
    std::size_t length = 0;
    for (Code code = 0; code < dictionary.value_count(); ++code) {
        length = std::max(length, code_point_count(dictionary.text(code)));
    }
    return length;
}

/// One masked level. `shown` holds the unmasked part of each label of the level below and is
/// replaced by that of the new level: each level costs its labels, not its values.
Hierarchy::LevelMap mask_level(const Dictionary& dictionary,
                               const MaskOptions& options,
                               std::size_t length,
                               std::size_t visible,
                               const Hierarchy::LevelMap& below,
                               std::vector<std::string_view>& shown) {
    Hierarchy::LevelMap map;
    std::unordered_map<std::string_view, Code> numbers;
    std::vector<Code> parents;
    std::vector<std::string_view> kept;
    for (const std::string_view text : shown) {
        const std::string_view part =
            options.from_right ? first_code_points(text, visible) : last_code_points(text, visible);
        const auto [known, added] = numbers.try_emplace(part, static_cast<Code>(kept.size()));
        if (added) {
            kept.push_back(part);
            const std::string mask(length - code_point_count(part), options.character);
            map.labels.push_back(options.from_right ? std::string(part) + mask
                                                    : mask + std::string(part));
        }
        parents.push_back(known->second);
    }
    map.label_of_code.resize(dictionary.size());
    for (Code code = 0; code < dictionary.value_count(); ++code) {
        map.label_of_code[code] = parents[below.label_of_code[code]];
    }
    shown = std::move(kept);
    detail::add_missing_label(dictionary, map);
    return map;
}

}  // namespace

Hierarchy flat_hierarchy(std::shared_ptr<const Dictionary> dictionary) {
    const std::size_t codes = dictionary->size();
    return Hierarchy(std::move(dictionary), {detail::star_level(codes)}, HierarchyKind::flat);
}

Hierarchy mask_hierarchy(std::shared_ptr<const Dictionary> dictionary,
                         const MaskOptions& options,
                         const BuildContext& context) {
    if (dictionary->value_count() == 0) {
        return flat_hierarchy(std::move(dictionary));
    }
    check(*dictionary, options, context);
    if (options.by_parts) {
        return detail::mask_by_parts(std::move(dictionary), options, context);
    }
    const std::size_t length = greatest_length(*dictionary);
    const std::size_t masked = detail::masked_levels(length, options, context);
    std::vector<Hierarchy::LevelMap> levels;
    Hierarchy::LevelMap below;
    std::vector<std::string_view> shown;
    for (Code code = 0; code < dictionary->value_count(); ++code) {
        below.label_of_code.push_back(code);
        shown.push_back(dictionary->text(code));
    }
    for (std::size_t level = 1; level <= masked; ++level) {
        const std::size_t visible = length - level * options.step;
        levels.push_back(mask_level(
            *dictionary, options, length, visible, levels.empty() ? below : levels.back(), shown));
    }
    if (!options.levels || levels.empty() || levels.back().labels.size() > 1) {
        levels.push_back(detail::star_level(dictionary->size()));
    }
    return {std::move(dictionary), std::move(levels), HierarchyKind::mask};
}

}  // namespace kanon
