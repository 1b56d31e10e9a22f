/** Bodies that branch: reading them, solving for several tips, walking. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { Refusal } from "../../src/model/read";
import { treeDocument, treeFrom } from "../../src/model/tree";
import { TREES, treePreset } from "../../src/sim/scenes";
import { answerTree, limbOf, subBases, tipsOf, treeStateOf, walked } from "../../src/sim/tree";
import { linkOf, stateOfLink } from "../../src/sim/permalink";
import { firstScene, stateOf } from "../../src/sim/state";
import { kernel } from "./kernel";

const preset = (name: string): Record<string, unknown> => JSON.parse(readFileSync(new URL(`../../../src/fabrikit/presets/${name}.json`, import.meta.url), "utf8")) as Record<string, unknown>;

test("joints come depth first, siblings by name, whatever order the file has", () => {
  const document = preset("human-body") as { body: { skeleton: unknown[] } };
  const shuffled = { ...document, body: { ...document.body, skeleton: [...document.body.skeleton].reverse() } };
  const [tree, again] = [treeFrom(document), treeFrom(shuffled)];
  expect(again.names).toEqual(tree.names);
  expect(again.joints).toEqual(tree.joints);
  tree.parents.forEach((parent, k) => expect(parent).toBeLessThan(k));
});

test("in the rest pose the bones lie as the file says", () => {
  const tree = treeFrom(preset("human-hand"));
  const { rest } = answerTree(kernel, treeStateOf(kernel, tree));
  const at = (name: string): number[] => Array.from(rest.subarray(3 * tree.names.indexOf(name), 3 * tree.names.indexOf(name) + 3));
  expect(at("wrist")).toEqual([0, 0, 0]);
  // The fan of the metacarpals turns the finger by 8 degrees.
  const [x, y] = [at("index_pip")[0] - at("index_mcp")[0], at("index_pip")[1] - at("index_mcp")[1]];
  expect(at("index_mcp")).toEqual([0.08125, 0.01142, 0]);
  expect([Math.hypot(x, y), Math.atan2(y, x)].map((value) => value.toFixed(9))).toEqual(["0.047920000", "0.139626340"]);
});

test("every target of every preset's first pose is reached, and sub-bases are where chains part", () => {
  for (const name of TREES) {
    const { tree } = treePreset(name);
    const answer = answerTree(kernel, treeStateOf(kernel, tree));
    expect(answer.status, name).toBe("REACHED");
    expect(Math.max(...answer.errors), name).toBe(answer.error);
    expect(subBases(tree).length, name).toBeGreaterThan(0);
    expect(tipsOf(tree).length, name).toBeGreaterThan(4);
  }
});

test("a walking spider keeps its feet at their targets through a whole cycle", () => {
  const { tree, gait } = treePreset("spider");
  let state = treeStateOf(kernel, tree, gait);
  for (let moment = 0; moment < 32; moment += 1) {
    state = walked(kernel, state);
    expect(answerTree(kernel, state).status, `moment ${moment}`).toBe("REACHED");
  }
  expect(walked(kernel, state).phase).toBe(33);
});

test("what cannot be had together is shared, and said", () => {
  const { tree } = treePreset("hand");
  const state = treeStateOf(kernel, tree);
  const answer = answerTree(kernel, { ...state, wishes: state.wishes.map((wish) => ({ ...wish, position: [1, 0, 0] })) });
  expect(answer.status).not.toBe("REACHED");
  expect(answer.error).toBeGreaterThan(0.5);
});

test("a permalink and a scene bring the body back with its wishes", async () => {
  const { tree } = treePreset("wholeBody");
  const before = { ...treeStateOf(kernel, tree), start: Float64Array.from(answerTree(kernel, treeStateOf(kernel, tree)).q) };
  const { tree: after } = await stateOfLink(kernel, await linkOf({ ...stateOf(firstScene()), tree: before }));
  expect(after!.wishes).toEqual(before.wishes);
  expect(after!.start).toEqual(before.start);
  expect(answerTree(kernel, after!).positions).toEqual(answerTree(kernel, before).positions);
  expect(treeFrom(treeDocument(tree, before.wishes)).wishes[0]).toEqual(before.wishes);
});

/** An arm on a turning foot: three bones of one length, and a finger of one bone beside it. */
const arm = (tip: unknown, target: object = {}): object => ({
  fabrikit: 1,
  body: {
    skeleton: [
      { name: "foot" }, { name: "shoulder", parent: "foot", offset: [0, 0, 1] }, { name: "elbow", parent: "shoulder", offset: [1, 0, 0] }, { name: "wrist", parent: "elbow", offset: [1, 0, 0] },
      { name: "hand", parent: "wrist", offset: [1, 0, 0], type: { fixed: {} } }, { name: "finger", parent: "foot", offset: [0, 1, 0], type: { fixed: {} } },
    ],
  },
  targets: [{ tips: { hand: tip }, ...target }],
});

