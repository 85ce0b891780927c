// SPDX-License-Identifier: Apache-2.0
#include "kanon/problem/column_facts.hpp"

#include "kanon/base/text/utf8.hpp"
#include "kanon/hierarchy/builders.hpp"
#include "kanon/profile/words/meaning.hpp"

#include <vector>

namespace kanon::detail {
namespace {

constexpr std::size_t kLongestPostalCode = 12;

bool is_named_like_a_postal_code(const Column& column) {
    const std::vector<profile::Meaning> meanings = profile::meanings_of_name(column.name);
    return !meanings.empty() && meanings.front() == profile::Meaning::postal_code;
}

bool have_one_short_length(const Dictionary& dictionary) {
    for (Code code = 1; code < dictionary.value_count(); ++code) {
        if (code_point_count(dictionary.text(code)) != code_point_count(dictionary.text(0))) {
            return false;
        }
    }
    return dictionary.value_count() > 1 &&
           code_point_count(dictionary.text(0)) <= kLongestPostalCode;
}

bool holds_character(const Dictionary& dictionary, char character) {
    for (Code code = 0; code < dictionary.value_count(); ++code) {
        if (dictionary.text(code).find(character) != std::string_view::npos) {
            return true;
        }
    }
    return false;
}

}  // namespace

std::shared_ptr<const Dictionary> closed_dictionary(const Column& column) {
    const OpenEnds& ends = column.dictionary->open_ends();
    return ends.low || ends.high
               ? std::make_shared<const Dictionary>(column.dictionary->without_open_ends())
               : column.dictionary;
}

HierarchySpec automatic_spec(const Column& column) {
    HierarchySpec spec;
    spec.made_up = true;
    const std::shared_ptr<const Dictionary> values = closed_dictionary(column);
    const Dictionary& dictionary = *values;
    if (dictionary.value_count() == 0) {
        spec.form = HierarchySpec::Form::flat;
        return spec;
    }
    if (is_named_like_a_postal_code(column) && dictionary.value_count() > 1) {
        const bool one_length =
            have_one_short_length(dictionary) && !holds_character(dictionary, spec.mask_character);
        spec.mask_parts =
            !one_length && dictionary.type() == ValueType::text && has_codes(dictionary);
        if (one_length || spec.mask_parts) {
            spec.form = HierarchySpec::Form::mask;
            return spec;
        }
    }
    const DefaultHierarchy made = default_hierarchy(values);
    switch (made.hierarchy.kind()) {
        case HierarchyKind::intervals:
            spec.form = HierarchySpec::Form::intervals;
            spec.widths = made.widths;
            break;
        case HierarchyKind::mask:
            spec.form = HierarchySpec::Form::mask;
            spec.mask_step = made.mask_step;
            spec.mask_parts = made.mask_parts;
            break;
        case HierarchyKind::date:
            spec.form = HierarchySpec::Form::date;
            break;
        case HierarchyKind::flat:
        case HierarchyKind::file:
        case HierarchyKind::tree:
            spec.form = HierarchySpec::Form::flat;
            break;
    }
    return spec;
}

}  // namespace kanon::detail
