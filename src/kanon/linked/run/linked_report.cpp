// SPDX-License-Identifier: Apache-2.0
#include "kanon/linked/run/linked_report.hpp"

#include "kanon/base/text/count_text.hpp"
#include "kanon/report/json/json_text.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace kanon::linked {
namespace {

using Json = nlohmann::ordered_json;

Json rows_json(const LinkedAudit& audit) {
    Json out = Json::array();
    for (const TableRows& table : audit.tables) {
        out.push_back({{"table", table.name},
                       {"rows", table.rows},
                       {"released", table.released},
                       {"left_out", table.left_out()},
                       {"limit", table.limit}});
    }
    return out;
}

Json proofs_json(const LinkedAudit& audit) {
    Json out = Json::array();
    for (const Proof& proof : audit.proofs) {
        out.push_back({{"model", proof.model},
                       {"describe", proof.describe},
                       {"required", proof.required},
                       {"achieved", proof.achieved},
                       {"holds", proof.holds}});
    }
    return out;
}

Json faults_json(const LinkedAudit& audit) {
    Json out = Json::array();
    for (const Fault& fault : audit.faults) {
        Json one{{"rule", fault.rule}, {"message", fault.message}};
        if (fault.row) {
            one["row"] = *fault.row;
        }
        if (!fault.attribute.empty()) {
            one["column"] = fault.attribute;
        }
        out.push_back(std::move(one));
    }
    return out;
}

Json audit_part(const LinkedAudit& audit) {
    return {{"passed", audit.passed()},
            {"subjects", audit.subjects},
            {"classes", audit.classes},
            {"least_class", audit.least_class},
            {"tables", rows_json(audit)},
            {"proofs", proofs_json(audit)},
            {"checks", audit.checks},
            {"not_proven", audit.not_proven},
            {"fault_count", audit.fault_count},
            {"faults", faults_json(audit)}};
}

Json loss_json(const LinkedLoss& loss) {
    Json tables = Json::array();
    for (const TableLoss& table : loss.tables) {
        Json columns = Json::object();
        for (const ColumnLoss& column : table.columns) {
            columns[column.column] = column.loss;
        }
        tables.push_back({{"table", table.table},
                          {"loss", table.loss},
                          {"rows", table.rows},
                          {"left_out", table.left_out},
                          {"columns", columns}});
    }
    return {{"all", loss.loss}, {"tables", tables}};
}

std::string loss_lines(const LinkedLoss& loss) {
    std::string out;
    for (const TableLoss& table : loss.tables) {
        out += fmt::format(
            "  {}: {:.1f} % lost, {} of {} left out ({:.1f} %)",
            table.table,
            100 * table.loss,
            count_text(table.left_out),
            count_text(table.rows, "row"),
            100.0 * static_cast<double>(table.left_out) / static_cast<double>(table.rows));
        std::string columns;
        for (const ColumnLoss& column : table.columns) {
            columns += fmt::format(
                "{}{} {:.1f} %", columns.empty() ? "; " : ", ", column.column, 100 * column.loss);
        }
        out += columns + "\n";
    }
    return out;
}

}  // namespace

std::string linked_text(const LinkedResult& result) {
    std::string out = "Proven by the auditor\n";
    for (const std::string& check : result.audit.checks) {
        out += "  " + check + "\n";
    }
    out += fmt::format("Lost: {:.1f} % of what the quasi-identifiers of all tables tell\n",
                       100 * result.loss.loss);
    out += loss_lines(result.loss);
    if (!result.tables.assumptions.empty()) {
        out += "Assumed\n";
        for (const std::string& line : result.tables.assumptions) {
            out += "  " + line + "\n";
        }
    }
    bool has_open = false;
    for (const Warning& warning : result.warnings) {
        if (warning.accepted.empty()) {
            out += has_open ? "" : "Warnings\n";
            out += "  " + warning.code + ": " + warning.text + "\n";
            has_open = true;
        }
    }
    for (const std::string& file : result.outputs) {
        out += "written " + file + "\n";
    }
    return out;
}

std::string linked_summary(const LinkedResult& result) {
    Json out{{"method", result.method},
             {"k", result.tables.k},
             {"loss", loss_json(result.loss)},
             {"audit", audit_part(result.audit)},
             {"assumptions", result.tables.assumptions},
             {"warnings", warnings_json(result.warnings)},
             {"outputs", result.outputs},
             {"read_seconds", result.read_seconds},
             {"seconds", result.seconds}};
    return json_document(out);
}

std::string linked_audit_text(const LinkedAudit& audit) {
    std::string out;
    for (const std::string& check : audit.checks) {
        out += "proven  " + check + "\n";
    }
    for (const Fault& fault : audit.faults) {
        std::string where = fault.row ? fmt::format("row {}", *fault.row) : "";
        if (!fault.attribute.empty()) {
            where += fmt::format("{}column '{}'", where.empty() ? "" : ", ", fault.attribute);
        }
        out += fmt::format(
            "BROKEN  {}{}{}: {}\n", where, where.empty() ? "" : ": ", fault.rule, fault.message);
    }
    for (const std::string& open : audit.not_proven) {
        out += "open    " + open + "\n";
    }
    if (audit.fault_count > audit.faults.size()) {
        out += fmt::format("... and {} more; --max-faults shows more\n",
                           count_text(audit.fault_count - audit.faults.size()));
    }
    if (!audit.passed()) {
        return out +
               fmt::format("The release is broken: {}.\n", count_text(audit.fault_count, "fault"));
    }
    return out + (audit.not_proven.empty()
                      ? "The release keeps every promise.\n"
                      : "No fault was found, but not everything could be decided.\n");
}

std::string linked_audit_json(const LinkedAudit& audit) {
    return json_document(audit_part(audit));
}

}  // namespace kanon::linked
