// SPDX-License-Identifier: Apache-2.0
#include "kanon/parties/run/sums_run.hpp"

#include "kanon/audit/audit.hpp"
#include "kanon/audit/cells/released_table.hpp"
#include "kanon/base/error.hpp"
#include "kanon/base/secret_random.hpp"
#include "kanon/parties/protocols/secure_sum.hpp"
#include "kanon/parties/protocols/secure_sum_nodes.hpp"
#include "kanon/policy/policy_files.hpp"
#include "kanon/problem/problem.hpp"
#include "kanon/release/release.hpp"
#include "kanon/run/release_and_prove.hpp"
#include "kanon/table/row_types.hpp"
#include "kanon/table/shuffle.hpp"
#include "kanon/table/table_builder.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace kanon::parties {
namespace {

/// A table that has every agreed value of every quasi-identifier and nothing else, so that all
/// sites bind the same dictionaries and hierarchies to it.
Table table_of_values(const Agreement& agreement) {
    std::size_t rows = 0;
    for (const auto& [name, values] : agreement.values) {
        rows = std::max(rows, values.size());
    }
    TableBuilder builder;
    for (const AttributePolicy& attribute : agreement.policy.attributes) {
        const auto found = agreement.values.find(attribute.name);
        if (found == agreement.values.end()) {
            continue;
        }
        std::vector<std::string> cells;
        for (std::size_t row = 0; row < rows; ++row) {
            cells.push_back(found->second[std::min(row, found->second.size() - 1)]);
        }
        builder.add_text(attribute.name, cells, attribute.type);
    }
    return builder.finish();
}

Problem bound_values(const Agreement& agreement, const RunContext& context) {
    Policy policy = agreement.policy;
    std::erase_if(policy.attributes, [](const AttributePolicy& attribute) {
        return attribute.role != Role::quasi_identifying;
    });
    BindOptions circumstances;
    circumstances.row_order = RowOrder::hidden;
    circumstances.only_measured = true;
    return kanon::bind(table_of_values(agreement),
                       policy,
                       read_policy_files(policy, context),
                       circumstances,
                       context);
}

/// A column by the codes of the agreed values.
std::shared_ptr<const Column> coded_column(const Column& column,
                                           std::shared_ptr<const Dictionary> values) {
    std::unordered_map<std::string_view, Code> code_of;
    for (Code code = 0; code < values->value_count(); ++code) {
        code_of.emplace(values->text(code), code);
    }
    std::vector<Code> code_by_code(column.dictionary->size());
    for (Code code = 0; code < column.dictionary->size(); ++code) {
        const auto found = code_of.find(column.dictionary->text(code));
        if (found == code_of.end() || column.dictionary->missing() == code) {
            refuse_value_of(column.name);
        }
        code_by_code[code] = found->second;
    }
    Column out{.name = column.name,
               .dictionary = std::move(values),
               .codes = CodeVector(column.codes.size(), code_of.size()),
               .storage_type = column.storage_type};
    for (std::size_t row = 0; row < column.codes.size(); ++row) {
        out.codes.set(row, code_by_code[column.codes[row]]);
    }
    return std::make_shared<const Column>(std::move(out));
}

/// This site's rows with the agreed values in the dictionaries of their quasi-identifiers.
Table by_agreed_values(const Table& rows, const Problem& values) {
    std::vector<std::shared_ptr<const Column>> columns;
    for (std::size_t j = 0; j < rows.column_count(); ++j) {
        const auto found = std::ranges::find(
            values.quasi_identifiers, rows.column(j).name, &QuasiIdentifier::name);
        columns.push_back(found == values.quasi_identifiers.end()
                              ? rows.shared_column(j)
                              : coded_column(rows.column(j), found->hierarchy.shared_dictionary()));
    }
    return {std::move(columns), rows.row_count()};
}

TypedRows typed_rows(const Table& coded, const Problem& values, unsigned threads) {
    std::vector<std::size_t> places;
    for (const QuasiIdentifier& attribute : values.quasi_identifiers) {
        places.push_back(*coded.find(attribute.name));
    }
    return make_row_types(coded, places, {}, threads);
}

/// Those of the helper.
TypedRows no_typed_rows(const Problem& values) {
    TypedRows out;
    out.rows = 0;
    for (const QuasiIdentifier& attribute : values.quasi_identifiers) {
        out.columns.emplace_back(0, attribute.dictionary().size());
    }
    return out;
}

/// A quasi-identifier as it is released: per row type, a place in the domain.
std::shared_ptr<const Column> released_column(const QuasiIdentifier& attribute,
                                              const ReleasedDomain& domain,
                                              std::span<const std::uint32_t> value_of_type,
                                              std::span<const std::uint32_t> type_of_row) {
    std::vector<std::string> words;
    for (const ReleasedValue& value : domain.values) {
        words.push_back(spell(value, domain, attribute.dictionary(), &attribute.hierarchy));
    }
    std::vector<std::string_view> cells;
    for (const std::uint32_t type : type_of_row) {
        cells.emplace_back(words[value_of_type[type]]);
    }
    TableBuilder builder;
    builder.add_text(attribute.name, cells, ValueType::text);
    return builder.finish().shared_column(0);
}

/// The quasi-identifiers of this site's rows, as all sites release them.
using ReleasedColumns = std::vector<std::shared_ptr<const Column>>;

ReleasedColumns columns_of_classes(const Task& task,
                                   std::span<const std::uint32_t> type_of_row,
                                   const Peers& peers,
                                   const RunContext& context,
                                   PartyOutcome& outcome) {
    const SummedClasses found = secure_sum(task, peers, context);
    ReleasedColumns out;
    for (std::size_t j = 0; j < task.quasi_identifiers.size(); ++j) {
        std::vector<std::uint32_t> value_of_type;
        for (const std::uint32_t in_class : found.recoding.class_of_type) {
            value_of_type.push_back(found.recoding.value_of_class[j][in_class]);
        }
        out.push_back(released_column(
            task.quasi_identifiers[j], found.recoding.domains[j], value_of_type, type_of_row));
    }
    outcome.joint_rows = found.joint_rows;
    outcome.classes = found.rows.size();
    const auto [least, greatest] = std::ranges::minmax(found.rows);
    outcome.least_class = least;
    outcome.greatest_class = greatest;
    outcome.steps = found.rounds;
    outcome.relied_on.push_back(
        fmt::format("every class has at least {} rows of all sites, by their sums", least));
    return out;
}

ReleasedColumns columns_of_node(const Task& task,
                                std::span<const std::uint32_t> type_of_row,
                                const Peers& peers,
                                const RunContext& context,
                                PartyOutcome& outcome) {
    const SummedNode found = secure_sum_nodes(task, peers, context);
    ReleasedColumns out;
    for (std::size_t j = 0; j < task.quasi_identifiers.size(); ++j) {
        const GlobalRecoding::Attribute& attribute = found.recoding.attributes[j];
        std::vector<std::uint32_t> value_of_type;
        const CodeVector& codes = task.row_types().columns[j];
        for (std::size_t type = 0; type < codes.size(); ++type) {
            value_of_type.push_back(attribute.value_of_code[codes[type]]);
        }
        out.push_back(released_column(
            task.quasi_identifiers[j], attribute.domain, value_of_type, type_of_row));
        outcome.levels.emplace_back(task.quasi_identifiers[j].name, (*found.recoding.node)[j]);
    }
    outcome.joint_rows = found.joint_rows;
    outcome.steps = found.asked;
    outcome.relied_on.push_back(
        fmt::format("every class has at least {} rows of all sites, by their answers", task.k));
    outcome.relied_on.push_back(
        fmt::format("no levels with {}-anonymity lose less: {:.2f} %", task.k, 100 * found.loss));
    return out;
}

/// What this site's auditor finds: everything but the sizes of classes, which are of all sites.
std::vector<std::string> audited(const Table& rows,
                                 const Table& release,
                                 const Agreement& agreement,
                                 std::size_t own,
                                 const RunContext& context) {
    BindOptions circumstances;
    circumstances.row_order = RowOrder::hidden;
    circumstances.only_measured = true;
    Policy policy = agreement.policy_of(own);
    std::erase_if(policy.attributes, [](const AttributePolicy& attribute) {
        return attribute.role == Role::identifying;  // was not read
    });
    Problem problem =
        kanon::bind(rows, policy, read_policy_files(policy, context), circumstances, context);
    problem.models.clear();
    problem.patterns.all_star = AllStar::as_class;
    const AuditReport report = audit(problem, release_from_table(release, problem), {}, context);
    detail::require_proof(report);
    return report.checks;
}

}  // namespace

