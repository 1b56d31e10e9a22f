"""The figures of `fabrikit bench`: which rows make which curves."""

from collections.abc import Callable, Sequence

from fabrikit.compare import Case, Row
from fabrikit.compare.statistics import growth_exponent
from fabrikit.show.curves import Curve, CurveFigure, Panel, curve_figure

_STARTS = {"bent": "nearly straight start", "crooked": "crooked start", "previous": "start: the answer before"}


def bench_figures(cases: Sequence[Case], rows: Sequence[Row]) -> dict[str, CurveFigure]:
    """Return the figures that the rows give, by name.

    Raises
    ------
    MissingExtra
        matplotlib is not installed.
    """
    found: dict[str, CurveFigure] = {}
    for case in cases:
        draw = _FIGURES.get(case.name)
        mine = [row for row in rows if row.case == case.name]
        if draw is not None and mine:
            found[case.name] = draw(case, mine)
    return found


def _by_method(rows: Sequence[Row], axis: str, value: str, **fixed: object) -> list[Curve]:
    """Return one curve a method: `value` along a setting, those rows only whose settings are as fixed."""
    curves = []
    for method in dict.fromkeys(row.method for row in rows):
        mine = [
            row
            for row in rows
            if row.method == method and all(getattr(row.setting, key) == wanted for key, wanted in fixed.items())
        ]
        if mine:
            x = [float(getattr(row.setting, axis)) for row in mine]
            curves.append(Curve(method, x, [row.numbers[value] for row in mine], dashed=method == "dls-dense"))
    return curves


def _growth(case: Case, rows: Sequence[Row]) -> CurveFigure:
    cost = _by_method(rows, "bones", "us_per_iteration", start="bent")
    said = [
        f"{curve.label} n^{growth_exponent(curve.x[-3:], curve.y[-3:]):.2f}"
        for curve in cost
        if curve.label in ("fabrik", "dls", "dls-dense") and len(curve.x) > 2
    ]
    bones = [float(n) for n in case.bones]
    first = next(curve for curve in cost if curve.label == "fabrik").y[0]
    guides = [
        Curve("∝ n", bones, [0.4 * first * n / bones[0] for n in bones]),
        Curve("∝ n³", bones[:3], [2.0 * first * (n / bones[0]) ** 3 for n in bones[:3]]),
    ]
    panels = [
        Panel("Cost of an iteration", "bones", "µs, nearly straight start", cost, guides, log_x=True, log_y=True),
        Panel(
            "Iterations",
            "bones",
            f"median, {_STARTS['bent']}, at most {case.max_iterations}",
            _by_method(rows, "bones", "iterations_median", start="bent"),
            log_x=True,
            log_y=True,
        ),
        *(
            Panel(
                "Whole solve",
                "bones",
                f"µs, median, {_STARTS[start]}",
                _by_method(rows, "bones", "us_median", start=start),
                log_x=True,
                log_y=True,
            )
            for start in ("bent", "crooked")
        ),
    ]
    return curve_figure(case.title, f"Growth over the last three sizes: {', '.join(said)}.", panels)


def _tolerance(case: Case, rows: Sequence[Row]) -> CurveFigure:
    panels = [
        Panel(
            title,
            "tolerance, in reaches",
            label,
            [_reversed(curve) for curve in _by_method(rows, "tolerance", value)],
            log_x=True,
            log_y=True,
        )
        for title, label, value in (
            ("Iterations", "median", "iterations_median"),
            ("Tail", "99 of 100 solves take no more iterations", "iterations_p99"),
        )
    ]
    return curve_figure(case.title, "10 bones, nearly straight start, targets in the ball of 0.9 of the reach.", panels)


def _reversed(curve: Curve) -> Curve:
    """Let a curve end at its largest x."""
    order = sorted(range(len(curve.x)), key=lambda k: curve.x[k])
    return Curve(curve.label, [curve.x[k] for k in order], [curve.y[k] for k in order], dashed=curve.dashed)


def _boundary(case: Case, rows: Sequence[Row]) -> CurveFigure:
    iterations, failed = [], []
    for method in dict.fromkeys(row.method for row in rows):
        mine = [row for row in rows if row.method == method]
        x = list(map(float, range(len(mine))))
        iterations.append(Curve(method, x, [max(row.numbers["iterations_median"], 1.0) for row in mine]))
        failed.append(Curve(method, x, [row.failed / row.runs for row in mine]))
    ticks = [f"{at:g}" for at in case.at]
    label = "distance of the target, in reaches"
    panels = [
        Panel("Iterations", label, f"median, at most {case.max_iterations:,}", iterations, log_y=True, ticks=ticks),
        Panel("Not reached", label, f"share of {rows[0].runs} targets", failed, percent=True, ticks=ticks),
    ]
    return curve_figure(case.title, "10 bones, crooked start, tolerance a millionth of the reach.", panels)


def _error(case: Case, rows: Sequence[Row]) -> CurveFigure:
    panels = []
    for key, words in (("y", "median"), ("high", "9 of 10 targets have less")):
        for start in case.start:
            curves = [
                Curve(row.method, row.curve["x"], [max(y, 1e-16) for y in row.curve[key]])
                for row in rows
                if row.setting.start == start
            ]
            label = f"error in reaches, {words}"
            panels.append(Panel(_STARTS[start].capitalize(), "iterations", label, curves, log_y=True, marks=False))
    return curve_figure(case.title, "10 bones, targets uniform in the ball of 0.9 of the reach.", panels)


def _iterations(case: Case, rows: Sequence[Row]) -> CurveFigure:
    panels = []
    for start in case.start:
        curves = [
            Curve(f"fabrik, {row.setting.tolerance:g}", *_stairs(row))
            for row in rows
            if row.method == "fabrik" and row.setting.start == start
        ]
        panels.append(_stair_panel(f"fabrik: {_STARTS[start]}", curves))
    curves = [
        Curve(f"auto, {row.setting.start}", *_stairs(row))
        for row in rows
        if row.method == "auto" and row.setting.tolerance == min(case.tolerance)
    ]
    panels.append(_stair_panel(f"auto: all starts, tolerance {min(case.tolerance):g}", curves))
    return curve_figure(
        case.title, "10 bones, targets uniform in the ball of the reach; curves by tolerance, in reaches.", panels
    )


def _stairs(row: Row) -> tuple[list[float], list[float]]:
    """Return the distribution of iterations for a logarithmic axis: none counts as 0.7."""
    x = [max(x, 0.7) for x in row.curve["x"]]
    return [x[0], *x], [0.0, *row.curve["y"]]


def _stair_panel(title: str, curves: Sequence[Curve]) -> Panel:
    return Panel(
        title, "iterations", "share reached by then", curves, log_x=True, steps=True, percent=True, marks=False
    )


def _singularity(case: Case, rows: Sequence[Row]) -> CurveFigure:
    panels = [
        Panel(
            title,
            "frame",
            "largest turn of a bone, degrees",
            [Curve(row.method, row.curve["x"], [max(y, 1e-3) for y in row.curve[key]]) for row in rows],
            log_y=True,
            marks=False,
        )
        for title, key in (("In one iteration", "iteration"), ("Between the answers of two frames", "y"))
    ]
    said = "The target runs out of reach along a line and back; in the middle the chain is straight."
    return curve_figure(case.title, said, panels)


_FIGURES: dict[str, Callable[[Case, Sequence[Row]], CurveFigure]] = {
    "growth": _growth,
    "tolerance": _tolerance,
    "boundary": _boundary,
    "error": _error,
    "iterations": _iterations,
    "singularity": _singularity,
}
