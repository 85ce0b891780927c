// SPDX-License-Identifier: Apache-2.0
#include "attack_flags.hpp"

#include "terminal/exit_status.hpp"
#include "terminal/output.hpp"
#include "terminal/progress.hpp"
#include <fmt/format.h>

#include <optional>

namespace kanon::cli {

void add_finding_flags(CLI::App& app, AttackFlags& flags) {
    app.add_option("--json", flags.json, "write what was found here (JSON)")->type_name("FILE");
    app.add_flag("--force", flags.force, "replace what stands at the target");
    app.add_option("--fail-above",
                   flags.fail_above,
                   "end with status 1 if more than this share of the rows is exposed (0.05)")
        ->type_name("SHARE");
}

void add_attack_flags(CLI::App& app, AttackFlags& flags) {
    add_promise_flags(app, flags.policy);
    add_finding_flags(app, flags);
    add_read_flags(app, flags.read);
    add_run_flags(app, flags.run);
}

int run_attack(const AttackFlags& flags,
               const std::vector<std::string>& sources,
               const std::function<AttackOutcome(const RunContext&)>& attack) {
    const double limit = flags.fail_above.empty() ? 1 : share_of(flags.fail_above, "--fail-above");
    if (!(limit >= 0 && limit <= 1)) {
        refuse_flag("--fail-above", "write a share from 0 to 1");
    }
    std::optional<PendingFile> target;
    if (!flags.json.empty()) {
        check_target_leaves("JSON file", flags.json, sources);
        check_target_leaves("JSON file", flags.json, {flags.policy.policy});
        target.emplace(flags.json, flags.force);
    }
    ProgressLine progress(flags.run.quiet);
    const RunContext context = make_context(flags.run, progress);
    const AttackOutcome outcome = attack(context);
    progress.clear();
    if (!flags.run.quiet) {
        if (take_output({flags.json})) {
            print_err(outcome.text);
        } else {
            print_out(outcome.text);
        }
    }
    if (target) {
        target->write_text(outcome.json);
        target->commit();
    }
    if (outcome.exposed > limit) {
        print_err(fmt::format("kanon: {:.4g} of the rows are exposed, above {:g} (--fail-above)\n",
                              outcome.exposed,
                              limit));
        return kBroken;
    }
    return kDone;
}

std::string share_text(std::uint64_t rows, std::uint64_t of, std::string_view noun) {
    return fmt::format(
        "{} of {} ({:.4g} %)", count_text(rows), count_text(of, noun), 100.0 * share_of(rows, of));
}

double share_of(std::uint64_t rows, std::uint64_t of) {
    return of == 0 ? 0 : static_cast<double>(rows) / static_cast<double>(of);
}

}  // namespace kanon::cli
