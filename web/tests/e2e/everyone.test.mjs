/** For everyone: keyboard, screen readers, schemes, sizes, languages, safety (points 17, 18 and the yardsticks). */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import test from "node:test";
import { frame, openTab, PAGE, pixels, shown, withPage } from "./browser.mjs";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
const TABS = ["story", "change", "cases", "compare", "share"];

for (const scheme of ["light", "dark"]) {
  for (const width of [1280, 360]) {
    for (const locale of ["en-US", "uk-UA"]) {
      test(`axe finds nothing: ${scheme}, ${width} px, ${locale}`, async () => {
        await withPage({ colorScheme: scheme, width, height: 800, locale, bypassCSP: true }, async (page) => {
          await page.evaluate(AXE);
          const check = async (name) => {
            const violations = await page.evaluate(async (tags) => (await globalThis.axe.run(document, { runOnly: tags })).violations.map(({ id, nodes }) => [id, nodes.map((node) => node.html.slice(0, 160))]), TAGS);
            assert.deepEqual(violations, [], name);
          };
          for (const tab of TABS) {
            await openTab(page, tab);
            await check(tab);
          }
          await page.locator("#toolbar button").nth(1).click();
          await check("forward");
          await page.locator("#toolbar button").nth(3).click();
          await openTab(page, "change");
          await check("3D");
        });
      });
    }
  }
}

test("17: everything is reached with Tab, in order, and worked by keys alone", async () => {
  await withPage({}, async (page) => {
    const visited = [];
    for (let k = 0; k < 60; k += 1) {
      await page.keyboard.press("Tab");
      visited.push(await page.evaluate(() => document.activeElement.id || document.activeElement.getAttribute("aria-label") || document.activeElement.textContent.slice(0, 30)));
    }
    for (const name of ["language", "canvas", "Play the steps", "Step", "tab-story"]) assert.ok(visited.includes(name), `${name} is not among ${visited}`);
    assert.ok(visited.indexOf("canvas") < visited.indexOf("tab-story"));
    await page.focus("#canvas");
    const before = (await shown(page)).target;
    await page.keyboard.press("Shift+ArrowLeft");
    assert.ok((await shown(page)).target[0] < before[0] - 0.09);
    await page.keyboard.press(",");
    assert.equal((await shown(page)).done, (await shown(page)).steps - 1);
    await page.keyboard.press(" ");
    assert.equal((await shown(page)).playing, "steps");
    await page.keyboard.press(" ");
    await page.focus("#tab-story");
    await page.keyboard.press("ArrowRight");
    assert.equal(await page.getAttribute("#tab-change", "aria-selected"), "true");
    assert.equal(await page.locator("#panel-change").isVisible(), true);
  });
});

test("17: a live region says how the solve ended, and a table lists the joints", async () => {
  await withPage({}, async (page) => {
    assert.equal(await page.getAttribute("#status", "aria-live"), "polite");
    await openTab(page, "cases");
    await page.click('[data-failure="collinear"] button:nth-child(1)');
    await page.waitForFunction(() => /Stuck/.test(document.getElementById("status").textContent) && document.getElementById("status").getAttribute("aria-busy") === "false");
    await openTab(page, "change");
    const rows = await page.$$eval("#joint-table tbody tr", (list) => list.map((row) => row.cells[1].textContent));
    const { pose } = await shown(page);
    assert.equal(rows.length, pose.length / 2);
    assert.equal(rows[1], `(${[pose[2], pose[3]].map((x) => new Intl.NumberFormat("en", { maximumFractionDigits: 3 }).format(x)).join("; ")})`);
    const tree = await (await page.context().newCDPSession(page)).send("Accessibility.getFullAXTree");
    const roles = tree.nodes.filter((node) => !node.ignored).map((node) => node.role?.value);
    for (const role of ["application", "status", "tablist", "table", "slider", "heading"]) assert.ok(roles.includes(role), role);
  });
});

test("17: targets are at least 24 px wide and high, or stand in a sentence", async () => {
  for (const width of [1280, 360]) {
    await withPage({ width, height: 800 }, async (page) => {
      for (const tab of TABS) {
        await openTab(page, tab);
        const small = await page.$$eval("button, select, input, summary, a", (elements) =>
          elements.filter((element) => element.checkVisibility() && !element.classList.contains("claim") && !element.classList.contains("skip") && element.type !== "file")
            .map((element) => ({ text: element.outerHTML.slice(0, 90), box: element.getBoundingClientRect() }))
            .filter(({ box }) => box.width < 24 || box.height < 24).map(({ text, box }) => `${text} ${box.width}x${box.height}`));
        assert.deepEqual(small, [], `${tab} at ${width}`);
      }
    });
  }
});

