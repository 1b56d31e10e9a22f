/** Bodies that branch, with several targets (points 8 and 10). */
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import test from "node:test";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { drag, frame, near, openTab, pixelsNear, withPage } from "./browser.mjs";

const run = promisify(execFile);
const PYTHON = fileURLToPath(new URL("../../../.venv/bin/python", import.meta.url));

const seen = (page) =>
  page.evaluate(() => {
    const { state } = globalThis.fabrikit.store;
    const { tree } = globalThis.fabrikit.store.derived();
    return tree === null ? null : {
      wishes: state.tree.wishes.map((wish) => [...wish.position]), names: state.tree.wishes.map((wish) => state.tree.tree.names[wish.joint]),
      chosen: state.tree.chosen, q: [...tree.q], errors: [...tree.errors], error: tree.error, status: tree.status, iterations: tree.iterations, playing: state.playing,
    };
  });

const open = async (page, name) => {
  await openTab(page, "cases");
  await page.click(`[data-tree="${name}"]`);
  await frame(page);
};

test("8: one target of a body is dragged, the others keep theirs; the sub-bases are ringed", async () => {
  await withPage({}, async (page) => {
    await open(page, "wholeBody");
    const before = await seen(page);
    assert.equal(before.status, "REACHED");
    const hand = before.names.findIndex((name) => name.endsWith("fingertips"));
    const to = await page.evaluate(([k, name]) => {
      const { painter, store } = globalThis.fabrikit;
      const at = store.state.tree.wishes[k].position;
      const [x, y] = painter.view().at(at);
      return painter.view().unproject([x - 30, y + 60], at, name);
    }, [hand, ""]);
    await drag(page, before.wishes[hand], to);
    const after = await seen(page);
    near(after.wishes[hand], to, 0.01);
    assert.equal(after.status, "REACHED");
    after.wishes.forEach((wish, k) => k !== hand && assert.deepEqual(wish, before.wishes[k]));
    assert.notDeepEqual(after.q, before.q);
    assert.match(await page.textContent("#status"), /All 5 targets reached/);
    assert.ok((await pixelsNear(page, "--base")) > 60, "rings in the colour of the base");
  });
});

test("8: targets by keys and by numbers; what cannot be had together is said", async () => {
  await withPage({}, async (page) => {
    await open(page, "hand");
    await page.focus("#canvas");
    await page.keyboard.press("t");
    assert.equal((await seen(page)).chosen, 1);
    const before = (await seen(page)).wishes[1];
    await page.keyboard.press("ArrowUp");
    assert.notDeepEqual((await seen(page)).wishes[1], before);
    await page.click("#tree summary");
    await page.locator("#tree-table tbody tr").first().locator("input").first().fill("0.9");
    await page.keyboard.press("Enter");
    await frame(page);
    const after = await seen(page);
    assert.equal(after.wishes[0][0], 0.9);
    assert.notEqual(after.status, "REACHED");
    assert.match(await page.textContent("#status"), /Not all of the 2 targets/);
    await page.getByRole("button", { name: "Back to a chain" }).click();
    assert.equal(await seen(page), null);
  });
});

test("8: a scene with a pole opens, draws it, bends toward it, and goes out with it", async () => {
  await withPage({}, async (page) => {
    const skeleton = ["shoulder", "elbow", "hand"].map((name, k, names) => (k === 0 ? { name } : { name, parent: names[k - 1], offset: [1, 0, 0] }));
    for (const [pole, side] of [[[0.75, 0, 1], 1], [[0.75, 0, -1], -1]]) {
      const scene = { fabrikit: 1, body: { skeleton }, targets: [{ tips: { hand: { position: [1.5, 0, 0], pole } } }] };
      await page.evaluate((content) => {
        const data = new DataTransfer();
        data.items.add(new File([content], "arm.json"));
        document.body.dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true }));
      }, JSON.stringify(scene));
      await page.waitForFunction((wanted) => globalThis.fabrikit.store.state.tree?.wishes[0].pole?.point[2] === wanted, pole[2]);
      await frame(page);
      const [height, status] = await page.evaluate(() => {
        const { tree } = globalThis.fabrikit.store.derived();
        return [tree.positions[5], tree.status];
      });
      assert.equal(status, "REACHED");
      near([height], [side * Math.sqrt(1 - 0.75 ** 2)], 0.01, "the elbow's height");
      await openTab(page, "share");
      await page.getByRole("button", { name: "Copy as Python" }).click();
      assert.ok((await page.inputValue("#copied")).includes(`"pole": [${pole.join(", ")}]`));
    }
    assert.ok((await pixelsNear(page, "--pole")) > 20, "a mark in the colour of the pole");
  });
});

test("10: the spider walks by itself where motion is welcome, and stops when asked", async () => {
  await withPage({ reducedMotion: "no-preference" }, async (page) => {
    await open(page, "spider");
    const first = await seen(page);
    assert.equal(first.playing, "path");
    await page.waitForFunction((at) => globalThis.fabrikit.store.state.tree.phase > at, 20);
    await page.click("#tree-play");
    const now = await seen(page);
    assert.equal(now.playing, "no");
    assert.equal(now.status, "REACHED");
    assert.notDeepEqual(now.wishes, first.wishes);
  });
});

test("15: the copied Python of a body gives the same bits", async () => {
  for (const name of ["hand", "spider", "wholeBody"]) {
    await withPage({}, async (page) => {
      await open(page, name);
      await page.focus("#canvas");
      for (const key of ["t", "ArrowUp", "ArrowLeft"]) await page.keyboard.press(key);
      await openTab(page, "share");
      await page.getByRole("button", { name: "Copy as Python" }).click();
      const program = await page.inputValue("#copied");
      if (name === "wholeBody") assert.match(program, /"pole": \{/, "the pole of the elbow is asked for");
      const { stdout } = await run(PYTHON, ["-c", program]);
      const [verdict, q] = stdout.trim().split("\n");
      const now = await seen(page);
      assert.deepEqual(JSON.parse(q), now.q, name);
      assert.ok(verdict.startsWith(`${now.status} ${now.iterations} `), `${verdict} is not ${now.status} ${now.iterations}`);
    });
  }
});
