// SPDX-License-Identifier: Apache-2.0
#include "tables.hpp"

#include "kanon/api/input.hpp"

#include "exported.hpp"
#include "frame.hpp"
#include "objects.hpp"
#include "running.hpp"
#include "settings.hpp"
#include <pybind11/stl.h>

#include <array>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace kanon::python {
namespace {

/// Give a stream back that nobody took out of its capsule.
void release_capsule(PyObject* capsule) {
    auto* const stream = static_cast<ArrowArrayStream*>(PyCapsule_GetPointer(capsule, kStreamName));
    const std::unique_ptr<ArrowArrayStream> owned(stream);
    if (stream != nullptr && stream->release != nullptr) {
        stream->release(stream);
    }
}

py::capsule capsule_of(std::unique_ptr<ArrowArrayStream> stream) {
    PyObject* const capsule = PyCapsule_New(stream.get(), kStreamName, release_capsule);
    if (capsule == nullptr) {
        stream->release(stream.get());
        throw py::error_already_set();
    }
    static_cast<void>(stream.release());  // the capsule's now
    return py::reinterpret_steal<py::capsule>(capsule);
}

WriteOptions write_options(const py::dict& write) {
    const std::span<const std::string_view> words = written_format_words();
    WriteOptions out;
    const std::string format = entry<std::string>(write, "format").value_or("auto");
    const auto found = std::ranges::find(words, format);
    if (found == words.end()) {
        throw Error(ErrorCode::usage,
                    "'" + format + "' is not written" + suggestion(format, words),
                    {.attribute = "format"});
    }
    out.format = static_cast<Format>(found - words.begin());
    out.force = entry<bool>(write, "force").value_or(false);
    return out;
}

void write_table(const TableHandle& handle, const std::string& path, const py::dict& write) {
    const WriteOptions options = write_options(write);
    RunContext context;
    context.threads = 0;
    carry_out(Watch{}, context, [&](const RunContext& running) {
        static_cast<void>(format_to_write(path, options));
        PendingFile file(path, options.force);
        file.write_table(handle.table, options, running);
        file.commit(running);
    });
}

void bind_frames(py::module_& module) {
    const py::class_<FrameColumn, std::shared_ptr<FrameColumn>> opaque(module, "FrameColumn");
    const auto shared = [](const std::shared_ptr<const FrameColumn>& column) {
        return std::const_pointer_cast<FrameColumn>(column);  // Python changes none
    };
    module.def(
        "objects",
        [shared](const std::string& name,
                 const py::iterable& cells,
                 const py::tuple& missing,
                 bool plain) { return shared(column_of_objects(name, cells, missing, plain)); },
        py::arg("name"),
        py::arg("cells"),
        py::arg("missing") = py::tuple(),
        py::arg("plain") = false);
    module.def(
        "cells",
        [shared](const std::string& name,
                 const py::buffer& cells,
                 const std::string& format,
                 const py::object& mask) {
            return shared(column_of_buffer(name, cells, format, mask));
        },
        py::arg("name"),
        py::arg("cells"),
        py::arg("format") = "",
        py::arg("mask") = py::none());
    module.def(
        "codes",
        [shared](const std::string& name,
                 const py::buffer& codes,
                 const std::shared_ptr<FrameColumn>& words) {
            return shared(column_of_codes(name, codes, words));
        },
        py::arg("name"),
        py::arg("codes"),
        py::arg("words"));
    py::class_<Frame, std::shared_ptr<Frame>>(module, "Frame")
        .def(py::init([](const std::vector<std::shared_ptr<FrameColumn>>& columns) {
            auto out = std::make_shared<Frame>();
            const py::gil_scoped_release unlocked;  // the columns are copies that nobody changes
            for (const auto& column : columns) {
                const std::shared_ptr<const FrameColumn> coded = with_words(*column);
                out->add(coded ? coded : column);
            }
            return out;
        }))
        .def("__len__", &Frame::row_count)
        .def(
            "__arrow_c_stream__",
            [](const std::shared_ptr<Frame>& frame, const py::object& /*schema*/) {
                auto stream = std::make_unique<ArrowArrayStream>();
                open_stream(frame, stream.get());
                return capsule_of(std::move(stream));
            },
            py::arg("requested_schema") = py::none());
}

}  // namespace

void bind_tables(py::module_& module) {
    module.def("is_address", [](const std::string& text) { return is_address(text); });
    bind_exported(module);
    bind_frames(module);
    py::class_<TableHandle>(module, "TableHandle")
        .def_property_readonly("names",
                               [](const TableHandle& handle) {
                                   std::vector<std::string> out;
                                   for (const std::string_view name : handle.table.names()) {
                                       out.emplace_back(name);
                                   }
                                   return out;
                               })
        .def("__len__", [](const TableHandle& handle) { return handle.table.row_count(); })
        .def("columns", [](const TableHandle& handle) { return exported_columns(handle.table); })
        .def("write", &write_table)
        .def("stream", [](const TableHandle& handle) {
            auto stream = std::make_unique<ArrowArrayStream>();
            to_arrow(handle.table, stream.get());
            return capsule_of(std::move(stream));
        });
    module.def("read_table",
               [](const py::object& data,
                  const py::dict& read,
                  const py::dict& run,
                  const py::object& progress) {
                   const Source source = source_of(data, read);
                   return result_of(
                       watch_of(progress, run), context_of(run), [&](const RunContext& context) {
                           return TableHandle{read_input(source.path, source.read, context).table};
                       });
               });
}

}  // namespace kanon::python
