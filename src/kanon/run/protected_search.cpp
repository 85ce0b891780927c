// SPDX-License-Identifier: Apache-2.0
#include "kanon/run/protected_search.hpp"

#include "kanon/methods/catalogue/catalogue.hpp"
#include "kanon/methods/catalogue/portfolio.hpp"
#include "kanon/problem/binding/protection.hpp"
#include "kanon/problem/column_facts.hpp"
#include "kanon/quality/disclosed_rows.hpp"
#include "kanon/release/classes/released_classes.hpp"
#include "kanon/report/wording.hpp"
#include "kanon/run/release_and_prove.hpp"
#include "kanon/run/risk_limit_search.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <iterator>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace kanon::detail {
namespace {

/// What protection may cost: of the detail where the objective is a share of it, else beside the
/// loss without it.
constexpr double kMostExtraShare = 0.10;
constexpr double kMostExtraFactor = 2;

/// Row types times attributes up to which the loss without protection is always found out, if only
/// to say it; of a larger table where what protection may cost hangs on it.
constexpr std::size_t kMostSearchedTwice = std::size_t{1} << 22U;

/// Of such a table refining lowers what the classes it starts from lose by less than this share.
constexpr double kMostRefined = 0.10;

/// The first search of a large table, mostly the last as well, has this part of the time.
constexpr int kSharesOfLarge = 3;

/// All of it, where so many seconds are left and the classes that are begun with lose little: that
/// is known after a part of one.
constexpr double kSecondsToJudge = 5;

/// Another search is worthwhile that has so many times the time of the one before.
constexpr double kWorthwhile = 1.5;

using Columns = std::vector<std::string>;

/// The share of the rows that have the most frequent value.
double concentration(const Problem& problem, const std::string& column) {
    const std::vector<std::uint64_t> rows =
        rows_of_codes(problem.table.column(*problem.table.find(column)), problem.counts);
    return static_cast<double>(*std::ranges::max_element(rows)) /
           static_cast<double>(problem.data_rows());
}

/// The columns with added promises, the least concentrated first.
Columns protectable_columns(const Problem& problem) {
    std::vector<std::pair<double, std::string>> ranked;
    const Columns columns = columns_with_added_promises(problem);
    ranked.reserve(columns.size());
    for (const std::string& column : columns) {
        ranked.emplace_back(concentration(problem, column), column);
    }
    std::ranges::stable_sort(ranked, {}, [](const auto& one) { return one.first; });
    Columns out(ranked.size());
    std::ranges::transform(ranked, out.begin(), [](auto& one) { return std::move(one.second); });
    return out;
}

std::string names_text(const Columns& columns) {
    std::string out;
    for (const std::string& column : columns) {
        out += fmt::format("{}'{}'", out.empty() ? "" : ", ", column);
    }
    return out;
}

class ProtectedSearch {
public:
    ProtectedSearch(Result& result,
                    const AnonymizeOptions& options,
                    const RunContext& context,
                    Stopwatch& watch)
        : result_(result),
          options_(options),
          context_(context),
          watch_(watch),
          problem_(std::move(result.problem)),
          columns_(protectable_columns(*problem_)),
          left_(3 + static_cast<int>(columns_.size())) {}

