// SPDX-License-Identifier: Apache-2.0
#include "support/shared_data.hpp"

#include "kanon/policy/policy_file.hpp"

#include "support/tables.hpp"
#include "support/temporary_folder.hpp"

#include <array>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <stdexcept>

namespace kanon::test {
namespace {

bool is_packed(const SharedData& data) {
    return data.file.ends_with(".xz");
}

std::string path_of(const SharedData& data) {
    return shared_dir() + "/data/" + data.file;
}

/// What a command prints. \throws std::runtime_error if it fails.
std::string output_of(const std::string& command) {
    std::FILE* pipe = ::popen(command.c_str(), "r");
    if (pipe == nullptr) {
        throw std::runtime_error("cannot run: " + command);
    }
    std::string out;
    std::array<char, 65536> buffer{};
    for (std::size_t count = 1; count > 0;) {
        count = std::fread(buffer.data(), 1, buffer.size(), pipe);
        out.append(buffer.data(), count);
    }
    if (::pclose(pipe) != 0) {
        throw std::runtime_error("failed: " + command);
    }
    return out;
}

bool has_xz() {
    return !output_of("command -v xz || true").empty();
}

Table read_named_columns(const std::string& path, const SharedData& data) {
    const Policy policy = policy_of(data);
    ReadOptions options = data.read;
    for (const std::string& name : column_names(path, data.read)) {
        if (policy.find(name) == nullptr) {
            options.skip.push_back(name);
        }
    }
    return read_table(path, options, RunContext{}).table;
}

}  // namespace

std::string why_not_readable(const SharedData& data) {
    if (shared_dir().empty() || !std::filesystem::exists(path_of(data))) {
        return "needs shared/ beside the project";
    }
    return is_packed(data) && !has_xz() ? "needs the program xz (Debian: xz-utils)" : "";
}

Table table_of(const SharedData& data) {
    if (!is_packed(data)) {
        return read_named_columns(path_of(data), data);
    }
    const TemporaryFolder folder;
    return read_named_columns(folder.write("data.csv", output_of("xz -dc '" + path_of(data) + "'")),
                              data);
}

Policy policy_of(const SharedData& data) {
    return parse_policy(data.policy, shared_dir() + "/data/" + data.policy_dir + "/policy.yaml");
}

SharedData arx_adult() {
    SharedData data{.name = "arx_adult",
                    .file = "arx/arx/adult.csv.xz",
                    .read = {.delimiter = ';', .header = true},
                    .policy = "attributes:\n",
                    .policy_dir = "arx/arx"};
    for (const std::string name : {"sex",
                                   "age",
                                   "race",
                                   "marital-status",
                                   "education",
                                   "native-country",
                                   "workclass",
                                   "occupation",
                                   "salary-class"}) {
        data.policy.append("  ")
            .append(name)
            .append(": {role: quasi-identifying, hierarchy: {file: adult_hierarchy_")
            .append(name)
            .append(".csv}}\n");
    }
    return data;
}

}  // namespace kanon::test
