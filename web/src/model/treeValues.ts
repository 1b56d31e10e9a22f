/** The values in the document of a body that branches, checked. Each throws Refusal with its place. */
import { number, Refusal, short, vector } from "./read";
import { norm3, type Triple } from "./rotations";

export type Members = Readonly<Record<string, unknown>>;

/** The members of an object; a key that the page does not know is the library's. */
export function members(value: unknown, place: string, keys: readonly string[]): Members {
  if (typeof value !== "object" || value === null || Array.isArray(value)) throw new Refusal("badValue", { place: place || "/", value: short(value) });
  for (const key of Object.keys(value)) if (!keys.includes(key)) throw new Refusal("notInPage", { place: `${place}/${key}` });
  return value as Members;
}

export function whole(value: unknown, place: string): number {
  const read = number(value, place);
  if (!Number.isInteger(read)) throw new Refusal("badValue", { place, value: read });
  return read;
}

export const triple = (value: unknown, place: string): Triple => vector(value, place, 3) as unknown as Triple;

export function unit(vector: Triple, place: string): Triple {
  const length = norm3(vector);
  if (length === 0) throw new Refusal("badValue", { place, value: 0 });
  return [vector[0] / length, vector[1] / length, vector[2] / length];
}
