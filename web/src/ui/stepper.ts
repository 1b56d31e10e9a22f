/** The course of the solve, step by step: buttons, a slider, what the step did and its formula with numbers. */
import type { Derived } from "../sim/store";
import { distance } from "../sim/timeline";
import { button, el, refill } from "./dom";
import type { Panel, Tools } from "./panel";
import { DICTIONARIES, amount, currentLanguage, pointText, say, type Word } from "./words";

export function stepper(tools: Tools): Panel {
  const { store } = tools;
  const steps = (): number => store.derived().timeline?.steps.length ?? 0;
  const done = (): number => store.state.done ?? steps();
  const go = (to: number): void => void store.dispatch({ type: "step", done: to >= steps() ? null : to });
  const icon = (key: Word, path: string, action: () => void): HTMLButtonElement => {
    const element = button(key, action, { class: "icon" });
    element.removeAttribute("data-t");
    element.dataset.tLabel = key;
    element.setAttribute("aria-label", say(key));
    element.replaceChildren(picture(path));
    return element;
  };
  const play = icon("play", PLAY, () => togglePlay(tools));
  const slider = el("input", { type: "range", min: 0, step: 1, class: "steps", "data-t-label": "position", "aria-label": say("position") });
  slider.addEventListener("input", () => go(slider.valueAsNumber));
  const speed = el("input", { type: "range", min: 0, max: 6, step: 0.5, class: "speed", "data-t-label": "speed", "aria-label": say("speed") });
  speed.addEventListener("input", () => store.dispatch({ type: "speed", value: 2 ** speed.valueAsNumber }));
  const formula = el("div", { class: "formula" });
  const element = el("div", { id: "stepper", role: "group", "data-t-label": "stepper", "aria-label": say("stepper") },
    el("div", { class: "row tight" },
      icon("first", "M6 5v14M19 5 9 12l10 7z", () => go(0)),
      icon("back", "M16 5 7 12l9 7z", () => go(done() - 1)),
      play,
      icon("next", "M8 5l9 7-9 7z", () => go(done() + 1)),
      icon("last", "M18 5v14M5 5l10 7-10 7z", () => go(steps())),
      slider, speed),
    el("div", { class: "explained" }, formula));
  const update = (): void => {
    const derived = store.derived();
    const count = steps();
    slider.max = String(Math.max(1, count));
    slider.value = String(done());
    slider.disabled = count === 0;
    speed.value = String(Math.log2(store.state.speed));
    const playing = store.state.playing === "steps";
    play.dataset.tLabel = playing ? "pause" : "play";
    play.setAttribute("aria-label", say(playing ? "pause" : "play"));
    refill(play, String(playing), () => [picture(playing ? PAUSE : PLAY)]);
    slider.setAttribute("aria-valuetext", stepText(derived, store.state.done, count));
    const { from, text } = explained(derived, store.state.done);
    refill(formula, `${text}${from}${currentLanguage()}`, () => [...(from === "" ? [] : [el("p", { class: "math" }, ...mathNodes(from))]), ...(text === "" ? [] : [el("p", { class: "why" }, text)])]);
  };
  return { element, update };
}

/** Play on, from the start again when the end is shown. */
export function togglePlay({ store }: Tools): void {
  store.dispatch({ type: "play", what: store.state.playing === "steps" ? "no" : "steps" });
}

const PLAY = "M7 4l13 8-13 8z";
const PAUSE = "M8 5v14M16 5v14";
function picture(path: string): SVGElement {
  const element = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  element.setAttribute("viewBox", "0 0 24 24");
  element.setAttribute("aria-hidden", "true");
  const line = document.createElementNS("http://www.w3.org/2000/svg", "path");
  line.setAttribute("d", path);
  element.append(line);
  return element;
}

/** Where in the course of the solve the figure stands. */
export function stepText({ step, cut, timeline }: Derived, done: number | null, count: number): string {
  const rest = cut ? ` ${say("stepCut", { iterations: timeline?.steps.at(-1)?.iteration ?? 0 })}` : "";
  if (count === 0) return say("stepNone");
  if (done === 0) return say("stepStart", { steps: count }) + rest;
  if (step === null) return say("stepEnd") + rest;
  const { pass, iteration, joint } = step.now;
  if (pass === null) return say("stepRound", { iteration, stage: stageText(step.now.stage) });
  return say("stepAt", { iteration, pass: say(pass === "pass_from_tip" ? "tipPass" : "basePass"), joint }) + rest;
}

function stageText(stage: string): string {
  const key = `stage_${stage}`;
  return say(key in DICTIONARIES.en ? (key as Word) : "stageOther");
}

/** The formula of the step, with letters and with numbers; subscripts are written _3. */
function explained({ step, pose, prepared, target, base, answer }: Derived, done: number | null): { from: string; text: string } {
  if (step === null) {
    const n = prepared.lengths.length;
    const size = (values: Float64Array): number => distance(values.subarray(-target.position.length), target.position);
    if (done === 0) return { from: `|*p*_${n} − *t*| = ${amount(size(pose))}`, text: say("formulaStart") };
    const reached = answer.status === "REACHED";
    return { from: `|*p*_${n} − *t*| = ${amount(answer.error)} ${reached ? "≤" : ">"} ${amount(answer.tolerance)}`, text: say(reached ? "formulaDone" : "formulaMissed") };
  }
  const { joint, pass } = step.now;
  if (pass === null) return { from: "", text: say("formulaRound") };
  const d = prepared.body.dimension;
  const at = (values: Float64Array, index: number): Float64Array => values.subarray(index * d, index * d + d);
  const last = prepared.lengths.length;
  if (pass === "pass_from_tip" && joint === last) return { from: `*p*_${joint} ← *t* = ${pointText(target.position)}`, text: say("formulaTip") };
  if (pass === "pass_from_base" && joint === 0) return { from: `*p*_0 ← *b* = ${pointText(base)}`, text: say("formulaBase") };
  const anchor = pass === "pass_from_tip" ? joint + 1 : joint - 1;
  const length = prepared.lengths[Math.min(anchor, joint)];
  const apart = distance(at(pose, anchor), at(step.before, joint));
  const bone = Math.min(anchor, joint);
  const ratio = apart > 0 ? length / apart : 0;
  return {
    from: `*p*_${joint} ← (1 − λ) *p*_${anchor} + λ *p*_${joint},  λ = *ℓ*_${bone} / |*p*_${joint} − *p*_${anchor}| = ${amount(length)} / ${amount(apart)} = ${amount(ratio)}  ⇒  *p*_${joint} = ${pointText(at(pose, joint))}`,
    text: say("formulaPlace", { anchor, joint, length: amount(length) }),
  };
}

/** "*p*_3" as an italic letter with a subscript. */
function mathNodes(text: string): (Node | string)[] {
  return text.split(/(\*.+?\*|_\d+)/).map((part) => {
    if (part.startsWith("*")) return el("i", {}, part.slice(1, -1));
    return part.startsWith("_") ? el("sub", {}, part.slice(1)) : part;
  });
}
