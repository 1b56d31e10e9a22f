/** Holds both WebAssembly builds to the golden vectors: every bit of every answer. */
import assert from "node:assert/strict";
import test from "node:test";

import { namesOf, STRUCTS } from "../../bindings/wasm/bodies.mjs";
import { loadKernel, METHODS, STATUSES } from "../../bindings/wasm/fabrikit.mjs";
import { dimensionOf, solve, solveLimited } from "./asking.mjs";
import { bitsOf, digest, MODULE_NAMES, moduleBytes, parseHexFloat, readCases, vectorFiles } from "./golden.mjs";

const STALE = "; when the kernel has changed on purpose: scripts/vectors and scripts/wasm";

/** Of every kind of case: its answer as the words of each key. Numbers become their bits. */
const ANSWERS = {
  solve_body: solveBody,
  measure: (kernel, c) => ({ length: kernel.measure(dimensionOf(c), c.numbers("joint")) }),
  prepare(kernel, c) {
    const { outer, inner, scale } = kernel.prepare(c.numbers("length"));
    return { outer: [outer], inner: [inner], scale: [scale] };
  },
  forward: (kernel, c) => ({ position: kernel.forward(dimensionOf(c), c.numbers("joint"), c.numbers("turn")) }),
  turns: (kernel, c) => ({ turn: kernel.turns(c.numbers("joint"), c.numbers("position")) }),
  sin_cos(kernel, c) {
    const { sine, cosine } = kernel.sinCos(c.numbers("angle"));
    return { sin_cos: [...sine].flatMap((value, index) => [value, cosine[index]]) };
  },
  atan2(kernel, c) {
    const points = c.numbers("y_x");
    const coordinate = (first) => points.filter((_, index) => index % 2 === first);
    return { angle: kernel.atan2(coordinate(0), coordinate(1)) };
  },
  solve(kernel, c) {
    const traced = solve(kernel, c, true);
    const plain = solve(kernel, c, false);
    assert.deepEqual({ ...plain, trace: null }, { ...traced, trace: null }, "a trace must not change the answer");
    return { ...wordsOf(traced), placements: placementsOf(traced.trace, traced.trace.start) };
  },
  solve_limited(kernel, c) {
    const traced = solveLimited(kernel, c, true);
    const plain = solveLimited(kernel, c, false);
    assert.deepEqual({ ...plain, trace: null }, { ...traced, trace: null }, "a trace must not change the answer");
    const { turns, frames, rotation_error } = traced;
    return {
      ...wordsOf(traced), turn: turns, frame: frames, rotation_error: [rotation_error], placements: placementsOf(traced.trace),
    };
  },
};

/** The lines of a struct as objects: whole numbers first, then the others in order. */
function objectsOf(c, key, struct) {
  const counts = new Map(struct.doubles.map(([name, count]) => [name, count]));
  return (c.asked.get(key) ?? []).map((line) => {
    const words = [...line];
    return Object.fromEntries(namesOf(struct).map((name) => {
      const whole = !counts.has(name);
      const values = words.splice(0, whole ? 1 : counts.get(name)).map(whole ? Number : parseHexFloat);
      return [name, values.length > 1 ? values : values[0]];
    }));
  });
}

function solveBody(kernel, c) {
  const body = kernel.bodies.prepare(objectsOf(c, "joint", STRUCTS.joint));
  const options = { loop_list: objectsOf(c, "loop", STRUCTS.loop), use: c.asked.get("use")?.[0].map(Number) ?? null };
  for (const key of ["max_iterations", "mode", "solutions", "method"]) options[key] = Number(c.word(key));
  for (const key of ["base", "tolerance", "rotation_tolerance", "posture_weight", "drive", "posture"]) {
    if (c.has(key)) options[key] = c.numbers(key);
  }
  const found = kernel.bodies.solve(body, objectsOf(c, "effector", STRUCTS.effector), c.numbers("start"), options);
  const { positions, rotations, effector_errors, q, status, ...rest } = found;
  const counts = ["iterations", "restarts", "found", "start_moved"];
  const words = Object.entries(rest).map(([key, value]) => [key, [counts.includes(key) ? String(value) : value]]);
  const errors = effector_errors.length > 0 ? { effector_error: effector_errors } : {};
  return {
    q, position: positions, rotation: rotations, ...errors, ...Object.fromEntries(words), status: [STATUSES[status]],
  };
}

const wordsOf = (result) => ({
  position: result.positions,
  error: [result.error],
  tolerance: [result.tolerance],
  status: [result.status],
  iterations: [String(result.iterations)],
  stage: [result.stage],
  symmetry_broken: [String(Number(result.symmetry_broken))],
});

const placementsOf = (trace, ...before) => [String(trace.length), digest(...before, trace.bytes)];

/** Words as they are, numbers as their bits: two answers are equal exactly when these are. */
const exact = (values) => Array.from(values, (value) => (typeof value === "number" ? bitsOf(value) : value));

function checkCase(kernel, c) {
  const answer = ANSWERS[c.kind](kernel, c);
  for (const [key, lines] of c.gives) {
    const numeric = typeof answer[key][0] === "number";
    const expected = numeric ? lines.flat().map(parseHexFloat) : lines.flat();
    assert.deepEqual(exact(answer[key]), exact(expected), `${c.kind} ${c.name}: ${key}${STALE}`);
  }
  assert.deepEqual(new Set(Object.keys(answer)), new Set(c.gives.keys()), `${c.kind} ${c.name}`);
}

/** Methods that only compare and that the page does not show are left out of the modules. */
const isInModule = (c) => c.kind !== "solve" || METHODS.includes(c.word("method"));

for (const name of MODULE_NAMES) {
  const module = new WebAssembly.Module(moduleBytes(name));

  test(`${name} asks nothing of its host`, () => {
    assert.deepEqual(WebAssembly.Module.imports(module), []);
  });

  for (const file of vectorFiles()) {
    test(`${name} gives the bits of ${file}`, async () => {
      const kernel = await loadKernel(module);
      const cases = readCases(file);
      assert.ok(cases.length > 0);
      for (const c of cases) if (isInModule(c)) checkCase(kernel, c);
    });
  }
}

test("there are vectors", () => {
  assert.ok(vectorFiles().length >= 3);
});
