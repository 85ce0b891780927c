// SPDX-License-Identifier: Apache-2.0
#include "jobs.hpp"

#include "kanon/api/compare.hpp"
#include "kanon/api/evaluate.hpp"
#include "kanon/api/explore.hpp"
#include "kanon/api/input.hpp"
#include "kanon/api/kanon.hpp"
#include "kanon/api/risk.hpp"

#include "policies.hpp"
#include "results.hpp"
#include "running.hpp"
#include "settings.hpp"
#include "tables.hpp"
#include <pybind11/stl.h>

#include <array>
#include <string>
#include <string_view>
#include <vector>

namespace kanon::python {
namespace {

using Texts = std::vector<std::string>;

/// What every verb takes beside its data: how files are read (`read`, `read_release`), how the job
/// is run (`run`), what tells progress, and the verb's own `options`.
struct Settings {
    explicit Settings(const py::dict& settings)
        : read(entry<py::dict>(settings, "read").value_or(py::dict())),
          read_release(entry<py::dict>(settings, "read_release").value_or(py::dict())),
          run(entry<py::dict>(settings, "run").value_or(py::dict())),
          options(entry<py::dict>(settings, "options").value_or(py::dict())),
          progress(settings.contains("progress") ? py::object(settings["progress"]) : py::none()) {}

    py::dict read;
    py::dict read_release;
    py::dict run;
    py::dict options;
    py::object progress;

    [[nodiscard]] bool flag(const char* key) const {
        return entry<bool>(options, key).value_or(false);
    }

