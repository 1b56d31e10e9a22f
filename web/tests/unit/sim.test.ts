/** The core: reducers, the course of a solve, the reach, the failures, the story. */
import { expect, test } from "vitest";
import { bonesOf } from "../../src/model/scene";
import { Store } from "../../src/sim/store";
import { FAILURES, PRESETS, failureScene, presetScene } from "../../src/sim/scenes";
import { CLAIMS, show } from "../../src/sim/story";
import { firstScene, stateOf, type State } from "../../src/sim/state";
import { distance, poseAfter } from "../../src/sim/timeline";
import { lengthsOf, reduce } from "../../src/sim/reduce";
import { posed, turnsOf } from "../../src/sim/forward";
import { nearestPoint } from "../../src/sim/reach";
import { newPortrait, paint } from "../../src/sim/portrait";
import { kernel } from "./kernel";

const refuse = (refusal: Error): never => {
  throw refusal;
};
const storeOf = (state: State): Store => new Store(kernel, state, refuse);
const first = (): Store => storeOf(stateOf(firstScene()));

test("the steps replay to the answer, one placement after the other, and a pass visits every joint in order", () => {
  const store = first();
  const { timeline, answer } = store.derived();
  expect(poseAfter(timeline!, timeline!.steps.length)).toEqual(answer.positions);
  const bones = bonesOf(store.state.body);
  const joints = timeline!.steps.slice(0, 2 * (bones + 1)).map((step) => `${step.pass} ${step.joint}`);
  expect(joints).toEqual([
    ...Array.from({ length: bones + 1 }, (_, k) => `pass_from_tip ${bones - k}`),
    ...Array.from({ length: bones + 1 }, (_, k) => `pass_from_base ${k}`),
  ]);
});

test("every placement lies on the line of the formula, one bone away from the joint placed before", () => {
  const store = first();
  const { timeline, prepared } = store.derived();
  timeline!.steps.forEach((step, index) => {
    const anchor = step.pass === "pass_from_tip" ? step.joint + 1 : step.joint - 1;
    if (step.pass === null || anchor < 0 || anchor > prepared.chain.bones) return;
    const [before, after] = [poseAfter(timeline!, index), poseAfter(timeline!, index + 1)];
    const at = (pose: Float64Array, joint: number): Float64Array => pose.subarray(2 * joint, 2 * joint + 2);
    const lambda = prepared.lengths[Math.min(anchor, step.joint)] / distance(at(before, step.joint), at(after, anchor));
    for (let k = 0; k < 2; k += 1) {
      expect(at(after, step.joint)[k]).toBeCloseTo((1 - lambda) * at(after, anchor)[k] + lambda * at(before, step.joint)[k], 12);
    }
  });
});

test("errors of the curve are those of the poses at the end of each iteration, and the last is the answer's", () => {
  const store = first();
  const { timeline, answer, target } = store.derived();
  timeline!.errors.forEach((error, iteration) => {
    const tip = poseAfter(timeline!, timeline!.ends[iteration]).slice(-2);
    expect(error).toBe(distance(tip, target.position));
  });
  expect(timeline!.errors.length).toBe(answer.iterations + 1);
  expect(timeline!.errors.at(-1)).toBe(answer.error);
});

test("reducers change nothing in place, and the same actions give the same state", () => {
  const run = (): State => {
    let state = stateOf(firstScene());
    const before = structuredClone({ ...state });
    const next = [
      { type: "bones", count: 9 }, { type: "length", bone: 2, value: 0.3 }, { type: "move", handle: "target", to: [0.1, 0.2] },
      { type: "joint", joint: 1, kind: { hinge: { lower: -1, upper: 1 } } }, { type: "pole", on: true, at: [0, 1] }, { type: "dimension", dimension: 3 },
    ] as const;
    for (const action of next) state = reduce(state, action);
    expect(stateOf(firstScene())).toEqual(before);
    return state;
  };
  expect(run()).toEqual(run());
});

test("another number of bones keeps the reach; another length is that length", () => {
  const state = reduce(stateOf(firstScene()), { type: "bones", count: 17 });
  expect(lengthsOf(state.body).reduce((sum, x) => sum + x, 0)).toBeCloseTo(1, 12);
  expect(lengthsOf(reduce(state, { type: "length", bone: 3, value: 0.5 }).body)[3]).toBeCloseTo(0.5, 12);
});

test("playing goes by the clock that is passed in, and stops at the answer", () => {
  let state = reduce(stateOf(firstScene()), { type: "play", what: "steps" });
  state = reduce(state, { type: "tick", now: 1000, steps: 12 });
  expect(state.done).toBe(0);
  state = reduce(state, { type: "tick", now: 1100, steps: 12 });
  expect(state.done).toBe(0);
  state = reduce(state, { type: "tick", now: 1260, steps: 12 });
  expect(state.done).toBe(1);
  for (let now = 1600; state.playing !== "no"; now += 300) state = reduce(state, { type: "tick", now, steps: 12 });
  expect(state.done).toBeNull();
});

test("forward and inverse meet: the turns read off a pose bring the chain back to it, in the plane and in space", () => {
  for (const dimension of [2, 3] as const) {
    const { body } = reduce(stateOf(firstScene()), { type: "dimension", dimension });
    const turns = Float64Array.from({ length: 5 * (dimension - 1) }, (_, k) => Math.sin(3 * k + 1) * 1.2);
    const pose = posed(kernel, body, turns, Array(dimension).fill(0.5));
    const again = posed(kernel, body, turnsOf(kernel, body, pose), Array(dimension).fill(0.5));
    for (let k = 0; k < pose.length; k += 1) expect(again[k]).toBeCloseTo(pose[k], 12);
  }
});

