// SPDX-License-Identifier: Apache-2.0
#include "kanon/linked/run/risk_linked.hpp"

#include "kanon/assess/assess_risk.hpp"
#include "kanon/base/error.hpp"
#include "kanon/base/text/count_text.hpp"
#include "kanon/linked/audit/linked_audit.hpp"
#include "kanon/linked/run/verify_linked.hpp"
#include "kanon/linked/schema/row_forms.hpp"
#include "kanon/report/json/json_text.hpp"
#include "kanon/report/risk_report.hpp"
#include "kanon/table/table_builder.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <memory>
#include <utility>
#include <vector>

namespace kanon::linked {
namespace {

/// The tables as they are, by their quasi-identifiers.
std::vector<SeenTable> seen_tables(const LinkedTables& tables) {
    std::vector<SeenTable> out;
    for (const LinkedTable& table : tables.tables) {
        SeenTable& of = out.emplace_back();
        of.rows = table.rows();
        of.children = table.children;
        of.by_parent = table.by_parent;
        of.first_child = table.first_child;
        for (const std::size_t column : table.problem.columns) {
            of.codes.push_back(&table.table().column(column).codes);
        }
    }
    return out;
}

risk::Reidentification risk_of(std::span<const SeenTable> seen, double threshold) {
    const RowForms forms = find_row_forms(seen);
    risk::RiskClasses classes;
    classes.rows.assign(forms.rows_of_form.begin(), forms.rows_of_form.end());
    return risk::reidentification(classes, threshold);
}

/// The numbers of a column of a table of risks.
std::vector<double> numbers_of(const Table& table, std::string_view name) {
    const Column& column = table.column(*table.find(name));
    std::vector<double> out;
    for (std::size_t row = 0; row < table.row_count(); ++row) {
        out.push_back(column.dictionary->number(column.codes[row]));
    }
    return out;
}

/// A table of risks with the risk of each row's household.
Table with_households(const Table& rows,
                      const HouseholdRisk& risk,
                      const std::vector<std::uint32_t>& household_of) {
    std::vector<double> risks;
    risks.reserve(household_of.size());
    for (const std::uint32_t household : household_of) {
        risks.push_back(risk.of_household[household]);
    }
    TableBuilder builder;
    builder.add_numbers("household_risk", risks);
    std::vector<std::shared_ptr<const Column>> columns;
    for (std::size_t place = 0; place < rows.column_count(); ++place) {
        columns.push_back(rows.shared_column(place));
    }
    columns.push_back(builder.finish().shared_column(0));
    return {std::move(columns), rows.row_count()};
}

/// Persons one by one, by their own quasi-identifiers, and with their households.
void take_households(const LinkedTables& tables,
                     RiskOptions options,
                     const RunContext& context,
                     LinkedRisk& out) {
    const LinkedTable& persons = tables.tables[1];
    if (persons.problem.columns.empty()) {
        throw Error(ErrorCode::bad_policy,
                    "no column of the persons is quasi-identifying; give those that others may "
                    "know `role: quasi-identifying` (--qi)");
    }
    const bool rows_are_asked = std::exchange(options.rows, true);
    RiskResult found = assess_risk(persons.problem, nullptr, options, context);
    out.has_people = found.rows.find("individual_risk").has_value();
    out.household =
        household_risk(numbers_of(found.rows, out.has_people ? "individual_risk" : "risk"),
                       persons.parent_row,
                       tables.subjects(),
                       options.threshold);
    out.persons = std::move(found.assessment);
    if (rows_are_asked) {
        out.rows = with_households(found.rows, *out.household, persons.parent_row);
    }
}

std::string share(double part, std::uint64_t whole) {
    return fmt::format("{:.2f} %", whole == 0 ? 0 : 100 * part / static_cast<double>(whole));
}

std::string line_of(const char* name, const risk::Reidentification& risk) {
    return fmt::format(
        "  {}: {} of {} alone with their values ({}), average risk {:.4f}, highest "
        "{:.4f}, {} above {:g}\n",
        name,
        count_text(risk.uniques),
        count_text(risk.rows),
        share(static_cast<double>(risk.uniques), risk.rows),
        risk.prosecutor.average,
        risk.prosecutor.highest,
        count_text(risk.prosecutor.rows_above),
        risk.threshold);
}

nlohmann::ordered_json risk_json(const risk::Reidentification& risk) {
    return {{"subjects", risk.rows},
            {"classes", risk.classes},
            {"uniques", risk.uniques},
            {"threshold", risk.threshold},
            {"highest", risk.prosecutor.highest},
            {"average", risk.prosecutor.average},
            {"subjects_above", risk.prosecutor.rows_above}};
}

}  // namespace

LinkedRisk risk_linked(const LinkedRiskJob& job) {
    LinkedVerifyJob reading{.schema = job.schema,
                            .release = job.release,
                            .read = job.read,
                            .read_release = job.read_release,
                            .write = job.write,
                            .context = job.context};
    ReadLinkedRelease read;
    if (job.release.empty()) {
        read.tables = read_linked(job.schema, job.read, job.context);
    } else {
        read = read_linked_release(reading);
    }
    return risk_tables(read, job.schema, job.options, job.context);
}

LinkedRisk risk_tables(const ReadLinkedRelease& read,
                       const SchemaPolicy& schema,
                       const RiskOptions& options,
                       const RunContext& context) {
    LinkedRisk out{.subject = read.tables.root().name};
    const double threshold = options.threshold;
    std::vector<SeenTable> seen = seen_tables(read.tables);
    out.before = risk_of(seen, threshold);
    if (!read.tables.root().is_made) {
        SeenTable alone = seen.front();
        alone.children.clear();
        out.own = risk_of(std::span(&alone, 1), threshold);
    }
    if (!read.released.empty()) {
        const std::vector<std::uint64_t> sizes = released_classes(read.tables, read.released);
        out.after = risk::reidentification({.rows = sizes}, threshold);
    }
    if (schema.is_household) {
        take_households(read.tables, options, context, out);
    }
    return out;
}

std::string linked_risk_text(const LinkedRisk& risk) {
    std::string out = fmt::format(
        "Who is found among {} of '{}'\n", count_text(risk.before.rows, "row"), risk.subject);
    if (risk.own) {
        out += line_of("by the columns of that table", *risk.own);
    }
    out += line_of(risk.household ? "by all members of the household"
                                  : "by the columns of all tables and the number of rows",
                   risk.before);
    if (risk.after) {
        out += line_of("in the release", *risk.after);
    }
    if (risk.household) {
        const HouseholdRisk& of = *risk.household;
        out += fmt::format(
            "Persons {}: {:.2f} of {} expected to be found one by one ({}), {:.2f} with their "
            "households ({}); {} in households above {:g}\n",
            risk.has_people ? "of the population" : "in the table",
            of.expected_alone,
            count_text(of.persons),
            share(of.expected_alone, of.persons),
            of.expected,
            share(of.expected, of.persons),
            count_text(of.persons_above),
            risk.before.threshold);
    }
    if (risk.persons) {
        out += "\nPersons one by one\n" + risk_text(*risk.persons);
    }
    return out;
}

std::string linked_risk_json(const LinkedRisk& risk) {
    nlohmann::ordered_json out{{"subject", risk.subject}, {"before", risk_json(risk.before)}};
    if (risk.own) {
        out["own_table"] = risk_json(*risk.own);
    }
    if (risk.after) {
        out["after"] = risk_json(*risk.after);
    }
    if (risk.household) {
        const HouseholdRisk& of = *risk.household;
        out["household"] = {{"persons", of.persons},
                            {"households", of.households},
                            {"by_population", risk.has_people},
                            {"expected_alone", of.expected_alone},
                            {"expected", of.expected},
                            {"highest", of.highest},
                            {"persons_above", of.persons_above}};
    }
    if (risk.persons) {
        out["persons"] = assessment_part(*risk.persons);
    }
    return json_document(out);
}

}  // namespace kanon::linked
