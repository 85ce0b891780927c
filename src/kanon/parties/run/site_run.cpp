// SPDX-License-Identifier: Apache-2.0
#include "kanon/parties/run/site_run.hpp"

#include "kanon/parties/run/miner_run.hpp"
#include "kanon/parties/run/sums_run.hpp"
#include "kanon/parties/run/vertical_run.hpp"

namespace kanon::parties {

Site read_party(const std::string& input,
                const Agreement& agreement,
                std::size_t party,
                const ReadOptions& options,
                const RunContext& context) {
    if (agreement.protocol->division == Division::vertical) {
        return read_site_table(input, agreement, party, options, context);
    }
    if (!agreement.has_rows(party)) {
        return SiteRows();
    }
    return read_site_rows(input, agreement, party, options, context);
}

std::uint64_t rows_of(const Site& site) {
    const auto* const bound = std::get_if<SiteTable>(&site);
    return bound != nullptr ? bound->problem.table.row_count()
                            : std::get<SiteRows>(site).table.row_count();
}

std::optional<Table> run_site(const Site& site,
                              const Agreement& agreement,
                              const Peers& peers,
                              const RunContext& context,
                              PartyOutcome& outcome) {
    if (const auto* const bound = std::get_if<SiteTable>(&site)) {
        return run_vertical(*bound, agreement, peers, context, outcome);
    }
    const Table& rows = std::get<SiteRows>(site).table;
    return agreement.miner.empty() ? run_by_sums(rows, agreement, peers, context, outcome)
                                   : run_with_miner(rows, agreement, peers, context, outcome);
}

}  // namespace kanon::parties
