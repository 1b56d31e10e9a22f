/** Everything that can be changed while it runs: places, chain, solver, joints, what is shown. */
import { MOST_BONES } from "../model/scene";
import { lengthsOf } from "../sim/reduce";
import { baseOf, polePoint, type Handle, type Layers, type Portrait, type StartFrom } from "../sim/state";
import { button, checkbox, choice, el, numberField, refill, select, setField, word } from "./dom";
import { jointsPanel } from "./jointsPanel";
import type { Panel, Tools } from "./panel";
import { tablePanel } from "./tablePanel";
import { currentLanguage, say, type Word } from "./words";

/** Lengths of more bones than this are not typed one by one. */
const MOST_FIELDS = 40;

const section = (title: Word, ...children: Node[]): HTMLElement => el("fieldset", {}, el("legend", {}, word(title)), ...children);

export function changePanel(tools: Tools): Panel {
  const parts = [places(tools), chain(tools), solver(tools), jointsPanel(tools), shown(tools), tablePanel(tools)];
  return {
    element: el("div", { class: "change" }, ...parts.map((part) => part.element)),
    update: () => parts.forEach((part) => part.update()),
  };
}

function places({ store }: Tools): Panel {
  const fields = el("div", { class: "places" });
  const pole = checkbox("poleUse", (on) => store.dispatch({ type: "pole", on, at: beside() }));
  const beside = (): number[] => {
    const { base, target, prepared } = store.derived();
    const middle = base.map((x, k) => (x + target.position[k]) / 2);
    middle[middle.length - 1] += prepared.chain.outer * 0.6;
    return middle;
  };
  const at = (handle: Handle): readonly number[] =>
    handle === "target" ? store.state.targets[store.state.at].position : handle === "base" ? baseOf(store.state) : (polePoint(store.state.options.pole) ?? []);
  const row = (handle: Handle): HTMLElement => {
    const inputs = at(handle).map((_, k) => {
      const axis = "xyz"[k];
      const { field, input } = numberField(el("span", {}, axis), (value) => {
        store.dispatch({ type: "grab", handle, pose: store.derived().pose });
        store.dispatch({ type: "move", handle, to: at(handle).map((x, j) => (j === k ? value : x)) });
      }, { "data-handle": handle, "data-axis": k, "aria-label": `${say(handle)} ${axis}` });
      input.step = "0.01";
      return field;
    });
    return el("div", { class: "place" }, el("span", { class: "name" }, say(handle)), ...inputs);
  };
  const update = (): void => {
    const hasPole = polePoint(store.state.options.pole) !== null;
    pole.input.checked = hasPole;
    const handles: Handle[] = ["target", "base", ...(hasPole ? (["pole"] as const) : [])];
    refill(fields, `${handles.join()} ${store.state.body.dimension} ${currentLanguage()}`, () => handles.map(row));
    for (const input of fields.querySelectorAll("input")) {
      setField(input, String(rounded(at(input.dataset.handle as Handle)[Number(input.dataset.axis)])));
    }
  };
  return { element: section("places", fields, pole.field), update };
}

function chain({ store }: Tools): Panel {
  const slider = el("input", { type: "range", min: 1, max: 40, step: 1, "data-t-label": "bones", "aria-label": say("bones") });
  slider.addEventListener("input", () => store.dispatch({ type: "bones", count: slider.valueAsNumber }));
  const { field, input } = numberField(word("bones"), (value) => store.dispatch({ type: "bones", count: Math.round(Math.min(Math.max(value, 1), MOST_BONES)) }), { min: 1, max: MOST_BONES, id: "bone-count" });
  const list = el("div", { class: "grid-fields" });
  const lengths = el("details", {}, el("summary", {}, word("lengths")), list);
  const update = (): void => {
    const values = lengthsOf(store.state.body);
    setField(input, String(values.length));
    slider.value = String(values.length);
    const count = Math.min(values.length, MOST_FIELDS);
    refill(list, `${count} ${currentLanguage()}`, () => Array.from({ length: count }, (_, bone) =>
      numberField(el("span", {}, say("lengthOf", { bone })), (value) => store.dispatch({ type: "length", bone, value: Math.max(0, value) }), { min: 0, step: 0.01 }).field));
    list.querySelectorAll("input").forEach((own, bone) => setField(own, String(rounded(values[bone]))));
  };
  return { element: section("chain", el("div", { class: "row" }, field, slider), lengths), update };
}

