// SPDX-License-Identifier: Apache-2.0
#include "bench_suite.hpp"

#include <algorithm>
#include <filesystem>
#include <string_view>
#include <utility>

namespace kanon::cli::bench {
namespace {

namespace fs = std::filesystem;

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

ReadOptions read_options(Members members) {
    ReadOptions options;
    std::string delimiter;
    members.take("delimiter", delimiter);
    members.take("header", options.header);
    members.finish();
    if (delimiter.size() > 1) {
        refuse(members.file(), "'delimiter' must be one character");
    }
    if (!delimiter.empty()) {
        options.delimiter = delimiter[0];
    }
    return options;
}

SuiteDataset read_dataset(Members members) {
    SuiteDataset dataset;
    members.take("name", dataset.name);
    members.take("about", dataset.about);
    members.take("policy", dataset.policy);
    dataset.data = read_data(members.below("data"));
    dataset.read = read_options(members.below("read"));
    members.finish();
    if (dataset.name.empty()) {
        refuse(members.file(), "a data set has no 'name'");
    }
    dataset.policy = read_policy(dataset.policy, dataset.data, members.file());
    return dataset;
}

/// Keep the items whose names were chosen. \throws Error{usage} for a name that none has.
template <class Item, class NameOf>
void keep(std::vector<Item>& items,
          const std::vector<std::string>& chosen,
          const std::string& kind,
          NameOf name_of) {
    if (chosen.empty()) {
        return;
    }
    std::vector<std::string_view> known;
    for (const Item& item : items) {
        known.push_back(name_of(item));
    }
    for (const std::string& word : chosen) {
        if (std::find(known.begin(), known.end(), word) == known.end()) {
            throw Error(ErrorCode::usage,
                        "the suite has no " + kind + " '" + word + "'" + suggestion(word, known));
        }
    }
    std::erase_if(items, [&](const Item& item) { return !has(chosen, name_of(item)); });
}

}  // namespace

std::vector<SuiteDataset> read_datasets(Members& members) {
    std::vector<SuiteDataset> out;
    for (Members& dataset : members.each("datasets")) {
        out.push_back(read_dataset(std::move(dataset)));
    }
    return out;
}

const SuiteDataset& find_dataset(const std::vector<SuiteDataset>& datasets,
                                 const std::string& name,
                                 const std::string& file) {
    std::vector<std::string_view> known;
    for (const SuiteDataset& dataset : datasets) {
        if (dataset.name == name) {
            return dataset;
        }
        known.push_back(dataset.name);
    }
    refuse(file, "there is no data set '" + name + "'" + suggestion(name, known));
}

Suite read_suite(const std::string& folder, const std::string& name) {
    const std::string file = (fs::path(folder) / (name + ".json")).string();
    if (!fs::is_regular_file(file)) {
        refuse(file, "this suite is not there; name its folder with --dir");
    }
    const nlohmann::json tree = read_json(file);
    Members members(tree, file);
    Suite suite;
    std::vector<std::string> families;
    members.take("name", suite.name);
    members.take("about", suite.about);
    members.take("families", families);
    members.take("k", suite.ks);
    members.take("suppression", suite.suppression);
    members.take("time_limit_seconds", suite.time_limit_seconds);
    suite.methods = methods_of(families, file);
    suite.objectives = take_objectives(members, "objectives");
    suite.losses = take_objectives(members, "losses");
    suite.datasets = read_datasets(members);
    members.finish();
    if (suite.name != name) {
        refuse(file, "'name' must be the name of the file");
    }
    if (suite.methods.empty() || suite.ks.empty() || suite.datasets.empty()) {
        refuse(file, "'families', 'k' and 'datasets' must name one or more");
    }
    return suite;
}

void narrow(Suite& suite, const SuiteChoice& choice) {
    keep(suite.datasets, choice.datasets, "data set", [](const SuiteDataset& dataset) {
        return std::string_view(dataset.name);
    });
    keep(suite.methods, choice.methods, "method", [](const MethodInfo* method) {
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

}  // namespace kanon::cli::bench
