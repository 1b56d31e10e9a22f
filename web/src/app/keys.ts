/** The figure by keyboard: arrows move the chosen handle, letters choose, space plays. */
import { baseOf, polePoint, type Handle } from "../sim/state";
import type { Tools } from "../ui/panel";
import type { Painter } from "./painter";

const ARROWS: Readonly<Record<string, readonly [number, number, number]>> = {
  ArrowLeft: [-1, 0, 0], ArrowRight: [1, 0, 0], ArrowUp: [0, 1, 0], ArrowDown: [0, -1, 0], PageUp: [0, 0, 1], PageDown: [0, 0, -1],
};
const HANDLES: Readonly<Record<string, Handle>> = { t: "target", b: "base", p: "pole" };

export function listenToKeys(canvas: HTMLCanvasElement, tools: Tools, painter: Painter, togglePlay: () => void): void {
  const { store } = tools;
  let grabbed: unknown = null;
  const grab = (): void => {
    // One grab for a run of key presses, as one drag is for a run of pointer moves.
    if (grabbed === store.state.handle) return;
    store.dispatch({ type: "grab", handle: store.state.handle, pose: store.derived().pose });
    grabbed = store.state.handle;
  };
  const step = (by: number): void => {
    const count = store.derived().timeline?.steps.length ?? 0;
    const to = (store.state.done ?? count) + by;
    store.dispatch({ type: "step", done: to >= count ? null : to });
  };
  const move = (direction: readonly [number, number, number], share: number): void => {
    const { state } = store;
    const by = store.derived().prepared.chain.outer * share;
    const delta = painter.view().step(direction[0] * by, direction[1] * by, direction[2] * by);
    const from = state.handle === "base" ? baseOf(state) : state.handle === "pole" ? (polePoint(state.options.pole) ?? []) : state.targets[state.at].position;
    grab();
    store.dispatch({ type: "move", handle: state.handle, to: from.map((x, k) => x + delta[k]) });
    store.dispatch({ type: "settle", pose: store.derived().answer.positions });
  };
  canvas.addEventListener("blur", () => (grabbed = null));
  canvas.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey) return;
    const arrow = ARROWS[event.key];
    if (store.state.tree !== null) {
      if (treeKey(tools, painter, event, arrow)) event.preventDefault();
      return;
    }
    const handle = HANDLES[event.key.toLowerCase()];
    if (arrow !== undefined && (arrow[2] === 0 || store.state.body.dimension === 3)) move(arrow, event.shiftKey ? 0.1 : event.altKey ? 0.002 : 0.02);
    else if (handle !== undefined) choose(tools, handle);
    else if (event.key === " ") togglePlay();
    else if (event.key === "," || event.key === ".") step(event.key === "," ? -1 : 1);
    else if (event.key.toLowerCase() === "r") store.dispatch({ type: "start", pose: null });
    else return;
    event.preventDefault();
  });
}

/** Choose a handle; a pole that is not there yet is set. */
function choose({ store }: Tools, handle: Handle): void {
  if (handle === "pole" && polePoint(store.state.options.pole) === null) {
    const { base, target, prepared } = store.derived();
    const middle = base.map((x, k) => (x + target.position[k]) / 2);
    middle[middle.length - 1] += prepared.chain.outer * 0.6;
    store.dispatch({ type: "pole", on: true, at: middle });
    return;
  }
  store.dispatch({ type: "grab", handle, pose: store.state.start });
}

/** Keys of a body that branches: the next target, and the chosen one moved. Returns whether the key was one of them. */
function treeKey({ store }: Tools, painter: Painter, event: KeyboardEvent, arrow: readonly [number, number, number] | undefined): boolean {
  const tree = store.state.tree!;
  if (event.key.toLowerCase() === "t") return store.dispatch({ type: "wish", wish: (tree.chosen + 1) % tree.wishes.length, to: null });
  if (arrow === undefined) return false;
  const answer = store.derived().tree!;
  const by = answer.reach * (event.shiftKey ? 0.08 : event.altKey ? 0.001 : 0.015);
  const delta = painter.view().step(arrow[0] * by, arrow[1] * by, arrow[2] * by);
  const wishes = tree.wishes.map((wish, k) => (k === tree.chosen ? { ...wish, position: wish.position.map((x, axis) => x + delta[axis]) } : wish));
  return store.dispatch({ type: "tree", tree: { ...tree, wishes, start: answer.q, gait: "none" }, playing: false });
}
