// SPDX-License-Identifier: Apache-2.0
#include "objects.hpp"

#include "object_kinds.hpp"

#include <optional>
#include <string_view>
#include <utility>

namespace kanon::python {
namespace {

/// The objects of a column, of which no thread can take one away.
class Objects {
public:
    Objects(std::string name, const py::iterable& objects, const py::tuple& missing)
        : name_(std::move(name)), objects_(py::tuple(objects)), types_(missing) {
        find_kind();
    }

    std::shared_ptr<const FrameColumn> column(bool plain) {
        if (!kind_) {
            return plain ? of_plain_texts() : of_nothing();
        }
        switch (*kind_) {
            case Kind::text:
            case Kind::time:
            case Kind::decimal:
                return plain ? of_plain_texts() : of_texts();
            case Kind::integer:
                return of_integers();
            case Kind::number:
                return of_cells<double>(
                    "g", [](PyObject* object, std::size_t) { return PyFloat_AsDouble(object); });
            case Kind::day:
                return of_days();
            case Kind::truth:
                return of_truths();
        }
        return nullptr;
    }

private:
    [[nodiscard]] std::size_t size() const { return objects_.size(); }

    [[nodiscard]] PyObject* at(std::size_t row) const {
        return PyTuple_GET_ITEM(objects_.ptr(), static_cast<Py_ssize_t>(row));
    }

    [[nodiscard]] bool is_missing(std::size_t row) const { return types_.is_missing(at(row)); }

    void find_kind() {
        std::size_t first = 0;
        PyTypeObject* known = nullptr;  // most objects are of the type of the one before
        for (std::size_t row = 0; row < size(); ++row) {
            PyObject* const object = at(row);
            if ((Py_TYPE(object) == known && !PyFloat_Check(object)) || is_missing(row)) {
                continue;
            }
            const std::optional<Kind> kind = types_.kind_of(object);
            if (!kind) {
                refuse_column(
                    name_,
                    "row " + std::to_string(row + 1) + " holds an object of type " +
                        Py_TYPE(object)->tp_name +
                        ", which no table of cells can hold; make it a text or a number, or "
                        "leave the column out");
            }
            if (kind_ && *kind != *kind_) {
                refuse_column(name_,
                              "holds objects of several kinds: " + std::string(to_string(*kind_)) +
                                  " (row " + std::to_string(first + 1) + ") and " +
                                  std::string(to_string(*kind)) + " (row " +
                                  std::to_string(row + 1) +
                                  "); make them one, say by .astype(str)");
            }
            first = kind_ ? first : row;
            kind_ = kind;
            known = Py_TYPE(object);
        }
    }

    FrameColumn empty_column(std::string format) const {
        FrameColumn out;
        out.name = name_;
        out.format = std::move(format);
        out.rows = size();
        out.begin_validity();
        return out;
    }

    std::shared_ptr<const FrameColumn> of_nothing() const {
        FrameColumn out = empty_column("i");
        out.values.resize(size() * sizeof(std::int32_t));
        for (std::size_t row = 0; row < size(); ++row) {
            out.set_missing(row);
        }
        TextCells none;
        out.words = std::make_shared<const FrameColumn>(none.finish(""));
        return std::make_shared<const FrameColumn>(std::move(out));
    }

    /// Cells that `cell` makes of objects.
    template <class Cell, class Make>
    std::shared_ptr<const FrameColumn> of_cells(const std::string& format, const Make& cell) const {
        FrameColumn out = empty_column(format);
        out.values.resize(size() * sizeof(Cell));
        auto* const cells = reinterpret_cast<Cell*>(out.values.data());
        for (std::size_t row = 0; row < size(); ++row) {
            if (is_missing(row)) {
                out.set_missing(row);
                continue;
            }
            cells[row] = cell(at(row), row);
            if (PyErr_Occurred() != nullptr) {
                throw py::error_already_set();
            }
        }
        return std::make_shared<const FrameColumn>(std::move(out));
    }

