// SPDX-License-Identifier: Apache-2.0
#include "support/packed_files.hpp"

#include <archive.h>
#include <archive_entry.h>

#include <cstddef>
#include <memory>
#include <stdexcept>

namespace kanon::test {
namespace {

struct FreeWriter {
    void operator()(archive* writer) const { archive_write_free(writer); }
};

struct FreeEntry {
    void operator()(archive_entry* entry) const { archive_entry_free(entry); }
};

using Files = std::vector<std::pair<std::string, std::string>>;

void add_file(archive* writer, const std::string& name, std::string_view content) {
    const std::unique_ptr<archive_entry, FreeEntry> entry(archive_entry_new());
    archive_entry_set_pathname(entry.get(), name.c_str());
    archive_entry_set_size(entry.get(), static_cast<la_int64_t>(content.size()));
    archive_entry_set_filetype(entry.get(), AE_IFREG);
    archive_entry_set_perm(entry.get(), 0600);
    archive_write_header(writer, entry.get());
    archive_write_data(writer, content.data(), content.size());
}

std::string written(archive* writer, const Files& files) {
    std::size_t most = 1U << 16U;
    for (const auto& [name, content] : files) {
        most += 2 * content.size() + 2 * name.size() + 1024;
    }
    std::string out(most, '\0');
    std::size_t used = 0;
    if (archive_write_open_memory(writer, out.data(), out.size(), &used) != ARCHIVE_OK) {
        throw std::runtime_error("cannot pack");
    }
    for (const auto& [name, content] : files) {
        add_file(writer, name, content);
    }
    archive_write_close(writer);
    out.resize(used);
    return out;
}

std::string relationship(std::string_view id, std::string_view kind, std::string_view target) {
    return "<Relationship Id=\"" + std::string(id) +
           "\" Type=\"http://schemas.openxmlformats.org/officeDocument/2006/relationships/" +
           std::string(kind) + "\" Target=\"" + std::string(target) + "\"/>";
}

std::string sheet_xml(const std::string& rows, const std::string& behind) {
    return "<worksheet><sheetData>" + rows + "</sheetData>" + behind + "</worksheet>";
}

}  // namespace

std::string zip_of(const Files& files) {
    const std::unique_ptr<archive, FreeWriter> writer(archive_write_new());
    archive_write_set_format_zip(writer.get());
    return written(writer.get(), files);
}

std::string packed_by(const std::string& filter, std::string_view text) {
    const std::unique_ptr<archive, FreeWriter> writer(archive_write_new());
    archive_write_add_filter_by_name(writer.get(), filter.c_str());
    archive_write_set_format_raw(writer.get());
    archive_write_set_bytes_in_last_block(writer.get(), 1);
    return written(writer.get(), {{"data", std::string(text)}});
}

std::string workbook_of(const WorkbookText& text) {
    std::string sheets;
    std::string links;
    Files files{{"[Content_Types].xml", "<Types/>"},
                {"_rels/.rels",
                 "<Relationships>" + relationship("r", "officeDocument", "xl/workbook.xml") +
                     "</Relationships>"}};
    for (std::size_t i = 0; i < text.sheets.size(); ++i) {
        const auto& [name, state] = text.sheets[i];
        const std::string number = std::to_string(i + 1);
        sheets += "<sheet name=\"" + name + "\" sheetId=\"" + number + "\" r:id=\"s" + number +
                  "\" state=\"" + state + "\"/>";
        links += relationship("s" + number, "worksheet", "worksheets/sheet" + number + ".xml");
        files.emplace_back("xl/worksheets/sheet" + number + ".xml",
                           sheet_xml(i == 0 ? text.rows : "", i == 0 ? text.behind : ""));
    }
    if (!text.strings.empty()) {
        links += relationship("t", "sharedStrings", "/xl/sharedStrings.xml");
        files.emplace_back("xl/sharedStrings.xml", "<sst>" + text.strings + "</sst>");
    }
    links += relationship("f", "styles", "styles.xml");
    files.emplace_back("xl/styles.xml",
                       "<styleSheet><numFmts>" + text.formats +
                           "</numFmts><cellStyleXfs><xf numFmtId=\"14\"/></cellStyleXfs><cellXfs>" +
                           text.styles + "</cellXfs></styleSheet>");
    files.emplace_back("xl/workbook.xml",
                       "<workbook xmlns:r=\"r\"><workbookPr " + text.properties + "/><sheets>" +
                           sheets + "</sheets></workbook>");
    files.emplace_back("xl/_rels/workbook.xml.rels",
                       "<Relationships>" + links + "</Relationships>");
    return zip_of(files);
}

std::string text_cell(std::string_view reference, std::string_view text) {
    return "<c r=\"" + std::string(reference) + "\" t=\"inlineStr\"><is><t>" + std::string(text) +
           "</t></is></c>";
}

std::string number_cell(std::string_view reference,
                        std::string_view number,
                        std::string_view style) {
    return "<c r=\"" + std::string(reference) + "\" s=\"" + std::string(style) + "\"><v>" +
           std::string(number) + "</v></c>";
}

}  // namespace kanon::test
