// SPDX-License-Identifier: Apache-2.0
// The summary of every method has the keys that docs/summary.md documents, and no other.
#include "kanon/api/kanon.hpp"

#include "support/tables.hpp"
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <set>
#include <string>
#include <vector>

namespace kanon::test {
namespace {

using Keys = std::set<std::string>;
using Names = std::vector<std::string>;

/// The texts between backticks.
std::vector<std::string> quoted(const std::string& text) {
    std::vector<std::string> out;
    for (std::size_t begin = text.find('`'); begin != std::string::npos;) {
        const std::size_t end = text.find('`', begin + 1);
        out.push_back(text.substr(begin + 1, end - begin - 1));
        begin = text.find('`', end + 1);
    }
    return out;
}

/// Keys of the table's first column; of lists and seconds those that the second column names.
Keys documented() {
    std::ifstream file(KANON_DOCS_DIR "/summary.md");
    Keys keys;
    for (std::string line; std::getline(file, line);) {
        if (!line.starts_with("| `")) {
            continue;
        }
        const std::size_t bar = line.find('|', 1);
        std::string last;
        for (const std::string& key : quoted(line.substr(0, bar))) {
            last = key.starts_with('.') ? last.substr(0, last.rfind('.')).append(key) : key;
            keys.insert(last);
        }
        if (last == "privacy[]" || last == "warnings[]" || last == "seconds") {
            keys.erase(last);
            for (const std::string& key : quoted(line.substr(bar))) {
                keys.insert(std::string(last).append(".").append(key));
            }
        }
    }
    return keys;
}

/// Paths of the leaves. Names of attributes become <name>; what a search counts is its own.
void add_keys(const nlohmann::json& at, const std::string& path, Keys& keys) {
    const bool by_name = path == "attributes" || path == "coded" || path == "disclosed" ||
                         path == "roles" || path == "recoding.levels";
    if (at.is_array()) {
        if (at.empty() || !at[0].is_object()) {
            keys.insert(path + "[]");
        }
        for (const auto& item : at) {
            if (item.is_object()) {
                add_keys(item, path + "[]", keys);
            }
        }
    } else if (at.is_object() && path != "search") {
        for (const auto& [key, value] : at.items()) {
            add_keys(value, (path.empty() ? "" : path + ".") + (by_name ? "<name>" : key), keys);
        }
    } else {
        keys.insert(path);
    }
}

/// The keys of one set that another lacks.
Names missing_in(const Keys& there, const Keys& keys) {
    Names missing;
    std::set_difference(
        keys.begin(), keys.end(), there.begin(), there.end(), std::back_inserter(missing));
    return missing;
}

std::uint64_t k_of(const MethodInfo& method) {
    return method.only_k != 0 ? method.only_k : 2;
}

std::string summary_by(const MethodInfo& method) {
    Policy policy;
    policy.attribute("age").role = Role::quasi_identifying;
    policy.attribute("zip").role = Role::quasi_identifying;
    policy.attribute("illness").role = Role::sensitive;
    policy.attribute("illness").is_class = !method.needs_single;
    if (method.needs_single) {
        policy.attribute("zip").role = Role::insensitive;
    }
    policy.attribute("cost").role = Role::insensitive;
    policy.attribute("cost").coding = {.bottom = "10", .top = "90", .round = "5"};
    policy.attribute("born").role = Role::insensitive;
    policy.attribute("born").coding = {.derive = "age at 2024-12-31"};
    policy.privacy = {
        {.model = "k-anonymity", .parameters = {{"k", static_cast<double>(k_of(method))}}}};
    if (method.models.empty()) {
        policy.privacy.push_back(
            {.model = "l-diversity", .parameters = {{"l", 2}}, .attribute = "illness"});
    }
    policy.method = method.name;
    if (method.name == "anti-unification") {
        policy.method_options = {{"discarded", "place"}};  // rather than suppress too many rows
    }
    policy.objective = info(method.objectives.front()).name;
    const char* rows = method.needs_binary ? "30 aa flu 1 1980-02-28; 30 aa cold 2 1980-02-28; 30 "
                                             "ab flu 3 1980-02-28; 30 ab cold 44 1980-02-28;"
                                             "50 aa flu 1 1980-02-28; 50 aa cold 2 1980-02-28; 50 "
                                             "ab flu 3 1980-02-28; 50 ab cold 99 1980-02-28"
                                           : "30 aa flu 1 1980-02-28; 31 aa cold 2 1980-02-28; 32 "
                                             "ab flu 3 1980-02-28; 33 ab cold 44 1980-02-28;"
                                             "50 ba flu 1 1980-02-28; 51 ba cold 2 1980-02-28; 52 "
                                             "bb flu 3 1980-02-28; 53 bb cold 99 1980-02-28";
    const auto result =
        anonymize(table_of("age zip illness cost born", rows), policy, RunContext{});
    return json_summary(record_of(*result));
}

TEST(Summary, HasTheDocumentedKeysForEveryMethod) {
    ASSERT_GT(documented().size(), 40U) << "the table of docs/summary.md was not understood";
    for (const MethodInfo& method : methods()) {
        SCOPED_TRACE(method.name);
        const auto summary = nlohmann::json::parse(summary_by(method));
        Keys found;
        add_keys(summary, "", found);
        Keys expected = documented();
        EXPECT_EQ(expected.erase("recoding.applied_from"), 1U) << "only of runs that apply one";
        if (!to_string(method.recoding).starts_with("full-domain")) {
            std::erase_if(expected, [](const std::string& key) {
                return key.starts_with("recoding.levels");
            });
        }
        EXPECT_EQ(missing_in(expected, found), Names{}) << "not documented";
        EXPECT_EQ(missing_in(found, expected), Names{}) << "not found";
        EXPECT_EQ(summary["method"], method.name);
        EXPECT_EQ(summary["rows"], 8);
        EXPECT_EQ(summary["k"], k_of(method));
        EXPECT_TRUE(summary["search"].is_object());
    }
}

}  // namespace
}  // namespace kanon::test
