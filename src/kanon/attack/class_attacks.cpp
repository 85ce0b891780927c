// SPDX-License-Identifier: Apache-2.0
#include "kanon/attack/class_attacks.hpp"

#include "kanon/privacy/class_values.hpp"
#include "kanon/privacy/parameters.hpp"

#include <algorithm>
#include <limits>
#include <memory>
#include <string_view>
#include <utility>

namespace kanon::attack {
namespace {

/// Call use(index, view) for each class that is not starred.
template <class Use>
void each_class(const ShownClasses& classes, const ShownValues& values, Use use) {
    std::vector<HistogramView> views;
    for (std::size_t index = 0; index < classes.size(); ++index) {
        if (!classes.is_starred(index)) {
            use(values.view(index, classes.rows(index), views));
        }
    }
}

void add_class(const ClassView& view, ExposedRows& to) {
    to.rows += view.rows;
    ++to.classes;
}

ExclusionFindings exclude_from(const ShownClasses& classes,
                               const ShownValues& values,
                               std::uint32_t most) {
    const privacy::ClassValues counted(values.context);
    ExclusionFindings out{.column = values.column,
                          .disclosed = std::vector<ExposedRows>(std::size_t{most} + 1)};
    each_class(classes, values, [&](const ClassView& view) {
        const std::uint64_t distinct = counted.distinct(view);
        if (distinct == 0) {
            out.rows_without_value += view.rows;
            return;
        }
        out.least_values = out.least_values == 0 ? distinct : std::min(out.least_values, distinct);
        for (std::uint64_t b = distinct - 1; b <= most; ++b) {
            add_class(view, out.disclosed[b]);
        }
    });
    return out;
}

using Model = std::shared_ptr<const PrivacyModel>;

/// A model whose figures are looked at, whatever it asks for; null: it is not for this column.
Model model_of(const ShownValues& values, std::string_view name, std::string_view kind) {
    const ModelInfo& info = find_privacy_model(name);
    PrivacyRequirement asked{.model = std::string(name)};
    asked.attribute = values.column;
    asked.kind = kind;
    const bool has_own_order = kind == "ordered" && values.context.values->is_numeric();
    if (looks_at_hierarchy(asked) && values.context.hierarchy == nullptr && !has_own_order) {
        return nullptr;
    }
    for (const ModelParameter& parameter : info.parameters) {
        if (privacy::takes(parameter, kind)) {
            asked.parameters[std::string(parameter.name)] = parameter.greatest;
        }
    }
    return info.make(asked, values.context);
}

/// The worst figure of a model where smaller is better.
std::optional<double> greatest_of(const ShownClasses& classes,
                                  const ShownValues& values,
                                  const Model& model) {
    if (model == nullptr) {
        return std::nullopt;
    }
    double out = 0;
    each_class(classes, values, [&](const ClassView& view) {
        out = std::max(out, model->achieved(view));
    });
    return out;
}

SkewnessFindings compare(const ShownClasses& classes, const ShownValues& values, double factor) {
    SkewnessFindings out{.column = values.column};
    const Model gain = model_of(values, "beta-likeness", "basic");
    const Model distance = model_of(values, "t-closeness", "equal");
    each_class(classes, values, [&](const ClassView& view) {
        const double gained = gain->achieved(view);
        const double apart = distance->achieved(view);
        out.greatest_gain = std::max(out.greatest_gain, gained);
        out.greatest_distance = std::max(out.greatest_distance, apart);
        out.mean_distance += apart * static_cast<double>(view.rows);
        if (!privacy::at_most(gained, factor - 1)) {
            add_class(view, out.over);
        }
    });
    out.greatest_factor = out.greatest_gain + 1;
    out.mean_distance /= static_cast<double>(classes.shown_rows());
    out.greatest_ordered = greatest_of(classes, values, model_of(values, "t-closeness", "ordered"));
    out.greatest_hierarchical =
        greatest_of(classes, values, model_of(values, "t-closeness", "hierarchical"));
    out.greatest_disclosure =
        greatest_of(classes, values, model_of(values, "delta-disclosure", "present")).value_or(0);
    return out;
}

/// True if all values of the class, of which there are some, are under one label.
bool share_label(const ClassView& view, const ShownValues& values, Level level) {
    const Hierarchy& hierarchy = *values.context.hierarchy;
    std::optional<Code> label;
    for (const Code code : view.histograms[0].values) {
        if (code == values.context.missing) {
            continue;
        }
        const Code here = hierarchy.label_of(level, code);
        if (label && *label != here) {
            return false;
        }
        label = here;
    }
    return label.has_value();
}

/// Least and greatest number of a class; none: it has no value.
std::optional<std::pair<double, double>> ends_of(const ClassView& view, const ShownValues& values) {
    std::optional<std::pair<double, double>> out;
    for (const Code code : view.histograms[0].values) {
        if (code == values.context.missing) {
            continue;
        }
        const double number = values.context.values->number(code);
        out = out ? std::pair(std::min(out->first, number), std::max(out->second, number))
                  : std::pair(number, number);
    }
    return out;
}

void find_near(const ShownClasses& classes,
               const ShownValues& values,
               double share,
               SimilarityFindings& out) {
    std::optional<std::pair<double, double>> table;
    each_class(classes, values, [&](const ClassView& view) {
        if (const auto ends = ends_of(view, values)) {
            table = table ? std::pair(std::min(table->first, ends->first),
                                      std::max(table->second, ends->second))
                          : *ends;
        }
    });
    if (!table) {
        return;
    }
    out.width = share * (table->second - table->first);
    out.near.emplace();
    out.least_range = std::numeric_limits<double>::infinity();
    each_class(classes, values, [&](const ClassView& view) {
        const auto ends = ends_of(view, values);
        if (!ends) {
            return;
        }
        const double range = ends->second - ends->first;
        out.least_range = std::min(out.least_range, range);
        if (privacy::at_most(range, out.width)) {
            add_class(view, *out.near);
        }
    });
}

}  // namespace

std::vector<ExclusionFindings> exclude_values(const ShownClasses& classes, std::uint32_t most) {
    std::vector<ExclusionFindings> out;
    out.reserve(classes.values().size());
    for (const ShownValues& values : classes.values()) {
        out.push_back(exclude_from(classes, values, most));
    }
    return out;
}

std::vector<SkewnessFindings> compare_with_table(const ShownClasses& classes, double factor) {
    std::vector<SkewnessFindings> out;
    out.reserve(classes.values().size());
    for (const ShownValues& values : classes.values()) {
        out.push_back(compare(classes, values, factor));
    }
    return out;
}

std::vector<SimilarityFindings> find_alike(const ShownClasses& classes, double share) {
    std::vector<SimilarityFindings> out;
    out.reserve(classes.values().size());
    for (const ShownValues& values : classes.values()) {
        SimilarityFindings found{.column = values.column};
        const Hierarchy* hierarchy = values.context.hierarchy.get();
        for (int level = 1; hierarchy != nullptr && level < hierarchy->height(); ++level) {
            AlikeAtLevel at{.level = static_cast<Level>(level)};
            each_class(classes, values, [&](const ClassView& view) {
                if (share_label(view, values, at.level)) {
                    add_class(view, at.exposed);
                }
            });
            found.levels.push_back(at);
        }
        if (values.context.values->is_numeric()) {
            find_near(classes, values, share, found);
        }
        out.push_back(std::move(found));
    }
    return out;
}

}  // namespace kanon::attack
