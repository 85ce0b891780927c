// SPDX-License-Identifier: Apache-2.0
#include "kanon/audit/apart.hpp"

#include <algorithm>
#include <functional>
#include <map>
#include <numeric>
#include <string_view>
#include <unordered_map>
#include <utility>

namespace kanon::auditing {
namespace {

/// The texts of an attribute that classes show, missing as another; hashed, ascending.
std::vector<std::uint64_t> texts_of(const ReleasedClasses& classes, std::size_t attribute) {
    const Dictionary& dictionary = *classes.attributes()[attribute].released->dictionary;
    std::vector<bool> is_shown(dictionary.size());
    classes.codes(attribute).visit([&](const auto codes) {
        for (std::size_t index = 0; index < codes.size(); ++index) {
            if (!classes.is_suppressed(index)) {
                is_shown[codes[index]] = true;
            }
        }
    });
    std::vector<std::uint64_t> out;
    for (Code code = 0; code < is_shown.size(); ++code) {
        if (is_shown[code]) {
            out.push_back(dictionary.is_missing(code)
                              ? std::hash<std::string_view>{}("")
                              : std::hash<std::string_view>{}(dictionary.text(code)));
        }
    }
    std::ranges::sort(out);
    return out;
}

/// The first of the parts that a part is in one group with.
std::size_t root_of(std::vector<std::size_t>& group_of, std::size_t place) {
    while (group_of[place] != place) {
        group_of[place] = group_of[group_of[place]];
        place = group_of[place];
    }
    return place;
}

}  // namespace

void ApartParts::add(const ReleasedClasses& classes) {
    attributes_ = classes.attributes().size();
    auto& of_part = texts_.emplace_back();
    for (std::size_t attribute = 0; attribute < attributes_; ++attribute) {
        of_part.push_back(texts_of(classes, attribute));
    }
}

bool ApartParts::are_apart() const {
    Parts shown;  // a part without classes shares none
    for (std::size_t part = 0; part < texts_.size(); ++part) {
        if (attributes_ == 0 || !texts_[part].front().empty()) {
            shown.push_back(part);
        }
    }
    return are_apart(shown);
}

bool ApartParts::are_apart(const Parts& parts) const {
    if (parts.size() < 2) {
        return true;
    }
    for (std::size_t attribute = 0; attribute < attributes_; ++attribute) {
        const std::vector<Parts> groups = grouped_by(attribute, parts);
        if (groups.size() > 1) {
            return std::ranges::all_of(groups,
                                       [this](const Parts& group) { return are_apart(group); });
        }
    }
    return false;
}

std::vector<ApartParts::Parts> ApartParts::grouped_by(std::size_t attribute,
                                                      const Parts& parts) const {
    std::vector<std::size_t> group_of(parts.size());
    std::iota(group_of.begin(), group_of.end(), std::size_t{0});
    std::unordered_map<std::uint64_t, std::size_t> first_with;
    for (std::size_t place = 0; place < parts.size(); ++place) {
        for (const std::uint64_t text : texts_[parts[place]][attribute]) {
            const auto [found, is_new] = first_with.emplace(text, place);
            if (!is_new) {
                const std::size_t other = root_of(group_of, found->second);
                group_of[root_of(group_of, place)] = other;
            }
        }
    }
    std::map<std::size_t, Parts> groups;
    for (std::size_t place = 0; place < parts.size(); ++place) {
        groups[root_of(group_of, place)].push_back(parts[place]);
    }
    std::vector<Parts> out;
    for (auto& [root, group] : groups) {
        out.push_back(std::move(group));
    }
    return out;
}

}  // namespace kanon::auditing
