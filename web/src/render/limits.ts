/** What joints may: fans of hinges and cones of balls, with a grip at each end; what is touched is lit. */
import type { LimitShape } from "../sim/limitShapes";
import type { Pen, Point, Style } from "./pen";
import type { Figure, Theme } from "./figure";
import type { View } from "./view";

/** How far from its joint a limit is drawn, as a share of its bone. */
const SHARE = 0.62;

export interface Grip {
  readonly joint: number;
  readonly end: "lower" | "upper" | "rim";
  readonly at: Point;
}

export function drawLimits(pen: Pen, figure: Figure, view: View, theme: Theme): void {
  for (const shape of figure.limits) drawLimit(pen, shape, view, theme);
  for (const grip of gripsOf(figure.limits, view)) {
    const lit = figure.limits.some((shape) => shape.joint === grip.joint && shape.touched === grip.end);
    pen.circle(grip.at, 5, { fill: lit ? theme.limit : theme.paper, stroke: theme.limit, width: 2 });
  }
}

function drawLimit(pen: Pen, shape: LimitShape, view: View, theme: Theme): void {
  const center = view.at(shape.center);
  const rim = shape.rim.map((direction) => view.at(along(shape, direction)));
  const fill: Style = { fill: theme.limit, alpha: 0.16 };
  const edge: Style = { stroke: theme.limit, width: shape.touched === "rim" ? 4 : 1.5 };
  if (shape.kind === "hinge") {
    pen.line([center, ...rim], fill, true);
    pen.line(rim, edge);
    const ends: readonly (readonly ["lower" | "upper", Point])[] = [["lower", rim[0]], ["upper", rim[rim.length - 1]]];
    for (const [end, at] of ends) pen.line([center, at], { stroke: theme.limit, width: shape.touched === end ? 4 : 1.5, alpha: shape.touched === end ? 1 : 0.7 });
    return;
  }
  pen.line(rim, fill, true);
  pen.line(rim, edge, true);
  for (let k = 0; k < rim.length; k += 6) pen.line([center, rim[k]], { stroke: theme.limit, width: 1, alpha: 0.4 });
}

/** The ends of hinges and one point of every rim, to pull at. */
export function gripsOf(shapes: readonly LimitShape[], view: View): Grip[] {
  return shapes.flatMap((shape): Grip[] => {
    const at = (index: number): Point => view.at(along(shape, shape.rim[index]));
    if (shape.kind === "cone") return [{ joint: shape.joint, end: "rim", at: at(0) }];
    return [
      { joint: shape.joint, end: "lower", at: at(0) },
      { joint: shape.joint, end: "upper", at: at(shape.rim.length - 1) },
    ];
  });
}

/** The angle [rad] from the middle whose direction is drawn nearest to a pixel: about the axis, or out to the rim. */
export function angleAt(shape: LimitShape, pixel: Point, view: View): number {
  let best = 0;
  let least = Infinity;
  for (let k = -180; k <= 180; k += 1) {
    const angle = (k * Math.PI) / 180;
    if (shape.kind === "cone" && angle < 0) continue;
    const [x, y] = view.at(along(shape, turned(shape, angle)));
    const distance = Math.hypot(x - pixel[0], y - pixel[1]);
    if (distance < least) [least, best] = [distance, angle];
  }
  return best;
}

/** `middle` turned by an angle: about the axis of a hinge, toward the reference of a cone. */
function turned(shape: LimitShape, angle: number): readonly number[] {
  const { middle: m, axis: a } = shape;
  const [c, s] = [Math.cos(angle), Math.sin(angle)];
  if (shape.kind === "cone") return [0, 1, 2].map((k) => c * m[k] + s * a[k]);
  const side = [a[1] * m[2] - a[2] * m[1], a[2] * m[0] - a[0] * m[2], a[0] * m[1] - a[1] * m[0]];
  const lift = (a[0] * m[0] + a[1] * m[1] + a[2] * m[2]) * (1 - c);
  return [0, 1, 2].map((k) => c * m[k] + s * side[k] + lift * a[k]);
}

const along = (shape: LimitShape, direction: readonly number[]): number[] => shape.center.map((x, k) => x + SHARE * shape.length * direction[k]);
