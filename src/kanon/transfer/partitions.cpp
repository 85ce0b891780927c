// SPDX-License-Identifier: Apache-2.0
#include "kanon/transfer/partitions.hpp"

#include "kanon/audit/merged_audit.hpp"
#include "kanon/base/text/count_text.hpp"
#include "kanon/engine/connection/stage.hpp"
#include "kanon/engine/rows/read_rows.hpp"
#include "kanon/methods/catalogue/portfolio.hpp"
#include "kanon/problem/as_is_warnings.hpp"
#include "kanon/profile/sets/separation.hpp"
#include "kanon/run/coded_loss.hpp"
#include "kanon/run/disclosure.hpp"
#include "kanon/run/finish.hpp"
#include "kanon/run/release_and_prove.hpp"
#include "kanon/run/risk_limit_search.hpp"
#include "kanon/run/saved_recoding.hpp"
#include "kanon/run/search.hpp"
#include "kanon/run/starred_columns.hpp"
#include "kanon/source/input.hpp"
#include "kanon/source/reading.hpp"
#include "kanon/transfer/merged_result.hpp"
#include "kanon/transfer/partition_plan.hpp"
#include "kanon/transfer/partition_table.hpp"
#include "kanon/transfer/partitioned_sources.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <memory>
#include <numeric>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace kanon::detail {
namespace {

void check_job(const AnonymizeJob& job) {
    const std::array<std::pair<bool, const char*>, 5> given{{
        {!job.report.empty(), "a report (--report)"},
        {!job.save_recoding.empty(), "a saved recoding (--save-recoding)"},
        {!job.apply_recoding.empty(), "an applied recoding (--apply)"},
        {job.options.prove, "--prove"},
        {job.options.evaluate, "--evaluate"},
    }};
    for (const auto& [is_given, what] : given) {
        if (is_given) {
            refuse_partitions(
                ErrorCode::usage,
                fmt::format("which goes without {}; give more --memory, or leave it out", what));
        }
    }
}

void check_problem(const Problem& problem) {
    const auto knows_some = [](const auto& model) { return model->known_values() > 0; };
    const std::array<std::pair<bool, const char*>, 9> asked{{
        {!problem.policy.person.empty(), "persons that are counted"},
        {problem.uncoded.column_count() > 0,
         "columns with top, bottom, rounding or derived values"},
        {!problem.joint_of.empty(), "models of several attributes together"},
        {problem.population != nullptr, "models of a population"},
        {first_of_average(problem.models) != nullptr, "limits of an average"},
        {std::ranges::any_of(problem.models, knows_some), "models of who knows some values"},
        {problem.patterns.all_star == AllStar::as_class, "suppressed rows as a class"},
        {!says_of_unions(problem.models), "models that say nothing of unions of classes"},
        {problem.promises_candidates() || problem.has_aggregates() || problem.patterns.given ||
             problem.cell_suppression_limit.has_value(),
         "anything but classes of generalized rows"},
    }};
    for (const auto& [is_asked, what] : asked) {
        if (is_asked) {
            refuse_partitions(ErrorCode::bad_policy,
                              fmt::format("which goes without {}; give more --memory", what));
        }
    }
    const auto is_bounded = [](const QuasiIdentifier& attribute) {
        return attribute.greatest_level < attribute.hierarchy.height();
    };
    if (std::ranges::any_of(problem.quasi_identifiers, is_bounded)) {
        refuse_partitions(
            ErrorCode::bad_policy,
            "which goes without greatest levels of attributes (`levels`); give more --memory");
    }
}

/// What columns that are released as they are tell, counted where the rows are.
profile::AsIsFindings look_at_partitioned_columns(const PartitionedSources& rows,
                                                  const PartitionTables& codes,
                                                  const Problem& problem,
                                                  unsigned threads) {
    const profile::AsIsColumns as_is = as_is_columns(problem);
    profile::AsIsFindings out;
    if (as_is.columns.empty()) {
        return out;
    }
    profile::RareRowCount rare(problem.data_rows(), as_is.columns, profile::CountedRows{}.rows);
    rows.take_combinations(
        as_is.columns, codes, [&](std::span<const Code> of_row, std::uint64_t count) {
            rare.add(of_row, count);
        });
    out.rare = rare.rare_rows(as_is.k);
    for (const std::size_t column : as_is.columns) {
        out.rare_alone.push_back(profile::rare_rows_alone(problem.table, column, as_is, threads));
    }
    out.dependences = profile::find_dependences_among(
        problem.table, profile::dependence_search(as_is, threads), [&](std::size_t known) {
            return rows.determined(known, as_is.columns, codes);
        });
    return out;
}

/// The row of the catalogue: what the policy names, or what `auto` takes for so large a table.
const MethodInfo& method_of(const Problem& problem, const Policy& policy) {
    if (policy.method != "auto") {
        return find_method(policy.method);
    }
    const MethodInfo& first = *methods_to_try(problem).front().info;
    return find_method(first.name == "refine" ? "best-split" : first.name);
}

/// Solves one table in pieces.
class PiecedRun {
public:
    PiecedRun(const AnonymizeJob& job, EngineTarget& target, Stopwatch& watch)
        : job_(job), target_(target), watch_(watch), result_(std::make_unique<Result>()) {}

