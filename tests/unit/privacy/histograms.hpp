// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/privacy/model.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <numeric>
#include <optional>
#include <string>
#include <vector>

namespace kanon::test {

/// A class given by the counts of one tracked column's values 0, 1, 2, ...; a count 0 is no entry.
class Histogram {
public:
    explicit Histogram(const std::vector<std::uint32_t>& counts) {
        for (std::size_t value = 0; value < counts.size(); ++value) {
            if (counts[value] > 0) {
                values_.push_back(static_cast<Code>(value));
                counts_.push_back(counts[value]);
            }
        }
        histogram_ = {values_, counts_};
        rows_ = std::accumulate(counts_.begin(), counts_.end(), std::uint64_t{0});
    }

    Histogram(const Histogram&) = delete;
    Histogram(Histogram&&) = delete;
    Histogram& operator=(const Histogram&) = delete;
    Histogram& operator=(Histogram&&) = delete;
    ~Histogram() = default;

    [[nodiscard]] ClassView view() const {
        return {.rows = rows_, .histograms = std::span(&histogram_, 1)};
    }

private:
    std::vector<Code> values_;
    std::vector<std::uint32_t> counts_;
    HistogramView histogram_;
    std::uint64_t rows_ = 0;
};

/// A model of the attribute `disease`, with parameters by name.
inline std::shared_ptr<const PrivacyModel> model_of(
    const std::string& name,
    const std::map<std::string, double, std::less<>>& parameters,
    const std::string& kind,
    const std::optional<ModelContext>& tracked) {
    return find_privacy_model(name).make(
        {.model = name, .parameters = parameters, .attribute = "disease", .kind = kind}, tracked);
}

/// What a model is told of a column of numbers 0, 10, 20, ... with these rows each; the last is the
/// missing value if there is one.
inline ModelContext context_of(const std::vector<std::uint64_t>& rows, bool last_is_missing) {
    DictionaryBuilder builder;
    for (std::size_t value = 0; value + (last_is_missing ? 1 : 0) < rows.size(); ++value) {
        builder.add(std::to_string(10 * value));
    }
    if (last_is_missing) {
        builder.add_missing();
    }
    ModelContext out;
    out.values = std::make_shared<const Dictionary>(builder.finish().dictionary);
    out.missing = out.values->missing();
    out.distribution = rows;
    return out;
}

/// Give the column a hierarchy: per level above the values, without the top, the label of each
/// code.
inline void add_hierarchy(ModelContext& context, const std::vector<std::vector<Code>>& levels) {
    std::vector<Hierarchy::LevelMap> maps;
    for (const std::vector<Code>& labels : levels) {
        Hierarchy::LevelMap& map = maps.emplace_back();
        map.label_of_code = labels;
        const Code last = *std::max_element(labels.begin(), labels.end());
        for (Code label = 0; label <= last; ++label) {
            map.labels.push_back("group " + std::to_string(maps.size()) + " " +
                                 std::to_string(label));
        }
    }
    Hierarchy::LevelMap& top = maps.emplace_back();
    top.label_of_code.resize(context.values->size());
    top.labels = {"*"};
    context.hierarchy =
        std::make_shared<const Hierarchy>(context.values, std::move(maps), HierarchyKind::tree);
}

}  // namespace kanon::test
