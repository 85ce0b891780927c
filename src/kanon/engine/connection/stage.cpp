// SPDX-License-Identifier: Apache-2.0
#include "kanon/engine/connection/stage.hpp"

#include <algorithm>
#include <utility>

namespace kanon::engine {
namespace {

constexpr std::uint64_t kRowsToTell = std::uint64_t{1} << 16U;

}  // namespace

Stage::Stage(const RunContext* context, std::string name, std::uint64_t rows, bool by_rows_alone)
    : context_(context), name_(std::move(name)), rows_(rows), by_rows_alone_(by_rows_alone) {
    tell();
}

void Stage::add(std::uint64_t rows) {
    const std::uint64_t before = done_.fetch_add(rows);
    if (before / kRowsToTell != (before + rows) / kRowsToTell) {
        tell();
    }
}

void Stage::set_share(double share) {
    share_ = by_rows_alone_ ? 0 : share;
}

void Stage::tell() const {
    if (context_ == nullptr || !context_->progress) {
        return;
    }
    const double of_rows =
        rows_ == 0 ? 0.0 : static_cast<double>(done_.load()) / static_cast<double>(rows_);
    const double share = std::min(1.0, std::max(share_.load(), of_rows));
    context_->report({name_, share, share == 0 && rows_ == 0 ? 0.0 : 1.0});
}

}  // namespace kanon::engine
