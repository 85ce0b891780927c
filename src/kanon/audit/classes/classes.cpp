// SPDX-License-Identifier: Apache-2.0
#include "kanon/audit/classes/classes.hpp"

#include "kanon/audit/classes/averages.hpp"
#include "kanon/audit/classes/known_values.hpp"
#include "kanon/audit/classes/population.hpp"
#include "kanon/base/parallel.hpp"
#include "kanon/base/text/count_text.hpp"
#include "kanon/privacy/parameters.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <span>
#include <string>
#include <utility>

namespace kanon::auditing {
namespace {

/// The values of the tracked columns in each class: those of the original rows that its rows stand
/// for.
struct TrackedValues {
    bool are_known = true;  ///< else some row in a class stands for none
    std::vector<Histograms> histograms;
};

TrackedValues count_tracked(const Evidence& evidence, const Pairing& pairing) {
    const std::span<const std::uint32_t> rows = pairing.rows();
    TrackedValues out;
    for (std::size_t row = 0; row < rows.size() && out.are_known; ++row) {
        out.are_known = rows[row] != kNone || evidence.is_suppressed(row);
    }
    if (!out.are_known) {
        return out;
    }
    for (const std::size_t column : evidence.problem->tracked_columns) {
        out.histograms.push_back(evidence.classes->histograms(
            evidence.problem->judged().column(column), rows, evidence.threads));
    }
    return out;
}

/// What is counted of the classes, beside their rows.
struct Counted {
    TrackedValues tracked;
    PopulationFound population;
};

/// What one slice of the classes proves; slices are put together in their order.
struct SliceFindings {
    std::uint64_t classes = 0;
    std::vector<std::optional<double>> worst;  ///< per model

    struct Broken {
        std::uint32_t index = 0;  ///< of the class
        std::size_t model = 0;
        double achieved = 0;
    };

