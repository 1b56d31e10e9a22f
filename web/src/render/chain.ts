/** Bones and joints, the base they stand on and the tip. In space nearer ones cover farther ones. */
import type { Pen, Point } from "./pen";
import type { Figure, Theme } from "./figure";
import type { Projected, View } from "./view";

/** Above this many bones joints are no longer drawn one by one. */
const MANY = 120;

export function drawBody(pen: Pen, figure: Figure, view: View, theme: Theme): void {
  const spots: Projected[] = [];
  for (let at = 0; at < figure.pose.length; at += view.dimension) spots.push(view.project(figure.pose.subarray(at, at + view.dimension)));
  drawMount(pen, figure, view, theme);
  const bones = spots.length - 1;
  if (bones > MANY) {
    pen.line(spots.map((spot) => spot.at), { stroke: theme.bone, width: 3 });
  } else {
    const size = boneWidth(figure, view, bones);
    for (const bone of order(spots)) drawBone(pen, figure, spots, bone, size, theme, view);
    spots.forEach((spot, joint) => drawJoint(pen, figure, spot, joint, bones, size, theme, view));
  }
  pen.circle(spots[bones].at, Math.max(3.5, Math.min(8, 300 / bones)), { fill: theme.tip, stroke: theme.paper, width: 2 });
}

/** Which bones are placed already in the pass that the step belongs to. */
export function placedBones(figure: Figure): { from: number; to: number } | null {
  const step = figure.step?.now;
  if (step === undefined || step.pass === null) return null;
  const bones = figure.lengths.length;
  return step.pass === "pass_from_tip" ? { from: step.joint, to: bones } : { from: 0, to: step.joint };
}

function boneWidth(figure: Figure, view: View, bones: number): number {
  const mean = (figure.outer / bones) * view.scale;
  return Math.min(26 * view.unit, Math.max(3, mean * 0.3, figure.outer * view.scale * 0.014));
}

function order(spots: readonly Projected[]): number[] {
  const list = spots.slice(1).map((_, bone) => bone);
  return list.sort((a, b) => spots[a].depth + spots[a + 1].depth - spots[b].depth - spots[b + 1].depth || a - b);
}

function drawBone(pen: Pen, figure: Figure, spots: readonly Projected[], bone: number, size: number, theme: Theme, view: View): void {
  const [a, b] = [spots[bone], spots[bone + 1]];
  const placed = placedBones(figure);
  const color = placed === null ? theme.bone : figure.step!.now.pass === "pass_from_tip" ? theme.tip : theme.base;
  if (placed !== null && (bone < placed.from || bone >= placed.to)) {
    const torn = bone === placed.from - 1 || bone === placed.to;
    pen.line([a.at, b.at], { stroke: theme.bone, width: torn ? 2 : size * 0.5, alpha: torn ? 0.8 : 0.4, ...(torn ? { dash: [3, 7] } : {}) });
    return;
  }
  const grow = (spot: Projected): number => (size / 2) * (spot.scale / view.scale);
  pen.line(tapered(a.at, b.at, grow(a), grow(b) * 0.62), { fill: color, stroke: theme.paper, width: 1.5 }, true);
  if (view.dimension === 3) pen.line([lerp(a.at, b.at, 0.12, -grow(a) * 0.35), lerp(a.at, b.at, 0.88, -grow(b) * 0.22)], { stroke: theme.paper, width: Math.max(1, size * 0.09), alpha: 0.45 });
}

function drawJoint(pen: Pen, figure: Figure, spot: Projected, joint: number, bones: number, size: number, theme: Theme, view: View): void {
  if (joint === bones) return;
  const radius = Math.max(2, size * 0.36) * (spot.scale / view.scale);
  const touched = figure.limits.some((shape) => shape.joint === joint && shape.touched !== null);
  pen.circle(spot.at, radius, { fill: touched ? theme.limit : theme.paper, stroke: joint === 0 ? theme.base : theme.bone, width: Math.max(1.5, radius * 0.42) });
}

/** A mount under the base: a short line with hatching. */
function drawMount(pen: Pen, figure: Figure, view: View, theme: Theme): void {
  const [x, y] = view.at(figure.base);
  const u = view.unit;
  if (figure.handle === "base") pen.circle([x, y], 21 * u, { fill: theme.base, alpha: 0.14 });
  pen.line([[x, y], [x - 14 * u, y + 22 * u], [x + 14 * u, y + 22 * u]], { fill: theme.soft, alpha: 0.55 }, true);
  pen.line([[x - 21 * u, y + 22 * u], [x + 21 * u, y + 22 * u]], { stroke: theme.soft, width: 2 * u });
  for (let k = -16; k <= 16; k += 8) pen.line([[x + k * u, y + 22 * u], [x + (k - 6) * u, y + 29 * u]], { stroke: theme.soft, width: 1.5 * u });
}

/** The outline of two circles and what lies between them. */
function tapered(a: Point, b: Point, ra: number, rb: number): Point[] {
  const angle = Math.atan2(b[1] - a[1], b[0] - a[0]);
  const points: Point[] = [];
  for (let k = 0; k <= 8; k += 1) points.push(around(a, ra, angle + Math.PI / 2 + (Math.PI * k) / 8));
  for (let k = 0; k <= 8; k += 1) points.push(around(b, rb, angle - Math.PI / 2 + (Math.PI * k) / 8));
  return points;
}

const around = (center: Point, radius: number, angle: number): Point => [center[0] + radius * Math.cos(angle), center[1] + radius * Math.sin(angle)];

function lerp(a: Point, b: Point, t: number, off: number): Point {
  const angle = Math.atan2(b[1] - a[1], b[0] - a[0]) + Math.PI / 2;
  return [a[0] + (b[0] - a[0]) * t + off * Math.cos(angle), a[1] + (b[1] - a[1]) * t + off * Math.sin(angle)];
}
