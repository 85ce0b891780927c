// SPDX-License-Identifier: Apache-2.0
#include "kanon/linked/schema/linked_tables.hpp"

#include "kanon/base/error.hpp"
#include "kanon/base/grouped.hpp"
#include "kanon/base/text/count_text.hpp"
#include "kanon/base/text/suggest.hpp"
#include "kanon/io/reading/read_settings.hpp"
#include "kanon/linked/schema/keyed_tables.hpp"
#include "kanon/source/input.hpp"
#include "kanon/source/reading.hpp"
#include "kanon/table/row_types.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace kanon::linked {
namespace {

std::size_t key_column(const LinkedTable& table, const std::string& name, std::string_view what) {
    const std::optional<std::size_t> found = table.table().find(name);
    if (!found) {
        const std::vector<std::string_view> names = table.table().names();
        throw Error(ErrorCode::bad_policy,
                    fmt::format("table '{}' has no column '{}', which is to be its `{}`{}",
                                table.name,
                                name,
                                what,
                                suggestion(name, names)));
    }
    return *found;
}

/// The policy of a table, with the k of the subjects: no other is promised, and none assumed.
Policy policy_of(const TablePolicy& asked, std::uint64_t k) {
    Policy out = asked.policy;
    out.privacy.insert(out.privacy.begin(),
                       {.model = "k-anonymity", .parameters = {{"k", static_cast<double>(k)}}});
    return out;
}

/// For binding: keys are not released as they are, so they are no concern of what unprotected
/// columns tell. To be read they must not be identifying. Pseudonyms of keys are bound as others.
Policy with_keys_withheld(const TablePolicy& asked, Policy policy) {
    for (const std::string& key : {asked.key, asked.foreign}) {
        if (!key.empty() && !policy.attribute(key).is_keyed()) {
            policy.attribute(key).role = Role::identifying;
        }
    }
    if (asked.withholds_person) {
        policy.attribute(asked.person).role = Role::identifying;
    }
    return policy;
}

/// Warnings of keys alone are none, but that they are pseudonyms: keys are drawn anew, and subjects
/// are counted by them.
void drop_warnings_of_keys(const TablePolicy& asked, Problem& problem) {
    const auto is_key = [&](const std::string& column) {
        return column == asked.key || column == asked.foreign;
    };
    std::erase_if(problem.warnings, [&](const Warning& warning) {
        return warning.code != "pseudonymous" && !warning.columns.empty() &&
               std::ranges::all_of(warning.columns, is_key);
    });
}

LinkedTable bind_table(const TablePolicy& asked,
                       const Policy& policy,
                       detail::PolicySource source,
                       const RunContext& context) {
    LinkedTable out;
    out.name = asked.name;
    out.parent = asked.parent;
    const BindOptions circumstances{
        .row_order = RowOrder::hidden, .only_measured = true, .has_columns_elsewhere = true};
    out.problem =
        detail::bind_source(source, with_keys_withheld(asked, policy), circumstances, context);
    detail::note_decimal_commas(source.reading.table, out.problem.table, source.form);
    out.form = std::move(source.form);
    drop_warnings_of_keys(asked, out.problem);
    return out;
}

/// A table that somebody has in memory, as if it had been read.
detail::PolicySource source_in_memory(const Table& table,
                                      const Policy& policy,
                                      const RunContext& context) {
    detail::PolicySource out;
    out.reading.table = table;
    out.files = read_policy_files(policy, context);
    return out;
}

/// What `make` gives; its faults name the table.
template <class Make>
auto in_table(const std::string& name, const Make& make) {
    try {
        return make();
    } catch (const Error& error) {
        if (error.code() == ErrorCode::cancelled) {
            throw;
        }
        throw Error(error.code(), "table '" + name + "': " + error.what());
    }
}

/// `above`: the tables that are read so far.
LinkedTable read_table_of(const TablePolicy& asked,
                          const LinkedTables& above,
                          ReadOptions options,
                          const RunContext& context,
                          const Table* in_memory) {
    Policy policy = policy_of(asked, above.k);
    set_read_options(options, asked.read);
    detail::PolicySource source = in_table(asked.name, [&] {
        return in_memory != nullptr ? source_in_memory(*in_memory, policy, context)
                                    : detail::read_source(std::span(&asked.input, 1),
                                                          policy,
                                                          options,
                                                          {.order = RowOrder::hidden},
                                                          context);
    });
    take_persons(asked, above, policy, source.reading.table);
    return in_table(asked.name,
                    [&] { return bind_table(asked, policy, std::move(source), context); });
}

std::string type_name(const Column& column) {
    return std::string(to_string(column.dictionary->type()));
}

/// Refuse keys that no row can have of the other side, by their types.
void check_types(const Column& foreign,
                 const Column& key,
                 const std::pair<std::string, std::string>& names) {
    const bool has_values =
        foreign.dictionary->value_count() > 0 && key.dictionary->value_count() > 0;
    if (has_values && foreign.dictionary->type() != key.dictionary->type()) {
        throw Error(ErrorCode::bad_input,
                    fmt::format("'{}' of table '{}' is {}, and '{}' of table '{}', to which it "
                                "refers, is {}; write keys alike, or give both columns the same "
                                "`type`",
                                foreign.name,
                                names.first,
                                type_name(foreign),
                                key.name,
                                names.second,
                                type_name(key)));
    }
}

/// Row of each code of a key column. \throws Error{bad_input}: one code in several rows, or missing
std::vector<std::uint32_t> rows_of_keys(const Column& key, const std::string& table) {
    std::vector<std::uint32_t> row_of(key.dictionary->size(), kNoRow);
    std::vector<bool> repeated(key.dictionary->size());
    std::uint64_t missing = 0;
    key.codes.visit([&](const auto codes) {
        for (std::size_t row = 0; row < codes.size(); ++row) {
            const Code code = codes[row];
            missing += key.dictionary->is_missing(code) ? 1U : 0U;
            repeated[code] = repeated[code] || row_of[code] != kNoRow;
            row_of[code] = static_cast<std::uint32_t>(row);
        }
    });
    const auto values = std::ranges::count(repeated, true);
    if (missing > 0) {
        throw Error(ErrorCode::bad_input,
                    fmt::format("'{}' is the key of table '{}', and {} {} no value there",
                                key.name,
                                table,
                                count_text(missing, "row"),
                                missing == 1 ? "has" : "have"));
    }
    if (values > 0) {
        throw Error(ErrorCode::bad_input,
                    fmt::format("'{}' is the key of table '{}', and {} in several rows; a key is "
                                "of one row",
                                key.name,
                                table,
                                values == 1 ? "one value stands"
                                            : count_text(static_cast<std::uint64_t>(values)) +
                                                  " values stand"));
    }
    return row_of;
}

void group_children(const LinkedTable& parent, LinkedTable& child) {
    const auto grouped = grouped_items(
        child.parent_row.size(), parent.rows(), [&](std::size_t r) { return child.parent_row[r]; });
    child.by_parent = grouped.values();
    child.first_child = grouped.starts();
}

/// Refuse a person in two households: who knows one would know members of both.
void check_persons(const TablePolicy& asked, const LinkedTable& table) {
    const Column& persons = table.read_column(key_column(table, asked.person, "person"));
    const Column& household = table.read_column(*table.foreign);
    constexpr std::uint32_t kSeveral = kNoRow - 1;
    std::vector<std::uint32_t> of_person(persons.dictionary->size(), kNoRow);
    for (std::size_t row = 0; row < persons.codes.size(); ++row) {
        std::uint32_t& known = of_person[persons.codes[row]];
        const Code code = household.codes[row];
        known = known == kNoRow || known == code ? code : kSeveral;
    }
    if (persons.dictionary->missing()) {
        of_person[*persons.dictionary->missing()] = kNoRow;
    }
    const auto several = static_cast<std::uint64_t>(std::ranges::count(of_person, kSeveral));
    if (several > 0) {
        throw Error(
            ErrorCode::bad_input,
            fmt::format("{} ('{}') of table '{}' {} in several households by '{}'; a person "
                        "lives in one: correct the column, or leave `person` out",
                        count_text(several, "person"),
                        persons.name,
                        table.name,
                        several == 1 ? "stands" : "stand",
                        household.name));
    }
}

void link(const TablePolicy& asked, LinkedTables& tables, std::size_t place) {
    LinkedTable& child = tables.tables[place];
    if (!asked.key.empty()) {
        child.key = key_column(child, asked.key, "key");
        static_cast<void>(rows_of_keys(child.read_column(*child.key), child.name));
        child.has_keyed_key = child.problem.policy.attribute(asked.key).is_keyed();
    }
    if (!child.parent) {
        return;
    }
    child.foreign = key_column(child, asked.foreign, "by");
    if (!asked.person.empty()) {
        check_persons(asked, child);
    }
    LinkedTable& parent = tables.tables[*child.parent];
    parent.children.push_back(place);
    child.parent_row = join_keys(child.read_column(*child.foreign),
                                 parent.read_column(*parent.key),
                                 {child.name, parent.name});
    group_children(parent, child);
    follow_pseudonyms(parent, child);
}

/// The parent of a table: a row for each key that the child has.
LinkedTable made_parent(const TablePolicy& asked,
                        const Column& foreign,
                        std::uint64_t k,
                        const std::string& child,
                        const RunContext& context) {
    const std::uint64_t rows = foreign.codes.visit([&](const auto codes) {
        std::uint64_t missing = 0;
        for (const auto code : codes) {
            missing += foreign.dictionary->is_missing(code) ? 1U : 0U;
        }
        return missing;
    });
    if (rows > 0) {
        throw Error(ErrorCode::bad_input,
                    fmt::format("'{}' of table '{}' says to whom a row belongs, and {} no value "
                                "there",
                                foreign.name,
                                child,
                                count_text(rows, "row") + (rows == 1 ? " has" : " have")));
    }
    auto column = std::make_shared<Column>();
    column->name = asked.key;
    column->storage_type = foreign.storage_type;
    column->dictionary = foreign.dictionary;
    const std::size_t keys = foreign.dictionary->value_count();
    column->codes = CodeVector(keys, foreign.dictionary->size());
    for (std::size_t code = 0; code < keys; ++code) {
        column->codes.set(code, static_cast<Code>(code));
    }
    detail::PolicySource source;
    source.reading.table = Table({std::move(column)}, keys);
    LinkedTable out = bind_table(asked, policy_of(asked, k), std::move(source), context);
    out.is_made = true;
    return out;
}

/// Link the table that was read last; the first two together where the first is made.
void link_next(const SchemaPolicy& schema, LinkedTables& tables, const RunContext& context) {
    const std::size_t last = tables.tables.size() - 1;
    const bool is_to_be_made = schema.root().is_made() && tables.root().table().column_count() == 0;
    if (is_to_be_made && last == 0) {
        return;
    }
    if (is_to_be_made) {
        LinkedTable& child = tables.tables[1];
        const std::size_t foreign = key_column(child, schema.tables[1].foreign, "by");
        tables.tables.front() =
            made_parent(schema.root(), child.read_column(foreign), tables.k, child.name, context);
        link(schema.root(), tables, 0);
    }
    link(schema.tables[last], tables, last);
}

void say(LinkedTables& tables, const SchemaPolicy& schema) {
    if (schema.k == 0) {
        tables.assumptions.push_back(fmt::format(
            "k is {}: no other k is asked for (privacy: {{k-anonymity: ...}})", kDefaultSubjects));
    }
    if (!schema.limit) {
        tables.assumptions.push_back(
            fmt::format("at most {} % of the rows of each table may be left out: the policy sets "
                        "no limit (suppression: {{max: ...}})",
                        kDefaultLimitPercent));
    }
    for (const LinkedTable& table : tables.tables) {
        for (const std::string& line : table.problem.assumptions) {
            tables.assumptions.push_back(table.name + ": " + line);
        }
    }
}

}  // namespace

