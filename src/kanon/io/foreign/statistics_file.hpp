// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/io/foreign/foreign_table.hpp"

#include <memory>

namespace kanon::io {

/// Open a file of SPSS (.sav, .zsav, .por), Stata (.dta) or SAS (.sas7bdat, .xpt) by libreadstat.
/// `format` is one of spss, stata, sas.
///
/// Whole numbers are written as such, dates and times of the program's date formats as ISO text;
/// values that the file declares missing are, which is said. Labels of values stand by
/// ReadOptions::labels; those of SAS are in another file and not read. Text is decoded as the file
/// says, or as ReadOptions::encoding does.
/// \throws Error{bad_input}: damaged, of a version that libreadstat does not know, text that is not
/// of its encoding, a date beyond the years 0000 to 9999; Error{cancelled}
[[nodiscard]] std::unique_ptr<ForeignTable> open_statistics_file(const ForeignFile& file,
                                                                 Format format);

}  // namespace kanon::io
