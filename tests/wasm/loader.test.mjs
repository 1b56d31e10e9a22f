/** What bindings/wasm/fabrikit.mjs and the tests' own reader promise, beyond the bits. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";

import * as fabrikit from "../../bindings/wasm/fabrikit.mjs";
import { bitsOf, MODULE_NAMES, moduleBytes, parseHexFloat } from "./golden.mjs";

const kernels = await Promise.all(MODULE_NAMES.map((name) => fabrikit.loadKernel(moduleBytes(name))));
const [kernel] = kernels;

/** A chain of unit bones along +x. */
function straight(bones, dimension) {
  const joints = new Float64Array((bones + 1) * dimension);
  for (let joint = 0; joint <= bones; joint += 1) joints[joint * dimension] = joint;
  return joints;
}

const prepared = (dimension, rest) => kernel.prepare(kernel.measure(dimension, rest));

test("hexadecimal floats are read exactly, with the sign of zero, subnormals and infinities", () => {
  const bits = {
    "0x0.0p+0": "0000000000000000",
    "-0x0.0p+0": "8000000000000000",
    "0x1.0000000000000p+0": "3ff0000000000000",
    "-0x1.8p-1": "bfe8000000000000",
    "0x1.921fb54442d18p+1": "400921fb54442d18",
    "0x0.0000000000001p-1022": "0000000000000001",
    "-0x0.fffffffffffffp-1022": "800fffffffffffff",
    "0x1.0000000000000p-1022": "0010000000000000",
    "0x1.fffffffffffffp+1023": "7fefffffffffffff",
    inf: "7ff0000000000000",
    "-inf": "fff0000000000000",
  };
  for (const [text, expected] of Object.entries(bits)) assert.equal(bitsOf(parseHexFloat(text)), expected, text);
  assert.ok(Number.isNaN(parseHexFloat("nan")));
});

test("what is no double as float.hex writes it is an error, never a nearby number", () => {
  for (const text of ["1.5", "0x2.0p+0", "0x1.00000000000001p+0", "0x1p+1024", "0x0.8p-3", "0x1.0", "", "Infinity"]) {
    assert.throws(() => parseHexFloat(text), text);
  }
});

test("the names of statuses, stages and methods are the kernel's, and the defaults are Python's", () => {
  const source = (path) => readFileSync(new URL(`../../${path}`, import.meta.url), "utf8");
  const kernelNames = (list) => {
    const [, names] = new RegExp(`enum class ${list} : int32_t \\{([^}]*)\\}`).exec(source("kernel/problem.hpp"));
    return names.split(",").map((name) => name.trim());
  };
  assert.deepEqual(fabrikit.STATUSES.map((name) => name.toLowerCase()), kernelNames("Status"));
  assert.deepEqual(fabrikit.STAGES.map((name) => name.replaceAll("-", "_")), kernelNames("Stage"));
  const methods = fabrikit.METHODS.map((name) => (name === "auto" ? "automatic" : name.replaceAll("-", "_")));
  assert.deepEqual(methods, kernelNames("Method").slice(0, methods.length), "the modules have the first of the kernel's");
  assert.deepEqual(fabrikit.PASSES.map((name) => name?.replace("pass_", "") ?? "none"), kernelNames("Pass"));
  const options = source("src/fabrikit/solve/options.py");
  const pythonNumber = (name) => Number(new RegExp(`^${name} = (.*)$`, "m").exec(options)[1]);
  assert.equal(fabrikit.RELATIVE_TOLERANCE, pythonNumber("RELATIVE_TOLERANCE"));
  assert.equal(fabrikit.DEFAULT_MAX_ITERATIONS, pythonNumber("DEFAULT_MAX_ITERATIONS"));
  assert.equal(fabrikit.DEFAULT_ROTATION_TOLERANCE, pythonNumber("DEFAULT_ROTATION_TOLERANCE"));
  const [, clamps] = /enum class Clamp : int32_t \{([^}]*)\}/.exec(source("kernel/limited_passes.hpp"));
  assert.deepEqual(fabrikit.CLAMPS, clamps.split(",").map((name) => name.trim()));
  assert.equal(fabrikit.MOST_DENSE_BONES, pythonNumber("MOST_DENSE_BONES"));
});

test("the example in the loader's own documentation holds", () => {
  const rest = Float64Array.of(0, 0, 1, 0, 2, 0);
  const result = kernel.solve(2, kernel.prepare(kernel.measure(2, rest)), rest, [1.2, 0.9]);
  assert.equal(result.status, "REACHED");
  assert.ok(result.error <= result.tolerance);
  assert.equal(result.trace, null);
});

test("the defaults are those of Python: 1e-6 of the reach, the start's base, a thousand iterations", () => {
  const rest = straight(3, 3).map((x, index) => (index % 3 === 1 ? 5 : x));
  const chain = prepared(3, rest);
  const implied = kernel.solve(3, chain, rest, [1, 6, 1]);
  const stated = kernel.solve(3, chain, rest, [1, 6, 1], {
    base: [0, 5, 0], tolerance: 1e-6 * 3, max_iterations: 1000, method: "auto", pole: null, reach_test: true, trace: false,
  });
  assert.deepEqual(implied, stated);
  assert.equal(implied.tolerance, 1e-6 * 3);
});