    std::unique_ptr<Result> run() {
        bind_marginals();
        rows_.emplace(target_.sessions(), problem(), source_.reading);
        result_->facts.warnings = warnings_of_columns_as_they_are(
            problem(),
            look_at_partitioned_columns(*rows_, *codes_, problem(), job_.context.threads));
        check_warnings(*result_, job_.options);
        decided_ = plan_->decide(*rows_, result_->facts);
        cut();
        rows_->lay_out();
        solve_all();
        finish();
        return std::move(result_);
    }

private:
    void bind_marginals() {
        BindOptions circumstances = bind_options_of(job_.policy);
        circumstances.row_order = RowOrder::hidden;
        circumstances.by_marginals = true;
        ReadOptions read = job_.read;
        read.distinct_bytes = bytes_of_rows(job_);
        std::vector<std::string> inputs{job_.input};
        inputs.insert(inputs.end(), job_.more_inputs.begin(), job_.more_inputs.end());
        source_ = read_source(inputs,
                              job_.policy,
                              read,
                              {.order = RowOrder::hidden, .rows = EngineRows::marginals},
                              job_.context);
        result_->policy = job_.policy;
        result_->problem = std::make_unique<const Problem>(
            bind_source(source_, job_.policy, circumstances, job_.context));
        result_->facts.seconds.read = source_.read_seconds;
        result_->facts.seconds.bind = watch_.lap() - source_.read_seconds;
        check_problem(problem());
        target_.check_columns(problem());
        info_ = &method_of(problem(), job_.policy);
        const PartitionedTable table{.problem = result_->problem.get(),
                                     .policy = &job_.policy,
                                     .method = info_,
                                     .room = engine::most_distinct_rows(
                                         bytes_of_rows(job_), source_.reading.table.column_count()),
                                     .context = &job_.context};
        room_ = table.room;
        result_->facts.assumptions.push_back(
            fmt::format("the table was solved in pieces, of up to {} each: there is no room for "
                        "more at a time",
                        count_text(room_, "distinct row")));
        audited_.emplace(problem());
        plan_ = recoding_of(*info_, problem()) == RecodingKind::full_domain
                    ? plan_by_levels(table)
                    : plan_by_marginals(table);
        codes_ = std::make_unique<PartitionTables>(
            source_.reading.table, source_.reading.missing_marks, job_.read.show_values);
    }

    [[nodiscard]] const Problem& problem() const { return *result_->problem; }

    /// Cut the pieces that do not fit until all do.
    void cut() {
        while (true) {
            throw_if_cancelled(job_.context);
            const std::vector<PartitionedSources::Size> sizes = rows_->sizes();
            std::vector<std::size_t> large;
            for (std::size_t piece = 0; piece < sizes.size(); ++piece) {
                if (sizes[piece].distinct > room_) {
                    large.push_back(piece);
                }
            }
            if (large.empty()) {
                return;
            }
            cut(large, sizes);
        }
    }

    void cut(const std::vector<std::size_t>& large,
             const std::vector<PartitionedSources::Size>& sizes) {
        const std::vector<std::vector<Marginal>> marginals = rows_->marginals(large);
        for (std::size_t i = 0; i < large.size(); ++i) {
            const MarginalDivision division = plan_->divide(sizes[large[i]], marginals[i]);
            rows_->cut(large[i], division.attribute, division.parts);
        }
    }

    /// One piece after another; how far that is is told by their rows.
    void solve_all() {
        engine::Stage stage(&job_.context, "solve", problem().data_rows(), true);
        std::vector<std::unique_ptr<engine::WorkOn>> work;
        for (const EngineTarget::Session& session : target_.sessions()) {
            work.push_back(std::make_unique<engine::WorkOn>(*session.connection, stage));
        }
        for (std::size_t piece = 0; piece < rows_->partition_count(); ++piece) {
            throw_if_cancelled(job_.context);
            const std::uint64_t before = rows_read_;
            solve(piece);
            stage.add(rows_read_ - before);
            stage.tell();
        }
    }

