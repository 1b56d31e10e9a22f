/** Draws the figure: the chain, what it reaches for, where it was, what it may. */
import type { Step } from "../sim/timeline";
import type { LimitShape } from "../sim/limitShapes";
import type { NearestPoint } from "../sim/reach";
import type { Handle } from "../sim/state";
import type { Pen, Point } from "./pen";
import type { View } from "./view";
import { drawBody } from "./chain";
import { drawFloor, drawReach } from "./space";
import { drawLimits } from "./limits";
import { drawStep } from "./step";

export interface Theme {
  readonly paper: string;
  readonly ink: string;
  readonly soft: string;
  readonly bone: string;
  readonly tip: string;
  readonly base: string;
  readonly target: string;
  readonly pole: string;
  readonly reach: string;
  readonly limit: string;
  readonly font: string;
}

export interface Figure {
  readonly pose: Float64Array;
  readonly lengths: Float64Array;
  readonly base: readonly number[];
  readonly target: readonly number[];
  readonly targets: readonly (readonly number[])[];
  readonly pole: readonly number[] | null;
  readonly inner: number;
  readonly outer: number;
  /** Height of the floor, in space. */
  readonly floor: number;
  readonly showReach: boolean;
  readonly nearest: NearestPoint | null;
  readonly reached: boolean;
  /** The pose when the iteration, and when the pass began. */
  readonly ghosts: readonly Float64Array[];
  /** The step just made, and the pose before it. */
  readonly step: { readonly now: Step; readonly before: Float64Array } | null;
  readonly limits: readonly LimitShape[];
  readonly trail: readonly Point3[];
  readonly handle: Handle | null;
  readonly words: { readonly misses: string; /** Beside the target until it has been dragged once. */ readonly hint: string };
  readonly portrait: { readonly image: CanvasImageSource; readonly address: () => string; readonly corners: readonly [readonly number[], readonly number[]] } | null;
}
type Point3 = readonly number[];

/** Where handles stand in the picture, for pointing. */
export const HANDLE_RADIUS = 22;

export function drawFigure(pen: Pen, figure: Figure, view: View, theme: Theme): void {
  if (figure.portrait !== null) drawPortrait(pen, figure.portrait, view);
  if (view.dimension === 3) drawFloor(pen, figure, view, theme);
  if (figure.showReach) drawReach(pen, figure, view, theme);
  if (figure.targets.length > 1) drawTrack(pen, figure.targets, view, theme);
  if (figure.trail.length > 1) pen.line(figure.trail.map((point) => view.at(point)), { stroke: theme.tip, width: 2, alpha: 0.7 });
  figure.ghosts.forEach((ghost, k) => drawGhost(pen, ghost, view, theme, k === 0 ? 0.28 : 0.45));
  drawMiss(pen, figure, view, theme);
  if (figure.pole !== null) drawPole(pen, figure, view, theme);
  drawLimits(pen, figure, view, theme);
  if (figure.step !== null) drawStep(pen, figure, view, theme);
  drawBody(pen, figure, view, theme);
  drawTarget(pen, figure, view, theme);
  drawWords(pen, figure, view, theme);
}

function drawPortrait(pen: Pen, portrait: NonNullable<Figure["portrait"]>, view: View): void {
  const [left, top] = view.at(portrait.corners[0]);
  const [right, bottom] = view.at(portrait.corners[1]);
  pen.image(portrait.image, portrait.address, left, top, right - left, bottom - top);
}

function drawTrack(pen: Pen, targets: Figure["targets"], view: View, theme: Theme): void {
  const points = targets.map((point) => view.at(point));
  pen.line(points, { stroke: theme.target, width: 1.5, dash: [2, 5], alpha: 0.8 });
  if (points.length <= 80) for (const point of points) pen.circle(point, 2, { fill: theme.target, alpha: 0.75 });
}

