// SPDX-License-Identifier: Apache-2.0
#include "kanon/api/kanon.hpp"

#include "bench_choice.hpp"
#include "bench_flags.hpp"
#include "bench_published.hpp"
#include "bench_published_tables.hpp"
#include "bench_workplace.hpp"
#include "exit_status.hpp"
#include "text_table.hpp"
#include "verbs.hpp"
#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

namespace kanon::cli {
namespace {

using bench::PaperFlags;

/// What came of the tables so far.
struct Harvest {
    std::vector<bench::PublishedResult> results;
    std::string markdown;
    bool all_right = true;
};

std::string list_of(const bench::PublishedSuite& suite) {
    std::vector<std::vector<std::string>> tables{{"table", "side", "method", "data", "about"}};
    for (const bench::PublishedTable& table : suite.tables) {
        for (const bench::PublishedSide& side : table.sides) {
            tables.push_back({table.name, side.label, side.method, side.dataset, table.about});
        }
    }
    return suite.about + "\n\n" + text_table(tables);
}

bool wanted(const PaperFlags& flags, std::uint64_t k) {
    return flags.ks.empty() || std::find(flags.ks.begin(), flags.ks.end(), k) != flags.ks.end();
}

void run_side(const PaperFlags& flags,
              const bench::PublishedSuite& suite,
              bench::PublishedResult& result,
              bench::Workplace& workplace,
              Harvest& harvest) {
    for (const auto& [k, printed] : result.side->printed) {
        if (!wanted(flags, k)) {
            continue;
        }
        if (!flags.run.quiet) {
            print_err(fmt::format("making {}, k = {}\n", result.side->label, k));
        }
        bench::PublishedRow row =
            bench::run_published(suite, *result.side, k, flags.run, workplace);
        if (const std::string fault = bench::fault_of(*result.side, row); !fault.empty()) {
            print_err(fmt::format("kanon: {}, k = {}: {}\n", result.side->label, k, fault));
            harvest.all_right = false;
        }
        result.rows.push_back(std::move(row));
    }
}

/// \throws Error{bad_input} if no table's data is there.
void leave_out_missing(bench::PublishedSuite& suite, const bench::Workplace& workplace) {
    std::string left_out;
    for (bench::PublishedTable& table : suite.tables) {
        left_out += bench::leave_out_missing(
            table.sides,
            workplace,
            [&](const auto& side) { return bench::find_dataset(suite, side.dataset).data; },
            [](const auto& side) { return side.label; });
    }
    std::erase_if(suite.tables,
                  [](const bench::PublishedTable& table) { return table.sides.empty(); });
    bench::tell_left_out(left_out, suite.tables.empty());
}

Harvest run_tables(const PaperFlags& flags, bench::PublishedSuite& suite) {
    bench::Workplace workplace(flags.keep, flags.shared);
    leave_out_missing(suite, workplace);
    Harvest harvest;
    for (const bench::PublishedTable& table : suite.tables) {
        const std::string head = "Table " + table.name + ": " + table.about;
        print_out(head + "\n\n");
        harvest.markdown += "### " + head + "\n\n";
        for (const bench::PublishedSide& side : table.sides) {
            bench::PublishedResult result{.table = &table, .side = &side, .rows = {}};
            run_side(flags, suite, result, workplace, harvest);
            print_out(bench::published_text(side, result.rows));
            harvest.markdown += bench::published_markdown(side, result.rows);
            harvest.results.push_back(std::move(result));
        }
    }
    return harvest;
}

/// \throws Error{usage} for a k that no table has.
void check_ks(const PaperFlags& flags, const bench::PublishedSuite& suite) {
    for (const std::uint64_t k : flags.ks) {
        const bool printed = std::any_of(
            suite.tables.begin(), suite.tables.end(), [k](const bench::PublishedTable& table) {
                return std::any_of(table.sides.begin(), table.sides.end(), [k](const auto& side) {
                    return side.printed.contains(k);
                });
            });
        if (!printed) {
            throw Error(ErrorCode::usage, fmt::format("--k: no table has k = {}", k));
        }
    }
}

int run(const PaperFlags& flags) {
    bench::PublishedSuite suite = bench::read_published_suite(flags.folder, "patterns");
    bench::keep_named(suite.tables, flags.names, "table", &bench::PublishedTable::name);
    check_ks(flags, suite);
    if (flags.list) {
        print_out(list_of(suite));
        return kDone;
    }
    bench::BenchTargets targets({flags.json, flags.markdown}, flags.force);
    const std::string head = fmt::format(
        "kanon {}: {}. Ours, and as printed in brackets; r: seconds of the search{}.\n\n",
        version(),
        suite.about,
        bench::limit_text(flags.run, suite));
    print_out(head);
    const Harvest harvest = run_tables(flags, suite);
    if (!harvest.all_right) {
        return kBroken;
    }
    targets.write({bench::published_json(harvest.results), head + harvest.markdown});
    return kDone;
}

}  // namespace

Verb add_bench_patterns(CLI::App& bench) {
    CLI::App* app = add_verb(bench,
                             "patterns",
                             "Make the published tables of pattern-guided k-anonymity anew.",
                             "  kanon bench patterns --list\n");
    const auto flags = std::make_shared<PaperFlags>();
    bench::add_paper_flags(*app, "tables", *flags);
    return {app, [flags] { return run(*flags); }};
}

}  // namespace kanon::cli
