// SPDX-License-Identifier: Apache-2.0
#include "linked/linked.hpp"
#include "tables.hpp"
#include "terminal/text_table.hpp"
#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <memory>
#include <optional>
#include <utility>

namespace kanon::cli {
namespace {

struct AttackLinkFlags {
    std::string release;
    std::string outside;
    std::string original;
    std::string household;
    std::vector<std::string> on;
    std::vector<std::string> list_read;
    AttackFlags common;
};

/// `NAME` or `NAME=NAME`, the release's first.
std::vector<JoinedColumn> columns_of(const std::vector<std::string>& words) {
    std::vector<JoinedColumn> out;
    for (const std::string& word : words) {
        for (const std::string& item : list_items(word)) {
            const std::size_t at = item.find('=');
            JoinedColumn column{.released = item.substr(0, at),
                                .outside = at == std::string::npos ? item : item.substr(at + 1)};
            if (column.released.empty() || column.outside.empty()) {
                refuse_flag("--on", "write NAME, or NAME=NAME where the list calls it otherwise");
            }
            out.push_back(std::move(column));
        }
    }
    return out;
}

std::string bucket_name(const attack::CandidateBucket& bucket) {
    if (bucket.greatest == std::numeric_limits<std::uint64_t>::max()) {
        return count_text(bucket.least) + " or more";
    }
    return bucket.least == bucket.greatest
               ? count_text(bucket.least)
               : count_text(bucket.least) + " to " + count_text(bucket.greatest);
}

using Rows = std::vector<std::vector<std::string>>;

/// One line of the table: a figure of each look.
template <class Figure>
void add_line(const std::vector<const attack::LinkFindings*>& looks,
              const std::string& name,
              const Figure& figure,
              Rows& to) {
    std::vector<std::string> line{name};
    for (const attack::LinkFindings* look : looks) {
        line.push_back(figure(*look));
    }
    to.push_back(std::move(line));
}

using Looks = std::vector<const attack::LinkFindings*>;

std::string outside_text(const Looks& looks, std::vector<std::string> head) {
    using Findings = attack::LinkFindings;
    head[0] = "outside persons";
    Rows rows{std::move(head)};
    add_line(
        looks, "all", [](const Findings& of) { return count_text(of.outside.rows); }, rows);
    add_line(
        looks,
        "with one candidate (matched for certain)",
        [](const Findings& of) { return count_text(of.outside.one); },
        rows);
    add_line(
        looks,
        "expected matches",
        [](const Findings& of) { return fmt::format("{:.1f}", of.outside.expected); },
        rows);
    add_line(
        looks,
        "least candidates of one who has any",
        [](const Findings& of) { return count_text(of.outside.least); },
        rows);
    const Findings& last = *looks.back();
    for (std::size_t j = 0; j < last.disclosed.size(); ++j) {
        add_line(
            looks,
            "disclosed " + last.disclosed[j].column,
            [j](const Findings& of) { return count_text(of.disclosed[j].rows); },
            rows);
    }
    for (std::size_t i = 0; i < last.outside.histogram.size(); ++i) {
        add_line(
            looks,
            bucket_name(last.outside.histogram[i]) + " candidates",
            [i](const Findings& of) { return count_text(of.outside.histogram[i].rows); },
            rows);
    }
    return text_table(rows);
}

std::string released_text(const Looks& looks, std::vector<std::string> head) {
    using Findings = attack::LinkFindings;
    head[0] = "released rows";
    Rows rows{std::move(head)};
    add_line(
        looks, "all", [](const Findings& of) { return count_text(of.released.rows); }, rows);
    add_line(
        looks,
        "with one candidate outside",
        [](const Findings& of) { return count_text(of.released.one); },
        rows);
    add_line(
        looks,
        "without one outside",
        [](const Findings& of) { return count_text(of.released.none); },
        rows);
    add_line(
        looks,
        "expected matches",
        [](const Findings& of) { return fmt::format("{:.1f}", of.released.expected); },
        rows);
    add_line(
        looks,
        "suppressed where it is joined, left out",
        [](const Findings& of) { return count_text(of.starred_rows); },
        rows);
    return text_table(rows);
}

std::string text_of(const LinkReport& report) {
    std::vector<std::string> head{""};
    Looks looks;
    if (report.before) {
        looks.push_back(&*report.before);
        head.emplace_back("original");
    }
    looks.push_back(&report.after);
    head.emplace_back("release");
    return outside_text(looks, head) + "\n" + released_text(looks, head);
}

/// Of linked tables the policy says who is sought, and by which columns.
AttackOutcome attack_linked_tables(const AttackLinkFlags& options, const RunContext& context) {
    if (!options.on.empty() || !options.original.empty()) {
        refuse_flag(options.on.empty() ? "--original" : "--on",
                    "linked tables are joined with their originals by all quasi-identifiers of "
                    "the policy; leave it out");
    }
    const bool is_household =
        !options.household.empty() || linked::is_household(options.common.policy.policy);
    if (is_household && options.outside.empty()) {
        throw Error(ErrorCode::usage,
                    "name the table of persons: `kanon attack link RELEASE PERSONS`");
    }
    linked::LinkedVerifyJob job;
    job.schema = make_schema(options.common.policy, options.household, options.outside);
    if (!options.list_read.empty()) {
        if (!job.schema.is_household) {
            refuse_flag("--list-read", "the schema says how its tables are read; leave it out");
        }
        job.schema.tables.back().read = read_words(options.list_read, "--list-read");
    }
    job.release = options.release;
    job.read_release = make_read_options(options.common.read);
    job.write.format = job.read_release.format;
    job.context = context;
    return attack_linked_release(job, options.common);
}

AttackOutcome attack_files(const AttackLinkFlags& options, const RunContext& context) {
    if (is_linked(options.common.policy, options.household)) {
        return attack_linked_tables(options, context);
    }
    require_table(options.common.policy, options.outside, "LIST", "attack link");
    if (options.on.empty()) {
        throw Error(ErrorCode::usage, "--on is required; see `kanon attack link --help`");
    }
    LinkJob job;
    job.release = options.release;
    job.outside = options.outside;
    job.original = options.original;
    job.on = columns_of(options.on);
    job.policy = make_policy(options.common.policy);
    job.read = make_read_options(options.common.read);
    job.read_outside = read_words(options.list_read, "--list-read");
    job.context = context;
    for (const AttributePolicy& attribute : job.policy.attributes) {
        if (attribute.role == Role::sensitive) {
            job.sensitive.push_back(attribute.name);
        }
    }
    const LinkReport report = link(job);
    AttackOutcome out;
    out.text = text_of(report);
    out.json = link_json(report);
    std::uint64_t exposed = report.after.outside.one;
    for (const DisclosedRows& disclosed : report.after.disclosed) {
        exposed = std::max(exposed, disclosed.rows);
    }
    out.exposed = share_of(exposed, report.after.outside.rows);
    return out;
}

}  // namespace

Verb add_attack_link(CLI::App& parent) {
    CLI::App* app =
        add_verb(parent,
                 "link",
                 "Join a release with an outside list, by what its cells cover.",
                 "  kanon generate --rows 1000 -o stays.csv --policy stays.yaml\n"
                 "  kanon anonymize stays.csv -p stays.yaml -o release.csv\n"
                 "  kanon attack link release.csv stays.csv --on age,sex,zip -p stays.yaml "
                 "--original stays.csv\n"
                 "  kanon generate --schema --rows 500 -o hospital\n"
                 "  kanon anonymize -p hospital/hospital.yaml -o released\n"
                 "  kanon attack link released -p hospital/hospital.yaml   # all linked tables\n");
    const auto options = std::make_shared<AttackLinkFlags>();
    app->add_option("RELEASE", options->release, "what was released; of linked tables, the folder")
        ->required()
        ->type_name("");
    app->add_option("LIST",
                    options->outside,
                    "persons by name, or whoever they are; linked tables need none")
        ->type_name("");
    add_list(*app, "--on", options->on, "columns to join on; NAME=NAME: the release's, the list's")
        ->type_name("NAME[=NAME],...");
    add_household(*app, options->household);
    app->add_option("--original", options->original, "join the original as well, to compare")
        ->type_name("FILE");
    add_read_words(
        *app, "--list-read", options->list_read, "the list, where it is read otherwise,");
    add_attack_flags(*app, options->common);
    return {app, [options] {
                return run_attack(options->common,
                                  {options->release, options->outside, options->original},
                                  [options](const RunContext& context) {
                                      return attack_files(*options, context);
                                  });
            }};
}

}  // namespace kanon::cli
