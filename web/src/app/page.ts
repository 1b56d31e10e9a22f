/** The page put together: one store, one picture, panels around it, and a frame whenever something has changed. */
import type { Kernel } from "../kernel";
import { Refusal } from "../model/read";
import { linkOf, stateOfLink } from "../sim/permalink";
import { firstScene, stateOf } from "../sim/state";
import { Store } from "../sim/store";
import { casesPanel } from "../ui/casesPanel";
import { changePanel } from "../ui/changePanel";
import { comparePanel } from "../ui/comparePanel";
import { el, translate } from "../ui/dom";
import { forwardPanel } from "../ui/forwardPanel";
import type { Panel, TabName, Tools } from "../ui/panel";
import { errorPlot } from "../ui/plot";
import { sharePanel } from "../ui/sharePanel";
import { statusText } from "../ui/status";
import { stepper, togglePlay } from "../ui/stepper";
import { storyPanel } from "../ui/storyPanel";
import { tabs } from "../ui/tabs";
import { treePanel } from "../ui/treePanel";
import { walked } from "../sim/tree";
import { toolbar } from "../ui/toolbar";
import { currentLanguage, say, setLanguage, type Word } from "../ui/words";
import { listenToKeys } from "./keys";
import { Painter } from "./painter";
import { Pointer } from "./pointer";
import { makeTools } from "./tools";

const clock = (): number => performance.now();
const byId = (id: string): HTMLElement => document.getElementById(id)!;

export async function startPage(kernel: Kernel): Promise<void> {
  const embedded = new URLSearchParams(location.search).has("embed");
  document.documentElement.classList.toggle("embed", embedded);
  const canvas = byId("canvas") as HTMLCanvasElement;
  const store = new Store(kernel, stateOf(firstScene()), refuse);
  store.dispatch({ type: "start", pose: kernel.forward(2, store.state.body.joints, Float64Array.of(1.9, -0.55, -0.55, -0.5, -0.5)) });
  const painter = new Painter(canvas, store, clock);
  let tools: Tools;
  const frames = frameLoop(store, painter, () => update());
  const pointer = new Pointer(canvas, store, painter, frames.ask);
  let openTab: (name: TabName) => void = () => undefined;
  tools = makeTools({
    store, painter, canvas, clock, tell, refuse, changed: frames.ask,
    openTab: (name) => openTab(name),
    drawing: { get: () => pointer.drawing, set: (on) => (pointer.drawing = on) },
  });
  const bar = toolbar(tools);
  const under = { steps: stepper(tools), plot: errorPlot(tools), forward: forwardPanel(tools), tree: treePanel(tools) };
  byId("toolbar").append(bar.element);
  byId("under").append(under.steps.element, under.plot.element, under.forward.element, under.tree.element);
  const panels: Record<TabName, Panel> = { story: storyPanel(tools), change: changePanel(tools), cases: casesPanel(tools), compare: comparePanel(tools), share: sharePanel(tools) };
  const open = tabs(byId("tabs"), byId("panels"), panels);
  openTab = open.open;
  const update = (): void => {
    const forward = store.state.mode === "forward";
    const branches = store.state.tree !== null;
    under.steps.element.hidden = under.plot.element.hidden = forward || branches;
    under.forward.element.hidden = !forward || branches;
    under.tree.element.hidden = !branches;
    under.tree.update();
    bar.update();
    if (forward && !branches) under.forward.update();
    else if (!branches) [under.steps, under.plot].forEach((panel) => panel.update());
    panels[open.shown()].update();
    sayStatus(statusText(store), store.derived().step?.now.pass ?? "");
  };
  listenToKeys(canvas, tools, painter, () => togglePlay(tools));
  listenToPage(tools, painter, frames.ask);
  if (embedded) byId("under").append(el("p", {}, el("a", { href: location.href.replace("?embed", ""), target: "_blank", rel: "noopener", "data-t": "openFull" }, say("openFull"))));
  painter.showHint();
  await followAddress(store);
  store.subscribe(frames.ask);
  frames.ask();
  // For the curious at the console, and for the tests: the state, the kernel and the picture of this page.
  Object.assign(globalThis, { fabrikit: { store, kernel, painter } });
  document.documentElement.dataset.ready = "true";
}

