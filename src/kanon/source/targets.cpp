// SPDX-License-Identifier: Apache-2.0
#include "kanon/source/targets.hpp"

#include "kanon/base/error.hpp"
#include "kanon/engine/catalogue/catalogue.hpp"
#include "kanon/engine/connection/connection.hpp"
#include "kanon/engine/release/parquet_files.hpp"
#include "kanon/engine/source_address.hpp"
#include "kanon/io/reading/source_files.hpp"
#include "kanon/source/input.hpp"

#include <algorithm>
#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace kanon::detail {
namespace {

namespace fs = std::filesystem;

std::vector<std::string> files_of_input(const std::string& input) {
    return is_address(input) ? std::vector{input} : io::files_of_path(input);
}

[[noreturn]] void refuse_input(const std::string& what, const std::string& target) {
    throw Error(ErrorCode::usage,
                "the " + what + " is the same file as an input; choose another name",
                Where{.file = target});
}

/// Refuse a file that a database, of this machine, is in or reads. What keeps from asking keeps
/// from reading, and is said then.
void refuse_database(const std::string& what,
                     const std::string& target,
                     const engine::SourceAddress& address) {
    const RunContext context;
    bool reads_files = false;
    try {
        const auto connection = engine::connect(address, context, engine::Access::read);
        const auto catalogue = engine::catalogue_of(*connection, address);
        if (catalogue == nullptr) {
            return;
        }
        for (const std::string& file : catalogue->files()) {
            if (same_file(target, file)) {
                refuse_input(what, target);
            }
        }
        reads_files = catalogue->reads_files(address);
    } catch (const engine::EngineFault&) {
        return;
    }
    if (reads_files) {
        throw Error(ErrorCode::usage,
                    "the " + what +
                        " is there already, and may be one of the files that the source reads; "
                        "choose another name",
                    Where{.file = target});
    }
}

void refuse_source(const std::string& what, const std::string& target, const std::string& source) {
    const std::optional<engine::SourceAddress> address = engine::parse_address(source);
    using enum engine::SourceAddress::Kind;
    if (address && address->kind != parquet) {
        if (address->kind == duckdb && same_file(target, address->database)) {
            refuse_input(what, target);
        }
        refuse_database(what, target, *address);
        return;
    }
    // Behind a file of SQLite stand those in which it keeps what is not yet in it.
    const std::vector<std::string> files =
        address ? engine::parquet_files(address->database)
                : std::vector{source, source + "-wal", source + "-journal"};
    for (const std::string& file : files) {
        if (same_file(target, file)) {
            refuse_input(what, target);
        }
    }
}

/// What is not there cannot be lost.
void refuse_sources(const std::string& what,
                    const std::string& target,
                    const std::vector<std::string>& sources) {
    std::error_code none;
    if (!fs::is_regular_file(target, none)) {
        return;
    }
    for (const std::string& source : sources) {
        refuse_source(what, target, source);
    }
}

bool same_place(const std::string& a, const std::string& b) {
    std::error_code ignored;
    const auto place = [&ignored](const std::string& path) {
        return fs::weakly_canonical(fs::absolute(path, ignored), ignored);
    };
    return same_file(a, b) || place(a) == place(b);
}

}  // namespace

std::vector<std::string> sources_of(const std::string& input, const Policy& policy) {
    std::vector<std::string> out = files_of_input(input);
    out.push_back(policy.file);
    const fs::path folder = fs::path(policy.file).parent_path();
    for (const std::string& file : named_files(policy)) {
        out.push_back((folder / file).string());
    }
    return out;
}

void check_targets(const std::vector<std::string>& sources, std::vector<Target> targets) {
    std::erase_if(targets,
                  [](const Target& target) { return target.path.empty() || target.path == "-"; });
    for (std::size_t i = 0; i < targets.size(); ++i) {
        refuse_sources(targets[i].what, targets[i].path, sources);
        for (std::size_t j = 0; j < i; ++j) {
            if (same_place(targets[i].path, targets[j].path)) {
                throw Error(ErrorCode::usage,
                            targets[j].what + " and " + targets[i].what +
                                " are the same file; choose two names",
                            Where{.file = targets[i].path});
            }
        }
    }
}

}  // namespace kanon::detail

namespace kanon {

void check_target(const std::string& what, const std::string& target, const std::string& input) {
    detail::refuse_sources(what, target, detail::files_of_input(input));
}

void check_two_targets(const std::string& what,
                       const std::string& target,
                       const std::string& other_what,
                       const std::string& other) {
    detail::check_targets({}, {{what, target}, {other_what, other}});
}

}  // namespace kanon
