// SPDX-License-Identifier: Apache-2.0
#include "kanon/base/count_text.hpp"
#include "kanon/report/reports.hpp"
#include "kanon/report/wording.hpp"

#include <fmt/format.h>

#include <string>
#include <string_view>
#include <variant>

namespace kanon {
namespace {

void heading(std::string& out, std::string_view text) {
    out += fmt::format("\n{}\n", text);
}

void line(std::string& out, std::string_view name, std::string_view value) {
    out += fmt::format("  {:<22} {}\n", name, value);
}

void assumed(std::string& out, const RunRecord& record) {
    if (record.problem->assumptions.empty() && record.method_why.empty()) {
        return;
    }
    heading(out, "Assumed");
    for (const std::string& assumption : record.problem->assumptions) {
        out += fmt::format("  {}\n", assumption);
    }
    if (!record.method_why.empty()) {
        out += fmt::format("  method {}: {}\n", record.method, record.method_why);
    }
}

void proven(std::string& out, const RunRecord& record) {
    heading(out, "Proven by the auditor");
    for (const Proof& proof : record.audit->proofs) {
        line(
            out,
            proof.describe,
            fmt::format("holds; worst class {:g} (required {:g})", proof.achieved, proof.required));
    }
    for (const std::string& check : record.audit->checks) {
        out += fmt::format("  {}\n", check);
    }
    for (const std::string& open : record.audit->not_proven) {
        out += fmt::format("  not proven: {}\n", open);
    }
}

void lost(std::string& out, const RunRecord& record) {
    const Measures& measures = record.audit->measures;
    heading(out, "Lost");
    line(out, "rows suppressed", suppression_text(record));
    line(out,
         "classes",
         fmt::format("{}, sizes {} to {}, {:.1f} on average",
                     count_text(measures.classes),
                     measures.min_class,
                     count_text(measures.max_class),
                     measures.avg_class));
    line(out, "gcp", fmt::format("{:.4f} (0 nothing lost, 1 everything)", measures.gcp));
    line(out,
         fmt::format("objective {}", info(record.problem->objective).name),
         fmt::format("{:g}; {}", record.outcome->loss, optimality_text(record)));
}

void attributes(std::string& out, const RunRecord& record) {
    const Outcome& outcome = *record.outcome;
    const auto* global = std::get_if<GlobalRecoding>(&*outcome.recoding);
    const bool levels = global != nullptr && global->node.has_value();
    out += fmt::format("\n  {:<22} {:>8}  {}\n", "quasi-identifier", "lost", levels ? "level" : "");
    for (std::size_t j = 0; j < record.problem->quasi_identifiers.size(); ++j) {
        const QuasiIdentifier& qi = record.problem->quasi_identifiers[j];
        out += fmt::format(
            "  {:<22} {:>8}", qi.name, percent_text(record.audit->measures.attribute_ncp[j]));
        if (levels) {
            out += fmt::format("  {} of {}", (*global->node)[j], qi.hierarchy.height());
        }
        out += "\n";
    }
}

void files(std::string& out, const RunRecord& record) {
    heading(out, "Written");
    const auto file = [&](std::string_view name, const std::string& path) {
        if (!path.empty()) {
            line(out, name, path);
        }
    };
    file("release", record.output);
    file("summary", record.summary_path);
    file("report", record.report_path);
    line(
        out,
        "time",
        fmt::format("{:.2f} s (read {:.2f}, bind {:.2f}, solve {:.2f}, apply {:.2f}, audit {:.2f}, "
                    "write {:.2f}), {:.0f} MiB",
                    record.seconds.total,
                    record.seconds.read,
                    record.seconds.bind,
                    record.seconds.solve,
                    record.seconds.apply,
                    record.seconds.audit,
                    record.seconds.write,
                    record.peak_rss_mb));
}

}  // namespace

std::string text_report(const RunRecord& record) {
    std::string out = fmt::format("kanon {}: {} rows, {} quasi-identifiers, method {}\n",
                                  record.version,
                                  count_text(record.audit->measures.rows),
                                  record.problem->quasi_identifiers.size(),
                                  record.method);
    assumed(out, record);
    proven(out, record);
    lost(out, record);
    attributes(out, record);
    files(out, record);
    return out;
}

}  // namespace kanon
