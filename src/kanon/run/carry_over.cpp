// SPDX-License-Identifier: Apache-2.0
#include "kanon/run/carry_over.hpp"

#include "kanon/base/text/count_text.hpp"
#include "kanon/release/classes/star_class.hpp"
#include "kanon/release/classes/starred.hpp"
#include "kanon/release/recoding/carried_classes.hpp"
#include "kanon/release/recoding/carried_recoding.hpp"
#include "kanon/run/saved_recoding.hpp"

#include <string>
#include <utility>
#include <vector>

namespace kanon::detail {
namespace {

void require_within_limit(const Problem& problem,
                          const CarriedLosses& losses,
                          const std::string& file) {
    if (losses.rows() <= problem.suppression_limit) {
        return;
    }
    std::string why;
    const auto add = [&why](std::uint64_t rows, const char* one, const char* many) {
        if (rows > 0) {
            why += (why.empty() ? "" : ", ") + count_text(rows) + (rows == 1 ? one : many);
        }
    };
    add(losses.unplaced, " fits nothing that it releases", " fit nothing that it releases");
    add(losses.failing,
        " is in a class that fails a privacy model",
        " are in classes that fail a privacy model");
    add(losses.starred,
        " would be suppressed in every quasi-identifier",
        " would be suppressed in every quasi-identifier");
    throw Error(ErrorCode::infeasible,
                "the recoding cannot be applied: " + count_text(losses.rows()) + " of " +
                    count_text(problem.row_types().row_count(), "row") +
                    " would be suppressed and " + count_text(problem.suppression_limit) +
                    " may be (" + why + "); allow more suppression, or search anew without --apply",
                Where{.file = file});
}

/// \throws Error{infeasible} if the release would hold stars that the policy does not let stand.
void require_stars(const Problem& problem, const CarriedLosses& losses, const std::string& file) {
    if (losses.stars == CarriedLosses::Stars::are_class) {
        return;
    }
    if (losses.stars == CarriedLosses::Stars::fail) {
        throw Error(ErrorCode::infeasible,
                    "the recoding cannot be applied: " + count_text(losses.rows(), "row") +
                        " would be suppressed whole, which is a class by `all-star: class`, and "
                        "it fails a privacy model; search anew without --apply",
                    Where{.file = file});
    }
    require_within_limit(problem, losses, file);
}

/// Holds what rows are released as against the policy's patterns.
class PatternJudge {
public:
    PatternJudge(const Problem& problem, const CarriedRecoding& carried)
        : mask_(problem.patterns), carried_(carried), view_(view_of(carried.recoding)) {
        for (std::size_t j = 0; j < view_.domains.size(); ++j) {
            stars_.push_back(
                values_spelled_star(*view_.domains[j], &problem.quasi_identifiers[j].hierarchy));
        }
    }

