/** The values in the document of a body that branches, checked. Each throws Refusal with its place. */
import { norm3 } from "./limits";
import { Refusal } from "./read";

export type Triple = readonly [number, number, number];
export type Members = Readonly<Record<string, unknown>>;

export function members(value: unknown, place: string, keys: readonly string[]): Members {
  if (typeof value !== "object" || value === null || Array.isArray(value)) throw new Refusal("badValue", { place: place || "/", value: String(JSON.stringify(value)).slice(0, 60) });
  for (const key of Object.keys(value)) if (!keys.includes(key)) throw new Refusal("notInPage", { place: `${place}/${key}` });
  return value as Members;
}

export function list(value: unknown, place: string): unknown[] {
  if (!Array.isArray(value)) throw new Refusal("badValue", { place, value: String(JSON.stringify(value)).slice(0, 60) });
  return value;
}

export function number(value: unknown, place: string): number {
  if (typeof value !== "number" || !(Math.abs(value) <= 1e150)) throw new Refusal("badNumber", { place, value: String(JSON.stringify(value)) });
  return value;
}

export function whole(value: unknown, place: string): number {
  const read = number(value, place);
  if (!Number.isInteger(read)) throw new Refusal("badValue", { place, value: read });
  return read;
}

export function numbers(value: unknown, place: string, count: number): number[] {
  const read = list(value, place).map((x, k) => number(x, `${place}/${k}`));
  if (read.length !== count) throw new Refusal("badShape", { place, wanted: count, count: read.length });
  return read;
}

export function text(value: unknown, place: string): string {
  if (typeof value !== "string") throw new Refusal("badValue", { place, value: String(JSON.stringify(value)) });
  return value;
}

export const triple = (value: unknown, place: string): Triple => numbers(value, place, 3) as unknown as Triple;

export function unit(vector: Triple, place: string): Triple {
  const length = norm3(vector);
  if (length === 0) throw new Refusal("badValue", { place, value: 0 });
  return [vector[0] / length, vector[1] / length, vector[2] / length];
}
