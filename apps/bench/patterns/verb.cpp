// SPDX-License-Identifier: Apache-2.0
#include "kanon/api/kanon.hpp"

#include "data/workplace.hpp"
#include "flags.hpp"
#include "patterns/published.hpp"
#include "patterns/tables.hpp"
#include "suites/choice.hpp"
#include "terminal/exit_status.hpp"
#include "terminal/output.hpp"
#include "terminal/text_table.hpp"
#include "verbs.hpp"
#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

namespace kanon::bench {
namespace {

/// What came of the tables so far.
struct PatternsHarvest {
    std::vector<PublishedResult> results;
    std::string markdown;
    bool all_right = true;
};

std::string list_of(const PublishedSuite& suite) {
    std::vector<std::vector<std::string>> tables{{"table", "side", "method", "data", "about"}};
    for (const PublishedTable& table : suite.tables) {
        for (const PublishedSide& side : table.sides) {
            tables.push_back({table.name, side.label, side.method, side.dataset, table.about});
        }
    }
    return suite.about + "\n\n" + cli::text_table(tables);
}

bool wanted(const PaperFlags& flags, std::uint64_t k) {
    return flags.ks.empty() || std::find(flags.ks.begin(), flags.ks.end(), k) != flags.ks.end();
}

void run_side(const PaperFlags& flags,
              const PublishedSuite& suite,
              PublishedResult& result,
              Workplace& workplace,
              PatternsHarvest& harvest) {
    for (const auto& [k, printed] : result.side->printed) {
        if (!wanted(flags, k)) {
            continue;
        }
        if (!flags.run.quiet) {
            cli::print_err(fmt::format("making {}, k = {}\n", result.side->label, k));
        }
        PublishedRow row = run_published(suite, *result.side, k, flags.run, workplace);
        if (const std::string fault = fault_of(*result.side, row); !fault.empty()) {
            cli::print_err(
                fmt::format("kanon-bench: {}, k = {}: {}\n", result.side->label, k, fault));
            harvest.all_right = false;
        }
        result.rows.push_back(std::move(row));
    }
}

/// \throws Error{bad_input} if no table's data is there.
void leave_out_missing(PublishedSuite& suite, const Workplace& workplace) {
    std::string left_out;
    for (PublishedTable& table : suite.tables) {
        left_out += leave_out_missing(
            table.sides,
            workplace,
            [&](const auto& side) { return find_dataset(suite, side.dataset).data; },
            [](const auto& side) { return side.label; });
    }
    std::erase_if(suite.tables, [](const PublishedTable& table) { return table.sides.empty(); });
    tell_left_out(left_out, suite.tables.empty());
}

PatternsHarvest run_tables(const PaperFlags& flags, PublishedSuite& suite) {
    Workplace workplace(flags.keep, flags.shared, flags.program);
    leave_out_missing(suite, workplace);
    PatternsHarvest harvest;
    for (const PublishedTable& table : suite.tables) {
        const std::string head = "Table " + table.name + ": " + table.about;
        cli::print_out(head + "\n\n");
        harvest.markdown += "### " + head + "\n\n";
        for (const PublishedSide& side : table.sides) {
            PublishedResult result{.table = &table, .side = &side, .rows = {}};
            run_side(flags, suite, result, workplace, harvest);
            cli::print_out(published_text(side, result.rows));
            harvest.markdown += published_markdown(side, result.rows);
            harvest.results.push_back(std::move(result));
        }
    }
    return harvest;
}

/// \throws Error{usage} for a k that no table has.
void check_ks(const PaperFlags& flags, const PublishedSuite& suite) {
    for (const std::uint64_t k : flags.ks) {
        const bool printed =
            std::any_of(suite.tables.begin(), suite.tables.end(), [k](const PublishedTable& table) {
                return std::any_of(table.sides.begin(), table.sides.end(), [k](const auto& side) {
                    return side.printed.contains(k);
                });
            });
        if (!printed) {
            throw Error(ErrorCode::usage, fmt::format("--k: no table has k = {}", k));
        }
    }
}

int run_patterns(const PaperFlags& flags) {
    PublishedSuite suite = read_published_suite(flags.folder, "patterns");
    keep_named(suite.tables, flags.names, "table", &PublishedTable::name);
    check_ks(flags, suite);
    if (flags.list) {
        cli::print_out(list_of(suite));
        return cli::kDone;
    }
    BenchTargets targets({flags.json, flags.markdown}, flags.force);
    const std::string head = fmt::format(
        "kanon {}: {}. Ours, and as printed in brackets; r: seconds of the search{}.\n\n",
        version(),
        suite.about,
        limit_text(flags.run, suite));
    cli::print_out(head);
    const PatternsHarvest harvest = run_tables(flags, suite);
    if (!harvest.all_right) {
        return cli::kBroken;
    }
    targets.write({published_json(harvest.results), head + harvest.markdown});
    return cli::kDone;
}

}  // namespace

cli::Verb add_patterns(CLI::App& root) {
    CLI::App* app = cli::add_verb(root,
                                  "patterns",
                                  "Reproduce the published tables of pattern-guided k-anonymity.",
                                  "  kanon-bench patterns --list\n");
    const auto flags = std::make_shared<PaperFlags>();
    add_paper_flags(*app, "tables", *flags);
    return {app, [flags] { return run_patterns(*flags); }};
}

}  // namespace kanon::bench
