// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/base/run_context.hpp"
#include "kanon/io/reading/read_options.hpp"
#include "kanon/places/requests/request_form.hpp"
#include "kanon/table/table.hpp"

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace kanon::places {

/// A row of a file of boxes.
struct ReleasedBox {
    std::string request;      ///< its id
    std::string pseudonym{};  ///< "": rows are not linked
    Box box{};
};

/// The columns of a file of boxes: `request`, `pseudonym` where rows are linked, and the ends of
/// each range: `x_min`, `x_max`, `y_min`, `y_max` (or `longitude_min` and so on), `time_min`,
/// `time_max`.
[[nodiscard]] std::vector<std::string> box_columns(const RequestForm& form, bool linked);

/// The cells of a row, as box_columns() names them; numbers read back as they are.
[[nodiscard]] std::vector<std::string> box_cells(const ReleasedBox& box,
                                                 const RequestForm& form,
                                                 bool linked);

/// The table of boxes, sorted by their requests.
[[nodiscard]] Table box_table(std::vector<ReleasedBox> boxes, const RequestForm& form, bool linked);

/// Read a file of boxes, of the form of its requests.
/// \throws Error{bad_input}: columns are missing, a cell is no number or time, a range runs back
[[nodiscard]] std::vector<ReleasedBox> read_boxes(const std::string& path,
                                                  const RequestForm& form,
                                                  const ReadOptions& options,
                                                  const RunContext& context);

/// The same of a table in memory; `name` stands in messages.
[[nodiscard]] std::vector<ReleasedBox> boxes_of(const Table& table,
                                                const std::string& name,
                                                const RequestForm& form);

}  // namespace kanon::places
