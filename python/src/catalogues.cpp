// SPDX-License-Identifier: Apache-2.0
#include "catalogues.hpp"

#include "kanon/api/kanon.hpp"
#include "kanon/api/read_settings.hpp"

#include <pybind11/stl.h>

#include <algorithm>
#include <string>
#include <string_view>

namespace kanon::python {
namespace {

namespace py = pybind11;

py::list options_of(const MethodInfo& method) {
    py::list out;
    for (const OptionSpec& option : method.options) {
        py::dict entry;
        entry["name"] = std::string(option.name);
        entry["type"] = std::string(type_text(option));
        entry["default"] = std::string(option.fallback);
        entry["help"] = std::string(option.help);
        out.append(entry);
    }
    return out;
}

py::dict row_of(const MethodInfo& method) {
    py::list objectives;
    for (const Objective objective : method.objectives) {
        objectives.append(std::string(info(objective).name));
    }
    py::list models;
    for (const std::string_view model : method.models) {
        models.append(std::string(model));
    }
    if (models.empty()) {
        for (const ModelInfo& model : privacy_models()) {
            models.append(std::string(model.name));
        }
    }
    py::dict out;
    out["name"] = std::string(method.name);
    out["summary"] = std::string(method.summary);
    out["family"] = std::string(method.family);
    out["recoding"] = std::string(to_string(method.recoding));
    out["guarantee"] = std::string(method.guarantee);
    out["cost"] = std::string(method.cost);
    out["citation"] = std::string(method.citation);
    out["scale"] = std::string(to_string(method.scale));
    out["objectives"] = objectives;
    out["models"] = models;
    out["options"] = options_of(method);
    return out;
}

py::dict row_of(const ModelInfo& model) {
    py::list parameters;
    for (const ModelParameter& parameter : model.parameters) {
        py::dict entry;
        entry["name"] = std::string(parameter.name);
        entry["meaning"] = std::string(parameter.meaning);
        entry["whole"] = parameter.whole;
        entry["least"] = parameter.least;
        entry["greatest"] = parameter.greatest;
        entry["default"] = parameter.fallback;
        parameters.append(entry);
    }
    py::dict out;
    out["name"] = std::string(model.name);
    out["summary"] = std::string(model.summary);
    out["citation"] = std::string(model.citation);
    out["kinds"] = std::string(model.kinds);
    out["attribute"] = model.needs.attribute;
    out["parameters"] = parameters;
    return out;
}

/// What stands in a call for each flag by which a file is read: `read={"header": False}`.
py::dict read_flags() {
    py::dict out;
    const auto put = [&](std::string_view flag, std::string_view name, std::string_view value) {
        if (!flag.empty()) {
            out[py::str(std::string(flag))] =
                py::str("read={\"" + std::string(name) + "\": " + std::string(value) + "}");
        }
    };
    for (const ReadSetting& setting : read_settings()) {
        std::string name(setting.name);
        std::replace(name.begin(), name.end(), '-', '_');
        put(setting.flag, name, setting.takes.empty() ? "True" : "...");
        put(setting.negation, name, "False");
    }
    return out;
}

template <class Items>
py::list dicts_of(const Items& items) {
    py::list out;
    for (const auto& item : items) {
        out.append(row_of(item));
    }
    return out;
}

}  // namespace

void bind_catalogues(py::module_& module) {
    module.def("methods", [] { return dicts_of(methods()); });
    module.def("privacy_models", [] { return dicts_of(privacy_models()); });
    module.def("read_flags", &read_flags);
    module.def("version", [] { return std::string(version()); });
}

}  // namespace kanon::python