    void run() {
        std::unique_ptr<Result> first;
        if (is_large()) {
            const int searches = std::exchange(left_, begins_affordable() ? 1 : kSharesOfLarge);
            first = found_with(columns_);
            left_ = searches;
            if (first && (first->outcome.loss <= kMostExtraShare || surely_affordable(*first))) {
                improve_in_time_left(first, columns_);
                say(*first, columns_, std::nullopt);
                take(std::move(*first));
                return;
            }
        }
        std::unique_ptr<Result> best = search_with({});
        const double plain = best->outcome.loss;
        most_ = affordable(plain);
        Columns kept;
        const auto keep = [&](const Columns& columns) {
            const bool is_known = is_large() && columns.size() == columns_.size();
            std::unique_ptr<Result> found = is_known ? std::move(first) : found_with(columns);
            if (found && found->outcome.loss <= most_) {
                best = std::move(found);
                kept = columns;
            }
            return kept == columns;
        };
        if (!keep(columns_)) {
            const Columns disclosed = disclosed_by(*best);
            const bool is_new = !disclosed.empty() && disclosed.size() < columns_.size();
            if ((!is_new || !keep(disclosed)) && may_disclose()) {
                for (const std::string& column : disclosed) {
                    Columns more = kept;
                    more.push_back(column);
                    keep(more);
                }
            }
        }
        improve_in_time_left(best, kept);
        say(*best, kept, plain);
        take(std::move(*best));
    }

private:
    /// Search once more, with all the time that is left before a deadline, if that is more than the
    /// share that the release had. Keeps it where nothing better is found.
    void improve_in_time_left(std::unique_ptr<Result>& best, const Columns& kept) {
        if (!context_.deadline || best->outcome.ending == Ending::optimal ||
            best->facts.seconds.solve * kWorthwhile > seconds_left()) {
            return;
        }
        left_ = 1;
        std::unique_ptr<Result> again = found_with(kept);
        if (!again) {
            return;
        }
        if (again->outcome.loss < best->outcome.loss || again->outcome.ending == Ending::optimal) {
            std::swap(best, again);
        }
        // A bound is one for releases of the same problem and kind.
        std::optional<double>& bound = best->outcome.lower_bound;
        if (again->facts.method == best->facts.method && best->outcome.ending != Ending::optimal) {
            bound = std::max(bound, again->outcome.lower_bound);
        }
    }

    [[nodiscard]] double seconds_left() const {
        return std::chrono::duration<double>(*context_.deadline - std::chrono::steady_clock::now())
            .count();
    }

    [[nodiscard]] bool is_large() const {
        return problem_->objective == Objective::gcp &&
               problem_->row_types().size() * problem_->quasi_identifiers.size() >
                   kMostSearchedTwice;
    }

    /// True if the release is written even where it discloses much: then it is to be little.
    [[nodiscard]] bool may_disclose() const {
        return !options_.require_fit || result_.policy.accept.contains("disclosure");
    }

    [[nodiscard]] double affordable(double plain) const {
        return problem_->objective == Objective::gcp
                   ? plain + kMostExtraShare
                   : plain + std::abs(plain) * (kMostExtraFactor - 1);
    }

    /// True if what the classes lose that a search with all protection begins with is affordable.
    [[nodiscard]] bool begins_affordable() const {
        return context_.deadline && seconds_left() > kSecondsToJudge &&
               result_.policy.method == "auto" &&
               !refining_start_loses(
                   with_added_promises_for(*problem_, columns_), kMostExtraShare, share_of_time());
    }

    /// True if the loss of a refined release with all protection is affordable for what the classes
    /// lose that refining begins with without. Mostly a part of these says so: it takes far less
    /// time than another refined release, of which nothing would be kept.
    [[nodiscard]] bool surely_affordable(const Result& found) {
        if (result_.policy.method != "auto" || found.facts.method != "refine" || options_.prove) {
            return false;
        }
        const Problem plain = with_added_promises_for(*problem_, {});
        const double least = (found.outcome.loss - kMostExtraShare) / (1 - kMostRefined);
        return refining_start_loses(plain, least, share_of_time());
    }

    /// A share of the time that is left, for the searches that may follow.
    [[nodiscard]] RunContext share_of_time() const {
        RunContext out = context_;
        if (context_.deadline) {
            const auto now = std::chrono::steady_clock::now();
            out.deadline = now + (*context_.deadline - now) / std::max(left_, 1);
        }
        return out;
    }

    /// The columns of which the release discloses too much, the least concentrated first.
    [[nodiscard]] Columns disclosed_by(const Result& found) const {
        if (std::holds_alternative<AssignmentRecoding>(*found.outcome.recoding)) {
            return columns_;  // what is disclosed hangs on a draw
        }
        const Problem& problem = *found.problem;
        const Release release = carried_out(problem, *found.outcome.recoding, context_.threads);
        const ReleasedClasses classes = classes_of(problem, release, context_.threads);
        Columns out;
        for (const DisclosedRows& one :
             count_disclosed_rows(classes, release.table, columns_, context_.threads)) {
            if (is_too_many(one.rows, problem.data_rows())) {
                out.push_back(one.column);
            }
        }
        return out;
    }

