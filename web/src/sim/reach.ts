/** The reach of a chain as the page draws it, and the point of it nearest to a target. */

export interface NearestPoint {
  readonly where: "inside" | "tooFar" | "tooNear";
  readonly point: readonly number[];
  readonly gap: number;
}

/** The nearest point to `target` that bones of this reach alone allow; joint limits may leave less. */
export function nearestPoint(base: readonly number[], target: readonly number[], inner: number, outer: number): NearestPoint {
  const away = target.map((x, k) => x - base[k]);
  const distance = Math.hypot(...away);
  const on = (radius: number): readonly number[] =>
    distance > 0 ? base.map((x, k) => x + (away[k] * radius) / distance) : base.map((x, k) => x + (k === 0 ? radius : 0));
  if (distance > outer) return { where: "tooFar", point: on(outer), gap: distance - outer };
  if (distance < inner) return { where: "tooNear", point: on(inner), gap: inner - distance };
  return { where: "inside", point: target, gap: 0 };
}
