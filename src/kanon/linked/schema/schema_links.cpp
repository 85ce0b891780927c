// SPDX-License-Identifier: Apache-2.0
#include "kanon/base/error.hpp"
#include "kanon/base/text/suggest.hpp"
#include "kanon/linked/schema/schema_parts.hpp"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <utility>

namespace kanon::linked::schemas {
namespace {

/// Place of each table's parent; none for the root. \throws Error{bad_policy}
std::vector<std::optional<std::size_t>> parents_of(const SchemaPolicy& schema,
                                                   const Unsorted& read) {
    std::vector<std::string_view> names;
    for (const TablePolicy& table : read.tables) {
        names.emplace_back(table.name);
    }
    std::vector<std::optional<std::size_t>> out;
    for (std::size_t t = 0; t < names.size(); ++t) {
        if (read.parents[t].empty()) {
            out.emplace_back();
            continue;
        }
        const auto found = std::ranges::find(names, read.parents[t]);
        if (found == names.end()) {
            refuse_policy(schema,
                          read.tables[t],
                          "`of` names no table of the schema" + suggestion(read.parents[t], names));
        }
        out.emplace_back(static_cast<std::size_t>(found - names.begin()));
    }
    return out;
}

void check_roots(const SchemaPolicy& schema,
                 const Unsorted& read,
                 const std::vector<std::optional<std::size_t>>& parents) {
    const TablePolicy* root = nullptr;
    for (std::size_t t = 0; t < parents.size(); ++t) {
        if (parents[t]) {
            continue;
        }
        if (root != nullptr) {
            refuse_policy(schema,
                          read.tables[t],
                          "it is below no other table, and neither is '" + root->name +
                              "'; one table is that of the subjects, and each other one says of "
                              "which table its rows are (`of`)");
        }
        root = &read.tables[t];
    }
    if (root == nullptr) {
        refuse_policy(schema,
                      read.tables.front(),
                      "the tables are below each other in a circle, so none is that of the "
                      "subjects; leave `of` out of that one");
    }
}

void check_links(const SchemaPolicy& schema) {
    for (const TablePolicy& table : schema.tables) {
        if (!table.parent && !table.foreign.empty()) {
            refuse_policy(schema, table, "`by` without `of`: of which table are its rows?");
        }
        if (!table.parent) {
            continue;
        }
        const TablePolicy& parent = schema.tables[*table.parent];
        if (table.foreign.empty()) {
            refuse_policy(schema,
                          table,
                          "`by` is missing: the column that has the key of '" + parent.name + "'");
        }
        if (parent.key.empty()) {
            refuse_policy(
                schema,
                parent,
                "`key` is missing: the column by which rows of '" + table.name + "' name theirs");
        }
        if (table.key == table.foreign) {
            refuse_policy(schema, table, "`key` and `by` are the same column");
        }
        if (table.is_made()) {
            refuse_policy(schema, table, "`file` is missing: where are its rows?");
        }
    }
    if (schema.tables.size() < 2) {
        refuse_policy(schema,
                      schema.root(),
                      "a schema has two tables at least; for one table "
                      "write its `attributes` at the top of the policy");
    }
}

/// A root without a file is made from its only child.
void check_made(const SchemaPolicy& schema) {
    const TablePolicy& root = schema.root();
    if (!root.is_made()) {
        return;
    }
    std::size_t children = 0;
    for (const TablePolicy& table : schema.tables) {
        children += table.parent == std::optional<std::size_t>(0) ? 1U : 0U;
    }
    if (children != 1) {
        refuse_policy(schema,
                      root,
                      "without a `file` its rows are the keys that one table below it has, and "
                      "there are several; name its file");
    }
    if (!root.policy.attributes.empty()) {
        refuse_policy(schema, root, "without a `file` it has no columns but its key");
    }
}

/// Pseudonyms of a key are those of all references to it.
void settle_pseudonyms(const SchemaPolicy& schema, TablePolicy& table) {
    AttributePolicy* const reference =
        table.foreign.empty() ? nullptr : &table.policy.attribute(table.foreign);
    if (reference == nullptr || !reference->pseudonym || schema.tables[*table.parent].is_made()) {
        return;
    }
    const TablePolicy& parent = schema.tables[*table.parent];
    const AttributePolicy* const key = parent.policy.find(parent.key);
    if (key == nullptr || key->pseudonym != reference->pseudonym) {
        refuse_policy(schema,
                      table,
                      "'" + table.foreign + "' has the keys of '" + parent.name +
                          "', and follows them: give the pseudonym to '" + parent.key + "' there");
    }
    reference->pseudonym.reset();
    reference->role.reset();
}

/// The roles that keys have, whatever their columns look like.
void settle_keys(SchemaPolicy& schema) {
    for (TablePolicy& table : schema.tables) {
        settle_pseudonyms(schema, table);
        for (const std::string& key : {table.key, table.foreign}) {
            if (key.empty()) {
                continue;
            }
            if (AttributePolicy& said = table.policy.attribute(key); said.is_keyed()) {
                if (said.shift) {
                    refuse_policy(
                        schema, table, "'" + key + "' links tables, and no key is shifted");
                }
                said.role = Role::pseudonymous;
                continue;
            }
            if (const AttributePolicy* const said = table.policy.find(key);
                said != nullptr && said->role && said->role != Role::identifying) {
                refuse_policy(schema,
                              table,
                              "'" + key +
                                  "' links tables, and its values are drawn anew in the release; "
                                  "leave its role out");
            }
            table.policy.attribute(key).role = Role::insensitive;
        }
    }
}

}  // namespace

void refuse_policy(const SchemaPolicy& schema,
                   const TablePolicy& table,
                   const std::string& message) {
    throw Error(ErrorCode::bad_policy,
                "table '" + table.name + "': " + message,
                {.file = schema.file, .line = table.line, .column = table.column});
}

std::vector<std::string_view> names_of_tables(const SchemaPolicy& schema) {
    std::vector<std::string_view> out;
    for (const TablePolicy& table : schema.tables) {
        out.emplace_back(table.name);
    }
    return out;
}

void sort_tables(SchemaPolicy& schema, Unsorted read) {
    const auto parents = parents_of(schema, read);
    check_roots(schema, read, parents);
    std::vector<std::size_t> place(read.tables.size(), read.tables.size());
    while (schema.tables.size() < read.tables.size()) {
        const std::size_t before = schema.tables.size();
        for (std::size_t t = 0; t < parents.size(); ++t) {
            const bool is_done = place[t] < read.tables.size();
            const bool is_next = !parents[t] || place[*parents[t]] < read.tables.size();
            if (!is_done && is_next) {
                place[t] = schema.tables.size();
                read.tables[t].parent =
                    parents[t] ? std::optional(place[*parents[t]]) : std::nullopt;
                schema.tables.push_back(std::move(read.tables[t]));
            }
        }
        if (schema.tables.size() == before) {
            const auto rest = std::ranges::find(place, read.tables.size());
            refuse_policy(schema,
                          read.tables[static_cast<std::size_t>(rest - place.begin())],
                          "it is below itself: `of` leads from table to table and back, and never "
                          "to that of the subjects");
        }
    }
}

void settle_links(SchemaPolicy& schema) {
    check_links(schema);
    check_made(schema);
    settle_keys(schema);
}

}  // namespace kanon::linked::schemas
