// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/api/jobs.hpp"
#include "kanon/api/kanon.hpp"

#include "answers/release_rows.hpp"
#include "private_folder.hpp"
#include "start_folder.hpp"
#include "state/events.hpp"
#include "state/jobs.hpp"
#include "state/policy_tree.hpp"

#include <chrono>
#include <cstdint>
#include <exception>
#include <filesystem>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

namespace kanon::serve {

/// A file that the page works on, and how it is to be read.
struct Source {
    std::string path;  ///< absolute
    std::string name;  ///< as the page shows it: relative to the start folder
    bool is_upload = false;
    ReadWords words{};

    bool operator==(const Source&) const = default;
};

/// A source as it was read.
struct Opened {
    Source source;
    ReadTable read;
    Inspection seen;
};

/// What was decided at some time, and what was done then.
struct PastDecisions {
    Source source;
    Policy policy;
    std::string policy_name;
    bool shuffle = false;
    std::string ledger;
    std::string label;
};

/// What the page asks of a release: files as paths below the start folder; "": not written.
struct ReleaseFiles {
    std::string output;
    std::string policy;
    std::string summary{};
    std::string report{};
    std::string recoding{};
    bool force = false;
};

/// Everything that the page's program knows: one file and one policy with those before, one job,
/// what came of the last ones. All pages that are open show the same. The policy is the state;
/// what a job found holds for the policy that it was started with. Safe to call from several
/// threads; every answer is JSON.
class Session {
public:
    /// `base`: where the private folder is made. `over_network`: others come in from other
    /// machines, and the page says so.
    Session(const std::string& folder,
            const std::filesystem::path& base,
            bool over_network = false);
    ~Session() = default;
    Session(const Session&) = delete;
    Session& operator=(const Session&) = delete;
    Session(Session&&) = delete;
    Session& operator=(Session&&) = delete;

    [[nodiscard]] Events& events() { return events_; }

    [[nodiscard]] Json state();

    /// What went wrong, as error_json() has it; files are named as the page shows them.
    [[nodiscard]] Json fault_json(const std::exception_ptr& fault) const;

    [[nodiscard]] Json files(const std::string& folder) const;

    // The file. All start a job that reads it.
    void open(const std::string& relative);
    void open_upload(const std::filesystem::path& path);
    void read_otherwise(const Json& settings);

    /// A place for a file that is dropped into the page, and its folder to be removed again.
    [[nodiscard]] std::filesystem::path place_for_upload(const std::string& name);

    [[nodiscard]] Json first_rows();
    [[nodiscard]] Json columns();
    [[nodiscard]] Json alone();

    // The policy. \throws Error{bad_policy} and it stays as it was
    void change(const Json& changes, const std::string& label);
    void suggest_again();
    void shuffle(bool on);
    /// Release together with the earlier releases of a ledger, by its path; "": without one.
    /// \throws Error{bad_input} unless it is there
    void ledger(const std::string& relative);
    /// Make one, and take it. \throws Error{bad_output}
    void make_ledger(const std::string& relative);
    void undo();
    void redo();
    void open_policy(const std::string& relative);
    void save_policy(const std::string& relative, bool force);

    // Jobs. Each cancels the one that runs, but for a release that is being written.
    void start_curve(const std::vector<std::uint64_t>& ks);
    void start_run();
    void start_space();
    void start_release(const ReleaseFiles& files);
    void start_verify(const Json& asked);
    void start_link(const Json& asked);
    void cancel();

    // What came of them. \throws Error{usage} where there is nothing
    [[nodiscard]] std::string summary();
    [[nodiscard]] std::string space();
    [[nodiscard]] Json rows(std::size_t from, std::size_t count, ReleaseRows::Order order);
    [[nodiscard]] Json classes();