    std::shared_ptr<const FrameColumn> of_texts() const {
        ObjectWords words(name_, *kind_ != Kind::text);
        const auto places = of_cells<std::int32_t>(
            "i", [&](PyObject* object, std::size_t row) { return words.place_of(object, row); });
        auto out = std::make_shared<FrameColumn>(*places);
        out->words = std::make_shared<const FrameColumn>(words.finish());
        return out;
    }

    std::shared_ptr<const FrameColumn> of_plain_texts() const {
        TextCells cells;
        FrameColumn bits = empty_column("U");
        for (std::size_t row = 0; row < size(); ++row) {
            if (is_missing(row)) {
                bits.set_missing(row);
                cells.append("");
            } else {
                const py::str text = *kind_ == Kind::text ? py::reinterpret_borrow<py::str>(at(row))
                                                          : py::str(py::handle(at(row)));
                cells.append(utf8_of(text.ptr(), name_, row));
            }
        }
        FrameColumn out = cells.finish(name_);
        out.valid = std::move(bits.valid);
        out.missing = bits.missing;
        return std::make_shared<const FrameColumn>(std::move(out));
    }

    std::shared_ptr<const FrameColumn> of_integers() const {
        bool below = false;
        bool above = false;  // beyond 63 bits
        const auto integer = [&](PyObject* object, std::size_t row) -> std::int64_t {
            const auto whole = py::reinterpret_steal<py::object>(PyNumber_Index(object));
            if (!whole) {
                throw py::error_already_set();
            }
            int overflow = 0;
            const long long value = PyLong_AsLongLongAndOverflow(whole.ptr(), &overflow);
            if (overflow == 0) {
                below = below || value < 0;
                return value;
            }
            const unsigned long long natural =
                overflow > 0 ? PyLong_AsUnsignedLongLong(whole.ptr()) : 0;
            if (overflow < 0 || PyErr_Occurred() != nullptr) {
                PyErr_Clear();
                refuse_column(name_,
                              "row " + std::to_string(row + 1) +
                                  " holds a whole number beyond 64 bits; make the column text");
            }
            above = true;
            return static_cast<std::int64_t>(natural);
        };
        auto cells = of_cells<std::int64_t>("l", integer);
        if (above && below) {
            refuse_column(name_,
                          "holds whole numbers below 0 and beyond 63 bits; make the column text");
        }
        if (!above) {
            return cells;
        }
        auto out = std::make_shared<FrameColumn>(*cells);
        out->format = "L";
        return out;
    }

    std::shared_ptr<const FrameColumn> of_days() const {
        const py::int_ epoch =
            py::module_::import("datetime").attr("date")(1970, 1, 1).attr("toordinal")();
        const auto first = epoch.cast<std::int32_t>();
        return of_cells<std::int32_t>("tdD", [&](PyObject* object, std::size_t) {
            return py::handle(object).attr("toordinal")().cast<std::int32_t>() - first;
        });
    }

    std::shared_ptr<const FrameColumn> of_truths() const {
        FrameColumn out = empty_column("b");
        out.values.assign((size() + 7) / 8, 0);
        for (std::size_t row = 0; row < size(); ++row) {
            if (is_missing(row)) {
                out.set_missing(row);
            } else if (PyObject_IsTrue(at(row)) == 1) {
                out.values[row / 8] =
                    static_cast<std::uint8_t>(out.values[row / 8] | (1U << (row % 8)));
            }
        }
        return std::make_shared<const FrameColumn>(std::move(out));
    }

    std::string name_;
    py::tuple objects_;
    ObjectTypes types_;
    std::optional<Kind> kind_;
};

}  // namespace

std::shared_ptr<const FrameColumn> column_of_objects(const std::string& name,
                                                     const py::iterable& objects,
                                                     const py::tuple& missing,
                                                     bool plain) {
    return Objects(name, objects, missing).column(plain);
}

}  // namespace kanon::python
