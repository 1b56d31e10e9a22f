/** What the page can do besides changing its state. */
import { posed, turnsOf } from "../sim/forward";
import { parseText, Refusal, sceneFrom } from "../model/read";
import { isTree, treeDocument, treeFrom } from "../model/tree";
import { treeStateOf, type TreeState } from "../sim/tree";
import { linkOf } from "../sim/permalink";
import { pythonOf, pythonOfTree } from "../sim/python";
import { sceneOf } from "../sim/state";
import type { Store } from "../sim/store";
import { show, type Claim } from "../sim/story";
import { pretty, sceneText } from "../model/write";
import type { TabName, Tools } from "../ui/panel";
import { say } from "../ui/words";
import { Film, save } from "./output";
import type { Painter } from "./painter";

export interface Surroundings {
  readonly store: Store;
  readonly painter: Painter;
  readonly canvas: HTMLCanvasElement;
  readonly clock: () => number;
  readonly tell: (text: string) => void;
  readonly refuse: (refusal: Refusal) => void;
  readonly openTab: (name: TabName) => void;
  readonly drawing: { get: () => boolean; set: (on: boolean) => void };
  readonly changed: () => void;
}

export function makeTools(around: Surroundings): Tools {
  const { store, painter, canvas, tell } = around;
  const film = new Film();
  const calm = (): boolean => matchMedia("(prefers-reduced-motion: reduce)").matches;
  const toForward = (): void => {
    store.dispatch({ type: "forward", turns: turnsOf(store.kernel, store.state.body, store.derived().pose) });
  };
  const keep = (content: Blob, name: string): void => {
    save(content, name);
    tell(say("saved", { name }));
  };
  return {
    store,
    clock: around.clock,
    openTab: around.openTab,
    toForward,
    toInverse: () => {
      if (store.state.mode === "forward") store.dispatch({ type: "inverse", pose: store.derived().pose });
    },
    show: (claim) => showClaim(around, claim, calm(), toForward),
    startPose: (kind) => {
      const { body } = store.state;
      store.dispatch({ type: "start", pose: kind === "straight" ? null : posed(store.kernel, body, startTurns(kind, body.types.length, body.dimension), Array.from(body.joints.subarray(0, body.dimension))) });
    },
    drawPath: () => {
      around.drawing.set(!around.drawing.get());
      around.changed();
    },
    isDrawingPath: around.drawing.get,
    copyLink: async () => `${location.href.split("#")[0]}#${await linkOf(store.state)}`,
    python: () => (store.state.tree === null ? pythonOf(store.state) : pythonOfTree(store.state.tree, store.derived().tree!)),
    sceneText: () => (store.state.tree === null ? sceneText(sceneOf(store.state)) : treeText(store.state.tree)),
    embedText: async () => `<iframe src="${location.href.split(/[?#]/)[0]}?embed#${await linkOf(store.state)}" width="720" height="520" title="${say("title")}"></iframe>`,
    open: (text, name) => {
      try {
        if (load(store, text)) tell(say("opened", { name }));
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        around.refuse(error);
      }
    },
    savePng: () => canvas.toBlob((picture) => picture !== null && keep(picture, "fabrikit.png")),
    saveSvg: () => keep(new Blob([painter.svg()], { type: "image/svg+xml" }), "fabrikit.svg"),
    film: () => {
      if (film.running) film.stop();
      else if (!Film.possible(canvas)) tell(say("filmMissing"));
      else {
        film.start(canvas, (content) => keep(content, "fabrikit.webm"));
        tell(say("filming"));
      }
      around.changed();
    },
    isFilming: () => film.running,
    save: keep,
    tell,
  };
}

/** Open the text of a scene: a chain, or a body that branches. */
function load(store: Store, text: string): boolean {
  const document = parseText(text);
  if (!isTree(document)) return store.dispatch({ type: "load", scene: sceneFrom(document) });
  return store.dispatch({ type: "tree", tree: treeStateOf(store.kernel, treeFrom(document)), playing: false });
}

const treeText = ({ tree, wishes }: TreeState): string => `${pretty(treeDocument(tree, wishes))}\n`;

function showClaim({ store, openTab, painter }: Surroundings, claim: Claim, calm: boolean, toForward: () => void): void {
  const showing = show(claim);
  painter.clearTrail();
  if (!store.dispatch({ type: "load", scene: showing.scene, changes: { layers: { ...store.state.layers, portrait: "off", trail: false } } })) return;
  const { steps } = store.derived().timeline ?? { steps: [] };
  const firstOf = (pass: string): number => steps.findIndex((step) => step.pass === pass) + 2;
  switch (showing.then) {
    case "forward": return toForward();
    case "tipPass": return void store.dispatch({ type: "step", done: firstOf("pass_from_tip") });
    case "basePass": return void store.dispatch({ type: "step", done: firstOf("pass_from_base") });
    case "play": return calm ? undefined : void store.dispatch({ type: "play", what: "steps" });
    case "compare": return openTab("compare");
    case "otherStart": {
      const { body } = store.state;
      const pose = posed(store.kernel, body, startTurns("coil", body.types.length, body.dimension).map((turn) => -turn), [0, 0]);
      return void store.dispatch({ type: "start", pose });
    }
  }
}

/** Turns of the start poses: an arc, a zigzag, a coil; about z only. */
function startTurns(kind: "arc" | "zigzag" | "coil", bones: number, dimension: 2 | 3): Float64Array {
  const turns = new Float64Array(bones * (dimension - 1));
  for (let bone = 0; bone < bones; bone += 1) {
    const even = bone % 2 === 0;
    const zigzag = bone === 0 ? 0.45 : even ? 0.9 : -0.9;
    turns[bone * (dimension - 1)] = kind === "zigzag" ? zigzag : (kind === "arc" ? 1.4 : 4.4) / bones;
  }
  return turns;
}
