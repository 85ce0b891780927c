// SPDX-License-Identifier: Apache-2.0
#include "kanon/tabulate/run/tabulation_text.hpp"

#include "kanon/base/text/count_text.hpp"
#include "kanon/report/json/json_text.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace kanon::tabulate {
namespace {

std::string promise_text(const TabulateOptions& options) {
    return fmt::format(
        "no count below {0} is published, and what is published allows {0} or more "
        "in each cell that has fewer",
        options.k);
}

std::string_view verdict_of(const CellAudit& audit) {
    if (audit.fault_count > 0) {
        return "broken";
    }
    return audit.holds() ? "proven" : "undecided";
}

}  // namespace

std::string tabulation_text(const Tabulation& tabulation, const TabulateOptions& options) {
    const CellAudit& audit = tabulation.audit;
    const std::string_view verdict = verdict_of(audit);
    std::string out =
        fmt::format("{}  {}\n", verdict == "broken" ? "BROKEN" : verdict, promise_text(options));
    for (const std::string& fault : audit.faults) {
        out += "        " + fault + "\n";
    }
    if (audit.fault_count > audit.faults.size()) {
        out += fmt::format("        and {} more\n",
                           count_text(audit.fault_count - audit.faults.size()));
    }
    if (verdict == "undecided") {
        out += fmt::format("        of {} no other table was found that allows it\n",
                           count_text(audit.below_k - audit.proven, "cell"));
    }
    out += fmt::format(
        "{} of {} in {}: {} suppressed, {} of them below {}\n",
        count_text(audit.cells, "cell"),
        count_text(tabulation.original.row_count(), options.person.empty() ? "row" : "person"),
        count_text(options.by.size(), "table"),
        count_text(audit.suppressed),
        count_text(audit.below_k),
        options.k);
    const std::uint64_t least = tabulation.tables.least_suppressed;
    if (least > 0 && audit.suppressed > 0) {
        out += audit.suppressed == least
                   ? "no tables that keep the promise have fewer suppressed cells\n"
                   : fmt::format("no tables that keep the promise have fewer than {} suppressed\n",
                                 count_text(least, "cell"));
    }
    if (2 * audit.suppressed > audit.cells) {
        out +=
            "most cells are suppressed: take fewer columns, or higher levels of them "
            "(COLUMN@LEVEL)\n";
    }
    return out;
}

std::string tabulation_json(const Tabulation& tabulation, const TabulateOptions& options) {
    const CellAudit& audit = tabulation.audit;
    const std::uint64_t least = tabulation.tables.least_suppressed;
    nlohmann::ordered_json out;
    out["verdict"] = verdict_of(audit);
    out["promise"] = promise_text(options);
    out["k"] = options.k;
    out["counted"] = options.person.empty() ? "rows" : "persons";
    out["tables"] = options.by;
    out["cells"] = audit.cells;
    out["below_k"] = audit.below_k;
    out["suppressed"] = audit.suppressed;
    out["secondary"] = audit.suppressed > audit.below_k ? audit.suppressed - audit.below_k : 0;
    out["suppressed_share"] =
        static_cast<double>(audit.suppressed) / static_cast<double>(audit.cells);
    out["least_suppressed"] = least > 0 ? nlohmann::ordered_json(least) : nlohmann::ordered_json();
    out["proven"] = audit.proven;
    out["faults"] = audit.faults;
    return json_document(out);
}

}  // namespace kanon::tabulate
