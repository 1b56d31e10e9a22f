/** A body that branches, in space: bones, joints, rings at the sub-bases, and a mark for every target. */
import type { Pen } from "./pen";
import { drawPoleMark, type Theme } from "./figure";
import type { View } from "./view";

export interface TreeFigure {
  /** [joints][3] */
  readonly positions: Float64Array;
  readonly parents: readonly number[];
  readonly subBases: readonly number[];
  readonly wishes: readonly { readonly position: readonly number[]; readonly reached: boolean }[];
  /** Points that limbs bend toward, and the joint that bends. */
  readonly poles: readonly { readonly at: readonly number[]; readonly joint: number }[];
  readonly chosen: number;
  readonly floor: number;
  readonly reach: number;
}

export function drawTree(pen: Pen, figure: TreeFigure, view: View, theme: Theme): void {
  const spots = figure.parents.map((_, k) => view.project(figure.positions.subarray(3 * k, 3 * k + 3)));
  drawGround(pen, figure, view, theme);
  const bones = figure.parents.map((parent, joint) => ({ parent, joint })).filter(({ parent }) => parent >= 0);
  bones.sort((a, b) => spots[a.parent].depth + spots[a.joint].depth - spots[b.parent].depth - spots[b.joint].depth);
  const width = Math.min(13 * view.unit, Math.max(3, figure.reach * view.scale * 0.022));
  for (const { parent, joint } of bones) {
    const [a, b] = [spots[parent], spots[joint]];
    const near = (a.scale + b.scale) / 2 / view.scale;
    pen.line([a.at, b.at], { stroke: theme.paper, width: width * near + 3 });
    pen.line([a.at, b.at], { stroke: theme.bone, width: width * near });
  }
  spots.forEach((spot, joint) => {
    const radius = width * 0.5 * (spot.scale / view.scale);
    pen.circle(spot.at, radius, { fill: theme.paper, stroke: theme.bone, width: Math.max(1.5, radius * 0.4) });
    if (figure.subBases.includes(joint)) pen.circle(spot.at, radius + 6 * view.unit, { stroke: theme.base, width: 2.5 });
  });
  for (const { at, joint } of figure.poles) drawPoleMark(pen, spots[joint].at, view.at(at), view.unit, theme);
  figure.wishes.forEach((wish, k) => drawWish(pen, view.at(wish.position), wish.reached, k === figure.chosen, view.unit, theme));
}

function drawWish(pen: Pen, at: readonly [number, number], reached: boolean, chosen: boolean, unit: number, theme: Theme): void {
  if (chosen) pen.circle(at, 18 * unit, { fill: theme.target, alpha: 0.16 });
  pen.circle(at, 8 * unit, { stroke: theme.paper, width: 4 * unit, alpha: 0.8 });
  pen.circle(at, 8 * unit, { stroke: theme.target, width: 2.5 * unit, ...(reached ? { fill: theme.target } : {}) });
}

function drawGround(pen: Pen, figure: TreeFigure, view: View, theme: Theme): void {
  const [x, y] = view.center;
  const end = view.reach * 1.1;
  for (let k = -5; k <= 5; k += 1) {
    const off = (k / 5) * end;
    const style = { stroke: theme.soft, width: 1, alpha: k === 0 ? 0.5 : 0.25 };
    pen.line([view.at([x + off, y - end, figure.floor]), view.at([x + off, y + end, figure.floor])], style);
    pen.line([view.at([x - end, y + off, figure.floor]), view.at([x + end, y + off, figure.floor])], style);
  }
  const shadow = (joint: number): readonly [number, number] => view.at([figure.positions[3 * joint], figure.positions[3 * joint + 1], figure.floor]);
  figure.parents.forEach((parent, joint) => parent >= 0 && pen.line([shadow(parent), shadow(joint)], { stroke: theme.ink, width: 5, alpha: 0.12 }));
}
