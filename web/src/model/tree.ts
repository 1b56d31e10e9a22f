/** Bodies that branch: reads scenes whose body is a skeleton (docs/scene.md) into what the kernel solves. */
import { array, readPole, readRotation, Refusal, short, text } from "./read";
import type { Pole } from "./scene";
import { IDENTITY, piecesOf, type Node, type TreeJoint } from "./treeJoints";
import { members, triple, unit, whole, type Members } from "./treeValues";
import { poleDocument } from "./write";

export interface Wish {
  /** Index among the named joints. */
  readonly joint: number;
  readonly position: readonly number[];
  readonly priority: number;
  /** What the limb that carries the joint bends toward. */
  readonly pole: Pole | null;
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

/** Whether a parsed scene is one of a body that branches. */
export const isTree = (document: unknown): boolean =>
  typeof document === "object" && document !== null && typeof (document as { body?: unknown }).body === "object" && "skeleton" in ((document as { body: object | null }).body ?? {});

/** Read a parsed scene. Throws Refusal. */
export function treeFrom(document: unknown): Tree {
  const root = members(document, "", ["fabrikit", "name", "description", "body", "targets", "options"]);
  if (root.fabrikit !== 1) throw new Refusal("badVersion", { version: JSON.stringify(root.fabrikit ?? null) });
  if (root.options !== undefined) throw new Refusal("notInPage", { place: "/options" });
  const body = members(root.body, "/body", ["root", "skeleton"]);
  const free = rootOf(body.root);
  const raw = array(body.skeleton, "/body/skeleton");
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
    piecesOf(node, children, k === 0 && free).forEach((piece, index) => joints.push({ ...piece, parent: index === 0 ? up : joints.length - 1 }));
    places.push(joints.length - 1);
  });
  const wishes = (root.targets === undefined ? [] : array(root.targets, "/targets")).map((target, k) => wishesOf(target, `/targets/${k}`, place));
  return { name: text(root.name ?? "", "/name"), names: order.map((node) => node.name), parents, joints, places, wishes, document: root };
}

/** Whether the root leaves its place; how willingly, only the library knows. */
function rootOf(value: unknown): boolean {
  if (typeof value === "number") throw new Refusal("notInPage", { place: "/body/root" });
  if (value !== undefined && value !== "fixed" && value !== "free") throw new Refusal("badValue", { place: "/body/root", value: short(value) });
  return value === "free";
}

function nodeOf(value: unknown, place: string): Node {
  const said = members(value, place, ["name", "parent", "offset", "type", "rotation", "bone"]);
  return {
    name: text(said.name, `${place}/name`),
    parent: said.parent === undefined || said.parent === null ? null : text(said.parent, `${place}/parent`),
    offset: said.offset === undefined ? [0, 0, 0] : triple(said.offset, `${place}/offset`),
    rest: said.rotation === undefined ? IDENTITY : readRotation(said.rotation, `${place}/rotation`),
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

function wishesOf(value: unknown, place: string, names: ReadonlyMap<string, number>): Wish[] {
  const { tips } = members(value, place, ["tips", "name", "time"]);
  const said = members(tips, `${place}/tips`, [...names.keys()]);
  if (Object.keys(said).length === 0) throw new Refusal("missing", { place: `${place}/tips` });
  return Object.entries(said).map(([name, tip]) => {
    const at = `${place}/tips/${name}`;
    if (Array.isArray(tip)) return { joint: names.get(name)!, position: triple(tip, at), priority: 0, pole: null };
    const own = members(tip, at, ["position", "priority", "pole"]);
    return {
      joint: names.get(name)!,
      position: triple(own.position, `${at}/position`),
      priority: own.priority === undefined ? 0 : whole(own.priority, `${at}/priority`),
      pole: own.pole === undefined ? null : readPole(own.pole, `${at}/pole`, 3),
    };
  });
}

/** The scene again, asking for these wishes first; the targets after the first stay. */
export function treeDocument(tree: Tree, wishes: readonly Wish[]): Record<string, unknown> {
  const tips = Object.fromEntries(wishes.map(({ joint, position, priority, pole }) => {
    const more = { ...(priority === 0 ? {} : { priority }), ...(pole === null ? {} : { pole: poleDocument(pole) }) };
    return [tree.names[joint], Object.keys(more).length === 0 ? position : { position, ...more }];
  }));
  // A body sent back to its rest pose has no wishes of its own any more.
  const [first, ...later] = tree.wishes.length === 0 ? [] : (tree.document.targets as Members[]);
  return { ...tree.document, targets: [{ ...first, tips }, ...later] };
}