function solver(tools: Tools): Panel {
  const { store } = tools;
  const tolerance = numberField(word("tolerance"), (value) => store.dispatch({ type: "options", change: { tolerance: Math.max(0, value) } }), { min: 0, id: "tolerance" });
  const iterations = numberField(word("maxIterations"), (value) => store.dispatch({ type: "options", change: { max_iterations: Math.round(Math.min(Math.max(1, value), 100_000)) } }), { min: 1, step: 1, id: "max-iterations" });
  const from = select("startFrom", [["drag", "startDrag"], ["rest", "startRest"], ["last", "startLast"]], (value) => store.dispatch({ type: "startFrom", from: value as StartFrom }));
  const poses = (["straight", "arc", "zigzag", "coil"] as const).map((kind) => {
    const key = `start${kind[0].toUpperCase()}${kind.slice(1)}` as Word;
    return button(key, () => tools.startPose(kind), { "data-start": kind });
  });
  const update = (): void => {
    setField(tolerance.input, String(store.state.options.tolerance ?? store.derived().answer.tolerance));
    setField(iterations.input, String(store.state.options.max_iterations));
    setField(from.input, store.state.startFrom);
  };
  return {
    element: section("solver", el("div", { class: "row" }, tolerance.field, iterations.field), from.field,
      el("div", { class: "row", role: "group", "data-t-label": "setStart", "aria-label": say("setStart") }, word("setStart"), ...poses)),
    update,
  };
}

function shown({ store }: Tools): Panel {
  const keys: readonly (readonly [keyof Layers, Word])[] = [["reach", "showReach"], ["ghosts", "showGhosts"], ["limits", "showLimits"], ["trail", "showTrail"]];
  const boxes = keys.map(([key, label]) => [key, checkbox(label, (on) => store.dispatch({ type: "layers", change: { [key]: on } }))] as const);
  const portrait = choice<Portrait>("portrait", [["off", "portraitOff"], ["iterations", "portraitIterations"], ["error", "portraitError"]], (value) => store.dispatch({ type: "layers", change: { portrait: value } }));
  const scale = el("div", { class: "scale" }, el("span", {}), el("i", { "aria-hidden": "true" }), el("span", {}));
  const portraitPart = el("div", { class: "portrait" }, word("portrait"), portrait.field, el("p", { class: "why", "data-t": "portraitHelp" }, say("portraitHelp")), scale);
  const zoom = slider("zoom", -2, 3, (value) => store.dispatch({ type: "camera", change: { zoom: 2 ** value } }));
  const yaw = slider("turnView", -180, 180, (value) => store.dispatch({ type: "camera", change: { yaw: (value * Math.PI) / 180 } }));
  const pitch = slider("tiltView", -88, 88, (value) => store.dispatch({ type: "camera", change: { pitch: (value * Math.PI) / 180 } }));
  const update = (): void => {
    const { layers, camera, body } = store.state;
    for (const [key, box] of boxes) box.input.checked = layers[key] as boolean;
    portrait.set(layers.portrait);
    portraitPart.hidden = body.dimension === 3;
    scale.hidden = layers.portrait === "off";
    scale.children[0].textContent = say(layers.portrait === "error" ? "portraitSmall" : "portraitFew");
    scale.children[2].textContent = say(layers.portrait === "error" ? "portraitLarge" : "portraitMany");
    zoom.input.value = String(Math.log2(camera.zoom));
    yaw.input.value = String((camera.yaw * 180) / Math.PI);
    pitch.input.value = String((camera.pitch * 180) / Math.PI);
    yaw.field.hidden = pitch.field.hidden = body.dimension === 2;
  };
  return { element: section("view", el("div", { class: "row" }, ...boxes.map(([, box]) => box.field)), portraitPart, zoom.field, yaw.field, pitch.field), update };
}

function slider(key: Word, min: number, max: number, change: (value: number) => void): { field: HTMLElement; input: HTMLInputElement } {
  const input = el("input", { type: "range", min, max, step: "any" });
  input.addEventListener("input", () => change(input.valueAsNumber));
  return { field: el("label", { class: "slider wide" }, word(key), input), input };
}

/** A number short enough for a field; typing another is exact. */
export const rounded = (x: number): number => Number(x.toPrecision(6));