/** Draws once for all changes of a frame; ticks while something plays. */
function frameLoop(store: Store, painter: Painter, update: () => void): { ask: () => void } {
  let asked = false;
  const ask = (): void => {
    if (asked) return;
    asked = true;
    requestAnimationFrame(frame);
  };
  const frame = (): void => {
    asked = false;
    const { tree } = store.state;
    if (tree !== null && store.state.playing === "path") {
      // Every moment begins with the rest pose: what moves by itself must not drift.
      store.dispatch({ type: "tree", tree: { ...walked(store.kernel, tree), start: null } });
    } else if (store.state.playing !== "no") {
      store.dispatch({ type: "tick", now: clock(), steps: store.derived().timeline?.steps.length ?? 0 });
      if (store.state.startFrom === "last") store.dispatch({ type: "settle", pose: store.derived().answer.positions });
    }
    update();
    painter.draw();
    const painting = store.state.layers.portrait !== "off" && painter.portrait.work();
    if (painting || store.state.playing !== "no") ask();
  };
  return { ask };
}

let spoken = "";
let speaking = 0;
/** Shown at once, read out when it has been still: a drag would make a screen reader stammer. */
function sayStatus(text: string, pass: string): void {
  if (text === spoken) return;
  spoken = text;
  const status = byId("status");
  status.setAttribute("aria-busy", "true");
  status.textContent = text;
  status.dataset.pass = pass;
  clearTimeout(speaking);
  speaking = window.setTimeout(() => status.setAttribute("aria-busy", "false"), 400);
}

let telling = 0;
function tell(text: string, kind: "told" | "refused" = "told"): void {
  const notice = byId("notice");
  notice.className = `notice ${kind}`;
  notice.firstElementChild!.textContent = text;
  notice.hidden = false;
  clearTimeout(telling);
  if (kind === "told") telling = window.setTimeout(() => (notice.hidden = true), 4000);
}

function refuse(refusal: Refusal): void {
  tell(say("refused", { why: say(`refuse_${refusal.why}` as Word, refusal.values) }), "refused");
}

function listenToPage({ store, open }: Tools, painter: Painter, ask: () => void): void {
  byId("notice").querySelector("button")!.addEventListener("click", () => (byId("notice").hidden = true));
  byId("language").addEventListener("click", () => {
    setLanguage(currentLanguage() === "en" ? "uk" : "en");
    showLanguage();
    ask();
  });
  showLanguage();
  new ResizeObserver(ask).observe(byId("canvas"));
  for (const query of ["(prefers-color-scheme: dark)", "(forced-colors: active)"]) {
    matchMedia(query).addEventListener("change", () => {
      painter.forgetTheme();
      ask();
    });
  }
  document.addEventListener("dragover", (event) => event.preventDefault());
  document.addEventListener("drop", (event) => {
    event.preventDefault();
    const file = event.dataTransfer?.files[0];
    if (file !== undefined) void file.text().then((text) => open(text, file.name));
  });
  const write = debounced(600, () => void linkOf(store.state).then((link) => history.replaceState(null, "", `#${link}`)));
  store.subscribe(() => {
    if (store.state.playing === "no" && !store.dragging) write();
  });
}

function showLanguage(): void {
  const language = currentLanguage();
  document.documentElement.lang = language;
  byId("language").lang = language === "en" ? "uk" : "en";
  translate(document);
  document.title = say("title");
}

/** What the address says at the start and whenever it is typed anew. */
async function followAddress(store: Store): Promise<void> {
  const read = async (): Promise<void> => {
    const link = location.hash.slice(1);
    if (link === "" || link === "canvas") return;
    try {
      store.replace(await stateOfLink(store.kernel, link));
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      refuse(error);
    }
  };
  window.addEventListener("hashchange", () => void read());
  await read();
}

function debounced(wait: number, action: () => void): () => void {
  let timer = 0;
  return () => {
    clearTimeout(timer);
    timer = window.setTimeout(action, wait);
  };
}
