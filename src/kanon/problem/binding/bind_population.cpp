// SPDX-License-Identifier: Apache-2.0
#include "kanon/base/text/count_text.hpp"
#include "kanon/base/text/suggest.hpp"
#include "kanon/problem/binding/binding.hpp"
#include "kanon/table/matching_rows.hpp"
#include "kanon/table/values/one_dictionary.hpp"
#include "kanon/table/values/standard_column.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <memory>
#include <numeric>
#include <utility>

namespace kanon::detail {
namespace {

Where at_population(const Problem& problem) {
    const PopulationPolicy& asked = problem.policy.population;
    return {.file = problem.policy.file, .line = asked.line, .column = asked.column};
}

[[noreturn]] void refuse_population(const Problem& problem, const std::string& why) {
    throw Error(ErrorCode::bad_policy, why, at_population(problem));
}

/// The first model that counts the population; null: none does.
const PrivacyRequirement* who_counts(const Policy& policy) {
    const auto found = std::ranges::find_if(policy.privacy, [](const PrivacyRequirement& one) {
        return find_privacy_model(one.model).needs.population;
    });
    return found == policy.privacy.end() ? nullptr : &*found;
}

/// The column of the population that is matched with a quasi-identifier.
std::shared_ptr<const Column> matched_column(const Problem& problem,
                                             const Table& population,
                                             const std::string& name) {
    const PopulationPolicy& asked = problem.policy.population;
    const auto named = asked.on.find(name);
    if (!asked.on.empty() && named == asked.on.end()) {
        refuse_population(
            problem,
            fmt::format(
                "`on` lacks the quasi-identifier '{}', and the people whom a class fits are "
                "counted by all of them; name the population's column, or give '{}' "
                "another role",
                name,
                name));
    }
    const std::string& wanted = named == asked.on.end() ? name : named->second;
    const std::optional<std::size_t> column = population.find(wanted);
    if (!column) {
        refuse_population(problem,
                          fmt::format("the population has no column '{}' for the quasi-identifier "
                                      "'{}'{}; name its column under `on`",
                                      wanted,
                                      name,
                                      suggestion(wanted, population.names())));
    }
    return population.shared_column(*column);
}

void check_on(const Problem& problem) {
    for (const auto& [name, column] : problem.policy.population.on) {
        const AttributePolicy* attribute = problem.policy.find(name);
        if (attribute == nullptr || attribute->role != Role::quasi_identifying) {
            refuse_population(problem,
                              fmt::format("`on` names '{}', which is no quasi-identifier: only "
                                          "these are matched with the population",
                                          name));
        }
    }
}

/// Rows of the table beyond those of the population with the same values.
std::uint64_t rows_beyond(const RowTypes& table, const RowTypes& population) {
    const std::vector<std::uint32_t> found = matching_rows(table, population);
    std::uint64_t beyond = 0;
    for (std::size_t type = 0; type < table.size(); ++type) {
        beyond += table.counts[type] - std::min(table.counts[type], found[type]);
    }
    return beyond;
}

}  // namespace

std::optional<Table> bind_population(Problem& problem, const std::optional<Table>& given) {
    const PrivacyRequirement* counting = who_counts(problem.policy);
    if (counting == nullptr) {
        if (given) {
            problem.assumptions.emplace_back(
                "the population is not looked at: neither k-map nor delta-presence is asked for");
        }
        return std::nullopt;
    }
    if (!given) {
        refuse_population(problem,
                          counting->model +
                              " counts the people of a population, and there is none; name its "
                              "table with `population: {file: ...}` (--population)");
    }
    if (given->row_count() == 0) {
        throw Error(ErrorCode::bad_input, "the population has no rows", at_population(problem));
    }
    check_on(problem);
    std::vector<std::shared_ptr<const Column>> of_table;
    std::vector<std::shared_ptr<const Column>> of_population;
    for (std::size_t j = 0; j < problem.table.column_count(); ++j) {
        of_table.push_back(problem.table.shared_column(j));
        const AttributePolicy& attribute = *problem.policy.find(of_table.back()->name);
        if (attribute.role != Role::quasi_identifying || attribute.is_list) {
            continue;
        }
        if (!attribute.coding.derive.empty()) {
            refuse_population(problem,
                              fmt::format("'{}' is derived, and the population has it as it was "
                                          "read; write the {} into both files, without `derive`",
                                          attribute.name,
                                          attribute.coding.derive));
        }
        if (!attribute.coding.empty()) {
            refuse_population(problem,
                              fmt::format("'{}' has top or bottom, which the population has not; "
                                          "write `hierarchy: {{intervals: ...}}` with open ends",
                                          attribute.name));
        }
        std::shared_ptr<const Column> matched = matched_column(problem, *given, attribute.name);
        if (of_table.back()->dictionary->notation() == Notation::standard) {
            matched = in_standard_notation(matched);
        }
        matched = with_one_spelling(matched, ChosenSpelling::of_first_row);
        auto both = with_one_dictionary(of_table.back(), *matched);
        of_table.back() = std::move(both.first);
        of_population.push_back(std::move(both.second));
    }
    problem.table = Table(std::move(of_table), problem.table.row_count());
    return Table(std::move(of_population), given->row_count());
}

void count_population(Problem& problem, const Table& population, unsigned threads) {
    std::vector<std::size_t> columns(population.column_count());
    std::iota(columns.begin(), columns.end(), std::size_t{0});
    problem.population =
        std::make_shared<const RowTypes>(make_row_types(population, columns, {}, threads));
    problem.rows_beyond_population = rows_beyond(problem.row_types(), *problem.population);
    std::string said =
        fmt::format("the population has {}", count_text(population.row_count(), "row"));
    if (problem.rows_beyond_population > 0) {
        said += fmt::format(
            "; of {} of the table it has no row of the same values left, so these "
            "count as nobody there",
            count_text(problem.rows_beyond_population, "row"));
    }
    problem.assumptions.push_back(std::move(said));
}

}  // namespace kanon::detail
