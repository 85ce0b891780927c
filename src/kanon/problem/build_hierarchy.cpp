// SPDX-License-Identifier: Apache-2.0
#include "kanon/problem/build_hierarchy.hpp"

#include "kanon/hierarchy/builders.hpp"
#include "kanon/problem/column_facts.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace kanon {
namespace {

Hierarchy build_from_file(const HierarchyRows& rows,
                          const Column& column,
                          const BuildContext& context) {
    return hierarchy_from_paths(
        column.dictionary, {.rows = rows.rows, .lines = rows.lines, .file = rows.file}, context);
}

}  // namespace

Hierarchy build_hierarchy(const Policy& policy,
                          const HierarchySpec& asked,
                          const Column& column,
                          const HierarchyFiles& files,
                          bool show_values) {
    const HierarchySpec spec =
        asked.form == HierarchySpec::Form::automatic ? detail::automatic_spec(column) : asked;
    const std::vector<std::uint64_t> rows = detail::rows_of_codes(column);
    const BuildContext context{.attribute = column.name,
                               .rows_of_code = rows,
                               .show_values = show_values,
                               .missing_marks = policy.missing_marks};
    using Form = HierarchySpec::Form;
    switch (spec.form) {
        case Form::flat:
            return flat_hierarchy(column.dictionary);
        case Form::file:
            return build_from_file(files.at(spec.file), column, context);
        case Form::intervals:
            return interval_hierarchy(column.dictionary,
                                      {.widths = spec.widths,
                                       .open_below = spec.open_below,
                                       .open_above = spec.open_above},
                                      context);
        case Form::mask:
            return mask_hierarchy(
                column.dictionary,
                {.from_right = spec.mask_right,
                 .step = spec.mask_step,
                 .character = spec.mask_character,
                 .levels = spec.mask_levels == 0 ? std::nullopt : std::optional(spec.mask_levels)},
                context);
        case Form::tree:
            return tree_hierarchy(column.dictionary, spec.tree, context);
        case Form::date:
            return date_hierarchy(column.dictionary, context);
        case Form::automatic:
            break;
    }
    return default_hierarchy(column.dictionary).hierarchy;
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
