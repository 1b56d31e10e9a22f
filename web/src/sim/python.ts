/** "Copy as Python": a program that asks the library the same question and gets the same bits. */
import type { Body, JointType } from "../model/scene";
import { numberText, pretty, rows } from "../model/write";
import { treeDocument } from "../model/tree";
import { ROUNDS, type TreeAnswer, type TreeState } from "./tree";
import { DEFAULT_OPTIONS } from "../model/scene";
import { sceneOf, type State } from "./state";

const list = (values: ArrayLike<number>): string => `[${Array.from(values, numberText).join(", ")}]`;

function pose(values: Float64Array, dimension: 2 | 3): string {
  return `[\n${rows(values, dimension).map((row) => `    ${list(row)},`).join("\n")}\n]`;
}

function typeText(type: JointType): string {
  if (type === null) return "None";
  if ("fixed" in type) return "Fixed()";
  const spec = "ball" in type ? type.ball : type.hinge;
  const said = Object.entries(spec).map(([key, value]) => {
    const text = typeof value === "number" ? numberText(value) : typeof value === "string" ? JSON.stringify(value) : list(value as number[]);
    return `${key}=${text}`;
  });
  return `${"ball" in type ? "Ball" : "Hinge"}(${said.join(", ")})`;
}

/** The program for a body that branches: its scene as it stands, and the q that the solve begins with. */
export function pythonOfTree({ tree, wishes, start }: TreeState, answer: TreeAnswer): string {
  const question = ["    scene.body,", "    scene.targets[0].tips,", `    tolerance=${numberText(answer.asked)},`, `    max_iterations=${ROUNDS},`];
  if (start !== null) question.push(`    start=${list(start)},`);
  return [
    "import fabrikit", "from fabrikit.formats import parse_scene", "", `scene = parse_scene(r"""${pretty(treeDocument(tree, wishes))}""")`,
    "result = fabrikit.solve(", ...question, ")", "print(result.status.value, result.iterations, result.error)", "print(result.q.tolist())", "",
  ].join("\n");
}

/** The program for the state: for the present target, from the present start. */
export function pythonOf(state: State): string {
  const { body, options } = sceneOf(state);
  const target = state.targets[state.at];
  const limited = body.types.some((type) => type !== null);
  const words = new Set(body.types.filter((type) => type !== null).map((type) => typeText(type).split("(")[0]));
  const aim = (["direction", "rotation", "angle"] as const).filter((key) => target[key] !== undefined);
  if (aim.length > 0) words.add("Target");
  if (options.pole !== null && "direction" in options.pole) words.add("Pole");
  words.add("Chain");
  const types = limited ? `[\n${body.types.map((type) => `    ${typeText(type)},`).join("\n")}\n]` : null;
  const lines = ["import fabrikit", `from fabrikit import ${[...words].sort().join(", ")}`, ""];
  if (types !== null) lines.push(`types = ${types}`);
  if (body.lengths === null) lines.push(`joints = ${pose(body.joints, body.dimension)}`, `chain = Chain(joints${types === null ? "" : ", types=types"}${axesText(body)})`);
  else {
    const base = list(body.joints.subarray(0, body.dimension));
    lines.push(`chain = Chain.from_lengths(${list(body.lengths)}${types === null ? "" : ", types"}, base=${base}, dimension=${body.dimension})`);
  }
  if (options.start !== null) lines.push(`start = ${pose(options.start, body.dimension)}`);
  const position = list(target.position);
  const aimed = aim.map((key) => {
    const value = target[key]!;
    return `, ${key}=${typeof value === "number" ? numberText(value) : list(value)}`;
  });
  lines.push("result = fabrikit.solve(", "    chain,", `    ${aim.length > 0 ? `Target(${position}${aimed.join("")})` : position},`);
  for (const [key, value] of optionLines(state)) lines.push(`    ${key}=${value},`);
  lines.push(")", "print(result.status.value, result.iterations, result.error)", "print(result.positions.tolist())", "");
  return lines.join("\n");
}

function axesText({ baseDirection, restRotations }: Body): string {
  const direction = baseDirection === null ? "" : `, base_direction=${list(baseDirection)}`;
  return restRotations === null ? direction : `${direction}, rest_rotations=[${restRotations.map(list).join(", ")}]`;
}

function optionLines(state: State): [string, string][] {
  const { options } = sceneOf(state);
  const said: [string, string][] = [];
  if (options.start !== null) said.push(["start", "start"]);
  if (options.base !== null) said.push(["base", list(options.base)]);
  if (options.pole !== null) said.push(["pole", "point" in options.pole ? list(options.pole.point) : `Pole(direction=${list(options.pole.direction)})`]);
  if (options.tolerance !== null) said.push(["tolerance", numberText(options.tolerance)]);
  if (options.max_iterations !== DEFAULT_OPTIONS.max_iterations) said.push(["max_iterations", String(options.max_iterations)]);
  if (options.method !== "auto") said.push(["method", JSON.stringify(options.method)]);
  if (options.rotation_tolerance !== DEFAULT_OPTIONS.rotation_tolerance) said.push(["rotation_tolerance", numberText(options.rotation_tolerance)]);
  if (options.clamp !== "both") said.push(["clamp", JSON.stringify(options.clamp)]);
  return said;
}