test("a limb bends toward its pole, point or direction, whichever way that is", () => {
  for (const pole of [[0, 0, 9], [0, 0, -9], { direction: [0, 1, 0] }, { direction: [0, -1, 0] }]) {
    const tree = treeFrom(arm({ position: [1.5, 0.25, 1], pole }));
    const { positions, status, rest } = answerTree(kernel, treeStateOf(kernel, tree));
    const { from, bend } = limbOf(tree, rest, tree.names.indexOf("hand"));
    // Halfway lies between elbow and wrist, as far from both: the one nearer to the tip bends.
    expect([tree.names[from], tree.names[bend]]).toEqual(["shoulder", "wrist"]);
    const at = (joint: number): number[] => Array.from(positions.subarray(3 * joint, 3 * joint + 3));
    const [a, b, c] = [at(from), at(bend), at(tree.names.indexOf("hand"))];
    const toward = "direction" in pole ? pole.direction : pole.map((x, k) => x - a[k]);
    const line = c.map((x, k) => x - a[k]);
    const dot = (p: number[], q: number[]): number => p[0] * q[0] + p[1] * q[1] + p[2] * q[2];
    const across = (v: number[]): number[] => v.map((x, k) => x - (dot(v, line) / dot(line, line)) * line[k]);
    const [bent, asked] = [across(b.map((x, k) => x - a[k])), across(toward)];
    expect(status).toBe("REACHED");
    // Within half a degree: the page's solves stop at 1e-4 of the reach.
    expect(dot(bent, asked) / Math.sqrt(dot(bent, bent) * dot(asked, asked)), JSON.stringify(pole)).toBeGreaterThan(Math.cos(0.0087));
  }
});

test("poles, names, times and later targets are written again as they were read", async () => {
  for (const pole of [[0.1 + 0.2, 0, -9], { direction: [0, 1 / 3, 0] }]) {
    const document = arm({ position: [1.5, 0.25, 1], priority: 2, pole }, { name: "cup", time: 1.5 }) as { targets: object[] };
    document.targets.push({ tips: { finger: [0, 1, 0.1] }, name: "bell" });
    const state = treeStateOf(kernel, treeFrom(document));
    expect(treeDocument(state.tree, state.wishes)).toEqual(document);
    expect((await stateOfLink(kernel, await linkOf({ ...stateOf(firstScene()), tree: state }))).tree!.wishes).toEqual(state.wishes);
  }
});

test("degrees in a skeleton are the radians that they say", () => {
  const hinge = (ends: object): object => ({ fabrikit: 1, body: { skeleton: [{ name: "a", type: { hinge: { axis: [0, 0, 1], ...ends } } }, { name: "b", parent: "a", offset: [1, 0, 0] }] } });
  expect(treeFrom(hinge({ lower_deg: -60, upper_deg: 80 })).joints).toEqual(treeFrom(hinge({ lower: -60 * 0.017453292519943295, upper: 80 * 0.017453292519943295 })).joints);
});

