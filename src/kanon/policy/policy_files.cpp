// SPDX-License-Identifier: Apache-2.0
#include "kanon/policy/policy_files.hpp"

#include "kanon/base/error.hpp"
#include "kanon/io/reading/read_settings.hpp"
#include "kanon/io/reading/table_reader.hpp"
#include "kanon/privacy/model.hpp"
#include "kanon/privacy/models/m_invariance.hpp"

#include <algorithm>
#include <filesystem>
#include <set>
#include <string_view>

namespace kanon {
namespace {

/// True if some model looks at the hierarchy of its attribute, or at the values that it has.
bool asks_for_hierarchies(const Policy& policy) {
    return std::ranges::any_of(policy.privacy, looks_at_hierarchy) ||
           find_invariance(policy.privacy) != nullptr;
}

/// The policy's population; marks of missing values are those of the table. Its columns are sought
/// by name, so that a first line that may be a header is one, unless the policy says otherwise;
/// `column1` and so on say that none is.
Table read_population(const Policy& policy, const RunContext& context) {
    const std::string path = path_of_file(policy, policy.population.file);
    ReadOptions options;
    options.missing_marks = policy.missing_marks;
    options.keep_blank_rows = policy.keep_blank_rows;
    set_read_options(options, policy.population.read);
    for (const auto& [attribute, column] : policy.population.on) {
        options.known_names.push_back(column);
    }
    options.header_in_doubt = true;
    RunContext quiet = context;
    quiet.progress = nullptr;
    try {
        return read_table(path, options, quiet).table;
    } catch (const Error& fault) {
        rethrow_with_settings(fault, "under `population`");
    }
}

/// What a policy says of how a hierarchy's file is read.
HierarchyFileOptions file_options(const ReadWords& words) {
    ReadOptions options;
    set_read_options(options, words);
    return {.encoding = options.encoding,
            .delimiter = options.delimiter,
            .header = options.header.value_or(false)};
}

std::set<std::string> names_of_keys(const Policy& policy) {
    std::set<std::string> out;
    for (const AttributePolicy& attribute : policy.attributes) {
        if (attribute.is_keyed()) {
            out.insert(attribute.key_file());
        }
    }
    return out;
}

/// The key's name in the policy that a file stands for.
const std::string& name_of_key(const std::set<std::string>& names, const std::string& file) {
    const auto found = std::ranges::find_if(names, [&](const std::string& name) {
        return std::filesystem::path(name).filename() == std::filesystem::path(file).filename();
    });
    if (found == names.end() && names.size() != 1) {
        throw Error(ErrorCode::usage,
                    names.empty()
                        ? "the policy codes no column under a key; leave the key out"
                        : "the policy names several keys, and none by this file name; give "
                          "the files the names that they have in the policy",
                    Where{.file = file});
    }
    return found == names.end() ? *names.begin() : *found;
}

Keys read_keys(const Policy& policy, const KeysToRead& keys) {
    const std::set<std::string> names = names_of_keys(policy);
    Keys out;
    if (keys.of_policy) {
        for (const std::string& name : names) {
            out[name] =
                std::make_shared<const SecretKey>(SecretKey::read(path_of_file(policy, name)));
        }
    }
    for (const std::string& file : keys.files) {
        out[name_of_key(names, file)] = std::make_shared<const SecretKey>(SecretKey::read(file));
    }
    return out;
}

}  // namespace

HierarchyFileKey file_key(const HierarchySpec& spec) {
    return {spec.file, spec.read};
}

void read_hierarchy_file_of(const Policy& policy,
                            std::string_view column,
                            const HierarchySpec& spec,
                            HierarchyFiles& files,
                            const RunContext& context) {
    if (spec.form != HierarchySpec::Form::file || files.contains(file_key(spec))) {
        return;
    }
    const std::string path = path_of_file(policy, spec.file);
    try {
        files.emplace(file_key(spec), read_hierarchy_file(path, file_options(spec.read), context));
    } catch (const Error& fault) {
        if (fault.code() != ErrorCode::bad_hierarchy || fault.where().line != 0) {
            throw;
        }
        // A fault of no line of the file is one of its name: say who named it.
        throw Error(fault.code(), fault.what(), policy.where(column));
    }
}

std::string path_of_file(const Policy& policy, const std::string& named) {
    return (std::filesystem::path(policy.file).parent_path() / named).string();
}

PolicyFiles read_policy_files(const Policy& policy,
                              const RunContext& context,
                              const KeysToRead& keys) {
    PolicyFiles files;
    files.keys = read_keys(policy, keys);
    for (const AttributePolicy& attribute : policy.attributes) {
        const bool of_a_model = attribute.role == Role::sensitive && asks_for_hierarchies(policy);
        if (!attribute.role || attribute.role == Role::quasi_identifying || of_a_model) {
            read_hierarchy_file_of(
                policy, attribute.name, attribute.hierarchy, files.hierarchies, context);
        }
    }
    if (!policy.population.file.empty()) {
        files.population = read_population(policy, context);
    }
    return files;
}

}  // namespace kanon
