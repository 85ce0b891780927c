// SPDX-License-Identifier: Apache-2.0
#include "kanon/source/input.hpp"

#include "kanon/base/error.hpp"
#include "kanon/base/text/address_text.hpp"
#include "kanon/engine/connection/connection.hpp"
#include "kanon/engine/connection/engine_error.hpp"
#include "kanon/engine/rows/read_rows.hpp"
#include "kanon/engine/source_address.hpp"
#include "kanon/source/reading.hpp"

#include <algorithm>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace kanon {
namespace {

std::unique_ptr<engine::Connection> open_to_read(const engine::SourceAddress& address,
                                                 const RunContext& context) {
    return engine::ask_engine(address, {.what = "connect", .looks_at_rows = false}, [&] {
        return engine::connect(address, context, engine::Access::read);
    });
}

/// \throws Error{usage} where one of several inputs is no address, or is given twice
std::vector<engine::SourcePart> parts_of(std::span<const std::string> inputs) {
    std::vector<engine::SourcePart> out;
    for (const std::string& input : inputs) {
        const std::optional<engine::SourceAddress> address = engine::parse_address(input);
        if (!address) {
            throw Error(ErrorCode::usage,
                        "several sources are one table if each is the address of a table; give "
                        "files as one pattern, such as 'part-*.csv'",
                        Where{.file = input});
        }
        const auto is_same = [&](const engine::SourcePart& part) {
            return part.address == *address;
        };
        if (std::ranges::any_of(out, is_same)) {
            throw Error(ErrorCode::usage,
                        "it is given twice, so each of its rows would count twice; leave one out",
                        Where{.file = engine::shown(*address)});
        }
        out.push_back({.connection = nullptr, .address = *address});
    }
    return out;
}

detail::ReadInputs as_inputs(engine::EngineTable table) {
    return {.read = std::move(table.read),
            .counts = std::move(table.counts),
            .first_rows = std::move(table.first_rows),
            .blank = std::move(table.blank)};
}

}  // namespace

namespace detail {

std::variant<ReadInputs, engine::TooManyDistinct> read_inputs(std::span<const std::string> inputs,
                                                              const ReadOptions& options,
                                                              const RunContext& context,
                                                              EngineRows rows) {
    if (inputs.size() == 1 && !is_address(inputs.front())) {
        return ReadInputs{.read = read_table(inputs.front(), options, context)};
    }
    std::vector<engine::SourcePart> parts = parts_of(inputs);
    std::vector<std::unique_ptr<engine::Connection>> sessions;
    for (engine::SourcePart& part : parts) {
        sessions.push_back(open_to_read(part.address, context));
        part.connection = sessions.back().get();
    }
    if (rows == EngineRows::marginals) {
        return as_inputs(engine::read_marginals(parts, options));
    }
    auto found = engine::read_rows_with_room(parts, options);
    if (auto* const too_many = std::get_if<engine::TooManyDistinct>(&found)) {
        return std::move(*too_many);
    }
    auto table = std::get<engine::EngineTable>(std::move(found));
    return as_inputs(rows == EngineRows::single ? engine::row_by_row(std::move(table))
                                                : std::move(table));
}

}  // namespace detail

bool is_address(std::string_view input) {
    return engine::parse_address(input).has_value();
}

std::string shown_input(std::string_view input) {
    try {
        const std::optional<engine::SourceAddress> address = engine::parse_address(input);
        return address ? engine::shown(*address) : std::string(input);
    } catch (const Error&) {
        return names_address(input) ? shown_path(input)
                                    : std::string(input.substr(0, input.find(':') + 1)) + "...";
    }
}

ReadTable read_input(const std::string& input,
                     const ReadOptions& options,
                     const RunContext& context) {
    return engine::require_room(detail::read_inputs(std::span(&input, 1), options, context)).read;
}

std::vector<std::string> input_columns(const std::string& input, const ReadOptions& options) {
    const std::optional<engine::SourceAddress> address = engine::parse_address(input);
    if (!address) {
        return column_names(input, options);
    }
    const RunContext context;
    return engine::column_names(*open_to_read(*address, context), *address);
}

}  // namespace kanon
