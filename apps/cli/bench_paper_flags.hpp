// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "bench_suite.hpp"
#include "bench_workplace.hpp"
#include "flags.hpp"
#include <CLI/App.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace kanon::cli::bench {

/// Flags of benchmarks that make the tables or figures of a publication anew.
struct PaperFlags {
    std::vector<std::string> names;  ///< of tables or figures; empty: all
    std::vector<std::uint64_t> ks;   ///< in place of the suite's; empty: the suite's
    std::string folder = "bench/suites";
    std::string shared = default_shared_folder();
    std::string keep;
    std::string json;
    std::string markdown;
    bool list = false;
    bool force = false;
    RunFlags run;
};

/// `what`: tables or figures.
void add_paper_flags(CLI::App& app, const std::string& what, PaperFlags& flags);

/// `, at most 20 each`: the seconds that a search may take, by flag or suite; "" without a limit.
[[nodiscard]] std::string limit_text(const PaperFlags& flags, std::optional<double> of_suite);

/// Leave the tables or figures whose `name` was asked for. \throws Error{usage} for a name that
/// none has.
template <class Item>
void keep_named(std::vector<Item>& items,
                const std::vector<std::string>& names,
                const std::string& kind) {
    std::vector<std::string_view> known(items.size());
    std::transform(items.begin(), items.end(), known.begin(), [](const Item& item) {
        return std::string_view(item.name);
    });
    for (const std::string& name : names) {
        if (std::find(known.begin(), known.end(), name) == known.end()) {
            throw Error(
                ErrorCode::usage,
                fmt::format("the suite has no {} '{}'{}", kind, name, suggestion(name, known)));
        }
    }
    if (!names.empty()) {
        std::erase_if(items, [&](const Item& item) {
            return std::find(names.begin(), names.end(), item.name) == names.end();
        });
    }
}

/// Leave out items whose data is not there; returns a line for each. `Item::dataset` is the name of
/// its data set, `title` what to call it.
template <class Item, class Title>
std::string leave_out_missing(std::vector<Item>& items,
                              const std::vector<SuiteDataset>& datasets,
                              const Workplace& workplace,
                              Title title) {
    std::string lines;
    std::erase_if(items, [&](const Item& item) {
        const std::string missing =
            workplace.missing(find_dataset(datasets, item.dataset, "the suite").data);
        if (!missing.empty()) {
            lines.append("skipped ").append(title(item)).append(": ").append(missing).append("\n");
        }
        return !missing.empty();
    });
    return lines;
}

/// Tell which items were left out. \throws Error{bad_input} with the same if `nothing_left`.
void tell_left_out(const std::string& lines, bool nothing_left);

/// The targets, checked before a long run, and written after it.
class PaperTargets {
public:
    /// \throws Error if one of them cannot be written.
    PaperTargets(const std::vector<std::string>& targets, bool force);

    /// A text for each target, in their order; then all are moved into place.
    void write(const std::vector<std::string>& texts);

private:
    std::vector<std::optional<PendingFile>> files_;
};

}  // namespace kanon::cli::bench
