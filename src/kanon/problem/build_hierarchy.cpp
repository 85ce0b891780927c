// SPDX-License-Identifier: Apache-2.0
#include "kanon/problem/build_hierarchy.hpp"

#include "kanon/hierarchy/builders.hpp"
#include "kanon/problem/column_facts.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace kanon {
namespace {

/// Rows of the table per code of closed_dictionary().
std::vector<std::uint64_t> rows_of_closed(const Column& column,
                                          std::span<const std::uint64_t> counts) {
    std::vector<std::uint64_t> rows = detail::rows_of_codes(column, counts);
    const OpenEnds& ends = column.dictionary->open_ends();
    if (ends.high) {
        rows.erase(rows.begin() + static_cast<std::ptrdiff_t>(column.dictionary->value_count()) -
                   1);
    }
    if (ends.low) {
        rows.erase(rows.begin());
    }
    return rows;
}

Hierarchy build_from_file(const HierarchyRows& rows,
                          const std::shared_ptr<const Dictionary>& dictionary,
                          const BuildContext& context) {
    return hierarchy_from_paths(
        dictionary, {.rows = rows.rows, .lines = rows.lines, .file = rows.file}, context);
}

Hierarchy build_closed(const HierarchySpec& spec,
                       const std::shared_ptr<const Dictionary>& dictionary,
                       const HierarchyFiles& files,
                       const BuildContext& context) {
    using Form = HierarchySpec::Form;
    switch (spec.form) {
        case Form::flat:
            return flat_hierarchy(dictionary);
        case Form::file:
            return build_from_file(files.at(file_key(spec)), dictionary, context);
        case Form::intervals:
            return interval_hierarchy(dictionary,
                                      {.widths = spec.widths,
                                       .open_below = spec.open_below,
                                       .open_above = spec.open_above},
                                      context);
        case Form::mask:
            return mask_hierarchy(
                dictionary,
                {.from_right = spec.mask_right,
                 .step = spec.mask_step,
                 .character = spec.mask_character,
                 .levels = spec.mask_levels == 0 ? std::nullopt : std::optional(spec.mask_levels),
                 .by_parts = spec.mask_parts},
                context);
        case Form::tree:
            return tree_hierarchy(dictionary, spec.tree, context);
        case Form::date:
            return date_hierarchy(dictionary, spec.periods, context);
        case Form::automatic:
            break;
    }
    return default_hierarchy(dictionary).hierarchy;
}

}  // namespace

Hierarchy build_hierarchy(const Policy& policy,
                          const HierarchySpec& asked,
                          const Column& column,
                          const HierarchyFiles& files,
                          bool show_values,
                          std::span<const std::uint64_t> counts) {
    const std::shared_ptr<const Dictionary> values = detail::closed_dictionary(column);
    const bool has_ends = values != column.dictionary;
    if (has_ends && values->value_count() == 0) {
        return flat_hierarchy(column.dictionary);
    }
    const std::vector<std::uint64_t> rows = rows_of_closed(column, counts);
    const BuildContext context{.attribute = column.name,
                               .rows_of_code = rows,
                               .show_values = show_values,
                               .missing_marks = policy.missing_marks};
    const HierarchySpec spec =
        asked.form == HierarchySpec::Form::automatic ? detail::automatic_spec(column) : asked;
    Hierarchy closed = build_closed(spec, values, files, context);
    return has_ends ? with_open_ends(closed, column.dictionary) : closed;
}

Hierarchy build_hierarchy(const Policy& policy,
                          const HierarchySpec& asked,
                          const Column& column,
                          bool show_values) {
    HierarchyFiles files;
    read_hierarchy_file_of(policy, column.name, asked, files);
    return build_hierarchy(policy, asked, column, files, show_values);
}

}  // namespace kanon
