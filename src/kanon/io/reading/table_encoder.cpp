// SPDX-License-Identifier: Apache-2.0
#include "kanon/io/reading/table_encoder.hpp"

#include "kanon/base/check.hpp"

#include <algorithm>
#include <numeric>
#include <string_view>
#include <utility>

namespace kanon::io {
namespace {

// An answer: a row's place as lane and row of the lane, or one of these.
constexpr std::int64_t kDropped = -1;
constexpr std::int64_t kBlank = -2;
constexpr unsigned kRowBits = 40;
constexpr std::int64_t kRowMask = (std::int64_t{1} << kRowBits) - 1;
constexpr std::int64_t kNulByte = std::int64_t{1} << 62U;

}  // namespace

TableEncoder::TableEncoder(std::vector<EncodedColumn> columns,
                           BlankRows blank,
                           const RunContext& context)
    : columns_(std::move(columns)), blank_(blank), context_(context) {}

void TableEncoder::attach(Database& database) {
    duckdb_scalar_function function = duckdb_create_scalar_function();
    duckdb_scalar_function_set_name(function, "kanon_encode");
    duckdb_logical_type text = duckdb_create_logical_type(DUCKDB_TYPE_VARCHAR);
    duckdb_scalar_function_set_varargs(function, text);
    duckdb_destroy_logical_type(&text);
    duckdb_logical_type number = duckdb_create_logical_type(DUCKDB_TYPE_BIGINT);
    duckdb_scalar_function_set_return_type(function, number);
    duckdb_destroy_logical_type(&number);
    // Called for every row, those with missing cells and those like others included.
    duckdb_scalar_function_set_special_handling(function);
    duckdb_scalar_function_set_volatile(function);
    duckdb_scalar_function_set_extra_info(function, this, nullptr);
    duckdb_scalar_function_set_function(function, run);
    const duckdb_state state = duckdb_register_scalar_function(database.connection(), function);
    duckdb_destroy_scalar_function(&function);
    KANON_CHECK(state == DuckDBSuccess);
}

void TableEncoder::run(duckdb_function_info info, duckdb_data_chunk block, duckdb_vector answers) {
    auto* encoder = static_cast<TableEncoder*>(duckdb_scalar_function_get_extra_info(info));
    try {
        encoder->encode(block, static_cast<std::int64_t*>(duckdb_vector_get_data(answers)));
    } catch (...) {
        const std::lock_guard lock(encoder->mutex_);
        encoder->failure_ = std::current_exception();
        duckdb_scalar_function_set_error(info, "stopped");
    }
}

void TableEncoder::encode(duckdb_data_chunk block, std::int64_t* answers) {
    throw_if_cancelled(context_);
    // What throws leaves its lane claimed: a block that is half there is never added to.
    const std::size_t lane = claim_lane();
    append(lane, block, answers);
    free_lane(lane);
}

std::size_t TableEncoder::claim_lane() {
    const std::lock_guard lock(mutex_);
    if (free_lanes_.empty()) {
        lanes_.push_back(std::make_unique<Lane>());
        for (const EncodedColumn& column : columns_) {
            lanes_.back()->columns.emplace_back(column.missing_marks);
        }
        return lanes_.size() - 1;
    }
    const std::size_t lane = free_lanes_.back();
    free_lanes_.pop_back();
    return lane;
}

void TableEncoder::free_lane(std::size_t lane) {
    const std::lock_guard lock(mutex_);
    free_lanes_.push_back(lane);
}

void TableEncoder::find_blank_rows(Lane& lane, duckdb_data_chunk block) const {
    lane.blank.resize(blank_ == BlankRows::kept ? 0 : duckdb_data_chunk_get_size(block));
    std::iota(lane.blank.begin(), lane.blank.end(), 0U);
    const std::size_t cells = columns_.size() + (blank_ == BlankRows::by_others ? 1 : 0);
    // Hardly any row is left behind the first columns.
    for (std::size_t j = 0; j < cells && !lane.blank.empty(); ++j) {
        if (j == columns_.size() || columns_[j].of_row) {
            duckdb_vector column = duckdb_data_chunk_get_vector(block, j);
            std::erase_if(lane.blank, [column](std::uint32_t row) {
                return !ColumnEncoder::is_blank_cell(column, row);
            });
        }
    }
}

void TableEncoder::keep_rows(Lane& lane, duckdb_data_chunk block) const {
    find_blank_rows(lane, block);
    lane.kept.resize(duckdb_data_chunk_get_size(block));
    std::iota(lane.kept.begin(), lane.kept.end(), 0U);
    if (!lane.blank.empty()) {
        std::erase_if(lane.kept, [&lane](std::uint32_t row) {
            return std::ranges::binary_search(lane.blank, row);
        });
    }
    for (std::size_t j = 0; j < columns_.size(); ++j) {
        if (columns_[j].must_have) {
            duckdb_vector column = duckdb_data_chunk_get_vector(block, j);
            std::erase_if(lane.kept, [&](std::uint32_t row) {
                return lane.columns[j].is_missing(column, row);
            });
        }
    }
}

void TableEncoder::append(std::size_t lane_index, duckdb_data_chunk block, std::int64_t* answers) {
    Lane* found = nullptr;
    {
        const std::lock_guard lock(mutex_);
        found = lanes_[lane_index].get();
    }
    Lane& lane = *found;
    keep_rows(lane, block);
    std::fill_n(answers, duckdb_data_chunk_get_size(block), kDropped);
    for (const std::uint32_t row : lane.blank) {
        answers[row] = kBlank;
    }
    std::int64_t place =
        (static_cast<std::int64_t>(lane_index) << kRowBits) | static_cast<std::int64_t>(lane.rows);
    for (const std::uint32_t row : lane.kept) {
        answers[row] = place++;
    }
    for (std::size_t j = 0; j < columns_.size(); ++j) {
        lane.columns[j].append(duckdb_data_chunk_get_vector(block, j), lane.kept);
        for (const std::size_t index : lane.columns[j].nul_places()) {
            answers[lane.kept[index]] |= kNulByte;
        }
    }
    lane.rows += lane.kept.size();
}

void TableEncoder::take_answers(const Chunk& answers) {
    const auto* answer =
        static_cast<const std::int64_t*>(duckdb_vector_get_data(answers.column(0)));
    for (const std::int64_t* end = answer + answers.size(); answer != end; ++answer) {
        if (*answer == kDropped || *answer == kBlank) {
            ++(*answer == kDropped ? dropped_rows_ : blank_rows_);
            continue;
        }
        const auto row = static_cast<std::uint64_t>(*answer & kRowMask);
        const auto lane = static_cast<std::size_t>((*answer & ~kNulByte) >> kRowBits);
        if ((*answer & kNulByte) != 0 && !nul_) {
            nul_ = {.row = taken_rows(), .lane = lane, .lane_row = row};
        }
        ++kept_rows_;
        const bool follows = !runs_.empty() && runs_.back().lane == lane &&
                             runs_.back().first + runs_.back().count == row;
        if (follows) {
            ++runs_.back().count;
        } else {
            runs_.push_back({.lane = lane, .first = row, .count = 1});
        }
    }
}

NulByte TableEncoder::nul_byte() const {
    const std::vector<ColumnEncoder>& columns = lanes_[nul_->lane]->columns;
    const auto found = std::ranges::find_if(columns, [&](const ColumnEncoder& column) {
        return column.text(nul_->lane_row).find('\0') != std::string_view::npos;
    });
    return {.row = nul_->row, .column = static_cast<std::size_t>(found - columns.begin())};
}

void TableEncoder::rethrow_failure() const {
    const std::lock_guard lock(mutex_);
    if (failure_) {
        std::rethrow_exception(failure_);
    }
}

FoundColumn TableEncoder::finish(std::size_t column, const ValueRules& rules) {
    // The largest dictionary takes the others in, so that most values are not moved.
    std::size_t largest = 0;
    for (std::size_t lane = 0; lane < lanes_.size(); ++lane) {
        if (lanes_[lane]->columns[column].dictionary().size() >
            lanes_[largest]->columns[column].dictionary().size()) {
            largest = lane;
        }
    }
    DictionaryBuilder all = lanes_[largest]->columns[column].take_dictionary();
    std::vector<std::vector<Code>> codes(lanes_.size());
    for (std::size_t lane = 0; lane < lanes_.size(); ++lane) {
        if (lane != largest) {
            codes[lane] = all.add_all(lanes_[lane]->columns[column].take_dictionary());
        }
    }
    DictionaryBuilder::Result built = all.finish(rules);
    for (std::vector<Code>& of_lane : codes) {
        for (Code& code : of_lane) {
            code = built.code_of_provisional[code];
        }
    }
    codes[largest] = std::move(built.code_of_provisional);
    Column out{.name = columns_[column].name,
               .dictionary = nullptr,
               .codes = CodeVector(kept_rows_, built.dictionary.size()),
               .storage_type = columns_[column].storage_type};
    std::size_t at = 0;
    for (const Run& run : runs_) {
        lanes_[run.lane]->columns[column].copy_codes(
            run.first, run.count, codes[run.lane], out.codes, at);
        at += run.count;
    }
    for (const std::unique_ptr<Lane>& lane : lanes_) {
        lane->columns[column].clear_codes();
    }
    out.dictionary = std::make_shared<const Dictionary>(std::move(built.dictionary));
    return {.column = std::move(out), .found = std::move(built.found)};
}

}  // namespace kanon::io
