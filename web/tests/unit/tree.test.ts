/** Bodies that branch: reading them, solving for several tips, walking. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { Refusal } from "../../src/model/read";
import { treeDocument, treeFrom } from "../../src/model/tree";
import { TREES, treePreset } from "../../src/sim/scenes";
import { answerTree, subBases, tipsOf, treeStateOf, walked } from "../../src/sim/tree";
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
