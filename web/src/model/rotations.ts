/** Quaternions w, x, y, z: the rules, and the order of sums, of src/fabrikit/model/rotations.py. */
export type Triple = readonly [number, number, number];

export const dot3 = (a: Triple, b: Triple): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
export const cross3 = (a: Triple, b: Triple): Triple => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
export const norm3 = (a: Triple): number => Math.sqrt(dot3(a, a));

/** How far from 1 the length of a quaternion may be. */
const NOT_UNIT = 1e-6;

/** The rotation of length 1, its own bits where it has that length to the last places; null when it is none. */
export function unitRotation(q: readonly number[]): readonly number[] | null {
  const length = Math.sqrt(q.reduce((sum, x) => sum + x * x, 0));
  if (!(Math.abs(length - 1) <= NOT_UNIT)) return null;
  return Math.abs(length - 1) <= 2 ** -50 ? q : q.map((x) => x / length);
}

export function rotate([w, x, y, z]: readonly number[], v: Triple): Triple {
  const q: Triple = [x, y, z];
  const t = cross3(q, v).map((x) => 2 * x) as unknown as Triple;
  const u = cross3(q, t);
  return [v[0] + w * t[0] + u[0], v[1] + w * t[1] + u[1], v[2] + w * t[2] + u[2]];
}

export const inverse = ([w, x, y, z]: readonly number[]): readonly number[] => [w, -x, -y, -z];

/** The rotation that turns by b first and then by a. */
export function multiply(a: readonly number[], b: readonly number[]): readonly number[] {
  const [av, bv]: [Triple, Triple] = [[a[1], a[2], a[3]], [b[1], b[2], b[3]]];
  const across = cross3(av, bv);
  return [a[0] * b[0] - dot3(av, bv), ...av.map((x, k) => a[0] * bv[k] + b[0] * x + across[k])];
}

/** The smallest rotation that points `start` along `end`, both of any length but none; about z where it may be any. */
export function shortestTurn(start: Triple, end: Triple, flat: boolean): readonly number[] {
  const [a, b] = [over(start, norm3(start)), over(end, norm3(end))];
  const total: Triple = [a[0] + b[0], a[1] + b[1], a[2] + b[2]];
  const size = norm3(total);
  if (size < 2 ** -50) {
    const sizes = a.map(Math.abs);
    const least = flat ? 2 : sizes.indexOf(Math.min(...sizes));
    const side = [0, 1, 2].map((k) => (k === least ? 1 : 0) - a[least] * a[k]) as unknown as Triple;
    return [0, ...over(side, norm3(side))];
  }
  const q = [size / 2, ...over(cross3(a, total), size)];
  const length = Math.sqrt(q.reduce((sum, x) => sum + x * x, 0));
  return q.map((x) => x / length);
}

const over = (v: Triple, length: number): Triple => [v[0] / length, v[1] / length, v[2] / length];
