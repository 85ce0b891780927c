// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/hierarchy/hierarchy.hpp"
#include "kanon/privacy/person_histories.hpp"
#include "kanon/privacy/requirement.hpp"
#include "kanon/table/code_vector.hpp"
#include "kanon/table/values/dictionary.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace kanon {

/// How often each value of one tracked column occurs in a class: entries with count >= 1, values
/// ascending. Views; not owned.
struct HistogramView {
    std::span<const Code> values;
    std::span<const std::uint32_t> counts;
};

/// All that a privacy model may know of an equivalence class.
struct ClassView {
    std::uint64_t rows = 0;
    std::span<const HistogramView> histograms;  ///< one per tracked column of the problem
    /// Rows of the population that the labels of the class fit; 0 where nobody counts them.
    std::uint64_t population = 0;
};

/// What follows for unions of classes; methods prune by it.
enum class Monotony {
    superset,  ///< if a class holds, so does every class that contains it (k-anonymity, distinct l)
    merge,     ///< if two classes hold, so does their union (entropy l-diversity, t-closeness)
    none       ///< neither: a union of classes that hold may fail
};

/// A condition on each equivalence class of a release. Stateless: safe to share between threads.
class PrivacyModel {
public:
    virtual ~PrivacyModel() = default;

    /// The catalogue name, e.g. `k-anonymity`.
    [[nodiscard]] virtual std::string_view name() const = 0;

    /// One line for people, e.g. `distinct 3-diversity of disease`.
    [[nodiscard]] virtual std::string describe() const = 0;

    /// True if the class keeps the promise.
    [[nodiscard]] virtual bool holds(const ClassView& view) const = 0;

    /// The class's own figure in the units of required(): rows, distinct persons, distinct values,
    /// exp(entropy), ...
    [[nodiscard]] virtual double achieved(const ClassView& view) const = 0;

    /// The figure the promise asks of every class.
    [[nodiscard]] virtual double required() const = 0;

    /// True if a larger achieved() is better (k, l), false if a smaller one is (t-closeness).
    [[nodiscard]] virtual bool more_is_better() const { return true; }

    /// True if a class whose figure is required() itself fails, as where the source says "less
    /// than".
    [[nodiscard]] virtual bool is_strict() const { return false; }

    /// The place among the tracked columns of the one the model looks at; none: rows alone.
    [[nodiscard]] virtual std::optional<std::size_t> tracked() const { return std::nullopt; }

    /// True if the model looks at ClassView::population: it needs a table of the population, and is
    /// for full-domain recodings.
    [[nodiscard]] virtual bool counts_population() const { return false; }

    /// True if people of the population whom no class of the release fits break the promise.
    [[nodiscard]] virtual bool judges_absent() const { return false; }

    /// How many quasi-identifying values somebody is taken to know: the model is judged by the rows
    /// that share released values in each set of so many quasi-identifiers, or in all, or in those
    /// of known_attributes(). 0: it is judged by classes.
    [[nodiscard]] virtual std::size_t known_values() const { return 0; }

    /// Places of the quasi-identifiers that somebody is taken to know, known_values() of them;
    /// empty: any so many.
    [[nodiscard]] virtual std::span<const std::size_t> known_attributes() const { return {}; }

    /// The model that asks the same of each class, where a release whose classes keep that one
    /// keeps this one too; null: there is none, or it is this one.
    [[nodiscard]] virtual std::shared_ptr<const PrivacyModel> of_classes() const { return nullptr; }

    /// True if not each class is held against required(), but the mean of achieved() over the
    /// released rows, each by its class: no class breaks the promise by itself.
    [[nodiscard]] virtual bool judges_average() const { return false; }

    /// Rows that share so many values must be at least this many; >= 1.
    [[nodiscard]] virtual std::uint64_t least_sharing_rows() const { return 1; }

    /// The best figure that any class of the table can achieve; none: not known. If it is worse
    /// than required(), no release keeps the promise, whatever it suppresses.
    [[nodiscard]] virtual std::optional<double> best_possible() const { return std::nullopt; }

    /// True if the figures are numbers of distinct values, so that messages may say so.
    [[nodiscard]] virtual bool counts_values() const { return false; }

    /// Rows that every class that holds must have at least; >= 1.
    [[nodiscard]] virtual std::uint64_t least_rows() const = 0;

    [[nodiscard]] virtual Monotony monotony() const = 0;
};

using PrivacyModels = std::vector<std::shared_ptr<const PrivacyModel>>;

/// True if every model holds for the class.
[[nodiscard]] bool all_hold(const PrivacyModels& models, const ClassView& view);

/// True if each model holds for a union of classes that hold: none is Monotony::none.
[[nodiscard]] bool says_of_unions(const PrivacyModels& models);

/// True if some model counts the population.
[[nodiscard]] bool any_counts_population(const PrivacyModels& models);

/// The first model that is judged by more than each class, by the population or by who knows some
/// values; null: none is.
[[nodiscard]] const PrivacyModel* first_beyond_classes(const PrivacyModels& models);

