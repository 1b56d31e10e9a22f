/** Takes the picture of the simulation that the README shows: docs/images/simulation.webp. */
import { fileURLToPath } from "node:url";
import puppeteer from "puppeteer-core";

const PAGE = new URL("../../simulation/index.html", import.meta.url).href;
const PICTURE = fileURLToPath(new URL("../../docs/images/simulation.webp", import.meta.url));
/** Steps shown: the middle of the first backward pass, where both passes are to be seen. */
const STEP = 8;

const browser = await puppeteer.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: ["--no-sandbox", "--lang=en-US"] });
try {
  const page = await browser.newPage();
  await page.setViewport({ width: 1280, height: 800 });
  await page.emulateMediaFeatures([{ name: "prefers-color-scheme", value: "light" }]);
  await page.goto(PAGE);
  await page.waitForSelector("html[data-ready]");
  await page.evaluate((done) => globalThis.fabrikit.store.dispatch({ type: "step", done }), STEP);
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
  await page.screenshot({ path: PICTURE, type: "webp", quality: 82 });
} finally {
  await browser.close();
}
