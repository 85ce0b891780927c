// SPDX-License-Identifier: Apache-2.0
#include "kanon/base/text/count_text.hpp"
#include "kanon/policy/policy_reader.hpp"
#include "kanon/problem/binding/binding.hpp"
#include "kanon/problem/build_hierarchy.hpp"
#include "kanon/problem/column_facts.hpp"
#include "kanon/release/spelling/list_cell.hpp"
#include "kanon/table/column_builder.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace kanon::detail {
namespace {

/// Sets of known items that are counted at most, those of all lists together: some minutes.
constexpr double kMostKnownSets = 2e9;

Where at_column(const Problem& problem, const std::string& name) {
    return problem.policy.where(name);
}

/// The one quasi-identifying column of lists; none: there is none.
std::optional<std::size_t> find_list(const Problem& problem) {
    std::optional<std::size_t> out;
    for (std::size_t j = 0; j < problem.table.column_count(); ++j) {
        const AttributePolicy& attribute = *problem.policy.find(problem.table.column(j).name);
        if (!attribute.is_list || attribute.role != Role::quasi_identifying) {
            continue;
        }
        if (out) {
            throw Error(ErrorCode::bad_policy,
                        "a second quasi-identifying column of lists: whoever knows items may know "
                        "some of each, so put the items into one column",
                        at_column(problem, attribute.name));
        }
        out = j;
    }
    return out;
}

/// The promise about lists; made up where none is asked for.
ListPromise promise_of(Problem& problem) {
    for (const PrivacyRequirement& requirement : problem.policy.privacy) {
        if (find_privacy_model(requirement.model).needs.list) {
            return list_promise_of(requirement);
        }
    }
    const auto k = static_cast<double>(std::max<std::uint64_t>(problem.k, 2));
    PrivacyRequirement made{.model = "km-anonymity", .parameters = {{"k", k}, {"m", 2}}};
    problem.models.push_back(find_privacy_model(made.model).make(made, std::nullopt));
    problem.policy.privacy.push_back(made);
    problem.assumptions.push_back(
        fmt::format("km-anonymity of lists is k = {}, m = 2: no other is asked for", k));
    return list_promise_of(made);
}

/// What lists are not yet carried through.
void check_circumstances(const Problem& problem, const std::string& name) {
    const auto refuse = [&](const std::string& what) {
        throw Error(ErrorCode::bad_policy, what, at_column(problem, name));
    };
    if (!problem.counts.empty()) {
        refuse(
            "lists are anonymized row by row, and here rows are counted; write the release to a "
            "file");
    }
    if (problem.recoding_model != RecodingModel::classes) {
        refuse(
            "lists are anonymized within classes, which freeform recoding has none of; take "
            "`recoding: classes`");
    }
}

/// First row of a cell's code, from 1 on.
std::uint64_t row_of(const Column& column, Code code) {
    std::uint64_t row = 0;
    while (column.codes[row] != code) {
        ++row;
    }
    return row + 1;
}

/// The items of all cells, as a column of which each cell is an item of a row.
struct ReadItems {
    Column items;
    std::vector<std::uint64_t> starts{0};
};

ReadItems read_items(const Problem& problem, const Column& column, std::string_view separator) {
    ColumnBuilder builder(column.name);
    std::vector<std::uint64_t> starts{0};
    for (Code cell = 0; cell < column.dictionary->size(); ++cell) {
        const auto items = split_list(column.dictionary->text(cell), separator);
        if (!items) {
            throw Error(ErrorCode::bad_input,
                        fmt::format("row {}: a quote in a list is not closed, or something stands "
                                    "behind it; close it before the separator, and write a quote "
                                    "of an item twice",
                                    row_of(column, cell)),
                        at_column(problem, column.name));
        }
        for (const std::string& item : *items) {
            builder.append(builder.code_of(item));
        }
        starts.push_back(builder.row_count());
    }
    if (builder.row_count() == 0) {
        throw Error(ErrorCode::bad_input,
                    "no list has an item, so there is nothing to generalize; give the column "
                    "another role",
                    at_column(problem, column.name));
    }
    return {.items = builder.finish(ValueType::text), .starts = std::move(starts)};
}

/// The items of each cell in order, once each.
void take_items(const ReadItems& read, const Column& column, ListColumn& out) {
    const std::vector<std::uint64_t> rows = rows_of_codes(column, {});
    out.starts.assign(1, 0);
    std::vector<Code> list;
    for (std::size_t cell = 0; cell + 1 < read.starts.size(); ++cell) {
        list.clear();
        for (std::uint64_t i = read.starts[cell]; i < read.starts[cell + 1]; ++i) {
            list.push_back(read.items.codes[i]);
        }
        std::ranges::sort(list);
        const std::size_t with_repeats = list.size();
        list.erase(std::unique(list.begin(), list.end()), list.end());
        out.repeated += (with_repeats - list.size()) * rows[cell];
        out.items.insert(out.items.end(), list.begin(), list.end());
        out.starts.push_back(out.items.size());
    }
}

/// Refuse lists of which there are too many sets of m items to count.
void check_sizes(const Problem& problem, const Column& column, const ListColumn& list) {
    const std::vector<std::uint64_t> rows = rows_of_codes(column, {});
    double all = 0;
    std::size_t longest = 0;
    Code at = 0;
    for (Code cell = 0; cell < rows.size(); ++cell) {
        const std::size_t size = list.items_of(cell).size();
        auto sets = static_cast<double>(rows[cell]);
        for (std::size_t known = 1; known <= list.promise.m && known <= size; ++known) {
            sets *= static_cast<double>(size - known + 1) / static_cast<double>(known);
            all += sets;
        }
        if (size > longest) {
            longest = size;
            at = cell;
        }
    }
    if (all > kMostKnownSets) {
        throw Error(ErrorCode::bad_input,
                    fmt::format("the lists hold more than {} sets of up to {}, which have all to "
                                "be counted; the longest, in row {}, has {}: take a smaller m, or "
                                "shorten long lists",
                                count_text(static_cast<std::uint64_t>(kMostKnownSets)),
                                count_text(list.promise.m, "item"),
                                row_of(column, at),
                                count_text(longest, "item")),
                    at_column(problem, column.name));
    }
}

/// The items of each text of a hierarchy. \throws Error{bad_hierarchy} if one text stands for two
/// groups: whoever reads it in a list could not tell which.
std::map<std::string, std::vector<Code>, std::less<>> items_by_text(const Problem& problem,
                                                                    const std::string& name,
                                                                    const Hierarchy& hierarchy) {
    std::map<std::string, std::vector<Code>, std::less<>> out;
    for (unsigned at = 0; at <= hierarchy.height(); ++at) {
        const auto level = static_cast<Level>(at);
        std::vector<std::vector<Code>> of_label(hierarchy.label_count(level));
        for (Code item = 0; item < hierarchy.domain_size(); ++item) {
            of_label[hierarchy.label_of(level, item)].push_back(item);
        }
        for (Code label = 0; label < of_label.size(); ++label) {
            const auto [place, is_new] =
                out.emplace(hierarchy.text(level, label), std::move(of_label[label]));
            if (!is_new && place->second.size() != hierarchy.cover_count(level, label)) {
                throw Error(ErrorCode::bad_hierarchy,
                            fmt::format("a label of level {} is also the text of an item, or of "
                                        "another group of items, and in a list nothing tells them "
                                        "apart; write the label otherwise, such as with a star",
                                        at),
                            problem.policy.where(name));
            }
        }
    }
    return out;
}

std::vector<bool> sensitive_of(
    const Problem& problem,
    const AttributePolicy& attribute,
    const Hierarchy& hierarchy,
    const std::map<std::string, std::vector<Code>, std::less<>>& by_text) {
    std::vector<bool> out(hierarchy.domain_size());
    const auto named = split_list(attribute.sensitive_items, ",");
    if (!named) {
        throw Error(ErrorCode::bad_policy,
                    "sensitive-items has a quote that is not closed",
                    problem.policy.where(attribute.name));
    }
    for (const std::string& name : *named) {
        const auto found = by_text.find(name);
        if (found == by_text.end()) {
            throw Error(ErrorCode::bad_policy,
                        "sensitive-items names '" + name +
                            "', which is no item of a list and no group of the hierarchy",
                        problem.policy.where(attribute.name));
        }
        for (const Code item : found->second) {
            out[item] = true;
        }
    }
    return out;
}

void check_sensitive(const Problem& problem, const ListColumn& list, const std::string& name) {
    const bool any = std::ranges::find(list.sensitive, true) != list.sensitive.end();
    if (any != (list.promise.l > 1)) {
        throw Error(ErrorCode::bad_policy,
                    any ? "sensitive-items are named, and km-anonymity asks for no l; give it an l "
                          "of 2 or more"
                        : "km-anonymity asks for l, and no items are sensitive; name some under "
                          "sensitive-items (--sensitive-items)",
                    problem.policy.where(name));
    }
}

void say_bound(Problem& problem, const ListColumn& list, const AttributePolicy& attribute) {
    if (attribute.separator.empty()) {
        problem.assumptions.push_back(
            fmt::format("the items of '{}' are parted by '{}', as found in its cells (--separator)",
                        attribute.name,
                        list.separator == "\t" ? "tab" : list.separator));
    }
    if (!list.hierarchy_given) {
        problem.assumptions.push_back(fmt::format("default hierarchy of the items of '{}': {}",
                                                  attribute.name,
                                                  hierarchy_spec_text(attribute.hierarchy)));
    }
    if (list.repeated > 0) {
        problem.assumptions.push_back(fmt::format("'{}': {} that a list has already {} left out",
                                                  attribute.name,
                                                  count_text(list.repeated, "item"),
                                                  list.repeated == 1 ? "is" : "are"));
    }
}

}  // namespace

