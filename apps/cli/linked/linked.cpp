// SPDX-License-Identifier: Apache-2.0
#include "linked.hpp"

#include "terminal/signals.hpp"
#include <fmt/format.h>

#include <algorithm>
#include <vector>

namespace kanon::cli {
namespace {

/// What a schema says of its tables, flags cannot say over it.
void refuse_flags_of_columns(const PolicyFlags& flags) {
    const auto is_said = [](const auto& flag) { return !flag.second.empty(); };
    const bool is_any = !flags.quasi_identifiers.empty() || !flags.sensitive.empty() ||
                        !flags.drop.empty() || !flags.keep.empty() || !flags.hierarchies.empty() ||
                        !flags.missing.empty() || !flags.population.empty() || flags.any ||
                        !flags.method_options.empty() || !flags.class_attribute.empty() ||
                        !flags.effort.empty() || std::ranges::any_of(flags.models, is_said) ||
                        std::ranges::any_of(flags.of_columns, is_said) ||
                        std::ranges::any_of(flags.settings, is_said);
    if (is_any) {
        refuse_flag("--policy",
                    "with linked tables, columns and promises stand in the policy; of flags, --k "
                    "and --method go over it");
    }
}

}  // namespace

void add_household(CLI::App& app, std::string& household) {
    app.add_option("--household",
                   household,
                   "column that says who lives together: whoever knows one knows the others")
        ->type_name("COLUMN")
        ->group("What is promised (over the policy)");
}

bool is_linked(const PolicyFlags& flags, const std::string& household) {
    return !household.empty() || (!flags.policy.empty() && linked::has_schema(flags.policy));
}

void require_table(const PolicyFlags& flags,
                   const std::string& table,
                   std::string_view name,
                   std::string_view verb) {
    if (!table.empty()) {
        return;
    }
    if (!flags.policy.empty()) {
        static_cast<void>(read_policy_file(flags.policy));
    }
    throw Error(ErrorCode::usage, fmt::format("{} is required; see `kanon {} --help`", name, verb));
}

linked::SchemaPolicy make_schema(const PolicyFlags& flags,
                                 const std::string& household,
                                 const std::string& input) {
    RunContext context;
    context.cancel = &stop_requested();
    const bool has_file = !flags.policy.empty() && linked::has_schema(flags.policy);
    linked::SchemaPolicy out;
    if (has_file) {
        if (!household.empty()) {
            refuse_flag("--household", "the policy says how rows belong together; leave it out");
        }
        refuse_flags_of_columns(flags);
        out = linked::read_schema_policy(flags.policy, input, context);
    } else {
        const auto limit = flags.settings.find("--max-suppression");
        const bool has_limit = limit != flags.settings.end() && !limit->second.empty();
        Policy persons = make_policy(flags);
        const bool has_own = persons.suppression != SuppressionLimit{};
        out = linked::household_schema(std::move(persons), household, input);
        if (!has_limit && !has_own) {
            out.limit.reset();
        }
    }
    if (out.is_household == input.empty()) {
        throw Error(ErrorCode::usage,
                    out.is_household ? "name the table of persons"
                                     : "the schema names its tables; leave the input out");
    }
    if (flags.k) {
        out.k = *flags.k;
    }
    if (!flags.method.empty()) {
        out.method = flags.method;
    }
    return out;
}

linked::SchemaPolicy make_schema_of_tables(const PolicyFlags& flags,
                                           const std::string& household,
                                           const std::string& first,
                                           const std::string& second,
                                           std::string& release) {
    const bool is_household = linked::is_household(flags.policy) || !household.empty();
    if (!is_household && !second.empty()) {
        throw Error(ErrorCode::usage,
                    "the schema names its tables; name the folder of the release alone");
    }
    release = is_household ? second : first;
    return make_schema(flags, household, is_household ? first : std::string());
}

void check_target_leaves_tables(const std::string& target,
                                const linked::SchemaPolicy& schema,
                                const std::string& release,
                                const WriteOptions& write) {
    std::vector<std::string> read{schema.file};
    for (const linked::TablePolicy& table : schema.tables) {
        read.push_back(table.input);
    }
    if (!release.empty()) {
        const std::vector<std::string> files =
            linked::find_release(schema, release, write.format).files;
        read.insert(read.end(), files.begin(), files.end());
    }
    std::erase(read, "");
    check_target_leaves("JSON file", target, read);
}

}  // namespace kanon::cli
