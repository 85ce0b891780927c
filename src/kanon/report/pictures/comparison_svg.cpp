// SPDX-License-Identifier: Apache-2.0
#include "kanon/base/text/count_text.hpp"
#include "kanon/report/comparison.hpp"
#include "kanon/report/html/html_text.hpp"
#include "kanon/report/node_wording.hpp"
#include "kanon/report/pictures/plot_frame.hpp"
#include "kanon/report/pictures/svg_page.hpp"
#include "kanon/report/wording.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string_view>
#include <vector>

namespace kanon {
namespace {

constexpr int kPlotWidth = 820;
constexpr int kPlotHeight = 560;
constexpr PlotFrame kPlot{.left = 70, .top = 60, .width = 540, .height = 400};
constexpr double kLegendLeft = 634;
constexpr double kLegendLine = 18;

/// The loss that all runs are drawn by: gcp, or SSE / SST where there are aggregates alone.
class DrawnLoss {
public:
    explicit DrawnLoss(const std::vector<ComparedRun>& runs)
        : by_gcp_(std::ranges::any_of(
              runs, [](const ComparedRun& run) { return is_released(run) && has_gcp(run); })) {}

    [[nodiscard]] std::string_view name() const { return by_gcp_ ? "gcp" : "SSE / SST"; }

    [[nodiscard]] double of(const ComparedRun& run) const {
        return by_gcp_ ? run.measures.gcp : run.measures.sse;
    }

    /// True if the run has a place in the picture.
    [[nodiscard]] bool has(const ComparedRun& run) const {
        return is_released(run) && run.highest_risk && std::isfinite(of(run));
    }

private:
    static bool is_released(const ComparedRun& run) { return run.refused.empty(); }

    static bool has_gcp(const ComparedRun& run) { return std::isfinite(run.measures.gcp); }

    bool by_gcp_;
};

class ComparisonPicture {
public:
    explicit ComparisonPicture(const Comparison& comparison)
        : comparison_(comparison), loss_(comparison.runs) {
        double greatest_loss = 0;
        double greatest_risk = 0;
        for (const ComparedRun& run : comparison.runs) {
            if (std::ranges::find(methods_, run.method) == methods_.end()) {
                methods_.push_back(run.method);
            }
            if (loss_.has(run)) {
                greatest_loss = std::max(greatest_loss, loss_.of(run));
                greatest_risk = std::max(greatest_risk, 100 * *run.highest_risk);
            }
        }
        x_axis_ = linear_axis(0, greatest_risk);
        y_axis_ = linear_axis(0, greatest_loss);
    }

    [[nodiscard]] std::string svg() const {
        const std::string title =
            fmt::format("Loss against risk, {} of {}",
                        count_text(comparison_.runs.size(), "run"),
                        count_text(comparison_.problem->row_types().row_count(), "row"));
        std::string out = svg_begin(kPlotWidth, kPlotHeight, title);
        out += svg_text(14, 24, "t", title);
        out += svg_text(kPlot.left, kPlot.top - 10, "b", loss_.name());
        out += svg_text(kPlot.x_at(0.5),
                        kPlot.top + kPlot.height + 40,
                        "c",
                        "risk that a row is found: 1 / rows of its class");
        out += kPlot.grid(root_percent_ticks(x_axis_.last), y_axis_.ticks());
        for (std::size_t place = 0; place < methods_.size(); ++place) {
            out += series(place);
        }
        return out + legend() + foot() + "</svg>\n";
    }

private:
    /// By the square root: small risks are what is looked for.
    [[nodiscard]] double x_of(double risk) const {
        return kPlot.x_at(std::sqrt(x_axis_.place(100 * risk)));
    }

    [[nodiscard]] double y_of(const ComparedRun& run) const {
        return kPlot.y_at(y_axis_.place(loss_.of(run)));
    }

