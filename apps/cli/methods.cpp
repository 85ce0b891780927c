// SPDX-License-Identifier: Apache-2.0
#include "kanon/api/kanon.hpp"

#include "terminal/exit_status.hpp"
#include "terminal/output.hpp"
#include "terminal/text_table.hpp"
#include "verbs.hpp"
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <memory>
#include <string>
#include <vector>

namespace kanon::cli {
namespace {

struct MethodsFlags {
    std::string name;
    bool json = false;
};

std::vector<std::string> objective_names(const MethodInfo& method) {
    std::vector<std::string> out;
    for (const Objective objective : method.objectives) {
        out.emplace_back(info(objective).name);
    }
    return out;
}

std::vector<std::string> model_names(const MethodInfo& method) {
    std::vector<std::string> out(method.models.begin(), method.models.end());
    if (out.empty()) {
        for (const ModelInfo& model : privacy_models()) {
            out.emplace_back(model.name);
        }
    }
    return out;
}

nlohmann::ordered_json json_of(const MethodInfo& method) {
    nlohmann::ordered_json out{{"name", method.name},
                               {"summary", method.summary},
                               {"family", method.family},
                               {"recoding", to_string(method.recoding)},
                               {"guarantee", method.guarantee},
                               {"cost", method.cost},
                               {"citation", method.citation},
                               {"objectives", objective_names(method)},
                               {"models", model_names(method)},
                               {"needs_class", method.needs_class},
                               {"needs_binary", method.needs_binary},
                               {"needs_single", method.needs_single},
                               {"only_k", method.only_k},
                               {"scale", to_string(method.scale)},
                               {"options", nlohmann::ordered_json::array()}};
    for (const OptionSpec& option : method.options) {
        out["options"].push_back({{"name", option.name},
                                  {"type", type_text(option)},
                                  {"default", option.fallback},
                                  {"help", option.help}});
    }
    return out;
}

std::string joined(const std::vector<std::string>& words) {
    std::string out;
    for (const std::string& word : words) {
        out += (out.empty() ? "" : ", ") + word;
    }
    return out;
}

std::string details(const MethodInfo& method) {
    std::string out = fmt::format("{}: {}\n\n", method.name, method.summary);
    out += text_table({{"family", std::string(method.family)},
                       {"recoding", std::string(to_string(method.recoding))},
                       {"guarantee", std::string(method.guarantee)},
                       {"cost", std::string(method.cost)},
                       {"tables", std::string(to_string(method.scale))},
                       {"source", std::string(method.citation)},
                       {"objectives", joined(objective_names(method))},
                       {"models", joined(model_names(method))}});
    if (method.needs_class) {
        out += "needs       a class attribute (--class)\n";
    }
    if (method.needs_binary) {
        out += "needs       quasi-identifiers of two values at most\n";
    }
    if (method.needs_single) {
        out += "needs       one quasi-identifier\n";
    }
    if (method.only_k != 0) {
        out += fmt::format("needs       k = {}\n", method.only_k);
    }
    for (const OptionSpec& option : method.options) {
        out += fmt::format("option      {} ({}, default {}): {}\n",
                           option.name,
                           type_text(option),
                           option.fallback,
                           option.help);
    }
    return out;
}

std::string overview() {
    std::vector<std::vector<std::string>> rows{{"NAME", "RECODING", "GUARANTEE", "WHAT IT DOES"}};
    for (const MethodInfo& method : methods()) {
        rows.push_back({std::string(method.name),
                        std::string(to_string(method.recoding)),
                        std::string(method.guarantee),
                        std::string(method.summary)});
    }
    return text_table(rows);
}

int run_methods(const MethodsFlags& options) {
    if (!options.name.empty()) {
        const MethodInfo& method = find_method(options.name);
        print_out(options.json ? json_of(method).dump(2) + "\n" : details(method));
        return kDone;
    }
    if (!options.json) {
        print_out(overview());
        return kDone;
    }
    auto out = nlohmann::ordered_json::array();
    for (const MethodInfo& method : methods()) {
        out.push_back(json_of(method));
    }
    print_out(out.dump(2) + "\n");
    return kDone;
}

}  // namespace

Verb add_methods(CLI::App& root) {
    CLI::App* app = add_verb(root,
                             "methods",
                             "List the methods: recoding, guarantee, cost, source, options.",
                             "  kanon methods\n"
                             "  kanon methods optimal\n"
                             "  kanon methods --json\n");
    const auto options = std::make_shared<MethodsFlags>();
    app->add_option("NAME", options->name, "one method, in full")->type_name("");
    app->add_flag("--json", options->json, "as JSON");
    return {app, [options] { return run_methods(*options); }};
}

}  // namespace kanon::cli