test("what the page does not solve or cannot be is refused, never left out", () => {
  const at = { position: [1.5, 0.25, 1] };
  const skeleton = (change: object, body: object = {}): object => ({ fabrikit: 1, body: { skeleton: [{ name: "a", ...change }, { name: "b", parent: "a", offset: [1, 0, 0] }], ...body } });
  const hinge = { axis: [0, 0, 1] };
  const cases: [object, string][] = [
    ...["weight", "rotation_weight", "depth", "offset", "direction", "rotation", "axis", "free_axis"].map((key): [object, string] => [arm({ ...at, [key]: 1 }), "notInPage"]),
    [arm({ ...at, pole: [1, 2] }), "badShape"], [arm({ ...at, pole: { direction: [0, 0, 0] } }), "badValue"], [arm({ ...at, pole: { point: [0, 0, 1] } }), "badKey"], [arm({ ...at, priority: 0.5 }), "badValue"],
    [{ ...arm(at), targets: [{ tips: { shoulder: { position: [0, 0, 1], pole: [1, 0, 0] } } }] }, "noBend"], [{ ...arm(at), targets: [{ tips: { hand: at } }, { tips: { finger: { position: [0, 1, 0], pole: [1, 0, 0] } } }] }, "noBend"],
    [{ ...arm(at), targets: [{ tips: {} }] }, "missing"], [{ ...arm(at), options: { mode: "nearest" } }, "notInPage"], [skeleton({}, { loops: [] }), "notInPage"], [skeleton({}, { root: 0.5 }), "notInPage"], [skeleton({}, { root: "loose" }), "badValue"],
    [skeleton({ mimic: { joint: "b" } }), "notInPage"], [skeleton({ type: { fixed: {} } }, { root: "free" }), "badValue"], [skeleton({ type: { fixed: {}, hinge } }), "badValue"], [skeleton({ type: {} }), "badValue"],
    [skeleton({ type: { hinge: { ...hinge, upper: 1 } } }), "missing"], [skeleton({ type: { hinge: { ...hinge, lower: 2, upper: 1 } } }), "badLimit"], [skeleton({ type: { hinge: { ...hinge, frame: "global" } } }), "badLimit"],
    [skeleton({ type: { hinge: {} } }), "missing"], [skeleton({ type: { hinge: { ...hinge, stiffness: 2 } } }), "badValue"], [skeleton({ type: { ball: { cone: 4 } } }), "badLimit"], [skeleton({ type: { ball: { twist: [1, 2] } } }), "badLimit"],
    [skeleton({ type: { universal: { first: hinge, second: hinge } } }), "badLimit"], [skeleton({ type: { universal: { first: hinge } } }), "badValue"], [skeleton({ rotation: [0, 0, 0, 0] }), "badValue"], [skeleton({ rotation: [2, 0, 0, 0] }), "badValue"],
  ];
  for (const [document, why] of cases) {
    expect(() => treeStateOf(kernel, treeFrom(document)), JSON.stringify(document)).toThrow(expect.objectContaining({ why }) as Error);
  }
});

test("damaged skeletons are refused", () => {
  const joint = (change: object): object => ({ name: "a", ...change });
  const bad: [unknown[], string][] = [
    [[joint({}), joint({})], "badValue"], [[joint({ parent: "nobody" })], "badValue"], [[joint({}), { name: "b" }], "badValue"],
    [[joint({ type: { hinge: { axis: [0, 0, 0] } } })], "badValue"], [[joint({ offset: [0, 0] })], "badShape"], [[joint({ type: { slider: {} } })], "notInPage"],
    [[joint({}), { name: "b", parent: "c" }, { name: "c", parent: "b" }], "badValue"], [Array.from({ length: 300 }, (_, k) => ({ name: String(k) })), "tooManyBones"],
  ];
  for (const [skeleton, why] of bad) {
    try {
      treeFrom({ fabrikit: 1, body: { skeleton } });
      expect.unreachable(JSON.stringify(skeleton));
    } catch (error) {
      expect(error, JSON.stringify(skeleton).slice(0, 90)).toBeInstanceOf(Refusal);
      expect((error as Refusal).why).toBe(why);
    }
  }
});
