// SPDX-License-Identifier: Apache-2.0
#include "kanon/base/text/count_text.hpp"
#include "kanon/base/text/utf8.hpp"
#include "kanon/privacy/requirement.hpp"
#include "kanon/report/risk_report.hpp"
#include "kanon/report/wording.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace kanon {
namespace {

using risk::Assessment;
using risk::AttackerRisk;
using risk::TableRisk;

std::string risk_figure(double risk) {
    return fmt::format("{:.4g}", risk);
}

std::string rows_figure(std::uint64_t rows, std::uint64_t of) {
    return of == 0 ? count_text(rows)
                   : fmt::format("{} ({})",
                                 count_text(rows),
                                 percent_text(static_cast<double>(rows) / static_cast<double>(of)));
}

/// How a figure is taken from the table as it stands or from the release.
using Figure = std::function<std::string(const TableRisk&)>;

/// Figures before and after, side by side, each with a few words.
class Sheet {
public:
    explicit Sheet(const Assessment& assessment) : assessment_(assessment) {}

    void heading(std::string_view text) { out_ += fmt::format("\n{}\n", text); }

    void line(std::string_view name, const Figure& figure, std::string_view words) {
        const std::string after = assessment_.after ? figure(*assessment_.after) : "";
        out_ += fmt::format("  {:<26}  {:>16}  ", name, figure(assessment_.before));
        if (assessment_.after) {
            out_ += fmt::format("{:>16}  ", after);
        }
        out_ += words;
        out_.erase(out_.find_last_not_of(' ') + 1);
        out_ += '\n';
    }

