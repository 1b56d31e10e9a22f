/** Panels: comparing, presets, failures, portrait, sharing, embedding, the story (points 7, 10 to 12, 14 to 16, 19, 20). */
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import test from "node:test";
import { promisify } from "node:util";
import { fileURLToPath } from "node:url";
import { drag, frame, openTab, PAGE, pixels, shown, withPage } from "./browser.mjs";

const run = promisify(execFile);
const PYTHON = fileURLToPath(new URL("../../../.venv/bin/python", import.meta.url));
const at = (pose, dimension) => Array.from({ length: pose.length / dimension }, (_, k) => pose.slice(k * dimension, k * dimension + dimension));

test("7: methods side by side on one target: outcome, iterations, time and error curves; cost against bones", async () => {
  await withPage({}, async (page) => {
    await openTab(page, "compare");
    await page.waitForFunction(() => document.querySelectorAll("#compare-table tbody tr").length === 6);
    const rows = await page.$$eval("#compare-table tbody tr", (list) => list.map((row) => [...row.cells].map((cell) => cell.textContent)));
    assert.match(rows[0][0], /as published/);
    assert.match(rows[1][0], /with finish/);
    for (const row of rows) {
      assert.ok(Number(row[2]) >= 1, row.join());
      assert.match(row[3], /^[\d.,·⁰-⁹-]+ µs$/);
    }
    assert.equal(Number(rows[0][2]), (await shown(page)).iterations);
    assert.equal(await page.locator(".compare .plot-holder").first().locator("polyline").count(), rows.length);
    await page.getByRole("button", { name: "Measure the cost" }).click();
    await page.waitForFunction((count) => document.querySelectorAll(".compare .plot-holder:last-of-type polyline").length === count, rows.length, { timeout: 20_000 });
  });
});

test("10: every preset opens and solves", async () => {
  await withPage({}, async (page) => {
    await openTab(page, "cases");
    const names = await page.$$eval("[data-preset]", (cards) => cards.map((card) => card.dataset.preset));
    assert.ok(names.length >= 6);
    for (const name of names) {
      await page.click(`[data-preset="${name}"]`);
      await frame(page);
      const now = await shown(page);
      assert.ok(["REACHED", "LIMITED"].includes(now.status), `${name}: ${now.status}`);
      assert.ok(now.targets > 1, name);
    }
  });
});

test("11: each failure has a switch: the classic method fails, ours does not", async () => {
  await withPage({}, async (page) => {
    await openTab(page, "cases");
    const outcome = async (failure, side) => {
      await page.click(`[data-failure="${failure}"] button:nth-child(${side})`);
      await frame(page);
      assert.equal(await page.getAttribute(`[data-failure="${failure}"] button:nth-child(${side})`, "aria-pressed"), "true");
      return shown(page);
    };
    for (const [failure, classic, ours] of [["collinear", "STALLED", "REACHED"], ["tooNear", "ITERATION_LIMIT", "TOO_NEAR"], ["trapped", "STALLED", "REACHED"]]) {
      assert.equal((await outcome(failure, 1)).status, classic, failure);
      assert.equal((await outcome(failure, 2)).status, ours, failure);
    }
    assert.ok((await outcome("boundary", 1)).iterations > 30 * (await outcome("boundary", 2)).iterations);
    assert.equal((await outcome("zigzag", 1)).status, "REACHED");
    assert.equal((await outcome("zigzag", 2)).status, "REACHED");
  });
});

test("12: the portrait colours the plane by iterations or error, and is painted anew when a parameter changes", async () => {
  await withPage({ width: 700, height: 560 }, async (page) => {
    await openTab(page, "change");
    const colours = async () => {
      await page.waitForFunction(() => globalThis.fabrikit.painter.portrait.done);
      await frame(page);
      return (await pixels(page)).evaluate((data) => {
        const seen = new Set();
        for (let k = 0; k < data.length; k += 4) seen.add((data[k] << 16) | (data[k + 1] << 8) | data[k + 2]);
        return { count: seen.size, sum: data.reduce((sum, x, k) => (sum * 31 + x * (k % 7)) % 1000003, 7) };
      });
    };
    const choose = (k) => page.click(`.portrait .choice button:nth-child(${k})`);
    await choose(2);
    const byIterations = await colours();
    assert.ok(byIterations.count > 20);
    await choose(3);
    const byError = await colours();
    assert.notEqual(byError.sum, byIterations.sum);
    await choose(2);
    await page.selectOption("#toolbar select", "auto");
    assert.notEqual((await colours()).sum, byIterations.sum);
    await choose(1);
    assert.ok((await shown(page)).layers.portrait === "off");
  });
});

