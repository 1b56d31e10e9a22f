/** The convergence portrait as an image: painted in slices between frames, coarse first, again when something changed. */
import { newPortrait, paint, PORTRAIT_ITERATIONS, type Portrait } from "../sim/portrait";
import type { Store } from "../sim/store";
import type { View } from "../render/view";
import type { Figure } from "../render/figure";

/** Side of a pixel of the portrait [CSS px], and how long a slice may take [ms]. */
const PIXEL = 3;
const SLICE = 10;

/** From few to many: dark blue over green to yellow; "not reached" is the last. Ordered by lightness for every eye. */
const RAMP: readonly (readonly [number, number, number])[] = [[38, 60, 120], [33, 104, 138], [38, 148, 130], [104, 188, 98], [196, 216, 70], [250, 232, 120]];
const NOT_REACHED = [236, 112, 58] as const;

export class PortraitImage {
  #portrait: Portrait | null = null;
  #key: readonly unknown[] = [];
  #canvas = document.createElement("canvas");
  #stale = true;
  done = true;

  constructor(
    private readonly store: Store,
    private readonly clock: () => number,
  ) {}

  picture(view: View, size: { width: number; height: number }): Figure["portrait"] {
    this.#prepare(view, size);
    if (this.#stale) this.#colour();
    const { left, top, step, columns, rows } = this.#portrait!.task;
    return { image: this.#canvas, address: () => this.#canvas.toDataURL(), corners: [[left, top], [left + step * columns, top - step * rows]] };
  }

  /** Paint for one slice; returns whether there is something new to see. */
  work(): boolean {
    if (this.#portrait === null || this.done) return false;
    this.done = paint(this.store.kernel, this.#portrait, this.clock, this.clock() + SLICE);
    this.#stale = true;
    return true;
  }

  #prepare(view: View, { width, height }: { width: number; height: number }): void {
    const { state } = this.store;
    const { prepared } = this.store.derived();
    const options = { ...state.options, ...(state.options.base === null ? {} : { base: state.options.base }) };
    const key = [prepared, state.start, state.options, width, height, view.scale, state.layers.portrait];
    if (this.#portrait !== null && key.every((value, k) => value === this.#key[k])) return;
    this.#key = key;
    const [left, top] = view.unproject([0, 0], []);
    const columns = Math.ceil(width / PIXEL);
    const rows = Math.ceil(height / PIXEL);
    this.#portrait = newPortrait({ prepared, start: state.start, options, left, top, step: PIXEL / view.scale, columns, rows });
    [this.#canvas.width, this.#canvas.height] = [columns, rows];
    this.done = false;
    this.work();
  }

  #colour(): void {
    const { iterations, error, outcome, task } = this.#portrait!;
    const image = new ImageData(task.columns, task.rows);
    const byError = this.store.state.layers.portrait === "error";
    for (let pixel = 0; pixel < iterations.length; pixel += 1) {
      const share = byError
        ? (Math.log10(Math.max(error[pixel], 1e-12)) + 12) / 12
        : Math.log2(1 + iterations[pixel]) / Math.log2(1 + PORTRAIT_ITERATIONS);
      if (outcome[pixel] === 2 && !byError) continue; // proven out of reach: nothing to converge, left clear
      const [r, g, b] = byError || outcome[pixel] === 1 ? ramp(share) : NOT_REACHED;
      image.data.set([r, g, b, 255], pixel * 4);
    }
    this.#canvas.getContext("2d")!.putImageData(image, 0, 0);
    this.#stale = false;
  }
}

function ramp(share: number): readonly [number, number, number] {
  const at = Math.min(Math.max(share, 0), 1) * (RAMP.length - 1);
  const low = Math.min(Math.floor(at), RAMP.length - 2);
  const mix = (k: number): number => RAMP[low][k] + (RAMP[low + 1][k] - RAMP[low][k]) * (at - low);
  return [mix(0), mix(1), mix(2)];
}
