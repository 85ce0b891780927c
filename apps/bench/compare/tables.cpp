// SPDX-License-Identifier: Apache-2.0
#include "compare/tables.hpp"

#include "measuring/tables.hpp"
#include "terminal/text_table.hpp"
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <cmath>
#include <optional>

namespace kanon::bench {
namespace {

using Json = nlohmann::ordered_json;

/// Whether an objective's values are whole numbers.
bool counts(Objective objective) {
    return objective == Objective::dm || objective == Objective::height ||
           objective == Objective::suppressed_rows || objective == Objective::distinct_rows;
}

std::string loss_text(Objective objective, const std::optional<double>& loss) {
    if (!loss) {
        return "";
    }
    return fmt::format("{:.{}f}", *loss, counts(objective) ? 0 : 4);
}

std::string percent_text(const std::optional<double>& share) {
    return share ? fmt::format("{:.3g} %", 100 * *share) : "";
}

/// Nodes, recodings or steps of the search, by whatever name the method counts them.
std::string looked_at_text(const SuiteRow& row) {
    for (const char* name :
         {"nodes_checked", "recodings_judged", "generalizations", "specializations", "steps"}) {
        if (const std::optional<double> count = row.stat(name)) {
            return fmt::format("{:.0f}", *count);
        }
    }
    return "";
}

std::vector<std::string> row_of(const SuiteRow& row, const std::vector<Objective>& losses) {
    std::vector<std::string> out{std::to_string(row.k),
                                 std::string(row.method->name),
                                 std::string(info(row.objective).name)};
    for (std::size_t i = 0; i < losses.size(); ++i) {
        out.push_back(row.value ? loss_text(losses[i], row.losses[i]) : "");
    }
    out.push_back(row.suppressed_rows ? std::to_string(*row.suppressed_rows) : "");
    out.push_back(row.value ? seconds_text(row.seconds) : "");
    out.push_back(looked_at_text(row));
    out.push_back(row.ending);
    out.push_back(percent_text(row.gap));
    return out;
}

/// What others came to for one k.
void add_published(const Suite& suite,
                   const SuiteDataset& dataset,
                   std::uint64_t k,
                   std::vector<std::vector<std::string>>& out) {
    for (const PublishedLoss& other : dataset.published) {
        if (other.k != k || suite.objectives.empty()) {
            continue;
        }
        std::vector<std::string>& row = out.emplace_back(out[0].size());
        row[0] = std::to_string(k);
        row[1] = other.name;
        row[2] = info(suite.objectives.front()).name;
        for (std::size_t i = 0; i < suite.losses.size(); ++i) {
            row[3 + i] = suite.losses[i] == suite.objectives.front()
                             ? loss_text(suite.losses[i], other.value)
                             : "";
        }
    }
}

std::vector<std::vector<std::string>> cells(const Suite& suite,
                                            const SuiteDataset& dataset,
                                            const std::vector<SuiteRow>& rows) {
    std::vector<std::vector<std::string>> out{{"k", "method", "for"}};
    for (const Objective loss : suite.losses) {
        out[0].emplace_back(info(loss).name);
    }
    out[0].insert(out[0].end(), {"suppressed", "seconds", "looked at", "ending", "gap"});
    for (std::size_t i = 0; i < rows.size(); ++i) {
        out.push_back(row_of(rows[i], suite.losses));
        if (i + 1 == rows.size() || rows[i + 1].k != rows[i].k) {
            add_published(suite, dataset, rows[i].k, out);
        }
    }
    return out;
}

/// Why rows have no figures.
std::vector<std::string> notes(const std::vector<SuiteRow>& rows) {
    std::vector<std::string> out;
    for (const SuiteRow& row : rows) {
        if (!row.reason.empty()) {
            out.push_back(
                fmt::format("{}, k = {}, {}: {}", row.method->name, row.k, row.ending, row.reason));
        }
    }
    return out;
}

std::string heading(const SuiteDataset& dataset) {
    return dataset.name + (dataset.about.empty() ? "" : ": " + dataset.about);
}

Json number(const std::optional<double>& value) {
    return value && std::isfinite(*value) ? Json(*value) : Json(nullptr);
}

Json json_row(const Suite& suite, const SuiteRow& row) {
    Json losses = Json::object();
    for (std::size_t i = 0; i < row.losses.size(); ++i) {
        losses[std::string(info(suite.losses[i]).name)] = number(row.losses[i]);
    }
    Json search = Json::object();
    for (const auto& [name, figure] : row.stats) {
        search[name] = number(figure);
    }
    return {{"dataset", row.dataset},
            {"k", row.k},
            {"method", row.method->name},
            {"model", to_string(row.method->recoding)},
            {"objective",
             {{"name", info(row.objective).name},
              {"value", number(row.value)},
              {"lower_bound", number(row.lower_bound)},
              {"gap", number(row.gap)}}},
            {"ending", row.ending},
            {"reason", row.reason},
            {"losses", losses},
            {"suppressed_rows", row.suppressed_rows ? Json(*row.suppressed_rows) : Json(nullptr)},
            {"classes", row.classes ? Json(*row.classes) : Json(nullptr)},
            {"seconds", row.value ? Json(row.seconds) : Json(nullptr)},
            {"search", search}};
}

}  // namespace

std::string suite_list(const Suite& suite) {
    std::vector<std::vector<std::string>> datasets{{"data set", "data", "about"}};
    for (const SuiteDataset& dataset : suite.datasets) {
        datasets.push_back({dataset.name, dataset.data.text(), dataset.about});
    }
    std::vector<std::vector<std::string>> methods{{"method", "guarantee", "recoding"}};
    for (const MethodInfo* method : suite.methods) {
        methods.push_back({std::string(method->name),
                           std::string(method->guarantee),
                           std::string(to_string(method->recoding))});
    }
    return suite.about + "\n\n" + cli::text_table(datasets) + "\n" + cli::text_table(methods);
}

std::string suite_text(const Suite& suite,
                       const SuiteDataset& dataset,
                       const std::vector<SuiteRow>& rows) {
    std::string out = heading(dataset) + "\n" + cli::text_table(cells(suite, dataset, rows));
    for (const std::string& note : notes(rows)) {
        out += note + "\n";
    }
    return out + "\n";
}

std::string suite_markdown(const Suite& suite,
                           const SuiteDataset& dataset,
                           const std::vector<SuiteRow>& rows) {
    std::string out = "### " + heading(dataset) + "\n\n" +
                      cli::markdown_table(cells(suite, dataset, rows)) + "\n";
    for (const std::string& note : notes(rows)) {
        out += "- " + note + "\n";
    }
    return out + (notes(rows).empty() ? "" : "\n");
}

std::string suite_json(const Suite& suite, const std::vector<SuiteRow>& rows) {
    Json list = Json::array();
    for (const SuiteRow& row : rows) {
        list.push_back(json_row(suite, row));
    }
    const Json out{{"suite", suite.name}, {"suppression", suite.suppression}, {"runs", list}};
    return out.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace kanon::bench