async function download(page, act) {
  const [file] = await Promise.all([page.waitForEvent("download"), act()]);
  return { name: file.suggestedFilename(), bytes: await readFile(await file.path()) };
}

test("14: a permalink brings back the full state; the address follows by itself", async () => {
  await withPage({}, async (page) => {
    await drag(page, (await shown(page)).target, [-0.35, 0.41]);
    await openTab(page, "change");
    await page.selectOption('.joint[data-joint="2"] select', "hinge");
    await page.locator("input.steps").fill("4");
    await page.waitForFunction(() => location.hash.length > 10);
    await page.waitForTimeout(800);
    const [before, link] = [await shown(page), page.url()];
    await withPage({ query: link.slice(PAGE.length) }, async (other) => assert.deepEqual(await shown(other), before));
    await openTab(page, "share");
    await page.getByRole("button", { name: "Copy a link to this state" }).click();
    await page.waitForFunction(() => document.getElementById("copied").value !== "");
    assert.equal(await page.inputValue("#copied"), link);
  });
});

test("14: the scene file goes out, through the library, and back in by the button and by drop", async () => {
  await withPage({}, async (page) => {
    await drag(page, (await shown(page)).target, [-0.35, 0.41]);
    await openTab(page, "share");
    const file = await download(page, () => page.getByRole("button", { name: "Save the scene (JSON)" }).click());
    const script = `import sys
from fabrikit.formats import dump_scene, parse_scene, solve_scene
scene = parse_scene(sys.argv[1])
result = solve_scene(scene)[0]
print(result.positions.ravel().tolist())
print(dump_scene(scene))`;
    const { stdout } = await run(PYTHON, ["-c", script, file.bytes.toString()]);
    const [line, ...rest] = stdout.split("\n");
    const before = await shown(page);
    assert.deepEqual(JSON.parse(line), before.positions);
    await page.evaluate(() => globalThis.fabrikit.store.dispatch({ type: "bones", count: 3 }));
    await page.setInputFiles("#scene-file", { name: "again.json", mimeType: "application/json", buffer: Buffer.from(rest.join("\n")) });
    await page.waitForFunction((count) => globalThis.fabrikit.store.state.body.types.length === count, before.bones);
    assert.deepEqual((await shown(page)).positions, before.positions);
    await page.evaluate((text) => {
      globalThis.fabrikit.store.dispatch({ type: "bones", count: 3 });
      const data = new DataTransfer();
      data.items.add(new File([text], "dropped.json"));
      document.body.dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true }));
    }, file.bytes.toString());
    await page.waitForFunction((count) => globalThis.fabrikit.store.state.body.types.length === count, before.bones);
    assert.deepEqual((await shown(page)).positions, before.positions);
  });
});

test("14: bad links and scenes are refused with a message, and the running scene stays", async () => {
  for (const [link, words] of [["#1.AAAA", /damaged/], ["#7.AAAA", /newer version \(7\)/]]) {
    await withPage({ query: link }, async (page) => {
      assert.match(await page.textContent("#notice span"), words);
      assert.equal((await shown(page)).bones, 5);
    });
  }
  await withPage({}, async (page) => {
    const before = await shown(page);
    const skeleton = [{ name: "a" }, { name: "b", parent: "a", offset: [1, 0, 0] }];
    const tip = (more) => JSON.stringify({ fabrikit: 1, body: { skeleton }, targets: [{ tips: { b: { position: [0, 1, 0], ...more } } }] });
    const [heavy, unbent] = [tip({ weight: 2 }), tip({ pole: [0, 0, 1] })];
    const huge = JSON.stringify({ fabrikit: 1, body: { lengths: Array(1_000_000).fill(1) } });
    for (const [text, words] of [["{", /not JSON/], ['{"fabrikit":9}', /version 9/], [huge, /1000000 bones/], ['{"fabrikit":1,"body":{"joints":[[0,0],[1e999,0]]}}', /finite/], [heavy, /for the Python library/], [unbent, /nothing bends/]]) {
      await page.evaluate((content) => {
        const data = new DataTransfer();
        data.items.add(new File([content], "bad.json"));
        document.body.dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true }));
      }, text);
      await page.waitForFunction((source) => new RegExp(source).test(document.querySelector("#notice span").textContent), words.source);
    }
    assert.deepEqual(await shown(page), before);
  });
});