std::vector<std::size_t> LinkedTable::kept_columns() const {
    std::vector<std::size_t> out;
    for (std::size_t j = 0; j < table().column_count(); ++j) {
        const auto is_in = [j](const std::vector<std::size_t>& columns) {
            return std::ranges::find(columns, j) != columns.end();
        };
        const bool is_drawn_anew =
            (key == j && !has_keyed_key) || (foreign == j && !has_keyed_foreign);
        if (!is_drawn_anew && !is_in(problem.columns) && !is_in(problem.withheld)) {
            out.push_back(j);
        }
    }
    return out;
}

bool is_key(const Column& column) {
    std::vector<bool> seen(column.dictionary->size());
    return column.codes.visit([&](const auto codes) {
        for (const auto code : codes) {
            if (seen[code] || column.dictionary->is_missing(code)) {
                return false;
            }
            seen[code] = true;
        }
        return true;
    });
}

std::vector<std::uint32_t> join_keys(const Column& foreign,
                                     const Column& key,
                                     const std::pair<std::string, std::string>& names) {
    const std::vector<std::uint32_t> row_of = rows_of_keys(key, names.second);
    check_types(foreign, key, names);
    std::vector<std::uint32_t> row_of_code(foreign.dictionary->size(), kNoRow);
    for (Code code = 0; code < foreign.dictionary->value_count(); ++code) {
        if (const auto found = key.dictionary->find_equal(foreign.dictionary->text(code))) {
            row_of_code[code] = row_of[*found];
        }
    }
    std::vector<std::uint32_t> out(foreign.codes.size());
    std::uint64_t orphans = 0;
    foreign.codes.visit([&](const auto codes) {
        for (std::size_t row = 0; row < codes.size(); ++row) {
            out[row] = row_of_code[codes[row]];
            orphans += out[row] == kNoRow ? 1U : 0U;
        }
    });
    if (orphans > 0) {
        throw Error(ErrorCode::bad_input,
                    fmt::format("{} of table '{}' {} to no row of '{}' by '{}'; complete '{}', or "
                                "leave these rows out",
                                count_text(orphans, "row"),
                                names.first,
                                orphans == 1 ? "belongs" : "belong",
                                names.second,
                                foreign.name,
                                names.second));
    }
    return out;
}