    /// True if each cell of the type is a star or its value, and its stars are allowed together.
    /// \pre every attribute has a value for it
    [[nodiscard]] bool allows(std::size_t type) const {
        Pattern pattern = 0;
        for (std::size_t j = 0; j < stars_.size(); ++j) {
            const std::uint32_t value = carried_.value_of_type[j][type];
            if (stars_[j][value]) {
                pattern |= Pattern{1} << j;
            } else if (view_.domains[j]->values[value].kind != ReleasedValue::Kind::exact) {
                return false;
            }
        }
        return mask_.allows(pattern);
    }

private:
    const PatternMask& mask_;
    const CarriedRecoding& carried_;
    RecodingView view_;
    std::vector<std::vector<bool>> stars_;
};

/// \throws Error{infeasible} if a row would be released otherwise than the policy's patterns allow.
void require_patterns(const Problem& problem,
                      const CarriedRecoding& carried,
                      const CarriedLosses& losses,
                      const std::string& file) {
    if (!problem.patterns.given) {
        return;
    }
    const PatternJudge judge(problem, carried);
    for (std::size_t type = 0; type < losses.suppressed.size(); ++type) {
        if (!losses.suppressed[type] && !judge.allows(type)) {
            throw Error(ErrorCode::infeasible,
                        "the recoding cannot be applied: it releases rows in ways that the "
                        "policy's patterns do not allow; use the policy with which it was saved, "
                        "or search anew without --apply",
                        Where{.file = file});
        }
    }
}

void require_objective(const Problem& problem, const Recoding& recoding, const std::string& file) {
    const ObjectiveInfo& objective = info(problem.objective);
    if (objective.needs_levels && view_of(recoding).full_domain_node() == nullptr) {
        throw Error(ErrorCode::bad_policy,
                    "the objective '" + std::string(objective.name) +
                        "' is defined for full-domain recodings alone, and this is none; choose "
                        "another",
                    Where{.file = file});
    }
}

/// What rows a placement suppresses whose promises were the same when it was saved: no class fails.
CarriedLosses losses_as_saved(const Problem& problem, const CarriedRecoding& carried) {
    const RecodingView view = view_of(carried.recoding);
    CarriedLosses out;
    out.suppressed.resize(problem.row_types().size());
    for (std::size_t type = 0; type < out.suppressed.size(); ++type) {
        out.suppressed[type] = view.tuple_of_type[type] == kNoValue;
    }
    for (const Share& share : view.shares) {
        out.suppressed[share.type] = false;
        out.unplaced += share.of_class == kSuppressedClass ? share.rows : 0;
    }
    for (std::size_t type = 0; type < out.suppressed.size(); ++type) {
        out.unplaced += out.suppressed[type] ? problem.row_types().counts[type] : 0;
    }
    return out;
}

struct JudgedRecoding {
    CarriedRecoding carried;
    CarriedLosses losses;
    bool as_saved = false;  ///< each row is in the class that it was saved in
};

/// As saved if it was saved of this very table and still holds; else rows are placed anew.
JudgedRecoding placed_or_carried(const Problem& problem,
                                 const TableFacts& table,
                                 const SavedRecoding& saved,
                                 const std::string& file,
                                 const RunContext& context) {
    JudgedRecoding out;
    if (auto placed = find_placed(table, saved, file, context.threads)) {
        out.losses = placed->splits_types ? losses_as_saved(problem, *placed)
                                          : judge_carried(table, *placed, context.threads);
        out.as_saved = out.losses.stars == CarriedLosses::Stars::are_class ||
                       (out.losses.stars == CarriedLosses::Stars::suppressed &&
                        out.losses.rows() <= problem.suppression_limit);
        out.carried = std::move(*placed);
    }
    if (!out.as_saved) {
        out.carried = find_carried(table, saved, file, context.threads);
        out.losses = judge_carried(table, out.carried, context.threads);
    }
    return out;
}

}  // namespace

Outcome carry_over(const Problem& problem,
                   const SavedRecoding& saved,
                   const std::string& file,
                   const RunContext& context) {
    if (problem.has_aggregates()) {
        throw Error(ErrorCode::bad_policy,
                    "a saved recoding holds no aggregates, for those are of the rows they were "
                    "computed from; drop recode: mean, median and mode, or search anew without "
                    "--apply",
                    Where{.file = file});
    }
    const TableFacts table = facts_of(problem);
    auto [carried, losses, as_saved] = placed_or_carried(problem, table, saved, file, context);
    throw_if_cancelled(context);
    require_stars(problem, losses, file);
    require_patterns(problem, carried, losses, file);
    if (losses.stars == CarriedLosses::Stars::are_class) {
        carried.recoding = with_star_class(carried, losses.suppressed);
    } else if (!carried.splits_types) {
        suppress(carried.recoding, losses.suppressed);
    }
    require_objective(problem, carried.recoding, file);
    Outcome outcome;
    outcome.ending = Ending::feasible;
    outcome.recoding = std::move(carried.recoding);
    outcome.stats = {{"unplaced_rows", static_cast<double>(losses.unplaced)},
                     {"failing_rows", static_cast<double>(losses.failing)},
                     {"starred_rows", static_cast<double>(losses.starred)}};
    if (as_saved) {
        outcome.stats.emplace_back("placed_as_saved", 1.0);
    }
    return outcome;
}

double carried_loss(Objective objective,
                    const Problem& problem,
                    const std::optional<Recoding>& recoding,
                    const Measures& measures) {
    LossFacts facts = loss_facts(measures, problem.k, problem.quasi_identifiers.size());
    const Node* node = view_of(recoding).full_domain_node();
    for (std::size_t j = 0; node != nullptr && j < node->size(); ++j) {
        const double level = (*node)[j];
        facts.height += level;
        facts.relative_height += level / problem.quasi_identifiers[j].hierarchy.height();
    }
    return objective_value(objective, facts);
}

}  // namespace kanon::detail
