// SPDX-License-Identifier: Apache-2.0
#include "growth/growth.hpp"

#include "pictures/plot.hpp"

#include <algorithm>
#include <iterator>

namespace kanon::bench {
namespace {

template <class Get>
PlotLine line_of(const std::vector<Measurement>& measurements,
                 const std::string& method,
                 const std::string& what,
                 Get get) {
    PlotLine line{.name = method + what, .points = {}};
    for (const Measurement& measured : measurements) {
        if (measured.workload.method == method) {
            line.points.push_back(
                {static_cast<double>(measured.answer.rows), get(measured.median)});
        }
    }
    return line;
}

std::vector<std::string> methods_of(const std::vector<Measurement>& measurements) {
    std::vector<std::string> methods;
    for (const Measurement& measured : measurements) {
        if (std::find(methods.begin(), methods.end(), measured.workload.method) == methods.end()) {
            methods.push_back(measured.workload.method);
        }
    }
    return methods;
}

}  // namespace

std::vector<Workload> growth_workloads(const std::vector<std::string>& methods,
                                       const std::vector<std::uint64_t>& sizes) {
    std::vector<std::uint64_t> ascending = sizes;
    std::sort(ascending.begin(), ascending.end());
    std::vector<Workload> workloads;
    for (const std::uint64_t rows : ascending) {
        for (const std::string& method : methods) {
            Workload workload;
            workload.name = method;
            workload.data.rows = rows;
            workload.method = method;
            workload.k = 10;
            workload.suppression = "5%";
            workloads.push_back(workload);
        }
    }
    return workloads;
}

std::string growth_svg(const std::vector<Measurement>& measurements) {
    PlotPanel seconds{.title = "Seconds", .x_title = "rows", .lines = {}};
    PlotPanel memory{.title = "Most memory held, MiB", .x_title = "rows", .lines = {}};
    std::size_t color = 0;
    for (const std::string& method : methods_of(measurements)) {
        PlotLine total =
            line_of(measurements, method, ", file to file", [](const Cost& c) { return c.total; });
        PlotLine solve = line_of(
            measurements, method, ", search", [](const Cost& c) { return c.stages[kSolve]; });
        PlotLine peak =
            line_of(measurements, method, "", [](const Cost& c) { return c.peak_rss_mb; });
        solve.dashed = true;
        total.color = solve.color = peak.color = color++;
        seconds.lines.push_back(std::move(total));
        seconds.lines.push_back(std::move(solve));
        memory.lines.push_back(std::move(peak));
    }
    return log_log_svg({seconds, memory}, "Seconds and memory over the number of rows");
}

}  // namespace kanon::bench
