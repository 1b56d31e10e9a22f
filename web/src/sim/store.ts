/** The state, what follows from it, and who wants to know. No DOM: the clock and the announcing come from outside. */
import type { Kernel } from "../kernel";
import { Refusal } from "../model/read";
import type { Target } from "../model/scene";
import { posed } from "./forward";
import { limitShapes, type LimitShape } from "./limitShapes";
import { nearestPoint, type NearestPoint } from "./reach";
import { reduce, type Action } from "./reduce";
import { answer, framesOf, prepare, type Answer, type Prepared, type Question } from "./solve";
import { baseOf, type State } from "./state";
import { answerTree, type TreeAnswer, type TreeState } from "./tree";
import { beginnings, MOST_PLACEMENTS, poseAfter, timelineOf, type Step, type Timeline } from "./timeline";

/** Above this many bones the course of a solve is kept only while nothing is dragged. */
const TRACED_WHILE_DRAGGING = 64;

/** What is shown, all of it computed from the state. */
export interface Derived {
  readonly prepared: Prepared;
  readonly question: Question;
  readonly answer: Answer;
  readonly timeline: Timeline | null;
  /** Whether the timeline holds only the first iterations. */
  readonly cut: boolean;
  /** The joints drawn: of the step, of the answer, or of the forward mode. */
  readonly pose: Float64Array;
  readonly step: { readonly index: number; readonly now: Step; readonly before: Float64Array } | null;
  readonly ghosts: readonly Float64Array[];
  readonly shapes: readonly LimitShape[];
  readonly nearest: NearestPoint;
  readonly target: Target;
  readonly base: readonly number[];
  /** What is shown instead of the chain, where the body branches. */
  readonly tree: TreeAnswer | null;
}

export class Store {
  #state: State;
  #derived: Derived | null = null;
  #answers: Kept | null = null;
  #tree: { state: TreeState; answer: TreeAnswer } | null = null;
  #listeners: (() => void)[] = [];
  /** True while a pointer is down: long chains are then solved without keeping their course. */
  dragging = false;

  constructor(
    readonly kernel: Kernel,
    state: State,
    private readonly refuse: (refusal: Refusal) => void,
  ) {
    this.#state = state;
  }

  get state(): State {
    return this.#state;
  }

  /** Call back after every change. */
  subscribe(listener: () => void): void {
    this.#listeners.push(listener);
  }

  /** Let something happen. What the kernel or the model refuses is announced, and the state stays what it was. */
  dispatch(action: Action): boolean {
    return this.replace(reduce(this.#state, action));
  }

  /** Take a whole new state, if it can be solved. */
  replace(next: State): boolean {
    if (next === this.#state) return true;
    const before = [this.#state, this.#derived, this.#answers] as const;
    try {
      this.#state = next;
      this.#derived = null;
      this.derived();
    } catch (error) {
      [this.#state, this.#derived, this.#answers] = before;
      if (error instanceof Refusal) this.refuse(error);
      else if (error instanceof RangeError) this.refuse(new Refusal("badValue", { place: error.message.split(":")[0], value: error.message.split(": ").slice(1).join(": ") }));
      else throw error;
      return false;
    }
    for (const listener of this.#listeners) listener();
    return true;
  }

  derived(): Derived {
    this.#derived ??= this.#derive();
    return this.#derived;
  }

  /** A drag has ended: the course of the solve is wanted again. */
  release(): void {
    this.dragging = false;
    if (this.#answers?.timeline === null) {
      this.#answers = null;
      this.#derived = null;
    }
    for (const listener of this.#listeners) listener();
  }

  #derive(): Derived {
    const { state } = this;
    const prepared = prepare(this.kernel, state.body);
    const target = state.targets[state.at];
    const question = { prepared, target, start: state.start, options: state.options };
    const { answer: found, timeline, cut } = this.#answer(question);
    const base = baseOf(state);
    const tree = state.tree === null ? null : this.#treeAnswer(state.tree);
    const common = { tree, prepared, question, answer: found, timeline, cut, target, base, nearest: nearestPoint(base, target.position, prepared.chain.inner, prepared.chain.outer) };
    if (state.mode === "forward") {
      const pose = posed(this.kernel, state.body, state.turns, base);
      return { ...common, pose, step: null, ghosts: [], shapes: this.#shapes(prepared, pose, null) };
    }
    const { pose, step, ghosts } = this.#shown(timeline, found);
    return { ...common, pose, step, ghosts, shapes: this.#shapes(prepared, pose, step === null ? found.frames : null) };
  }

  #treeAnswer(state: TreeState): TreeAnswer {
    if (this.#tree?.state !== state) this.#tree = { state, answer: answerTree(this.kernel, state) };
    return this.#tree.answer;
  }

  #shown(timeline: Timeline | null, found: Answer): Pick<Derived, "pose" | "step" | "ghosts"> {
    const { done, layers } = this.state;
    if (timeline === null || done === null || done > timeline.steps.length) return { pose: found.positions, step: null, ghosts: [] };
    if (done === 0) return { pose: poseAfter(timeline, 0), step: null, ghosts: [] };
    const index = done - 1;
    const from = beginnings(timeline.steps, index);
    const counts = layers.ghosts ? [...new Set([from.iteration, from.pass])] : [];
    return {
      pose: poseAfter(timeline, done),
      step: { index, now: timeline.steps[index], before: poseAfter(timeline, index) },
      ghosts: counts.map((count) => poseAfter(timeline, count)),
    };
  }

  #shapes(prepared: Prepared, pose: Float64Array, frames: Float64Array | null): readonly LimitShape[] {
    if (!prepared.limited || !this.state.layers.limits || prepared.chain.bones > TRACED_WHILE_DRAGGING) return [];
    return limitShapes(prepared, pose, frames ?? framesOf(this.kernel, prepared, pose));
  }

  #answer(question: Question): Kept {
    const known = this.#answers;
    if (known !== null && same(known.question, question)) return known;
    const { bones } = question.prepared.chain;
    const quick = this.dragging && bones > TRACED_WHILE_DRAGGING;
    const plain = answer(this.kernel, question, false);
    if (quick) return (this.#answers = { question, answer: plain, timeline: null, cut: false });
    // A long course is cut: the first iterations of a solve are the same whatever its bound.
    const most = Math.max(1, Math.floor(MOST_PLACEMENTS / (2 * (bones + 1))));
    const cut = plain.iterations > most;
    const traced = answer(this.kernel, cut ? { ...question, options: { ...question.options, max_iterations: most } } : question, true);
    const timeline = traced.trace === null ? null : timelineOf(traced.trace, question.prepared.body.dimension, question.target.position);
    return (this.#answers = { question, answer: cut ? plain : traced, timeline, cut });
  }
}

const same = (a: Question, b: Question): boolean =>
  a.prepared === b.prepared && a.target === b.target && a.start === b.start && a.options === b.options;

interface Kept {
  readonly question: Question;
  readonly answer: Answer;
  readonly timeline: Timeline | null;
  readonly cut: boolean;
}