    // Hierarchies.
    [[nodiscard]] Json hierarchy(const std::string& column);
    void save_hierarchy(const std::string& column, const std::string& relative, bool force);

private:
    /// What came of a job: for which policy, and what.
    // NOLINTNEXTLINE(bugprone-exception-escape): JSON is moved without exceptions, but asserts
    struct Outcome {
        std::uint64_t policy = 0;  ///< its number
        Json json;
    };

    using Lock = std::unique_lock<std::mutex>;

    void changed();
    void say_progress(const Progress& progress);
    void start_job(const Lock& lock, Jobs::Job job);
    /// `label`: what is done by that, as it is undone; "": it is undone, or a part of something
    /// else.
    void start_reading(const Lock& lock,
                       Source source,
                       bool keeps_policy,
                       const std::string& label);
    void read_source(const Source& source, bool keeps_policy, const RunContext& context);
    void set_policy(const Lock& lock, Policy policy, const std::string& label);
    [[nodiscard]] PastDecisions decisions(const std::string& label) const;
    void remember(const Lock& lock, const std::string& label);
    /// Undo, or do again. \throws Error{usage} `nothing`
    void step(std::vector<PastDecisions>& from,
              std::vector<PastDecisions>& to,
              const std::string& nothing);
    /// After a change of the policy: what runs for the one before is of no more use.
    void forget_findings(const Lock& lock);
    void keep(const std::string& kind, std::uint64_t policy, Json json, const RunContext& context);
    void fail(const std::string& kind, const std::exception_ptr& fault);
    void draw_point(const ComparedRun& run, std::uint64_t policy, const RunContext& context);
    void keep_result(std::shared_ptr<const Result> result,
                     std::uint64_t policy,
                     const RunContext& context);
    /// What a result is still good for, after it can be looked at already: that takes longer.
    void measure_result(const Result& result, std::uint64_t policy, const RunContext& context);
    [[nodiscard]] const Opened& opened(const Lock& lock) const;
    [[nodiscard]] const ReleaseRows& released(const Lock& lock) const;
    [[nodiscard]] static ReadOptions read_options(const Source& source, const Policy& policy);
    /// The path of a file that a request names; "" where it names none.
    [[nodiscard]] std::string readable(const Json& asked, const char* key) const;
    /// The same of one that it must name. \throws Error{usage}
    [[nodiscard]] std::string needed(const Json& asked, const char* key) const;
    [[nodiscard]] bool is_saved_as(const std::string& relative);
    [[nodiscard]] std::string path_of(const std::string& relative) const;
    [[nodiscard]] std::string own_name(const char* ending) const;
    [[nodiscard]] Json file_json() const;
    /// A message with files as the page shows them: without the folders that they are in.
    [[nodiscard]] std::string shortened(std::string text) const;
    [[nodiscard]] Json repeat_json() const;
    [[nodiscard]] Json release_json() const;
    void check_files(const Policy& policy) const;

    bool over_network_;
    StartFolder folder_;
    PrivateFolder uploads_;
    Events events_;
    std::mutex mutex_;
    std::mutex progress_mutex_;
    std::uint64_t version_ = 0;
    std::optional<Source> source_;
    std::shared_ptr<const Opened> opened_;
    Policy policy_;
    std::string ledger_;    ///< below the start folder; "": none; a decision as any other
    bool shuffle_ = false;  ///< the released rows are put in random order; a decision as any other
    std::uint64_t policy_number_ = 0;  ///< of the policy in force; no two have the same
    std::string policy_name_;          ///< relative to the start folder
    bool policy_saved_ = false;
    std::vector<PastDecisions> before_;
    std::vector<PastDecisions> after_;
    std::map<std::string, Outcome> outcomes_;  ///< by kind of job
    std::map<std::string, Json> faults_;       ///< likewise
    std::shared_ptr<const ReleaseRows> rows_;
    std::string summary_;
    std::string space_;
    ReleaseFiles files_;
    std::chrono::steady_clock::time_point last_progress_{};
    Jobs jobs_;  ///< the last member: its thread ends before what it works on
};

}  // namespace kanon::serve
