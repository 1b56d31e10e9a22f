/** The built page in Debian's Firefox: it opens, drags, and gives the bits that Python gives. */
import assert from "node:assert/strict";
import { after, test } from "node:test";
import puppeteer from "puppeteer-core";
import { METHODS } from "../../../bindings/wasm/fabrikit.mjs";
import { bitsOf, parseHexFloat, readCases, vectorFiles } from "../../../tests/wasm/golden.mjs";
import { askOf, solveAll } from "../e2e/questions.mjs";
import { served } from "../served.mjs";

const FILE = new URL("../../../simulation/index.html", import.meta.url).href;
const AT_ONCE = 200;

let browser;
const launched = async () =>
  (browser ??= await puppeteer.launch({ browser: "firefox", executablePath: process.env.FIREFOX ?? "/usr/bin/firefox-esr", headless: true, timeout: 120_000, protocolTimeout: 180_000 }));
after(async () => browser?.close());

/** Open the page, act, and hold it to what always must be: no message, and no request beyond the file. */
async function withPage(address, act) {
  const page = await (await launched()).newPage();
  await page.setViewport({ width: 1280, height: 800 });
  const [messages, requests] = [[], []];
  page.on("console", (message) => messages.push(`${message.type()}: ${message.text()}`));
  page.on("pageerror", (error) => messages.push(`error: ${error.message}`));
  page.on("request", (request) => requests.push(request.url()));
  try {
    await page.goto(address, { waitUntil: "load", timeout: 60_000 });
    await page.waitForSelector("html[data-ready]", { timeout: 60_000 });
    await act(page);
    assert.deepEqual(messages, [], "console messages");
    const own = new URL(address).origin === "null" ? [address] : [address, `${new URL(address).origin}/`];
    assert.deepEqual(requests.filter((url) => !/^(data|blob):/.test(url) && !own.includes(url.split(/[?#]/)[0])), [], "requests beyond the file");
  } finally {
    await page.close();
  }
}

const targetOf = (page) => page.evaluate(() => [...globalThis.fabrikit.store.state.targets[globalThis.fabrikit.store.state.at].position]);
const pixelOf = (page, point) =>
  page.evaluate((at) => {
    const box = document.getElementById("canvas").getBoundingClientRect();
    const [x, y] = globalThis.fabrikit.painter.view().at(at);
    return [x + box.left, y + box.top];
  }, point);

test("the file opens in Firefox, the target is dragged, and the chain follows", async () => {
  await withPage(FILE, async (page) => {
    const [from, to] = [await pixelOf(page, await targetOf(page)), await pixelOf(page, [-0.3, 0.25])];
    await page.mouse.move(...from);
    await page.mouse.down();
    await page.mouse.move(...to, { steps: 6 });
    await page.mouse.up();
    const target = await targetOf(page);
    [-0.3, 0.25].forEach((x, k) => assert.ok(Math.abs(target[k] - x) < 0.02, `the target is at ${target}`));
    const { status, tip } = await page.evaluate(() => {
      const { answer } = globalThis.fabrikit.store.derived();
      return { status: answer.status, tip: [...answer.positions.slice(-2)] };
    });
    assert.equal(status, "REACHED");
    tip.forEach((x, k) => assert.ok(Math.abs(x - target[k]) < 0.01, `the tip is at ${tip}`));
  });
});

test("the page that fabrikit sim serves shows the body in Firefox", async () => {
  await served(["human-arm"], (address) =>
    withPage(address, async (page) => {
      assert.equal(await page.evaluate(() => globalThis.fabrikit.store.state.body.types.length), 4);
      assert.equal(await page.evaluate(() => globalThis.fabrikit.store.state.body.dimension), 3);
    }),
  );
});

test("Firefox gives the golden bits", async () => {
  await withPage(FILE, async (page) => {
    let compared = 0;
    for (const file of vectorFiles().filter((name) => /^(solve|limits)/.test(name))) {
      const cases = readCases(file).filter((c) => c.kind.startsWith("solve") && METHODS.includes(c.word("method")));
      for (let first = 0; first < cases.length; first += AT_ONCE) {
        const some = cases.slice(first, first + AT_ONCE);
        const answers = await page.evaluate(solveAll, some.map(askOf));
        answers.forEach((answer, k) => {
          const expected = some[k].gives.get("position").flat().map(parseHexFloat);
          assert.deepEqual(answer.positions.map(bitsOf), expected.map(bitsOf), `${file}: ${some[k].name}`);
          assert.equal(answer.status, some[k].gives.get("status")[0][0], some[k].name);
          compared += 1;
        });
      }
    }
    assert.ok(compared > 100, `only ${compared} cases were compared`);
  });
});
