/** The figure: dragging, stepping, plotting, changing, reaching, limits (points 1 to 6, 9, 13). */
import assert from "node:assert/strict";
import test from "node:test";
import { drag, frame, near, openTab, pixelOf, pixelsNear, shown, withPage } from "./browser.mjs";

test("1: mouse drags target, base and pole; a click places the target; fields and arrow keys move it", async () => {
  await withPage({}, async (page) => {
    await drag(page, (await shown(page)).target, [-0.4, 0.3]);
    near((await shown(page)).target, [-0.4, 0.3], 0.01, "target");
    await drag(page, [0, 0], [0.2, -0.1]);
    near((await shown(page)).base, [0.2, -0.1], 0.01, "base");
    near((await shown(page)).positions.slice(0, 2), [0.2, -0.1], 0.01, "joint 0");
    await page.focus("#canvas");
    await page.keyboard.press("p");
    const { pole } = await shown(page);
    await drag(page, pole.point, [0.5, 0.6]);
    near((await shown(page)).pole.point, [0.5, 0.6], 0.01, "pole");
    await page.mouse.click(...(await pixelOf(page, [-0.3, -0.5])));
    near((await shown(page)).target, [-0.3, -0.5], 0.01, "click");
    await openTab(page, "change");
    await page.fill('input[data-handle="target"][data-axis="0"]', "0.123");
    await page.press('input[data-handle="target"][data-axis="0"]', "Enter");
    assert.equal((await shown(page)).target[0], 0.123);
    await page.focus("#canvas");
    await page.keyboard.press("ArrowUp");
    const after = (await shown(page)).target;
    near(after, [0.123, -0.48], 0.011, "arrow");
  });
});

test("1: touch drags the target", async () => {
  await withPage({ hasTouch: true, width: 400, height: 700 }, async (page) => {
    const client = await page.context().newCDPSession(page);
    const [from, to] = [await pixelOf(page, (await shown(page)).target), await pixelOf(page, [-0.5, -0.2])];
    const touch = (type, points) => client.send("Input.dispatchTouchEvent", { type, touchPoints: points.map(([x, y]) => ({ x, y })) });
    await touch("touchStart", [from]);
    for (let k = 1; k <= 4; k += 1) await touch("touchMove", [[from[0] + ((to[0] - from[0]) * k) / 4, from[1] + ((to[1] - from[1]) * k) / 4]]);
    await touch("touchEnd", []);
    near((await shown(page)).target, [-0.5, -0.2], 0.02);
  });
});

test("1: a pen drags the target", async () => {
  await withPage({}, async (page) => {
    const [from, to] = [await pixelOf(page, (await shown(page)).target), await pixelOf(page, [0.1, 0.7])];
    const client = await page.context().newCDPSession(page);
    const pen = (type, [x, y], buttons) => client.send("Input.dispatchMouseEvent", { type, x, y, button: "left", buttons, pointerType: "pen", clickCount: 1 });
    await pen("mousePressed", from, 1);
    await pen("mouseMoved", to, 1);
    await pen("mouseReleased", to, 0);
    near((await shown(page)).target, [0.1, 0.7], 0.01);
  });
});

test("2: every placement is a step: forwards, backwards, scrubbed and played, with its formula and ghosts", async () => {
  await withPage({ reducedMotion: "no-preference" }, async (page) => {
    const button = (name) => page.getByRole("button", { name, exact: true });
    await button("To the start").click();
    assert.equal((await shown(page)).done, 0);
    await button("One step on").click();
    let now = await shown(page);
    assert.deepEqual([now.step.pass, now.step.joint, now.step.iteration], ["pass_from_tip", 5, 1]);
    near(now.pose.slice(10), now.target, 0, "the tip stands on the target");
    await frame(page);
    assert.match(await page.textContent("#status"), /Iteration 1 · Forward pass \(from the tip\) · joint 5/);
    await button("One step on").click();
    now = await shown(page);
    assert.equal(now.step.joint, 4);
    const text = await page.textContent(".math");
    assert.match(text, /p4 ← \(1 − λ\) p5 \+ λ p4/);
    const lambda = Number(/= ([\d.]+) {2}⇒/.exec(text)[1]);
    const [length, apart] = [0.1, Math.hypot(now.start[8] - now.target[0], now.start[9] - now.target[1])];
    assert.ok(Math.abs(lambda - length / apart) < 1e-3, `${lambda} is not ${length} / ${apart}`);
    await button("One step back").click();
    assert.equal((await shown(page)).step.joint, 5);
    await page.locator("input.steps").fill("9");
    now = await shown(page);
    assert.deepEqual([now.done, now.step.pass], [9, "pass_from_base"]);
    assert.equal(await page.evaluate(() => globalThis.fabrikit.store.derived().ghosts.length), 2);
    await button("Play the steps").click();
    await page.waitForFunction(() => globalThis.fabrikit.store.state.done >= 11);
    await button("Pause").click();
    assert.equal((await shown(page)).playing, "no");
    await button("To the answer").click();
    now = await shown(page);
    assert.deepEqual(now.pose, now.positions);
  });
});

