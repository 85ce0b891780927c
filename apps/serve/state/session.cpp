// SPDX-License-Identifier: Apache-2.0
#include "state/session.hpp"

#include "kanon/api/input.hpp"
#include "kanon/api/read_settings.hpp"

#include "answers/table_answers.hpp"
#include "state/error_json.hpp"
#include "state/repeat.hpp"

#include <algorithm>
#include <utility>

namespace kanon::serve {
namespace {

constexpr std::size_t kMostPast = 200;
constexpr std::size_t kFirstRows = 50;

[[noreturn]] void refuse_use(const std::string& why) {
    throw Error(ErrorCode::usage, why);
}

std::vector<std::string> labels_of(const std::vector<PastDecisions>& past) {
    std::vector<std::string> out;
    out.reserve(past.size());
    for (const PastDecisions& one : past) {
        out.push_back(one.label);
    }
    return out;
}

/// Settings as the page sends them: a text, a list of texts, or null for what is to be found.
void take_settings(ReadWords& words, const Json& settings) {
    for (const auto& [name, value] : settings.items()) {
        static_cast<void>(find_read_setting(name));
        if (value.is_null()) {
            words.erase(name);
        } else if (value.is_string()) {
            words[name] = {value.get<std::string>()};
        } else if (value.is_array() &&
                   std::ranges::all_of(value, [](const Json& one) { return one.is_string(); })) {
            words[name] = value.get<std::vector<std::string>>();
        } else {
            refuse_use("a setting is a text, a list of texts or null");
        }
    }
    ReadOptions checked;
    set_read_options(checked, words);
}

/// True if a policy speaks of these columns and no others.
bool fits(const Policy& policy, const Table& table) {
    return std::ranges::all_of(policy.attributes, [&](const AttributePolicy& attribute) {
        return table.find(attribute.name).has_value();
    });
}

}  // namespace

Session::Session(const std::string& folder, const std::filesystem::path& base, bool over_network)
    : over_network_(over_network),
      folder_(folder),
      uploads_(base),
      jobs_([this] { changed(); }, [this](const Progress& progress) { say_progress(progress); }) {}

void Session::say_progress(const Progress& progress) {
    constexpr std::chrono::milliseconds kPause{200};
    const std::lock_guard lock(progress_mutex_);
    const auto now = std::chrono::steady_clock::now();
    if (now - last_progress_ < kPause) {
        return;
    }
    last_progress_ = now;
    events_.publish(
        "progress",
        Json{{"stage", progress.stage}, {"done", progress.done}, {"total", progress.total}}.dump());
}

void Session::changed() {
    std::uint64_t version = 0;
    {
        const Lock lock(mutex_);
        version = ++version_;
    }
    events_.publish("state", std::to_string(version));
}

void Session::start_job(const Lock& /*lock*/, Jobs::Job job) {
    const std::optional<JobView> running = jobs_.current();
    if (running && running->kind == "release") {
        refuse_use("a release is being written; wait for it, or cancel it");
    }
    faults_.erase(job.kind);
    const std::string kind = job.kind;
    job.failed = [this, kind](const std::exception_ptr& fault) { fail(kind, fault); };
    jobs_.start(std::move(job));
}

void Session::fail(const std::string& kind, const std::exception_ptr& fault) {
    const Lock lock(mutex_);
    faults_[kind] = fault_json(fault);
}

std::string Session::shortened(std::string text) const {
    const std::string uploads = uploads_.path().string() + "/";
    const std::string root = folder_.root().string() + "/";
    for (std::size_t at = text.find(uploads); at != std::string::npos; at = text.find(uploads)) {
        const std::size_t own = text.find('/', at + uploads.size());  // each file has a folder
        text.erase(at, own == std::string::npos ? uploads.size() : own + 1 - at);
    }
    for (std::size_t at = text.find(root); at != std::string::npos; at = text.find(root)) {
        text.erase(at, root.size());
    }
    return text;
}

Json Session::fault_json(const std::exception_ptr& fault) const {
    Json out = error_json(fault);
    out["message"] = shortened(out["message"].get<std::string>());
    return out;
}

void Session::keep(const std::string& kind,
                   std::uint64_t policy,
                   Json json,
                   const RunContext& context) {
    const Lock lock(mutex_);
    if (!context.cancelled()) {
        outcomes_[kind] = {.policy = policy, .json = std::move(json)};
    }
}

const Opened& Session::opened(const Lock& /*lock*/) const {
    if (!opened_) {
        refuse_use("open a file first");
    }
    return *opened_;
}

Json Session::files(const std::string& folder) const {
    Json out = Json::array();
    for (const ListedFile& file : folder_.list(folder)) {
        out.push_back({{"name", file.name}, {"folder", file.is_folder}, {"bytes", file.bytes}});
    }
    return {{"folder", folder}, {"files", out}};
}

ReadOptions Session::read_options(const Source& source, const Policy& policy) {
    ReadOptions out;
    set_read_options(out, source.words);
    out.missing_marks = policy.missing_marks;
    return out;
}

void Session::start_reading(const Lock& lock,
                            Source source,
                            bool keeps_policy,
                            const std::string& label) {
    start_job(lock, {.kind = "open", .work = [this, source, keeps_policy](const auto& context) {
                         read_source(source, keeps_policy, context);
                     }});
    if (!label.empty() && opened_) {
        remember(lock, label);
    }
    if (!keeps_policy) {  // what was found in the file before is of no use for this one
        opened_.reset();
        rows_.reset();
        outcomes_.clear();
    }
    source_ = std::move(source);
}

void Session::read_source(const Source& source, bool keeps_policy, const RunContext& context) {
    auto read = std::make_shared<Opened>();
    Policy policy;
    {
        const Lock lock(mutex_);
        policy = policy_;
    }
    read->source = source;
    read->read =
        read_input(source.path, read_options(source, keeps_policy ? policy : Policy{}), context);
    read->seen = inspect(read->read.table, context.threads);
    throw_if_cancelled(context);
    const Lock lock(mutex_);
    if (context.cancelled()) {
        return;
    }
    outcomes_.clear();
    rows_.reset();
    opened_ = read;
    if (keeps_policy && fits(policy_, read->read.table)) {
        ++policy_number_;
        return;
    }
    policy_ = suggested_policy(read->seen);
    ++policy_number_;
    files_ = {};
    shuffle_ = false;
    ledger_.clear();
    policy_name_ = own_name("-policy.yaml");
    policy_.file = (folder_.root() / policy_name_).string();
    policy_saved_ = false;
}

std::string Session::own_name(const char* ending) const {
    if (!source_) {
        return "";
    }
    std::filesystem::path name(source_->name);
    while (name.has_extension()) {  // people.csv.gz
        name.replace_extension();
    }
    return name.string() + ending;
}

void Session::open(const std::string& relative) {
    const std::string path = folder_.file(relative);
    const Lock lock(mutex_);
    const std::string name = folder_.shown(path);
    start_reading(lock, {.path = path, .name = name}, false, "Open " + name);
}

std::filesystem::path Session::place_for_upload(const std::string& name) {
    const Lock lock(mutex_);
    return uploads_.place_for(name);
}

void Session::open_upload(const std::filesystem::path& path) {
    const Lock lock(mutex_);
    const std::string name = path.filename().string();
    start_reading(
        lock, {.path = path.string(), .name = name, .is_upload = true}, false, "Open " + name);
}

void Session::read_otherwise(const Json& settings) {
    const Lock lock(mutex_);
    if (!source_ || !settings.is_object()) {
        refuse_use("open a file first");
    }
    Source source = *source_;
    take_settings(source.words, settings);
    const bool is_open = opened_ != nullptr;
    std::string names;
    for (const auto& [name, value] : settings.items()) {
        names += (names.empty() ? "" : ", ") + name;
    }
    start_reading(lock, std::move(source), is_open, "Read otherwise: " + names);
}

Json Session::first_rows() {
    const Lock lock(mutex_);
    return first_rows_json(opened(lock).read.table, kFirstRows);
}

Json Session::columns() {
    std::shared_ptr<const Opened> open;
    {
        const Lock lock(mutex_);
        static_cast<void>(opened(lock));
        open = opened_;
    }
    return columns_json(open->seen, open->read.table);
}

Json Session::alone() {
    std::shared_ptr<const Opened> open;
    Policy policy;
    {
        const Lock lock(mutex_);
        static_cast<void>(opened(lock));
        open = opened_;
        policy = policy_;
    }
    return alone_json(policy, open->read.table, Threads(0));
}

void Session::check_files(const Policy& policy) const {
    for (const std::string& file : named_files(policy)) {
        if (!folder_.allows(std::filesystem::path(policy.file).parent_path() / file)) {
            throw Error(ErrorCode::bad_policy,
                        "the page reads files beneath the start folder alone, and no hidden ones",
                        Where{.file = file});
        }
    }
}

void Session::set_policy(const Lock& lock, Policy policy, const std::string& label) {
    const bool knows_all = std::ranges::all_of(
        policy.privacy, [](const PrivacyRequirement& one) { return one.against.knows_all(); });
    if (!knows_all) {
        throw Error(ErrorCode::bad_policy,
                    "this policy makes promises against those who know some columns alone "
                    "(`against`), which this page cannot show; run it with `kanon anonymize -p`",
                    Where{.file = policy.file});
    }
    check_files(policy);
    remember(lock, label);
    policy_ = std::move(policy);
    forget_findings(lock);
}

PastDecisions Session::decisions(const std::string& label) const {
    return {.source = source_.value_or(Source{}),
            .policy = policy_,
            .policy_name = policy_name_,
            .shuffle = shuffle_,
            .ledger = ledger_,
            .label = label};
}

void Session::remember(const Lock& /*lock*/, const std::string& label) {
    before_.push_back(decisions(label));
    if (before_.size() > kMostPast) {
        before_.erase(before_.begin());
    }
    after_.clear();
}

void Session::forget_findings(const Lock& /*lock*/) {
    ++policy_number_;
    policy_saved_ = false;
    faults_.clear();
    const std::optional<JobView> job = jobs_.current();
    if (job && (job->kind == "curve" || job->kind == "run" || job->kind == "space")) {
        jobs_.cancel();
    }
}

void Session::change(const Json& changes, const std::string& label) {
    {
        const Lock lock(mutex_);
        const Opened& open = opened(lock);
        Policy policy = changed_policy(policy_, changes);
        const bool reads_anew = policy.missing_marks != policy_.missing_marks;
        set_policy(lock, std::move(policy), label);
        if (reads_anew) {
            start_reading(lock, open.source, true, "");
        }
    }
    changed();
}

void Session::suggest_again() {
    {
        const Lock lock(mutex_);
        Policy policy = suggested_policy(opened(lock).seen);
        policy.file = policy_.file;
        policy.missing_marks = policy_.missing_marks;
        set_policy(lock, std::move(policy), "Take the suggestion again");
    }
    changed();
}

void Session::ledger(const std::string& relative) {
    {
        const Lock lock(mutex_);
        static_cast<void>(opened(lock));
        if (!relative.empty()) {
            static_cast<void>(Ledger::read(folder_.file(relative)));
        }
        const bool is_saved = policy_saved_;
        set_policy(lock, policy_, relative.empty() ? "Without a ledger" : "Ledger " + relative);
        ledger_ = relative;
        policy_saved_ = is_saved;  // the policy says nothing of it
    }
    changed();
}

void Session::make_ledger(const std::string& relative) {
    make_ledger_file(folder_.target(relative));
    ledger(relative);
}

void Session::shuffle(bool on) {
    {
        const Lock lock(mutex_);
        static_cast<void>(opened(lock));
        const bool is_saved = policy_saved_;
        set_policy(lock, policy_, on ? "Shuffle the rows" : "Keep the order of the rows");
        shuffle_ = on;
        policy_saved_ = is_saved;  // the policy says nothing of it
    }
    changed();
}

void Session::step(std::vector<PastDecisions>& from,
                   std::vector<PastDecisions>& to,
                   const std::string& nothing) {
    {
        const Lock lock(mutex_);
        if (from.empty()) {
            refuse_use(nothing);
        }
        PastDecisions target = from.back();
        PastDecisions left = decisions(target.label);
        const bool is_same_file = target.source.path == left.source.path;
        if (!(target.source == left.source) ||
            target.policy.missing_marks != left.policy.missing_marks) {
            start_reading(lock, target.source, true, "");
        }
        if (!(target.source == left.source)) {  // the policy may not fit the table that is here yet
            opened_.reset();
            rows_.reset();
            outcomes_.clear();
            files_ = is_same_file ? files_ : ReleaseFiles{};
        }
        from.pop_back();
        to.push_back(std::move(left));
        policy_ = std::move(target.policy);
        policy_name_ = std::move(target.policy_name);
        shuffle_ = target.shuffle;
        ledger_ = std::move(target.ledger);
        forget_findings(lock);
    }
    changed();
}

void Session::undo() {
    step(before_, after_, "there is nothing to undo");
}

void Session::redo() {
    step(after_, before_, "there is nothing to do again");
}

void Session::open_policy(const std::string& relative) {
    const std::string path = folder_.file(relative);
    Policy policy = read_policy_file(path);
    {
        const Lock lock(mutex_);
        if (!fits(policy, opened(lock).read.table)) {
            throw Error(ErrorCode::bad_policy,
                        "this policy has columns that the table lacks",
                        Where{.file = relative});
        }
        set_policy(lock, std::move(policy), "Open " + relative);
        policy_name_ = folder_.shown(path);
        policy_saved_ = true;
    }
    changed();
}

void Session::save_policy(const std::string& relative, bool force) {
    const std::string path = folder_.target(relative);
    {
        const Lock lock(mutex_);
        check_target("policy", path, opened(lock).source.path);
        PendingFile target(path, force);
        target.write_text(policy_text(policy_));
        target.commit();
        policy_.file = path;
        policy_name_ = folder_.shown(path);
        policy_saved_ = true;
    }
    changed();
}

void Session::cancel() {
    jobs_.cancel();
    changed();
}

Json Session::file_json() const {
    if (!source_) {
        return nullptr;
    }
    Json out{{"name", source_->name}, {"upload", source_->is_upload}, {"settings", source_->words}};
    const bool is_read = opened_ && opened_->source.path == source_->path;
    out["read"] = is_read;
    if (is_read) {
        out["rows"] = opened_->read.table.row_count();
        out["columns"] = opened_->read.table.column_count();
        out["format"] = to_string(opened_->read.format);
        out["encoding"] = opened_->read.encoding.empty() ? "UTF-8" : opened_->read.encoding;
        out["delimiter"] = has_lines(opened_->read.format)
                               ? Json(std::string(1, opened_->read.delimiter))
                               : Json(nullptr);
        out["said"] = Json::array();
        for (const std::string& line : opened_->read.said) {
            out["said"].push_back(shortened(line));
        }
    }
    return out;
}

Json Session::repeat_json() const {
    if (!opened_) {
        return nullptr;
    }
    const ReleaseFiles& files = files_;
    const RepeatedRun run{
        .input = opened_->source.name,
        .policy = policy_name_,
        .output = files.output.empty() ? own_name("-release.csv") : files.output,
        .summary = files.output.empty() ? own_name("-summary.json") : files.summary,
        .report = files.output.empty() ? own_name("-report.html") : files.report,
        .recoding = files.output.empty() ? own_name("-recoding.json") : files.recoding,
        .read = opened_->source.words,
        .ledger = ledger_,
        .shuffle = shuffle_,
        .force = files.force};
    return {{"folder", folder_.root().string()},
            {"shell", shell_command(run)},
            {"python", python_lines(run)},
            {"files",
             {{"output", run.output},
              {"policy", run.policy},
              {"summary", run.summary},
              {"report", run.report},
              {"recoding", run.recoding},
              {"ledger", run.ledger},
              {"shuffle", run.shuffle}}}};
}

Json Session::state() {
    const Lock lock(mutex_);
    const std::optional<JobView> job = jobs_.current();
    Json out{{"version", version_},
             {"network", over_network_},
             {"folder", folder_.root().filename().string()},
             {"file", file_json()},
             {"policy", opened_ ? policy_tree(policy_) : Json(nullptr)},
             {"policy_text", opened_ ? Json(policy_text(policy_)) : Json(nullptr)},
             {"policy_name", policy_name_},
             {"policy_saved", policy_saved_},
             {"policy_number", policy_number_},
             {"undo", labels_of(before_)},
             {"redo", labels_of(after_)},
             {"repeat", repeat_json()}};
    out["job"] = job ? Json{{"id", job->id}, {"kind", job->kind}} : Json(nullptr);
    Json outcomes = Json::object();
    for (const auto& [kind, outcome] : outcomes_) {
        outcomes[kind] = {{"current", outcome.policy == policy_number_}, {"found", outcome.json}};
    }
    out["outcomes"] = std::move(outcomes);
    out["faults"] = faults_;
    return out;
}

}  // namespace kanon::serve
