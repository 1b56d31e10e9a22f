/** Bodies that branch: reads scenes whose body is a skeleton (docs/scene.md) into what the kernel solves. */
import { Refusal } from "./read";
import { cross3, dot3, norm3 } from "./limits";

type Triple = readonly [number, number, number];

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

export interface Wish {
  /** Index among the named joints. */
  readonly joint: number;
  readonly position: readonly number[];
  readonly priority: number;
}

export interface Tree {
  readonly name: string;
  /** In the order of the library: depth first, siblings by name. */
  readonly names: readonly string[];
  /** Of each named joint, -1 for the root. */
  readonly parents: readonly number[];
  readonly joints: readonly TreeJoint[];
  /** The kernel's joint of each named one; the last, where it is made of two. */
  readonly places: readonly number[];
  /** What is asked, one after the other. */
  readonly wishes: readonly (readonly Wish[])[];
  /** The scene as it was read, to be written again. */
  readonly document: Readonly<Record<string, unknown>>;
}

export const MOST_TREE_JOINTS = 200;
const IDENTITY = [1, 0, 0, 0];
type Members = Readonly<Record<string, unknown>>;

/** Whether a parsed scene is one of a body that branches. */
export const isTree = (document: unknown): boolean =>
  typeof document === "object" && document !== null && typeof (document as { body?: unknown }).body === "object" && "skeleton" in ((document as { body: object | null }).body ?? {});

/** Read a parsed scene. Throws Refusal. */
export function treeFrom(document: unknown): Tree {
  const root = members(document, "", ["fabrikit", "name", "description", "body", "targets", "options"]);
  if (root.fabrikit !== 1) throw new Refusal("badVersion", { version: JSON.stringify(root.fabrikit ?? null) });
  if (root.options !== undefined) throw new Refusal("notInPage", { place: "/options" });
  const body = members(root.body, "/body", ["root", "skeleton"]);
  const raw = list(body.skeleton, "/body/skeleton");
  if (raw.length > MOST_TREE_JOINTS) throw new Refusal("tooManyBones", { count: raw.length, limit: MOST_TREE_JOINTS });
  const nodes = raw.map((value, k) => nodeOf(value, `/body/skeleton/${k}`));
  const order = inOrder(nodes);
  const place = new Map(order.map((node, k) => [node.name, k]));
  const parents = order.map((node) => (node.parent === null ? -1 : place.get(node.parent)!));
  const joints: TreeJoint[] = [];
  const places: number[] = [];
  order.forEach((node, k) => {
    const children = order.filter((_, other) => parents[other] === k).map((child) => child.offset);
    const up = parents[k] < 0 ? -1 : places[parents[k]];
    // Pieces of one joint hang on each other, the first on the joint's parent.
    piecesOf(node, children, k === 0 && body.root === "free").forEach((piece, index) => joints.push({ ...piece, parent: index === 0 ? up : joints.length - 1 }));
    places.push(joints.length - 1);
  });
  const wishes = (root.targets === undefined ? [] : list(root.targets, "/targets")).map((target, k) => wishesOf(target, `/targets/${k}`, place));
  return { name: text(root.name ?? "", "/name"), names: order.map((node) => node.name), parents, joints, places, wishes, document: root };
}

interface Node {
  readonly name: string;
  readonly parent: string | null;
  readonly offset: Triple;
  readonly rest: readonly number[];
  readonly bone: Triple | null;
  readonly type: Members | null;
  readonly place: string;
}

function nodeOf(value: unknown, place: string): Node {
  const said = members(value, place, ["name", "parent", "offset", "type", "rotation", "bone"]);
  return {
    name: text(said.name, `${place}/name`),
    parent: said.parent === undefined || said.parent === null ? null : text(said.parent, `${place}/parent`),
    offset: said.offset === undefined ? [0, 0, 0] : triple(said.offset, `${place}/offset`),
    rest: said.rotation === undefined ? IDENTITY : numbers(said.rotation, `${place}/rotation`, 4),
    bone: said.bone === undefined ? null : unit(triple(said.bone, `${place}/bone`), place),
    type: said.type === undefined || said.type === null ? null : members(said.type, `${place}/type`, ["ball", "hinge", "universal", "fixed"]),
    place,
  };
}

