// SPDX-License-Identifier: Apache-2.0
#include "kanon/linked/run/anonymize_linked.hpp"

#include "kanon/base/error.hpp"
#include "kanon/base/secret_random.hpp"
#include "kanon/base/stopwatch.hpp"
#include "kanon/base/text/count_text.hpp"
#include "kanon/base/text/suggest.hpp"
#include "kanon/io/writing/pending_file.hpp"
#include "kanon/linked/cluster/subject_clusters.hpp"
#include "kanon/linked/run/full_domain_subjects.hpp"
#include "kanon/linked/run/linked_report.hpp"
#include "kanon/linked/run/release_place.hpp"
#include "kanon/source/targets.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <system_error>
#include <utility>

namespace kanon::linked {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kFullDomain = "full-domain";
constexpr std::array<LinkedMethod, 2> kLinkedMethods{{
    {.name = "subject-clusters",
     .summary = "classes of near subjects, whose rows are assigned to each other"},
    {.name = kFullDomain,
     .summary = "the subjects' table at one level of each hierarchy, stars in the tables below"},
}};

const LinkedMethod& find_linked_method(const SchemaPolicy& schema) {
    if (schema.method.empty()) {
        return kLinkedMethods.front();
    }
    std::vector<std::string_view> names;
    for (const LinkedMethod& method : kLinkedMethods) {
        if (method.name == schema.method) {
            return method;
        }
        names.push_back(method.name);
    }
    throw Error(
        ErrorCode::bad_policy,
        "'" + schema.method + "' is no method for linked tables" + suggestion(schema.method, names),
        {.file = schema.file});
}

/// Rows of each table that a decision leaves out, beyond what it may.
std::vector<std::uint64_t> rows_beyond_limit(const LinkedTables& tables, const Grouping& grouping) {
    std::vector<std::uint64_t> out;
    for (std::size_t t = 0; t < tables.tables.size(); ++t) {
        const auto& groups = grouping.tables[t].group_of_row;
        const auto left_out = static_cast<std::uint64_t>(std::ranges::count(groups, kLeftOut));
        const std::uint64_t limit = tables.limit.rows(groups.size());
        out.push_back(tables.tables[t].is_made || left_out <= limit ? 0 : left_out - limit);
    }
    return out;
}

/// True if more than k is promised.
bool has_models(const LinkedTables& tables) {
    return std::ranges::any_of(
        tables.tables, [](const LinkedTable& table) { return table.problem.models.size() > 1; });
}

/// Say which table would lose more rows than it may.
[[noreturn]] void refuse_limit(const LinkedTables& tables,
                               const std::vector<std::uint64_t>& beyond) {
    const auto worst = std::ranges::max_element(beyond);
    const LinkedTable& table = tables.tables[static_cast<std::size_t>(worst - beyond.begin())];
    const std::uint64_t needed = tables.limit.rows(table.rows()) + *worst;
    throw Error(ErrorCode::infeasible,
                fmt::format("table '{}': {} of {} ({:.1f} %) would be left out so that {} subjects "
                            "each are alike, and at most {} may be; allow more (suppression: "
                            "{{max: ...}}), or ask for {}",
                            table.name,
                            count_text(needed),
                            count_text(table.rows(), "row"),
                            100.0 * static_cast<double>(needed) / static_cast<double>(table.rows()),
                            tables.k,
                            count_text(tables.limit.rows(table.rows())),
                            has_models(tables) ? "less of k or the models" : "a smaller k"));
}

bool is_within(const std::vector<std::uint64_t>& beyond) {
    return std::ranges::all_of(beyond, [](std::uint64_t rows) { return rows == 0; });
}

/// Class the subjects; where more rows are left out than may be, again, with such rows weighing
/// more. \throws Error{infeasible}
Grouping class_within_limit(const LinkedTables& tables, const RunContext& context) {
    constexpr std::array<double, 4> kWeights{1, 4, 16, 256};
    std::vector<std::uint64_t> least;
    for (const double weight : kWeights) {
        Grouping out = cluster_subjects(tables, {.left_out = weight}, context);
        least = rows_beyond_limit(tables, out);
        if (is_within(least)) {
            return out;
        }
    }
    refuse_limit(tables, least);
}

void check_subjects(const LinkedTables& tables) {
    if (tables.subjects() < tables.k) {
        throw Error(ErrorCode::infeasible,
                    fmt::format("table '{}' has {}, and {} subjects each are to be alike; ask for "
                                "a smaller k",
                                tables.root().name,
                                count_text(tables.subjects(), "row"),
                                tables.k));
    }
}

std::vector<Warning> warnings_of(const LinkedTables& tables) {
    std::vector<Warning> out;
    for (const LinkedTable& table : tables.tables) {
        for (Warning warning : table.problem.warnings) {
            warning.text = table.name + ": " + warning.text;
            out.push_back(std::move(warning));
        }
    }
    return out;
}

/// A folder that is made if it is not there, and is gone again unless it is kept.
class OutputFolder {
public:
    explicit OutputFolder(const std::string& path) : path_(path) {
        std::error_code fault;
        if (path.empty() || fs::is_directory(path, fault)) {
            path_.clear();
            return;
        }
        if (fs::exists(path, fault)) {
            throw Error(ErrorCode::bad_output,
                        "there is a file of that name; all tables go to a folder",
                        {.file = path});
        }
        if (!fs::create_directory(path, fault)) {
            throw Error(ErrorCode::bad_output,
                        "the folder cannot be made: " + fault.message(),
                        {.file = path});
        }
    }

