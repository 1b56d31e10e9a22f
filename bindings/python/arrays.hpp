// Array types of the binding: dense, in memory, float64; anything else is converted before it gets here.
#pragma once
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

namespace nb = nanobind;

using Input = nb::ndarray<const double, nb::c_contig, nb::device::cpu>;
using Output = nb::ndarray<double, nb::c_contig, nb::device::cpu>;

// error, tolerance, status, iterations, stage, symmetry_broken.
using Answer = nb::typed<nb::tuple, double, double, int, int, int, bool>;
// The same and rotation_error.
using LimitedAnswer = nb::typed<nb::tuple, double, double, int, int, int, bool, double>;
