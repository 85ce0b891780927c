// SPDX-License-Identifier: Apache-2.0
#include "results.hpp"

#include "kanon/api/release_map.hpp"

#include "policies.hpp"
#include "running.hpp"
#include "tables.hpp"
#include <pybind11/stl.h>

#include <string>
#include <utility>
#include <vector>

namespace kanon::python {
namespace {

py::object text_or_none(const std::string& text) {
    return text.empty() ? py::object(py::none()) : py::object(py::str(text));
}

py::dict dict_of(const Proof& proof) {
    py::dict out;
    out["model"] = proof.model;
    out["describe"] = proof.describe;
    out["required"] = proof.required;
    out["achieved"] = proof.achieved;
    out["holds"] = proof.holds;
    out["decided"] = proof.is_decided;
    py::list excludes;
    for (const Exclusion& one : proof.excludes) {
        py::dict entry;
        entry["attack"] = one.attack;
        entry["because"] = one.because;
        excludes.append(entry);
    }
    out["excludes"] = excludes;
    return out;
}

py::dict dict_of(const Fault& fault) {
    py::dict out;
    out["rule"] = fault.rule;
    out["row"] = fault.row;
    out["attribute"] = text_or_none(fault.attribute);
    out["message"] = fault.message;
    return out;
}

/// \throws Error{usage} where the table was solved in pieces, of which no rows are here
void require_whole(const RunHandle& run) {
    if (!run.result->is_whole()) {
        throw Error(
            ErrorCode::usage,
            "the table was solved in pieces in its engine, so there are figures alone; read "
            "the release from where it was written to");
    }
}

/// The released classes: of each its released values, and its rows under `rows`.
py::list classes_of_run(const RunHandle& run) {
    require_whole(run);
    const Result& result = *run.result;
    const ReleasedClasses classes =
        classes_of(*result.problem, result.whole().release, RunContext{.threads = 0}.threads);
    py::list out;
    for (const ReleasedAttribute& attribute : classes.attributes()) {
        const auto j = static_cast<std::size_t>(&attribute - classes.attributes().data());
        py::list cells;
        for (std::size_t i = 0; i < classes.size(); ++i) {
            if (!classes.is_suppressed(i)) {
                cells.append(text_or_none(
                    std::string(attribute.released->dictionary->text(classes.codes(j)[i]))));
            }
        }
        out.append(py::make_tuple(attribute.released->name, cells));
    }
    py::list rows;
    for (std::size_t i = 0; i < classes.size(); ++i) {
        if (!classes.is_suppressed(i)) {
            rows.append(classes.rows()[i]);
        }
    }
    out.append(py::make_tuple("rows", rows));
    return out;
}

PolicyHandle policy_of_run(const RunHandle& run) {
    return {repeating_policy(*run.result)};
}

std::string html_of(RunHandle& run, const std::string& title, const std::string& date) {
    require_whole(run);
    run.result->facts.title = title;
    run.result->facts.date = date;
    return html_report(record_of(*run.result));
}

std::vector<std::string> quasi_identifiers_of(const RunHandle& run) {
    std::vector<std::string> out;
    for (const std::size_t column : run.result->problem->columns) {
        out.push_back(run.result->problem->table.column(column).name);
    }
    return out;
}

}  // namespace

py::dict dict_of(const AuditReport& audit) {
    py::dict out;
    out["passed"] = audit.passed;
    bool holds = audit.passed;
    py::list proofs;
    for (const Proof& proof : audit.proofs) {
        holds = holds && proof.holds;
        proofs.append(dict_of(proof));
    }
    out["holds"] = holds;
    out["proofs"] = proofs;
    py::list faults;
    for (const Fault& fault : audit.faults) {
        faults.append(dict_of(fault));
    }
    out["faults"] = faults;
    out["fault_count"] = audit.fault_count;
    out["checks"] = audit.checks;
    out["not_proven"] = audit.not_proven;
    out["notes"] = audit.notes;
    const Measures& measures = audit.measures;
    out["rows"] = measures.rows;
    out["released_rows"] = measures.released_rows;
    out["suppressed_rows"] = measures.suppressed_rows;
    out["classes"] = measures.classes;
    out["min_class"] = measures.min_class;
    return out;
}

py::list list_of(const std::vector<Warning>& warnings) {
    py::list out;
    for (const Warning& warning : warnings) {
        py::dict entry;
        entry["code"] = warning.code;
        entry["text"] = warning.text;
        entry["columns"] = warning.columns;
        entry["accepted"] = text_or_none(warning.accepted);
        entry["remedy"] = std::string(find_warning(warning.code).remedy);
        out.append(entry);
    }
    return out;
}

/// The release by the values of its original, for whoever has the rows: `keys` are columns, and
/// each entry (`original`, a row that has the values of the keys, `tuple`, `last`) says what rows
/// with them become up to which place among the rows alike; `row_of_tuple` is a row of `table`.
py::dict release_map_of(const RunHandle& run) {
    require_whole(run);
    const engine::ReleaseMap map = release_map(*run.result, RunContext{.threads = 0}.threads);
    std::vector<std::uint32_t> originals;
    std::vector<std::uint32_t> tuples;
    std::vector<std::uint64_t> last;
    for (const engine::ReleaseMap::Entry& entry : map.entries) {
        originals.push_back(entry.original);
        tuples.push_back(entry.tuple);
        last.push_back(entry.last);
    }
    py::dict out;
    out["table"] = TableHandle{run.result->whole().release.table};
    out["keys"] = map.keys;
    out["by_place"] = map.by_place;
    out["row_of_tuple"] = map.row_of_tuple;
    out["original"] = originals;
    out["tuple"] = tuples;
    out["last"] = last;
    return out;
}

TableHandle table_of(const RunHandle& run) {
    return {released_table(*run.result, run.secret_seed)};
}

void bind_results(py::module_& module) {
    py::class_<RunHandle>(module, "RunHandle")
        .def("table", &table_of)
        .def("release_map", &release_map_of)
        .def("summary", [](const RunHandle& run) { return json_summary(record_of(*run.result)); })
        .def("text", [](const RunHandle& run) { return text_report(record_of(*run.result)); })
        .def("html", &html_of)
        .def("recoding", [](const RunHandle& run) { return recoding_text(*run.result); })
        .def("policy", &policy_of_run)
        .def("audit", [](const RunHandle& run) { return dict_of(run.result->audit); })
        .def("warnings",
             [](const RunHandle& run) { return list_of(warnings_of(record_of(*run.result))); })
        .def("classes", &classes_of_run)
        .def("quasi_identifiers", &quasi_identifiers_of)
        .def("loss_by",
             [](const RunHandle& run, const std::string& objective) {
                 return loss_by(find_objective(objective), *run.result);
             })
        .def_property_readonly("loss",
                               [](const RunHandle& run) { return run.result->outcome.loss; })
        .def_property_readonly("bound",
                               [](const RunHandle& run) { return run.result->outcome.lower_bound; })
        .def_property_readonly("gap",
                               [](const RunHandle& run) { return gap_of(run.result->outcome); })
        .def_property_readonly("shuffled",
                               [](const RunHandle& run) { return run.result->problem->shuffle; })
        .def_property_readonly("original_rows", [](const RunHandle& run) {
            return run.result->whole().release.original_row;
        });
}

}  // namespace kanon::python
