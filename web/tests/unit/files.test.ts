/** Scenes, permalinks and Python: the same numbers in and out, and every bad input refused. */
import { expect, test } from "vitest";
import { readScene, Refusal } from "../../src/model/read";
import { sceneText } from "../../src/model/write";
import { linkOf, stateOfLink } from "../../src/sim/permalink";
import { kernel } from "./kernel";
import { pythonOf } from "../../src/sim/python";
import { reduce } from "../../src/sim/reduce";
import { PRESETS, presetScene } from "../../src/sim/scenes";
import { firstScene, sceneOf, stateOf, type State } from "../../src/sim/state";

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
  for (const scene of [sceneOf(busy()), ...PRESETS.map(presetScene)]) {
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