    std::vector<Broken> broken;
    std::vector<std::uint64_t> open;  ///< per model: classes that other matchings would change
};

/// Take a figure in if it is worse than the worst so far.
void take_worse(const PrivacyModel& model, double figure, std::optional<double>& worst) {
    if (!worst || (model.more_is_better() ? figure < *worst : figure > *worst)) {
        worst = figure;
    }
}

/// What one model makes of one class.
void judge_class(const PrivacyModel& model,
                 const ClassView& view,
                 const std::optional<UndecidedClass>& doubt,
                 SliceFindings::Broken place,
                 SliceFindings& out) {
    if (doubt && doubt->is_open) {
        ++out.open[place.model];
        return;
    }
    place.achieved = doubt ? doubt->least : model.achieved(view);
    take_worse(model, place.achieved, out.worst[place.model]);
    if (!doubt && !model.holds(view)) {
        out.broken.push_back(place);
    }
}

SliceFindings judge_slice(const Evidence& evidence,
                          const Pairing& pairing,
                          const Counted& counted,
                          const std::vector<bool>& checked,
                          std::size_t begin,
                          std::size_t end) {
    const PrivacyModels& models = evidence.problem->models;
    const ReleasedClasses& classes = *evidence.classes;
    SliceFindings out;
    out.worst.resize(models.size());
    out.open.resize(models.size());
    const std::vector<Histograms>& histograms = counted.tracked.histograms;
    std::vector<HistogramView> views(histograms.size());
    for (std::size_t index = begin; index < end; ++index) {
        if (classes.is_suppressed(index)) {
            continue;
        }
        ++out.classes;
        fill_views(histograms, index, views);
        const ClassView view{.rows = classes.rows()[index],
                             .histograms = views,
                             .population = counted.population.of_class[index]};
        for (std::size_t i = 0; i < models.size(); ++i) {
            if (checked[i] && models[i]->known_values() == 0 && !models[i]->judges_average()) {
                judge_class(*models[i],
                            view,
                            pairing.doubt(i, index),
                            {.index = static_cast<std::uint32_t>(index), .model = i},
                            out);
            }
        }
    }
    return out;
}

/// The first released row of each broken class.
std::vector<std::uint64_t> first_rows(const ReleasedClasses& classes,
                                      const std::vector<SliceFindings>& slices) {
    std::vector<std::uint64_t> first(classes.size(), kNone);
    std::vector<bool> is_broken(classes.size());
    bool any = false;
    for (const SliceFindings& slice : slices) {
        for (const SliceFindings::Broken& broken : slice.broken) {
            is_broken[broken.index] = true;
            any = true;
        }
    }
    if (any) {
        const std::vector<std::uint32_t>& class_of_row = classes.class_of_row();
        for (std::size_t row = class_of_row.size(); row-- > 0;) {
            if (is_broken[class_of_row[row]]) {
                first[class_of_row[row]] = row;
            }
        }
    }
    return first;
}

/// A figure as people write it: counts whole, other figures to four digits after the point.
std::string figure(double value) {
    if (std::isinf(value)) {
        return "no finite figure";
    }
    const bool is_count = value >= 0 && value < 1e15 && std::floor(value) == value;
    return is_count ? count_text(static_cast<std::uint64_t>(value)) : fmt::format("{:.4f}", value);
}

void report_broken(const Evidence& evidence,
                   const std::vector<SliceFindings>& slices,
                   FaultLog& log) {
    const Table& original = evidence.problem->table;
    const std::vector<std::uint64_t> first = first_rows(*evidence.classes, slices);
    for (const SliceFindings& slice : slices) {
        for (const SliceFindings::Broken& broken : slice.broken) {
            const PrivacyModel& model = *evidence.problem->models[broken.model];
            const auto tracked = model.tracked();
            const std::string attribute = tracked ? evidence.problem->tracked[*tracked].name : "";
            log.add(
                {.row = first[broken.index] + 1, .place = original.column_count() + broken.model},
                model.name(),
                attribute,
                [&] {
                    const std::string has = figure(broken.achieved);
                    const std::string limit = figure(model.required());
                    return model.more_is_better()
                               ? fmt::format("the class of this row has {} of {} that {} requires",
                                             has,
                                             limit,
                                             model.describe())
                               : fmt::format("the class of this row has {}, above what {} allows",
                                             has,
                                             model.describe());
                });
        }
    }
}

Proof proof_of(const PrivacyModel& model) {
    return {.model = std::string(model.name()),
            .describe = model.describe(),
            .required = model.required(),
            .achieved = model.required(),
            .holds = true,
            .more_is_better = model.more_is_better(),
            .is_strict = model.is_strict(),
            .known_values = model.known_values(),
            .is_average = model.judges_average()};
}

/// One model over all slices: its worst figure, and whether it holds wherever it is told.
Proof proof_over(const std::vector<SliceFindings>& slices,
                 std::size_t place,
                 const PrivacyModel& model) {
    Proof proof = proof_of(model);
    std::optional<double> worst;
    for (const SliceFindings& slice : slices) {
        if (place < slice.worst.size() && slice.worst[place]) {
            take_worse(model, *slice.worst[place], worst);
        }
        for (const SliceFindings::Broken& broken : slice.broken) {
            proof.holds = proof.holds && broken.model != place;
        }
    }
    proof.achieved = worst.value_or(proof.achieved);
    return proof;
}

/// Put the slices' worst figures together.
ClassFindings summarize(const PrivacyModels& models,
                        const std::vector<SliceFindings>& slices,
                        const std::vector<bool>& checked) {
    ClassFindings out;
    for (const SliceFindings& slice : slices) {
        out.classes += slice.classes;
    }
    for (std::size_t i = 0; i < models.size(); ++i) {
        Proof proof = proof_over(slices, i, *models[i]);
        std::uint64_t open = 0;
        for (const SliceFindings& slice : slices) {
            open += i < slice.open.size() ? slice.open[i] : 0;
        }
        if (!checked[i]) {
            proof.holds = false;
            proof.achieved = 0;
            out.undecided.push_back(proof.describe + ": not every released row could be matched");
        } else if (open > 0) {
            proof.is_decided = !proof.holds;  // broken elsewhere is broken
            proof.holds = false;
            out.undecided.push_back(fmt::format(
                "{}: whose rows are in {} hangs on how the shuffled rows are matched, and more "
                "than one matching fits; verify the release in the order of the original",
                proof.describe,
                count_text(open, "class")));
        }
        out.proofs.push_back(std::move(proof));
    }
    return out;
}

/// True if some class's rows hang on how rows are matched, as far as the model looks at them.
bool hangs_on_matching(const Evidence& evidence, const Pairing& pairing, std::size_t model) {
    for (std::size_t index = 0; index < evidence.classes->size(); ++index) {
        if (pairing.doubt(model, index)) {
            return true;
        }
    }
    return false;
}

void leave_to_matching(Proof& proof, ClassFindings& out) {
    proof.is_decided = false;
    proof.holds = false;
    out.undecided.push_back(proof.describe +
                            ": hangs on how the shuffled rows are matched; verify the release in "
                            "the order of the original");
}

/// Judge the models that are asked for, but for those that hang on how rows are matched.
template <class IsAsked, class Judge>
void judge_matched(const Evidence& evidence,
                   const Pairing& pairing,
                   ClassFindings& out,
                   const IsAsked& is_asked,
                   const Judge& judge) {
    const PrivacyModels& models = evidence.problem->models;
    for (std::size_t i = 0; i < models.size(); ++i) {
        if (!is_asked(*models[i])) {
            continue;
        }
        if (hangs_on_matching(evidence, pairing, i)) {
            leave_to_matching(out.proofs[i], out);
        } else {
            judge(i, *models[i], out.proofs[i]);
        }
    }
}

/// Judge the models of who knows some values.
void judge_known(const Evidence& evidence,
                 const Pairing& pairing,
                 const TrackedValues& tracked,
                 ClassFindings& out,
                 FaultLog& log) {
    const auto is_asked = [&](const PrivacyModel& model) {
        return model.known_values() > 0 && tracked.are_known;
    };
    const auto judge = [&](std::size_t i, const PrivacyModel& model, Proof& proof) {
        const KnownFindings found = judge_known_values(evidence, model, tracked.histograms);
        proof.achieved = found.worst.value_or(proof.achieved);
        proof.holds = found.broken == 0;
        if (proof.holds) {
            return;
        }
        const auto& of_row = evidence.classes->class_of_row();
        const auto first = std::ranges::find(of_row, found.released_class);
        log.add(
            {.row = static_cast<std::uint64_t>(first - of_row.begin()) + 1,
             .place = evidence.problem->table.column_count() + i},
            model.name(),
            "",
            [&] {
                return fmt::format(
                    "the rows that share the {} of this one have {}, and {} "
                    "does not allow it",
                    found.attributes,
                    figure(found.achieved),
                    model.describe());
            },
            found.broken);
    };
    judge_matched(evidence, pairing, out, is_asked, judge);
}

/// Judge the models of an average over the release.
void judge_averages(const Evidence& evidence,
                    const Pairing& pairing,
                    const TrackedValues& tracked,
                    ClassFindings& out,
                    FaultLog& log) {
    const auto is_asked = [&](const PrivacyModel& model) {
        return model.judges_average() && (tracked.are_known || !model.tracked());
    };
    const auto judge = [&](std::size_t i, const PrivacyModel& model, Proof& proof) {
        const double mean =
            mean_over_rows(evidence, model, tracked.histograms).value_or(model.required());
        proof.achieved = privacy::settled(mean, model.required());
        proof.holds = model.more_is_better() ? proof.achieved >= model.required()
                                             : proof.achieved <= model.required();
        if (!proof.holds) {
            log.add({.place = evidence.problem->table.column_count() + i}, model.name(), "", [&] {
                return fmt::format("the released rows have {} on average, and {} does not allow it",
                                   figure(proof.achieved),
                                   model.describe());
            });
        }
    };
    judge_matched(evidence, pairing, out, is_asked, judge);
}

/// Judge the people whom no class fits, for models that ask for them.
void judge_absent(const PrivacyModels& models,
                  std::uint64_t absent,
                  ClassFindings& out,
                  FaultLog& log) {
    const ClassView view{.rows = 0, .histograms = {}, .population = absent};
    for (std::size_t i = 0; absent > 0 && i < models.size(); ++i) {
        const PrivacyModel& model = *models[i];
        if (!model.judges_absent() || model.holds(view)) {
            continue;
        }
        out.proofs[i].holds = false;
        out.proofs[i].achieved = model.achieved(view);
        log.add({}, model.name(), "", [&] {
            return fmt::format(
                "no class fits {} of the population, who are known to be absent; {} "
                "does not allow it",
                count_text(absent, "row"),
                model.describe());
        });
    }
}

}  // namespace

ClassFindings judge_classes(const Evidence& evidence, const Pairing& pairing, FaultLog& log) {
    const PrivacyModels& models = evidence.problem->models;
    const Counted counted{.tracked = count_tracked(evidence, pairing),
                          .population = find_population(evidence)};
    std::vector<bool> checked;
    for (const auto& model : models) {
        checked.push_back(counted.tracked.are_known || !model->tracked());
    }
    const std::size_t classes = evidence.classes->size();
    std::vector<SliceFindings> slices(part_count(classes));
    parallel_parts(classes,
                   slices.size(),
                   evidence.threads,
                   [&](std::size_t part, std::size_t begin, std::size_t end) {
                       slices[part] = judge_slice(evidence, pairing, counted, checked, begin, end);
                   });
    report_broken(evidence, slices, log);
    ClassFindings out = summarize(models, slices, checked);
    judge_known(evidence, pairing, counted.tracked, out, log);
    judge_averages(evidence, pairing, counted.tracked, out, log);
    judge_absent(models, counted.population.absent, out, log);
    return out;
}

}  // namespace kanon::auditing
