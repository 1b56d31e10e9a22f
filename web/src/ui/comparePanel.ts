/** Methods side by side on the present question, and what an iteration costs against the number of bones. */
import { COST_BONES, ALL_METHODS, compareRow, costOf, methodsFor, type Cost, type Row } from "../sim/compare";
import { button, el, word } from "./dom";
import type { Panel, Tools } from "./panel";
import { drawPlot, type Curve } from "./plot";
import { methodWord } from "./toolbar";
import { amount, currentLanguage, say, type Word } from "./words";

const COLORS = ["var(--tip)", "var(--base)", "var(--pole)", "var(--limit)", "var(--soft)", "var(--target)"];
const colorOf = (method: string): string => COLORS[ALL_METHODS.indexOf(method) % COLORS.length];

export function comparePanel(tools: Tools): Panel {
  const { store, clock } = tools;
  const table = el("tbody");
  const curves = el("div", { class: "plot-holder" });
  const costs = el("div", { class: "plot-holder" });
  let rows: readonly Row[] = [];
  const cost = new Map<string, Cost[]>();
  let asked: unknown = null;
  const draw = (): void => {
    table.replaceChildren(...rows.map((row) => el("tr", {},
      el("th", { scope: "row" }, swatch(colorOf(row.method)), say(methodWord(row.method))),
      el("td", {}, say(`short_${row.status}` as Word)),
      el("td", {}, String(row.iterations)),
      el("td", {}, say("micros", { value: amount(row.micros) })),
      el("td", {}, amount(row.error)))));
    const lines = rows.filter((row) => row.errors.length > 1).map((row): Curve => ({ points: row.errors.map((y, x) => [x, y] as const), color: colorOf(row.method), label: row.method }));
    curves.replaceChildren(...(lines.length > 0 ? [drawPlot(lines, { label: say("compareCurves") }).picture] : []));
    const measured = [...cost].filter(([, list]) => list.length > 1).map(([method, list]): Curve => ({ points: list.map(({ bones, micros }) => [bones, micros] as const), color: colorOf(method), label: method }));
    costs.replaceChildren(...(measured.length > 0 ? [drawPlot(measured, { logarithmic: true, label: say("compareCost") }).picture] : []));
  };
  const measure = (): void => {
    const { question } = store.derived();
    asked = question.prepared;
    rows = [];
    draw();
    const todo = [...methodsFor(question)];
    inTurns(() => {
      const method = todo.shift();
      if (method === undefined || asked !== question.prepared) return false;
      rows = [...rows, compareRow(store.kernel, question, method, clock)];
      draw();
      return true;
    });
  };
  const measureCost = (): void => {
    cost.clear();
    const todo = ALL_METHODS.flatMap((method) => COST_BONES.map((bones) => [method, bones] as const));
    inTurns(() => {
      const item = todo.shift();
      if (item === undefined) return false;
      const [method, bones] = item;
      cost.set(method, [...(cost.get(method) ?? []), costOf(store.kernel, method, bones, clock)]);
      draw();
      return true;
    });
  };
  const element = el("div", { class: "compare" },
    el("p", { class: "why" }, word("compareHelp")),
    el("div", { class: "scroll", tabindex: 0, role: "region", "data-t-label": "tabCompare", "aria-label": say("tabCompare") }, el("table", { id: "compare-table" }, el("thead", {}, el("tr", {},
      ...(["compareMethod", "compareStatus", "compareIterations", "compareTime", "compareError"] as const).map((key) => el("th", { scope: "col" }, word(key))))), table)),
    button("compareRun", measure), el("h2", {}, word("compareCurves")), curves,
    el("h2", {}, word("compareCost")), costs, el("p", { class: "why" }, word("compareCostNote")), button("compareCostRun", measureCost));
  let language = "";
  const update = (): void => {
    const { question } = store.derived();
    if (asked === null || (!store.dragging && asked !== question.prepared)) measure();
    else if (language !== currentLanguage()) draw();
    language = currentLanguage();
  };
  return { element, update };
}

/** One measurement a turn, so that the page stays awake; ends when `next` says that nothing is left. */
function inTurns(next: () => boolean): void {
  setTimeout(() => next() && inTurns(next));
}

function swatch(color: string): HTMLElement {
  const mark = el("i", { class: "swatch", "aria-hidden": "true" });
  mark.style.background = color;
  return mark;
}
