// SPDX-License-Identifier: Apache-2.0
#include "kanon/api/linked.hpp"

#include "jobs.hpp"
#include "running.hpp"
#include "tables.hpp"
#include "verb_settings.hpp"
#include <pybind11/stl.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

namespace kanon::python {
namespace {

using NamedTables = std::vector<std::pair<std::string, TableHandle>>;

/// The tables in the order of the schema; of a made one none. Empty: none are given.
linked::TablesInMemory in_order(const linked::SchemaPolicy& schema, const NamedTables& given) {
    linked::TablesInMemory out(given.empty() ? 0 : schema.tables.size());
    std::vector<bool> has(schema.tables.size());
    for (const auto& [name, handle] : given) {
        const std::size_t place = schema.find(name);
        out[place] = handle.table;
        has[place] = true;
    }
    for (std::size_t t = 0; t < out.size(); ++t) {
        if (!has[t] && !schema.tables[t].is_made()) {
            throw Error(ErrorCode::usage,
                        "table '" + schema.tables[t].name +
                            "' of the schema is missing; give all of its tables, or none to read "
                            "their files");
        }
    }
    return out;
}

linked::SchemaPolicy schema_of(const std::string& text,
                               const std::string& file,
                               const Settings& settings) {
    linked::SchemaPolicy out = linked::parse_schema_policy(text, file, settings.text("input"));
    out.k = entry<std::uint64_t>(settings.options, "k").value_or(out.k);
    const std::string limit = settings.text("max_suppression");
    if (!limit.empty()) {
        out.limit = SuppressionLimit::parse(limit);
    }
    const std::string method = settings.text("method");
    out.method = method.empty() ? out.method : method;
    return out;
}

/// The released tables by name, the summary as JSON, and the text for people.
py::tuple anonymize_linked(const std::string& text,
                           const std::string& file,
                           const NamedTables& tables,
                           const py::dict& words) {
    const Settings settings(words);
    linked::LinkedJob job{.schema = schema_of(text, file, settings)};
    job.in_memory = in_order(job.schema, tables);
    job.output = settings.text("output");
    job.write.force = settings.flag("force");
    job.secret_seed = entry<std::uint64_t>(settings.options, "secret_seed");
    const auto result =
        result_of(settings.watch(), context_of(settings.run), [&](const RunContext& context) {
            job.context = context;
            return linked::anonymize_linked(job);
        });
    NamedTables released;
    for (std::size_t t = 0; t < job.schema.tables.size(); ++t) {
        if (!job.schema.tables[t].is_made()) {
            released.emplace_back(job.schema.tables[t].name,
                                  TableHandle{result->release.tables[t]});
        }
    }
    return py::make_tuple(released, linked::linked_summary(*result), linked::linked_text(*result));
}

/// The verdict as JSON, and as text.
py::tuple verify_linked(const std::string& text,
                        const std::string& file,
                        const NamedTables& originals,
                        const NamedTables& released,
                        const py::dict& words) {
    const Settings settings(words);
    const linked::SchemaPolicy schema = schema_of(text, file, settings);
    const linked::TablesInMemory in_memory = in_order(schema, originals);
    const linked::TablesInMemory shown = in_order(schema, released);
    const linked::LinkedAudit audit =
        result_of(settings.watch(), context_of(settings.run), [&](const RunContext& context) {
            return linked::audit_linked(
                linked::read_linked(schema, {}, context, in_memory), shown, nullptr, {}, context);
        });
    return py::make_tuple(linked::linked_audit_json(audit), linked::linked_audit_text(audit));
}

/// Originals and, if there is one, a release, as the schema names them.
linked::ReadLinkedRelease read_tables(const linked::SchemaPolicy& schema,
                                      const NamedTables& originals,
                                      const NamedTables& released,
                                      const RunContext& context) {
    linked::ReadLinkedRelease out;
    out.tables = linked::read_linked(schema, {}, context, in_order(schema, originals));
    out.released = in_order(schema, released);
    return out;
}

/// What is found, as JSON, and as text.
py::tuple risk_linked(const std::string& text,
                      const std::string& file,
                      const NamedTables& originals,
                      const NamedTables& released,
                      const py::dict& words) {
    const Settings settings(words);
    const linked::SchemaPolicy schema = schema_of(text, file, settings);
    RiskOptions options;
    options.threshold = entry<double>(settings.options, "threshold").value_or(options.threshold);
    const linked::LinkedRisk found =
        result_of(settings.watch(), context_of(settings.run), [&](const RunContext& context) {
            return linked::risk_tables(
                read_tables(schema, originals, released, context), schema, options, context);
        });
    return py::make_tuple(linked::linked_risk_json(found), linked::linked_risk_text(found));
}

py::tuple attack_linked(const std::string& text,
                        const std::string& file,
                        const NamedTables& originals,
                        const NamedTables& released,
                        const py::dict& words) {
    const Settings settings(words);
    const linked::SchemaPolicy schema = schema_of(text, file, settings);
    const linked::LinkedAttack found =
        result_of(settings.watch(), context_of(settings.run), [&](const RunContext& context) {
            return linked::attack_tables(read_tables(schema, originals, released, context),
                                         context);
        });
    return py::make_tuple(linked::linked_attack_json(found), linked::linked_attack_text(found));
}

}  // namespace

void bind_linked(py::module_& module) {
    module.def("anonymize_linked", &anonymize_linked);
    module.def("verify_linked", &verify_linked);
    module.def("risk_linked", &risk_linked);
    module.def("attack_linked", &attack_linked);
}

}  // namespace kanon::python
