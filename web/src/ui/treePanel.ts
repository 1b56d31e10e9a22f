/** Under the figure of a body that branches: what to do with it, its gait, and every target by number. */
import { tipsOf, treeStateOf } from "../sim/tree";
import { button, el, numberField, refill, setField, word } from "./dom";
import type { Panel, Tools } from "./panel";
import { amount, currentLanguage, say } from "./words";

export function treePanel({ store }: Tools): Panel {
  const play = button("treePlay", () => {
    const { tree, playing } = store.state;
    if (tree === null) return;
    const gait = tree.gait !== "none" ? tree.gait : tree.tree.wishes.length > 1 && tipsOf(tree.tree).length < 8 ? "poses" : "walk";
    store.dispatch({ type: "tree", tree: { ...tree, gait }, playing: playing === "no" });
  }, { id: "tree-play" });
  const rest = button("treeRest", () => store.state.tree !== null && store.dispatch({ type: "tree", tree: treeStateOf(store.kernel, { ...store.state.tree.tree, wishes: [] }), playing: false }));
  const body = el("tbody");
  const table = el("div", { class: "scroll", tabindex: 0, role: "region", "data-t-label": "places", "aria-label": say("places") },
    el("table", { id: "tree-table" }, el("thead", {}, el("tr", {}, el("th", { scope: "col" }, word("target")), ...["x", "y", "z"].map((axis) => el("th", { scope: "col" }, axis)), el("th", { scope: "col" }, word("tableError")))), body));
  const element = el("div", { id: "tree", class: "tree" }, el("p", { class: "why" }, word("treeHelp")), el("div", { class: "row" }, play, rest), el("details", {}, el("summary", {}, word("places")), table));
  const update = (): void => {
    const { tree } = store.state;
    const answer = store.derived().tree;
    if (tree === null || answer === null) return;
    play.setAttribute("aria-pressed", String(store.state.playing === "path"));
    refill(body, `${tree.wishes.map((wish) => wish.joint).join()} ${currentLanguage()}`, () => tree.wishes.map((wish, index) => {
      const name = tree.tree.names[wish.joint];
      const fields = [0, 1, 2].map((axis) => el("td", {}, numberField("", (value) => {
        const now = store.state.tree!.wishes[index].position;
        store.dispatch({ type: "wish", wish: index, to: now.map((x, k) => (k === axis ? value : x)) });
      }, { "aria-label": `${name} ${"xyz"[axis]}`, step: 0.01 }).input));
      return el("tr", {}, el("th", { scope: "row" }, name), ...fields, el("td"));
    }));
    [...body.rows].forEach((row, index) => {
      row.querySelectorAll("input").forEach((input, axis) => setField(input, String(Number(tree.wishes[index].position[axis].toPrecision(4)))));
      row.cells[4].textContent = amount(answer.errors[index]);
    });
  };
  return { element, update };
}
