// SPDX-License-Identifier: Apache-2.0
#include "kanon/problem/binding/binding.hpp"
#include "kanon/release/spelling/aggregate.hpp"
#include "kanon/table/values/exact_mean.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <string_view>

namespace kanon::detail {
namespace {

using Kind = Aggregate::Kind;

/// Digits that a mean has more than the values, where the policy does not say how many.
constexpr unsigned kFurtherDigits = 2;

/// The kind that suits a column of which the policy says nothing.
Kind kind_for(const Dictionary& dictionary) {
    switch (dictionary.type()) {
        case ValueType::integer:
        case ValueType::decimal:
            return Kind::mean;
        case ValueType::date:
        case ValueType::datetime:
            return Kind::median;
        case ValueType::text:
            break;
    }
    return Kind::mode;
}

Aggregate aggregate_of(const AttributePolicy& attribute, const Dictionary& dictionary) {
    Aggregate out{.kind = attribute.aggregate.value_or(kind_for(dictionary)), .digits = 0};
    if (out.kind == Kind::mean) {
        out.digits = attribute.digits.value_or(
            std::min(decimal_places(dictionary) + kFurtherDigits, Aggregate::kMostDigits));
    }
    return out;
}

void require_aggregate(const Policy& policy,
                       const std::string& name,
                       const Aggregate& aggregate,
                       const Dictionary& dictionary) {
    const std::string_view why = why_no_aggregate(aggregate, dictionary);
    if (!why.empty()) {
        throw Error(ErrorCode::bad_policy,
                    fmt::format("recode: {} cannot be: the column {}; {}",
                                to_string(aggregate.kind),
                                why,
                                dictionary.missing() && dictionary.is_numeric()
                                    ? "leave rows without a value out (missing: drop), or write "
                                      "recode: mode, for which missing is a value"
                                : dictionary.is_numeric()
                                    ? "write recode: median, which is one of the values"
                                    : "write recode: mode, the most frequent value"),
                    policy.where(name));
    }
}

}  // namespace

void bind_aggregates(Problem& problem, bool by_default) {
    std::string assumed;
    for (std::size_t j = 0; j < problem.table.column_count(); ++j) {
        const Column& column = problem.table.column(j);
        AttributePolicy& attribute = problem.policy.attribute(column.name);
        const bool says_else = attribute.recode || attribute.asks_for_hierarchy();
        if (attribute.role != Role::quasi_identifying || attribute.is_list ||
            (!attribute.aggregate && (!by_default || says_else))) {
            continue;
        }
        if (attribute.levels) {
            throw Error(ErrorCode::bad_policy,
                        "levels are those of a hierarchy, and the column is released by "
                        "aggregates; leave levels out, or write recode: hierarchy",
                        problem.policy.where(column.name));
        }
        const Aggregate aggregate = aggregate_of(attribute, *column.dictionary);
        require_aggregate(problem.policy, column.name, aggregate, *column.dictionary);
        if (!attribute.aggregate) {
            assumed += fmt::format(
                "{}'{}' {}", assumed.empty() ? "" : ", ", column.name, to_string(aggregate.kind));
        }
        attribute.aggregate = aggregate.kind;
        if (aggregate.kind == Kind::mean) {
            attribute.digits = aggregate.digits;
        }
    }
    if (!assumed.empty()) {
        problem.assumptions.push_back("released by aggregates, as the method does: " + assumed +
                                      "; to verify the release, say so (recode, --recode)");
    }
}

}  // namespace kanon::detail