    std::unique_ptr<Result> search_with(const Columns& columns) {
        auto out = std::make_unique<Result>();
        out->policy = result_.policy;
        out->problem = std::make_unique<const Problem>(with_added_promises_for(*problem_, columns));
        solve(*out, options_, share_of_time(), watch_);
        left_ = std::max(left_ - 1, 1);
        return out;
    }

    /// Null where there is no release.
    std::unique_ptr<Result> found_with(const Columns& columns) {
        try {
            std::unique_ptr<Result> found = search_with(columns);
            if (columns.size() == columns_.size()) {
                loss_with_all_ = found->outcome.loss;
            }
            return found;
        } catch (const Error& error) {
            if (error.code() != ErrorCode::infeasible && error.code() != ErrorCode::timed_out) {
                throw;
            }
            return nullptr;
        }
    }

    [[nodiscard]] std::string loss_text(double loss) const {
        return problem_->objective == Objective::gcp ? percent_text(loss)
                                                     : fmt::format("{:.4g}", loss);
    }

    /// \param plain the loss without protection; none: it was not sought. Not said where it is more
    /// than with it, as after a shorter search
    void say(Result& best, const Columns& kept, std::optional<double> plain) const {
        std::vector<std::string>& lines = best.facts.assumptions;
        if (!kept.empty()) {
            lines.push_back(fmt::format(
                "distinct 2-diversity was added for {}: the loss is {}{} "
                "(--no-protection leaves it out)",
                names_text(kept),
                loss_text(best.outcome.loss),
                plain && *plain <= best.outcome.loss ? ", without it " + loss_text(*plain)
                                                     : std::string()));
        }
        Columns left;
        std::ranges::copy_if(columns_, std::back_inserter(left), [&](const std::string& column) {
            return std::ranges::find(kept, column) == kept.end();
        });
        if (!left.empty() && plain) {
            best.facts.protection_note = loss_with_all_
                                             ? fmt::format("the loss would be {} in place of {}",
                                                           loss_text(*loss_with_all_),
                                                           loss_text(*plain))
                                             : std::string("no release was found that keeps it");
            lines.push_back(fmt::format("no l-diversity was added for {}: {}",
                                        names_text(left),
                                        best.facts.protection_note));
        }
    }

    void take(Result best) {
        RunFacts& facts = result_.facts;
        result_.problem = std::move(best.problem);
        result_.outcome = std::move(best.outcome);
        facts.method = std::move(best.facts.method);
        facts.method_why = std::move(best.facts.method_why);
        facts.proof_note = std::move(best.facts.proof_note);
        facts.tried = std::move(best.facts.tried);
        facts.recoding = std::move(best.facts.recoding);
        facts.protection_note = std::move(best.facts.protection_note);
        facts.raised_k = std::move(best.facts.raised_k);
        facts.assumptions.insert(
            facts.assumptions.end(), best.facts.assumptions.begin(), best.facts.assumptions.end());
        facts.seconds.solve = whole_.total();
        static_cast<void>(watch_.lap());
    }

    Result& result_;
    const AnonymizeOptions& options_;
    const RunContext& context_;
    Stopwatch& watch_;
    Stopwatch whole_;
    std::unique_ptr<const Problem> problem_;
    Columns columns_;
    int left_;
    double most_ = 0;
    std::optional<double> loss_with_all_;  ///< none: nothing was found that keeps them all
};

bool keeps_diversity(const Policy& policy) {
    if (policy.method == "auto") {
        return true;
    }
    const auto models = find_method(policy.method).models;
    return models.empty() || std::ranges::find(models, "l-diversity") != models.end();
}

}  // namespace

void protect_by(const AnonymizeOptions& options, const Policy& policy, BindOptions& binding) {
    if (options.protect) {
        binding.protects_amounts = true;
        binding.protects_sensitive = keeps_diversity(policy);
    }
}

void solve_protected(Result& result,
                     const AnonymizeOptions& options,
                     const RunContext& context,
                     Stopwatch& watch) {
    if (columns_with_added_promises(*result.problem).empty()) {
        solve(result, options, context, watch);
    } else {
        ProtectedSearch(result, options, context, watch).run();
    }
}

}  // namespace kanon::detail