test("switching to forward keeps the pose, and back again asks for where the tip is", () => {
  const store = first();
  const before = store.derived().pose;
  store.dispatch({ type: "forward", turns: turnsOf(kernel, store.state.body, before) });
  store.derived().pose.forEach((x, k) => expect(x).toBeCloseTo(before[k], 12));
  store.dispatch({ type: "inverse", pose: store.derived().pose });
  expect(store.derived().answer.iterations).toBe(0);
});

test("the nearest point of the reach is exact: on the rim toward the target, at the gap that the kernel names", () => {
  for (const [target, where] of [[[3, 4], "tooFar"], [[0.1, 0], "tooNear"], [[0.5, 0.5], "inside"]] as const) {
    const scene = { ...firstScene(), targets: [{ position: target }], options: { ...firstScene().options, method: "auto" } };
    const body = { ...scene.body, joints: Float64Array.of(0, 0, 0.6, 0, 0.8, 0, 1, 0), types: [null, null, null] };
    const { nearest, answer } = storeOf(stateOf({ ...scene, body })).derived();
    expect(nearest.where).toBe(where);
    if (where !== "inside") expect(nearest.gap).toBeCloseTo(answer.error, 14);
  }
  expect(nearestPoint([0, 0], [0, 0], 0.2, 1)).toEqual({ where: "tooNear", point: [0.2, 0], gap: 0.2 });
});

test("every failure fails with the classic method and not with ours", () => {
  for (const failure of FAILURES) {
    const [classic, ours] = [false, true].map((side) => storeOf(stateOf(failureScene(failure, side))).derived());
    expect(["REACHED", "TOO_NEAR"], failure).toContain(ours.answer.status);
    if (failure === "zigzag") {
      expect(changesOfSide(classic.answer.positions)).toBeGreaterThan(2);
      expect(changesOfSide(ours.answer.positions)).toBe(0);
    } else if (failure === "boundary") expect(classic.answer.iterations).toBeGreaterThan(30 * ours.answer.iterations);
    else expect(classic.answer.status, failure).not.toBe("REACHED");
  }
});

/** How often a planar chain turns to the other side. */
function changesOfSide(pose: Float64Array): number {
  const sides: number[] = [];
  for (let k = 2; k + 3 < pose.length; k += 2) {
    const [ax, ay, bx, by] = [pose[k] - pose[k - 2], pose[k + 1] - pose[k - 1], pose[k + 2] - pose[k], pose[k + 3] - pose[k + 1]];
    const turn = ax * by - ay * bx;
    if (Math.abs(turn) > 1e-4) sides.push(Math.sign(turn));
  }
  return sides.filter((side, k) => k > 0 && side !== sides[k - 1]).length;
}

test("every preset is a scene that solves, and most of its targets are reached", () => {
  for (const preset of PRESETS) {
    const store = storeOf(stateOf(presetScene(preset)));
    let reached = 0;
    store.state.targets.forEach((_, at) => {
      store.dispatch({ type: "target", at });
      if (store.derived().answer.status === "REACHED") reached += 1;
    });
    expect(reached / store.state.targets.length, preset).toBeGreaterThan(0.75);
  }
});

test("every claim of the story sets up what it says", () => {
  const statusOf = Object.fromEntries(CLAIMS.map((claim) => [claim, storeOf(stateOf(show(claim).scene)).derived().answer]));
  expect(statusOf.far.status).toBe("TOO_FAR");
  expect(statusOf.tooNear.status).toBe("TOO_NEAR");
  expect(statusOf.deadlock.status).toBe("STALLED");
  expect(statusOf.trapped.status).toBe("STALLED");
  expect(statusOf.near.iterations).toBeGreaterThan(150);
  expect(statusOf.thousand.positions.length).toBe(2002);
  for (const claim of ["inverse", "many", "tipPass", "basePass", "falls", "line", "hinges", "noMatrix", "thousand"]) expect(statusOf[claim].status, claim).toBe("REACHED");
});

test("a refused change leaves the state and the answer as they were", () => {
  const refused: Error[] = [];
  const store = new Store(kernel, stateOf(firstScene()), (refusal) => refused.push(refusal));
  const before = [store.state, store.derived()];
  expect(store.dispatch({ type: "joint", joint: 0, kind: { hinge: { lower: 1, upper: 2 } } })).toBe(false);
  expect(store.dispatch({ type: "move", handle: "target", to: [NaN, 0] })).toBe(false);
  expect(refused.length).toBe(2);
  expect([store.state, store.derived()]).toEqual(before);
});

test("the portrait has the iterations that a solve of each pixel has, whatever slices it is painted in", () => {
  const store = first();
  const { prepared } = store.derived();
  const task = { prepared, start: store.state.start, options: store.state.options, left: -1.2, top: 1.2, step: 0.2, columns: 12, rows: 12 };
  const [whole, sliced] = [newPortrait(task), newPortrait(task)];
  expect(paint(kernel, whole, () => 0, 1)).toBe(true);
  let now = 0;
  while (!paint(kernel, sliced, () => (now += 1), now)) now += 1;
  expect(sliced.iterations).toEqual(whole.iterations);
  store.dispatch({ type: "move", handle: "target", to: [-1.2 + 7.5 * 0.2, 1.2 - 3.5 * 0.2] });
  expect(whole.iterations[3 * 12 + 7]).toBe(store.derived().answer.iterations);
});