test("18: nothing overflows from 320 px to 2560 px, in any panel and both languages", async () => {
  for (const [width, height] of [[320, 640], [360, 740], [768, 1024], [1280, 800], [2560, 1440]]) {
    for (const locale of ["en-US", "uk-UA"]) {
      await withPage({ width, height, locale }, async (page) => {
        for (const tab of TABS) {
          await openTab(page, tab);
          await frame(page);
          const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
          assert.ok(over <= 0, `${tab} at ${width} px in ${locale}: ${over} px too wide`);
        }
      });
    }
  }
});

test("18: the dark scheme, forced colours and reduced motion are followed", async () => {
  const paper = async (page) => (await pixels(page)).evaluate((data) => data[8] + data[9] + data[10]);
  await withPage({ colorScheme: "dark" }, async (page) => assert.ok((await paper(page)) < 150));
  await withPage({ colorScheme: "light" }, async (page) => {
    assert.ok((await paper(page)) > 650);
    await page.emulateMedia({ colorScheme: "dark" });
    await frame(page);
    assert.ok((await paper(page)) < 150, "and followed when it changes");
  });
  await withPage({ forcedColors: "active" }, async (page) => assert.equal(await page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue("--paper").trim()), "Canvas"));
  await withPage({ reducedMotion: "reduce" }, async (page) => {
    await page.locator('[data-claim="inverse"]').first().click();
    await openTab(page, "cases");
    await page.click('[data-preset="tentacle"]');
    assert.equal((await shown(page)).playing, "no");
  });
});

test("18: the browser's language is taken, and the button changes every word", async () => {
  await withPage({ locale: "uk-UA" }, async (page) => {
    assert.equal(await page.evaluate(() => document.documentElement.lang), "uk");
    assert.equal(await page.title(), "Як ланцюг дотягується");
    for (const tab of TABS) {
      await openTab(page, tab);
      const latin = await page.evaluate(() => {
        const words = [];
        const keys = /Shift|Alt|Page (Up|Down)|[23]D|[TBPR](?=[ ,—])/g;
        const allowed = /^(English|FABRIK|fabrikit|Python|PNG|SVG|WebM|JSON|[23]D|Forward|And|Backward|Reaching|Inverse|Kinematics|Graphical|Models|A|fast|iterative|solver|for|the|problem|x|y|z|p|t|b|mk?c?)$/;
        const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
        for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
          if (["SCRIPT", "STYLE", "NOSCRIPT", "TEXTAREA"].includes(node.parentElement.tagName) || !node.parentElement.checkVisibility()) continue;
          for (const word of node.textContent.replaceAll(keys, "").match(/[A-Za-z]+/g) ?? []) if (!allowed.test(word)) words.push(word);
        }
        return words;
      });
      assert.deepEqual(latin, [], tab);
    }
    await page.click("#language");
    assert.equal(await page.evaluate(() => document.documentElement.lang), "en");
    assert.equal(await page.textContent("#tab-story"), "Story");
    assert.equal(await page.textContent("h1"), "How a chain reaches");
  });
});

test("the policy allows nothing from outside, no inline code but the page's own, and no eval", async () => {
  await withPage({}, async (page) => {
    const policy = await page.getAttribute('meta[http-equiv="Content-Security-Policy"]', "content");
    for (const part of ["default-src 'none'", "'wasm-unsafe-eval'", "img-src data: blob:", "media-src blob:", "worker-src blob:", "connect-src 'none'"]) assert.ok(policy.includes(part), part);
    assert.ok(!/'unsafe-(inline|eval)'/.test(policy.replace("'wasm-unsafe-eval'", "")));
    assert.equal(await page.evaluate(() => localStorage.length + document.cookie.length), 0, "nothing is stored");
  });
});

test("without WebAssembly the page says so instead of breaking", async () => {
  const { chromium } = await import("playwright-core");
  const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: ["--no-sandbox"] });
  const page = await browser.newPage();
  await page.addInitScript(() => delete globalThis.WebAssembly);
  await page.goto(PAGE);
  await page.waitForFunction(() => /WebAssembly/.test(document.querySelector("#notice span").textContent));
  await browser.close();
});