function drawGhost(pen: Pen, ghost: Float64Array, view: View, theme: Theme, alpha: number): void {
  const points = posePoints(ghost, view);
  pen.line(points, { stroke: theme.bone, width: 2, alpha });
  if (points.length <= 60) for (const point of points) pen.circle(point, 3, { stroke: theme.bone, fill: theme.paper, width: 1.5, alpha: alpha + 0.15 });
}

/** The gap that no pose can close, from the nearest point of the reach to the target. */
function drawMiss(pen: Pen, figure: Figure, view: View, theme: Theme): void {
  const { nearest } = figure;
  if (nearest === null || nearest.where === "inside") return;
  const [from, to] = [view.at(nearest.point), view.at(figure.target)];
  pen.line([from, to], { stroke: theme.target, width: 2, dash: [1, 6] });
  const d = 6 * view.unit;
  pen.line([[from[0] - d, from[1]], [from[0], from[1] - d], [from[0] + d, from[1]], [from[0], from[1] + d]], { fill: theme.paper, stroke: theme.target, width: 2 }, true);
}

function drawPole(pen: Pen, figure: Figure, view: View, theme: Theme): void {
  const at = view.at(figure.pole!);
  const middle = figure.base.map((x, k) => (x + figure.target[k]) / 2);
  if (figure.handle === "pole") pen.circle(at, 17 * view.unit, { stroke: theme.pole, width: 2, alpha: 0.5 });
  drawPoleMark(pen, view.at(middle), at, view.unit, theme);
}

/** A pole, and a line to it from what bends toward it. */
export function drawPoleMark(pen: Pen, from: readonly [number, number], at: readonly [number, number], unit: number, theme: Theme): void {
  pen.line([from, at], { stroke: theme.pole, width: 1.5, dash: [2, 6] });
  const d = 8 * unit;
  pen.line([[at[0] - d, at[1]], [at[0], at[1] - d], [at[0] + d, at[1]], [at[0], at[1] + d]], { fill: theme.pole }, true);
}

function drawTarget(pen: Pen, figure: Figure, view: View, theme: Theme): void {
  const at = view.at(figure.target);
  const [x, y] = at;
  const u = view.unit;
  if (figure.handle === "target") pen.circle(at, 21 * u, { fill: theme.target, alpha: 0.14 });
  pen.circle(at, 11 * u, { stroke: theme.paper, width: 5 * u, alpha: 0.8 });
  pen.circle(at, 11 * u, { stroke: theme.target, width: 2.5 * u, ...(figure.reached ? { fill: theme.target } : {}) });
  for (const [dx, dy] of [[1, 0], [-1, 0], [0, 1], [0, -1]]) {
    const ray = (from: number, to: number): Point[] => [[x + dx * from * u, y + dy * from * u], [x + dx * to * u, y + dy * to * u]];
    pen.line(ray(7, 16), { stroke: figure.reached ? theme.paper : theme.target, width: (figure.reached ? 1.5 : 2.5) * u });
    if (figure.reached) pen.line(ray(12, 16), { stroke: theme.target, width: 2.5 * u });
  }
}

/** What stands beside the target: by how much it is missed, or that it can be dragged. On the side that has room. */
function drawWords(pen: Pen, figure: Figure, view: View, theme: Theme): void {
  const missed = figure.nearest !== null && figure.nearest.where !== "inside";
  const words = missed ? figure.words.misses : figure.words.hint;
  if (words === "") return;
  const [x, y] = view.at(figure.target);
  const left = x > view.width * 0.7;
  const away = 27 * view.unit;
  pen.text([left ? x - away : x + away, y + (missed ? 5 : -11) * view.unit], words, 15 * view.unit, { fill: theme.target, stroke: theme.paper, width: 5 }, left ? "end" : "start");
}

export function posePoints(pose: Float64Array, view: View): Point[] {
  const points: Point[] = [];
  for (let at = 0; at < pose.length; at += view.dimension) points.push(view.at(pose.subarray(at, at + view.dimension)));
  return points;
}
