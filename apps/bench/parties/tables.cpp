// SPDX-License-Identifier: Apache-2.0
#include "parties/tables.hpp"

#include "kanon/api/parties.hpp"
#include "kanon/api/table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <numeric>
#include <random>
#include <utility>

namespace kanon::bench {
namespace {

const std::string kKey = "person";
const std::string kLabel = "label";

/// A column of whole numbers: of people, by their numbers.
using Numbers = std::vector<std::int64_t>;

/// All people of a case.
struct People {
    std::vector<std::string> names;  ///< of the columns; the label comes last, if there is one
    std::vector<Numbers> columns;
    std::uint64_t count = 0;
};

/// Each value occurs, for the first people have one after the other; of the others' the lower are
/// more frequent. std::uniform_int_distribution gives other numbers with other libraries.
Numbers made_column(std::uint64_t people, std::uint64_t values, std::uint64_t seed) {
    std::mt19937_64 random(seed);
    Numbers out;
    out.reserve(people);
    for (std::uint64_t person = 0; person < people; ++person) {
        const std::uint64_t value =
            person < values ? person : std::min(random() % values, random() % values);
        out.push_back(static_cast<std::int64_t>(value));
    }
    return out;
}

/// What the first two attributes hint at, with one label in four by chance.
Numbers made_labels(const People& people) {
    constexpr std::int64_t kLabels = 3;
    std::mt19937_64 random(people.columns.size());
    Numbers out;
    for (std::uint64_t person = 0; person < people.count; ++person) {
        const auto chance = static_cast<std::int64_t>(random() % 4);
        const std::int64_t sum =
            people.columns.front()[person] / 4 + people.columns.back()[person] / 2;
        out.push_back((chance == 0 ? static_cast<std::int64_t>(person) : sum) % kLabels);
    }
    return out;
}

std::uint64_t count_people(const PartiesCase& of, const parties::ProtocolInfo& protocol) {
    if (protocol.division == parties::Division::horizontal) {
        return of.parties * of.made.rows;
    }
    return of.made.common == 0 ? of.made.rows : 2 * of.made.rows - of.made.common;
}

People make_people(const PartiesCase& of, const parties::ProtocolInfo& protocol) {
    People out;
    out.count = count_people(of, protocol);
    for (std::size_t j = 0; j < of.made.values.size(); ++j) {
        out.names.push_back(fmt::format("a{}", j + 1));
        out.columns.push_back(made_column(out.count, of.made.values[j], j + 1));
    }
    if (protocol.needs_class) {
        Numbers labels = made_labels(out);
        out.names.push_back(kLabel);
        out.columns.push_back(std::move(labels));
    }
    return out;
}

std::string policy_of_people(const People& people) {
    std::string out = "attributes:\n";
    for (const std::string& name : people.names) {
        out += fmt::format("  {}: {{role: {}}}\n",
                           name,
                           name == kLabel ? "insensitive, class: true" : "quasi-identifying");
    }
    return out;
}

/// Some of the people, with their numbers as keys.
Table table_of_people(const People& people,
                      std::uint64_t first,
                      std::uint64_t end,
                      bool with_keys) {
    const auto part = [&](const Numbers& column) {
        return std::span(column).subspan(first, end - first);
    };
    TableBuilder builder;
    if (with_keys) {
        Numbers keys(end - first);
        std::iota(keys.begin(), keys.end(), static_cast<std::int64_t>(first));
        builder.add_integers(kKey, keys);
    }
    for (std::size_t j = 0; j < people.names.size(); ++j) {
        builder.add_integers(people.names[j], part(people.columns[j]));
    }
    return builder.finish();
}

std::string write_csv(const Table& table,
                      const std::string& name,
                      const Workplace& workplace,
                      const RunContext& context) {
    PendingFile file(workplace.path(name), true);
    file.write_table(table, {}, context);
    file.commit(context);
    return workplace.path(name);
}

/// Files of made-up tables, and of all that they are part of.
void write_people(const PartiesCase& of,
                  const parties::ProtocolInfo& protocol,
                  const Workplace& workplace,
                  const RunContext& context,
                  PartiesTables& out) {
    const People people = make_people(of, protocol);
    const bool are_joined = protocol.division == parties::Division::vertical;
    out.policy = policy_of_people(people);
    const auto made = [&](const std::string& name, std::uint64_t first, std::uint64_t end) {
        return write_csv(table_of_people(people, first, end, are_joined), name, workplace, context);
    };
    if (are_joined && of.made.common == 0) {
        out.all = made("all.csv", 0, people.count);
        out.inputs.assign(of.parties, out.all);
        return;
    }
    const std::uint64_t step = are_joined ? of.made.rows - of.made.common : of.made.rows;
    for (std::uint64_t party = 0; party < of.parties; ++party) {
        out.inputs.push_back(made(
            fmt::format("party-{}.csv", party + 1), party * step, party * step + of.made.rows));
    }
    if (!are_joined) {
        out.all = made("all.csv", 0, people.count);
    }
}

/// The file's complete rows of the policy's columns, with a key for each.
void write_keyed(const PartiesCase& of,
                 Workplace& workplace,
                 const RunContext& context,
                 PartiesTables& out) {
    const Policy policy = parse_policy(of.policy, of.name + ".yaml");
    ReadOptions read;
    read.delimiter = ',';
    read.header = false;
    read.missing_marks = policy.missing_marks;
    for (const AttributePolicy& attribute : policy.attributes) {
        read.drop_rows_missing.push_back(attribute.name);
    }
    const Table table = read_table(workplace.make_table(of.data), read, context).table;
    Numbers keys(table.row_count());
    std::iota(keys.begin(), keys.end(), std::int64_t{0});
    std::vector<std::shared_ptr<const Column>> columns{
        TableBuilder().add_integers(kKey, keys).finish().shared_column(0)};
    for (const AttributePolicy& attribute : policy.attributes) {
        columns.push_back(table.shared_column(table.find(attribute.name).value()));
    }
    out.policy = of.policy;
    out.all = write_csv({std::move(columns), keys.size()}, "all.csv", workplace, context);
    out.inputs.assign(of.parties, out.all);
}

/// As many attributes for each party, in their order.
std::vector<std::vector<std::string>> dealt_columns(const PartiesCase& of, const Policy& policy) {
    std::vector<std::vector<std::string>> out(of.parties);
    std::size_t quasi_identifiers = 0;
    for (const AttributePolicy& attribute : policy.attributes) {
        quasi_identifiers += attribute.role == Role::quasi_identifying ? 1U : 0U;
    }
    std::size_t at = 0;
    for (const AttributePolicy& attribute : policy.attributes) {
        const bool is_dealt = attribute.role == Role::quasi_identifying;
        out[is_dealt ? at++ * of.parties / quasi_identifiers : of.parties - 1].push_back(
            attribute.name);
    }
    return out;
}

std::string indented(const std::string& text) {
    std::string out;
    std::size_t begin = 0;
    while (begin < text.size()) {
        const std::size_t end = std::min(text.find('\n', begin), text.size());
        out += "  " + text.substr(begin, end - begin) + "\n";
        begin = end + 1;
    }
    return out;
}

std::string agreement_of(const PartiesCase& of,
                         const parties::ProtocolInfo& protocol,
                         const std::string& policy) {
    const bool are_joined = protocol.division == parties::Division::vertical;
    std::string out = fmt::format("protocol: {}\n", of.protocol);
    if (are_joined) {
        out += fmt::format("key: {}\n", kKey);
    }
    out += "parties:\n";
    const auto columns = dealt_columns(of, parse_policy(policy, of.name + ".yaml"));
    for (std::size_t party = 0; party < of.parties; ++party) {
        out += are_joined
                   ? fmt::format(
                         "  p{}: {{columns: [{}]}}\n", party + 1, fmt::join(columns[party], ", "))
                   : fmt::format("  p{}: {{}}\n", party + 1);
    }
    if (protocol.needs_values) {
        out += "values:\n";
        for (std::size_t j = 0; j < of.made.values.size(); ++j) {
            out += fmt::format("  a{}: {{from: 0, to: {}}}\n", j + 1, of.made.values[j] - 1);
        }
    }
    out += "policy:\n" + indented(policy) + fmt::format("  privacy: {{k-anonymity: {}}}\n", of.k);
    return of.suppression == "0"
               ? out
               : out + fmt::format("  suppression: {{max: {}}}\n", of.suppression);
}

}  // namespace

PartiesTables make_parties_tables(const PartiesCase& of,
                                  Workplace& workplace,
                                  const RunContext& context) {
    const parties::ProtocolInfo& protocol = parties::find_protocol(of.protocol);
    PartiesTables out;
    if (of.made.rows > 0) {
        write_people(of, protocol, workplace, context, out);
    } else {
        write_keyed(of, workplace, context, out);
    }
    if (protocol.division == parties::Division::vertical) {
        out.key = kKey;
    }
    out.agreement = workplace.path("agreement.yaml");
    PendingFile file(out.agreement, true);
    file.write_text(agreement_of(of, protocol, out.policy));
    file.commit(context);
    return out;
}

}  // namespace kanon::bench
