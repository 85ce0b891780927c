// SPDX-License-Identifier: Apache-2.0
#include "suites/suite_file.hpp"

#include <filesystem>
#include <string_view>
#include <utility>

namespace kanon::bench {
namespace {

namespace fs = std::filesystem;

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

/// One value for each k that is named, in their order.
void read_published(Members members, std::vector<PublishedLoss>& out) {
    std::string name;
    std::vector<std::uint64_t> ks;
    std::vector<double> values;
    members.take("name", name);
    members.take("k", ks);
    members.take("values", values);
    members.finish();
    if (name.empty() || ks.size() != values.size()) {
        refuse(members.file(), "'published' needs a 'name', and as many 'values' as 'k'");
    }
    out.reserve(out.size() + ks.size());
    for (std::size_t i = 0; i < ks.size(); ++i) {
        out.push_back({.name = name, .k = ks[i], .value = values[i]});
    }
}

SuiteDataset read_dataset(Members members) {
    SuiteDataset dataset;
    members.take("name", dataset.name);
    members.take("about", dataset.about);
    members.take("policy", dataset.policy);
    dataset.data = read_data(members.below("data"));
    dataset.read = read_options(members.below("read"));
    for (Members& published : members.each("published")) {
        read_published(std::move(published), dataset.published);
    }
    members.finish();
    if (dataset.name.empty()) {
        refuse(members.file(), "a data set has no 'name'");
    }
    dataset.policy = read_policy(dataset.policy, dataset.data, members.file());
    return dataset;
}

}  // namespace

void read_suite_file(const std::string& folder,
                     const std::string& name,
                     SuiteHead& head,
                     const std::function<void(Members&)>& take_rest) {
    const std::string file = (fs::path(folder) / (name + ".json")).string();
    if (!fs::is_regular_file(file)) {
        refuse(file,
               "this suite is not there; run kanon-bench where kanon's sources are, or name its "
               "folder with --dir");
    }
    const nlohmann::json tree = read_json(file);
    Members members(tree, file);
    members.take("about", head.about);
    members.take("time_limit_seconds", head.time_limit_seconds);
    for (Members& dataset : members.each("datasets")) {
        head.datasets.push_back(read_dataset(std::move(dataset)));
    }
    take_rest(members);
    members.finish();
}

const SuiteDataset& find_dataset(const SuiteHead& suite,
                                 const std::string& name,
                                 const std::string& file) {
    std::vector<std::string_view> known;
    for (const SuiteDataset& dataset : suite.datasets) {
        if (dataset.name == name) {
            return dataset;
        }
        known.push_back(dataset.name);
    }
    refuse(file, "there is no data set '" + name + "'" + suggestion(name, known));
}

}  // namespace kanon::bench
