/** Golden cases as plain data for a page, and the function that answers them there. */
import { solve, solveLimited } from "../../../tests/wasm/asking.mjs";

/** A kernel that answers nothing and keeps what it was asked. */
const listener = (asked) => ({
  measure: (_, rest) => ({ rest }),
  prepare: ({ rest }) => rest,
  prepareJoints: (_, __, types) => types,
  solve: (dimension, rest, start, target, options) => asked.push({ dimension, rest, types: null, start, target, options }),
  solveLimited: (dimension, rest, types, start, target, options) => asked.push({ dimension, rest, types, start, target, options }),
});

const isArray = (value) => value instanceof Float64Array;
const plain = (value) => {
  if (isArray(value)) return [...value];
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).filter(([, own]) => own !== undefined).map(([key, own]) => [key, plain(own)]));
};

export function askOf(c) {
  const asked = [];
  (c.kind === "solve" ? solve : solveLimited)(listener(asked), c, false);
  return plain(asked[0]);
}

/** Runs in the page. */
export const solveAll = (questions) =>
  questions.map(({ dimension, rest, types, start, target, options }) => {
    const { kernel } = globalThis.fabrikit;
    const chain = kernel.prepare(kernel.measure(dimension, rest));
    const { positions, status } =
      types === null
        ? kernel.solve(dimension, chain, start, target, options)
        : kernel.solveLimited(dimension, chain, kernel.prepareJoints(dimension, rest, types), start, target, options);
    return { positions: [...positions], status };
  });
