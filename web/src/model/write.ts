/** Writes scene files (docs/scene.md): numbers with all their digits, options that have their default left out. */
import { DEFAULT_OPTIONS, type Body, type Dimension, type Options, type Pole, type Scene, type Target } from "./scene";

/** The scene as the value of its JSON. */
export function sceneDocument(scene: Scene): Record<string, unknown> {
  const options = optionsDocument(scene.options, scene.body.dimension);
  return {
    fabrikit: 1,
    ...(scene.name === "" ? {} : { name: scene.name }),
    ...(scene.description === "" ? {} : { description: scene.description }),
    body: bodyDocument(scene.body),
    targets: scene.targets.map(targetDocument),
    ...(Object.keys(options).length === 0 ? {} : { options }),
  };
}

/** The text of a scene file. JSON has no sign of zero for -0; it is written "-0.0", as Python reads it. */
export const sceneText = (scene: Scene): string => `${pretty(sceneDocument(scene), "")}\n`;

/** The rows of a flat pose. */
export function rows(pose: ArrayLike<number>, dimension: Dimension): number[][] {
  const list: number[][] = [];
  for (let at = 0; at < pose.length; at += dimension) list.push(Array.from({ length: dimension }, (_, k) => pose[at + k]));
  return list;
}

/** A number as JSON and Python both read it, to the bit. */
export const numberText = (x: number): string => (Object.is(x, -0) ? "-0.0" : String(x));

function bodyDocument(body: Body): Record<string, unknown> {
  const limited = body.types.some((type) => type !== null);
  return {
    ...(body.lengths === null
      ? { joints: rows(body.joints, body.dimension) }
      : { lengths: [...body.lengths], dimension: body.dimension, base: rows(body.joints, body.dimension)[0] }),
    ...(limited ? { types: body.types } : {}),
    ...(body.baseDirection === null ? {} : { base_direction: body.baseDirection }),
    ...(body.restRotations === null ? {} : { rest_rotations: body.restRotations }),
    ...(body.names === null ? {} : { names: body.names }),
  };
}

function targetDocument(target: Target): unknown {
  return Object.keys(target).length === 1 ? target.position : target;
}

function optionsDocument(options: Options, dimension: Dimension): Record<string, unknown> {
  const said: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(options)) {
    if (value === DEFAULT_OPTIONS[key as keyof Options]) continue;
    if (key === "start") said.start = rows(value as Float64Array, dimension);
    else if (key === "pole") said.pole = poleDocument(value as Pole);
    else said[key] = value;
  }
  return said;
}

/** A pole as scene files say it: the point alone, or an object with a direction. */
export const poleDocument = (pole: Pole): unknown => ("point" in pole ? pole.point : pole);

/** JSON with an indent, and with the sign of zero. */
export function pretty(value: unknown, indent = ""): string {
  if (typeof value === "number") return numberText(value);
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const deeper = `${indent}  `;
  if (Array.isArray(value)) {
    if (value.every((item) => typeof item !== "object" || item === null)) return `[${value.map((item) => pretty(item, "")).join(", ")}]`;
    return `[\n${value.map((item) => deeper + pretty(item, deeper)).join(",\n")}\n${indent}]`;
  }
  const entries = Object.entries(value).map(([key, item]) => `${deeper}${JSON.stringify(key)}: ${pretty(item, deeper)}`);
  return entries.length === 0 ? "{}" : `{\n${entries.join(",\n")}\n${indent}}`;
}

/** JSON in one line, with the sign of zero, which JSON.stringify loses. */
export function compact(value: unknown): string {
  if (typeof value === "number") return numberText(value);
  if (Array.isArray(value)) return `[${value.map(compact).join(",")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  return `{${Object.entries(value).map(([key, item]) => `${JSON.stringify(key)}:${compact(item)}`).join(",")}}`;
}
