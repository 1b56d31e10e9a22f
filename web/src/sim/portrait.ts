/** The convergence portrait: every pixel of the plane as a target, from coarse to fine, in slices of time. */
import type { Kernel } from "../kernel";
import type { Prepared } from "./solve";
import { answer } from "./solve";
import type { Options } from "../model/scene";

export interface PortraitTask {
  readonly prepared: Prepared;
  readonly start: Float64Array;
  readonly options: Options;
  /** World rectangle, and its pixels. */
  readonly left: number;
  readonly top: number;
  readonly step: number;
  readonly columns: number;
  readonly rows: number;
}

/** Iterations that a portrait allows at most: what has not ended then is drawn as "not reached". */
export const PORTRAIT_ITERATIONS = 128;

export interface Portrait {
  readonly task: PortraitTask;
  readonly iterations: Float32Array;
  readonly error: Float32Array;
  /** 1 reached, 2 proven out of reach, 0 not reached. */
  readonly outcome: Uint8Array;
  /** Blocks of so many pixels share one value so far. */
  block: number;
  next: number;
}

export function newPortrait(task: PortraitTask): Portrait {
  const pixels = task.columns * task.rows;
  return { task, iterations: new Float32Array(pixels), error: new Float32Array(pixels), outcome: new Uint8Array(pixels), block: 8, next: 0 };
}

/** Go on until the clock says `until`; returns whether all is done. */
export function paint(kernel: Kernel, portrait: Portrait, clock: () => number, until: number): boolean {
  const { columns, rows } = portrait.task;
  while (portrait.block > 0) {
    const across = Math.ceil(columns / portrait.block);
    const count = across * Math.ceil(rows / portrait.block);
    while (portrait.next < count) {
      const column = (portrait.next % across) * portrait.block;
      const row = Math.floor(portrait.next / across) * portrait.block;
      // Coarser rounds have this pixel already.
      const known = portrait.block < 8 && column % (portrait.block * 2) === 0 && row % (portrait.block * 2) === 0;
      if (!known) fill(kernel, portrait, column, row);
      portrait.next += 1;
      if (portrait.next % 16 === 0 && clock() > until) return false;
    }
    portrait.block = portrait.block === 1 ? 0 : portrait.block / 2;
    portrait.next = 0;
  }
  return true;
}

function fill(kernel: Kernel, portrait: Portrait, column: number, row: number): void {
  const { prepared, start, options, left, top, step, columns, rows } = portrait.task;
  const position = [left + (column + 0.5) * step, top - (row + 0.5) * step];
  const most = { ...options, max_iterations: Math.min(options.max_iterations, PORTRAIT_ITERATIONS) };
  const found = answer(kernel, { prepared, target: { position }, start, options: most }, false);
  const reach = prepared.chain.outer;
  const outcome = found.status === "REACHED" ? 1 : found.status === "TOO_FAR" || found.status === "TOO_NEAR" ? 2 : 0;
  for (let y = row; y < Math.min(row + portrait.block, rows); y += 1) {
    for (let x = column; x < Math.min(column + portrait.block, columns); x += 1) {
      const pixel = y * columns + x;
      portrait.iterations[pixel] = found.iterations;
      portrait.error[pixel] = found.error / reach;
      portrait.outcome[pixel] = outcome;
    }
  }
}