    [[nodiscard]] std::string take() { return std::move(out_); }

private:
    const Assessment& assessment_;
    std::string out_;
};

std::string_view alike_words(const Assessment& assessment) {
    return assessment.person.empty() ? "share their quasi-identifiers with no other row"
                                     : "share their quasi-identifiers with no other person";
}

void write_rows(const Assessment& assessment, Sheet& sheet) {
    sheet.line(
        "",
        [&](const TableRisk& table) { return &table == &assessment.before ? "before" : "after"; },
        "");
    sheet.line(
        "rows",
        [](const TableRisk& table) { return count_text(table.found.rows); },
        "that are not suppressed; all shares are of these");
    sheet.line(
        "rows suppressed",
        [](const TableRisk& table) { return count_text(table.suppressed_rows); },
        "suppressed or left out: nobody finds them, and no share counts them");
    sheet.line(
        "classes",
        [](const TableRisk& table) {
            return table.subject == risk::Subject::candidate ? "-"
                                                             : count_text(table.found.classes);
        },
        "of rows that nobody can tell apart");
    sheet.line(
        "unique rows",
        [](const TableRisk& table) { return rows_figure(table.found.uniques, table.found.rows); },
        alike_words(assessment));
}

/// The three figures of an attacker.
void write_attacker(Sheet& sheet,
                    const std::function<std::optional<AttackerRisk>(const TableRisk&)>& of,
                    double threshold) {
    const auto figure = [&of](const auto& take) {
        return [&of, take](const TableRisk& table) {
            const std::optional<AttackerRisk> found = of(table);
            return found ? take(table, *found) : std::string("-");
        };
    };
    sheet.line("highest risk",
               figure([](const TableRisk&, const AttackerRisk& found) {
                   return risk_figure(found.highest);
               }),
               "of the row that is found most easily");
    sheet.line("average risk",
               figure([](const TableRisk&, const AttackerRisk& found) {
                   return risk_figure(found.average);
               }),
               "over all rows");
    sheet.line(fmt::format("rows above {:g}", threshold),
               figure([](const TableRisk& table, const AttackerRisk& found) {
                   return rows_figure(found.rows_above, table.found.rows);
               }),
               "are found with a greater probability");
}

void write_attackers(const Assessment& assessment, Sheet& sheet) {
    const double threshold = assessment.before.found.threshold;
    sheet.heading("Prosecutor: looks for one person, and knows that he is in the table");
    write_attacker(
        sheet,
        [](const TableRisk& table) { return std::optional(table.found.prosecutor); },
        threshold);
    if (assessment.before.found.journalist) {
        sheet.heading(
            "Journalist: looks for anybody of the population, and does not know who is in it");
        write_attacker(
            sheet, [](const TableRisk& table) { return table.found.journalist; }, threshold);
        sheet.line(
            "people of a class",
            [](const TableRisk& table) {
                return table.found.least_people ? fmt::format("{:.6g}", *table.found.least_people)
                                                : "-";
            },
            "in the population, at least: the k of k-map");
    }
    sheet.heading(assessment.before.found.journalist
                      ? "Marketer: links every row with a list of the population"
                      : "Marketer: links every row with a list of these persons");
    sheet.line(
        "rows linked rightly",
        [](const TableRisk& table) { return percent_text(table.found.marketer); },
        "expected share of correct matches");
}

void write_sampled(const Assessment& assessment, Sheet& sheet) {
    if (!assessment.before.individual) {
        return;
    }
    sheet.heading("Individual risk: 1 / people of the class, estimated from how rows were drawn");
    write_attacker(
        sheet,
        [](const TableRisk& table) { return table.individual; },
        assessment.before.found.threshold);
    sheet.line(
        "rows found",
        [](const TableRisk& table) {
            return table.individual ? fmt::format("{:.2f}",
                                                  table.individual->average *
                                                      static_cast<double>(table.found.rows))
                                    : "-";
        },
        "expected, if somebody looks for each");
}

std::string people_figure(double people, double population) {
    return fmt::format("{} ({})",
                       count_text(static_cast<std::uint64_t>(std::llround(people))),
                       percent_text(people / population));
}

void write_estimates(const Assessment& assessment, Sheet& sheet) {
    if (!assessment.before.uniques) {
        return;
    }
    sheet.heading(fmt::format("People who are unique in the population of {}, estimated",
                              count_text(static_cast<std::uint64_t>(
                                  std::llround(assessment.before.uniques->population)))));
    sheet.line(
        "by Dankar's rule",
        [](const TableRisk& table) {
            return table.uniques
                       ? people_figure(table.uniques->estimate(), table.uniques->population)
                       : "-";
        },
        fmt::format("that of {}{}",
                    to_string(assessment.before.uniques->chosen),
                    assessment.after && assessment.after->uniques
                        ? fmt::format(" and of {}", to_string(assessment.after->uniques->chosen))
                        : ""));
    for (std::size_t place = 0; place < risk::kUniquesModels.size(); ++place) {
        sheet.line(
            to_string(risk::kUniquesModels[place]),
            [place](const TableRisk& table) {
                return table.uniques && table.uniques->people[place]
                           ? people_figure(*table.uniques->people[place], table.uniques->population)
                           : "-";
            },
            "");
    }
}

void write_counted(const Assessment& assessment, std::string& out) {
    const std::optional<risk::CountedPeople>& counted = assessment.population;
    if (!counted) {
        return;
    }
    out += fmt::format(
        "\nPopulation of {}\n  {} unique in it; {} of the table {} in the table and in it\n",
        count_text(counted->people, "person"),
        count_text(counted->uniques, "person") + (counted->uniques == 1 ? " is" : " are"),
        count_text(counted->rows_unique, "row"),
        counted->rows_unique == 1 ? "is unique" : "are unique");
}

/// Names in a column as wide as the longest of them.
std::size_t widest(const Assessment& assessment) {
    std::size_t width = 6;
    for (const risk::ColumnRisk& column : assessment.columns) {
        width = std::max(width, code_point_count(one_line(column.column)));
    }
    return width;
}

void write_columns(const Assessment& assessment, std::string& out) {
    if (assessment.columns.empty()) {
        return;
    }
    const std::size_t width = widest(assessment);
    const bool scored = assessment.suda.has_value();
    out += fmt::format(
        "\nWhich columns make the risk: the table without each of them\n  {:<{}}  "
        "{:>16}  {:>12}{}\n",
        "column",
        width,
        "unique rows",
        "average risk",
        scored ? "  share of scores" : "");
    for (const risk::ColumnRisk& column : assessment.columns) {
        const std::string name = one_line(column.column);
        out += fmt::format(
            "  {}{}  {:>16}  {:>12}{}\n",
            name,
            std::string(width - code_point_count(name), ' '),
            rows_figure(column.uniques_without, assessment.before.found.rows),
            risk_figure(column.average_without),
            column.suda_share ? fmt::format("  {:>15}", percent_text(*column.suda_share)) : "");
    }
}

void write_known_set(std::string_view when, const risk::KnownSetRisk& set, std::string& out) {
    std::string names;
    for (const std::string& name : set.columns) {
        names += (names.empty() ? "" : ", ") + one_line(name);
    }
    out += fmt::format("    {:<6}  {:>16}  {:>12}  {:>12}  {}\n",
                       when,
                       rows_figure(set.found.uniques, set.found.rows),
                       risk_figure(set.found.prosecutor.highest),
                       risk_figure(set.found.prosecutor.average),
                       names);
}

void write_adversaries(const Assessment& assessment, std::string& out) {
    if (assessment.adversaries.empty()) {
        return;
    }
    out += fmt::format(
        "\nAdversaries of the policy, each by the columns with the highest average "
        "risk\n    {:<6}  {:>16}  {:>12}  {:>12}  columns\n",
        "",
        "unique rows",
        "highest risk",
        "average risk");
    for (const risk::AdversaryRisk& one : assessment.adversaries) {
        out += fmt::format("  who knows {}{}\n",
                           one_line(known_text({.columns = one.columns, .any = one.any})),
                           one.any > 0 ? fmt::format(" ({})", count_text(one.sets, "set")) : "");
        write_known_set("before", one.before, out);
        if (one.after) {
            write_known_set("after", *one.after, out);
        }
    }
}

void write_items(std::string_view when, const risk::ItemsKnown& found, std::string& out) {
    out += fmt::format("    {:<6}  {:>16}  {:>16}  {:>10.1f}\n",
                       when,
                       rows_figure(found.alone, found.rows),
                       rows_figure(found.above, found.rows),
                       found.expected);
}

void write_lists(const Assessment& assessment, std::string& out) {
    if (!assessment.lists) {
        return;
    }
    const risk::ListRisk& lists = *assessment.lists;
    out += fmt::format(
        "\nWho is found by the {} of their list that fewest rows have, in '{}'\n    {:<6}  {:>16}  "
        "{:>16}  {:>10}\n  by items alone\n",
        count_text(lists.most, "item"),
        one_line(lists.column),
        "",
        "alone with them",
        fmt::format("risk above {:.4g}", assessment.before.found.threshold),
        "expected");
    write_items("before", lists.before.by_items, out);
    if (lists.after) {
        write_items("after", lists.after->by_items, out);
    }
    out += "  by items and quasi-identifiers\n";
    write_items("before", lists.before.with_columns, out);
    if (lists.after) {
        write_items("after", lists.after->with_columns, out);
    }
}

void write_suda(const Assessment& assessment, std::string& out) {
    if (!assessment.suda) {
        return;
    }
    const risk::SudaFigures& suda = *assessment.suda;
    out += fmt::format(
        "\nSpecial uniques: unique rows that are so by few columns (SUDA)\n  {} of {} alone in the "
        "table by fewer columns than all\n",
        count_text(suda.specials),
        count_text(suda.uniques, "row"));
    std::string sizes;
    for (std::size_t size = 1; size <= suda.sets_of_size.size(); ++size) {
        sizes += fmt::format("{}{} of {}",
                             sizes.empty() ? "" : ", ",
                             count_text(suda.sets_of_size[size - 1]),
                             count_text(size, "column"));
    }
    out += fmt::format("  minimal sample uniques: {}\n", sizes);
    if (suda.is_capped) {
        out += fmt::format(
            "  sets of more than {} were not looked at, for there are too many (--suda-size)\n",
            count_text(suda.largest, "column"));
    }
    out += fmt::format("  greatest score {:.6g}", suda.greatest_score);
    out += suda.file_risk
               ? fmt::format(
                     "; a match of a unique row is right with {:.4g} (DIS), of the riskiest with "
                     "{:.4g} (DIS-SUDA)\n",
                     *suda.file_risk,
                     suda.greatest_dis.value_or(0))
               : "; for DIS-SUDA say how the rows were drawn (--sample-fraction, --weights)\n";
}

std::string name_of_stratum(const risk::StratumRisk& stratum) {
    if (stratum.values.empty()) {
        return fmt::format("{} small ones", count_text(stratum.strata));
    }
    std::string out;
    for (const std::string& value : stratum.values) {
        out += (out.empty() ? "" : ", ") + (value.empty() ? "(missing)" : one_line(value));
    }
    return out;
}

void write_stratum(const std::string& name, const risk::StratumRisk& stratum, std::string& out) {
    constexpr std::size_t kStratumWidth = 26;
    const std::size_t length = code_point_count(name);
    out += fmt::format("  {}{}  {:>10}  {:>16}  {:>12}  {:>12}",
                       name,
                       std::string(kStratumWidth - std::min(kStratumWidth, length), ' '),
                       count_text(stratum.found.rows),
                       rows_figure(stratum.found.uniques, stratum.found.rows),
                       risk_figure(stratum.found.prosecutor.highest),
                       risk_figure(stratum.found.prosecutor.average));
    if (stratum.individual) {
        const auto rows = static_cast<double>(stratum.found.rows);
        out += fmt::format("  {:>10.2f}", stratum.individual->average * rows);
    }
    out += '\n';
}

void write_strata(const Assessment& assessment, std::string& out) {
    if (!assessment.strata) {
        return;
    }
    const risk::StrataRisk& strata = *assessment.strata;
    std::string names;
    for (const std::string& name : strata.columns) {
        names += (names.empty() ? "" : ", ") + one_line(name);
    }
    out += fmt::format(
        "\nRows alike within their stratum alone ({})\n  {:<26}  {:>10}  {:>16}  {:>12}  "
        "{:>12}{}\n",
        names,
        "stratum",
        "rows",
        "unique rows",
        "highest risk",
        "average risk",
        strata.all.individual ? "  rows found" : "");
    write_stratum(fmt::format("all {}", count_text(strata.all.strata)), strata.all, out);
    constexpr std::size_t kMostStrata = 20;
    for (std::size_t place = 0; place < std::min(kMostStrata, strata.each.size()); ++place) {
        write_stratum(name_of_stratum(strata.each[place]), strata.each[place], out);
    }
    if (strata.each.size() > kMostStrata) {
        out += fmt::format("  and {} more; --json has them all\n",
                           count_text(strata.each.size() - kMostStrata));
    }
}

}  // namespace

std::string risk_text(const Assessment& assessment) {
    std::string names;
    for (const std::string& name : assessment.quasi_identifiers) {
        names += (names.empty() ? "" : ", ") + one_line(name);
    }
    Sheet sheet(assessment);
    write_rows(assessment, sheet);
    write_attackers(assessment, sheet);
    write_sampled(assessment, sheet);
    write_estimates(assessment, sheet);
    const std::string known =
        names.empty() ? "nothing but a list"
                      : count_text(assessment.quasi_identifiers.size(), "quasi-identifier") + " (" +
                            names + ")";
    std::string out = fmt::format(
        "Risk of a row to be found by {}{}\n",
        known,
        assessment.person.empty() ? "" : ", of persons counted by " + one_line(assessment.person));
    out += sheet.take();
    write_counted(assessment, out);
    write_strata(assessment, out);
    write_adversaries(assessment, out);
    write_lists(assessment, out);
    write_suda(assessment, out);
    write_columns(assessment, out);
    section(out, "Assumed", assessment.assumptions);
    section(out, "Not known", assessment.notes);
    return out;
}

}  // namespace kanon
