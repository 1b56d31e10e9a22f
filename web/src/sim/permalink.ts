/** The whole state in the address: a version, a dot, and the deflated JSON of the scene and of what is looked at. */
import { Refusal, sceneFrom } from "../model/read";
import { MOST_LETTERS } from "../model/scene";
import { compact, sceneDocument } from "../model/write";
import { isTree, treeDocument, treeFrom } from "../model/tree";
import type { Kernel } from "../kernel";
import { CAMERA, firstScene, LAYERS, sceneOf, stateOf, type State } from "./state";
import { treeStateOf } from "./tree";

const VERSION = "1";

interface View {
  readonly [key: string]: unknown;
}

/** What a link says besides the scene; only what differs from the defaults. */
function viewOf(state: State): View {
  const view: Record<string, unknown> = {};
  if (state.at !== 0) view.at = state.at;
  if (state.done !== null) view.done = state.done;
  if (state.startFrom !== "drag") view.from = state.startFrom;
  if (state.mode === "forward") view.turns = [...state.turns];
  if (state.speed !== 4) view.speed = state.speed;
  if (state.handle !== "target") view.handle = state.handle;
  if (JSON.stringify(state.layers) !== JSON.stringify(LAYERS)) view.layers = state.layers;
  if (JSON.stringify(state.camera) !== JSON.stringify(CAMERA)) view.camera = state.camera;
  if (state.tree?.start) view.q = [...state.tree.start];
  return view;
}

/** The q that a body's solve begins with. */
function startOf(view: View): Float64Array | null {
  const fits = Array.isArray(view.q) && view.q.every((x) => Math.abs(Number(x)) <= 1e6);
  return fits ? Float64Array.from(view.q as number[]) : null;
}

/** What follows the # of a permalink. */
export async function linkOf(state: State): Promise<string> {
  const scene = state.tree === null ? sceneDocument(sceneOf(state)) : treeDocument(state.tree.tree, state.tree.wishes);
  const text = compact({ scene, view: viewOf(state) });
  const stream = new Blob([text]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  let letters = "";
  for (const byte of bytes) letters += String.fromCharCode(byte);
  return `${VERSION}.${btoa(letters).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "")}`;
}

/** The state of a permalink. Throws Refusal when it is damaged, newer, or too large. */
export async function stateOfLink(kernel: Kernel, link: string): Promise<State> {
  const [version, packed, ...rest] = link.split(".");
  if (/^\d+$/.test(version) && Number(version) > Number(VERSION)) throw new Refusal("newerLink", { version });
  if (version !== VERSION || packed === undefined || rest.length > 0) throw new Refusal("badLink");
  let document: { scene?: unknown; view?: View };
  try {
    document = JSON.parse(await inflated(packed)) as typeof document;
  } catch (error) {
    throw error instanceof Refusal ? error : new Refusal("badLink");
  }
  if (typeof document !== "object" || document === null) throw new Refusal("badLink");
  if (!isTree(document.scene)) return withView(stateOf(sceneFrom(document.scene)), document.view ?? {});
  const tree = treeStateOf(kernel, treeFrom(document.scene));
  return { ...withView(stateOf(firstScene()), document.view ?? {}), tree: { ...tree, start: startOf(document.view ?? {}) } };
}

async function inflated(packed: string): Promise<string> {
  const letters = atob(packed.replaceAll("-", "+").replaceAll("_", "/"));
  const bytes = Uint8Array.from(letters, (letter) => letter.charCodeAt(0));
  const reader = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw")).getReader();
  const decoder = new TextDecoder("utf-8", { fatal: true });
  let text = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    text += decoder.decode(value, { stream: true });
    if (text.length > MOST_LETTERS) {
      await reader.cancel();
      throw new Refusal("tooLong", { limit: MOST_LETTERS });
    }
  }
}

/** The view's words, each checked: a link is typed by anyone. */
function withView(state: State, view: View): State {
  const whole = (value: unknown, below: number): number | null => (Number.isInteger(value) && (value as number) >= 0 && (value as number) < below ? (value as number) : null);
  const between = (value: unknown, least: number, most: number, otherwise: number): number =>
    typeof value === "number" && value >= least && value <= most ? value : otherwise;
  const layers = record(view.layers);
  const camera = record(view.camera);
  const flag = (key: "reach" | "ghosts" | "limits" | "trail"): boolean => (typeof layers[key] === "boolean" ? (layers[key] as boolean) : LAYERS[key]);
  const turns = Array.isArray(view.turns) && view.turns.length === state.turns.length && view.turns.every((x) => Math.abs(Number(x)) <= 7) ? Float64Array.from(view.turns as number[]) : null;
  return {
    ...state,
    at: whole(view.at, state.targets.length) ?? 0,
    done: whole(view.done, 1e7),
    startFrom: view.from === "rest" || view.from === "last" || view.from === "drag" ? view.from : "drag",
    mode: turns === null ? "inverse" : "forward",
    turns: turns ?? state.turns,
    speed: between(view.speed, 0.5, 200, 4),
    handle: view.handle === "base" || (view.handle === "pole" && state.options.pole !== null) ? view.handle : "target",
    layers: {
      reach: flag("reach"),
      ghosts: flag("ghosts"),
      limits: flag("limits"),
      trail: flag("trail"),
      portrait: layers.portrait === "iterations" || layers.portrait === "error" ? layers.portrait : "off",
    },
    camera: {
      yaw: between(camera.yaw, -1e3, 1e3, CAMERA.yaw),
      pitch: between(camera.pitch, -1.6, 1.6, CAMERA.pitch),
      zoom: between(camera.zoom, 0.05, 20, CAMERA.zoom),
    },
  };
}

const record = (value: unknown): Record<string, unknown> => (typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {});