/** Depth first, siblings by name, whatever order they were written in. */
function inOrder(nodes: readonly Node[]): Node[] {
  const roots = nodes.filter((node) => node.parent === null);
  const names = new Set(nodes.map((node) => node.name));
  if (names.size !== nodes.length || roots.length !== 1) throw new Refusal("badValue", { place: "/body/skeleton", value: roots.map((node) => node.name).join(", ") });
  const order: Node[] = [];
  const waiting = [roots[0]];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    order.push(node);
    const children = nodes.filter((child) => child.parent === node!.name);
    waiting.push(...children.sort((a, b) => (a.name < b.name ? 1 : -1)));
  }
  if (order.length !== nodes.length) throw new Refusal("badValue", { place: "/body/skeleton", value: "parent" });
  return order;
}

function piecesOf(node: Node, children: readonly Triple[], free: boolean): Omit<TreeJoint, "parent">[] {
  const bone = node.bone ?? boneOf(node, children);
  const plain = { offset: node.offset, rest: node.rest, axis: bone, reference: across(bone), lower: -Math.PI, upper: Math.PI, cone: null, has_twist: false, has_range: false, stiffness: 0 };
  const second = { ...plain, offset: [0, 0, 0] as Triple, rest: IDENTITY };
  if (free) return [{ ...plain, kind: "free" }];
  const { type, place } = node;
  if (type === null) return [{ ...plain, kind: "ball" }];
  if (type.fixed !== undefined) return [{ ...plain, kind: "fixed" }];
  if (type.hinge !== undefined) return [{ ...plain, ...hingeOf(type.hinge, `${place}/type/hinge`) }];
  if (type.ball !== undefined) return [{ ...plain, ...ballOf(type.ball, `${place}/type/ball`, bone) }];
  const both = members(type.universal, `${place}/type/universal`, ["first", "second"]);
  return [{ ...plain, ...hingeOf(both.first, `${place}/first`) }, { ...second, ...hingeOf(both.second, `${place}/second`) }];
}

type Special = Partial<TreeJoint> & { kind: TreeJoint["kind"] };

function hingeOf(value: unknown, place: string): Special {
  const said = members(value, place, ["axis", "lower", "upper", "stiffness"]);
  const limited = said.lower !== undefined;
  return {
    kind: "hinge",
    axis: unit(triple(said.axis, `${place}/axis`), place),
    stiffness: number(said.stiffness ?? 0, place),
    has_range: limited,
    ...(limited ? { lower: number(said.lower, `${place}/lower`), upper: number(said.upper, `${place}/upper`) } : {}),
  };
}

function ballOf(value: unknown, place: string, bone: Triple): Special {
  const said = members(value, place, ["cone", "twist", "reference", "stiffness"]);
  const cone = said.cone === undefined ? null : typeof said.cone === "number" ? Array<number>(4).fill(said.cone) : numbers(said.cone, `${place}/cone`, 4);
  const twist = said.twist === undefined ? null : numbers(said.twist, `${place}/twist`, 2);
  return {
    kind: "ball",
    cone,
    stiffness: number(said.stiffness ?? 0, place),
    reference: said.reference === undefined ? across(bone) : unit(triple(said.reference, `${place}/reference`), place),
    has_twist: twist !== null,
    ...(twist === null ? {} : { lower: twist[0], upper: twist[1] }),
  };
}

