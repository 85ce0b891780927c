// SPDX-License-Identifier: Apache-2.0
#include "kanon/methods/freeform/matching/ring.hpp"

#include "kanon/methods/classes/outcome/partition_outcome.hpp"
#include "kanon/methods/freeform/freeform_outcome.hpp"
#include "kanon/methods/freeform/matching/class_rings.hpp"
#include "kanon/methods/freeform/row_order.hpp"
#include "kanon/methods/shared/method_options.hpp"

#include <utility>
#include <vector>

namespace kanon::freeform {
namespace {

/// All rows as one class, in lexicographic order.
ClassRows one_class(const Task& task, const RowSpace& space) {
    return {.rows = rows_in_order(task, space), .starts = {0, space.size()}};
}

class Ring final : public Method {
public:
    explicit Ring(bool in_classes) : in_classes_(in_classes) {}

    [[nodiscard]] Outcome run(const Task& task, const RunContext& context) const override {
        const std::vector<Axis> axes = classes::make_axes(task);
        const RowSpace space(task, axes);
        if (std::string why = why_no_graph(task, space); !why.empty()) {
            return no_graph(std::move(why));
        }
        const ClassRows rings =
            in_classes_ ? rows_of_best_split(task, axes, space, context) : one_class(task, space);
        const Graph graph = ring_in_each(rings, degree_of(task));
        if (context.cancelled()) {
            return stopped_early(context);
        }
        Outcome out = freeform_outcome(task, axes, space, graph, {}, context);
        out.stats.emplace_back("rings", static_cast<double>(rings.starts.size() - 1));
        return out;
    }

private:
    bool in_classes_;
};

}  // namespace

std::unique_ptr<Method> make_ring(const OptionMap& options) {
    return std::make_unique<Ring>(word_option(options, kRingOptions[0]) == "classes");
}

}  // namespace kanon::freeform
