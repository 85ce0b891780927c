// SPDX-License-Identifier: Apache-2.0
#include "kanon/report/html/html_text.hpp"
#include "kanon/report/node_wording.hpp"
#include "kanon/report/pictures/plot_frame.hpp"
#include "kanon/report/pictures/space_pictures.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <string_view>
#include <utility>
#include <vector>

namespace kanon {
namespace {

constexpr int kWidth = 820;
constexpr int kHeight = 520;
constexpr PlotFrame kFrame{.left = 80, .top = 24, .width = 700, .height = 440};
constexpr double kSpotsPerPixel = 0.25;  ///< nodes nearer than four pixels fall on one spot

class ScatterPicture {
public:
    explicit ScatterPicture(const ExplorationRecord& record)
        : record_(record),
          names_(short_names(*record.problem)),
          rows_(std::max(1.0, static_cast<double>(record.problem->row_types().row_count()))) {
        for (const DecidedNode& node : record.space->nodes) {
            if (node.loss.classes > 0) {
                nodes_.push_back(&node);
            }
        }
        double least = nodes_.empty() ? 0 : loss(*nodes_[0]);
        double greatest = least;
        double most = std::min(limit(), 100.0);
        for (const DecidedNode* node : nodes_) {
            least = std::min(least, loss(*node));
            greatest = std::max(greatest, loss(*node));
            most = std::max(most, suppressed(*node));
        }
        x_axis_ = linear_axis(0, most);
        y_axis_ = linear_axis(least, greatest);
    }

    [[nodiscard]] Picture drawn() const {
        Picture picture{.body = grid(), .width = kWidth, .height = kHeight};
        picture.body += limit_line();
        // What matters more is drawn later, above the rest, and is not left out.
        std::set<Spot> taken;
        std::string marks;
        for (const int rank : {3, 2, 1, 0}) {
            std::string of_rank;
            for (const DecidedNode* node : nodes_) {
                if (rank_of(*node) == rank && taken.insert(spot_of(*node)).second) {
                    of_rank += mark(*node);
                }
            }
            marks.insert(0, of_rank);
        }
        picture.body += marks + front_line();
        return picture;
    }

private:
    using Spot = std::pair<long, long>;

    [[nodiscard]] double loss(const DecidedNode& node) const {
        return objective_value(record_.space->front_loss, node.loss);
    }

    /// In percent of the rows.
    [[nodiscard]] double suppressed(const DecidedNode& node) const {
        return 100 * static_cast<double>(node.loss.suppressed_rows) / rows_;
    }

    [[nodiscard]] double limit() const {
        return 100 * static_cast<double>(record_.problem->suppression_limit) / rows_;
    }

    [[nodiscard]] bool is_chosen(const DecidedNode& node) const {
        return record_.chosen && &record_.space->nodes[*record_.chosen] == &node;
    }

    /// 0 for the least to look at.
    [[nodiscard]] int rank_of(const DecidedNode& node) const {
        const bool marked = node.minimal.value_or(false) || node.front;
        return is_chosen(node) ? 3 : marked ? 2 : node.feasible ? 1 : 0;
    }

    /// By the square root: few suppressed rows are what is looked for.
    [[nodiscard]] double x_of(double percent) const {
        return kFrame.x_at(std::sqrt(x_axis_.place(percent)));
    }

    [[nodiscard]] double y_of(double value) const { return kFrame.y_at(y_axis_.place(value)); }

    [[nodiscard]] Spot spot_of(const DecidedNode& node) const {
        return {std::lround(x_of(suppressed(node)) * kSpotsPerPixel),
                std::lround(y_of(loss(node)) * kSpotsPerPixel)};
    }

    [[nodiscard]] std::string grid() const {
        const double bottom = kFrame.top + kFrame.height;
        return kFrame.grid(root_percent_ticks(x_axis_.last), y_axis_.ticks()) +
               svg_text(kFrame.x_at(0.5), bottom + 40, "c", "rows suppressed") +
               svg_text(kFrame.left, kFrame.top - 10, "b", info(record_.space->front_loss).name);
    }

    [[nodiscard]] std::string limit_line() const {
        const double x = x_of(std::min(limit(), x_axis_.last));
        return svg_segment(x, kFrame.top, x, kFrame.top + kFrame.height, "d") +
               svg_text(x + 5, kFrame.top + 12, "s", "limit");
    }

    [[nodiscard]] std::string front_line() const {
        std::vector<std::pair<double, double>> points;
        for (const DecidedNode* node : nodes_) {
            if (node->front) {
                points.emplace_back(suppressed(*node), loss(*node));
            }
        }
        std::sort(points.begin(), points.end());
        std::string path;
        for (const auto& [percent, value] : points) {
            path += path.empty() ? fmt::format("M{:.1f} {:.1f}", x_of(percent), y_of(value))
                                 : fmt::format("H{:.1f}V{:.1f}", x_of(percent), y_of(value));
        }
        return path.empty() ? "" : fmt::format("<path class=\"p\" d=\"{}\"/>\n", path);
    }

    [[nodiscard]] std::string mark(const DecidedNode& node) const {
        const double x = x_of(suppressed(node));
        const double y = y_of(loss(node));
        std::string out = fmt::format("<g><title>{}: {}</title>",
                                      html_escape(node_label(names_, node.levels)),
                                      html_escape(node_text(record_, node)));
        if (is_chosen(node)) {
            out += fmt::format(R"(<circle class="r" cx="{:.1f}" cy="{:.1f}" r="10"/>)", x, y);
        }
        const char* kind = node.feasible ? "f" : "x";
        if (node.minimal.value_or(false)) {
            out += fmt::format(
                R"(<path class="{} m" d="M{:.1f} {:.1f}l5 5l-5 5l-5 -5z"/>)", kind, x, y - 5);
        } else {
            out += fmt::format(R"(<circle class="{}" cx="{:.1f}" cy="{:.1f}" r="3"/>)", kind, x, y);
        }
        return out + "</g>\n";
    }

    const ExplorationRecord& record_;
    std::vector<std::string> names_;
    double rows_;
    std::vector<const DecidedNode*> nodes_;  ///< those that release a row
    LinearAxis x_axis_;
    LinearAxis y_axis_;
};

}  // namespace

Picture scatter_picture(const ExplorationRecord& record) {
    return ScatterPicture(record).drawn();
}

}  // namespace kanon
