// SPDX-License-Identifier: Apache-2.0
#include "kanon/policy/policy_reader.hpp"
#include "kanon/problem/binding/binding.hpp"
#include "kanon/problem/build_hierarchy.hpp"
#include "kanon/problem/column_facts.hpp"

#include <fmt/format.h>

#include <utility>

namespace kanon::detail {
namespace {

bool recode_by_range(const Policy& policy, const AttributePolicy& attribute, const Column& column) {
    const bool ordered = column.dictionary->is_numeric();
    if (attribute.recode == Recode::range && !ordered) {
        throw Error(ErrorCode::bad_policy,
                    "recode: range needs numbers or dates, but the column is text; write recode: "
                    "set or recode: hierarchy",
                    policy.where(attribute.name));
    }
    return attribute.recode ? attribute.recode == Recode::range
                            : ordered && !attribute.asks_for_hierarchy();
}

/// True if kanon itself made a hierarchy that tells less than a few values would: the star alone,
/// or masks of codes.
bool is_poor(const HierarchySpec& hierarchy) {
    using Form = HierarchySpec::Form;
    return hierarchy.made_up &&
           (hierarchy.form == Form::flat || (hierarchy.form == Form::mask && hierarchy.mask_parts));
}

/// True if classes release sets: asked for, or nothing stands above the values but the star or
/// masks of codes, and nobody asked for that.
bool recode_by_set(const Policy& policy, const AttributePolicy& attribute, const Column& column) {
    if (attribute.recode != Recode::set) {
        return !attribute.recode && is_poor(attribute.hierarchy) &&
               !column.dictionary->is_numeric() && column.dictionary->size() <= kMostSetDomain;
    }
    const Where where = policy.where(attribute.name);
    if (!attribute.coding.bottom.empty() || !attribute.coding.top.empty()) {
        throw Error(ErrorCode::bad_policy,
                    "recode: set and an end by `top` or `bottom`, which is no value to list; write "
                    "recode: range",
                    where);
    }
    if (column.dictionary->size() > kMostSetDomain) {
        throw Error(ErrorCode::bad_policy,
                    fmt::format("recode: set is for {} distinct values at most, and the column has "
                                "{}; give it a hierarchy",
                                kMostSetDomain,
                                column.dictionary->size()),
                    where);
    }
    return true;
}

/// True if texts may come out as ranges in their order where sets have too many values: nothing
/// stands above the values but the star or masks of codes, nobody asked for that, and sets are
/// allowed at all. Freeform models know no such ranges.
bool range_by_order(const Problem& problem,
                    const AttributePolicy& attribute,
                    const Column& column) {
    const bool has_order = !column.dictionary->is_numeric() && column.dictionary->size() > 1;
    const bool flat = attribute.hierarchy.form == HierarchySpec::Form::flat;
    const bool asked = attribute.recode == Recode::set;
    const bool open = !attribute.recode && is_poor(attribute.hierarchy);
    return has_order && ((asked && flat) || open) && !attribute.aggregate &&
           problem.policy.max_set_values > 1 && problem.recoding_model == RecodingModel::classes;
}

void take_levels(const Policy& policy, const AttributePolicy& attribute, QuasiIdentifier& bound) {
    const Level height = bound.hierarchy.height();
    bound.greatest_level = height;
    if (!attribute.levels) {
        return;
    }
    if (attribute.levels->second > height) {
        throw Error(ErrorCode::bad_policy,
                    fmt::format("levels go up to {}, but the hierarchy has {} above the values",
                                attribute.levels->second,
                                height),
                    policy.where(attribute.name));
    }
    bound.least_level = attribute.levels->first;
    bound.greatest_level = attribute.levels->second;
}

QuasiIdentifier bind_one(Problem& problem,
                         std::size_t index,
                         const HierarchyFiles& files,
                         std::string& made_up) {
    const Column& column = problem.table.column(index);
    AttributePolicy& attribute = problem.policy.attribute(column.name);
    QuasiIdentifier bound;
    bound.name = column.name;
    bound.weight = attribute.weight;
    bound.hierarchy_given = attribute.asks_for_hierarchy();
    if (!bound.hierarchy_given) {
        attribute.hierarchy = automatic_spec(column);
        attribute.hierarchy.made_up = true;
    }
    if (!bound.hierarchy_given && !attribute.aggregate) {
        made_up += fmt::format("{}'{}' {}",
                               made_up.empty() ? "" : "; ",
                               column.name,
                               hierarchy_spec_text(attribute.hierarchy));
    }
    bound.hierarchy =
        build_hierarchy(problem.policy, attribute.hierarchy, column, files, false, problem.counts);
    bound.range_asked = attribute.recode == Recode::range;
    bound.labels_asked =
        attribute.recode ? attribute.recode == Recode::hierarchy : bound.hierarchy_given;
    bound.recode_range = recode_by_range(problem.policy, attribute, column);
    bound.recode_set = !attribute.aggregate && recode_by_set(problem.policy, attribute, column);
    bound.max_set_values = problem.policy.max_set_values;
    bound.range_texts = range_by_order(problem, attribute, column);
    if (attribute.aggregate) {
        bound.aggregate =
            Aggregate{.kind = *attribute.aggregate, .digits = attribute.digits.value_or(0)};
    }
    take_levels(problem.policy, attribute, bound);
    return bound;
}

}  // namespace

void bind_quasi_identifiers(Problem& problem,
                            const HierarchyFiles& files,
                            bool has_columns_elsewhere) {
    std::string made_up;
    double weights = 0;
    for (std::size_t j = 0; j < problem.table.column_count(); ++j) {
        const AttributePolicy& attribute = *problem.policy.find(problem.table.column(j).name);
        if (attribute.role == Role::quasi_identifying && !attribute.is_list) {
            problem.quasi_identifiers.push_back(bind_one(problem, j, files, made_up));
            problem.columns.push_back(j);
            weights += problem.quasi_identifiers.back().weight;
        }
    }
    const Where where{.file = problem.policy.file, .line = 0, .column = 0, .attribute = ""};
    const bool has_none = problem.quasi_identifiers.empty();
    if (has_none && !has_columns_elsewhere) {
        throw Error(ErrorCode::bad_policy,
                    "no column is quasi-identifying, so there is nothing to generalize; give the "
                    "columns that others may know of a person `role: quasi-identifying` (--qi)",
                    where);
    }
    if (!has_none && !(weights > 0)) {
        throw Error(ErrorCode::bad_policy,
                    "all quasi-identifiers have weight 0; give one of them a weight above 0",
                    where);
    }
    for (const auto& [file, rows] : files) {
        if (!rows.found_encoding.empty()) {
            problem.assumptions.push_back("the text of " + rows.file + " is read as " +
                                          rows.found_encoding +
                                          ", judging by its bytes; its `encoding` overrides this");
        }
        if (rows.left_out_blanks) {
            problem.assumptions.push_back("blanks around the fields of " + rows.file +
                                          " are left out; quotes around a field keep its own");
        }
    }
    if (!made_up.empty()) {
        problem.assumptions.push_back("default hierarchies: " + made_up);
    }
}

}  // namespace kanon::detail
