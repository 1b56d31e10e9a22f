/** The built page in Debian's Chromium: opened from its file, watched for messages and requests. */
import assert from "node:assert/strict";
import { after } from "node:test";
import { chromium } from "playwright-core";

export const PAGE = new URL("../../../simulation/index.html", import.meta.url).href;

let browser;
const launched = async () => (browser ??= await chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: ["--no-sandbox"] }));
after(async () => browser?.close());

/**
 * Open the page, run `act` with it, and hold it to what always must be: no message on the console, no error, and no
 * request beyond the file itself (`also`: the addresses that the server leads to).
 */
export async function withPage(options, act) {
  const { query = "", width = 1280, height = 800, locale = "en-US", address = PAGE, also = [], ...context } = options;
  const own = await (await launched()).newContext({ viewport: { width, height }, locale, acceptDownloads: true, reducedMotion: "reduce", ...context });
  const page = await own.newPage();
  const [messages, requests] = [[], []];
  page.on("console", (message) => messages.push(`${message.type()}: ${message.text()}`));
  page.on("pageerror", (error) => messages.push(`error: ${error.message}`));
  page.on("request", (request) => requests.push(request.url()));
  try {
    await page.goto(address + query);
    await page.waitForSelector("html[data-ready]");
    await act(page);
    assert.deepEqual(messages, [], "console messages");
    assert.deepEqual(requests.filter((url) => !/^(data|blob):/.test(url) && ![address, ...also].includes(url.split(/[?#]/)[0])), [], "requests beyond the file");
  } finally {
    await own.close();
  }
}

/** What the page shows, as plain data. */
export const shown = (page) =>
  page.evaluate(() => {
    const { store } = globalThis.fabrikit;
    const { state } = store;
    const { answer, timeline, pose, step, cut, nearest, shapes } = store.derived();
    return {
      dimension: state.body.dimension,
      bones: state.body.types.length,
      types: state.body.types,
      joints: [...state.body.joints],
      target: [...state.targets[state.at].position],
      targets: state.targets.length,
      at: state.at,
      base: state.options.base,
      pole: state.options.pole,
      options: { ...state.options, start: null },
      start: [...state.start],
      mode: state.mode,
      turns: [...state.turns],
      done: state.done,
      playing: state.playing,
      layers: state.layers,
      camera: state.camera,
      status: answer.status,
      error: answer.error,
      iterations: answer.iterations,
      positions: [...answer.positions],
      pose: [...pose],
      steps: timeline?.steps.length ?? 0,
      errors: timeline?.errors ?? [],
      step: step && { ...step.now },
      cut,
      nearest,
      touched: shapes.filter((shape) => shape.touched !== null).length,
      shapes: shapes.length,
    };
  });

/** Where a world point is on the screen. */
export const pixelOf = (page, point) =>
  page.evaluate((at) => {
    const box = document.getElementById("canvas").getBoundingClientRect();
    const [x, y] = globalThis.fabrikit.painter.view().at(at);
    return [x + box.left, y + box.top];
  }, point);

export async function drag(page, from, to) {
  const [a, b] = [await pixelOf(page, from), await pixelOf(page, to)];
  await page.mouse.move(...a);
  await page.mouse.down();
  for (let k = 1; k <= 5; k += 1) await page.mouse.move(a[0] + ((b[0] - a[0]) * k) / 5, a[1] + ((b[1] - a[1]) * k) / 5);
  await page.mouse.up();
}

export const openTab = (page, name) => page.click(`#tab-${name}`);

export function near(actual, expected, apart, message) {
  assert.equal(actual.length, expected.length, message);
  actual.forEach((x, k) => assert.ok(Math.abs(x - expected[k]) <= apart, `${message ?? ""} [${k}]: ${x} is not within ${apart} of ${expected[k]}`));
}

/** The pixels of the canvas, read from a copy: the page's own canvas stays on the graphics card. */
export const pixels = (page) =>
  page.evaluateHandle(() => {
    const canvas = document.getElementById("canvas");
    const copy = document.createElement("canvas");
    [copy.width, copy.height] = [canvas.width, canvas.height];
    const context = copy.getContext("2d", { willReadFrequently: true });
    context.drawImage(canvas, 0, 0);
    return context.getImageData(0, 0, copy.width, copy.height).data;
  });

/** How many pixels of the canvas are near a colour of the style sheet. */
export const pixelsNear = async (page, variable) =>
  (await pixels(page)).evaluate((data, name) => {
    const probe = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
    probe.fillStyle = getComputedStyle(document.documentElement).getPropertyValue(name);
    probe.fillRect(0, 0, 1, 1);
    const wanted = probe.getImageData(0, 0, 1, 1).data;
    let count = 0;
    for (let at = 0; at < data.length; at += 4) if (Math.abs(data[at] - wanted[0]) + Math.abs(data[at + 1] - wanted[1]) + Math.abs(data[at + 2] - wanted[2]) < 24) count += 1;
    return count;
  }, variable);

export const frame = (page) => page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