LinkedTables read_linked(const SchemaPolicy& schema,
                         const ReadOptions& options,
                         const RunContext& context,
                         const TablesInMemory& in_memory) {
    LinkedTables out;
    out.k = schema.k == 0 ? kDefaultSubjects : schema.k;
    out.limit = schema.limit.value_or(
        SuppressionLimit{.numerator = kDefaultLimitPercent, .denominator = 100});
    std::size_t taken = 0;
    for (const TablePolicy& asked : schema.tables) {
        if (asked.is_made() && in_memory.empty()) {
            out.tables.emplace_back();  // made once the table below it is read
            continue;
        }
        const Table* const given = in_memory.empty() ? nullptr : &in_memory.at(taken);
        ++taken;
        const bool is_empty = given != nullptr && given->column_count() == 0;
        out.tables.push_back(is_empty && asked.is_made()
                                 ? LinkedTable()
                                 : read_table_of(asked, out, options, context, given));
        link_next(schema, out, context);
    }
    say(out, schema);
    return out;
}

Table read_released(const LinkedTable& original,
                    const std::string& path,
                    const ReadOptions& options,
                    const RunContext& context) {
    ReadOptions read = options;
    read.missing_marks.clear();
    read.types.clear();
    read.keep_blank_rows = true;
    read.known_names = detail::released_names(original.problem);
    for (const std::optional<std::size_t>& key : {original.key, original.foreign}) {
        if (key) {
            read.known_names.push_back(original.table().column(*key).name);
        }
    }
    read.header_in_doubt = true;
    read.find_values = false;
    read.other_encoding = original.form.encoding;
    const Table table = read_input(path, read, context).table;
    return detail::out_of_own_form(table, original.form);
}

}  // namespace kanon::linked