test("no call changes its inputs, and results share no memory with the module or each other", () => {
  const rest = straight(4, 2);
  const target = Float64Array.of(1, 2);
  const before = [rest.slice(), target.slice()];
  const chain = prepared(2, rest);
  const first = kernel.solve(2, chain, rest, target, { trace: true });
  const kept = structuredClone(first.positions);
  kernel.solve(2, chain, rest, [-1, 1], { trace: true });
  assert.deepEqual([rest, target], before);
  assert.deepEqual(first.positions, kept);
});

test("a solve has no memory: the same call gives the same bits after any others, and on another instance", () => {
  const rest = straight(6, 3);
  const ask = (on) => on.solve(3, on.prepare(on.measure(3, rest)), rest, [2, 1, 3], { trace: true, tolerance: 0 });
  const first = ask(kernel);
  kernel.solve(2, prepared(2, straight(500, 2)), straight(500, 2), [3, 100]);
  for (const on of kernels) assert.deepEqual(ask(on), first);
});

test("memory grows to what a chain needs, and the arrays read before stay whole", () => {
  const small = kernel.measure(2, straight(2, 2));
  const rest = straight(100_000, 3);
  const lengths = kernel.measure(3, rest);
  assert.equal(lengths.length, 100_000);
  assert.deepEqual(small, Float64Array.of(1, 1));
  const result = kernel.solve(3, kernel.prepare(lengths), rest, [200_000, 0, 0]);
  assert.equal(result.status, "TOO_FAR");
  assert.equal(result.error, 100_000);
});

test("a trace ends in the answer and names its stages, passes and joints", () => {
  const rest = straight(3, 2);
  const { trace, positions } = kernel.solve(2, prepared(2, rest), rest, [1, 2], { trace: true, method: "fabrik" });
  assert.deepEqual(trace.start, rest);
  const pose = trace.start.slice();
  const joints = [];
  for (let index = 0; index < trace.length; index += 1) {
    const step = trace.step(index);
    pose.set(step.at.subarray(0, 2), step.joint * 2);
    joints.push(`${step.pass} ${step.joint}`);
    assert.equal(step.stage, "fabrik");
    assert.ok(step.iteration >= 1);
    assert.equal(step.at[2], 0);
  }
  assert.deepEqual(pose, positions);
  assert.deepEqual(joints.slice(0, 8), [
    ...[3, 2, 1, 0].map((joint) => `pass_from_tip ${joint}`),
    ...[0, 1, 2, 3].map((joint) => `pass_from_base ${joint}`),
  ]);
  assert.throws(() => trace.step(trace.length), RangeError);
});

test("a solve that does nothing has an empty trace", () => {
  const rest = straight(3, 2);
  const result = kernel.solve(2, prepared(2, rest), rest, [3, 0], { trace: true });
  assert.deepEqual([result.stage, result.iterations, result.trace.length], ["start", 0, 0]);
});

test("a pole is a point, or a direction, and a bare vector is a point", () => {
  const rest = straight(2, 2);
  const chain = prepared(2, rest);
  const tipped = (pole) => kernel.solve(2, chain, rest, [1, 0], { pole }).positions[3];
  assert.ok(tipped([0, 3]) > 0);
  assert.ok(tipped({ point: [0, -3] }) < 0);
  assert.ok(tipped({ direction: [0, -1] }) < 0);
});

test("joints with limits: what the loader's own documentation shows, and a free chain when there are none", () => {
  const rest = straight(2, 2);
  const chain = prepared(2, rest);
  const joints = kernel.prepareJoints(2, rest, [null, { kind: "hinge", lower: 0, upper: 2.5 }]);
  const held = kernel.solveLimited(2, chain, joints, rest, [1.2, 0.9]);
  assert.equal(held.status, "REACHED");
  const bend = 2 * Math.atan2(held.turns[7], held.turns[4]);
  assert.ok(bend > 0 && bend <= 2.5, `the hinge stands at ${bend}`);
  const free = kernel.prepareJoints(2, rest, [null, null]);
  assert.equal(kernel.solveLimited(2, chain, free, rest, [1.2, -0.9]).status, "REACHED");
});

test("an answer given back with its turns is where the next solve begins: nothing moves, no limit creeps", () => {
  const rest = straight(3, 3);
  const chain = prepared(3, rest);
  const ball = { kind: "ball", cone: [1.2, 0.4, 0.7, 1.5], reference: [0, 1, 0], twist: [-0.2, 0.3] };
  const joints = kernel.prepareJoints(3, rest, [ball, { kind: "hinge", axis: [0, 0, 1], lower: 0, upper: 2 }, ball]);
  const first = kernel.solveLimited(3, chain, joints, rest, [1.5, 1.2, 0.3]);
  assert.equal(first.status, "REACHED");
  const again = kernel.solveLimited(3, chain, joints, first.positions, [1.5, 1.2, 0.3], { start_turns: first.turns });
  assert.deepEqual([again.positions, again.iterations], [first.positions, 0]);
  for (let bone = 0; bone < 3; bone += 1) {
    // q and -q are one rotation, and a turn on the edge of its limit is put there anew: the last bits may differ.
    const [q, p] = [first, again].map(({ turns }) => turns.subarray(4 * bone, 4 * bone + 4));
    const same = Math.abs(q.reduce((sum, x, k) => sum + x * p[k], 0));
    assert.ok(Math.abs(same - 1) <= 1e-15, `bone ${bone} turned: ${q}, then ${p}`);
  }
});

