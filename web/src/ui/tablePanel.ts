/** The joints as a table, for reading and for screen readers. */
import { el, refill, word } from "./dom";
import type { Panel, Tools } from "./panel";
import { amount, currentLanguage, pointText, say } from "./words";

const MOST_ROWS = 100;

export function tablePanel({ store }: Tools): Panel {
  const body = el("tbody");
  const element = el("fieldset", { class: "table" }, el("legend", {}, word("tableTitle")),
    el("div", { class: "scroll", tabindex: 0, role: "region", "data-t-label": "tableTitle", "aria-label": say("tableTitle") },
      el("table", { id: "joint-table" }, el("thead", {}, el("tr", {},
        ...(["tableJoint", "position", "tableLength", "tableState"] as const).map((key) => el("th", { scope: "col" }, key === "position" ? el("span", {}, "x; y; z") : word(key))))), body)));
  const update = (): void => {
    const { pose, prepared, shapes } = store.derived();
    const { dimension, names } = store.state.body;
    const count = Math.min(prepared.chain.bones + 1, MOST_ROWS);
    refill(body, `${count} ${currentLanguage()} ${names?.join()}`, () => Array.from({ length: count }, (_, joint) =>
      el("tr", {}, el("th", { scope: "row" }, names?.[joint] ?? (joint === 0 ? `0 · ${say("base")}` : joint === prepared.chain.bones ? `${joint} · ${say("tableTip")}` : String(joint))), el("td"), el("td"), el("td"))));
    [...body.rows].forEach((row, joint) => {
      row.cells[1].textContent = pointText(pose.subarray(joint * dimension, joint * dimension + dimension));
      row.cells[2].textContent = joint < prepared.chain.bones ? amount(prepared.lengths[joint]) : "";
      row.cells[3].textContent = shapes.some((shape) => shape.joint === joint && shape.touched !== null) ? say("tableHeld") : "";
    });
  };
  return { element, update };
}
