// SPDX-License-Identifier: Apache-2.0
#include "kanon/base/error.hpp"
#include "kanon/base/parallel.hpp"
#include "kanon/methods/classes/outcome/partition_outcome.hpp"
#include "kanon/methods/contract/row_boxes.hpp"
#include "kanon/methods/freeform/freeform_outcome.hpp"
#include "kanon/methods/freeform/row_space.hpp"

#include <algorithm>
#include <limits>
#include <string>
#include <utility>

namespace kanon {
namespace freeform {
namespace {

void refuse_other_losses(const Task& task) {
    if (task.objective != Objective::gcp && task.objective != Objective::lm) {
        throw Error(ErrorCode::bad_policy,
                    "boxes of single rows have a loss by the objectives gcp and lm, not by " +
                        std::string(info(task.objective).name));
    }
}

void stop_boxes_if_asked(const RunContext& context) {
    throw_if_cancelled(context);
    if (context.past_deadline()) {
        throw Error(ErrorCode::timed_out,
                    "the boxes were not made within the time limit; allow more time");
    }
}

/// A box, and what it loses more by a row.
struct NearBox {
    RowCost growth = 0;
    std::uint32_t box = 0;

    friend bool operator<(const NearBox& a, const NearBox& b) {
        return std::pair(a.growth, a.box) < std::pair(b.growth, b.box);
    }
};

class KkBoxes final : public RowBoxes {
public:
    explicit KkBoxes(const Task& task)
        : axes_(classes::make_axes(task)),
          space_(task, axes_),
          words_(space_.types().cover_words()),
          covers_(words_ * space_.size()),
          losses_(space_.size()) {
        const TypeSpace& types = space_.types();
        for (std::uint32_t type = 0; type < types.type_count(); ++type) {
            rows_of_types_.push_back(types.rows(type));
        }
    }

    [[nodiscard]] const RowSpace& space() const { return space_; }

    [[nodiscard]] std::uint32_t rows() const override { return space_.size(); }

    [[nodiscard]] std::span<const std::uint32_t> rows_of_types() const override {
        return rows_of_types_;
    }

    [[nodiscard]] std::uint32_t type(std::uint32_t row) const override { return space_.type(row); }

    [[nodiscard]] std::vector<std::uint32_t> covered_types(std::uint32_t box) const override {
        std::vector<std::uint32_t> out;
        for (std::uint32_t type = 0; type < rows_of_types_.size(); ++type) {
            if (growth(box, type) == 0) {
                out.push_back(type);
            }
        }
        return out;
    }

    [[nodiscard]] std::uint32_t growth(std::uint32_t box, std::uint32_t type) const override {
        return space_.types().joined_cost(cover(box), type) - losses_[box];
    }

    void widen(std::uint32_t box, std::uint32_t type) override {
        losses_[box] = space_.types().widen(std::span(covers_).subspan(box * words_, words_), type);
    }

    [[nodiscard]] double loss() const override {
        double sum = 0;
        for (const RowCost loss : losses_) {
            sum += loss;
        }
        return sum / TypeSpace::kWhole / std::max<double>(space_.size(), 1);
    }

    /// Algorithm 4: the boxes of a type's rows, which are alike.
    void expand_rows_of(std::uint32_t type, std::uint32_t first_row, std::uint64_t k) {
        const TypeSpace& types = space_.types();
        std::vector<std::uint8_t> is_taken(types.type_count());
        types.take_cover(type, std::span(covers_).subspan(first_row * words_, words_));
        widen(first_row, type);
        is_taken[type] = 1;
        for (std::uint64_t taken = types.rows(type); taken < k;) {
            const std::uint32_t nearest = nearest_type(first_row, is_taken);
            widen(first_row, nearest);
            is_taken[nearest] = 1;
            taken += types.rows(nearest);
        }
        const auto begin = covers_.begin() + static_cast<std::ptrdiff_t>(first_row * words_);
        for (std::uint32_t row = first_row + 1; row < first_row + types.rows(type); ++row) {
            std::copy_n(begin, words_, covers_.begin() + static_cast<std::ptrdiff_t>(row * words_));
            losses_[row] = losses_[first_row];
        }
    }

    /// Algorithm 5, for one row.
    void widen_boxes_for(std::uint32_t row, std::uint64_t k) {
        const std::uint32_t of_row = type(row);
        std::vector<NearBox> others;
        for (std::uint32_t box = 0; box < rows(); ++box) {
            if (const RowCost more = growth(box, of_row); more > 0) {
                others.push_back({.growth = more, .box = box});
            }
        }
        const std::uint64_t covered_by = rows() - others.size();
        if (covered_by >= k) {
            return;
        }
        const auto end = others.begin() + static_cast<std::ptrdiff_t>(k - covered_by);
        std::partial_sort(others.begin(), end, others.end());
        for (auto near = others.begin(); near != end; ++near) {
            widen(near->box, of_row);
        }
    }

private:
    [[nodiscard]] std::span<const Word> cover(std::uint32_t box) const {
        return std::span(covers_).subspan(box * words_, words_);
    }

    [[nodiscard]] std::uint32_t nearest_type(std::uint32_t box,
                                             std::span<const std::uint8_t> is_taken) const {
        std::uint32_t nearest = 0;
        RowCost least = std::numeric_limits<RowCost>::max();
        for (std::uint32_t type = 0; type < is_taken.size(); ++type) {
            if (is_taken[type] == 0) {
                const RowCost loss = space_.types().joined_cost(cover(box), type, least);
                if (loss < least) {
                    least = loss;
                    nearest = type;
                }
            }
        }
        return nearest;
    }

    std::vector<Axis> axes_;
    RowSpace space_;
    std::size_t words_;
    std::vector<std::uint32_t> rows_of_types_;
    std::vector<Word> covers_;     ///< per box
    std::vector<RowCost> losses_;  ///< per box
};

void expand_all(KkBoxes& boxes, std::uint64_t k, const RunContext& context) {
    std::vector<std::uint32_t> first_row;
    first_row.reserve(boxes.rows_of_types().size());
    std::uint32_t rows = 0;
    for (const std::uint32_t count : boxes.rows_of_types()) {
        first_row.push_back(rows);
        rows += count;
    }
    parallel_for(first_row.size(), 1, context.threads, [&](std::size_t begin, std::size_t end) {
        for (std::size_t type = begin; type < end && !context.should_stop(); ++type) {
            boxes.expand_rows_of(static_cast<std::uint32_t>(type), first_row[type], k);
        }
    });
}

}  // namespace
}  // namespace freeform

std::unique_ptr<RowBoxes> make_kk_boxes(const Task& task, const RunContext& context) {
    freeform::refuse_other_losses(task);
    auto boxes = std::make_unique<freeform::KkBoxes>(task);
    if (const std::string why = freeform::why_no_graph(task, boxes->space()); !why.empty()) {
        throw Error(ErrorCode::infeasible, why);
    }
    const std::uint64_t k = freeform::degree_of(task);
    freeform::expand_all(*boxes, k, context);
    for (std::uint32_t row = 0; row < boxes->rows(); ++row) {
        freeform::stop_boxes_if_asked(context);
        boxes->widen_boxes_for(row, k);
    }
    return boxes;
}

}  // namespace kanon
