/** Scenes, permalinks and Python: the same numbers in and out, and every bad input refused. */
import { expect, test } from "vitest";
import { readScene, Refusal } from "../../src/model/read";
import { sceneText } from "../../src/model/write";
import { linkOf, stateOfLink } from "../../src/sim/permalink";
import { kernel } from "./kernel";
import { limitShapes } from "../../src/sim/limitShapes";
import { answer, prepare } from "../../src/sim/solve";
import { pythonOf } from "../../src/sim/python";
import { reduce } from "../../src/sim/reduce";
import { PRESETS, presetScene } from "../../src/sim/scenes";
import { firstScene, sceneOf, stateOf, type State } from "../../src/sim/state";

/** An arm whose first limit is not measured from its rest pose, and whose bones have axes of their own. */
const WRIST = {
  fabrikit: 1,
  body: {
    joints: [[0, 0, 0], [0.1, 0, -0.33], [0.1, 0.02, -0.59], [0.12, 0, -0.78]],
    types: [{ ball: { cone: [3, 3, 1, 0.5], reference: [1, 0, 0] } }, { hinge: { axis: [0, -1, 0], lower: 0, upper: 2.5 } }, null],
    base_direction: [0, 0, -1],
    rest_rotations: [[1, 0, 0, 0], [0.5, 0.5, 0.5, 0.5], [0.6, 0, 0.8, 0]],
  },
  targets: [{ position: [0.4, -0.2, 0.1], rotation: [0.5, 0.5, -0.5, 0.5] }],
};

/** A state with a bit of everything in it. */
function busy(): State {
  let state = stateOf(firstScene());
  const actions = [
    { type: "move", handle: "target", to: [-0, 0.1 + 0.2] }, { type: "move", handle: "base", to: [1 / 3, -0] }, { type: "pole", on: true, at: [1e-7, 2 ** 40] },
    { type: "joint", joint: 1, kind: { hinge: { lower: -1, upper: 0.3, stiffness: 0.25 } } }, { type: "start", pose: state.body.joints.map((x) => x / 3) },
    { type: "layers", change: { portrait: "error", ghosts: false } }, { type: "camera", change: { zoom: 1.5 } }, { type: "speed", value: 8 }, { type: "step", done: 7 },
  ] as const;
  for (const action of actions) state = reduce(state, action);
  return state;
}

test("a scene written and read is the same, to the bit and to the sign of zero", () => {
  for (const scene of [sceneOf(busy()), sceneOf(stateOf(readScene(JSON.stringify(WRIST)))), ...PRESETS.map(presetScene)]) {
    const again = readScene(sceneText(scene));
    expect(again).toEqual(scene);
    expect(sceneText(again)).toBe(sceneText(scene));
  }
});

test("a permalink brings back the whole state", async () => {
  for (const state of [busy(), stateOf(firstScene()), reduce(stateOf(firstScene()), { type: "forward", turns: Float64Array.of(1, -0.5, 0.25, 0, 3) })]) {
    const again = await stateOfLink(kernel, await linkOf(state));
    expect({ ...again, ticked: null }).toEqual({ ...state, ticked: null });
  }
});

test("the first state fits into a short link", async () => {
  expect((await linkOf(stateOf(firstScene()))).length).toBeLessThan(300);
});

test("limits are measured from the base direction, and drawn from it", () => {
  const { joints } = WRIST.body;
  const body = (direction: object): string => JSON.stringify({ fabrikit: 1, body: { joints: [[0, 0], [1, 0], [2, 0]], types: [{ hinge: { lower: -0.5, upper: 1 } }, null], ...direction }, targets: [[0.5, 0]] });
  const measured = (text: string): { lowest: number; rim: readonly (readonly number[])[] } => {
    const { body: read, targets, options } = readScene(text);
    const prepared = prepare(kernel, read);
    const lowest = Math.min(...[[0, 2], [0, -2], [-1, 1], [-1, -1]].map((position) => {
      const { positions } = answer(kernel, { prepared, target: { ...targets[0], position }, start: read.joints, options }, false);
      return Math.atan2(positions[3], positions[2]);
    }));
    return { lowest, rim: limitShapes(prepared, read.joints, new Float64Array(8))[0].rim };
  };
  const [plain, turned] = [measured(body({})), measured(body({ base_direction: [Math.cos(0.3), Math.sin(0.3)] }))];
  expect([plain.lowest, turned.lowest].map((angle) => angle.toFixed(6))).toEqual(["-0.500000", "-0.200000"]);
  expect([plain.rim[0], turned.rim[0]].map(([x, y]) => Math.atan2(y, x).toFixed(6))).toEqual(["-0.500000", "-0.200000"]);
  // The rest pose must lie inside the limit all the same.
  expect(() => measured(body({ base_direction: [0, 1] }))).toThrow(expect.objectContaining({ why: "badLimit" }) as Error);
  expect(() => prepare(kernel, readScene(JSON.stringify({ fabrikit: 1, body: { joints: [joints[0], joints[0], joints[1]], base_direction: [0, 0, 1] } })).body)).toThrow(expect.objectContaining({ why: "badValue" }) as Error);
});

