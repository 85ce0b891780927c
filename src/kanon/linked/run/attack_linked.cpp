// SPDX-License-Identifier: Apache-2.0
#include "kanon/linked/run/attack_linked.hpp"

#include "kanon/audit/fault_log.hpp"
#include "kanon/base/error.hpp"
#include "kanon/base/parallel.hpp"
#include "kanon/base/text/count_text.hpp"
#include "kanon/linked/audit/covering_classes.hpp"
#include "kanon/linked/audit/subject_matching.hpp"
#include "kanon/report/json/json_text.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <map>

namespace kanon::linked {
namespace {

/// Per original subject, its candidates.
std::vector<std::uint64_t> count_candidates(const LinkedTables& tables,
                                            const auditing::ReleasedForest& released,
                                            const RunContext& context) {
    const auditing::SubjectForms forms = auditing::find_forms(tables, released);
    const auditing::CoveringClasses covering(tables, released, forms);
    std::vector<std::uint64_t> out(tables.subjects());
    parallel_for(out.size(), 256, context.threads, [&](std::size_t from, std::size_t to) {
        throw_if_cancelled(context);
        for (std::size_t subject = from; subject < to; ++subject) {
            const auto known = static_cast<std::uint32_t>(subject);
            for (const std::uint32_t at : covering.classes_for(known)) {
                const std::vector<std::uint32_t>& shown = covering.subjects_of(at);
                const bool may_be = auditing::tree_covers(tables,
                                                          released,
                                                          0,
                                                          known,
                                                          shown.front(),
                                                          auditing::Compared::quasi_identifiers);
                out[subject] += may_be ? shown.size() : 0;
            }
        }
    });
    return out;
}

std::string percent(std::uint64_t part, std::uint64_t whole) {
    return fmt::format("{:.1f} %", 100 * static_cast<double>(part) / static_cast<double>(whole));
}

}  // namespace

LinkedAttack attack_tables(const ReadLinkedRelease& read, const RunContext& context) {
    auditing::FaultLog log(1);
    const auditing::ReleasedForest released =
        auditing::read_forest(read.tables, read.released, log);
    if (!released.is_whole) {
        throw Error(ErrorCode::bad_input, log.faults().front().message);
    }
    LinkedAttack out{
        .subject = read.tables.root().name, .k = read.tables.k, .subjects = read.tables.subjects()};
    std::map<std::uint64_t, std::uint64_t> counts;
    for (const std::uint64_t candidates : count_candidates(read.tables, released, context)) {
        ++counts[candidates];
    }
    for (const auto& [candidates, subjects] : counts) {
        out.histogram.push_back({.candidates = candidates, .subjects = subjects});
        if (candidates == 0) {
            out.without = subjects;
            continue;
        }
        out.least = out.least == 0 ? candidates : out.least;
        out.certain += candidates == 1 ? subjects : 0;
        out.below_k += candidates < out.k ? subjects : 0;
        out.expected += static_cast<double>(subjects) / static_cast<double>(candidates);
    }
    return out;
}

LinkedAttack attack_linked(const LinkedVerifyJob& job) {
    return attack_tables(read_linked_release(job), job.context);
}

std::string linked_attack_text(const LinkedAttack& attack) {
    return fmt::format(
        "Knowing all quasi-identifiers of {} of '{}' in all tables, and how many rows each has\n"
        "  matched for certain: {} ({})\n"
        "  fewer than {} candidates: {} ({})\n"
        "  least candidates of one who has any: {}\n"
        "  no candidate, for they are left out: {}\n"
        "  expected matches by guessing: {:.1f}\n",
        count_text(attack.subjects, "row"),
        attack.subject,
        count_text(attack.certain),
        percent(attack.certain, attack.subjects),
        attack.k,
        count_text(attack.below_k),
        percent(attack.below_k, attack.subjects),
        count_text(attack.least),
        count_text(attack.without),
        attack.expected);
}

std::string linked_attack_json(const LinkedAttack& attack) {
    nlohmann::ordered_json histogram = nlohmann::ordered_json::array();
    for (const CandidateCount& count : attack.histogram) {
        histogram.push_back({{"candidates", count.candidates}, {"subjects", count.subjects}});
    }
    const nlohmann::ordered_json out{{"attack", "tables"},
                                     {"subject", attack.subject},
                                     {"k", attack.k},
                                     {"subjects", attack.subjects},
                                     {"certain", attack.certain},
                                     {"below_k", attack.below_k},
                                     {"without_candidates", attack.without},
                                     {"least_candidates", attack.least},
                                     {"expected_matches", attack.expected},
                                     {"candidates", histogram}};
    return json_document(out);
}

}  // namespace kanon::linked
