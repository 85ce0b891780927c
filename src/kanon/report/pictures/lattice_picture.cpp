// SPDX-License-Identifier: Apache-2.0
#include "kanon/base/text/count_text.hpp"
#include "kanon/base/text/utf8.hpp"
#include "kanon/report/html/html_text.hpp"
#include "kanon/report/node_wording.hpp"
#include "kanon/report/pictures/space_pictures.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <vector>

namespace kanon {
namespace {

constexpr std::size_t kMostNodes = 200;
constexpr int kWidestRow = 2000;
constexpr int kCharacterWidth = 8;
constexpr int kLeastWidth = 110;
constexpr int kBoxHeight = 40;
constexpr int kBetween = 18;      ///< boxes of a row
constexpr int kRowDistance = 84;  ///< from row to row
constexpr int kMargin = 14;
constexpr int kHeightLabel = 66;  ///< room to the left for `height 3`

class LatticePicture {
public:
    explicit LatticePicture(const ExplorationRecord& record)
        : record_(record), names_(short_names(*record.problem)) {
        const std::vector<DecidedNode>& nodes = record.space->nodes;
        lowest_ = height_of(nodes.front().levels);
        rows_.resize(height_of(nodes.back().levels) - lowest_ + 1);
        for (std::size_t i = 0; i < nodes.size(); ++i) {
            const std::string label = node_label(names_, nodes[i].levels);
            const auto characters = static_cast<int>(code_point_count(label));
            box_width_ = std::max(box_width_, characters * kCharacterWidth + 16);
            std::vector<std::size_t>& row = rows_[height_of(nodes[i].levels) - lowest_];
            place_.push_back(row.size());
            row.push_back(i);
            widest_ = std::max(widest_, row.size());
        }
    }

    /// Of the boxes alone, in pixels.
    [[nodiscard]] int row_width() const {
        return static_cast<int>(widest_) * (box_width_ + kBetween) - kBetween;
    }

    [[nodiscard]] Picture drawn() const {
        Picture picture{.body = "",
                        .width = kHeightLabel + row_width() + 2 * kMargin,
                        .height = static_cast<int>(rows_.size()) * kRowDistance};
        for (std::size_t row = 0; row < rows_.size(); ++row) {
            picture.body += fmt::format("<text x=\"{}\" y=\"{}\" class=\"h\">height {}</text>\n",
                                        kMargin,
                                        top_of(row) + kBoxHeight / 2 + 4,
                                        row + lowest_);
        }
        for (std::size_t i = 0; i < place_.size(); ++i) {
            picture.body += edges_above(i);
        }
        for (std::size_t i = 0; i < place_.size(); ++i) {
            picture.body += box(i);
        }
        return picture;
    }

private:
    [[nodiscard]] std::size_t row_of(std::size_t node) const {
        return height_of(record_.space->nodes[node].levels) - lowest_;
    }

    [[nodiscard]] int top_of(std::size_t row) const {
        const auto from_top = static_cast<int>(rows_.size() - 1 - row);
        return from_top * kRowDistance + (kRowDistance - kBoxHeight) / 2;
    }

    [[nodiscard]] int left_of(std::size_t node) const {
        const auto in_row = static_cast<int>(rows_[row_of(node)].size());
        const int row_left = (row_width() - (in_row * (box_width_ + kBetween) - kBetween)) / 2;
        return kHeightLabel + kMargin + row_left +
               static_cast<int>(place_[node]) * (box_width_ + kBetween);
    }

    [[nodiscard]] std::string edges_above(std::size_t node) const {
        std::string out;
        Node above = record_.space->nodes[node].levels;
        for (Level& level : above) {
            ++level;
            if (const auto upper = record_.space->find(above)) {
                out += fmt::format("<path class=\"e\" d=\"M{} {}L{} {}\"/>\n",
                                   left_of(node) + box_width_ / 2,
                                   top_of(row_of(node)),
                                   left_of(*upper) + box_width_ / 2,
                                   top_of(row_of(*upper)) + kBoxHeight);
            }
            --level;
        }
        return out;
    }

    [[nodiscard]] std::string frame(std::size_t node, std::string_view kind, int around) const {
        return fmt::format(R"(<rect class="{}" x="{}" y="{}" width="{}" height="{}" rx="{}"/>)",
                           kind,
                           left_of(node) - around,
                           top_of(row_of(node)) - around,
                           box_width_ + 2 * around,
                           kBoxHeight + 2 * around,
                           6 + around);
    }

    [[nodiscard]] std::string line(std::size_t node,
                                   int down,
                                   std::string_view kind,
                                   const std::string& text) const {
        return fmt::format(R"(<text class="{}" x="{}" y="{}">{}</text>)",
                           kind,
                           left_of(node) + box_width_ / 2,
                           top_of(row_of(node)) + down,
                           html_escape(text));
    }

    [[nodiscard]] std::string box(std::size_t i) const {
        const DecidedNode& node = record_.space->nodes[i];
        const std::string label = node_label(names_, node.levels);
        std::string out = fmt::format(
            "<g><title>{}: {}</title>", html_escape(label), html_escape(node_text(record_, node)));
        if (record_.chosen == i) {
            out += frame(i, "r", 6);
        }
        const bool minimal = node.minimal.value_or(false);
        out += frame(i, minimal ? "f m" : node.feasible ? "f" : "x", 0);
        out += line(i, 17, "c b", label);
        const double loss = objective_value(record_.space->front_loss, node.loss);
        out += line(
            i, 33, "c s", count_text(node.loss.suppressed_rows, "row") + " · " + loss_text(loss));
        return out + "</g>\n";
    }

    const ExplorationRecord& record_;
    std::vector<std::string> names_;
    std::vector<std::vector<std::size_t>> rows_;  ///< nodes of each height, from the lowest
    std::vector<std::size_t> place_;              ///< of each node in its row
    unsigned lowest_ = 0;
    std::size_t widest_ = 0;  ///< nodes of the longest row
    int box_width_ = kLeastWidth;
};

}  // namespace

bool lattice_fits(const ExplorationRecord& record) {
    const SolutionSpace& space = *record.space;
    return space.whole() && space.nodes.size() <= kMostNodes &&
           LatticePicture(record).row_width() <= kWidestRow;
}

Picture lattice_picture(const ExplorationRecord& record) {
    return LatticePicture(record).drawn();
}

}  // namespace kanon
