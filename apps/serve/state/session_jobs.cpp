// SPDX-License-Identifier: Apache-2.0
#include "kanon/api/attack.hpp"
#include "kanon/api/compare.hpp"
#include "kanon/api/evaluate.hpp"
#include "kanon/api/explore.hpp"
#include "kanon/api/hierarchy.hpp"

#include "answers/audit_answers.hpp"
#include "answers/hierarchy_answers.hpp"
#include "state/repeat.hpp"
#include "state/session.hpp"
#include <fmt/chrono.h>

#include <algorithm>
#include <ctime>
#include <utility>

namespace kanon::serve {
namespace {

/// Nodes of the solution space that the page draws.
constexpr std::uint64_t kDrawnNodes = 3000;
constexpr std::size_t kMostPoints = 100;

std::string now_in_utc() {
    return fmt::format("{:%Y-%m-%d %H:%M} UTC", fmt::gmtime(std::time(nullptr)));
}

std::string text_of(const Json& asked, const char* key) {
    return asked.contains(key) && asked[key].is_string() ? asked[key].get<std::string>() : "";
}

bool is_asked(const Json& asked, const char* key) {
    return asked.contains(key) && asked[key].is_boolean() && asked[key].get<bool>();
}

/// True where a request means the file that is open in the page, which may lie in a private folder.
bool is_open_file(const Json& asked, const char* key) {
    return asked.contains("open") && asked["open"].is_array() &&
           std::ranges::find(asked["open"], Json(key)) != asked["open"].end();
}

/// The method that draws the curve: what the policy names, or one that is quick.
std::string curve_method(const Policy& policy) {
    return policy.method == "auto" ? "mondrian" : policy.method;
}

std::vector<JoinedColumn> joined_columns(const Json& asked) {
    std::vector<JoinedColumn> out;
    if (asked.contains("on") && asked["on"].is_array()) {
        for (const Json& pair : asked["on"]) {
            out.push_back(
                {.released = text_of(pair, "released"), .outside = text_of(pair, "outside")});
        }
    }
    return out;
}

/// What the page shows of a result beside its summary.
Json result_json(const ReleaseRows& rows) {
    const Result& result = rows.result();
    return {{"columns", rows.columns()},
            {"rows", result.whole().release.table.row_count()},
            {"method", result.facts.method},
            {"method_why", result.facts.method_why},
            {"text", brief_report(record_of(result), {.width = 0, .most_lines = 200, .next = ""})}};
}

}  // namespace

std::string Session::path_of(const std::string& relative) const {
    return relative.empty() ? "" : folder_.target(relative);
}

std::string Session::readable(const Json& asked, const char* key) const {
    if (is_open_file(asked, key)) {
        if (!source_) {
            throw Error(ErrorCode::usage, "no file is open yet");
        }
        return source_->path;
    }
    const std::string relative = text_of(asked, key);
    return relative.empty() ? "" : folder_.file(relative);
}

std::string Session::needed(const Json& asked, const char* key) const {
    std::string path = readable(asked, key);
    if (path.empty()) {
        throw Error(ErrorCode::usage, std::string("name the file: ") + key);
    }
    return path;
}

const ReleaseRows& Session::released(const Lock& /*lock*/) const {
    if (!rows_) {
        throw Error(ErrorCode::usage, "there is no result yet");
    }
    return *rows_;
}

void Session::draw_point(const ComparedRun& run, std::uint64_t policy, const RunContext& context) {
    Json point = point_json(run);
    {
        const Lock lock(mutex_);
        if (context.cancelled()) {
            return;
        }
        Outcome& curve = outcomes_["curve"];
        if (curve.policy != policy || !curve.json.is_object()) {
            curve = {.policy = policy, .json = {{"points", Json::array()}, {"whole", false}}};
        }
        curve.json["points"].push_back(point);
    }
    events_.publish("point", Json{{"policy", policy}, {"point", point}}.dump());
}

void Session::start_curve(const std::vector<std::uint64_t>& ks) {
    const Lock lock(mutex_);
    const Opened& open = opened(lock);
    if (ks.empty() || ks.size() > kMostPoints) {
        throw Error(ErrorCode::usage, "1 to 100 points are drawn at once");
    }
    CompareJob job;
    job.input = open.source.path;
    job.policy = policy_;
    job.read = read_options(open.source, policy_);
    job.ks = ks;
    job.methods = {curve_method(policy_)};
    const std::uint64_t policy = policy_number_;
    outcomes_["curve"] = {.policy = policy, .json = {{"points", Json::array()}, {"whole", false}}};
    start_job(lock,
              {.kind = "curve", .work = [this, job, policy](const RunContext& context) mutable {
                   job.context = context;
                   job.after_each = [&](const ComparedRun& run) {
                       throw_if_cancelled(context);
                       draw_point(run, policy, context);
                   };
                   static_cast<void>(run_job(job));
                   const Lock guard(mutex_);
                   if (!context.cancelled()) {
                       outcomes_["curve"].json["whole"] = true;
                   }
               }});
}

void Session::keep_result(std::shared_ptr<const Result> result,
                          std::uint64_t policy,
                          const RunContext& context) {
    std::string summary = json_summary(record_of(*result));
    auto rows = std::make_shared<const ReleaseRows>(std::move(result));
    Json json = result_json(*rows);
    const Lock lock(mutex_);
    if (!context.cancelled()) {
        rows_ = std::move(rows);
        summary_ = std::move(summary);
        outcomes_["run"] = {.policy = policy, .json = std::move(json)};
    }
}

void Session::measure_result(const Result& result,
                             std::uint64_t policy,
                             const RunContext& context) {
    try {
        keep("figures", policy, Json::parse(evaluation_json(evaluate(result, context))), context);
    } catch (const Error&) {
        if (!context.cancelled()) {
            fail("figures", std::current_exception());
        }
    }
}

void Session::start_run() {
    const Lock lock(mutex_);
    const Opened& open = opened(lock);
    AnonymizeJob job;
    job.input = open.source.path;
    job.policy = policy_;
    job.read = read_options(open.source, policy_);
    job.dry_run = true;
    job.ledger = ledger_.empty() ? "" : folder_.file(ledger_);
    job.shuffle = shuffle_;
    const std::uint64_t policy = policy_number_;
    start_job(lock, {.kind = "run", .work = [this, job, policy](const RunContext& context) mutable {
                         job.context = context;
                         const std::shared_ptr<const Result> result = run_job(job);
                         keep_result(result, policy, context);
                         changed();
                         measure_result(*result, policy, context);
                     }});
}

void Session::start_space() {
    const Lock lock(mutex_);
    const Opened& open = opened(lock);
    ExploreJob job;
    job.input = open.source.path;
    job.policy = policy_;
    job.read = read_options(open.source, policy_);
    job.most_nodes = kDrawnNodes;
    const std::uint64_t policy = policy_number_;
    start_job(lock,
              {.kind = "space", .work = [this, job, policy](const RunContext& context) mutable {
                   job.context = context;
                   const auto exploration = run_job(job);
                   std::string text;
                   write_space_json(record_of(*exploration),
                                    [&](std::string_view part) { text += part; });
                   Json found{{"nodes", exploration->space.nodes.size()}};
                   keep("space", policy, std::move(found), context);
                   const Lock guard(mutex_);
                   if (!context.cancelled()) {
                       space_ = std::move(text);
                   }
               }});
}

bool Session::is_saved_as(const std::string& relative) {
    const Lock lock(mutex_);
    return policy_saved_ && policy_name_ == relative;
}

void Session::start_release(const ReleaseFiles& files) {
    if (!is_saved_as(files.policy)) {
        save_policy(files.policy, files.force);
    }
    const Lock lock(mutex_);
    const Opened& open = opened(lock);
    AnonymizeJob job;
    job.input = open.source.path;
    job.output = folder_.target(files.output);
    job.summary = path_of(files.summary);
    job.report = path_of(files.report);
    job.save_recoding = path_of(files.recoding);
    job.policy = read_policy_file(folder_.file(files.policy));
    if (policy_tree(job.policy) != policy_tree(policy_)) {
        throw Error(ErrorCode::bad_policy,
                    "the file was changed by somebody else; open it, or save the policy again",
                    Where{.file = files.policy});
    }
    job.read = read_options(open.source, policy_);
    job.write.force = files.force;
    job.ledger = ledger_.empty() ? "" : folder_.file(ledger_);
    job.shuffle = shuffle_;
    job.options.evaluate = true;
    job.date = files.report.empty() ? "" : now_in_utc();
    job.command = shell_command({.input = open.source.name,
                                 .policy = files.policy,
                                 .output = files.output,
                                 .summary = files.summary,
                                 .report = files.report,
                                 .recoding = files.recoding,
                                 .read = open.source.words,
                                 .ledger = ledger_,
                                 .shuffle = shuffle_,
                                 .force = files.force});
    files_ = files;
    const std::uint64_t policy = policy_number_;
    start_job(
        lock,
        {.kind = "release", .work = [this, job, files, policy](const RunContext& context) mutable {
             job.context = context;
             const auto result = run_job(job);
             const std::string text =
                 brief_report(record_of(*result), {.width = 0, .most_lines = 200, .next = ""});
             keep("release",
                  policy,
                  {{"output", files.output},
                   {"policy", files.policy},
                   {"summary", files.summary},
                   {"report", files.report},
                   {"recoding", files.recoding},
                   {"text", text}},
                  context);
         }});
}

void Session::start_verify(const Json& asked) {
    const Lock lock(mutex_);
    VerifyJob job;
    job.original = needed(asked, "original");
    job.release = needed(asked, "release");
    job.summary = readable(asked, "summary");
    job.ledger = readable(asked, "ledger");
    job.policy = read_policy_file(needed(asked, "policy"));
    job.audit.shuffled = is_asked(asked, "shuffled");
    check_files(job.policy);
    start_job(lock, {.kind = "verify", .work = [this, job](const RunContext& context) mutable {
                         job.context = context;
                         Json found = Json::parse(audit_json(verify(job)));
                         keep("verify", 0, std::move(found), context);
                     }});
}

void Session::start_link(const Json& asked) {
    const Lock lock(mutex_);
    LinkJob job;
    job.release = needed(asked, "release");
    job.outside = needed(asked, "outside");
    job.original = readable(asked, "original");
    job.policy = read_policy_file(needed(asked, "policy"));
    job.on = joined_columns(asked);
    check_files(job.policy);
    for (const AttributePolicy& attribute : job.policy.attributes) {
        if (attribute.role == Role::sensitive) {
            job.sensitive.push_back(attribute.name);
        }
    }
    start_job(lock, {.kind = "link", .work = [this, job](const RunContext& context) mutable {
                         job.context = context;
                         keep("link", 0, Json::parse(link_json(link(job))), context);
                     }});
}

std::string Session::summary() {
    const Lock lock(mutex_);
    static_cast<void>(released(lock));
    return summary_;
}

std::string Session::space() {
    const Lock lock(mutex_);
    if (space_.empty()) {
        throw Error(ErrorCode::usage, "the solution space was not looked at yet");
    }
    return space_;
}

Json Session::rows(std::size_t from, std::size_t count, ReleaseRows::Order order) {
    std::shared_ptr<const ReleaseRows> rows;
    {
        const Lock lock(mutex_);
        static_cast<void>(released(lock));
        rows = rows_;
    }
    return rows->rows(from, count, order);
}

Json Session::classes() {
    const Lock lock(mutex_);
    return released(lock).classes();
}

Json Session::hierarchy(const std::string& column) {
    std::shared_ptr<const Opened> open;
    Policy policy;
    {
        const Lock lock(mutex_);
        static_cast<void>(opened(lock));
        open = opened_;
        policy = policy_;
    }
    const auto place = open->read.table.find(column);
    if (!place) {
        throw Error(ErrorCode::usage, "there is no such column", Where{.attribute = column});
    }
    return hierarchy_json(policy, open->read.table.column(*place), open->read.table.row_count());
}

void Session::save_hierarchy(const std::string& column, const std::string& relative, bool force) {
    const std::string path = folder_.target(relative);
    const Lock lock(mutex_);
    const Opened& open = opened(lock);
    const auto place = open.read.table.find(column);
    if (!place) {
        throw Error(ErrorCode::usage, "there is no such column", Where{.attribute = column});
    }
    check_target("hierarchy", path, open.source.path);
    PendingFile target(path, force);
    target.write_text(hierarchy_file_text(policy_, open.read.table.column(*place)));
    target.commit();
}

}  // namespace kanon::serve
