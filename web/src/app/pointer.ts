/** Mouse, touch and pen on the figure: handles, limits, turning the view, drawing a path. */
import { angleAt, gripsOf, type Grip } from "../render/limits";
import { HANDLE_RADIUS } from "../render/figure";
import type { Point } from "../render/pen";
import type { JointType } from "../model/scene";
import { baseOf, polePoint, type Handle } from "../sim/state";
import type { Store } from "../sim/store";
import type { Painter } from "./painter";

type Drag =
  | { readonly what: "handle"; readonly handle: Handle }
  | { readonly what: "wish"; readonly wish: number }
  | { readonly what: "grip"; readonly grip: Grip }
  | { readonly what: "turn"; last: Point; far: number; readonly from: Point }
  | { readonly what: "path"; readonly points: number[][] };

/** A press that moves less than this [px] is a click. */
const CLICK = 5;
const MOST_POINTS = 300;

export class Pointer {
  #drag: Drag | null = null;
  /** The next stroke draws a path. */
  drawing = false;

  constructor(
    private readonly canvas: HTMLCanvasElement,
    private readonly store: Store,
    private readonly painter: Painter,
    private readonly changed: () => void,
  ) {
    canvas.addEventListener("pointerdown", (event) => this.#down(event));
    canvas.addEventListener("pointermove", (event) => this.#move(event));
    canvas.addEventListener("pointerup", (event) => this.#up(event));
    canvas.addEventListener("pointercancel", (event) => this.#up(event));
    canvas.addEventListener("wheel", (event) => this.#wheel(event), { passive: false });
  }

  #pixel(event: PointerEvent): Point {
    const box = this.canvas.getBoundingClientRect();
    return [event.clientX - box.left, event.clientY - box.top];
  }

  #down(event: PointerEvent): void {
    if (event.button !== 0) return;
    const pixel = this.#pixel(event);
    this.canvas.setPointerCapture(event.pointerId);
    this.store.dragging = true;
    if (this.drawing) {
      this.#drag = { what: "path", points: [this.painter.view().unproject(pixel, this.#anchor("target"))] };
      return;
    }
    if (this.store.state.tree !== null) {
      const wish = this.#wishAt(pixel);
      if (wish !== null) this.store.dispatch({ type: "wish", wish, to: null });
      this.#drag = wish === null ? { what: "turn", last: pixel, far: 0, from: pixel } : { what: "wish", wish };
      return;
    }
    const handle = this.#handleAt(pixel, event.pointerType === "touch" ? 1.5 : 1);
    const grip = handle === null ? this.#gripAt(pixel) : null;
    if (grip !== null) this.#drag = { what: "grip", grip };
    else if (handle === null && this.store.state.body.dimension === 3) this.#drag = { what: "turn", last: pixel, far: 0, from: pixel };
    else {
      this.#drag = { what: "handle", handle: handle ?? "target" };
      this.store.dispatch({ type: "grab", handle: handle ?? "target", pose: this.store.derived().pose });
      if (handle === null) this.#place("target", pixel);
    }
  }

  #move(event: PointerEvent): void {
    const drag = this.#drag;
    const pixel = this.#pixel(event);
    if (drag === null) {
      const over = this.store.state.tree !== null ? this.#wishAt(pixel) !== null : this.#handleAt(pixel, 1) !== null || this.#gripAt(pixel) !== null;
      this.canvas.style.cursor = over ? "grab" : "crosshair";
      return;
    }
    if (drag.what === "handle") this.#place(drag.handle, pixel);
    else if (drag.what === "wish") this.#moveWish(drag.wish, pixel);
    else if (drag.what === "grip") this.#pull(drag.grip, pixel);
    else if (drag.what === "path") {
      if (drag.points.length < MOST_POINTS) drag.points.push(this.painter.view().unproject(pixel, this.#anchor("target")));
    } else {
      const { camera } = this.store.state;
      const [dx, dy] = [pixel[0] - drag.last[0], pixel[1] - drag.last[1]];
      drag.far += Math.hypot(dx, dy);
      drag.last = pixel;
      const pitch = Math.min(Math.max(camera.pitch + dy * 0.008, -1.5), 1.5);
      if (drag.far > CLICK) this.store.dispatch({ type: "camera", change: { yaw: camera.yaw - dx * 0.008, pitch } });
    }
  }

  #up(event: PointerEvent): void {
    const drag = this.#drag;
    if (drag === null) return;
    this.#drag = null;
    if (drag.what === "turn" && drag.far <= CLICK && event.type === "pointerup" && this.store.state.tree === null) {
      this.store.dispatch({ type: "grab", handle: "target", pose: this.store.derived().pose });
      this.#place("target", drag.from);
    }
    if (drag.what === "path") {
      this.drawing = false;
      this.painter.clearTrail();
      this.store.dispatch({ type: "path", points: thinned(drag.points, this.store.derived().prepared.chain.outer / 60) });
      if (this.store.state.targets.length > 2 && !matchMedia("(prefers-reduced-motion: reduce)").matches) this.store.dispatch({ type: "play", what: "path" });
      this.changed();
    }
    this.store.release();
  }

  #wheel(event: WheelEvent): void {
    if (!event.ctrlKey && document.activeElement !== this.canvas) return; // a page that scrolls must go on scrolling
    event.preventDefault();
    const zoom = Math.min(Math.max(this.store.state.camera.zoom * Math.exp(-event.deltaY * 0.001), 0.25), 8);
    this.store.dispatch({ type: "camera", change: { zoom } });
  }

  #place(handle: Handle, pixel: Point): void {
    const to = this.painter.view().unproject(pixel, this.#anchor(handle));
    this.store.dispatch({ type: "move", handle, to });
    this.store.dispatch({ type: "settle", pose: this.store.derived().answer.positions });
  }

  #wishAt(pixel: Point): number | null {
    const view = this.painter.view();
    const distances = this.store.state.tree!.wishes.map((wish) => {
      const [x, y] = view.at(wish.position);
      return Math.hypot(x - pixel[0], y - pixel[1]);
    });
    const nearest = distances.indexOf(Math.min(...distances));
    return distances[nearest] <= HANDLE_RADIUS * view.unit ? nearest : null;
  }

  #moveWish(wish: number, pixel: Point): void {
    const tree = this.store.state.tree!;
    // Each solve of a drag begins with the answer before: the body follows the hand.
    const start = this.store.derived().tree!.q;
    const to = this.painter.view().unproject(pixel, tree.wishes[wish].position);
    this.store.dispatch({ type: "tree", tree: { ...tree, start, wishes: tree.wishes.map((own, k) => (k === wish ? { ...own, position: to } : own)) } });
  }