test("wrong limits are an error that names the argument, before anything runs", () => {
  const rest = straight(1, 3);
  const chain = prepared(3, rest);
  const types = (type) => () => kernel.prepareJoints(3, rest, [type]);
  const joints = types(null)();
  const ask = (options) => () => kernel.solveLimited(3, chain, joints, rest, [1, 0, 0], options);
  const wrong = [
    [/^types: /, () => kernel.prepareJoints(3, rest, [])],
    [/^types\[0\]: kind/, types({ kind: "bal" })],
    [/^types\[0\]\.stiffness/, types({ kind: "ball", stiffness: 2 })],
    [/^types\[0\]\.cone/, types({ kind: "ball", cone: 4 })],
    [/^types\[0\]\.cone/, types({ kind: "ball", cone: [1, 2] })],
    [/^types\[0\]\.reference/, types({ kind: "ball", cone: [1, 2, 1, 2] })],
    [/^types\[0\]\.lower/, types({ kind: "ball", twist: [0.1, 0.2] })],
    [/^types\[0\]\.axis/, types({ kind: "hinge", axis: [0, 0, 2] })],
    [/^types\[0\]\.axis/, types({ kind: "hinge" })],
    [/^types\[0\]\.upper/, types({ kind: "hinge", axis: [0, 0, 1], upper: NaN })],
    [/^types\[0\]\.frame/, types({ kind: "hinge", axis: [0, 0, 1], frame: "parent" })],
    [/^types\[0\]\.axis/, () => kernel.prepareJoints(2, straight(1, 2), [{ kind: "hinge", axis: [0, 0, 1] }])],
    [/^types\[0\]: a ball/, () => kernel.prepareJoints(2, straight(1, 2), [{ kind: "ball" }])],
    [/^joints/, () => kernel.solveLimited(3, prepared(3, straight(2, 3)), joints, straight(2, 3), [1, 0, 0])],
    [/^start_turns/, ask({ start_turns: [1, 0, 0] })],
    [/^start_turns\[0\]/, ask({ start_turns: [2, 0, 0, 0] })],
    [/^direction/, ask({ direction: [0, 0, 0] })],
    [/^direction/, ask({ direction: [1, 0, 0], rotation: [1, 0, 0, 0] })],
    [/^rotation/, ask({ rotation: [1, 1, 0, 0] })],
    [/^rotation_tolerance/, ask({ rotation_tolerance: -1 })],
    [/^clamp/, ask({ clamp: "neither" })],
  ];
  for (const [message, call] of wrong) assert.throws(call, { name: "RangeError", message });
});

test("wrong input is an error that names the argument, before anything runs", () => {
  const rest = straight(2, 2);
  const chain = prepared(2, rest);
  const wrong = [
    [/^dimension/, () => kernel.measure(4, rest)],
    [/^joints/, () => kernel.measure(2, [0, 0])],
    [/^joints/, () => kernel.measure(2, [0, 0, 1])],
    [/^joints\[3\]/, () => kernel.measure(2, [0, 0, 1, NaN])],
    [/^lengths/, () => kernel.prepare([])],
    [/^lengths/, () => kernel.prepare([1, -1])],
    [/^start/, () => kernel.solve(2, chain, straight(3, 2), [1, 0])],
    [/^target/, () => kernel.solve(2, chain, rest, [1, 0, 0])],
    [/^target\[0\]/, () => kernel.solve(2, chain, rest, [Infinity, 0])],
    [/^base/, () => kernel.solve(2, chain, rest, [1, 0], { base: [0] })],
    [/^pole/, () => kernel.solve(2, chain, rest, [1, 0], { pole: [0] })],
    [/^pole direction/, () => kernel.solve(2, chain, rest, [1, 0], { pole: { direction: [0, 0] } })],
    [/^tolerance/, () => kernel.solve(2, chain, rest, [1, 0], { tolerance: -1 })],
    [/^max_iterations/, () => kernel.solve(2, chain, rest, [1, 0], { max_iterations: 0 })],
    [/^method/, () => kernel.solve(2, chain, rest, [1, 0], { method: "fabric" })],
    [/^turns/, () => kernel.forward(2, rest, [0])],
    [/^turns\[1\]/, () => kernel.forward(2, rest, [0, 2 ** 21])],
    [/^joints/, () => kernel.turns(rest, straight(3, 2))],
    [/^x/, () => kernel.atan2([1, 2], [1])],
  ];
  for (const [message, call] of wrong) assert.throws(call, { name: "RangeError", message });
});
