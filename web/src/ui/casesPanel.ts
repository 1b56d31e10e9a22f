/** Ready-made bodies, paths, and the gallery of failures with its switch between the classic method and ours. */
import { FAILURES, PRESETS, TREES, failureScene, presetScene, treePreset, type Failure, type Preset, type TreeName } from "../sim/scenes";
import { treeStateOf } from "../sim/tree";
import { button, choice, el, word } from "./dom";
import type { Panel, Tools } from "./panel";
import { say, type Word } from "./words";

export function casesPanel(tools: Tools): Panel {
  const { store } = tools;
  let current: Preset | Failure | null = null;
  const presets = PRESETS.map((preset) => el("li", {}, el("button", {
    type: "button", class: "card", "data-preset": preset,
    onclick: () => {
      const scene = presetScene(preset);
      current = preset;
      const moves = scene.targets.length > 8 && !matchMedia("(prefers-reduced-motion: reduce)").matches;
      store.dispatch({ type: "load", scene: { ...scene, name: scene.name || preset }, changes: moves ? { playing: "path", speed: 12 } : {} });
    },
  }, el("strong", {}, word(`preset_${preset}` as Word)), word(`presetNote_${preset}` as Word))));
  const trees = TREES.map((name) => el("li", {}, treeCard(tools, name)));
  const path = pathTools(tools);
  const failures = FAILURES.map((failure) => failureCard(tools, failure, () => (current = failure), () => current === failure));
  const element = el("div", { class: "cases" },
    el("section", {}, el("h2", {}, word("failures")), el("p", { class: "why" }, word("failuresHelp")), ...failures.map((card) => card.element)),
    el("section", {}, el("h2", {}, word("presets")), el("p", { class: "why" }, word("presetsHelp")), el("ul", { class: "cards" }, ...presets, ...trees)),
    path.element);
  return { element, update: () => [path, ...failures].forEach((part) => part.update()) };
}

function treeCard({ store }: Tools, name: TreeName): HTMLElement {
  const open = (): void => {
    const { tree, gait } = treePreset(name);
    const calm = matchMedia("(prefers-reduced-motion: reduce)").matches;
    store.dispatch({ type: "tree", tree: treeStateOf(store.kernel, tree, calm ? "none" : gait), playing: !calm });
  };
  return el("button", { type: "button", class: "card", "data-tree": name, onclick: open }, el("strong", {}, word(`preset_${name}`)), word(`presetNote_${name}`));
}

function failureCard({ store }: Tools, failure: Failure, choose: () => void, chosen: () => boolean): Panel {
  let side: "classic" | "ours" | "" = "";
  const sides = choice<"classic" | "ours">(`failure_${failure}`, [["classic", "classic"], ["ours", "ours"]], (value) => {
    side = value;
    choose();
    store.dispatch({ type: "load", scene: failureScene(failure, value === "ours") });
  });
  sides.field.dataset.failure = failure;
  const element = el("div", { class: "failure" }, el("div", {}, el("strong", {}, word(`failure_${failure}` as Word)), el("p", { class: "why" }, word(`failureNote_${failure}` as Word))), sides.field);
  return { element, update: () => sides.set((chosen() ? side : "") as "classic") };
}

function pathTools(tools: Tools): Panel {
  const { store } = tools;
  const play = button("pathPlay", () => store.dispatch({ type: "play", what: store.state.playing === "path" ? "no" : "path" }), { id: "path-play" });
  const draw = button("pathDraw", () => tools.drawPath(), { id: "path-draw" });
  const clear = button("pathClear", () => store.dispatch({ type: "path", points: [store.derived().target.position] }));
  const at = el("input", { type: "range", min: 0, step: 1, "data-t-label": "path", "aria-label": say("path") });
  at.addEventListener("input", () => store.dispatch({ type: "target", at: at.valueAsNumber }));
  const label = el("output", {});
  const speed = el("input", { type: "range", min: 0, max: 6, step: 0.5 });
  speed.addEventListener("input", () => store.dispatch({ type: "speed", value: 2 ** speed.valueAsNumber }));
  const row = el("label", { class: "slider wide" }, label, at);
  const element = el("section", {}, el("h2", {}, word("path")), el("div", { class: "row" }, play, draw, clear), row, el("label", { class: "slider wide" }, word("speed"), speed));
  const update = (): void => {
    const { targets, playing } = store.state;
    const several = targets.length > 1;
    play.disabled = clear.disabled = !several;
    row.hidden = !several;
    at.max = String(targets.length - 1);
    at.value = String(store.state.at);
    label.textContent = say("targetNumber", { k: store.state.at + 1, n: targets.length });
    speed.value = String(Math.log2(store.state.speed));
    play.dataset.t = playing === "path" ? "pathPause" : "pathPlay";
    play.textContent = say(play.dataset.t as Word);
    draw.dataset.t = tools.isDrawingPath() ? "pathDrawing" : "pathDraw";
    draw.textContent = say(draw.dataset.t as Word);
    draw.setAttribute("aria-pressed", String(tools.isDrawingPath()));
  };
  return { element, update };
}
