/** From the store to the picture: sizes the canvas, gathers what the figure shows, draws when something changed. */
import { CanvasPen, SvgPen, type Pen } from "../render/pen";
import { drawFigure, type Figure, type Theme } from "../render/figure";
import { drawTree } from "../render/tree";
import { limbOf, subBases } from "../sim/tree";
import { View } from "../render/view";
import type { Store } from "../sim/store";
import { polePoint, type State } from "../sim/state";
import { amount, say } from "../ui/words";
import { PortraitImage } from "./portraitImage";

const COLORS = ["paper", "ink", "soft", "bone", "tip", "base", "target", "pole", "reach", "limit"] as const;
/** Points of the trace of the tip. */
const MOST_TRAIL = 600;

export class Painter {
  readonly portrait: PortraitImage;
  #trail: number[][] = [];
  #theme: Theme | null = null;
  /** The state that the page opened with: the hint stands as long as nothing has happened. */
  #first: State | null = null;

  constructor(
    private readonly canvas: HTMLCanvasElement,
    private readonly store: Store,
    clock: () => number,
  ) {
    this.portrait = new PortraitImage(store, clock);
  }

  /** Size of the picture in CSS pixels. */
  get size(): { width: number; height: number } {
    return { width: this.canvas.clientWidth, height: this.canvas.clientHeight };
  }

  view(): View {
    const { state } = this.store;
    const { width, height } = this.size;
    const { prepared, tree } = this.store.derived();
    if (tree !== null) {
      const { center, radius } = extentOf(tree.rest);
      return new View(3, width, height, center, radius, state.camera);
    }
    const center = Array.from(state.body.joints.subarray(0, state.body.dimension));
    return new View(state.body.dimension, width, height, center, prepared.chain.outer, state.camera);
  }

  /** The colours as the style sheet has them for the present scheme. */
  theme(): Theme {
    if (this.#theme === null) {
      const style = getComputedStyle(document.documentElement);
      const colors = Object.fromEntries(COLORS.map((name) => [name, style.getPropertyValue(`--${name}`).trim()]));
      this.#theme = { ...colors, font: getComputedStyle(document.body).fontFamily } as Theme;
    }
    return this.#theme;
  }

  forgetTheme(): void {
    this.#theme = null;
  }

  draw(): void {
    const context = this.canvas.getContext("2d")!;
    const { width, height } = this.size;
    const ratio = Math.min(devicePixelRatio || 1, 3);
    const [w, h] = [Math.round(width * ratio), Math.round(height * ratio)];
    if (this.canvas.width !== w || this.canvas.height !== h) [this.canvas.width, this.canvas.height] = [w, h];
    const theme = this.theme();
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    context.globalAlpha = 1;
    context.fillStyle = theme.paper;
    context.fillRect(0, 0, width, height);
    this.#paint(new CanvasPen(context, theme.font));
  }

  svg(): string {
    const { width, height } = this.size;
    const theme = this.theme();
    const pen = new SvgPen(width, height, theme.paper, theme.font);
    this.#paint(pen);
    return pen.document(say("figure"));
  }

  /** The trace of the tip starts anew. */
  clearTrail(): void {
    this.#trail = [];
  }

  #paint(pen: Pen): void {
    const { tree } = this.store.state;
    if (tree === null) return drawFigure(pen, this.#figure(), this.view(), this.theme());
    const answer = this.store.derived().tree!;
    const heights = answer.rest.filter((_, index) => index % 3 === 2);
    drawTree(pen, {
      positions: answer.positions,
      parents: tree.tree.parents,
      subBases: subBases(tree.tree),
      wishes: tree.wishes.map((wish, k) => ({ position: wish.position, reached: answer.errors[k] <= answer.tolerance })),
      poles: tree.wishes.flatMap(({ joint, pole }) => (pole !== null && "point" in pole ? [{ at: pole.point, joint: limbOf(tree.tree, answer.rest, joint).bend }] : [])),
      chosen: tree.chosen,
      floor: Math.min(...heights) - answer.reach * 0.01,
      reach: answer.reach,
    }, this.view(), this.theme());
  }

  #figure(): Figure {
    const { state } = this.store;
    const derived = this.store.derived();
    const { answer, nearest, prepared, step } = derived;
    const inverse = state.mode === "inverse";
    return {
      pose: derived.pose,
      lengths: prepared.lengths,
      base: derived.base,
      target: derived.target.position,
      targets: state.targets.map((target) => target.position),
      pole: polePoint(state.options.pole),
      inner: prepared.chain.inner,
      outer: prepared.chain.outer,
      floor: floorOf(state.body.joints, prepared.chain.outer),
      showReach: state.layers.reach,
      nearest: inverse && answer.status !== "REACHED" ? nearest : null,
      reached: inverse && state.done === null && answer.status === "REACHED",
      ghosts: derived.ghosts,
      step: step === null ? null : { now: step.now, before: step.before },
      limits: derived.shapes,
      trail: state.layers.trail ? this.#grown(derived.pose) : [],
      handle: state.handle,
      words: { misses: say("misses", { gap: amount(nearest.gap) }), hint: state === this.#first ? say("dragHint") : "" },
      portrait: state.layers.portrait === "off" || state.body.dimension === 3 ? null : this.portrait.picture(this.view(), this.size),
    };
  }

  /** From now on the first change takes the hint away. */
  showHint(): void {
    this.#first = this.store.state;
  }

  #grown(pose: Float64Array): number[][] {
    const tip = Array.from(pose.slice(-this.store.state.body.dimension));
    const last = this.#trail[this.#trail.length - 1];
    if (last?.length !== tip.length) this.#trail = [];
    if (last === undefined || last.some((x, k) => x !== tip[k])) this.#trail.push(tip);
    if (this.#trail.length > MOST_TRAIL) this.#trail.shift();
    return this.#trail;
  }
}

/** The floor: under the base of a body that stands up, else below where it hangs or turns. */
function floorOf(rest: Float64Array, reach: number): number {
  const heights = rest.filter((_, index) => index % 3 === 2);
  const base = heights[0];
  if (Math.max(...heights) - base > reach * 0.2) return base;
  return Math.min(base - reach * 0.5, Math.min(...heights) - reach * 0.05);
}

/** The middle of a resting body, and how far its joints are from it. */
function extentOf(rest: Float64Array): { center: number[]; radius: number } {
  const center = [0, 1, 2].map((k) => {
    const values = rest.filter((_, index) => index % 3 === k);
    return (Math.min(...values) + Math.max(...values)) / 2;
  });
  let radius = 0;
  for (let at = 0; at < rest.length; at += 3) radius = Math.max(radius, Math.hypot(...center.map((x, k) => rest[at + k] - x)));
  return { center, radius: radius * 1.1 };
}
