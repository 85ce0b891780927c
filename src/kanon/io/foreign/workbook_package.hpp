// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/io/foreign/foreign_table.hpp"
#include "kanon/io/foreign/xml_scan.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace kanon::io {

/// A sheet of a workbook, and the part that holds it.
struct WorkbookSheet {
    std::string name;
    std::string part;
    bool hidden = false;
};

/// The parts of a workbook's file, by what they are.
class WorkbookPackage {
public:
    /// Find the parts. `file` must outlive this. \throws Error{bad_input}
    explicit WorkbookPackage(const ForeignFile& file);

    [[nodiscard]] const std::vector<WorkbookSheet>& sheets() const { return sheets_; }

    /// "" if the workbook has no such part.
    [[nodiscard]] const std::string& strings_part() const { return strings_; }

    [[nodiscard]] const std::string& styles_part() const { return styles_; }

    /// True if days count from 1904-01-01.
    [[nodiscard]] bool counts_from_1904() const { return from_1904_; }

    /// Run a part through a handler. \throws Error{bad_input}: there is no such part, it is no XML.
    void scan(const std::string& part, XmlHandler& handler) const;

private:
    ForeignFile file_;
    std::vector<std::string> parts_;
    std::vector<WorkbookSheet> sheets_;
    std::string strings_;
    std::string styles_;
    bool from_1904_ = false;
};

}  // namespace kanon::io
