// SPDX-License-Identifier: Apache-2.0
#include "kanon/api/input.hpp"

#include "kanon/base/error.hpp"
#include "kanon/engine/connection.hpp"
#include "kanon/engine/engine_error.hpp"
#include "kanon/engine/read_rows.hpp"
#include "kanon/engine/source_address.hpp"

#include <memory>
#include <optional>

namespace kanon {
namespace {

std::unique_ptr<engine::Connection> open_to_read(const engine::SourceAddress& address,
                                                 const RunContext& context) {
    return engine::ask_engine(address, {.what = "connect", .looks_at_rows = false}, [&] {
        return engine::connect(address, context, engine::Access::read);
    });
}

}  // namespace

bool is_address(std::string_view input) {
    return engine::parse_address(input).has_value();
}

std::string shown_input(std::string_view input) {
    try {
        const std::optional<engine::SourceAddress> address = engine::parse_address(input);
        return address ? engine::shown(*address) : std::string(input);
    } catch (const Error&) {
        return std::string(input.substr(0, input.find(':') + 1)) + "...";
    }
}

ReadTable read_input(const std::string& input,
                     const ReadOptions& options,
                     const RunContext& context) {
    const std::optional<engine::SourceAddress> address = engine::parse_address(input);
    if (!address) {
        return read_table(input, options, context);
    }
    return engine::read_rows(*open_to_read(*address, context), *address, options).read;
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
