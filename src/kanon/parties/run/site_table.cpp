// SPDX-License-Identifier: Apache-2.0
#include "kanon/parties/run/site_table.hpp"

#include "kanon/base/error.hpp"
#include "kanon/base/text/count_text.hpp"
#include "kanon/source/input.hpp"
#include "kanon/source/reading.hpp"

#include <algorithm>
#include <array>
#include <memory>
#include <optional>
#include <unordered_set>
#include <utility>

namespace kanon::parties {
namespace {

/// How the table is read: a first line with the agreed names is its header.
ReadOptions with_known_names(ReadOptions options, const Agreement& agreement, std::size_t party) {
    options.known_names = agreement.columns_of(party);
    if (!agreement.key.empty()) {
        options.known_names.push_back(agreement.key);
    }
    options.header_in_doubt = true;
    return options;
}

/// The party's policy, by which its key is read too, as text, and no column of nobody's concern.
Policy policy_of_reading(const std::string& input,
                         const Agreement& agreement,
                         std::size_t party,
                         const ReadOptions& options) {
    Policy policy = agreement.policy_of(party);
    const std::vector<std::string> names = input_columns(input, options);
    for (const std::string& name : options.known_names) {
        if (std::ranges::find(names, name) == names.end()) {
            throw Error(ErrorCode::bad_input,
                        "the table has no column '" + name + "', which the agreement says it has",
                        Where{.file = shown_input(input)});
        }
    }
    for (const std::string& name : names) {
        if (name == agreement.key) {
            policy.attribute(name).role = Role::insensitive;
            policy.attribute(name).type = ValueType::text;
        } else if (policy.find(name) == nullptr) {
            policy.attribute(name).role = Role::identifying;  // so it is not even loaded
        }
    }
    return policy;
}

std::vector<std::string> keys_of(const Column& column, const std::string& file) {
    std::vector<std::string> out;
    std::unordered_set<std::string_view> seen;
    std::uint64_t missing = 0;
    std::uint64_t repeated = 0;
    const Dictionary& dictionary = *column.dictionary;
    out.reserve(column.codes.size());
    for (std::size_t row = 0; row < column.codes.size(); ++row) {
        const Code code = column.codes[row];
        const std::string_view text = dictionary.text(code);
        missing += dictionary.missing() == code ? 1U : 0U;
        repeated += seen.insert(text).second ? 0U : 1U;
        out.emplace_back(text);
    }
    if (missing > 0) {
        throw Error(ErrorCode::bad_input,
                    count_text(missing, "row") + " without a value in the key '" + column.name +
                        "'; give each row its own, or leave these rows out",
                    Where{.file = file});
    }
    if (repeated > 0) {
        throw Error(ErrorCode::bad_input,
                    "the key '" + column.name + "' repeats in " + count_text(repeated, "row") +
                        "; rows are joined one to one, so make one row of each person first",
                    Where{.file = file});
    }
    return out;
}

/// The agreed columns that were read, in the order of the policy, which all parties share.
Table in_order_of_policy(const Table& table, const Policy& policy) {
    std::vector<std::shared_ptr<const Column>> columns;
    for (const AttributePolicy& attribute : policy.attributes) {
        if (const std::optional<std::size_t> place = table.find(attribute.name)) {
            columns.push_back(table.shared_column(*place));
        }
    }
    return {std::move(columns), table.row_count()};
}

struct ReadSite {
    detail::PolicySource source;
    std::vector<std::string> keys;
};

ReadSite read_site(const std::string& input,
                   const Agreement& agreement,
                   std::size_t party,
                   const ReadOptions& options,
                   const RunContext& context) {
    const ReadOptions read = with_known_names(options, agreement, party);
    const Policy policy = policy_of_reading(input, agreement, party, read);
    const std::array inputs{input};
    ReadSite out{
        .source = detail::read_source(inputs, policy, read, {.order = RowOrder::hidden}, context),
        .keys = {}};
    Table& table = out.source.reading.table;
    if (!agreement.key.empty()) {
        out.keys = keys_of(table.column(*table.find(agreement.key)), shown_input(input));
    }
    table = in_order_of_policy(table, agreement.policy_of(party));
    return out;
}

}  // namespace

SiteRows read_site_rows(const std::string& input,
                        const Agreement& agreement,
                        std::size_t party,
                        const ReadOptions& options,
                        const RunContext& context) {
    ReadSite site = read_site(input, agreement, party, options, context);
    return {.table = std::move(site.source.reading.table), .keys = std::move(site.keys)};
}

SiteTable read_site_table(const std::string& input,
                          const Agreement& agreement,
                          std::size_t party,
                          const ReadOptions& options,
                          const RunContext& context) {
    ReadSite site = read_site(input, agreement, party, options, context);
    BindOptions circumstances;
    circumstances.row_order = RowOrder::hidden;
    circumstances.has_columns_elsewhere = agreement.protocol->division == Division::vertical;
    SiteTable out{.problem = detail::bind_source(
                      site.source, agreement.policy_of(party), circumstances, context),
                  .keys = std::move(site.keys)};
    out.problem.patterns.all_star = AllStar::as_class;  // other parties' columns stand beside them
    return out;
}

}  // namespace kanon::parties
