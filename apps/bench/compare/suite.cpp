// SPDX-License-Identifier: Apache-2.0
#include "compare/suite.hpp"

#include "suites/choice.hpp"

#include <algorithm>
#include <string_view>

namespace kanon::bench {
namespace {

bool has(const std::vector<std::string>& words, std::string_view word) {
    return std::find(words.begin(), words.end(), word) != words.end();
}

/// The catalogue's methods of these families.
std::vector<const MethodInfo*> methods_of(const std::vector<std::string>& families,
                                          const std::string& file) {
    std::vector<std::string_view> known;
    std::vector<const MethodInfo*> out;
    for (const MethodInfo& method : methods()) {
        known.push_back(method.family);
        if (has(families, method.family)) {
            out.push_back(&method);
        }
    }
    for (const std::string& family : families) {
        if (std::find(known.begin(), known.end(), family) == known.end()) {
            refuse(file, "no method is of the family '" + family + "'" + suggestion(family, known));
        }
    }
    return out;
}

std::vector<Objective> take_objectives(Members& members, const char* name) {
    std::vector<std::string> words;
    members.take(name, words);
    std::vector<Objective> out;
    for (const std::string& word : words) {
        try {
            out.push_back(find_objective(word));
        } catch (const Error& error) {
            refuse(members.file(), std::string("'") + name + "': " + error.what());
        }
    }
    return out;
}

}  // namespace

Suite read_suite(const std::string& folder, const std::string& name) {
    Suite suite;
    read_suite_file(folder, name, suite, [&](Members& members) {
        std::vector<std::string> families;
        members.take("name", suite.name);
        members.take("families", families);
        members.take("k", suite.ks);
        members.take("suppression", suite.suppression);
        members.take("method_options", suite.method_options);
        suite.methods = methods_of(families, members.file());
        suite.objectives = take_objectives(members, "objectives");
        suite.losses = take_objectives(members, "losses");
        if (suite.name != name) {
            refuse(members.file(), "'name' must be the name of the file");
        }
        for (const std::string& option : suite.method_options) {
            if (option.find(':') > option.find('=')) {
                refuse(members.file(), "'method_options' are written `method:name=value`");
            }
        }
        if (suite.methods.empty() || suite.ks.empty() || suite.datasets.empty()) {
            refuse(members.file(), "'families', 'k' and 'datasets' must name one or more");
        }
    });
    return suite;
}

void narrow(Suite& suite, const SuiteChoice& choice) {
    keep_named(suite.datasets, choice.datasets, "data set", &SuiteDataset::name);
    keep_named(suite.methods, choice.methods, "method", [](const MethodInfo* method) {
        return method->name;
    });
    if (!choice.ks.empty()) {
        suite.ks = choice.ks;
    }
    if (!choice.objectives.empty()) {
        suite.objectives.clear();
        for (const std::string& name : choice.objectives) {
            suite.objectives.push_back(find_objective(name));
        }
    }
}

OptionMap options_for(const Suite& suite, const MethodInfo& method) {
    OptionMap out;
    const std::string prefix = std::string(method.name) + ":";
    for (const std::string& option : suite.method_options) {
        const std::size_t equals = option.find('=');
        if (option.starts_with(prefix) && equals != std::string::npos) {
            out[option.substr(prefix.size(), equals - prefix.size())] = option.substr(equals + 1);
        }
    }
    return out;
}

std::vector<Objective> objectives_for(const Suite& suite, const MethodInfo& method) {
    std::vector<Objective> out;
    for (const Objective objective : suite.objectives) {
        if (std::find(method.objectives.begin(), method.objectives.end(), objective) !=
            method.objectives.end()) {
            out.push_back(objective);
        }
    }
    if (out.empty()) {
        out.push_back(method.objectives.front());
    }
    return out;
}

}  // namespace kanon::bench
