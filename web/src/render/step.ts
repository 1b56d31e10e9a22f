/** One placement, as it is made: the line from the joint placed before to where this one was, and the circle of its bone. */
import type { Pen } from "./pen";
import type { Figure, Theme } from "./figure";
import type { View } from "./view";

export function drawStep(pen: Pen, figure: Figure, view: View, theme: Theme): void {
  const { now, before } = figure.step!;
  if (now.pass === null) return;
  const color = now.pass === "pass_from_tip" ? theme.tip : theme.base;
  const d = view.dimension;
  const was = view.at(before.subarray(now.joint * d, now.joint * d + d));
  const is = view.at(figure.pose.subarray(now.joint * d, now.joint * d + d));
  const anchor = now.pass === "pass_from_tip" ? now.joint + 1 : now.joint - 1;
  if (anchor >= 0 && anchor <= figure.lengths.length) {
    const spot = view.project(figure.pose.subarray(anchor * d, anchor * d + d));
    const length = figure.lengths[Math.min(anchor, now.joint)];
    pen.circle(spot.at, length * spot.scale, { stroke: color, width: 1.5, alpha: 0.55 });
    pen.line([spot.at, was], { stroke: color, width: 1.5, dash: [5, 5], alpha: 0.9 });
  }
  pen.line([was, is], { stroke: color, width: 3, alpha: 0.35 });
  pen.circle(was, 4, { stroke: color, width: 1.5, fill: theme.paper });
  pen.circle(is, 12, { stroke: color, width: 2, alpha: 0.6 });
}
