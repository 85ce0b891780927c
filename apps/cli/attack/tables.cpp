// SPDX-License-Identifier: Apache-2.0
#include "tables.hpp"

#include "linked/linked.hpp"

#include <memory>
#include <string>

namespace kanon::cli {
namespace {

struct AttackTablesFlags {
    std::string first;
    std::string second;
    std::string household;
    ReleaseReadFlags read_release;
    AttackFlags common;
};

AttackOutcome attack_linked_files(const AttackTablesFlags& options, const RunContext& context) {
    linked::LinkedVerifyJob job;
    job.schema = make_schema_of_tables(
        options.common.policy, options.household, options.first, options.second, job.release);
    if (job.release.empty()) {
        throw Error(ErrorCode::usage, "name the release: `kanon attack tables PERSONS RELEASE`");
    }
    job.read = make_read_options(options.common.read);
    job.read_release = make_read_options(options.read_release, options.common.read);
    job.write.format = job.read_release.format;
    job.context = context;
    return attack_linked_release(job, options.common);
}

}  // namespace

AttackOutcome attack_linked_release(const linked::LinkedVerifyJob& job, const AttackFlags& flags) {
    check_target_leaves_tables(flags.json, job.schema, job.release, job.write);
    const linked::LinkedAttack found = linked::attack_linked(job);
    return {.text = linked_attack_text(found),
            .json = linked_attack_json(found),
            .exposed = share_of(found.below_k, found.subjects)};
}

Verb add_attack_tables(CLI::App& parent) {
    CLI::App* app =
        add_verb(parent,
                 "tables",
                 "Join all tables of a release, knowing all quasi-identifiers of a subject.",
                 "  kanon generate --schema --rows 500 -o hospital\n"
                 "  kanon anonymize -p hospital/hospital.yaml -o released\n"
                 "  kanon attack tables released -p hospital/hospital.yaml\n");
    const auto options = std::make_shared<AttackTablesFlags>();
    app->add_option("TABLES", options->first, "the released folder; of households, the persons")
        ->required()
        ->type_name("");
    app->add_option("RELEASE", options->second, "of households: the release")->type_name("");
    add_household(*app, options->household);
    add_attack_flags(*app, options->common);
    add_release_read_flags(*app, options->read_release);
    return {app, [options] {
                return run_attack(options->common, {}, [options](const RunContext& context) {
                    return attack_linked_files(*options, context);
                });
            }};
}

}  // namespace kanon::cli