test("a change of the body keeps its axes where it can", () => {
  const state = stateOf(readScene(JSON.stringify(WRIST)));
  const more = reduce(state, { type: "bones", count: 5 }).body;
  expect([more.baseDirection, more.restRotations!.length, more.restRotations![4]]).toEqual([[0, 0, -1], 5, state.body.restRotations![2]]);
  const flat = reduce(state, { type: "dimension", dimension: 2 }).body;
  expect([flat.baseDirection, flat.restRotations]).toEqual([null, null]);
});

const scene = (change: object): string => JSON.stringify({ fabrikit: 1, body: { joints: [[0, 0], [1, 0]] }, ...change });
const BAD: readonly (readonly [string, string])[] = [
  ["{", "badJson"],
  ['{"fabrikit": 1, "body": {"joints": [[0, 0], [NaN, 0]]}}', "badJson"],
  ["[]", "badValue"],
  [scene({ fabrikit: 2 }), "badVersion"],
  [JSON.stringify({ fabrikit: 1 }), "missing"],
  [scene({ extra: 1 }), "badKey"],
  [scene({ body: { joints: [[0, 0], [1e400, 0]] } }).replace("null", "1e400"), "badNumber"],
  [scene({ body: { joints: [[0, 0], ["1", 0]] } }), "badNumber"],
  [scene({ body: { joints: [[0, 0], [1, 0, 0]] } }), "badShape"],
  [scene({ body: { lengths: Array(1_000_000).fill(1) } }), "tooManyBones"],
  [scene({ body: { lengths: [1, -1] } }), "badValue"],
  [scene({ targets: Array(6000).fill([0, 0]) }), "tooManyTargets"],
  [scene({ targets: [{ position: [0, 0], direction: [0, 0] }] }), "badValue"],
  [scene({ targets: [{ position: [0, 0], direction: [1, 0], angle: 1 }] }), "badKey"],
  [scene({ options: { max_iterations: 0 } }), "badValue"],
  [scene({ options: { tolerance: -1 } }), "badValue"],
  [scene({ body: { joints: [[0, 0], [1, 0]], base_direction: [0, 0] } }), "badValue"],
  [scene({ body: { joints: [[0, 0], [1, 0]], rest_rotations: [[1, 0, 0, 0]] } }), "badKey"],
  [scene({ body: { joints: [[0, 0, 0], [1, 0, 0]], rest_rotations: [] } }), "badShape"],
  [scene({ body: { joints: [[0, 0, 0], [1, 0, 0]], rest_rotations: [[2, 0, 0, 0]] } }), "badValue"],
  [scene({ body: { joints: [[0, 0], [1, 0]], dimension: 2 } }), "badKey"],
  [scene({ body: { lengths: [1, 1], base_direction: [1, 0] } }), "badKey"],
  [scene({ body: { joints: [[0, 0, 0], [1, 0, 0]] }, targets: [{ position: [0, 0, 1], rotation: [1, 1, 0, 0] }] }), "badValue"],
  [scene({ options: { stretch: 1.5 } }), "notInPage"],
  [scene({ options: { soft_reach: { max_extension: 1, softening: 0.1 } } }), "notInPage"],
  [" ".repeat(4_000_001), "tooLong"],
];

test("bad scenes are refused with the reason and the place", () => {
  for (const [text, why] of BAD) {
    let caught: unknown;
    try {
      readScene(text);
    } catch (error) {
      caught = error;
    }
    expect(caught, text.slice(0, 80)).toBeInstanceOf(Refusal);
    expect((caught as Refusal).why, text.slice(0, 80)).toBe(why);
  }
});

test("damaged, newer and exploding links are refused", async () => {
  const good = await linkOf(busy());
  const packed = async (text: string): Promise<string> => {
    const bytes = new Uint8Array(await new Response(new Blob([text]).stream().pipeThrough(new CompressionStream("deflate-raw"))).arrayBuffer());
    return `1.${btoa(String.fromCharCode(...bytes)).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "")}`;
  };
  const cases: [string, string][] = [
    [good.slice(0, -9), "badLink"], [good.replace("1.", "2."), "newerLink"], ["1", "badLink"], ["hello", "badLink"], ["1.!!!", "badLink"], ["1..", "badLink"],
    [await packed("null"), "badLink"], [await packed('{"scene": 1}'), "badValue"], [await packed(" ".repeat(5_000_000)), "tooLong"],
  ];
  for (const [link, why] of cases) {
    await expect(stateOfLink(kernel, link), link.slice(0, 30)).rejects.toMatchObject({ why });
  }
});

test("a link's view is checked word by word: what is not allowed falls back to the default", async () => {
  const state = busy();
  const odd = { ...state, at: 99, speed: 1e9, camera: { yaw: 1e9, pitch: 9, zoom: -1 }, layers: { ...state.layers, portrait: "loud" as "off" } };
  const again = await stateOfLink(kernel, await linkOf(odd));
  expect([again.at, again.speed, again.camera, again.layers.portrait]).toEqual([0, 4, { yaw: -0.7, pitch: 0.35, zoom: 1 }, "off"]);
});

test("the Python program says every option that is not its default, and none that is", () => {
  const text = pythonOf(busy());
  for (const part of ["Hinge(lower=-1, upper=0.3, stiffness=0.25)", "base=[0.3333333333333333, -0.0]", "pole=[1e-7, 1099511627776]", "start=start", "tolerance=0.001", 'method="fabrik"', "[-0.0, 0.30000000000000004]"]) {
    expect(text).toContain(part);
  }
  expect(text).not.toContain("max_iterations");
});