    ~OutputFolder() {
        std::error_code ignored;
        if (!path_.empty()) {
            fs::remove(path_, ignored);
        }
    }

    OutputFolder(const OutputFolder&) = delete;
    OutputFolder& operator=(const OutputFolder&) = delete;

    void keep() { path_.clear(); }

private:
    std::string path_;
};

/// A database may hold more than a release.
void require_new(const std::string& database) {
    std::error_code none;
    if (fs::exists(database, none)) {
        throw Error(ErrorCode::bad_output,
                    "exists already, and a release of linked tables makes a new database; name "
                    "another file",
                    {.file = database});
    }
}

/// A run from tables to tables.
class LinkedRun {
public:
    explicit LinkedRun(const LinkedJob& job) : job_(job), method_(find_linked_method(job.schema)) {}

    std::unique_ptr<LinkedResult> operator()() {
        const Stopwatch watch;
        check_sources();
        const bool has_folder = !job_.schema.is_household && !place_.database && !job_.dry_run;
        folder_.emplace(has_folder ? job_.output : "");
        open_targets();
        out_->tables = read_linked(job_.schema, job_.read, job_.context, job_.in_memory);
        out_->read_seconds = watch.total();
        release();
        out_->seconds = watch.total();
        write();
        if (job_.before_commit) {
            job_.before_commit(*out_);
        }
        commit();
        folder_->keep();
        return std::move(out_);
    }

private:
    void check_sources() {
        if (job_.output.empty()) {
            return;
        }
        place_ = find_release(job_.schema, job_.output, job_.write.format);
        std::vector<std::string> sources{job_.schema.file};
        for (const TablePolicy& table : job_.schema.tables) {
            if (!table.is_made() && job_.in_memory.empty()) {
                const auto of_table = detail::sources_of(table.input, table.policy);
                sources.insert(sources.end(), of_table.begin(), of_table.end());
            }
        }
        std::erase(sources, "");
        std::vector<detail::Target> targets{{"summary", job_.summary}, {"report", job_.report}};
        for (std::size_t t = 0; t < place_.files.size(); ++t) {
            targets.push_back(
                {place_.database ? "database" : "table '" + job_.schema.tables[t].name + "'",
                 place_.files[t]});
        }
        detail::check_targets(sources, targets);
    }

    void open_targets() {
        if (place_.database) {
            require_new(place_.files.front());
        }
        for (const std::string& file : place_.files) {
            targets_.push_back(job_.dry_run ? std::nullopt : pending_file(file, job_.write.force));
        }
        summary_ = job_.dry_run ? std::nullopt : pending_file(job_.summary, job_.write.force);
        report_ = job_.dry_run ? std::nullopt : pending_file(job_.report, job_.write.force);
    }

