/** Holds both WebAssembly builds to the golden vectors: every bit of every answer. */
import assert from "node:assert/strict";
import test from "node:test";

import { loadKernel, METHODS } from "../../bindings/wasm/fabrikit.mjs";
import { bitsOf, digest, MODULE_NAMES, moduleBytes, parseHexFloat, readCases, vectorFiles } from "./golden.mjs";

const STALE = "; when the kernel has changed on purpose: scripts/vectors and scripts/wasm";

/** Of every kind of case: its answer as the words of each key. Numbers become their bits. */
const ANSWERS = {
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
    return {
      position: traced.positions,
      error: [traced.error],
      tolerance: [traced.tolerance],
      status: [traced.status],
      iterations: [String(traced.iterations)],
      stage: [traced.stage],
      symmetry_broken: [String(Number(traced.symmetry_broken))],
      placements: [String(traced.trace.length), digest(traced.trace.start, traced.trace.bytes)],
    };
  },
};

const dimensionOf = (c) => c.asked.get("joint")[0].length;

function solve(kernel, c, trace) {
  const dimension = dimensionOf(c);
  const rest = c.numbers("joint");
  const chain = kernel.prepare(kernel.measure(dimension, rest));
  return kernel.solve(dimension, chain, c.has("start") ? c.numbers("start") : rest, c.numbers("target"), {
    base: c.has("base") ? c.numbers("base") : undefined,
    pole: poleOf(c),
    tolerance: c.numbers("tolerance")[0],
    max_iterations: Number(c.word("max_iterations")),
    method: c.word("method"),
    reach_test: c.word("reach_test", "on") === "on",
    trace,
  });
}

function poleOf(c) {
  if (c.has("pole_point")) return { point: c.numbers("pole_point") };
  return c.has("pole_direction") ? { direction: c.numbers("pole_direction") } : null;
}

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
