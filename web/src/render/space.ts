/** The reach, and in space the floor with the shadow of the chain. */
import type { Pen, Point } from "./pen";
import type { Figure, Theme } from "./figure";
import { posePoints } from "./figure";
import type { View } from "./view";

export function drawReach(pen: Pen, figure: Figure, view: View, theme: Theme): void {
  const { at, scale } = view.project(figure.base);
  const [outer, inner] = [figure.outer * scale, figure.inner * scale];
  if (figure.portrait === null) pen.circle(at, outer, { fill: theme.reach, alpha: 0.5 });
  pen.circle(at, outer, { stroke: theme.soft, width: 1.5, dash: [2, 5] });
  if (view.dimension === 3) pen.line(ring(figure.base, figure.outer, view), { stroke: theme.soft, width: 1, alpha: 0.55 }, true);
  if (inner > 0.5) {
    if (figure.portrait === null) pen.circle(at, inner, { fill: theme.paper });
    pen.circle(at, inner, { stroke: theme.soft, width: 1.5, dash: [2, 5] });
  }
}

function ring(center: readonly number[], radius: number, view: View): Point[] {
  return Array.from({ length: 72 }, (_, k) => {
    const angle = (k / 72) * 2 * Math.PI;
    return view.at([center[0] + radius * Math.cos(angle), center[1] + radius * Math.sin(angle), center[2]]);
  });
}

export function drawFloor(pen: Pen, figure: Figure, view: View, theme: Theme): void {
  const [x, y] = view.center;
  const z = figure.floor;
  const reach = figure.outer;
  for (let k = -5; k <= 5; k += 1) {
    const off = (k / 5) * reach * 1.1;
    const end = reach * 1.1;
    const style = { stroke: theme.soft, width: 1, alpha: k === 0 ? 0.5 : 0.25 };
    pen.line([view.at([x + off, y - end, z]), view.at([x + off, y + end, z])], style);
    pen.line([view.at([x - end, y + off, z]), view.at([x + end, y + off, z])], style);
  }
  const shadow = figure.pose.map((value, index) => (index % 3 === 2 ? z : value));
  pen.line(posePoints(shadow, view), { stroke: theme.ink, width: 6, alpha: 0.16 });
  const [tx, ty, tz] = figure.target;
  pen.line([view.at([tx, ty, tz]), view.at([tx, ty, z])], { stroke: theme.target, width: 1, dash: [2, 4], alpha: 0.7 });
  pen.circle(view.at([tx, ty, z]), 3, { fill: theme.target, alpha: 0.5 });
}
