// SPDX-License-Identifier: Apache-2.0
#include "kanon/api/input.hpp"
#include "kanon/api/kanon.hpp"
#include "kanon/api/linked.hpp"
#include "kanon/api/risk.hpp"
#include "kanon/api/tabulate.hpp"

#include "jobs.hpp"
#include "policies.hpp"
#include "results.hpp"
#include "running.hpp"
#include "tables.hpp"
#include "verb_settings.hpp"
#include <pybind11/stl.h>

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace kanon::python {
namespace {

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
    out["unique_rows"] = set.unique_rows;
    out["unique_share"] = set.unique_share;
    out["separation"] = set.separation;
    return out;
}

py::dict dict_of(const LeastSet& set) {
    py::dict out;
    out["share"] = set.share;
    out["columns"] = set.columns;
    out["unique_rows"] = set.unique_rows;
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
    out["unique_rows"] = seen.least_sets.unique_rows;
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
        result_of(settings.watch(), context_of(settings.run), [&](const RunContext& running) {
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
    out.strata = settings.texts("strata");
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
    job.ledger = settings.text("ledger");
    if (!release.is_none()) {
        const Source to = source_of(release, settings.read_release);
        job.release = to.path;
        job.read_release = to.read;
    }
    const std::string household = settings.text("household");
    if (!household.empty()) {
        linked::LinkedRisk found =
            result_of(settings.watch(), context_of(settings.run), [&](const RunContext& running) {
                job.context = running;
                return risk_of_households(job, household);
            });
        return py::make_tuple(linked::linked_risk_json(found),
                              linked::linked_risk_text(found),
                              TableHandle{std::move(found.rows)});
    }
    Table rows;
    const risk::Assessment found =
        result_of(settings.watch(), context_of(settings.run), [&](const RunContext& running) {
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

/// What was found as JSON, the text for people, and the count tables as one. `check`: tables to
/// judge, or None.
py::tuple run_tabulate(const py::object& data,
                       const std::vector<Texts>& by,
                       const py::object& check,
                       const PolicyHandle& policy,
                       const py::dict& words) {
    const Settings settings(words);
    const Source source = source_of(data, settings.read);
    TabulateJob job{.input = source.path, .read = source.read, .options = {.by = by}};
    job.options.k = entry<std::uint64_t>(settings.options, "k").value_or(job.options.k);
    job.options.person = settings.text("person");
    job.options.total = settings.text("total");
    job.options.policy = policy.policy;
    if (!check.is_none()) {
        const Source published = source_of(check, settings.read_release);
        job.check = published.path;
        job.read_check = published.read;
    }
    const tabulate::Tabulation made =
        result_of(settings.watch(), context_of(settings.run), [&](const RunContext& running) {
            job.context = running;
            return run_job(job);
        });
    return py::make_tuple(tabulate::tabulation_json(made, job.options),
                          tabulate::tabulation_text(made, job.options),
                          TableHandle{tabulate::published_table(made, job.options)});
}

}  // namespace

void bind_inspect_verbs(py::module_& module) {
    module.def("inspect", &run_inspect);
    module.def("risk", &run_risk);
    module.def("tabulate", &run_tabulate);
}

}  // namespace kanon::python