void bind_list(Problem& problem, const HierarchyFiles& files) {
    const std::optional<std::size_t> place = find_list(problem);
    if (!place) {
        const bool promised = std::ranges::any_of(problem.policy.privacy, [](const auto& one) {
            return find_privacy_model(one.model).needs.list;
        });
        if (promised) {
            throw Error(ErrorCode::bad_policy,
                        "km-anonymity is about lists, and no quasi-identifying column is one; give "
                        "one `type: list` (--types COLUMN=list)",
                        Where{.file = problem.policy.file});
        }
        return;
    }
    const Column& column = problem.table.column(*place);
    AttributePolicy& attribute = problem.policy.attribute(column.name);
    check_circumstances(problem, column.name);
    ListColumn list{.column = *place, .separator = attribute.separator};
    list.promise = promise_of(problem);
    if (list.separator.empty()) {
        list.separator = find_separator(*column.dictionary);
    }
    const ReadItems read = read_items(problem, column, list.separator);
    take_items(read, column, list);
    check_sizes(problem, column, list);
    list.hierarchy_given = attribute.asks_for_hierarchy();
    if (!list.hierarchy_given) {
        attribute.hierarchy = automatic_spec(read.items);
        attribute.hierarchy.made_up = true;
    }
    list.hierarchy = build_hierarchy(problem.policy, attribute.hierarchy, read.items, files);
    const auto by_text = items_by_text(problem, column.name, list.hierarchy);
    list.sensitive = sensitive_of(problem, attribute, list.hierarchy, by_text);
    check_sensitive(problem, list, column.name);
    list.method = attribute.list_method.empty() ? "apriori" : attribute.list_method;
    list.may_drop = attribute.drops_items;
    say_bound(problem, list, attribute);
    problem.list = std::move(list);
}

}  // namespace kanon::detail
