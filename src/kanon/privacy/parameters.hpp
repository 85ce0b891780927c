// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/privacy/model.hpp"

#include <cstdint>
#include <map>
#include <string>
#include <string_view>

/// What every model asks of its requirement before it is built, by its row of the catalogue.
namespace kanon::privacy {

/// The largest k or l that is taken for meant: 2^31.
inline constexpr double kGreatestParameter = 2147483648.0;

/// The largest amount, such as e of (k,e)-anonymity.
inline constexpr double kGreatestAmount = 1e15;

/// Figures that differ by this share count as equal: at most and at least are reached, less than is
/// not.
inline constexpr double kTolerance = 1e-9;

/// The kind and the parameters of a requirement, checked and with their defaults.
struct Parameters {
    std::string kind;                             ///< "": the model has none
    std::map<std::string_view, double> values{};  ///< of every parameter that the kind takes

    [[nodiscard]] double decimal(std::string_view name) const { return values.at(name); }

    [[nodiscard]] std::uint64_t whole(std::string_view name) const {
        return static_cast<std::uint64_t>(values.at(name));
    }
};

/// Check a requirement against the row of its model. \throws Error{bad_policy} for a kind or a
/// parameter that the row does not have, with the nearest one that it has; for a parameter that is
/// out of range or that must be given and is not; for a value where the model takes none.
[[nodiscard]] Parameters check_parameters(const PrivacyRequirement& requirement);

/// \throws Error{bad_policy} that names the attribute.
[[noreturn]] void refuse(const PrivacyRequirement& requirement, const std::string& message);

/// The column of a model that needs one. \throws Error{bad_policy} if there is none.
[[nodiscard]] const ModelContext& column_of(const PrivacyRequirement& requirement,
                                            const std::optional<ModelContext>& tracked);

/// What the range of a parameter is, as in `a whole number from 2 to 2147483648`.
[[nodiscard]] std::string range_text(const ModelParameter& parameter);

/// True if `kind` takes the parameter.
[[nodiscard]] bool takes(const ModelParameter& parameter, std::string_view kind);

/// True if value <= limit, where the two count as equal within kTolerance.
[[nodiscard]] bool at_most(double value, double limit);

/// True if value >= limit, likewise.
[[nodiscard]] bool at_least(double value, double limit);

/// True if value < limit, and the two do not count as equal.
[[nodiscard]] bool below(double value, double limit);

/// The value, but the limit itself where the two count as equal: figures agree with verdicts.
[[nodiscard]] double settled(double value, double limit);

}  // namespace kanon::privacy
