// SPDX-License-Identifier: Apache-2.0
#include "kanon/base/error.hpp"
#include "kanon/base/text/count_text.hpp"
#include "kanon/engine/all_at_once.hpp"
#include "kanon/engine/catalogue/catalogue.hpp"
#include "kanon/engine/connection/engine_error.hpp"
#include "kanon/engine/release/private_tables.hpp"
#include "kanon/problem/problem.hpp"
#include "kanon/source/reading.hpp"
#include "kanon/transfer/engine_target.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace kanon::detail {
namespace {

using engine::SourceAddress;

[[noreturn]] void refuse_target(const SourceAddress& target, const std::string& why) {
    throw Error(ErrorCode::usage, why, Where{.file = engine::shown(target)});
}

SourceAddress address_of(const std::string& text, const std::string& why_else) {
    const std::optional<SourceAddress> found = engine::parse_address(text);
    if (!found) {
        throw Error(ErrorCode::usage, why_else, Where{.file = text});
    }
    return *found;
}

/// The address but for the table in it; a file of DuckDB by whatever name it is called.
SourceAddress place_of(SourceAddress address) {
    address.schema.clear();
    address.table.clear();
    address.query.clear();
    if (address.kind == SourceAddress::Kind::duckdb) {
        address.database = engine::identity_of_file(address.database);
    }
    return address;
}

bool is_folder(const SourceAddress& address) {
    return address.kind == SourceAddress::Kind::parquet;
}

bool is_same_table(const SourceAddress& a, const SourceAddress& b) {
    return !is_folder(a) && a.query.empty() && a.schema == b.schema && a.table == b.table &&
           place_of(a) == place_of(b);
}

bool is_same_target(const SourceAddress& a, const SourceAddress& b) {
    return is_folder(a) && is_folder(b) ? engine::overlap(a.database, b.database)
                                        : is_same_table(a, b);
}

}  // namespace

EngineTarget::EngineTarget(std::span<const std::string> inputs,
                           std::span<const std::string> outputs,
                           engine::Replacing replacing,
                           bool will_write,
                           const RunContext& context)
    : context_(context), replacing_(replacing), will_write_(will_write) {
    if (inputs.size() != outputs.size()) {
        throw Error(ErrorCode::usage,
                    fmt::format("{} and {}: each source gets its own part of the release, so give "
                                "one address to write (-o) for each",
                                count_text(inputs.size(), "source"),
                                count_text(outputs.size(), "target")));
    }
    for (std::size_t place = 0; place < inputs.size(); ++place) {
        auto part = std::make_unique<Part>();
        part->source = address_of(
            inputs[place],
            "a release goes into the database that its original is in; name a file to write (-o), "
            "or the address of the original");
        part->target = address_of(outputs[place],
                                  "where the release of one source goes into a database, that of "
                                  "each does; name a table");
        parts_.push_back(std::move(part));
    }
    check_apart();
    engine::all_at_once(parts_.size(), [&](std::size_t place) { check(*parts_[place]); });
    check_places();
    if (will_write) {
        engine::all_at_once(parts_.size(), [&](std::size_t place) { try_making(*parts_[place]); });
    }
}

/// Refuse a target that is one of the originals, or the target of another: one would replace the
/// other. Folders of Parquet files find their originals themselves.
void EngineTarget::check_apart() const {
    for (const auto& part : parts_) {
        for (const auto& other : parts_) {
            if (is_same_table(part->target, other->source)) {
                refuse_target(part->target,
                              "the release is the same table as an original; name another");
            }
            if (part != other && is_same_target(part->target, other->target)) {
                refuse_target(part->target,
                              "two sources have one target; give each its own, for the release of "
                              "each is a table of its own");
            }
        }
    }
}

/// Refuse one database under two names: a target would not be told from the original of another.
void EngineTarget::check_places() const {
    for (const auto& part : parts_) {
        for (const auto& other : parts_) {
            const bool is_one = !part->place.empty() && part->place == other->place;
            if (is_one && place_of(part->target) != place_of(other->target)) {
                refuse_target(part->target,
                              "is in the same database as " + engine::shown(other->target) +
                                  ", under another name; name it alike in all addresses");
            }
        }
    }
}

