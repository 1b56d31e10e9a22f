/** Golden cases as plain data for a page, and the function that answers them there. */

const poleOf = (c) => (c.has("pole_point") ? { point: [...c.numbers("pole_point")] } : c.has("pole_direction") ? { direction: [...c.numbers("pole_direction")] } : null);

export const askOf = (c) => ({
  dimension: c.asked.get("joint")[0].length,
  rest: [...c.numbers("joint")],
  start: c.has("start") ? [...c.numbers("start")] : null,
  target: [...c.numbers("target")],
  options: {
    ...(c.has("base") ? { base: [...c.numbers("base")] } : {}),
    pole: poleOf(c),
    tolerance: c.numbers("tolerance")[0],
    max_iterations: Number(c.word("max_iterations")),
    method: c.word("method"),
    reach_test: c.word("reach_test", "on") === "on",
  },
});

/** Runs in the page. */
export const solveAll = (questions) =>
  questions.map(({ dimension, rest, start, target, options }) => {
    const { kernel } = globalThis.fabrikit;
    const chain = kernel.prepare(kernel.measure(dimension, rest));
    const { positions, status } = kernel.solve(dimension, chain, start ?? rest, target, options);
    return { positions: [...positions], status };
  });