test("2: the placement of a step is drawn in the colour of its pass", async () => {
  await withPage({}, async (page) => {
    const count = async (done) => {
      await page.evaluate((to) => globalThis.fabrikit.store.dispatch({ type: "step", done: to }), done);
      await frame(page);
      return { tip: await pixelsNear(page, "--tip"), base: await pixelsNear(page, "--base") };
    };
    const [forward, backward] = [await count(5), await count(11)];
    assert.ok(forward.tip > 3 * backward.tip, JSON.stringify({ forward, backward }));
    assert.ok(backward.base > 3 * forward.base, JSON.stringify({ forward, backward }));
  });
});

test("3: the curve has a point for each iteration, and a press on one shows its pose", async () => {
  await withPage({}, async (page) => {
    const { errors, iterations } = await shown(page);
    assert.equal(errors.length, iterations + 1);
    assert.equal(await page.locator("#error-plot svg > circle").count(), errors.length);
    const heights = await page.$$eval("#error-plot svg > circle", (circles) => circles.map((circle) => Number(circle.getAttribute("cy"))));
    const slope = (heights[2] - heights[1]) / Math.log10(errors[1] / errors[2]);
    heights.slice(1).forEach((y, k) => assert.ok(Math.abs(y - heights[0] - slope * Math.log10(errors[0] / errors[k + 1])) < 0.5, "the axis is logarithmic"));
    const box = await page.locator("#error-plot svg > circle").nth(2).boundingBox();
    await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
    const { step, pose, target } = await shown(page);
    assert.equal(step.iteration, 2);
    assert.ok(Math.abs(Math.hypot(pose[10] - target[0], pose[11] - target[1]) - errors[2]) < 1e-15);
    await page.locator("input.steps").fill("1");
    const cursor = await page.locator(".cursor circle").getAttribute("cx");
    const first = await page.locator("#error-plot svg > circle").nth(1).getAttribute("cx");
    assert.equal(Number(cursor), Number(Number(first).toFixed(1)));
  });
});

test("4: bones, lengths, tolerance, cap, start pose, joint types, limits, stiffness and method change at once", async () => {
  await withPage({}, async (page) => {
    await openTab(page, "change");
    const type = async (field, value) => {
      await field.fill(String(value));
      await field.press("Enter");
    };
    await type(page.locator("#bone-count"), 7);
    assert.equal((await shown(page)).bones, 7);
    await page.getByText("Lengths", { exact: true }).click();
    await type(page.getByLabel("Bone 2", { exact: true }), 0.4);
    const joints = (await shown(page)).joints;
    assert.ok(Math.abs(joints[6] - joints[4] - 0.4) < 1e-12);
    await type(page.locator("#tolerance"), 0.02);
    assert.equal((await shown(page)).options.tolerance, 0.02);
    await type(page.locator("#max-iterations"), 3);
    assert.equal((await shown(page)).options.max_iterations, 3);
    const before = (await shown(page)).start;
    await page.click('[data-start="zigzag"]');
    assert.notDeepEqual((await shown(page)).start, before);
    await page.selectOption('.joint[data-joint="1"] select', "hinge");
    await type(page.locator('.joint[data-joint="1"] input[data-what="upper"]'), 30);
    await type(page.locator('.joint[data-joint="1"] input[data-what="stiffness"]'), 0.5);
    const { hinge } = (await shown(page)).types[1];
    near([hinge.lower, hinge.upper, hinge.stiffness], [-Math.PI / 3, Math.PI / 6, 0.5], 1e-9);
    await page.selectOption("#toolbar select", "auto");
    assert.equal((await shown(page)).options.method, "auto");
  });
});

test("4: forward kinematics has a slider for each joint, and switches from the same pose and back to it", async () => {
  await withPage({}, async (page) => {
    const before = (await shown(page)).pose;
    await page.getByRole("button", { name: "Forward", exact: true }).click();
    near((await shown(page)).pose, before, 1e-12, "the same pose");
    assert.equal(await page.locator("#forward input").count(), 5);
    await page.locator("#forward input").nth(1).fill("60");
    const turned = await shown(page);
    near(turned.pose.slice(0, 4), before.slice(0, 4), 1e-12, "joints before the turn stay");
    assert.ok(Math.abs(turned.turns[1] - Math.PI / 3) < 1e-9);
    await page.getByRole("button", { name: "Inverse", exact: true }).click();
    const back = await shown(page);
    assert.equal(back.mode, "inverse");
    near(back.pose, turned.pose, 1e-12, "inverse begins from that pose");
  });
});