std::optional<Table> run_by_sums(const Table& rows,
                                 const Agreement& agreement,
                                 const Peers& peers,
                                 const RunContext& context,
                                 PartyOutcome& outcome) {
    const Problem values = bound_values(agreement, context);
    const bool has_rows = agreement.has_rows(peers.own());
    const Table coded = has_rows ? by_agreed_values(rows, values) : Table();
    const TypedRows types =
        has_rows ? typed_rows(coded, values, context.threads) : no_typed_rows(values);
    Task task = values;  // of these rows
    task.count(types);
    const auto released =
        agreement.policy.method == "optimal" ? columns_of_node : columns_of_classes;
    const ReleasedColumns recoded = released(task, types.type_of_row, peers, context, outcome);
    if (!has_rows) {
        return std::nullopt;
    }
    ReleasedColumns columns;
    for (std::size_t j = 0; j < rows.column_count(); ++j) {
        const auto at = std::ranges::find(
            values.quasi_identifiers, rows.column(j).name, &QuasiIdentifier::name);
        columns.push_back(
            at == values.quasi_identifiers.end()
                ? rows.shared_column(j)
                : recoded[static_cast<std::size_t>(at - values.quasi_identifiers.begin())]);
    }
    const Table release(std::move(columns), rows.row_count());
    outcome.proven = audited(coded, release, agreement, peers.own(), context);
    outcome.released_rows = release.row_count();
    SecretRandom random;
    return shuffled(release, random);
}

}  // namespace kanon::parties