  #anchor(handle: Handle): readonly number[] {
    const { state } = this.store;
    if (handle === "base") return baseOf(state);
    return (handle === "pole" ? polePoint(state.options.pole) : null) ?? state.targets[state.at].position;
  }

  #handleAt(pixel: Point, factor: number): Handle | null {
    const { state } = this.store;
    const view = this.painter.view();
    const spots: [Handle, readonly number[] | null][] = [["target", this.#anchor("target")], ["pole", polePoint(state.options.pole)], ["base", baseOf(state)]];
    for (const [handle, point] of spots) {
      if (point === null) continue;
      const [x, y] = view.at(point);
      if (Math.hypot(x - pixel[0], y - pixel[1]) <= HANDLE_RADIUS * factor * view.unit) return handle;
    }
    return null;
  }

  #gripAt(pixel: Point): Grip | null {
    const grips = gripsOf(this.store.derived().shapes, this.painter.view());
    return grips.find(({ at }) => Math.hypot(at[0] - pixel[0], at[1] - pixel[1]) <= 14) ?? null;
  }

  #pull({ joint, end }: Grip, pixel: Point): void {
    const shape = this.store.derived().shapes.find((own) => own.joint === joint);
    const type = this.store.state.body.types[joint];
    if (shape === undefined || type === null) return;
    this.store.dispatch({ type: "joint", joint, kind: pulled(type, end, angleAt(shape, pixel, this.painter.view())) });
  }
}

/** The joint with one end of its limit at an angle; the rest pose stays inside. */
function pulled(type: NonNullable<JointType>, end: Grip["end"], angle: number): JointType {
  const snapped = (Math.round((angle * 180) / Math.PI) * Math.PI) / 180;
  if ("ball" in type) {
    const cone = Math.min(Math.max(0.05, snapped), Math.PI);
    const { cone: before } = type.ball;
    return { ball: { ...type.ball, cone: typeof before === "object" ? before.map((own, k) => (k === 0 ? cone : own)) : cone } };
  }
  if (!("hinge" in type)) return type;
  const { lower = -Math.PI, upper = Math.PI } = type.hinge;
  return { hinge: { ...type.hinge, lower: end === "lower" ? Math.min(0, snapped) : lower, upper: end === "upper" ? Math.max(0, snapped) : upper } };
}

/** Points at least so far apart. */
function thinned(points: readonly number[][], apart: number): number[][] {
  const kept: number[][] = [];
  for (const point of points) {
    const last = kept[kept.length - 1];
    if (last === undefined || Math.hypot(...point.map((x, k) => x - last[k])) >= apart) kept.push(point);
  }
  return kept;
}
