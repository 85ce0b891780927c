// SPDX-License-Identifier: Apache-2.0
#include "kanon/methods/classes/division/joint_mondrian.hpp"

#include "kanon/base/error.hpp"
#include "kanon/methods/classes/division/marginal_division.hpp"
#include "kanon/methods/classes/outcome/class_recoding.hpp"
#include "kanon/methods/classes/space/cover_layout.hpp"

#include <string>
#include <utility>

namespace kanon::classes {
namespace {

[[noreturn]] void refuse(const std::string& what) {
    throw Error(ErrorCode::bad_policy,
                "classes are not divided by sums of counts alone where " + what);
}

/// What counts of single values cannot decide.
void check_asked(const Task& task) {
    if (task.models.size() != 1 || task.models.front()->name() != "k-anonymity") {
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

class JointMondrian final : public MarginalClasses {
public:
    explicit JointMondrian(const Task& task)
        : task_(bare(task)), divider_(task_, Splitting{.by_name = true}) {}

    [[nodiscard]] std::optional<MarginalDivision> divide(
        std::span<const Marginal> marginals) override {
        return divider_.divide(marginals);
    }

    [[nodiscard]] std::optional<CoveredRelease> release(
        std::span<const CoveredClass> classes) const override {
        const TypePartition partition = partition_of(classes);
        Task task = task_;
        RowTypes no_types;
        for (const CoveredClass& one : classes) {
            no_types.rows += one.rows;
        }
        task.count(std::move(no_types));
        MeasuredRecoding found = recode_classes(task, divider_.axes(), partition, 1);
        if (found.facts.classes != classes.size()) {
            return std::nullopt;
        }
        return CoveredRelease{.recoding = std::move(found.recoding),
                              .loss = objective_value(task.objective, found.facts)};
    }

private:
    [[nodiscard]] TypePartition partition_of(std::span<const CoveredClass> classes) const {
        const CoverLayout layout(divider_.axes());
        TypePartition out;
        out.starts.assign(classes.size() + 1, 0);
        out.failing.assign(classes.size(), 0);
        out.cover_words = layout.words();
        out.covers.resize(classes.size() * layout.words());
        for (std::size_t i = 0; i < classes.size(); ++i) {
            out.rows.push_back(classes[i].rows);
            Word* const cover = out.covers.data() + i * layout.words();
            for (std::size_t at = 0; at < divider_.axes().size(); ++at) {
                const Axis& axis = divider_.axes()[at];
                const std::vector<Code>& codes = classes[i].codes[at];
                axis.take(cover + layout.start(at), axis.place_of(codes.front()));
                for (const Code code : codes) {
                    axis.widen(cover + layout.start(at), axis.place_of(code));
                }
            }
        }
        return out;
    }

    Task task_;
    MarginalDivider divider_;
};

}  // namespace

std::unique_ptr<MarginalClasses> make_joint_mondrian(const Task& task) {
    check_asked(task);
    return std::make_unique<JointMondrian>(task);
}

}  // namespace kanon::classes
