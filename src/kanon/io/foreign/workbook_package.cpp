// SPDX-License-Identifier: Apache-2.0
#include "kanon/io/foreign/workbook_package.hpp"

#include "kanon/base/error.hpp"

#include <algorithm>
#include <map>
#include <utility>

namespace kanon::io {
namespace {

/// A part that another one refers to.
struct Relationship {
    std::string kind;  ///< the last word of its type: worksheet, styles...
    std::string part;
};

using Relationships = std::map<std::string, Relationship, std::less<>>;

/// The folder of a part, with a slash at its end; "" at the top.
std::string folder_of(std::string_view part) {
    const std::size_t slash = part.rfind('/');
    return slash == std::string_view::npos ? "" : std::string(part.substr(0, slash + 1));
}

/// A target as the name of a part: relative to a folder, or to the top if it begins with a slash.
std::string part_of_target(std::string_view folder, std::string_view target) {
    const bool from_top = target.starts_with('/');
    std::string out(from_top ? "" : folder);
    std::string_view rest = target.substr(from_top ? 1 : 0);
    while (rest.starts_with("../") || rest.starts_with("./")) {
        if (rest.starts_with("../")) {
            out = folder_of(std::string_view(out).substr(0, out.empty() ? 0 : out.size() - 1));
        }
        rest.remove_prefix(rest.find('/') + 1);
    }
    return out.append(rest);
}

class RelationshipHandler final : public XmlHandler {
public:
    explicit RelationshipHandler(std::string folder) : folder_(std::move(folder)) {}

    void open(std::string_view element, const XmlAttributes& attributes) override {
        if (element == "Relationship" && attributes.value("TargetMode") != "External") {
            const std::string_view type = attributes.value("Type");
            found_[std::string(attributes.value("Id"))] = {
                .kind = std::string(type.substr(type.rfind('/') + 1)),
                .part = part_of_target(folder_, attributes.value("Target"))};
        }
    }

    void close(std::string_view /*element*/) override {}

    void text(std::string_view /*piece*/) override {}

    [[nodiscard]] const Relationships& found() const { return found_; }

private:
    std::string folder_;
    Relationships found_;
};

/// The sheets of a workbook, before it is known where they are.
class WorkbookHandler final : public XmlHandler {
public:
    explicit WorkbookHandler(const Relationships& parts) : parts_(parts) {}

    void open(std::string_view element, const XmlAttributes& attributes) override {
        if (element == "workbookPr") {
            const std::string_view from_1904 = attributes.value("date1904");
            from_1904_ = from_1904 == "1" || from_1904 == "true";
        }
        const auto part = element == "sheet" ? parts_.find(attributes.value("id")) : parts_.end();
        if (part != parts_.end() && part->second.kind == "worksheet") {
            const std::string_view state = attributes.value("state");
            sheets.push_back({.name = std::string(attributes.value("name")),
                              .part = part->second.part,
                              .hidden = state == "hidden" || state == "veryHidden"});
        }
    }

    void close(std::string_view /*element*/) override {}

    void text(std::string_view /*piece*/) override {}

    [[nodiscard]] bool from_1904() const { return from_1904_; }

    std::vector<WorkbookSheet> sheets;

private:
    const Relationships& parts_;
    bool from_1904_ = false;
};

/// The part of a kind, or "".
std::string part_of_kind(const Relationships& parts, std::string_view kind) {
    for (const auto& [id, relationship] : parts) {
        if (relationship.kind == kind) {
            return relationship.part;
        }
    }
    return "";
}

}  // namespace

WorkbookPackage::WorkbookPackage(const ForeignFile& file)
    : file_(file), parts_(zip_members(file.path, file.name)) {
    RelationshipHandler top("");
    scan("_rels/.rels", top);
    const std::string workbook = part_of_kind(top.found(), "officeDocument");
    const std::string folder = folder_of(workbook);
    RelationshipHandler parts(folder);
    scan(folder + "_rels/" + workbook.substr(folder.size()) + ".rels", parts);
    WorkbookHandler handler(parts.found());
    scan(workbook, handler);
    sheets_ = std::move(handler.sheets);
    from_1904_ = handler.from_1904();
    strings_ = part_of_kind(parts.found(), "sharedStrings");
    styles_ = part_of_kind(parts.found(), "styles");
}

void WorkbookPackage::scan(const std::string& part, XmlHandler& handler) const {
    if (std::ranges::find(parts_, part) == parts_.end()) {
        throw Error(ErrorCode::bad_input,
                    "the workbook lacks a part that it names: cut short or damaged; fetch it again",
                    {.file = file_.name});
    }
    UnpackBudget budget(file_.options.unpack_limit, file_.packed_bytes, file_.name);
    PackedStream bytes(file_.path, part, file_.name, &budget);
    scan_xml(bytes, handler, file_.name, file_.context);
}

}  // namespace kanon::io
