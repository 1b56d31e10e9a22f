/** Panels of which one is shown; arrow keys go from tab to tab. */
import { el } from "./dom";
import type { Panel, TabName } from "./panel";
import { say, type Word } from "./words";

const WORDS: Readonly<Record<TabName, Word>> = { story: "tabStory", change: "tabChange", cases: "tabCases", compare: "tabCompare", share: "tabShare" };

export function tabs(bar: HTMLElement, holder: HTMLElement, makers: Readonly<Record<TabName, () => Panel>>): { open: (name: TabName) => void; update: () => void } {
  const names = Object.keys(makers) as TabName[];
  const made = new Map<TabName, Panel>();
  let shown: TabName = "story";
  const buttons = names.map((name) => el("button", {
    type: "button", role: "tab", id: `tab-${name}`, "aria-controls": `panel-${name}`, "data-t": WORDS[name], onclick: () => open(name),
  }, say(WORDS[name])));
  const open = (name: TabName): void => {
    shown = name;
    names.forEach((own, k) => {
      buttons[k].setAttribute("aria-selected", String(own === name));
      buttons[k].tabIndex = own === name ? 0 : -1;
      document.getElementById(`panel-${own}`)!.hidden = own !== name;
    });
    // Made when first looked at: the page is there sooner.
    if (!made.has(name)) {
      const panel = makers[name]();
      made.set(name, panel);
      document.getElementById(`panel-${name}`)!.append(panel.element);
    }
    made.get(name)!.update();
  };
  bar.append(...buttons);
  holder.append(...names.map((name) => el("div", { role: "tabpanel", id: `panel-${name}`, "aria-labelledby": `tab-${name}`, tabindex: 0 })));
  bar.addEventListener("keydown", (event) => {
    const move = { ArrowRight: 1, ArrowLeft: -1, Home: -names.length, End: names.length }[(event as KeyboardEvent).key];
    if (move === undefined) return;
    event.preventDefault();
    const at = Math.abs(move) === 1 ? (names.indexOf(shown) + move + names.length) % names.length : move < 0 ? 0 : names.length - 1;
    open(names[at]);
    buttons[at].focus();
  });
  open("story");
  return { open, update: () => made.get(shown)!.update() };
}
