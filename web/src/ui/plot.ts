/** A small logarithmic plot, drawn as SVG: error against iterations, cost against bones. */
import { el, refill, svg } from "./dom";
import type { Panel, Tools } from "./panel";
import { amount, currentLanguage, iterations, say } from "./words";

const [WIDTH, HEIGHT, LEFT, BOTTOM, TOP, RIGHT] = [360, 150, 46, 22, 10, 12];

export interface Curve {
  readonly points: readonly (readonly [number, number])[];
  readonly color: string;
  readonly label: string;
}

export interface Axes {
  readonly x: (value: number) => number;
  readonly y: (value: number) => number;
}

/** Places of values: y logarithmic between powers of ten, x from 0, or logarithmic too. */
function axes(curves: readonly Curve[], extra: readonly number[], logarithmic: boolean): Axes & { powers: number[]; ticks: number[] } {
  const xs = curves.flatMap((curve) => curve.points.map(([x]) => x));
  const ys = [...curves.flatMap((curve) => curve.points.map(([, y]) => y)), ...extra].filter((y) => y > 0);
  const low = Math.floor(Math.log10(Math.max(1e-18, Math.min(...ys, 1))));
  const high = Math.max(low + 1, Math.ceil(Math.log10(Math.max(...ys, 1e-17)) - 1e-9));
  const [first, last] = [Math.min(...xs), Math.max(...xs, logarithmic ? 2 : 1)];
  const share = (x: number): number => (logarithmic ? Math.log(x / first) / Math.log(last / first) : x / last);
  const y = (value: number): number => TOP + ((high - Math.log10(Math.max(value, 10 ** low))) / (high - low)) * (HEIGHT - TOP - BOTTOM);
  const every = Math.max(1, Math.ceil((high - low) / 4));
  const powers: number[] = [];
  for (let power = high; power >= low; power -= every) powers.push(power);
  const step = Math.max(1, 10 ** Math.floor(Math.log10(last / 2 || 1)));
  const ticks = logarithmic ? [...new Set(xs)] : Array.from({ length: Math.floor(last / step) + 1 }, (_, k) => k * step).filter((_, k, all) => all.length <= 11 || k % Math.ceil(all.length / 6) === 0);
  return { x: (value) => LEFT + share(value) * (WIDTH - LEFT - RIGHT), y, powers, ticks };
}

/** The picture of curves; `mark` is a level drawn across. */
export function drawPlot(curves: readonly Curve[], options: { mark?: number; markLabel?: string; logarithmic?: boolean; label: string }): { picture: SVGElement; axes: Axes } {
  const place = axes(curves, options.mark === undefined ? [] : [options.mark], options.logarithmic ?? false);
  const picture = svg("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, class: "plot", role: "img", "aria-label": options.label });
  for (const power of place.powers) {
    const y = place.y(10 ** power);
    picture.append(svg("line", { x1: LEFT, x2: WIDTH - RIGHT, y1: y, y2: y, class: "grid" }), svg("text", { x: LEFT - 6, y: y + 4, "text-anchor": "end" }, amount(10 ** power).replace("1·", "")));
  }
  for (const tick of place.ticks) picture.append(svg("text", { x: place.x(tick), y: HEIGHT - 6, "text-anchor": "middle" }, String(tick)));
  if (options.mark !== undefined && options.mark > 0) {
    const y = place.y(options.mark);
    picture.append(svg("line", { x1: LEFT, x2: WIDTH - RIGHT, y1: y, y2: y, class: "mark" }), svg("text", { x: WIDTH - RIGHT, y: y - 4, "text-anchor": "end", class: "mark-label" }, options.markLabel ?? ""));
  }
  for (const curve of curves) {
    const points = curve.points.map(([x, y]) => `${place.x(x).toFixed(1)},${place.y(y).toFixed(1)}`).join(" ");
    picture.append(svg("polyline", { points, class: "curve", stroke: curve.color }));
    if (curve.points.length <= 40) for (const [x, y] of curve.points) picture.append(svg("circle", { cx: place.x(x), cy: place.y(y), r: 2.6, fill: curve.color }));
  }
  return { picture, axes: place };
}

/** Error after each iteration, linked to the stepper. */
export function errorPlot({ store }: Tools): Panel {
  const holder = el("div", { class: "plot-holder" });
  const cursor = svg("g", { class: "cursor" }, svg("line", { y1: TOP, y2: HEIGHT - BOTTOM }), svg("circle", { r: 5 }));
  const element = el("figure", { id: "error-plot" }, el("figcaption", {}, el("span", { "data-t": "plot" }, say("plot"))), holder);
  let place: Axes | null = null;
  holder.addEventListener("click", (event) => {
    const { timeline } = store.derived();
    const box = holder.firstElementChild?.getBoundingClientRect();
    if (timeline === null || place === null || box === undefined) return;
    const wanted = (((event as MouseEvent).clientX - box.left) / box.width) * WIDTH;
    const distances = timeline.errors.map((_, k) => Math.abs(place!.x(k) - wanted));
    const nearest = distances.indexOf(Math.min(...distances));
    store.dispatch({ type: "step", done: timeline.ends[nearest] >= timeline.steps.length ? null : timeline.ends[nearest] });
  });
  let shown: unknown = null;
  const update = (): void => {
    const { timeline, answer, step } = store.derived();
    if (timeline === null) return;
    const key = `${currentLanguage()} ${answer.tolerance}`;
    if (shown !== timeline || holder.dataset.key !== key) {
      shown = timeline;
      holder.dataset.key = "";
      const errors = timeline.errors;
      const label = say("plotLabel", { first: amount(errors[0]), last: amount(errors[errors.length - 1]), count: iterations(errors.length - 1) });
      const drawn = drawPlot([{ points: errors.map((error, k) => [k, error] as const), color: "var(--base)", label: "" }], { mark: answer.tolerance, markLabel: say("plotTolerance"), label });
      place = drawn.axes;
      refill(holder, key, () => [drawn.picture]);
      drawn.picture.append(cursor);
    }
    moveCursor(cursor, place!, timeline.errors, store.state.done === 0 ? 0 : (step?.now.iteration ?? timeline.errors.length - 1));
  };
  return { element, update };
}

function moveCursor(cursor: SVGElement, place: Axes, errors: readonly number[], iteration: number): void {
  const [line, circle] = cursor.children;
  const x = place.x(iteration).toFixed(1);
  line.setAttribute("x1", x);
  line.setAttribute("x2", x);
  circle.setAttribute("cx", x);
  circle.setAttribute("cy", place.y(errors[iteration]).toFixed(1));
}
