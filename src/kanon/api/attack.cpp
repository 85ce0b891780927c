// SPDX-License-Identifier: Apache-2.0
#include "kanon/api/attack.hpp"

#include "kanon/io/reading/found_columns.hpp"
#include "kanon/io/reading/read_settings.hpp"
#include "kanon/problem/binding/binding.hpp"
#include "kanon/problem/build_hierarchy.hpp"
#include "kanon/release/spelling/spelling.hpp"
#include "kanon/source/input.hpp"
#include "kanon/source/reading.hpp"
#include "kanon/table/values/standard_column.hpp"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <memory>
#include <string_view>
#include <utility>

namespace kanon {
namespace {

ReadOptions for_release(ReadOptions options, std::vector<std::string> known) {
    options.missing_marks.clear();
    options.types.clear();
    options.known_names = std::move(known);
    options.header_in_doubt = true;  // as every release is written
    options.keep_blank_rows = true;
    return options;
}

std::vector<std::string> names_of(const std::vector<JoinedColumn>& on, bool outside) {
    std::vector<std::string> out;
    out.reserve(on.size());
    for (const JoinedColumn& column : on) {
        out.push_back(outside ? column.outside : column.released);
    }
    return out;
}

/// How one of the inputs of a join is read: what says how a file is written holds for those that
/// are files, if there is one.
ReadOptions for_input(const std::string& path, const OpenStream& open, const LinkJob& job) {
    ReadOptions options = job.read;
    options.open_stream = open;
    const bool has_file = !is_address(job.release) || !is_address(job.outside) ||
                          (!job.original.empty() && !is_address(job.original));
    if (has_file && is_address(path)) {
        options.format = Format::automatic;
        options.encoding.clear();
        options.delimiter.reset();
        options.quote.reset();
        options.header.reset();
        options.labels = ValueLabels::automatic;
        options.unpack_limit = 0;
    }
    return options;
}

/// A table under the names that the policy has for its columns, missing marks and types as there.
Table read_by_policy(const std::string& path,
                     const OpenStream& open,
                     const LinkJob& job,
                     const std::vector<std::string>& names,
                     const ReadWords& words = {}) {
    ReadOptions options = for_input(path, open, job);
    set_read_options(options, words);
    options.known_names = names;
    if (!options.header) {
        options.header_in_doubt = true;  // columns are sought by name
    }
    options.missing_marks.insert(options.missing_marks.end(),
                                 job.policy.missing_marks.begin(),
                                 job.policy.missing_marks.end());
    for (std::size_t i = 0; i < names.size(); ++i) {
        const AttributePolicy* attribute = job.policy.find(job.on[i].released);
        if (attribute != nullptr && attribute->type) {
            options.types.emplace(names[i], *attribute->type);
        }
    }
    try {
        return read_input(path, options, job.context).table;
    } catch (const Error& fault) {
        if (words.empty()) {
            throw;
        }
        rethrow_with_settings(fault, "by --list-read", "=");
    }
}

/// Ages are joined with ages: dates of a list, or of the original, are none.
void check_derived(const LinkJob& job, const AttributePolicy* known, const Column& listed) {
    if (known == nullptr || known->coding.derive.empty()) {
        return;
    }
    if (is_of_calendar(listed.dictionary->type())) {
        throw Error(ErrorCode::bad_input,
                    "the release has the " + known->coding.derive +
                        ", and the list a date; give the list a column of these ages",
                    Where{.file = shown_input(job.outside), .attribute = listed.name});
    }
    if (!job.original.empty()) {
        throw Error(ErrorCode::usage,
                    "the original has dates where the release has the " + known->coding.derive +
                        "; leave --original out, or join on other columns",
                    Where{.attribute = known->name});
    }
}

attack::OutsideList read_outside(const LinkJob& job) {
    const Table read = read_by_policy(
        job.outside, job.open_outside, job, names_of(job.on, true), job.read_outside);
    attack::OutsideList out;
    std::vector<std::shared_ptr<const Column>> columns;
    columns.reserve(job.on.size());
    for (const JoinedColumn& names : job.on) {
        const auto found = read.find(names.outside);
        if (!found) {
            throw Error(ErrorCode::bad_input,
                        "the list has no such column" + suggestion(names.outside, read.names()),
                        Where{.file = shown_input(job.outside), .attribute = names.outside});
        }
        const AttributePolicy* known = job.policy.find(names.released);
        const bool anew = known == nullptr || detail::is_spelled_anew(*known);
        const std::shared_ptr<const Column>& listed = read.shared_column(*found);
        check_derived(job, known, *listed);
        Column column = *with_one_spelling(anew ? in_standard_notation(listed) : listed,
                                           ChosenSpelling::of_first_row);
        column.name = names.released;
        columns.push_back(std::make_shared<const Column>(std::move(column)));
    }
    out.table = Table(std::move(columns), read.row_count());
    if (read.row_count() == 0) {
        throw Error(
            ErrorCode::bad_input, "the list has no rows", Where{.file = shown_input(job.outside)});
    }
    out.columns.reserve(job.on.size());
    for (std::size_t place = 0; place < job.on.size(); ++place) {
        const AttributePolicy* attribute = job.policy.find(job.on[place].released);
        if (attribute != nullptr && attribute->aggregate) {
            throw Error(ErrorCode::bad_policy,
                        "an aggregate of a class covers nobody in particular; join on others",
                        job.policy.where(attribute->name));
        }
        const HierarchySpec spec = attribute == nullptr ? HierarchySpec{} : attribute->hierarchy;
        QuasiIdentifier column;
        column.name = job.on[place].released;
        column.hierarchy =
            build_hierarchy(job.policy, spec, out.table.column(place), job.read.show_values);
        out.columns.push_back(std::move(column));
    }
    return out;
}

/// The names of a role that the policy gives.
std::vector<std::string> names_of_role(const Policy& policy, Role role) {
    std::vector<std::string> out;
    for (const AttributePolicy& attribute : policy.attributes) {
        if (attribute.role == role) {
            out.push_back(attribute.name);
        }
    }
    return out;
}

std::vector<std::string> those_in(const Table& table, const std::vector<std::string>& names) {
    std::vector<std::string> out;
    std::ranges::copy_if(names, std::back_inserter(out), [&](const std::string& name) {
        return table.find(name).has_value();
    });
    return out;
}

/// How the sensitive columns of a release are read as values: stars are missing, types are the
/// policy's.
ReadOptions for_values(ReadOptions options,
                       const Policy& policy,
                       const std::vector<std::string>& names) {
    options.missing_marks.emplace_back(kStar);
    for (const std::string& name : names) {
        const AttributePolicy* attribute = policy.find(name);
        if (attribute != nullptr && attribute->type) {
            options.types.emplace(name, *attribute->type);
        }
    }
    return options;
}

/// These columns of a file, read once more.
Table read_values(const std::string& path,
                  ReadOptions options,
                  const Table& release,
                  const std::vector<std::string>& names,
                  const RunContext& context) {
    for (const std::string_view name : release.names()) {
        if (std::ranges::find(names, name) == names.end()) {
            options.skip.emplace_back(name);
        }
    }
    return read_table(path, options, context).table;
}

/// The same of a release in a database, whose rows would stand in another order the second time.
Table values_of(const Table& release,
                const ReadOptions& options,
                const std::vector<std::string>& names) {
    const auto spell = [](std::string_view text) {
        return text == kStar ? std::string() : std::string(text);
    };
    std::vector<std::shared_ptr<const Column>> columns;
    for (const std::string& name : names) {
        const Column& column = release.column(release.find(name).value());
        columns.push_back(std::make_shared<const Column>(
            respelled(column, spell, io::rules_of(options, name)).column));
    }
    return {std::move(columns), release.row_count()};
}

attack::ShownRelease read_one(const std::string& path,
                              const AttackJob& job,
                              const std::vector<std::string>& known,
                              const std::vector<std::string>& sensitive) {
    if (path == "-") {
        throw Error(ErrorCode::usage, "an attack reads a release twice; name a file, not -");
    }
    std::vector<std::string> all = known;
    all.insert(all.end(), sensitive.begin(), sensitive.end());
    const ReadOptions options = for_release(job.read, std::move(all));
    attack::ShownRelease out;
    out.table = read_input(path, options, job.context).table;
    out.known = those_in(out.table, known);
    const std::vector<std::string> shown = those_in(out.table, sensitive);
    if (out.known.empty()) {
        throw Error(ErrorCode::bad_input,
                    "the release has no column that is known; name them (--qi, or a policy)",
                    Where{.file = shown_input(path)});
    }
    if (shown.empty()) {
        return out;
    }
    const ReadOptions as_values = for_values(options, job.policy, shown);
    const Table values = is_address(path)
                             ? values_of(out.table, as_values, shown)
                             : read_values(path, as_values, out.table, shown, job.context);
    for (const std::string& name : shown) {
        attack::ShownColumn column{.cells = values.shared_column(values.find(name).value())};
        const AttributePolicy* attribute = job.policy.find(name);
        if (attribute != nullptr && attribute->asks_for_hierarchy()) {
            column.hierarchy = std::make_shared<const Hierarchy>(build_hierarchy(
                job.policy, attribute->hierarchy, *column.cells, job.read.show_values));
        }
        out.sensitive.push_back(std::move(column));
    }
    return out;
}

void check_candidates(const Policy& policy) {
    const bool is_freeform = policy.recoding_model == RecodingModel::freeform ||
                             detail::bind_options_of(policy).freeform;
    if (is_freeform) {
        throw Error(ErrorCode::bad_policy,
                    "a freeform release has candidates in place of classes; use `attack link`, "
                    "which counts them",
                    Where{.file = policy.file});
    }
}

/// Rows of several releases are told to be the same persons' by their place alone.
void check_order(const std::vector<std::string>& releases) {
    const auto found = std::ranges::find_if(releases, is_address);
    if (releases.size() > 1 && found != releases.end()) {
        throw Error(ErrorCode::usage,
                    "rows of a database have no order, so it is not known which row of the other "
                    "releases is the same person; name files whose rows are",
                    Where{.file = shown_input(*found)});
    }
}

void check_present(const std::vector<attack::ShownRelease>& releases,
                   const std::vector<std::string>& names) {
    for (const std::string& name : names) {
        if (std::ranges::none_of(releases, [&](const attack::ShownRelease& release) {
                return release.table.find(name).has_value();
            })) {
            throw Error(
                ErrorCode::bad_input,
                "no release has such a column" + suggestion(name, releases.front().table.names()),
                Where{.attribute = name});
        }
    }
}

/// A release whose numbers have decimal commas with points, as the list has them.
Table with_points(const Table& release, const attack::OutsideList& outside) {
    detail::SourceForm form;
    for (std::size_t place = 0; place < outside.table.column_count(); ++place) {
        if (outside.table.column(place).dictionary->is_numeric()) {
            form.decimal_commas.push_back(outside.table.column(place).name);
        }
    }
    return detail::out_of_own_form(release, form);
}

}  // namespace

LinkReport link(const LinkJob& job) {
    if (job.on.empty()) {
        throw Error(ErrorCode::usage, "name the columns to join on (--on)");
    }
    const attack::OutsideList outside = read_outside(job);
    std::vector<std::string> names = names_of(job.on, false);
    const ReadOptions of_release =
        for_release(for_input(job.release, job.open_release, job), names);
    const Table release =
        with_points(read_input(job.release, of_release, job.context).table, outside);
    LinkReport out;
    out.after = attack::link(outside, release, job.sensitive, job.options, job.context);
    if (!job.original.empty()) {
        const Table original =
            with_points(read_by_policy(job.original, job.open_original, job, names), outside);
        out.before = attack::link(outside, original, job.sensitive, job.options, job.context);
    }
    return out;
}

std::vector<attack::ShownRelease> read_shown(const AttackJob& job) {
    check_candidates(job.policy);
    const std::vector<std::string> known = names_of_role(job.policy, Role::quasi_identifying);
    const std::vector<std::string> sensitive = names_of_role(job.policy, Role::sensitive);
    if (known.empty()) {
        throw Error(ErrorCode::bad_policy,
                    "no column is known; name the quasi-identifiers (--qi, or a policy)",
                    Where{.file = job.policy.file});
    }
    check_order(job.releases);
    std::vector<attack::ShownRelease> out;
    out.reserve(job.releases.size());
    for (const std::string& path : job.releases) {
        out.push_back(read_one(path, job, known, sensitive));
    }
    check_present(out, known);
    check_present(out, sensitive);
    return out;
}

}  // namespace kanon
