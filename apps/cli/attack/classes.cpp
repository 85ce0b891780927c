// SPDX-License-Identifier: Apache-2.0
#include "attack_flags.hpp"
#include "terminal/text_table.hpp"
#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <utility>

namespace kanon::cli {
namespace {

struct AttackClassesFlags {
    std::string release;
    std::uint64_t values = 3;
    double factor = 2;
    double share = 0.1;
    AttackFlags common;
};

using attack::ExposedRows;
using attack::ShownClasses;

std::string exposed_text(const ExposedRows& exposed, const ShownClasses& classes) {
    return fmt::format("{}, {}",
                       share_text(exposed.rows, classes.shown_rows(), "row"),
                       count_text(exposed.classes, "class"));
}

Json exposed_json(const ExposedRows& exposed) {
    return {{"rows", exposed.rows}, {"classes", exposed.classes}};
}

/// Values disclosed to one who can exclude some, the most of them last.
AttackOutcome exclusion(const ShownClasses& classes, std::uint64_t most, Json json) {
    AttackOutcome out;
    json["columns"] = Json::array();
    for (const auto& found : attack::exclude_values(classes, static_cast<std::uint32_t>(most))) {
        Json disclosed = Json::array();
        for (std::size_t b = 0; b < found.disclosed.size(); ++b) {
            out.text += fmt::format(
                "{}: {} disclosed to one who excludes {}; distinct l-diversity with "
                "l = {} would leave none\n",
                found.column,
                exposed_text(found.disclosed[b], classes),
                count_text(b, "value"),
                b + 2);
            Json entry = exposed_json(found.disclosed[b]);
            entry["excluded_values"] = b;
            entry["prevented_by"] = {{"model", "l-diversity"}, {"kind", "distinct"}, {"l", b + 2}};
            disclosed.push_back(std::move(entry));
        }
        out.text += fmt::format("{}: the release holds distinct l-diversity up to l = {}\n",
                                found.column,
                                found.rows_without_value > 0 ? 0 : found.least_values);
        json["columns"].push_back({{"column", found.column},
                                   {"least_values", found.least_values},
                                   {"rows_without_value", found.rows_without_value},
                                   {"disclosed", disclosed}});
        out.exposed =
            std::max(out.exposed, share_of(found.disclosed.back().rows, classes.shown_rows()));
    }
    out.json = json_document(json);
    return out;
}

AttackOutcome skewness(const ShownClasses& classes, double factor, Json json) {
    AttackOutcome out;
    json["factor"] = factor;
    json["columns"] = Json::array();
    const auto json_of = [](const std::optional<double>& figure) {
        return figure ? Json(*figure) : Json(nullptr);
    };
    for (const auto& found : attack::compare_with_table(classes, factor)) {
        out.text += fmt::format(
            "{}: {} where some value is more than {:g} times as frequent as in all rows; "
            "beta-likeness with beta = {:g} would leave none\n"
            "{}: a value is up to {:.4g} times as frequent; the release holds beta-likeness from "
            "beta = {:.6g}, t-closeness from t = {:.6g}{}{} (mean over rows {:.4g}), and "
            "delta-disclosure (present) above delta = {:.6g}\n",
            found.column,
            exposed_text(found.over, classes),
            factor,
            factor - 1,
            found.column,
            found.greatest_factor,
            found.greatest_gain,
            found.greatest_distance,
            found.greatest_ordered ? fmt::format(", ordered {:.6g}", *found.greatest_ordered) : "",
            found.greatest_hierarchical
                ? fmt::format(", hierarchical {:.6g}", *found.greatest_hierarchical)
                : "",
            found.mean_distance,
            found.greatest_disclosure);
        Json entry{{"column", found.column},
                   {"greatest_factor", found.greatest_factor},
                   {"over", exposed_json(found.over)}};
        entry["over"]["prevented_by"] = {{"model", "beta-likeness"}, {"beta", factor - 1}};
        entry["holds_from"] = {{"beta", found.greatest_gain},
                               {"t_equal", found.greatest_distance},
                               {"t_ordered", json_of(found.greatest_ordered)},
                               {"t_hierarchical", json_of(found.greatest_hierarchical)},
                               {"delta_present", found.greatest_disclosure}};
        entry["mean_distance"] = found.mean_distance;
        json["columns"].push_back(std::move(entry));
        out.exposed = std::max(out.exposed, share_of(found.over.rows, classes.shown_rows()));
    }
    out.json = json_document(json);
    return out;
}

AttackOutcome similarity(const ShownClasses& classes, double share, Json json) {
    AttackOutcome out;
    json["share"] = share;
    json["columns"] = Json::array();
    for (const auto& found : attack::find_alike(classes, share)) {
        Json entry{{"column", found.column}, {"levels", Json::array()}, {"near", nullptr}};
        if (found.levels.empty() && !found.near) {
            out.text += found.column +
                        ": texts without a hierarchy say not which are alike; name one "
                        "(--hierarchy, or a policy)\n";
        }
        for (const attack::AlikeAtLevel& at : found.levels) {
            out.text += fmt::format(
                "{}: {} whose values have one label of level {}; hierarchical "
                "t-closeness judges by it\n",
                found.column,
                exposed_text(at.exposed, classes),
                at.level);
            Json level = exposed_json(at.exposed);
            level["level"] = at.level;
            entry["levels"].push_back(std::move(level));
            out.exposed = std::max(out.exposed, share_of(at.exposed.rows, classes.shown_rows()));
        }
        if (found.near) {
            out.text += fmt::format(
                "{}: {} whose values lie within {:g} ({:g} of the range of all); (k,e)-anonymity "
                "with e above that would leave none; the release holds e = {:g}\n",
                found.column,
                exposed_text(*found.near, classes),
                found.width,
                share,
                found.least_range);
            entry["near"] = exposed_json(*found.near);
            entry["near"]["width"] = found.width;
            entry["near"]["prevented_by"] = {{"model", "k-e"}, {"e_above", found.width}};
            entry["least_range"] = found.least_range;
            out.exposed = std::max(out.exposed, share_of(found.near->rows, classes.shown_rows()));
        }
        json["columns"].push_back(std::move(entry));
    }
    out.json = json_document(json);
    return out;
}

/// The JSON that is handed over is to be added to.
using Attack = std::function<AttackOutcome(const AttackClassesFlags&, const ShownClasses&, Json)>;

int run_attack_classes(const AttackClassesFlags& options,
                       const std::string& name,
                       const Attack& attack) {
    return run_attack(options.common, {options.release}, [&](const RunContext& context) {
        const AttackJob job{.releases = {options.release},
                            .policy = make_policy(options.common.policy),
                            .read = make_read_options(options.common.read),
                            .context = context};
        const std::vector<attack::ShownRelease> releases = read_shown(job);
        if (releases.front().sensitive.empty()) {
            throw Error(ErrorCode::usage,
                        "no column is sensitive; name what is to be learned (--sensitive, or a "
                        "policy)");
        }
        const ShownClasses classes(releases.front(), context.threads);
        AttackOutcome out = attack(options,
                                   classes,
                                   {{"attack", name},
                                    {"rows", classes.shown_rows()},
                                    {"starred_rows", classes.starred_rows()}});
        out.text =
            fmt::format("{} in {}; {} suppressed, left out\n",
                        count_text(classes.shown_rows(), "row"),
                        count_text(classes.size() - (classes.starred_rows() > 0 ? 1 : 0), "class"),
                        count_text(classes.starred_rows())) +
            out.text;
        return out;
    });
}

/// A verb that takes one release.
Verb add_class_attack(CLI::App& parent,
                      const std::string& name,
                      const std::string& purpose,
                      const std::function<void(CLI::App&, AttackClassesFlags&)>& add_flags,
                      const Attack& attack) {
    CLI::App* app = add_verb(parent,
                             name,
                             purpose,
                             "  kanon generate --rows 1000 -o stays.csv --policy stays.yaml\n"
                             "  kanon anonymize stays.csv -p stays.yaml -o release.csv\n"
                             "  kanon attack " +
                                 name + " release.csv -p stays.yaml\n");
    const auto options = std::make_shared<AttackClassesFlags>();
    app->add_option("RELEASE", options->release, "what was released")->required()->type_name("");
    add_flags(*app, *options);
    add_attack_flags(*app, options->common);
    return {app, [options, name, attack] { return run_attack_classes(*options, name, attack); }};
}

}  // namespace

std::vector<Verb> add_class_attacks(CLI::App& parent) {
    return {add_class_attack(
                parent,
                "homogeneity",
                "Rows whose sensitive value their class discloses.",
                [](CLI::App&, AttackClassesFlags&) {},
                [](const AttackClassesFlags&, const ShownClasses& classes, Json json) {
                    return exclusion(classes, 0, std::move(json));
                }),
            add_class_attack(
                parent,
                "background",
                "Rows whose sensitive value is disclosed to one who can exclude some values.",
                [](CLI::App& app, AttackClassesFlags& options) {
                    app.add_option("--values", options.values, "values to exclude, at most (3)")
                        ->type_name("N")
                        ->check(CLI::Range(std::uint64_t{0}, std::uint64_t{1000}));
                },
                [](const AttackClassesFlags& options, const ShownClasses& classes, Json json) {
                    return exclusion(classes, options.values, std::move(json));
                }),
            add_class_attack(
                parent,
                "skewness",
                "Rows in classes where a sensitive value is much more frequent than in all rows.",
                [](CLI::App& app, AttackClassesFlags& options) {
                    app.add_option("--factor", options.factor, "so many times as frequent (2)")
                        ->type_name("NUMBER")
                        ->check(CLI::Range(1.001, 1e9));
                },
                [](const AttackClassesFlags& options, const ShownClasses& classes, Json json) {
                    return skewness(classes, options.factor, std::move(json));
                }),
            add_class_attack(
                parent,
                "similarity",
                "Rows in classes whose sensitive values differ and mean much the same.",
                [](CLI::App& app, AttackClassesFlags& options) {
                    app.add_option("--share",
                                   options.share,
                                   "of the range of all numbers that counts as near (0.1)")
                        ->type_name("SHARE")
                        ->check(CLI::Range(0.0, 1.0));
                },
                [](const AttackClassesFlags& options, const ShownClasses& classes, Json json) {
                    return similarity(classes, options.share, std::move(json));
                })};
}

}  // namespace kanon::cli
