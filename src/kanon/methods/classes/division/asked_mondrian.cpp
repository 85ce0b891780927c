// SPDX-License-Identifier: Apache-2.0
#include "kanon/methods/classes/division/asked_mondrian.hpp"

#include "kanon/base/error.hpp"
#include "kanon/methods/classes/division/asked_division.hpp"
#include "kanon/methods/classes/outcome/class_recoding.hpp"
#include "kanon/methods/classes/outcome/partition_outcome.hpp"
#include "kanon/methods/classes/space/axis_order.hpp"
#include "kanon/methods/classes/space/cover_layout.hpp"

#include <numeric>
#include <string>
#include <utility>

namespace kanon::classes {
namespace {

[[noreturn]] void refuse(const std::string& what) {
    throw Error(ErrorCode::bad_policy,
                "classes are not divided by questions about counts where " + what);
}

/// What counts of single values cannot decide.
void check_asked(const Task& task) {
    if (task.models.size() != 1 || task.models.front()->name() != "k-anonymity" ||
        task.models.front()->known_values() > 0) {
        refuse("more than k-anonymity is asked for; ask for no other model");
    }
    if (task.suppression_limit > 0 || task.cell_suppression_limit) {
        refuse("rows or cells may be suppressed; set the limit of suppression to 0");
    }
    if (task.recoding_model != RecodingModel::classes || task.has_aggregates()) {
        refuse("the release is not one of generalized classes");
    }
    if (task.objective == Objective::cm) {
        refuse("the objective looks at a class attribute; take another one, such as gcp");
    }
    if (task.quasi_identifiers.empty()) {
        refuse("there are no quasi-identifiers");
    }
    for (const QuasiIdentifier& attribute : task.quasi_identifiers) {
        if (attribute.greatest_level < attribute.hierarchy.height()) {
            refuse("attribute '" + attribute.name + "' has a greatest level; leave it out");
        }
    }
}

/// Without rows of its own.
Task bare(Task task) {
    task.tracked.clear();
    task.class_place.reset();
    task.count(RowTypes{});
    return task;
}

class AskedMondrian final : public AskedClasses {
public:
    explicit AskedMondrian(const Task& task)
        : task_(bare(task)),
          by_name_(axes_by_name(task_)),
          axes_(make_axes(task_)),
          layout_(axes_) {}

    [[nodiscard]] std::size_t words() const override { return layout_.words(); }

    [[nodiscard]] std::size_t first_word(std::size_t attribute) const override {
        return layout_.start(attribute);
    }

    [[nodiscard]] bool by_set(std::size_t attribute) const override {
        return axes_[attribute].by_set();
    }

    [[nodiscard]] const std::vector<Place>& places(std::size_t attribute) const override {
        return axes_[attribute].places();
    }

    [[nodiscard]] std::unique_ptr<AskedDivision> make_division() const override {
        return make_asked_division(axes_, layout_, by_name_, task_.least_class_rows());
    }

    [[nodiscard]] std::optional<CoveredRelease> release(CoveredClasses classes) const override {
        const std::size_t count = classes.rows.size();
        RowTypes no_types;
        no_types.rows = std::accumulate(classes.rows.begin(), classes.rows.end(), std::uint64_t{0});
        TypePartition partition;
        partition.starts.assign(count + 1, 0);
        partition.failing.assign(count, 0);
        partition.cover_words = layout_.words();
        partition.rows = std::move(classes.rows);
        partition.covers = std::move(classes.covers);
        Task task = task_;
        task.count(std::move(no_types));
        MeasuredRecoding found = recode_classes(task, axes_, partition, 1);
        if (found.facts.classes != count) {
            return std::nullopt;
        }
        return CoveredRelease{.recoding = std::move(found.recoding),
                              .loss = objective_value(task.objective, found.facts)};
    }

private:
    Task task_;
    std::vector<std::size_t> by_name_;
    std::vector<Axis> axes_;
    CoverLayout layout_;
};

}  // namespace

std::unique_ptr<AskedClasses> make_asked_mondrian(const Task& task) {
    check_asked(task);
    return std::make_unique<AskedMondrian>(task);
}

}  // namespace kanon::classes
