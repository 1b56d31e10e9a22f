/** Golden cases asked of a kernel: free solves and solves with limits. */
import { parseHexFloat } from "./golden.mjs";

export const dimensionOf = (c) => c.asked.get("joint")[0].length;

/** The words of a line `type` as the loader's joint type. */
function typeOf(words) {
  const [kind, ...rest] = words;
  const number = () => parseHexFloat(rest.shift());
  const numbers = (count) => Array.from({ length: count }, number);
  if (kind === "free") return null;
  if (kind === "fixed") return { kind };
  if (kind === "hinge") {
    const [frame, stiffness, lower, upper, axis] = [rest.shift(), number(), number(), number(), numbers(3)];
    return { kind, frame, stiffness, lower, upper, axis };
  }
  const type = { kind, stiffness: number() };
  while (rest.length > 0) {
    const part = rest.shift();
    if (part === "cone") type.cone = number();
    else if (part === "oval") [type.cone, type.reference] = [numbers(4), numbers(3)];
    else type.twist = numbers(2);
  }
  return type;
}

export function solveLimited(kernel, c, trace) {
  const dimension = dimensionOf(c);
  const rest = c.numbers("joint");
  const types = c.asked.get("type").map(typeOf);
  // The kernel has only 3D, where hinges of the plane turn about z.
  if (dimension === 2) for (const type of types) delete type.axis;
  const joints = kernel.prepareJoints(dimension, rest, types);
  const optional = (key) => (c.has(key) ? c.numbers(key) : undefined);
  return kernel.solveLimited(
    dimension, kernel.prepare(kernel.measure(dimension, rest)), joints, optional("start") ?? rest, c.numbers("target"), {
      ...optionsOf(c),
      start_turns: optional("start_turn"),
      direction: optional("aim_direction")?.subarray(0, dimension),
      rotation: optional("aim_rotation"),
      rotation_tolerance: c.numbers("rotation_tolerance")[0],
      clamp: c.word("clamp"),
      trace,
    },
  );
}

export function solve(kernel, c, trace) {
  const dimension = dimensionOf(c);
  const rest = c.numbers("joint");
  const chain = kernel.prepare(kernel.measure(dimension, rest));
  return kernel.solve(dimension, chain, c.has("start") ? c.numbers("start") : rest, c.numbers("target"), {
    ...optionsOf(c),
    reach_test: c.word("reach_test", "on") === "on",
    trace,
  });
}

/** What free and limited solves are both asked. */
function optionsOf(c) {
  return {
    base: c.has("base") ? c.numbers("base") : undefined,
    pole: poleOf(c),
    tolerance: c.numbers("tolerance")[0],
    max_iterations: Number(c.word("max_iterations")),
    method: c.word("method"),
  };
}

function poleOf(c) {
  if (c.has("pole_point")) return { point: c.numbers("pole_point") };
  return c.has("pole_direction") ? { direction: c.numbers("pole_direction") } : null;
}
