/** From a joint of a skeleton to the joints of the kernel: the rules of src/fabrikit/model/body_records.py. */
import { ballOf, checkRange } from "./limits";
import { Refusal, readHinge, readType, type JointHinge } from "./read";
import { cross3, dot3, inverse, norm3, rotate, type Triple } from "./rotations";
import type { Ball } from "./scene";
import { members, unit, type Members } from "./treeValues";

/** A joint of the kernel; the loader's `BodyJoint`. */
export interface TreeJoint {
  readonly parent: number;
  readonly kind: "fixed" | "hinge" | "slider" | "ball" | "free";
  readonly offset: Triple;
  readonly rest: readonly number[];
  readonly axis: Triple;
  readonly reference: Triple;
  readonly lower: number;
  readonly upper: number;
  readonly cone: readonly number[] | null;
  readonly has_twist: boolean;
  readonly has_range: boolean;
  readonly stiffness: number;
}

/** A joint as the document says it. */
export interface Node {
  readonly name: string;
  readonly parent: string | null;
  readonly offset: Triple;
  readonly rest: readonly number[];
  readonly bone: Triple | null;
  readonly type: Members | null;
  readonly place: string;
}

export const IDENTITY = [1, 0, 0, 0];
/** Below this sine axes count as parallel. */
const PARALLEL = 1e-6;

/** The joints that the kernel makes a node of, the first hanging on the node's parent. Throws Refusal. */
export function piecesOf(node: Node, children: readonly Triple[], free: boolean): Omit<TreeJoint, "parent">[] {
  const bone = node.bone ?? boneOf(node, children);
  const plain = { offset: node.offset, rest: node.rest, axis: bone, reference: across(bone), lower: -Math.PI, upper: Math.PI, cone: null, has_twist: false, has_range: false, stiffness: 0 };
  const second = { ...plain, offset: [0, 0, 0] as Triple, rest: IDENTITY };
  const { type } = node;
  const place = `${node.place}/type`;
  if (free && type !== null) throw new Refusal("badValue", { place, value: Object.keys(type).join(", ") });
  if (free) return [{ ...plain, kind: "free" }];
  if (type === null) return [{ ...plain, kind: "ball" }];
  if ("universal" in type && Object.keys(type).length === 1) {
    const both = members(type.universal, `${place}/universal`, ["first", "second"]);
    const [one, two] = (["first", "second"] as const).map((name) => hingeOf(readHinge(both[name], `${place}/universal/${name}`, 3), `${place}/universal/${name}`));
    if (norm3(cross3(one.axis, two.axis)) < PARALLEL) throw new Refusal("badLimit", { place: `${place}/universal`, value: "first ∥ second" });
    return [{ ...plain, ...one }, { ...second, ...two }];
  }
  const read = readType(type, place, 3)!;
  if ("fixed" in read) return [{ ...plain, kind: "fixed" }];
  return "hinge" in read ? [{ ...plain, ...hingeOf(read.hinge, `${place}/hinge`) }] : [{ ...plain, ...turningBall(read.ball, `${place}/ball`, bone) }];
}

/** A hinge of a skeleton: its axis may lie along the bone, its angle is zero at rest, and it turns with its parent. */
function hingeOf(hinge: JointHinge, place: string): Partial<TreeJoint> & { kind: "hinge"; axis: Triple } {
  if (hinge.frame === "global") throw new Refusal("badLimit", { place, value: "frame global" });
  if (hinge.reference !== undefined) throw new Refusal("badLimit", { place, value: "reference" });
  if (hinge.axis === undefined) throw new Refusal("missing", { place: `${place}/axis` });
  const { lower, upper, stiffness = 0 } = hinge;
  const limited = lower !== undefined && upper !== undefined;
  if (limited) checkRange(place, lower, upper);
  return { kind: "hinge", axis: unit(hinge.axis as unknown as Triple, `${place}/axis`), stiffness, has_range: limited, ...(limited ? { lower, upper } : {}) };
}

function turningBall(ball: Ball, place: string, bone: Triple): Partial<TreeJoint> & { kind: "ball" } {
  const { cone, coneKind, hasTwist, lower, upper, reference, stiffness } = ballOf(ball, place, bone, false);
  return {
    kind: "ball",
    cone: coneKind === undefined ? null : cone!,
    stiffness: stiffness!,
    has_twist: hasTwist === true,
    ...(reference === undefined ? {} : { reference }),
    ...(hasTwist === true ? { lower: lower!, upper: upper! } : {}),
  };
}

/** The direction of the bone in the joint's own frame: to the middle of its children, else as it comes from its parent. */
function boneOf(node: Node, children: readonly Triple[]): Triple {
  const sorted = [...children].sort((a, b) => a[0] - b[0] || a[1] - b[1] || a[2] - b[2]);
  const sum = sorted.reduce<Triple>((total, child) => [total[0] + child[0], total[1] + child[1], total[2] + child[2]], [0, 0, 0]);
  const outward = sorted.length === 0 ? sum : ([sum[0] / sorted.length, sum[1] / sorted.length, sum[2] / sorted.length] as const);
  for (const bone of [outward, rotate(inverse(node.rest), node.offset)]) {
    const length = norm3(bone);
    if (length > 0) return [bone[0] / length, bone[1] / length, bone[2] / length];
  }
  return [1, 0, 0];
}

function across(bone: Triple): Triple {
  const sizes = bone.map(Math.abs);
  const least = sizes.indexOf(Math.min(...sizes));
  const axis: Triple = [least === 0 ? 1 : 0, least === 1 ? 1 : 0, least === 2 ? 1 : 0];
  const along = dot3(axis, bone);
  return unit([axis[0] - along * bone[0], axis[1] - along * bone[1], axis[2] - along * bone[2]], "");
}