    [[nodiscard]] static std::string color_of(std::size_t place) {
        return fmt::format(
            "l c{}{}", place % kLineColors, place / kLineColors % 2 == 1 ? " d" : "");
    }

    /// The releases of a method, the least risk first.
    [[nodiscard]] std::vector<const ComparedRun*> runs_by(const std::string& method) const {
        std::vector<const ComparedRun*> runs;
        for (const ComparedRun& run : comparison_.runs) {
            if (run.method == method && loss_.has(run)) {
                runs.push_back(&run);
            }
        }
        std::ranges::stable_sort(
            runs, {}, [](const ComparedRun* run) { return *run->highest_risk; });
        return runs;
    }

    [[nodiscard]] std::string series(std::size_t place) const {
        std::string path;
        std::string marks;
        for (const ComparedRun* run : runs_by(methods_[place])) {
            const double x = x_of(*run->highest_risk);
            path += fmt::format("{}{:.1f} {:.1f}", path.empty() ? "M" : "L", x, y_of(*run));
            marks += mark(*run, place);
        }
        return path.empty()
                   ? ""
                   : fmt::format("<path class=\"{}\" d=\"{}\"/>\n", color_of(place), path) + marks;
    }

    [[nodiscard]] std::string mark(const ComparedRun& run, std::size_t place) const {
        std::string out = fmt::format("<g><title>{}</title>", html_escape(run_text(run)));
        const double x = x_of(*run.highest_risk);
        out += fmt::format(R"(<circle class="l c{} w" cx="{:.1f}" cy="{:.1f}" r="2"/>)",
                           place % kLineColors,
                           x,
                           y_of(run));
        if (run.average_risk) {
            out += fmt::format(R"(<circle class="l c{} o" cx="{:.1f}" cy="{:.1f}" r="4"/>)",
                               place % kLineColors,
                               x_of(*run.average_risk),
                               y_of(run));
        }
        return out +
               svg_text(x + 7,
                        y_of(run) + (place % 2 == 0 ? -6 : 14),
                        "s",
                        fmt::format("k = {}", *run.k)) +
               "</g>\n";
    }

    [[nodiscard]] std::string run_text(const ComparedRun& run) const {
        return fmt::format(
            "k = {}, {}: {} {}; risk {} at most{}; {} suppressed",
            *run.k,
            run.made_by == run.method ? run.method : run.method + " (" + run.made_by + ")",
            loss_.name(),
            loss_text(loss_.of(run)),
            percent_text(*run.highest_risk),
            run.average_risk ? ", " + percent_text(*run.average_risk) + " on average"
                             : std::string(),
            count_text(run.measures.suppressed_rows, "row"));
    }

    [[nodiscard]] std::string legend() const {
        std::string out;
        double y = kPlot.top + kLegendLine;
        for (std::size_t place = 0; place < methods_.size(); ++place) {
            out += svg_segment(kLegendLeft, y - 4, kLegendLeft + 24, y - 4, color_of(place));
            out += svg_text(
                kLegendLeft + 32,
                y,
                "s",
                methods_[place] + (runs_by(methods_[place]).empty() ? ": no release" : ""));
            y += kLegendLine;
        }
        return out;
    }

    [[nodiscard]] static std::string foot() {
        std::string note(kCustodianNote);
        note[0] = 'F';
        constexpr double kTop = kPlotHeight - 30;
        return svg_text(14,
                        kTop,
                        "s",
                        "Dot: highest risk, of the smallest class. Ring: average over the released "
                        "rows. Every release was audited, none was written.") +
               svg_text(14, kTop + kLegendLine, "s", note + ".");
    }

    const Comparison& comparison_;
    DrawnLoss loss_;
    std::vector<std::string> methods_;
    LinearAxis x_axis_;
    LinearAxis y_axis_;
};

}  // namespace

std::string comparison_svg(const Comparison& comparison) {
    return ComparisonPicture(comparison).svg();
}

}  // namespace kanon