    [[nodiscard]] std::string text(const char* key) const {
        return entry<std::string>(options, key).value_or("");
    }
};

constexpr const char* kInMemory = "a table in memory";

RunHandle run_anonymize(const py::object& data, const PolicyHandle& policy, const py::dict& words) {
    const Settings settings(words);
    const Source source = source_of(data, settings.read);
    AnonymizeJob job;
    job.input = source.path;
    job.read = source.read;
    job.policy = policy.policy;
    job.output = settings.text("output");
    job.write.force = settings.flag("force");
    job.apply_recoding = settings.text("apply");
    job.options.prove = settings.flag("prove");
    job.options.strict = settings.flag("strict");
    job.options.evaluate = settings.flag("evaluate");
    const auto shuffle = entry<bool>(settings.options, "shuffle");
    job.shuffle = shuffle.value_or(false);
    job.shuffle_if_telling = !shuffle && policy.policy.file.empty();
    job.secret_seed = entry<std::uint64_t>(settings.options, "secret_seed");
    const RunContext context = context_of(settings.run);
    RunHandle out{.result = nullptr, .secret_seed = job.secret_seed};
    carry_out(settings.progress, context, [&](const RunContext& running) {
        job.context = running;
        out.result = run_job(job);
    });
    if (source.is_in_memory()) {
        out.result->facts.input = kInMemory;
    }
    return out;
}

py::dict run_verify(const py::object& original,
                    const py::object& release,
                    const PolicyHandle& policy,
                    const py::dict& words) {
    const Settings settings(words);
    const Source from = source_of(original, settings.read);
    const Source to = source_of(release, settings.read_release);
    VerifyJob job;
    job.original = from.path;
    job.release = to.path;
    job.policy = policy.policy;
    job.read = from.read;
    job.read_release = to.read;
    job.audit.shuffled = settings.flag("shuffled");
    job.audit.show_values = settings.flag("show_values");
    job.summary = settings.text("summary");
    return dict_of(
        result_of(settings.progress, context_of(settings.run), [&](const RunContext& running) {
            job.context = running;
            return verify(job);
        }));
}

py::dict dict_of(const ColumnSuggestion& column) {
    py::dict out;
    out["name"] = column.name;
    out["type"] = std::string(to_string(column.type));
    out["distinct"] = column.distinct;
    out["missing_rows"] = column.missing_rows;
    out["unique_share"] = column.unique_share;
    out["role"] = std::string(to_string(column.role));
    out["unknown"] = column.unknown;
    out["why"] = column.why;
    return out;
}

py::object dict_of(const std::optional<PersonSuggestion>& person) {
    if (!person) {
        return py::none();
    }
    py::dict out;
    out["column"] = person->column;
    out["persons"] = person->persons;
    out["rows"] = person->rows;
    out["why"] = person->why;
    return out;
}

py::dict dict_of(const SinglingSet& set) {
    py::dict out;
    out["columns"] = set.columns;
    out["alone_rows"] = set.alone_rows;
    out["alone_share"] = set.alone_share;
    out["separation"] = set.separation;
    return out;
}

py::dict dict_of(const LeastSet& set) {
    py::dict out;
    out["share"] = set.share;
    out["columns"] = set.columns;
    out["alone_rows"] = set.alone_rows;
    out["at_least"] = set.at_least;
    out["proven"] = set.at_least == set.columns.size();
    return out;
}

template <class Item>
py::list dicts_of(const std::vector<Item>& items) {
    py::list out;
    for (const Item& item : items) {
        out.append(dict_of(item));
    }
    return out;
}

py::dict dict_of(const Inspection& seen) {
    py::dict out;
    out["rows"] = seen.rows;
    out["columns"] = dicts_of(seen.columns);
    out["person"] = dict_of(seen.person);
    out["singling_sets"] = dicts_of(seen.singling_sets);
    out["alone_rows"] = seen.least_sets.alone_rows;
    out["least_sets"] = dicts_of(seen.least_sets.sets);
    out["warnings"] = list_of(seen.warnings);
    return out;
}

/// What was seen, and the policy that is suggested.
py::tuple run_inspect(const py::object& data, const Texts& missing, const py::dict& words) {
    const Settings settings(words);
    Source source = source_of(data, settings.read);
    source.read.missing_marks = missing;
    ReadTable read;
    const Inspection seen =
        result_of(settings.progress, context_of(settings.run), [&](const RunContext& running) {
            read = read_input(source.path, source.read, running);
            Inspection out = inspect(read.table, running.threads);
            throw_if_cancelled(running);
            return out;
        });
    Policy policy = suggested_policy(seen);
    policy.missing_marks = missing;
    py::dict out = dict_of(seen);
    out["read"] = read.said;
    return py::make_tuple(out, PolicyHandle{std::move(policy)});
}

RiskOptions risk_options(const Settings& settings) {
    RiskOptions out;
    out.threshold = entry<double>(settings.options, "threshold").value_or(out.threshold);
    out.fraction = entry<double>(settings.options, "sample_fraction");
    out.weights = settings.text("weights");
    out.suda = settings.flag("suda");
    out.suda_size = entry<std::size_t>(settings.options, "suda_size").value_or(0);
    out.suda = out.suda || out.suda_size > 0;
    out.rows = settings.flag("rows");
    return out;
}

/// The figures as JSON, the text for people, and the risk of each row where it is asked for.
py::tuple run_risk(const py::object& original,
                   const py::object& release,
                   const PolicyHandle& policy,
                   const py::dict& words) {
    const Settings settings(words);
    const Source from = source_of(original, settings.read);
    RiskJob job{.original = from.path, .policy = policy.policy, .read = from.read};
    job.options = risk_options(settings);
    if (!release.is_none()) {
        const Source to = source_of(release, settings.read_release);
        job.release = to.path;
        job.read_release = to.read;
    }
    Table rows;
    const risk::Assessment found =
        result_of(settings.progress, context_of(settings.run), [&](const RunContext& running) {
            job.context = running;
            if (!job.options.rows) {
                return run_job(job);
            }
            const Problem problem = read_for_risk(job);
            RiskResult result = assess_risk(problem, nullptr, job.options, running);
            rows = std::move(result.rows);
            return std::move(result.assessment);
        });
    return py::make_tuple(risk_json(found), risk_text(found), TableHandle{std::move(rows)});
}

/// The space as JSON, as a picture, and the text for people.
py::tuple run_explore(const py::object& data, const PolicyHandle& policy, const py::dict& words) {
    const Settings settings(words);
    const Source source = source_of(data, settings.read);
    ExploreJob job;
    job.input = source.path;
    job.read = source.read;
    job.policy = policy.policy;
    job.most_nodes = entry<std::uint64_t>(settings.options, "most_nodes").value_or(kExploredNodes);
    const auto found =
        result_of(settings.progress, context_of(settings.run), [&](const RunContext& running) {
            job.context = running;
            return run_job(job);
        });
    const ExplorationRecord record = record_of(*found);
    std::string json;
    write_space_json(record, [&](std::string_view part) { json += part; });
    return py::make_tuple(json, space_svg(record), space_text(record));
}

/// The comparison as JSON, as a picture, and what is to be said below it.
py::tuple run_compare(const py::object& data, const PolicyHandle& policy, const py::dict& words) {
    const Settings settings(words);
    const Source source = source_of(data, settings.read);
    CompareJob job;
    job.input = source.path;
    job.read = source.read;
    job.policy = policy.policy;
    job.ks = entry<std::vector<std::uint64_t>>(settings.options, "ks").value_or(job.ks);
    job.methods = entry<Texts>(settings.options, "methods").value_or(job.methods);
    job.seconds_each = entry<double>(settings.options, "seconds_each");
    const auto found =
        result_of(settings.progress, context_of(settings.run), [&](const RunContext& running) {
            job.context = running;
            return run_job(job);
        });
    return py::make_tuple(comparison_json(found), comparison_svg(found), comparison_notes(found));
}

EvaluatedParts parts_of(const Texts& words) {
    EvaluatedParts out{.queries = false,
                       .statistics = false,
                       .classifiers = false,
                       .distinguishability = false,
                       .measures = false};
    constexpr std::array<std::string_view, 5> kParts{
        "queries", "statistics", "classifiers", "distinguishability", "measures"};
    constexpr std::array kPlaces{&EvaluatedParts::queries,
                                 &EvaluatedParts::statistics,
                                 &EvaluatedParts::classifiers,
                                 &EvaluatedParts::distinguishability,
                                 &EvaluatedParts::measures};
    for (const std::string& word : words) {
        const auto found = std::find(kParts.begin(), kParts.end(), word);
        if (found == kParts.end()) {
            throw Error(ErrorCode::usage,
                        "'" + word + "' is no part of an evaluation" + suggestion(word, kParts),
                        {.attribute = "parts"});
        }
        out.*kPlaces[static_cast<std::size_t>(found - kParts.begin())] = true;
    }
    return out;
}

EvaluateOptions evaluate_options(const Settings& settings) {
    EvaluateOptions out;
    const py::dict& given = settings.options;
    if (const auto parts = entry<Texts>(given, "parts")) {
        out.parts = parts_of(*parts);
    }
    out.shuffled = settings.flag("shuffled");
    out.regressed = settings.text("regress");
    out.gs_factor = entry<double>(given, "gs_factor");
    ClassificationOptions& learning = out.classification;
    learning.targets = entry<Texts>(given, "targets").value_or(learning.targets);
    learning.folds = entry<decltype(learning.folds)>(given, "folds").value_or(learning.folds);
    learning.most_rows =
        entry<decltype(learning.most_rows)>(given, "most_rows").value_or(learning.most_rows);
    QueryOptions& queries = out.queries;
    queries.queries = entry<decltype(queries.queries)>(given, "queries").value_or(queries.queries);
    queries.dimensions =
        entry<decltype(queries.dimensions)>(given, "dimensions").value_or(queries.dimensions);
    queries.selectivity = entry<double>(given, "selectivity").value_or(queries.selectivity);
    return out;
}

/// The figures as JSON, as a page, and the text for people.
py::tuple run_evaluate(const py::object& original,
                       const py::object& release,
                       const PolicyHandle& policy,
                       const py::dict& words) {
    const Settings settings(words);
    const Source from = source_of(original, settings.read);
    const Source to = source_of(release, settings.read_release);
    EvaluateJob job;
    job.original = from.path;
    job.release = to.path;
    job.policy = policy.policy;
    job.read = from.read;
    job.read_release = to.read;
    job.options = evaluate_options(settings);
    const Evaluation found =
        result_of(settings.progress, context_of(settings.run), [&](const RunContext& running) {
            job.context = running;
            return run_job(job);
        });
    return py::make_tuple(evaluation_json(found), evaluation_html(found), evaluation_text(found));
}

}  // namespace

void bind_jobs(py::module_& module) {
    module.def("anonymize", &run_anonymize);
    module.def("verify", &run_verify);
    module.def("inspect", &run_inspect);
    module.def("risk", &run_risk);
    module.def("explore", &run_explore);
    module.def("compare", &run_compare);
    module.def("evaluate", &run_evaluate);
}

}  // namespace kanon::python
