// SPDX-License-Identifier: Apache-2.0
#include "kanon/audit/classes/undecided_classes.hpp"

#include "kanon/audit/classes/class_search.hpp"

#include <algorithm>
#include <functional>
#include <optional>
#include <utility>

namespace kanon::auditing {
namespace {

/// Persons looked at before what is left is called open.
constexpr std::uint64_t kMaxPersons = 400'000'000;

/// The persons that rows may have: how many rows each, and rows without a person.
class Persons {
public:
    explicit Persons(const TrackedAttribute& attribute) : attribute_(&attribute) {}

    void add(const Histograms& of, std::uint32_t type) {
        for (std::uint32_t at = of.offsets[type]; at < of.offsets[type + 1]; ++at) {
            const Code code = of.values[at];
            if (attribute_->dictionary->is_missing(code)) {
                nobody_ += of.counts[at];
            } else {
                rows_.emplace_back(attribute_->value_of ? (*attribute_->value_of)[code] : code,
                                   of.counts[at]);
            }
        }
    }

    /// How many rows each person has.
    [[nodiscard]] std::vector<std::uint64_t> finish() {
        std::sort(rows_.begin(), rows_.end());
        std::vector<std::uint64_t> out;
        for (std::size_t i = 0; i < rows_.size(); ++i) {
            if (i == 0 || rows_[i].first != rows_[i - 1].first) {
                out.push_back(0);
            }
            out.back() += rows_[i].second;
        }
        return out;
    }

    [[nodiscard]] std::uint64_t nobody() const { return nobody_; }

private:
    const TrackedAttribute* attribute_;
    std::vector<std::pair<Code, std::uint64_t>> rows_;
    std::uint64_t nobody_ = 0;
};

/// The fewest persons that so many rows can have: those without a person first, then the persons
/// with the most rows.
std::uint64_t fewest(std::vector<std::uint64_t> rows_of_persons,
                     std::uint64_t nobody,
                     std::uint64_t rows) {
    std::sort(rows_of_persons.begin(), rows_of_persons.end(), std::greater<>());
    rows -= std::min(rows, nobody);
    std::uint64_t persons = 0;
    for (std::size_t i = 0; rows > 0 && i < rows_of_persons.size(); ++i) {
        rows -= std::min(rows, rows_of_persons[i]);
        ++persons;
    }
    return persons;
}

/// Judges the classes of one model.
class UndecidedFinder {
public:
    UndecidedFinder(const Evidence& evidence,
                    const MatchingTypes& sides,
                    const EdgesOfTypes& edges,
                    std::size_t hidden)
        : sides_(sides),
          edges_(edges),
          attribute_(evidence.problem->tracked[sides.hidden[hidden]]),
          persons_(sides.original.histograms[hidden]),
          search_(evidence, sides, edges, hidden) {}

    /// \pre the types are those of one class
    std::optional<UndecidedClass> judge(const PrivacyModel& model,
                                        const std::vector<std::uint32_t>& types) {
        Persons certain(attribute_);
        Persons possible(attribute_);
        std::uint64_t rows = 0;
        bool all_certain = true;
        for (const std::uint32_t type : types) {
            rows += sides_.released.counts[type];
            const bool is_certain = candidates(type) == sides_.released.counts[type];
            all_certain = all_certain && is_certain;
            for (const std::uint32_t original : edges_[type]) {
                work_ += persons_.offsets[original + 1] - persons_.offsets[original];
                if (work_ > kMaxPersons) {
                    return UndecidedClass{.is_open = true};
                }
                possible.add(persons_, original);
                if (is_certain) {
                    certain.add(persons_, original);
                }
            }
        }
        if (all_certain) {
            return std::nullopt;
        }
        if (model.name() != "k-anonymity" || model.known_values() > 0) {
            return model.judges_average() || model.known_values() > 0
                       ? UndecidedClass{.is_open = true}
                       : search_.judge(model, types);
        }
        const std::uint64_t sure = certain.finish().size();
        const std::vector<std::uint64_t> all = possible.finish();
        const auto least =
            static_cast<double>(std::max(sure, fewest(all, possible.nobody(), rows)));
        const auto most = static_cast<double>(std::min<std::uint64_t>(all.size(), rows));
        if (most < model.required()) {
            return std::nullopt;  // broken in this matching as in every other
        }
        return least < model.required() ? search_.judge(model, types)
                                        : UndecidedClass{.is_open = false, .least = least};
    }

private:
    [[nodiscard]] std::uint64_t candidates(std::uint32_t type) const {
        std::uint64_t rows = 0;
        for (const std::uint32_t original : edges_[type]) {
            rows += sides_.original.counts[original];
        }
        return rows;
    }

    const MatchingTypes& sides_;
    const EdgesOfTypes& edges_;
    const TrackedAttribute& attribute_;
    const Histograms& persons_;
    ClassSearch search_;
    std::uint64_t work_ = 0;
};

/// The released types of each class of the release.
std::vector<std::vector<std::uint32_t>> types_of_classes(const Evidence& evidence,
                                                         const MatchingTypes& sides) {
    std::vector<std::uint32_t> class_of_type(sides.released.size());
    const std::vector<std::uint32_t>& class_of_row = evidence.classes->class_of_row();
    for (std::size_t place = 0; place < sides.released_rows.size(); ++place) {
        class_of_type[sides.released.type_of_row[place]] = class_of_row[sides.released_rows[place]];
    }
    std::vector<std::vector<std::uint32_t>> out(evidence.classes->size());
    for (std::uint32_t type = 0; type < class_of_type.size(); ++type) {
        out[class_of_type[type]].push_back(type);
    }
    return out;
}

}  // namespace

UndecidedClasses find_undecided_classes(const Evidence& evidence,
                                        const MatchingTypes& sides,
                                        const EdgesOfTypes& edges) {
    const PrivacyModels& models = evidence.problem->models;
    UndecidedClasses out(models.size());
    if (sides.hidden.empty()) {
        return out;
    }
    const auto types = types_of_classes(evidence, sides);
    for (std::size_t i = 0; i < models.size(); ++i) {
        const auto found =
            std::find(sides.hidden.begin(), sides.hidden.end(), models[i]->tracked());
        if (found == sides.hidden.end()) {
            continue;
        }
        UndecidedFinder finder(
            evidence, sides, edges, static_cast<std::size_t>(found - sides.hidden.begin()));
        for (const std::vector<std::uint32_t>& of_class : types) {
            out[i].push_back(finder.judge(*models[i], of_class));
        }
    }
    return out;
}

}  // namespace kanon::auditing
