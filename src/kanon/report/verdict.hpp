// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/report/record.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace kanon {

enum class VerdictStatus {
    ready,          ///< every promise is proven, and no warning is open
    open_warnings,  ///< every promise is proven; somebody has to decide on warnings first
    not_fit         ///< some promise is broken, or not proven
};

/// `ready`, `open-warnings`, `not-fit`.
[[nodiscard]] std::string_view to_string(VerdictStatus status);

/// Something to be settled before the release is shared.
struct OpenPoint {
    std::string code;    ///< of the warning; `not-proven` for a promise
    std::string text;    ///< a sentence: what was found
    std::string remedy;  ///< a sentence: what to do about it
};

/// A warning that the policy accepts.
struct AcceptedPoint {
    std::string code;
    std::string text;    ///< a sentence
    std::string reason;  ///< in the policy's own words
};

/// Whether a release may be shared, for a reader who decides on it. Sentences begin with a capital
/// letter and end with a full stop; they hold names of columns, in quotes or in a list, which may
/// be any text: one_line() and the like are up to whoever shows them.
struct Verdict {
    VerdictStatus status = VerdictStatus::not_fit;
    std::string headline;                   ///< the verdict, in one sentence
    std::string assumption;                 ///< what every promise rests on, in one sentence
    std::string utility;                    ///< what is left of the data, in one sentence
    std::vector<OpenPoint> open;            ///< none: ready
    std::vector<std::string> promised;      ///< a sentence for each thing that is proven
    std::vector<std::string> not_promised;  ///< a sentence for each attack that nothing rules out
    std::vector<AcceptedPoint> accepted;
};

/// The verdict on a run, from its proofs, its warnings and what its promises leave open. It does
/// not look at rows. Cost O(proofs * sensitive columns). \pre problem and audit are set
[[nodiscard]] Verdict verdict_of(const RunRecord& record);

/// The point with its remedy, in one line: `Text. Remedy.`
[[nodiscard]] std::string open_point_line(const OpenPoint& point);

/// The point with the reason: `Text. Accepted: "reason".`
[[nodiscard]] std::string accepted_point_line(const AcceptedPoint& point);

}  // namespace kanon
