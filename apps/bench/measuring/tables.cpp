// SPDX-License-Identifier: Apache-2.0
#include "measuring/tables.hpp"

#include "terminal/text_table.hpp"
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <optional>

namespace kanon::bench {
namespace {

/// Below so many rows what the program itself holds is most of its memory.
constexpr std::uint64_t kManyRows = 1'000'000;

std::string with_target(const std::string& measured, const std::string& target) {
    return target.empty() ? measured : measured + " (at most " + target + ")";
}

std::string target_text(const std::optional<double>& target) {
    return target ? fmt::format("{:g}", *target) : "";
}

std::vector<std::string> row_of(const Measurement& measured) {
    const Target& target = measured.workload.target;
    const Cost& cost = measured.median;
    std::vector<std::string> row{measured.workload.name, std::to_string(measured.answer.rows)};
    for (std::size_t i = 0; i < kStages.size(); ++i) {
        row.push_back(with_target(seconds_text(cost.stages[i]),
                                  i == kSolve ? target_text(target.solve_seconds) : ""));
    }
    row.push_back(with_target(seconds_text(cost.total), target_text(target.total_seconds)));
    row.push_back(seconds_text(cost.cpu));
    row.push_back(
        with_target(fmt::format("{:.0f}", cost.peak_rss_mb), target_text(target.peak_rss_mb)));
    row.push_back(
        measured.answer.rows < kManyRows ? "" : fmt::format("{:.0f}", measured.bytes_per_row()));
    row.push_back(fmt::format(
        "{:.6f}{}", measured.answer.loss, measured.workload.expected.loss ? "" : " (unchecked)"));
    return row;
}

std::string targets_text(const Target& target) {
    std::string out;
    const auto add = [&out](
                         const char* name, const std::optional<double>& value, const char* unit) {
        if (value) {
            out += fmt::format("{}{} {:g} {}", out.empty() ? "" : ", ", name, *value, unit);
        }
    };
    add("solve", target.solve_seconds, "s");
    add("total", target.total_seconds, "s");
    add("peak", target.peak_rss_mb, "MiB");
    return out;
}

}  // namespace

std::string seconds_text(double seconds) {
    if (seconds < 0.1) {
        return fmt::format("{:.4f}", seconds);
    }
    return seconds < 10 ? fmt::format("{:.2f}", seconds) : fmt::format("{:.1f}", seconds);
}

std::string measurement_table(const std::vector<Measurement>& measurements) {
    std::vector<std::vector<std::string>> rows{{"workload", "rows"}};
    rows[0].insert(rows[0].end(), kStages.begin(), kStages.end());
    rows[0].insert(rows[0].end(), {"total", "cpu", "peak MiB", "bytes/row", "loss"});
    for (const Measurement& measured : measurements) {
        rows.push_back(row_of(measured));
    }
    return cli::markdown_table(rows);
}

std::string workload_list(const std::vector<Workload>& workloads) {
    std::vector<std::vector<std::string>> rows{{"workload", "method", "data", "at most", "about"}};
    for (const Workload& workload : workloads) {
        rows.push_back({workload.name,
                        workload.method,
                        workload.data.text(),
                        targets_text(workload.target),
                        workload.about});
    }
    return cli::text_table(rows);
}

std::string measurement_json(const std::vector<Measurement>& measurements) {
    using Json = nlohmann::ordered_json;
    Json list = Json::array();
    for (const Measurement& measured : measurements) {
        Json seconds;
        for (std::size_t i = 0; i < kStages.size(); ++i) {
            seconds[std::string(kStages[i])] = measured.median.stages[i];
        }
        seconds["total"] = measured.median.total;
        seconds["cpu"] = measured.median.cpu;
        const std::optional<std::uint64_t>& classes = measured.answer.classes;
        list.push_back({{"workload", measured.workload.name},
                        {"method", measured.answer.method},
                        {"rows", measured.answer.rows},
                        {"runs", measured.runs},
                        {"loss", measured.answer.loss},
                        {"classes", classes ? Json(*classes) : Json(nullptr)},
                        {"suppressed_rows", measured.answer.suppressed_rows},
                        {"seconds", seconds},
                        {"peak_rss_mb", measured.median.peak_rss_mb},
                        {"bytes_per_row", measured.bytes_per_row()}});
    }
    return list.dump(2) + "\n";
}

}  // namespace kanon::bench
