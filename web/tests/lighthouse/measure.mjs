/** What `scripts/bench page` measures in Chromium: one JSON object a line. Arguments: effort, sections. */
import { served } from "../served.mjs";
import { audit, launchChromium } from "./run.mjs";

const BONES = 1000;
const SLOWED = 4;
const [effort, ...sections] = [Number(process.argv[2]), ...process.argv.slice(3)];
const say = (entry) => console.log(JSON.stringify(entry));
const times = (count) => Math.max(1, Math.round(count * effort));

/** Quantile of a list, the value below which `share` of it lies. */
const quantile = (list, share) => list.toSorted((a, b) => a - b)[Math.min(list.length - 1, Math.floor(share * list.length))];

async function withPage(address, slowed, act) {
  const browser = await launchChromium();
  try {
    const page = await browser.newPage();
    await page.setViewport({ width: 1280, height: 800 });
    await page.evaluateOnNewDocument(() => {
      globalThis.interactions = new Map();
      new PerformanceObserver((list) => {
        for (const { interactionId, duration } of list.getEntries()) if (interactionId > 0) interactions.set(interactionId, Math.max(duration, interactions.get(interactionId) ?? 0));
      }).observe({ type: "event", durationThreshold: 16 });
    });
    await page.goto(address);
    await page.waitForSelector("html[data-ready]");
    await page.emulateCPUThrottling(slowed);
    await act(page);
  } finally {
    await browser.close();
  }
}

async function loading(address) {
  for (const form of ["mobile", "desktop"]) {
    const runs = [];
    for (let run = 0; run < times(3); run += 1) runs.push(await audit(address, { form, categories: ["performance"] }));
    runs.sort((a, b) => b.scores.performance - a.scores.performance);
    say({ section: "loading", form, ...runs[0], scores: runs.map(({ scores }) => scores.performance) });
  }
}

/** Clicks, drags and keys over every panel; the slowest but one in fifty is the INP, as browsers count it. */
async function interactions(address) {
  await withPage(address, SLOWED, async (page) => {
    const still = () => page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done, 60))));
    const canvas = await (await page.$("#canvas")).boundingBox();
    let count = 0;
    const act = async (what) => {
      await what();
      await still();
      count += 1;
    };
    for (let round = 0; round < times(3); round += 1) {
      for (let k = 0; k < 8; k += 1) {
        await act(() => page.mouse.click(canvas.x + canvas.width * (0.35 + 0.04 * k), canvas.y + canvas.height * (0.3 + 0.05 * ((k * 3) % 8))));
        await act(async () => {
          await page.focus("#canvas");
          await page.keyboard.press(["ArrowLeft", "ArrowUp", ",", "."][k % 4]);
        });
      }
      for (const tab of ["change", "cases", "compare", "share", "story"]) await act(() => page.click(`#tab-${tab}`));
      await act(() => page.click("#language"));
      await page.click("#tab-cases");
      for (const name of ["tentacle", "textbook"]) if ((await page.$(`[data-preset="${name}"]`)) !== null) await act(() => page.click(`[data-preset="${name}"]`));
      await page.click("#tab-story");
    }
    await new Promise((done) => setTimeout(done, 500));
    const slow = await page.evaluate(() => [...interactions.values()]);
    const all = [...slow.toSorted((a, b) => b - a), ...Array(Math.max(0, count - slow.length)).fill(0)];
    say({ section: "interactions", slowed: SLOWED, count, inp: all[Math.floor(count / 50)], worst: all[0], median: all[Math.floor(count / 2)] });
  });
}

/** One frame of a long chain: the target moves, the chain is solved and drawn. */
async function frames(address) {
  for (const slowed of [1, SLOWED]) {
    await withPage(address, slowed, async (page) => {
      const spent = await page.evaluate(
        async ({ bones, moves }) => {
          const { store, painter } = globalThis.fabrikit;
          store.dispatch({ type: "bones", count: bones });
          store.dispatch({ type: "options", change: { method: "auto" } });
          store.dispatch({ type: "startFrom", from: "last" });
          const { outer } = store.derived().prepared.chain;
          const base = store.derived().base;
          const spent = [];
          for (let k = 0; k < moves; k += 1) {
            const angle = (k / moves) * 4 * Math.PI;
            const radius = outer * (0.55 + 0.3 * Math.sin(angle * 1.7));
            store.dragging = true; // as while a pointer drags: that is what must be fluent
            const began = performance.now();
            store.dispatch({ type: "move", handle: "target", to: [base[0] + radius * Math.cos(angle), base[1] + radius * Math.sin(angle)] });
            const { answer } = store.derived();
            painter.draw();
            spent.push(performance.now() - began);
            if (answer.status !== "REACHED") throw new Error(`a target inside the reach ended ${answer.status}`);
            store.dispatch({ type: "settle", pose: answer.positions });
            await new Promise(requestAnimationFrame);
          }
          return spent;
        },
        { bones: BONES, moves: times(600) },
      );
      say({ section: "frames", slowed, bones: BONES, moves: spent.length, p50: quantile(spent, 0.5), p95: quantile(spent, 0.95), max: Math.max(...spent) });
    });
  }
}

const MEASURES = { loading, interactions, frames };
await served([], async (address) => {
  for (const name of sections) await MEASURES[name](address);
});
