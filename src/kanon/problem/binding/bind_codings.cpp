// SPDX-License-Identifier: Apache-2.0
#include "kanon/problem/binding/binding.hpp"
#include "kanon/table/values/derived_age.hpp"
#include "kanon/table/values/value_coding.hpp"

#include <memory>
#include <optional>
#include <string>
#include <utility>

namespace kanon::detail {
namespace {

void refuse_coding_of(const Problem& problem, const std::string& name, const std::string& why) {
    throw Error(ErrorCode::bad_policy, why, problem.policy.where(name));
}

/// Take over what a saved recoding was made with.
void take_carried(Problem& problem, const NamedCoding& carried) {
    AttributePolicy* attribute = nullptr;
    if (problem.table.find(carried.column)) {
        attribute = &problem.policy.attribute(carried.column);
    }
    if (attribute == nullptr || attribute->role == Role::identifying) {
        return;
    }
    if (attribute->coding.empty()) {
        attribute->coding = carried.coding;
        problem.assumptions.push_back("'" + carried.column +
                                      "' is coded as in the recoding: " + carried.coding.text());
    }
    if (attribute->coding != carried.coding) {
        refuse_coding_of(problem,
                         carried.column,
                         "the recoding was made with " + carried.coding.text() +
                             ", but the policy says " + attribute->coding.text() +
                             "; give it the same, or leave it to the recoding");
    }
}

void check_role(const Problem& problem, const AttributePolicy& attribute) {
    if (attribute.role == Role::identifying) {
        refuse_coding_of(problem,
                         attribute.name,
                         "it is never released, so derive, top, bottom and round mean nothing; "
                         "leave them out");
    }
    if (attribute.name == problem.policy.person) {
        refuse_coding_of(problem,
                         attribute.name,
                         "it identifies persons, which coding would blur; leave derive, top, "
                         "bottom and round out");
    }
    if (attribute.role == Role::quasi_identifying && !attribute.coding.round.empty()) {
        refuse_coding_of(problem,
                         attribute.name,
                         "round is for columns that are released as they are; generalize a "
                         "quasi-identifier with `hierarchy: {intervals: [" +
                             attribute.coding.round + "]}`");
    }
}

/// A row is named, but for tables of counted rows, which stand in no order.
void check_ages(const Problem& problem, const AttributePolicy& attribute, const Column& column) {
    if (attribute.coding.derive.empty()) {
        return;
    }
    if (const auto found = find_no_age(column, attribute.coding.derive)) {
        const std::string row =
            problem.counts.empty() ? "row " + std::to_string(found->row + 1) : "a row";
        throw Error(ErrorCode::bad_input,
                    "the value of " + row + " " + found->why,
                    problem.policy.where(attribute.name));
    }
}

std::shared_ptr<const Column> coded(const Problem& problem,
                                    const AttributePolicy& attribute,
                                    const Column& column,
                                    unsigned threads) {
    try {
        return coded_column(column, attribute.coding, threads);
    } catch (const Error& fault) {
        throw Error(fault.code(), fault.what(), problem.policy.where(attribute.name));
    }
}

}  // namespace

void bind_codings(Problem& problem, std::span<const NamedCoding> carried, unsigned threads) {
    for (const NamedCoding& one : carried) {
        take_carried(problem, one);
    }
    std::vector<std::shared_ptr<const Column>> columns;
    bool any = false;
    for (std::size_t j = 0; j < problem.table.column_count(); ++j) {
        columns.push_back(problem.table.shared_column(j));
        const AttributePolicy& attribute = *problem.policy.find(columns.back()->name);
        if (!attribute.coding.empty()) {
            check_role(problem, attribute);
            check_ages(problem, attribute, *columns.back());
            columns.back() = coded(problem, attribute, *columns.back(), threads);
            any = true;
        }
    }
    if (any) {
        problem.uncoded = problem.table;
        problem.table = Table(std::move(columns), problem.uncoded.row_count());
    }
}

}  // namespace kanon::detail