    void solve(std::size_t piece) {
        const SourceReading reading_of_source = codes_->read(rows_->parts(piece));
        rows_read_ += std::accumulate(
            reading_of_source.counts.begin(), reading_of_source.counts.end(), std::uint64_t{0});
        Result solved;
        solved.policy = job_.policy;
        solved.facts.method = info_->name;
        solved.facts.recoding = to_string(recoding_of(*info_, problem()));
        Stopwatch watch;
        solved.problem = std::make_unique<const Problem>(bind_piece(reading_of_source));
        watch.lap();
        plan_->solve(solved);
        solved.facts.seconds.solve = watch.lap();
        release_and_prove(solved, job_.secret_seed, job_.context, watch);
        if (solved.audit.measures.suppressed_rows > 0 && !plan_->suppresses()) {
            refuse_partitions(
                ErrorCode::infeasible,
                "of which one would have rows suppressed, which goes only where all rows are "
                "held; give more --memory");
        }
        if (job_.dry_run) {
            audited_->add(solved.audit, *solved.whole().classes);
        } else {
            target_.write_partition(
                solved, reading_of_source, rows_->rows(piece), plan_->suppresses(), *audited_);
        }
        merged_.add(solved);
    }

    /// What the policy, as it was spelled out for the whole table, says of a piece of it.
    [[nodiscard]] Problem bind_piece(const SourceReading& reading_of_source) const {
        BindOptions circumstances = bind_options_of(job_.policy);
        circumstances.row_order = RowOrder::hidden;
        circumstances.has_order = false;
        circumstances.counts = reading_of_source.counts;
        circumstances.only_measured = true;  // what the whole table can keep was looked at
        circumstances.by_marginals = true;   // and so was what its columns tell
        circumstances.is_part = rows_->partition_count() > 1;
        circumstances.unread = source_.skipped;
        circumstances.part_of = &problem();
        return kanon::bind(
            reading_of_source.table, problem().policy, source_.files, circumstances, job_.context);
    }

    void finish() {
        if (rows_read_ != problem().data_rows()) {
            throw Error(ErrorCode::bad_input,
                        "changed while it was read; nothing was released, run again",
                        Where{.file = shown_input(job_.input)});
        }
        result_->audit = audited_->finish();
        require_proof(result_->audit);
        merged_.finish(*result_, std::move(decided_));
        result_->made = PartitionedRelease{.partitions = rows_->partition_count()};
        warn_of_starred_columns(*result_);
        warn_of_disclosure(*result_);
        check_release(*result_, job_.options);
        if (!job_.dry_run) {
            target_.finish_partitions(*result_);
        }
        const StageSeconds& spent = result_->facts.seconds;
        result_->facts.seconds.write = watch_.lap() - spent.solve - spent.apply - spent.audit;
    }

    const AnonymizeJob& job_;
    EngineTarget& target_;
    Stopwatch& watch_;
    std::unique_ptr<Result> result_;
    PolicySource source_;
    const MethodInfo* info_ = nullptr;
    std::unique_ptr<PartitionPlan> plan_;
    std::optional<Outcome> decided_;  ///< for all partitions together
    std::uint64_t room_ = 0;          ///< distinct rows that can be held
    std::unique_ptr<PartitionTables> codes_;
    std::optional<PartitionedSources> rows_;
    MergedResult merged_;
    std::optional<MergedAudit> audited_;
    std::uint64_t rows_read_ = 0;
};

}  // namespace

std::string memory_for(std::uint64_t distinct, const PartitionedTable& table) {
    const std::size_t columns = table.problem->table.column_count();
    const std::uint64_t bytes = 2 * engine::bytes_of_distinct_rows(distinct, columns);
    return fmt::format("--memory {}M", bytes / (std::uint64_t{1} << 20U) + 1);
}

void refuse_partitions(ErrorCode code, const std::string& what) {
    throw Error(code,
                "the table has more distinct rows than there is room for and is to be solved in "
                "pieces, " +
                    what);
}

std::uint64_t bytes_of_rows(const AnonymizeJob& job) {
    return job.read.distinct_bytes != 0 ? job.read.distinct_bytes : job.context.memory_limit;
}

std::unique_ptr<Result> run_in_partitions(const AnonymizeJob& job,
                                          EngineTarget& target,
                                          Stopwatch& watch) {
    check_job(job);
    return PiecedRun(job, target, watch).run();
}

}  // namespace kanon::detail
