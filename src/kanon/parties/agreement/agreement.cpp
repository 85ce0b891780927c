// SPDX-License-Identifier: Apache-2.0
#include "kanon/parties/agreement/agreement.hpp"

#include "kanon/base/error.hpp"
#include "kanon/base/sha256.hpp"
#include "kanon/base/text/suggest.hpp"
#include "kanon/io/config/config_tree.hpp"
#include "kanon/io/files/text_file.hpp"
#include "kanon/policy/policy_file.hpp"
#include "kanon/policy/policy_reader.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <set>
#include <utility>

namespace kanon::parties {
namespace {

using detail::PolicyReader;
using Kind = ConfigNode::Kind;

constexpr std::size_t kLargestAgreement = std::size_t{1} << 20U;
constexpr std::array<std::string_view, 8> kKeys{
    "protocol", "parties", "key", "miner", "helper", "release-to", "values", "policy"};
constexpr std::array<std::string_view, 3> kPartyKeys{"address", "fingerprint", "columns"};

const ConfigNode& needed(const PolicyReader& reader, std::string_view key, std::string_view why) {
    const ConfigNode* const node = reader.tree().root.find(key);
    if (node == nullptr) {
        reader.fail(reader.tree().root, fmt::format("an agreement needs `{}`: {}", key, why));
    }
    return *node;
}

AgreedParty read_party(const PolicyReader& reader,
                       const ConfigNode& key,
                       const ConfigNode& node,
                       const ProtocolInfo& protocol) {
    AgreedParty out{read_agreed_row(reader, key, node, "party", kPartyKeys), {}, true};
    const ConfigNode* const columns = node.find("columns");
    if (protocol.division == Division::vertical && columns == nullptr) {
        reader.fail(node.kind == Kind::null ? key : node,
                    "party '" + out.name + "' needs `columns`: those that it has");
    }
    if (protocol.division == Division::horizontal && columns != nullptr) {
        reader.fail(*columns,
                    "every party of '" + std::string(protocol.name) +
                        "' has all columns; leave `columns` out");
    }
    if (columns != nullptr) {
        out.columns = reader.names(*columns, "columns");
    }
    return out;
}

void read_parties(const PolicyReader& reader, Agreement& agreement) {
    const ProtocolInfo& protocol = *agreement.protocol;
    const ConfigNode& node = needed(reader, "parties", "a name for each, and its address");
    if (node.kind != Kind::map) {
        reader.fail(node, "parties takes `name: {address: host:port, fingerprint: ...}` pairs");
    }
    if (node.items.size() < protocol.least_parties || node.items.size() > protocol.most_parties) {
        const std::string most = protocol.most_parties == protocol.least_parties
                                     ? ""
                                     : fmt::format(" to {}", protocol.most_parties);
        reader.fail(node,
                    fmt::format("'{}' is for {}{} parties, not {}",
                                protocol.name,
                                protocol.least_parties,
                                most,
                                node.items.size()));
    }
    std::set<std::string> fingerprints;
    for (std::size_t i = 0; i < node.items.size(); ++i) {
        agreement.parties.push_back(read_party(reader, node.keys[i], node.items[i], protocol));
        const std::string& fingerprint = agreement.parties.back().fingerprint;
        if (!fingerprint.empty() && !fingerprints.insert(fingerprint).second) {
            reader.fail(node.items[i], "two parties have the same fingerprint");
        }
    }
}

/// The place of a party that a node names.
std::size_t party_named(const PolicyReader& reader,
                        const ConfigNode& node,
                        const std::string& name,
                        const Agreement& agreement) {
    std::vector<std::string_view> names;
    for (const AgreedParty& party : agreement.parties) {
        names.push_back(party.name);
    }
    const auto found = std::ranges::find(names, name);
    if (found == names.end()) {
        reader.fail(node, "no party is named '" + name + "'" + suggestion(name, names));
    }
    return static_cast<std::size_t>(found - names.begin());
}

void read_receivers(const PolicyReader& reader, Agreement& agreement) {
    const ConfigNode* const node = reader.tree().root.find("release-to");
    if (node == nullptr) {
        return;
    }
    if (agreement.protocol->division == Division::horizontal && !agreement.protocol->has_miner) {
        reader.fail(*node,
                    "each site releases its own rows, and the classes count them; leave "
                    "`release-to` out");
    }
    for (AgreedParty& party : agreement.parties) {
        party.gets_release = false;
    }
    const std::vector<std::string> receivers = reader.names(*node, "release-to");
    if (receivers.empty()) {
        reader.fail(*node, "nobody would get the release; name a party, or leave `release-to` out");
    }
    for (const std::string& name : receivers) {
        agreement.parties[party_named(reader, *node, name, agreement)].gets_release = true;
    }
}

/// A key that some protocols need, and others have no use for.
std::string read_own(const PolicyReader& reader,
                     std::string_view key,
                     bool wanted,
                     std::string_view why) {
    const ConfigNode* const node = reader.tree().root.find(key);
    if (node != nullptr && !wanted) {
        reader.fail(*node, fmt::format("this protocol has no `{}`; leave it out", key));
    }
    return wanted ? reader.text(needed(reader, key, why), key) : "";
}

/// The miner gets the release, and nobody else.
void read_miner(const PolicyReader& reader, Agreement& agreement) {
    agreement.miner =
        read_own(reader, "miner", agreement.protocol->has_miner, "the party without rows");
    if (agreement.miner.empty()) {
        return;
    }
    const ConfigNode& node = *reader.tree().root.find("miner");
    const std::size_t miner = party_named(reader, node, agreement.miner, agreement);
    for (std::size_t party = 0; party < agreement.parties.size(); ++party) {
        agreement.parties[party].gets_release = party == miner;
    }
    if (const ConfigNode* const receivers = reader.tree().root.find("release-to")) {
        reader.fail(*receivers, "the miner gets the release; leave `release-to` out");
    }
}

/// The helper has no rows to release.
void read_helper(const PolicyReader& reader, Agreement& agreement) {
    const ConfigNode* const node = reader.tree().root.find("helper");
    if (node == nullptr) {
        return;
    }
    if (!agreement.protocol->may_have_helper) {
        reader.fail(*node, "this protocol has no `helper`; leave it out");
    }
    agreement.helper = reader.text(*node, "helper");
    agreement.parties[party_named(reader, *node, agreement.helper, agreement)].gets_release = false;
}

/// A list of values, or all whole numbers `{from: 0, to: 120}`.
std::vector<std::string> read_domain(const PolicyReader& reader,
                                     const ConfigNode& node,
                                     const std::string& column) {
    const std::string what = "the values of '" + column + "'";
    if (node.kind != Kind::map) {
        return reader.names(node, what);
    }
    constexpr std::array<std::string_view, 2> kEnds{"from", "to"};
    reader.check_keys(node, what, kEnds);
    const ConfigNode* const from = node.find("from");
    const ConfigNode* const to = node.find("to");
    if (from == nullptr || to == nullptr) {
        reader.fail(node, what + ": write a list, or {from: 0, to: 120}");
    }
    constexpr std::uint64_t kMost = 1'000'000;
    const std::uint64_t least = reader.whole(*from, "from", 0, kMost);
    const std::uint64_t greatest = reader.whole(*to, "to", least, kMost);
    std::vector<std::string> out;
    for (std::uint64_t value = least; value <= greatest; ++value) {
        out.push_back(std::to_string(value));
    }
    return out;
}

void read_values(const PolicyReader& reader, Agreement& agreement) {
    const ConfigNode* const node = reader.tree().root.find("values");
    if (!agreement.protocol->needs_values) {
        if (node != nullptr) {
            reader.fail(*node, "this protocol has no `values`; leave it out");
        }
        return;
    }
    const ConfigNode& all = needed(reader, "values", "those of each quasi-identifier");
    for (std::size_t i = 0; all.kind == Kind::map && i < all.items.size(); ++i) {
        const std::string& column = reader.text(all.keys[i], "a column");
        agreement.values[column] = read_domain(reader, all.items[i], column);
    }
    for (const AttributePolicy& attribute : agreement.policy.attributes) {
        const bool is_quasi_identifying = attribute.role == Role::quasi_identifying;
        if (is_quasi_identifying != agreement.values.contains(attribute.name)) {
            reader.fail(all,
                        is_quasi_identifying
                            ? "column '" + attribute.name + "' needs its values: all that may occur"
                            : "column '" + attribute.name + "' is not quasi-identifying");
        }
    }
}

/// Every column of the policy is one of one party, and the other way about.
void check_columns(const PolicyReader& reader, const ConfigNode& node, const Agreement& agreement) {
    std::set<std::string_view> owned;
    for (const AgreedParty& party : agreement.parties) {
        for (const std::string& name : party.columns) {
            if (!owned.insert(name).second) {
                reader.fail(node, "column '" + name + "' is one of two parties; leave it to one");
            }
            if (name == agreement.key) {
                reader.fail(node,
                            "'" + name + "' is the key, which joins rows and is never released");
            }
            if (agreement.policy.find(name) == nullptr) {
                reader.fail(node, "the policy says nothing of column '" + name + "'");
            }
        }
    }
    for (const AttributePolicy& attribute : agreement.policy.attributes) {
        if (!owned.contains(attribute.name)) {
            reader.fail(node, "column '" + attribute.name + "' is one of no party");
        }
    }
}

void check_models(const PolicyReader& reader, const ConfigNode& node, const Agreement& agreement) {
    for (const PrivacyRequirement& requirement : agreement.policy.privacy) {
        if (std::ranges::find(agreement.protocol->models, requirement.model) ==
            agreement.protocol->models.end()) {
            reader.fail(node,
                        fmt::format("'{}' cannot keep {} between parties; it keeps {}",
                                    agreement.protocol->name,
                                    requirement.model,
                                    fmt::join(agreement.protocol->models, ", ")));
        }
        if (!requirement.against.knows_all()) {
            reader.fail(node,
                        "promises between parties are made against whoever knows all "
                        "quasi-identifiers; leave `against` out");
        }
    }
    if (std::ranges::find(agreement.policy.privacy,
                          agreement.protocol->models.front(),
                          &PrivacyRequirement::model) == agreement.policy.privacy.end()) {
        reader.fail(node, "the policy promises no k: add `privacy: {k-anonymity: 5}`");
    }
}

/// Refuse what the protocol would not do, for nobody would see it left undone.
void check_attribute(const PolicyReader& reader,
                     const ConfigNode& node,
                     const AttributePolicy& attribute,
                     const ProtocolInfo& protocol) {
    const auto refuse = [&](const std::string& what) {
        reader.fail(
            node,
            fmt::format(
                "'{}' has no {}, which column '{}' asks for", protocol.name, what, attribute.name));
    };
    if (attribute.aggregate) {
        refuse("means, medians or modes");
    }
    if (attribute.is_keyed()) {
        refuse("pseudonyms or shifted dates (make them before)");
    }
    if (protocol.division == Division::horizontal && !attribute.coding.empty()) {
        refuse("top, bottom, rounding or derived ages (code the column before)");
    }
    if (protocol.has_miner && (attribute.asks_for_hierarchy() || attribute.recode ||
                               attribute.levels || attribute.weight != 1)) {
        refuse("hierarchy, levels, recode or weight");
    }
}

void check_method(const PolicyReader& reader, const ConfigNode& node, const Agreement& agreement) {
    const std::string& method = agreement.policy.method;
    const std::span<const std::string_view> methods = agreement.protocol->methods;
    if (!agreement.policy.method_options.empty()) {
        reader.fail(node, "the protocol has no options of methods; leave `method-options` out");
    }
    if (method == "auto" || std::ranges::find(methods, method) != methods.end()) {
        return;
    }
    reader.fail(node,
                methods.empty() ? "the protocol is the method; leave `method` out"
                                : fmt::format("'{}' has these methods: {}",
                                              agreement.protocol->name,
                                              fmt::join(methods, ", ")));
}

/// What binding would decide from the data, which no party has whole.
void check_policy(const PolicyReader& reader, const ConfigNode& node, const Agreement& agreement) {
    const Policy& policy = agreement.policy;
    bool has_class = false;
    for (const AttributePolicy& attribute : policy.attributes) {
        has_class = has_class || attribute.is_class;
        if (!attribute.role) {
            reader.fail(node,
                        "column '" + attribute.name +
                            "' needs its role: no party sees all values, so none can be suggested");
        }
    }
    if (agreement.protocol->needs_class && !has_class) {
        reader.fail(node,
                    fmt::format("'{}' needs a class attribute: `class: true` for one column",
                                agreement.protocol->name));
    }
    check_method(reader, node, agreement);
    if (!policy.population.file.empty() || !policy.person.empty() || policy.patterns ||
        policy.cell_suppression) {
        reader.fail(node,
                    "population, person, patterns and suppression of cells are not to be had "
                    "between parties");
    }
    check_models(reader, node, agreement);
    for (const AttributePolicy& attribute : policy.attributes) {
        check_attribute(reader, node, attribute, *agreement.protocol);
    }
    if (agreement.protocol->has_miner && policy.suppression.numerator > 0) {
        reader.fail(node, "this protocol has no limit of suppression; leave it out");
    }
}

/// A line for each hierarchy file: files of the same name may differ.
void add_files(Agreement& agreement, const RunContext& context) {
    constexpr std::size_t kLargestHierarchy = std::size_t{256} << 20U;
    const auto folder = std::filesystem::path(agreement.file).parent_path();
    std::set<std::string> names;
    for (const AttributePolicy& attribute : agreement.policy.attributes) {
        if (attribute.hierarchy.form == HierarchySpec::Form::file) {
            names.insert(attribute.hierarchy.file);
        }
    }
    for (const std::string& name : names) {
        const std::string text = read_text_file((folder / name).string(),
                                                "hierarchy",
                                                ErrorCode::bad_hierarchy,
                                                kLargestHierarchy,
                                                context);
        agreement.lines.push_back(fmt::format("file {}: {}", name, sha256_of(text)));
    }
}

}  // namespace

std::size_t Agreement::place_of(std::string_view party) const {
    std::vector<std::string_view> names;
    for (const AgreedParty& agreed : parties) {
        names.push_back(agreed.name);
    }
    const auto found = std::ranges::find(names, party);
    if (found == names.end()) {
        throw Error(ErrorCode::usage,
                    fmt::format("{} has no party '{}'{}", file, party, suggestion(party, names)));
    }
    return static_cast<std::size_t>(found - names.begin());
}

std::uint64_t Agreement::k() const {
    const auto found = std::ranges::find(policy.privacy, "k-anonymity", &PrivacyRequirement::model);
    return static_cast<std::uint64_t>(found->parameters.at("k"));
}

std::vector<std::string> Agreement::columns_of(std::size_t party) const {
    std::vector<std::string> out;
    const std::vector<std::string>& own = parties[party].columns;
    for (const AttributePolicy& attribute : policy.attributes) {
        if (protocol->division == Division::horizontal ||
            std::ranges::find(own, attribute.name) != own.end()) {
            out.push_back(attribute.name);
        }
    }
    return out;
}

Policy Agreement::policy_of(std::size_t party) const {
    Policy out = policy;
    out.suppressed = SuppressedRows::drop;  // rows that are not joined are not there
    const std::vector<std::string> columns = columns_of(party);
    std::erase_if(out.attributes, [&](const AttributePolicy& attribute) {
        return std::ranges::find(columns, attribute.name) == columns.end();
    });
    return out;
}

Agreement read_agreement(const std::string& path, const RunContext& context) {
    const std::string text =
        read_text_file(path, "agreement", ErrorCode::bad_policy, kLargestAgreement, context);
    const ConfigTree tree = parse_config(text, path, context);
    const PolicyReader reader(tree);
    if (tree.root.kind != Kind::map) {
        reader.fail(tree.root, "an agreement has `protocol`, `parties` and `policy`");
    }
    reader.check_keys(tree.root, "the agreement", kKeys);
    Agreement out;
    out.file = path;
    const ConfigNode& protocol = needed(reader, "protocol", "such as jiang-clifton");
    reader.at(protocol, [&] { out.protocol = &find_protocol(reader.text(protocol, "protocol")); });
    read_parties(reader, out);
    read_receivers(reader, out);
    const bool is_vertical = out.protocol->division == Division::vertical;
    out.key = read_own(reader, "key", is_vertical, "the column that joins the rows");
    read_miner(reader, out);
    read_helper(reader, out);
    const ConfigNode& policy = needed(reader, "policy", "attributes and privacy, as of one table");
    out.policy = detail::read_policy(reader, policy, UnnamedColumns::refused);
    check_policy(reader, policy, out);
    read_values(reader, out);
    if (is_vertical) {
        check_columns(reader, policy, out);
    }
    out.lines = agreed_lines(without_bom(text));
    add_files(out, context);
    out.sha256 = hash_of_lines(out.lines);
    return out;
}

void refuse_value_of(const std::string& column) {
    throw Error(ErrorCode::bad_input,
                "'" + column +
                    "': a value of the table is not among the `values` of the agreement; code such "
                    "values before, or agree on more");
}

}  // namespace kanon::parties
