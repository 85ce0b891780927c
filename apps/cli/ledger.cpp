// SPDX-License-Identifier: Apache-2.0
#include "kanon/api/kanon.hpp"

#include "terminal/exit_status.hpp"
#include "terminal/output.hpp"
#include "verbs.hpp"
#include <fmt/format.h>

#include <memory>
#include <string>

namespace kanon::cli {
namespace {

constexpr const char* kLedgerHelp = "the ledger, a private file of its owner";

std::string ledger_text(const Ledger& ledger) {
    std::string out = count_text(ledger.releases().size(), "release") + "\n";
    for (std::size_t at = 0; at < ledger.releases().size(); ++at) {
        const Ledger::Release& release = ledger.releases()[at];
        out += fmt::format("  {}: {}, {} = {}\n",
                           at + 1,
                           count_text(release.class_of.size(), "person"),
                           release.is_invariant() ? "m" : "k",
                           release.k);
    }
    return out;
}

}  // namespace

std::vector<Verb> add_ledger(CLI::App& root) {
    CLI::App* app =
        add_verb(root,
                 "ledger",
                 "Keep what was released of whom, for the next release of these people.",
                 "");
    const auto file = std::make_shared<std::string>();
    CLI::App* init = add_verb(
        *app, "init", "Make a ledger without releases.", "  kanon ledger init study.ledger\n");
    init->add_option("FILE", *file, kLedgerHelp)->required()->type_name("");
    const auto shown = std::make_shared<std::string>();
    CLI::App* show = add_verb(*app,
                              "show",
                              "Say how many releases a ledger has, and of how many persons.",
                              "  kanon ledger init study.ledger\n"
                              "  kanon ledger show study.ledger\n");
    show->add_option("FILE", *shown, kLedgerHelp)->required()->type_name("");
    return {{init,
             [file] {
                 make_ledger_file(*file);
                 print_out(fmt::format("ledger: {} (keep it to yourself)\n", *file));
                 return kDone;
             }},
            {show, [shown] {
                 print_out(ledger_text(Ledger::read(*shown)));
                 return kDone;
             }}};
}

}  // namespace kanon::cli
