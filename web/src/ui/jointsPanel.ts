/** Types and limits of the joints, one row each, and all at once. */
import type { JointType } from "../model/scene";
import { el, numberField, refill, setField, word } from "./dom";
import type { Panel, Tools } from "./panel";
import { currentLanguage, say, type Word } from "./words";

type Kind = "free" | "hinge" | "ball" | "fixed";
const KINDS: readonly (readonly [Kind, Word])[] = [["free", "typeFree"], ["hinge", "typeHinge"], ["ball", "typeBall"], ["fixed", "typeFixed"]];
const MOST_ROWS = 40;
const DEGREE = Math.PI / 180;

export const kindOf = (type: JointType): Kind => (type === null ? "free" : "hinge" in type ? "hinge" : "ball" in type ? "ball" : "fixed");

/** A joint of a kind with limits to begin with; in space hinges turn about y, unless the bone lies along it. */
export function freshJoint(kind: Kind, dimension: 2 | 3, bone: readonly number[]): JointType {
  if (kind === "free") return null;
  if (kind === "fixed") return { fixed: {} };
  if (kind === "ball") return dimension === 3 ? { ball: { cone: 60 * DEGREE } } : null;
  const axis = Math.abs(bone[1] ?? 0) > 0.9 * Math.hypot(...bone) ? [0, 0, 1] : [0, 1, 0];
  return { hinge: { ...(dimension === 3 ? { axis } : {}), lower: -60 * DEGREE, upper: 60 * DEGREE } };
}

export function jointsPanel(tools: Tools): Panel {
  const { store } = tools;
  const all = el("div", { class: "row" });
  const list = el("div", { class: "joint-list" });
  const boneAt = (joint: number): number[] => {
    const { joints, dimension } = store.state.body;
    return Array.from({ length: dimension }, (_, k) => joints[(joint + 1) * dimension + k] - joints[joint * dimension + k]);
  };
  const picker = (label: string, change: (kind: Kind) => void): HTMLSelectElement => {
    const kinds = KINDS.filter(([kind]) => kind !== "ball" || store.state.body.dimension === 3);
    const input = el("select", { "aria-label": label }, ...kinds.map(([kind, key]) => el("option", { value: kind }, say(key))));
    input.addEventListener("change", () => change(input.value as Kind));
    return input;
  };
  const row = (joint: number): HTMLElement => {
    const type = store.state.body.types[joint];
    const { dimension } = store.state.body;
    const choose = picker(say("jointType", { joint }), (kind) => store.dispatch({ type: "joint", joint, kind: freshJoint(kind, dimension, boneAt(joint)) }));
    choose.value = kindOf(type);
    return el("div", { class: "joint", "data-joint": joint }, el("span", { class: "name" }, store.state.body.names?.[joint] ?? String(joint)), choose, ...limitFields(tools, joint, type));
  };
  const update = (): void => {
    const { types, dimension, names } = store.state.body;
    refill(all, `${dimension} ${currentLanguage()}`, () => [word("allJoints"), picker(say("allJoints"), (kind) =>
      store.dispatch({ type: "joints", kinds: store.state.body.types.map((_, joint) => freshJoint(kind, dimension, boneAt(joint))) }))]);
    const kinds = types.slice(0, MOST_ROWS).map((type) => `${kindOf(type)}${type !== null && "ball" in type && Array.isArray(type.ball.cone) ? 4 : ""}`);
    refill(list, `${kinds.join()} ${dimension} ${names?.join()} ${currentLanguage()}`, () => kinds.map((_, joint) => row(joint)));
    for (const input of list.querySelectorAll<HTMLInputElement>("input[data-what]")) {
      const type = types[Number(input.closest<HTMLElement>(".joint")!.dataset.joint)];
      setField(input, String(valueOf(type, input.dataset.what!)));
    }
  };
  return { element: el("fieldset", {}, el("legend", {}, word("joints")), all, list), update };
}

function limitFields({ store }: Tools, joint: number, type: JointType): HTMLElement[] {
  const field = (key: Word, what: string, change: (value: number) => JointType): HTMLElement => {
    const made = numberField(el("span", {}, say(key)), (value) => store.dispatch({ type: "joint", joint, kind: change(value) }), { "data-what": what, "aria-label": `${say(key)}, ${joint}`, step: what === "stiffness" ? 0.1 : 5 });
    return made.field;
  };
  const now = (): JointType => store.state.body.types[joint];
  const kind = kindOf(type);
  if (kind === "hinge") {
    const hinge = (): { lower?: number; upper?: number } => (now() as { hinge: { lower?: number; upper?: number } }).hinge;
    return [
      field("lower", "lower", (value) => ({ hinge: { ...hinge(), lower: Math.min(0, value) * DEGREE, upper: hinge().upper ?? Math.PI } })),
      field("upper", "upper", (value) => ({ hinge: { ...hinge(), lower: hinge().lower ?? -Math.PI, upper: Math.max(0, value) * DEGREE } })),
      field("stiffness", "stiffness", (value) => ({ hinge: { ...hinge(), stiffness: clamp(value, 1) } })),
    ];
  }
  if (kind === "ball" && !Array.isArray((type as { ball: { cone?: unknown } }).ball.cone)) {
    const ball = (): object => (now() as { ball: object }).ball;
    return [
      field("cone", "cone", (value) => ({ ball: { ...ball(), cone: clamp(value, 180) * DEGREE } })),
      field("stiffness", "stiffness", (value) => ({ ball: { ...ball(), stiffness: clamp(value, 1) } })),
    ];
  }
  return [];
}

function valueOf(type: JointType, what: string): number {
  if (type === null || "fixed" in type) return 0;
  const spec = ("hinge" in type ? type.hinge : type.ball) as Readonly<Record<string, unknown>>;
  if (what === "stiffness") return Number(spec.stiffness ?? 0);
  const missing = what === "lower" ? -Math.PI : Math.PI;
  return Math.round((Number(spec[what] ?? missing) / DEGREE) * 1e4) / 1e4;
}

const clamp = (value: number, most: number): number => Math.min(Math.max(0, value), most);