void EngineTarget::check(Part& part) const {
    if (is_folder(part.source) != is_folder(part.target)) {
        refuse_target(part.target,
                      "tables go to tables, and Parquet files to a folder of such: name both as "
                      "parquet:FOLDER, or neither");
    }
    if (is_folder(part.target)) {
        if (replacing_ == engine::Replacing::fill) {
            refuse_target(part.target,
                          "--replace fills a table of a database; a folder of Parquet files is "
                          "replaced whole, by --force");
        }
        std::vector<std::string> sources;
        for (const auto& other : parts_) {
            if (is_folder(other->source)) {
                sources.push_back(other->source.database);
            }
        }
        part.folder.emplace(sources, part.target.database, replacing_ == engine::Replacing::drop);
        return;
    }
    check_table(part);
}

bool EngineTarget::fills(const Part& part) const {
    return part.replaces && replacing_ == engine::Replacing::fill;
}

std::vector<SourceAddress> EngineTarget::sources_beside(const Part& part) const {
    std::vector<SourceAddress> out;
    for (const auto& other : parts_) {
        if (place_of(other->source) == place_of(part.target)) {
            out.push_back(other->source);
        }
    }
    return out;
}

void EngineTarget::check_table(Part& part) const {
    const SourceAddress& source = part.source;
    const SourceAddress& target = part.target;
    if (!target.query.empty()) {
        refuse_target(target, "a release is written to a table, not to a query; name a table");
    }
    if (place_of(source) != place_of(target)) {
        refuse_target(target,
                      "a release goes into the database that its original is in (" +
                          engine::shown(source) +
                          "), so that no row leaves it; name a table there, or a file");
    }
    // Not for longer: the search takes its time, and a file stays locked.
    const auto connection =
        engine::ask_engine(target, {.what = "connect", .looks_at_rows = false}, [&] {
            return engine::connect(target, context_, engine::Access::write);
        });
    const auto is_beside = [&](const auto& other) {
        return other.get() != &part && place_of(other->target) == place_of(target);
    };
    if (connection->dialect().one_writer && std::ranges::any_of(parts_, is_beside)) {
        refuse_target(target,
                      "several sources are in one database, to which one writes at a time; make "
                      "them one source by a view or a query (UNION ALL)");
    }
    const engine::AskedOfEngine looking{.what = "look the target up", .looks_at_rows = false};
    part.replaces = engine::ask_engine(target, looking, [&] {
        return engine::check_replacing(*connection, target, sources_beside(part), replacing_);
    });
    if (parts_.size() > 1) {
        part.place = engine::ask_engine(target, looking, [&] {
            const auto catalogue = engine::catalogue_of(*connection, target);
            return catalogue == nullptr ? std::string() : catalogue->place();
        });
    }
}

/// Who lacks the rights to make a table should know before the search.
void EngineTarget::try_making(const Part& part) const {
    if (part.folder) {
        return;
    }
    engine::ask_engine(part.target, {.what = "make a table beside the release"}, [&] {
        const auto connection = engine::connect(part.target, context_, engine::Access::write);
        engine::PrivateTables tables(*connection, part.target.schema);
        static_cast<void>(tables.make("kanon_key INTEGER"));
        tables.commit();
    });
}

void EngineTarget::check_columns(const Problem& problem) const {
    const std::vector<std::string_view> read = problem.table.names();
    const std::vector<std::string> all(read.begin(), read.end());
    const std::vector<std::string> released = released_names(problem);
    const engine::AskedOfEngine looking{.what = "look the target up", .looks_at_rows = false};
    engine::all_at_once(parts_.size(), [&](std::size_t place) {
        const Part& part = *parts_[place];
        if (part.folder) {
            return;
        }
        engine::ask_engine(part.target, looking, [&] {
            const auto connection = engine::connect(part.target, context_, engine::Access::write);
            engine::check_width(*connection, part.source, part.target, all, will_write_);
            if (fills(part)) {
                engine::check_columns(*connection, part.target, released);
            }
        });
    });
}

}  // namespace kanon::detail
