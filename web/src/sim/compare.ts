/** Methods side by side on one question: iterations, time by batches of repeats, and error curves. */
import { METHODS, type Kernel } from "../kernel";
import { straightJoints, DEFAULT_OPTIONS } from "../model/scene";
import { answer, isLimited, LIMITED_METHODS, MOST_DENSE, prepare, type Question } from "./solve";
import { timelineOf } from "./timeline";

export interface Row {
  readonly method: string;
  readonly status: string;
  readonly iterations: number;
  readonly error: number;
  /** [µs] of one solve. */
  readonly micros: number;
  readonly errors: readonly number[];
}

/** The classic first, then ours, then the others. */
export const ALL_METHODS: readonly string[] = [...new Set(["fabrik", "auto", ...METHODS])];

/** The methods that can answer a question. */
export function methodsFor(question: Question): readonly string[] {
  if (isLimited(question)) return ALL_METHODS.filter((method) => LIMITED_METHODS.includes(method));
  return ALL_METHODS.filter((method) => method !== "dls-dense" || question.prepared.chain.bones <= MOST_DENSE);
}

export function compareRow(kernel: Kernel, question: Question, method: string, clock: () => number): Row {
  const asked = { ...question, options: { ...question.options, method, max_iterations: Math.min(question.options.max_iterations, 500) } };
  const found = answer(kernel, asked, true);
  const errors = found.trace === null ? [] : timelineOf(found.trace, question.prepared.body.dimension, question.target.position).errors;
  return { method, status: found.status, iterations: found.iterations, error: found.error, errors, micros: timed(() => answer(kernel, asked, false), clock) };
}

/** Time of one call [µs]: repeats until the clock, which ticks coarsely, has moved far enough; the best of some rounds. */
export function timed(call: () => unknown, clock: () => number, enough = 4, rounds = 3): number {
  let repeats = 1;
  let best = Infinity;
  for (let round = 0; round < rounds; ) {
    const before = clock();
    for (let k = 0; k < repeats; k += 1) call();
    const spent = clock() - before;
    if (spent < enough && repeats < 1 << 16) {
      repeats *= 2;
      continue;
    }
    best = Math.min(best, (spent * 1000) / repeats);
    round += 1;
  }
  return best;
}

export interface Cost {
  readonly bones: number;
  /** [µs] of one iteration. */
  readonly micros: number;
}

export const COST_BONES: readonly number[] = [4, 8, 16, 32, 64, 128];

/** Cost of one iteration of a chain of `bones` bones: four iterations that cannot end early, divided by four. */
export function costOf(kernel: Kernel, method: string, bones: number, clock: () => number): Cost {
  const lengths = Array<number>(bones).fill(1 / bones);
  const straight = straightJoints(lengths, 2);
  const prepared = prepare(kernel, { dimension: 2, joints: straight, lengths: null, types: lengths.map(() => null), names: null, baseDirection: null, restRotations: null });
  const start = kernel.forward(2, straight, Float64Array.from(lengths, () => 1.2 / bones));
  const options = { ...DEFAULT_OPTIONS, method, tolerance: 0, max_iterations: 4 };
  const question = { prepared, target: { position: [-0.35, 0.3] }, start, options };
  const found = answer(kernel, question, false);
  return { bones, micros: timed(() => answer(kernel, question, false), clock, 2, 7) / Math.max(1, found.iterations) };
}
