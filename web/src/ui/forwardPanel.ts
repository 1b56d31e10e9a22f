/** Forward kinematics: a slider for every joint, two in space. */
import { button, el, refill } from "./dom";
import type { Panel, Tools } from "./panel";
import { currentLanguage, say } from "./words";

/** Sliders of the first joints; a chain of hundreds is not turned by hand. */
const MOST_SLIDERS = 24;

export function forwardPanel({ store }: Tools): Panel {
  const list = el("div", { class: "sliders" });
  const element = el("div", { id: "forward", role: "group", "data-t-label": "angles", "aria-label": say("angles") },
    el("p", { class: "why", "data-t": "forwardHelp" }, say("forwardHelp")), list,
    button("resetAngles", () => store.dispatch({ type: "forward", turns: new Float64Array(store.state.turns.length) }), { class: "quiet" }));
  const update = (): void => {
    const { turns, body } = store.state;
    const count = Math.min(turns.length, MOST_SLIDERS);
    refill(list, `${count} ${body.dimension} ${currentLanguage()}`, () => Array.from({ length: count }, (_, index) => slider(index)));
    list.querySelectorAll("input").forEach((input, index) => {
      const degrees = (turns[index] * 180) / Math.PI;
      input.value = String(degrees);
      input.nextElementSibling!.textContent = `${Math.round(degrees)}°`;
    });
  };
  const slider = (index: number): HTMLElement => {
    const { dimension } = store.state.body;
    const joint = dimension === 2 ? index : Math.floor(index / 2);
    const input = el("input", { type: "range", min: -180, max: 180, step: 1 });
    input.addEventListener("input", () => store.dispatch({ type: "turn", index, value: (input.valueAsNumber * Math.PI) / 180 }));
    return el("label", { class: "slider" }, say(dimension === 3 && index % 2 === 1 ? "angleOfY" : "angleOf", { joint }), input, el("output"));
  };
  return { element, update };
}