/// The first model that is for full-domain recodings alone, for it is judged by more than each
/// class and asks nothing of classes that would do; null: none is.
[[nodiscard]] const PrivacyModel* for_full_domain_alone(const PrivacyModels& models);

/// True if some model is of an adversary who knows some quasi-identifiers (make_against()).
[[nodiscard]] bool any_against(const PrivacyModels& models);

/// The models with each of an adversary replaced by what asks the same of classes, once.
[[nodiscard]] PrivacyModels models_of_classes(const PrivacyModels& models);

/// The first model that judges an average over the release; null: none does.
[[nodiscard]] const PrivacyModel* first_of_average(const PrivacyModels& models);

/// True if some model judges the people whom no class fits.
[[nodiscard]] bool any_judges_absent(const PrivacyModels& models);

/// What a model is told of the column that it looks at, beside the classes that it judges.
struct ModelContext {
    std::size_t place = 0;        ///< among the tracked columns: index into ClassView::histograms
    std::optional<Code> missing;  ///< the column's code of the missing value, if it has one
    /// Per code the value that it spells: codes of one value have one entry (equal_values()), which
    /// is itself a code. Null: each code is a value of its own.
    std::shared_ptr<const std::vector<Code>> value_of{};
    /// The column's values, by whose order and numbers they may be near to each other. Null: not
    /// told.
    std::shared_ptr<const Dictionary> values{};
    /// Rows of each code in the whole table, suppressed rows included; empty: not told, as in a
    /// trial of parameters, whose model judges no class.
    std::vector<std::uint64_t> distribution{};
    /// The hierarchy of the column that the policy gives; null: none.
    std::shared_ptr<const Hierarchy> hierarchy{};
    /// Of persons: the classes that they were in in earlier releases. Null: there were none.
    std::shared_ptr<const PersonHistories> histories{};
};

/// What a model asks its context for.
struct ModelNeeds {
    bool attribute = false;     ///< a sensitive attribute: the policy names one, or has only one
    bool person = false;        ///< the policy's column of persons, where it names one
    bool distribution = false;  ///< ModelContext::distribution
    /// Comma-separated: the kinds that look at ModelContext::hierarchy, where the policy gives one.
    std::string_view hierarchy_of{};
    bool value = false;  ///< takes PrivacyRequirement::value
    /// It compares shares, in which a missing value is a category of its own; else values are
    /// counted, and a missing one is none.
    bool missing_is_value = false;
    /// Kinds that look at more of a value than which others it is like: no joint values for them.
    /// `*`: all.
    std::string_view no_joint{};
    bool population = false;        ///< Policy::population
    bool rows_are_persons = false;  ///< it counts rows, and no distinct persons
    bool list = false;              ///< a column of lists, which the policy has one of
    bool no_k = false;  ///< k-anonymity is not added beside it: the model takes its place
};

/// A parameter of a model: its name, and what it may be. A model whose kinds take different ranges
/// has a row for each.
struct ModelParameter {
    std::string_view name;             ///< as in policies, e.g. `l`
    std::string_view meaning;          ///< a few words for people
    std::string_view kinds{};          ///< comma-separated: those that take it; "": all
    bool whole = false;                ///< a whole number, else one with decimals
    double least = 0;                  ///< not above `greatest`
    bool least_allowed = true;         ///< false: must be above `least`
    double greatest = 0;               ///< allowed
    std::optional<double> fallback{};  ///< where it is left out; none: it must be given
};

/// One row per model that kanon knows.
struct ModelInfo {
    std::string_view name;
    std::string_view summary;
    std::string_view citation;
    std::string_view kinds;  ///< comma-separated variants; the first is the default; may be ""
    ModelNeeds needs{};
    /// The first is what a policy means that gives a number and no name.
    std::span<const ModelParameter> parameters{};
    /// Build the model; `tracked` is its column, none if the model looks at rows alone. A column
    /// given to k-anonymity is the policy's `person`: distinct persons are counted, not rows.
    /// \throws Error{bad_policy} if a parameter or the kind is not one of the row's, or out of
    /// range.
    std::shared_ptr<const PrivacyModel> (*make)(const PrivacyRequirement& requirement,
                                                const std::optional<ModelContext>& tracked) =
        nullptr;
};

/// The catalogue, sorted by name.
[[nodiscard]] std::span<const ModelInfo> privacy_models();

/// True if the model looks at the hierarchy of its attribute, for the kind that is asked for.
/// \throws Error{bad_policy} if there is no such model.
[[nodiscard]] bool looks_at_hierarchy(const PrivacyRequirement& requirement);

/// True if the model, in the kind that is asked for, looks at nothing of values but which are
/// alike, and at no single one of them: several attributes may be joined for it.
/// \throws Error{bad_policy} if there is no such model.
[[nodiscard]] bool takes_joint_values(const PrivacyRequirement& requirement);

/// \throws Error{bad_policy} with the nearest known name.
[[nodiscard]] const ModelInfo& find_privacy_model(std::string_view name);

}  // namespace kanon