test("5: the reach is a disc or a ring; too far and too near name the nearest point", async () => {
  await withPage({}, async (page) => {
    const { outer } = await page.evaluate(() => globalThis.fabrikit.store.derived().prepared.chain);
    await drag(page, (await shown(page)).target, [1.0, 0.45]);
    let now = await shown(page);
    assert.equal(now.status, "TOO_FAR");
    near([Math.hypot(...now.nearest.point)], [outer], 1e-12);
    near(now.pose.slice(-2), now.nearest.point, 1e-12, "the straight chain ends there");
    assert.match(await page.textContent("#status"), /Too far: the target lies 0\.\d+ beyond the reach/);
    await openTab(page, "cases");
    await page.click('[data-failure="tooNear"] button:nth-child(2)');
    now = await shown(page);
    assert.equal(now.status, "TOO_NEAR");
    near([Math.hypot(...now.nearest.point)], [0.2], 1e-12);
    assert.match(await page.textContent("#status"), /Too near/);
  });
});

test("6: limits are drawn in the plane, can be dragged at their ends, and are lit when touched", async () => {
  await withPage({}, async (page) => {
    const dark = await pixelsNear(page, "--limit");
    await openTab(page, "change");
    await page.locator("fieldset", { hasText: "All joints" }).locator("select").first().selectOption("hinge");
    await frame(page);
    let now = await shown(page);
    assert.equal(now.shapes, 5);
    assert.ok((await pixelsNear(page, "--limit")) > dark + 200);
    const grip = await page.evaluate(() => {
      const shape = globalThis.fabrikit.store.derived().shapes[1];
      const out = (rim) => shape.center.map((x, k) => x + 0.62 * shape.length * rim[k]).slice(0, 2);
      const turned = (angle) => {
        const [x, y] = shape.middle;
        return out([x * Math.cos(angle) - y * Math.sin(angle), x * Math.sin(angle) + y * Math.cos(angle)]);
      };
      return { from: turned(shape.upper), to: turned(0.4) };
    });
    await drag(page, grip.from, grip.to);
    const { upper } = (await shown(page)).types[1].hinge;
    assert.ok(Math.abs(upper - 0.4) < 0.06, `${upper}`);
    await openTab(page, "cases");
    await page.click('[data-failure="trapped"] button:nth-child(1)');
    now = await shown(page);
    assert.ok(now.touched > 0);
    assert.match(await page.textContent("#status"), /Held at their limits/);
  });
});

test("6: cones and hinge fans in space", async () => {
  await withPage({}, async (page) => {
    await openTab(page, "cases");
    await page.click('[data-preset="humanArm"]');
    await frame(page);
    const kinds = await page.evaluate(() => globalThis.fabrikit.store.derived().shapes.map((shape) => [shape.kind, shape.rim.length]));
    assert.deepEqual(kinds.map(([kind]) => kind), ["cone", "hinge", "cone"]);
    assert.ok(kinds.every(([, rim]) => rim >= 3));
    assert.ok((await pixelsNear(page, "--limit")) > 100);
  });
});

test("9: the same chain in space: turned by dragging, its target moved in the plane that faces the eye", async () => {
  await withPage({}, async (page) => {
    await page.getByRole("button", { name: "3D", exact: true }).click();
    let now = await shown(page);
    assert.deepEqual([now.dimension, now.target.length, now.status], [3, 3, "REACHED"]);
    const box = await page.locator("#canvas").boundingBox();
    await page.mouse.move(box.x + 30, box.y + 30);
    await page.mouse.down();
    await page.mouse.move(box.x + 130, box.y + 60, { steps: 4 });
    await page.mouse.up();
    const turned = await shown(page);
    assert.notEqual(turned.camera.yaw, now.camera.yaw);
    assert.deepEqual(turned.target, now.target);
    const goal = await page.evaluate(() => {
      const { painter, store } = globalThis.fabrikit;
      const view = painter.view();
      const [x, y] = view.at(store.state.targets[0].position);
      return view.unproject([x - 60, y + 40], store.state.targets[0].position);
    });
    await drag(page, turned.target, goal);
    now = await shown(page);
    near(now.target, goal, 0.01);
    await page.focus("#canvas");
    await page.keyboard.press("PageUp");
    assert.notDeepEqual((await shown(page)).target, now.target);
    await page.getByRole("button", { name: "2D", exact: true }).click();
    assert.equal((await shown(page)).dimension, 2);
  });
});

test("13: a drawn path is followed at the speed set, and the tip leaves a trace", async () => {
  await withPage({ reducedMotion: "no-preference" }, async (page) => {
    await openTab(page, "cases");
    await page.click("#path-draw");
    await drag(page, [-0.5, 0.4], [0.5, 0.5]);
    let now = await shown(page);
    assert.ok(now.targets > 3, `${now.targets} targets`);
    assert.equal(now.playing, "path");
    await page.evaluate(() => globalThis.fabrikit.store.dispatch({ type: "speed", value: 40 }));
    await page.waitForFunction(() => globalThis.fabrikit.store.state.at >= 3);
    await page.click("#path-play");
    now = await shown(page);
    assert.equal(now.playing, "no");
    assert.equal(now.layers.trail, true);
    assert.equal(now.status, "REACHED");
  });
});
