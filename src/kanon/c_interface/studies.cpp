// SPDX-License-Identifier: Apache-2.0
#include "kanon/api/attack.hpp"
#include "kanon/api/compare.hpp"
#include "kanon/api/evaluate.hpp"
#include "kanon/api/explore.hpp"
#include "kanon/api/input.hpp"
#include "kanon/api/linked.hpp"
#include "kanon/api/policy_tree.hpp"
#include "kanon/api/risk.hpp"
#include "kanon/c_interface/studies_internal.hpp"
#include "kanon/ledger/ledger.hpp"
#include "kanon/report/json/json_text.hpp"
#include "kanon/report/reports.hpp"

#include <array>
#include <utility>

namespace kanon::c_interface {
namespace {

using OrderedJson = nlohmann::ordered_json;

kanon_findings answer_inspect(Question& question) {
    std::string path;
    ReadOptions read;
    question.table.fill(path, read);
    read.missing_marks = question.options.texts("missing");
    question.options.refuse_others();
    const ReadTable input = read_input(path, read, question.context);
    const Inspection seen = inspect(input.table, question.context.threads);
    throw_if_cancelled(question.context);
    Policy policy = suggested_policy(seen);
    policy.missing_marks = read.missing_marks;
    kanon_findings out{.json = inspection_json(seen, input.said), .page = policy_text(policy)};
    for (const ColumnSuggestion& column : seen.columns) {
        out.text +=
            column.name + ": " + std::string(to_string(column.role)) + "; " + column.why + "\n";
    }
    return out;
}

kanon_findings answer_risk(Question& question) {
    RiskJob job;
    question.table.fill(job.original, job.read);
    if (question.release.is_given()) {
        question.release.fill(job.release, job.read_release);
    }
    Options& options = question.options;
    job.policy = std::move(question.policy);
    job.context = std::move(question.context);
    job.options.threshold = options.number("threshold").value_or(job.options.threshold);
    job.options.fraction = options.number("sample-fraction");
    job.options.weights = options.text("weights");
    job.options.strata = options.texts("strata");
    const std::string household = options.text("household");
    job.ledger = options.text("ledger");
    job.options.suda_size = options.count("suda-size").value_or(0);
    job.options.suda = options.flag("suda") || job.options.suda_size > 0;
    job.options.rows = options.flag("rows");
    options.refuse_others();
    if (job.options.rows && !job.release.empty()) {
        throw Error(ErrorCode::usage,
                    "the risk of each row is that of the table itself; leave the release out",
                    {.attribute = "rows"});
    }
    if (!household.empty()) {
        linked::LinkedRisk found = risk_of_households(job, household);
        return {.json = linked::linked_risk_json(found),
                .text = linked::linked_risk_text(found),
                .rows = std::move(found.rows)};
    }
    if (!job.options.rows) {
        const risk::Assessment found = run_job(job);
        return {.json = risk_json(found), .text = risk_text(found)};
    }
    RiskResult found = assess_risk(read_for_risk(job), nullptr, job.options, job.context);
    return {.json = risk_json(found.assessment),
            .text = risk_text(found.assessment),
            .rows = std::move(found.rows)};
}

kanon_findings answer_compare(Question& question) {
    CompareJob job;
    question.table.fill(job.input, job.read);
    job.policy = std::move(question.policy);
    job.context = std::move(question.context);
    job.context.deadline.reset();  // each run has the time for itself
    job.ks = question.options.counts("ks");
    job.methods = question.options.texts("methods");
    job.seconds_each = question.options.number("seconds-each");
    question.options.refuse_others();
    const Comparison found = run_job(job);
    return {.json = comparison_json(found),
            .text = comparison_notes(found),
            .page = comparison_svg(found)};
}

kanon_findings answer_explore(Question& question) {
    ExploreJob job;
    question.table.fill(job.input, job.read);
    job.policy = std::move(question.policy);
    job.context = std::move(question.context);
    job.most_nodes = question.options.count("most-nodes").value_or(kExploredNodes);
    question.options.refuse_others();
    const auto found = run_job(job);
    const ExplorationRecord record = record_of(*found);
    kanon_findings out{.text = space_text(record), .page = space_svg(record)};
    write_space_json(record, [&](std::string_view part) { out.json += part; });
    return out;
}

kanon_findings answer_ledger(Question& question) {
    const std::string file = question.options.text("file");
    question.options.refuse_others();
    if (file.empty()) {
        throw Error(ErrorCode::usage,
                    "which ledger? give its file (the option file)",
                    {.attribute = "file"});
    }
    const Ledger ledger = Ledger::read(file);
    OrderedJson out = OrderedJson::array();
    for (const Ledger::Release& release : ledger.releases()) {
        out.push_back({{"persons", release.class_of.size()},
                       {release.is_invariant() ? "m" : "k", release.k}});
    }
    return {.json = json_line(out)};
}

kanon_findings answer_methods(Question& question) {
    question.options.refuse_others();
    OrderedJson out = OrderedJson::array();
    for (const MethodInfo& method : methods()) {
        out.push_back({{"name", method.name},
                       {"recoding", to_string(method.recoding)},
                       {"guarantee", method.guarantee},
                       {"summary", method.summary}});
    }
    return {.json = json_line(out)};
}

EvaluateOptions evaluate_options_of(Options& given) {
    EvaluateOptions out;
    const std::vector<std::string> parts = given.texts("parts");
    if (!parts.empty()) {
        out.parts = only_parts(parts);
    }
    out.shuffled = given.flag("shuffled");
    out.regressed = given.text("regress");
    out.gs_factor = given.number("gs-factor");
    ClassificationOptions& learning = out.classification;
    learning.targets = given.texts("targets");
    learning.folds = given.count("folds").value_or(learning.folds);
    learning.most_rows = given.count("most-rows");
    QueryOptions& queries = out.queries;
    queries.queries = given.count("queries").value_or(queries.queries);
    queries.dimensions = given.count("dimensions").value_or(queries.dimensions);
    queries.selectivity = given.number("selectivity").value_or(queries.selectivity);
    given.refuse_others();
    return out;
}

kanon_findings answer_evaluate(Question& question) {
    EvaluateJob job;
    question.table.fill(job.original, job.read);
    question.release.fill(job.release, job.read_release);
    job.policy = std::move(question.policy);
    job.context = std::move(question.context);
    job.options = evaluate_options_of(question.options);
    const Evaluation found = run_job(job);
    return {.json = evaluation_json(found),
            .text = evaluation_text(found),
            .page = evaluation_html(found)};
}

/// `NAME` or `RELEASED=LISTED`.
std::vector<JoinedColumn> joined_columns(const std::vector<std::string>& words) {
    std::vector<JoinedColumn> out;
    for (const std::string& word : words) {
        const std::size_t at = word.find('=');
        JoinedColumn column{.released = word.substr(0, at),
                            .outside = at == std::string::npos ? word : word.substr(at + 1)};
        if (column.released.empty() || column.outside.empty()) {
            throw Error(ErrorCode::usage,
                        "on: write NAME, or NAME=NAME where the list calls it otherwise",
                        {.attribute = "on"});
        }
        out.push_back(std::move(column));
    }
    return out;
}

kanon_findings answer_link(Question& question) {
    LinkJob job;
    ReadOptions read;
    question.release.fill(job.release, read);
    job.open_release = std::exchange(read.open_stream, {});
    question.list.fill(job.outside, read);
    job.open_outside = std::exchange(read.open_stream, {});
    if (question.table.is_given()) {
        question.table.fill(job.original, read);
        job.open_original = std::exchange(read.open_stream, {});
    }
    job.read = read;
    job.on = joined_columns(question.options.texts("on"));
    question.options.refuse_others();
    job.policy = std::move(question.policy);
    job.context = std::move(question.context);
    for (const AttributePolicy& attribute : job.policy.attributes) {
        if (attribute.role == Role::sensitive) {
            job.sensitive.push_back(attribute.name);
        }
    }
    return {.json = link_json(link(job))};
}

OrderedJson json_of(const ConfigNode& node) {
    if (node.kind == ConfigNode::Kind::map) {
        OrderedJson out = OrderedJson::object();
        for (std::size_t i = 0; i < node.keys.size(); ++i) {
            out[node.keys[i].text] = json_of(node.items[i]);
        }
        return out;
    }
    if (node.kind == ConfigNode::Kind::list) {
        OrderedJson out = OrderedJson::array();
        for (const ConfigNode& item : node.items) {
            out.push_back(json_of(item));
        }
        return out;
    }
    if (node.kind == ConfigNode::Kind::null) {
        return nullptr;
    }
    // A number, true, false or null is what JSON takes for one and spells alike; else a text.
    OrderedJson plain = node.quoted ? OrderedJson() : OrderedJson::parse(node.text, nullptr, false);
    return !node.quoted && plain.is_primitive() && plain.dump() == node.text
               ? plain
               : OrderedJson(node.text);
}

kanon_findings answer_policy(Question& question) {
    question.options.refuse_others();
    const std::string text = policy_text(question.policy);
    return {.json = json_line(json_of(parse_config(text, "policy").root)), .text = text};
}

constexpr std::array kStudies{
    Study{"inspect", answer_inspect},
    Study{"risk", answer_risk},
    Study{"compare", answer_compare},
    Study{"explore", answer_explore},
    Study{"evaluate", answer_evaluate},
    Study{"attack link", answer_link},
    Study{"policy", answer_policy},
    Study{"ledger", answer_ledger},
    Study{"methods", answer_methods},
};

}  // namespace

std::span<const Study> studies() {
    return kStudies;
}

}  // namespace kanon::c_interface