/** An arm whose first limit is not measured from its rest pose, and whose bones have axes of their own. */
const WRIST = {
  fabrikit: 1,
  body: {
    joints: [[0, 0, 0], [0.1, 0, -0.33], [0.1, 0.02, -0.59], [0.12, 0, -0.78]],
    types: [
      { ball: { cone_deg: [175, 175, 60, 30], twist_deg: [-70, 90], reference: [1, 0, 0] } }, { hinge: { axis: [0, -1, 0], lower_deg: 0, upper_deg: 150 } },
      { ball: { cone: 1.2, twist: [-1.4, 1.4], stiffness: 0.2 } },
    ],
    base_direction: [0, 0, -1],
    rest_rotations: [[1, 0, 0, 0], [0.5, 0.5, 0.5, 0.5], [0.6, 0, 0.8, 0]],
  },
  targets: [{ position: [0.4, -0.2, -0.1], direction: [1, 0, 0] }, { position: [0.4, -0.2, 0.1], rotation: [0.5, 0.5, -0.5, 0.5] }, [0.3, 0.1, -0.4]],
};

test("15: the copied Python runs as pasted and gives the same bits, with and without limits, in the plane and in space", async () => {
  const states = [
    async (page) => drag(page, (await shown(page)).target, [-0.35, 0.41]),
    async (page) => {
      await openTab(page, "cases");
      await page.click('[data-failure="trapped"] button:nth-child(2)');
    },
    async (page) => {
      await openTab(page, "cases");
      await page.click('[data-preset="humanArm"]');
      await page.evaluate(() => globalThis.fabrikit.store.dispatch({ type: "target", at: 6 }));
    },
    async (page) => {
      await page.getByRole("button", { name: "3D", exact: true }).click();
      await page.selectOption("#toolbar select", "auto");
      await page.focus("#canvas");
      for (const key of ["p", "b", "ArrowLeft", "t", "ArrowDown"]) await page.keyboard.press(key);
    },
    ...WRIST.targets.map((_, target) => async (page) => {
      await page.evaluate((content) => {
        const data = new DataTransfer();
        data.items.add(new File([content], "wrist.json"));
        document.body.dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true }));
      }, JSON.stringify(WRIST));
      await page.waitForFunction(() => globalThis.fabrikit.store.state.body.baseDirection !== null);
      await page.evaluate((at) => globalThis.fabrikit.store.dispatch({ type: "target", at }), target);
    }),
  ];
  for (const arrange of states) {
    await withPage({}, async (page) => {
      await arrange(page);
      await openTab(page, "share");
      await page.getByRole("button", { name: "Copy as Python" }).click();
      const { stdout } = await run(PYTHON, ["-c", await page.inputValue("#copied")]);
      const [verdict, positions] = stdout.trim().split("\n");
      const now = await shown(page);
      assert.equal(verdict, `${now.status} ${now.iterations} ${pythonFloat(now.error)}`);
      assert.deepEqual(JSON.parse(positions), at(now.positions, now.dimension));
    });
  }
});

/** A number as Python prints it. */
function pythonFloat(x) {
  const text = String(x);
  if (Number.isInteger(x) && !text.includes("e")) return `${text}.0`;
  if (x !== 0 && Math.abs(x) < 1e-4 && !text.includes("e")) return Number(x).toExponential().replace(/e-(\d)$/, "e-0$1");
  return text.replace(/e-(\d)$/, "e-0$1");
}

