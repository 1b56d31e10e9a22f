/** Above the figure: direction, dimension, method. */
import { ALL_METHODS, methodsFor } from "../sim/compare";
import { firstScene } from "../sim/state";
import { button, choice, el, select, setField } from "./dom";
import type { Panel, Tools } from "./panel";
import type { Word } from "./words";

const NAMES: Readonly<Record<string, Word>> = {
  auto: "methodAuto",
  fabrik: "methodFabrik",
  ccd: "methodCcd",
  "jacobian-transpose": "methodTranspose",
  dls: "methodDls",
  "dls-dense": "methodDense",
  "pseudo-inverse": "methodPinv",
};

export const methodWord = (method: string): Word => NAMES[method] ?? "method";

export function toolbar(tools: Tools): Panel {
  const { store } = tools;
  const mode = choice("solving", [["inverse", "inverse"], ["forward", "forward"]], (value) => (value === "forward" ? tools.toForward() : tools.toInverse()));
  const dimension = choice("space", [["2", "plane"], ["3", "volume"]], (value) => store.dispatch({ type: "dimension", dimension: value === "2" ? 2 : 3 }));
  const methods = ALL_METHODS.filter((method) => method in NAMES).map((method) => [method, methodWord(method)] as const);
  const method = select("method", methods, (value) => store.dispatch({ type: "options", change: { method: value } }));
  const back = button("backToChain", () => store.dispatch({ type: "load", scene: firstScene() }));
  const element = el("div", { class: "row" }, mode.field, dimension.field, method.field, back);
  return {
    element,
    update: () => {
      mode.set(store.state.mode);
      dimension.set(store.state.body.dimension === 2 ? "2" : "3");
      setField(method.input, store.state.options.method);
      const able = methodsFor(store.derived().question);
      for (const option of method.input.options) option.disabled = !able.includes(option.value);
      const branches = store.state.tree !== null;
      back.hidden = !branches;
      mode.field.hidden = dimension.field.hidden = branches;
      method.field.hidden = branches || store.state.mode === "forward";
    },
  };
}