/** The direction of the bone in the joint's own frame: to the middle of its children, else as it comes from its parent. */
function boneOf(node: Node, children: readonly Triple[]): Triple {
  const sorted = [...children].sort((a, b) => a[0] - b[0] || a[1] - b[1] || a[2] - b[2]);
  const sum = sorted.reduce<Triple>((total, child) => [total[0] + child[0], total[1] + child[1], total[2] + child[2]], [0, 0, 0]);
  const outward = sorted.length === 0 ? sum : ([sum[0] / sorted.length, sum[1] / sorted.length, sum[2] / sorted.length] as const);
  const [w, x, y, z] = node.rest;
  for (const bone of [outward, turned([w, -x, -y, -z], node.offset)]) {
    const length = norm3(bone);
    if (length > 0) return [bone[0] / length, bone[1] / length, bone[2] / length];
  }
  return [1, 0, 0];
}

function turned([w, x, y, z]: readonly number[], v: Triple): Triple {
  const q: Triple = [x, y, z];
  const t = cross3(q, v);
  const u = cross3(q, t);
  return [v[0] + 2 * (w * t[0] + u[0]), v[1] + 2 * (w * t[1] + u[1]), v[2] + 2 * (w * t[2] + u[2])];
}

function across(bone: Triple): Triple {
  const sizes = bone.map(Math.abs);
  const least = sizes.indexOf(Math.min(...sizes));
  const axis: Triple = [least === 0 ? 1 : 0, least === 1 ? 1 : 0, least === 2 ? 1 : 0];
  const along = dot3(axis, bone);
  return unit([axis[0] - along * bone[0], axis[1] - along * bone[1], axis[2] - along * bone[2]], "");
}

function wishesOf(value: unknown, place: string, names: ReadonlyMap<string, number>): Wish[] {
  const { tips } = members(value, place, ["tips", "name", "time"]);
  const said = members(tips, `${place}/tips`, [...names.keys()]);
  return Object.entries(said).map(([name, tip]) => {
    const at = `${place}/tips/${name}`;
    if (Array.isArray(tip)) return { joint: names.get(name)!, position: triple(tip, at), priority: 0 };
    // Poles turn a limb about the line to its target; the page asks for places only.
    const own = members(tip, at, ["position", "priority", "pole"]);
    return { joint: names.get(name)!, position: triple(own.position, `${at}/position`), priority: own.priority === undefined ? 0 : number(own.priority, `${at}/priority`) };
  });
}

/** The scene again, asking for these wishes. */
export function treeDocument(tree: Tree, wishes: readonly Wish[]): Record<string, unknown> {
  const tips = Object.fromEntries(wishes.map(({ joint, position, priority }) => [tree.names[joint], priority === 0 ? position : { position, priority }]));
  return { ...tree.document, targets: [{ tips }] };
}

function members(value: unknown, place: string, keys: readonly string[]): Members {
  if (typeof value !== "object" || value === null || Array.isArray(value)) throw new Refusal("badValue", { place: place || "/", value: String(JSON.stringify(value)).slice(0, 60) });
  for (const key of Object.keys(value)) if (!keys.includes(key)) throw new Refusal("notInPage", { place: `${place}/${key}` });
  return value as Members;
}

function list(value: unknown, place: string): unknown[] {
  if (!Array.isArray(value)) throw new Refusal("badValue", { place, value: String(JSON.stringify(value)).slice(0, 60) });
  return value;
}

function number(value: unknown, place: string): number {
  if (typeof value !== "number" || !(Math.abs(value) <= 1e150)) throw new Refusal("badNumber", { place, value: String(JSON.stringify(value)) });
  return value;
}

function numbers(value: unknown, place: string, count: number): number[] {
  const read = list(value, place).map((x, k) => number(x, `${place}/${k}`));
  if (read.length !== count) throw new Refusal("badShape", { place, wanted: count, count: read.length });
  return read;
}

function text(value: unknown, place: string): string {
  if (typeof value !== "string") throw new Refusal("badValue", { place, value: String(JSON.stringify(value)) });
  return value;
}

const triple = (value: unknown, place: string): Triple => numbers(value, place, 3) as unknown as Triple;

function unit(vector: Triple, place: string): Triple {
  const length = norm3(vector);
  if (length === 0) throw new Refusal("badValue", { place, value: 0 });
  return [vector[0] / length, vector[1] / length, vector[2] / length];
}