test("16: pictures, drawings and films of the figure", async () => {
  await withPage({}, async (page) => {
    await openTab(page, "share");
    const png = await download(page, () => page.getByRole("button", { name: "Picture (PNG)" }).click());
    assert.equal(png.name, "fabrikit.png");
    assert.equal(png.bytes.subarray(1, 4).toString(), "PNG");
    const drawing = await download(page, () => page.getByRole("button", { name: "Drawing (SVG)" }).click());
    const parsed = await page.evaluate((text) => {
      const document = new DOMParser().parseFromString(text, "image/svg+xml");
      return { error: document.querySelector("parsererror") !== null, shapes: document.querySelectorAll("polygon, polyline, circle").length };
    }, drawing.bytes.toString());
    assert.equal(parsed.error, false);
    assert.ok(parsed.shapes > 20);
    await page.getByRole("button", { name: "Film (WebM)" }).click();
    for (const x of [0.2, -0.2, -0.5]) {
      await page.evaluate((to) => globalThis.fabrikit.store.dispatch({ type: "move", handle: "target", to: [to, 0.5] }), x);
      await page.waitForTimeout(150);
    }
    const film = await download(page, () => page.getByRole("button", { name: "Stop filming" }).click());
    assert.equal(film.name, "fabrikit.webm");
    assert.equal(film.bytes.readUInt32BE(0), 0x1a45dfa3, "WebM begins with the mark of EBML");
    assert.ok(film.bytes.length > 1000);
  });
});

test("19: ?embed is the figure alone, and still alive", async () => {
  await withPage({ query: "?embed", width: 720, height: 520 }, async (page) => {
    assert.equal(await page.locator("#side").isVisible(), false);
    assert.equal(await page.locator("header").isVisible(), false);
    await drag(page, (await shown(page)).target, [-0.4, 0.3]);
    assert.equal((await shown(page)).status, "REACHED");
    const { overflow } = await page.evaluate(() => ({ overflow: document.documentElement.scrollHeight - innerHeight }));
    assert.ok(overflow <= 0, `${overflow} px too high`);
  });
});

test("19: everything is in the file: it works with the network cut off, from a double click", async () => {
  await withPage({ offline: true }, async (page) => {
    await drag(page, (await shown(page)).target, [-0.4, 0.3]);
    assert.equal((await shown(page)).status, "REACHED");
    assert.ok(page.url().startsWith("file:"));
  });
});

const SHOWS = {
  forward: (now) => now.mode === "forward",
  inverse: (now) => now.status === "REACHED",
  many: (now) => now.status === "REACHED" && now.start[3] < -0.01,
  tipPass: (now) => now.step.pass === "pass_from_tip",
  basePass: (now) => now.step.pass === "pass_from_base",
  line: (now) => now.step.pass === "pass_from_tip",
  falls: (now) => now.errors.length > 5 && now.errors.every((error, k) => k === 0 || error < now.errors[k - 1]),
  far: (now) => now.status === "TOO_FAR" && now.iterations === 0,
  near: (now) => now.iterations > 150,
  tooNear: (now) => now.status === "TOO_NEAR",
  deadlock: (now) => now.status === "STALLED",
  hinges: (now) => now.status === "REACHED" && now.shapes > 0,
  trapped: (now) => now.status === "STALLED" && now.touched > 0,
  thousand: (now) => now.bones === 1000 && now.status === "REACHED",
  noMatrix: (now) => now.status === "REACHED",
};

test("20: the story answers the article's three questions, and each of its claims sets the figure up to show it", async () => {
  for (const locale of ["en-US", "uk-UA"]) {
    await withPage({ locale }, async (page) => {
      const claims = await page.$$eval("[data-claim]", (buttons) => buttons.map((button) => button.dataset.claim));
      assert.deepEqual(new Set(claims), new Set(Object.keys(SHOWS)));
      const text = await page.textContent(".story");
      for (const words of ["Forward And Backward Reaching Inverse Kinematics", "2011"]) assert.ok(text.includes(words), words);
      assert.equal(await page.locator(".story h3").count(), 3);
      for (const claim of Object.keys(SHOWS)) {
        await openTab(page, "story");
        await page.locator(`[data-claim="${claim}"]`).first().click();
        assert.ok(SHOWS[claim](await shown(page)), `${claim} in ${locale}`);
      }
    });
  }
});