    void release() {
        check_subjects(out_->tables);
        out_->method = method_.name;
        out_->policy_sha256 = job_.schema.sha256;
        out_->warnings = warnings_of(out_->tables);
        SecretRandom random(job_.secret_seed);
        if (method_.name == kFullDomain) {
            const FullDomainSubjects decision = recode_subjects(out_->tables, job_.context);
            const auto beyond = rows_beyond_limit(out_->tables, decision.grouping);
            if (!is_within(beyond)) {
                refuse_limit(out_->tables, beyond);
            }
            out_->release =
                release_tables(out_->tables, decision.grouping, random, &decision.cells);
        } else {
            out_->release = release_tables(
                out_->tables, class_within_limit(out_->tables, job_.context), random);
        }
        out_->audit = audit_linked(
            out_->tables, out_->release.tables, &out_->release.original_row, {}, job_.context);
        if (!out_->audit.passed()) {
            throw Error(ErrorCode::audit_failed,
                        "the auditor refused the release (a fault of kanon): " +
                            out_->audit.faults.front().message);
        }
        if (out_->audit.subjects == 0) {
            throw Error(ErrorCode::infeasible,
                        "no class of subjects keeps every promise; ask for less");
        }
        out_->loss = measure_linked(out_->tables, out_->release.tables);
    }

    void write() {
        if (place_.database && targets_.front()) {
            targets_.front()->write_database(*place_.database, tables_to_write(), job_.context);
            out_->outputs.push_back(place_.files.front());
        }
        for (std::size_t t = 0; t < targets_.size() && !place_.database; ++t) {
            if (targets_[t]) {
                write_table(t);
            }
        }
        if (summary_) {
            summary_->write_text(linked_summary(*out_));
        }
        if (report_) {
            report_->write_text(linked_html(*out_));
        }
    }

    void write_table(std::size_t t) {
        const std::string& file = place_.files[t];
        const LinkedTable& table = out_->tables.tables[t];
        const WriteOptions write = detail::written_as(job_.write, file, table.form);
        targets_[t]->write_table(
            detail::in_own_form(out_->release.tables[t], file, write, table.form),
            write,
            job_.context);
        out_->outputs.push_back(file);
    }

    [[nodiscard]] std::vector<io::WrittenTable> tables_to_write() const {
        std::vector<io::WrittenTable> out;
        for (std::size_t t = 0; t < out_->tables.tables.size(); ++t) {
            const TablePolicy& table = job_.schema.tables[t];
            if (table.is_made()) {
                continue;
            }
            io::WrittenTable& to = out.emplace_back();
            to.name = table.name;
            to.table = &out_->release.tables[t];
            to.key = table.key;
            if (table.parent && !job_.schema.tables[*table.parent].is_made()) {
                to.foreign = table.foreign;
                to.parent = job_.schema.tables[*table.parent].name;
                to.parent_key = job_.schema.tables[*table.parent].key;
            }
        }
        return out;
    }

    void commit() {
        std::vector<std::optional<PendingFile>*> all{&summary_, &report_};
        for (std::optional<PendingFile>& target : targets_) {
            all.push_back(&target);
        }
        commit_together(all, job_.context);
    }

    const LinkedJob& job_;
    const LinkedMethod& method_;
    std::optional<OutputFolder> folder_;  // goes last: files in it go first
    ReleasePlace place_;
    std::vector<std::optional<PendingFile>> targets_;
    std::optional<PendingFile> summary_;
    std::optional<PendingFile> report_;
    std::unique_ptr<LinkedResult> out_ = std::make_unique<LinkedResult>();
};

}  // namespace

std::span<const LinkedMethod> linked_methods() {
    return kLinkedMethods;
}

std::unique_ptr<LinkedResult> anonymize_linked(const LinkedJob& job) {
    return LinkedRun(job)();
}

}  // namespace kanon::linked
