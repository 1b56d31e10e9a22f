/** The course of a solve as steps to walk through: every placement of a pass is one; what has no pass is one a round. */
import type { Trace } from "../kernel";
import type { Dimension } from "../model/scene";

export type PassName = "pass_from_tip" | "pass_from_base";

export interface Step {
  /** Placements [from, to) of the trace belong to the step. */
  readonly from: number;
  readonly to: number;
  readonly pass: PassName | null;
  readonly stage: string;
  readonly iteration: number;
  /** The joint placed; the last one of a step that places many. */
  readonly joint: number;
}

export interface Timeline {
  readonly trace: Trace;
  readonly dimension: Dimension;
  readonly steps: readonly Step[];
  /** Error after 0, 1, 2 … iterations. */
  readonly errors: readonly number[];
  /** How many steps are done when iteration k is: same length as `errors`. */
  readonly ends: readonly number[];
}

/** A round without passes that is being gathered. */
interface Open {
  readonly from: number;
  readonly stage: string;
  readonly iteration: number;
  readonly joint: number;
}

const continues = (open: Open | null, stage: string, iteration: number, joint: number): boolean =>
  open !== null && open.stage === stage && open.iteration === iteration && joint > open.joint;

/** More placements than this are not walked through: the plot and the steps would be a blur. */
export const MOST_PLACEMENTS = 400_000;

export function timelineOf(trace: Trace, dimension: Dimension, target: readonly number[]): Timeline {
  const steps: Step[] = [];
  const tip = trace.start.length / dimension - 1;
  const at = Array.from(trace.start.slice(tip * dimension));
  const errors = [distance(at, target)];
  const ends = [0];
  let open: Open | null = null;
  const close = (to: number): void => {
    if (open !== null) steps.push({ from: open.from, to, pass: null, stage: open.stage, iteration: open.iteration, joint: open.joint });
    open = null;
  };
  for (let index = 0; index < trace.length; index += 1) {
    const { stage, iteration, pass, joint, at: placed } = trace.step(index);
    if (pass !== null || !continues(open, stage, iteration, joint)) close(index);
    while (errors.length <= iteration) {
      errors.push(errors[errors.length - 1]);
      ends.push(steps.length);
    }
    if (pass === null) open = { from: (open as Open | null)?.from ?? index, stage, iteration, joint };
    else steps.push({ from: index, to: index + 1, pass: pass as PassName, stage, iteration, joint });
    if (joint === tip) {
      for (let k = 0; k < dimension; k += 1) at[k] = placed[k];
      // A forward pass puts the tip on the target by definition; the error is what the way back leaves.
      if (pass !== "pass_from_tip") errors[iteration] = distance(at, target);
    }
    ends[iteration] = steps.length + (pass === null ? 1 : 0);
  }
  close(trace.length);
  return { trace, dimension, steps, errors, ends };
}

/** The joints after `done` steps. */
export function poseAfter(timeline: Timeline, done: number): Float64Array {
  const { trace, steps } = timeline;
  const pose = trace.start.slice();
  const until = done === 0 ? 0 : steps[Math.min(done, steps.length) - 1].to;
  for (let index = 0; index < until; index += 1) place(pose, timeline, index);
  return pose;
}

/** Where the pass, and where the iteration, of step number `index` began: counts of steps. */
export function beginnings(steps: readonly Step[], index: number): { pass: number; iteration: number } {
  const now = steps[index];
  let pass = index;
  while (pass > 0 && steps[pass - 1].pass === now.pass && steps[pass - 1].iteration === now.iteration && now.pass !== null) pass -= 1;
  let iteration = pass;
  while (iteration > 0 && steps[iteration - 1].iteration === now.iteration) iteration -= 1;
  return { pass, iteration };
}

function place(pose: Float64Array, { trace, dimension }: Timeline, index: number): void {
  const { joint, at } = trace.step(index);
  for (let k = 0; k < dimension; k += 1) pose[joint * dimension + k] = at[k];
}

export function distance(a: ArrayLike<number>, b: ArrayLike<number>): number {
  let sum = 0;
  for (let k = 0; k < b.length; k += 1) sum += (a[k] - b[k]) * (a[k] - b[k]);
  return Math.sqrt(sum);
}
