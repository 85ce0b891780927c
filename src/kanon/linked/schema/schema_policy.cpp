// SPDX-License-Identifier: Apache-2.0
#include "kanon/linked/schema/schema_policy.hpp"

#include "kanon/base/error.hpp"
#include "kanon/base/sha256.hpp"
#include "kanon/base/text/suggest.hpp"
#include "kanon/io/config/config_tree.hpp"
#include "kanon/io/files/text_file.hpp"
#include "kanon/io/reading/read_settings.hpp"
#include "kanon/linked/schema/database_schema.hpp"
#include "kanon/linked/schema/foreign_keys.hpp"
#include "kanon/linked/schema/schema_parts.hpp"
#include "kanon/policy/policy_keys.hpp"
#include "kanon/policy/policy_reader.hpp"

#include <algorithm>
#include <array>
#include <filesystem>
#include <map>
#include <system_error>
#include <utility>

namespace kanon::linked {
namespace {

using detail::PolicyReader;
using Kind = ConfigNode::Kind;

constexpr std::size_t kLargestSchema = std::size_t{16} << 20U;

constexpr std::string_view kHousehold = "household";

constexpr std::array<std::string_view, 4> kSchemaKeys{"schema", "privacy", "suppression", "method"};

constexpr std::array<std::string_view, 4> kTableKeys{"file", "key", "of", "by"};

constexpr std::array<std::string_view, 3> kDatabaseKeys{"database", "subject", "tables"};

/// Of a policy, what a table of a schema may have.
constexpr std::array<std::string_view, 5> kTablePolicyKeys{
    "attributes", "missing", "privacy", "accept", "keep-blank-rows"};

/// The map with some of its keys alone.
ConfigNode only_keys(const ConfigNode& node, std::span<const std::string_view> wanted) {
    ConfigNode out = node;
    out.keys.clear();
    out.items.clear();
    for (std::size_t i = 0; i < node.keys.size(); ++i) {
        if (std::ranges::find(wanted, node.keys[i].text) != wanted.end()) {
            out.keys.push_back(node.keys[i]);
            out.items.push_back(node.items[i]);
        }
    }
    return out;
}

std::string beside(const std::string& policy, const std::string& input) {
    const bool is_path = input.find("://") == std::string::npos && !input.starts_with("duckdb:") &&
                         !input.starts_with("odbc:") && !input.starts_with("parquet:");
    return is_path && !input.empty()
               ? (std::filesystem::path(policy).parent_path() / input).string()
               : input;
}

/// What the policy says of the columns of tables that a catalogue named.
void read_tables_of_database(const PolicyReader& reader,
                             const ConfigNode& node,
                             SchemaPolicy& schema) {
    reader.check_keys(node, "tables", schemas::names_of_tables(schema));
    for (std::size_t i = 0; i < node.items.size(); ++i) {
        TablePolicy& table = schema.tables[schema.find(node.keys[i].text)];
        reader.check_keys(node.items[i], "table '" + table.name + "'", kTablePolicyKeys);
        const std::vector<AttributePolicy> keys = table.policy.attributes;
        table.policy = detail::read_policy(reader, node.items[i], UnnamedColumns::suggested);
        table.line = node.keys[i].line;
        table.column = node.keys[i].column;
        for (const AttributePolicy& key : keys) {
            table.policy.attribute(key.name).role = key.role;
        }
    }
}

/// The schema that the catalogue of a database has.
void read_database(const PolicyReader& reader,
                   const ConfigNode& node,
                   const RunContext& context,
                   SchemaPolicy& schema) {
    reader.check_keys(node, "schema", kDatabaseKeys);
    const ConfigNode* const subject = node.find("subject");
    if (subject == nullptr) {
        reader.fail(node, "`subject` is missing: the table whose rows are the subjects");
    }
    const std::string& name = reader.text(*node.find("database"), "database");
    const NamedDatabase database = find_database(beside(reader.tree().file, name));
    schema.tables = tables_below(database,
                                 foreign_keys_of(database, context),
                                 reader.text(*subject, "subject"),
                                 schema.file);
    for (TablePolicy& table : schema.tables) {
        table.line = node.line;
        table.column = node.column;
    }
    if (const ConfigNode* const tables = node.find("tables")) {
        read_tables_of_database(reader, *tables, schema);
    }
}

TablePolicy read_table_policy(const PolicyReader& reader,
                              const ConfigNode& key,
                              const ConfigNode& node) {
    TablePolicy out;
    out.name = reader.text(key, "a table's name");
    out.line = key.line;
    out.column = key.column;
    std::vector<std::string_view> known(kTableKeys.begin(), kTableKeys.end());
    known.insert(known.end(), kTablePolicyKeys.begin(), kTablePolicyKeys.end());
    for (const ReadSetting& setting : read_settings()) {
        known.push_back(setting.name);
    }
    reader.check_keys(node, "table '" + out.name + "'", known);
    const auto read = [&](std::string_view name, std::string& to) {
        if (const ConfigNode* const text = node.find(name)) {
            to = reader.text(*text, name);
        }
    };
    read("file", out.input);
    out.input = beside(reader.tree().file, out.input);
    read("key", out.key);
    read("by", out.foreign);
    for (const ReadSetting& setting : read_settings()) {
        detail::read_setting(reader, node, setting.name, out.read);
    }
    out.policy =
        detail::read_policy(reader, only_keys(node, kTablePolicyKeys), UnnamedColumns::suggested);
    return out;
}

/// `table.column` of a requirement at the top goes to its table.
void give_requirement(SchemaPolicy& schema, PrivacyRequirement requirement) {
    schemas::check_promise(schema, requirement);
    if (requirement.model == "k-anonymity") {
        schema.k = static_cast<std::uint64_t>(requirement.parameters.at("k"));
        return;
    }
    const std::size_t dot = requirement.attribute.find('.');
    if (dot == std::string::npos) {
        throw Error(ErrorCode::bad_policy,
                    requirement.model +
                        " needs the table and the column that it protects: write attribute: "
                        "table.column",
                    {.file = schema.file});
    }
    TablePolicy& table = schema.tables[schema.find(requirement.attribute.substr(0, dot))];
    requirement.attribute = requirement.attribute.substr(dot + 1);
    table.policy.privacy.push_back(std::move(requirement));
}

void read_tables(const PolicyReader& reader, const ConfigNode& tables, SchemaPolicy& schema) {
    schemas::Unsorted read;
    for (std::size_t t = 0; t < tables.items.size(); ++t) {
        read.tables.push_back(read_table_policy(reader, tables.keys[t], tables.items[t]));
        const ConfigNode* const of = tables.items[t].find("of");
        read.parents.push_back(of == nullptr ? "" : reader.text(*of, "of"));
    }
    schemas::sort_tables(schema, std::move(read));
}

SchemaPolicy read_schema(const PolicyReader& reader,
                         const ConfigNode& root,
                         const RunContext& context) {
    SchemaPolicy out;
    out.file = reader.tree().file;
    reader.check_keys(root, "a policy with a schema", kSchemaKeys);
    const ConfigNode& tables = *root.find("schema");
    if (tables.kind != Kind::map || tables.items.empty()) {
        reader.fail(tables, "schema takes `table: {file: ..., key: ..., of: ..., by: ...}` pairs");
    }
    const ConfigNode* const database = tables.find("database");
    if (database != nullptr && database->kind == Kind::scalar) {
        read_database(reader, tables, context, out);
    } else {
        read_tables(reader, tables, out);
    }
    constexpr std::array<std::string_view, 2> kTop{"privacy", "suppression"};
    const Policy top =
        detail::read_policy(reader, only_keys(root, kTop), UnnamedColumns::suggested);
    if (root.find("suppression") != nullptr) {
        out.limit = top.suppression;
    }
    if (const ConfigNode* const method = root.find("method")) {
        out.method = reader.text(*method, "method");
    }
    for (const PrivacyRequirement& requirement : top.privacy) {
        give_requirement(out, requirement);
    }
    schemas::settle_links(out);
    schemas::check_promises(out);
    return out;
}

/// A policy of persons with the key `household` beside its others.
SchemaPolicy read_household(const PolicyReader& reader,
                            const ConfigNode& root,
                            const std::string& input) {
    const std::string& household = reader.text(*root.find(kHousehold), kHousehold);
    std::vector<std::string_view> others = detail::policy_keys::of_policy();
    const Policy policy =
        detail::read_policy(reader, only_keys(root, others), UnnamedColumns::suggested);
    others.push_back(kHousehold);
    reader.check_keys(root, "the policy", others);
    SchemaPolicy out = household_schema(policy, household, input);
    if (root.find("suppression") == nullptr) {
        out.limit.reset();
    }
    return out;
}

bool has_key_at_top(const std::string& path, std::string_view key) {
    std::error_code none;
    if (!std::filesystem::is_regular_file(path, none)) {
        return false;  // a pipe is read once
    }
    try {
        const std::string text =
            read_text_file(path, "policy", ErrorCode::bad_policy, kLargestSchema);
        const ConfigTree tree = parse_config(without_bom(text), path);
        return tree.root.kind == Kind::map && tree.root.find(key) != nullptr;
    } catch (const Error&) {
        return false;
    }
}

/// What a policy of a single table may say, and one of households does not do.
void refuse_for_households(const Policy& persons) {
    const std::array<std::pair<const char*, bool>, 2> given{{
        {"population", !persons.population.file.empty()},
        {"patterns", persons.patterns.has_value()},
    }};
    for (const auto& [key, is_given] : given) {
        if (is_given) {
            throw Error(ErrorCode::bad_policy,
                        std::string("`") + key + "` is not for households: leave it out",
                        {.file = persons.file});
        }
    }
}

}  // namespace

std::size_t SchemaPolicy::find(std::string_view name) const {
    const std::vector<std::string_view> names = schemas::names_of_tables(*this);
    const auto found = std::ranges::find(names, name);
    if (found == names.end()) {
        throw Error(
            ErrorCode::bad_policy,
            "'" + std::string(name) + "' is no table of the schema" + suggestion(name, names),
            {.file = file});
    }
    return static_cast<std::size_t>(found - names.begin());
}

bool has_schema(const std::string& path) {
    return has_key_at_top(path, "schema") || is_household(path);
}

bool is_household(const std::string& path) {
    return has_key_at_top(path, kHousehold);
}

SchemaPolicy parse_schema_policy(std::string_view text,
                                 const std::string& file,
                                 const std::string& input,
                                 const RunContext& context) {
    const ConfigTree tree = parse_config(without_bom(text), file, context);
    const PolicyReader reader(tree);
    if (tree.root.kind != Kind::map ||
        (tree.root.find("schema") == nullptr && tree.root.find(kHousehold) == nullptr)) {
        reader.fail(tree.root, "the policy has no `schema` of linked tables (docs/linked.md)");
    }
    return tree.root.find("schema") != nullptr ? read_schema(reader, tree.root, context)
                                               : read_household(reader, tree.root, input);
}

SchemaPolicy read_schema_policy(const std::string& path,
                                const std::string& input,
                                const RunContext& context) {
    const std::string text =
        read_text_file(path, "policy", ErrorCode::bad_policy, kLargestSchema, context);
    SchemaPolicy out = parse_schema_policy(text, path, input, context);
    out.sha256 = sha256_of(text);
    return out;
}

SchemaPolicy household_schema(Policy persons,
                              const std::string& household,
                              const std::string& input) {
    SchemaPolicy out;
    out.file = persons.file;
    refuse_for_households(persons);
    out.is_household = true;
    out.limit = persons.suppression;
    TablePolicy& root = out.tables.emplace_back();
    root.name = "households";
    root.key = household;
    TablePolicy& child = out.tables.emplace_back();
    child.name = std::filesystem::path(input).stem().string();
    child.name = child.name.empty() || child.name == "-" ? "persons" : child.name;
    child.input = input;
    child.foreign = household;
    child.parent = 0;
    std::vector<PrivacyRequirement> privacy = std::exchange(persons.privacy, {});
    child.person = std::exchange(persons.person, {});
    child.policy = std::move(persons);
    if (!child.person.empty()) {
        AttributePolicy& person = child.policy.attribute(child.person);
        child.withholds_person = person.role.value_or(Role::identifying) == Role::identifying;
        person.role = child.withholds_person ? Role::insensitive : person.role;  // so it is read
    }
    for (PrivacyRequirement& requirement : privacy) {
        schemas::check_promise(out, requirement);
        if (requirement.model == "k-anonymity") {
            out.k = static_cast<std::uint64_t>(requirement.parameters.at("k"));
        } else {
            child.policy.privacy.push_back(std::move(requirement));
        }
    }
    schemas::settle_links(out);
    schemas::check_promises(out);
    return out;
}

}  // namespace kanon::linked
