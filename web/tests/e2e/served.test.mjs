/** The page as `fabrikit sim` serves it: the body is in it, nothing more is asked for, and clocks are fine. */
import assert from "node:assert/strict";
import test from "node:test";
import { served } from "../served.mjs";
import { shown, withPage } from "./browser.mjs";

test("20: fabrikit sim BODY opens the page with the body in it, isolated, with no request beyond it", async () => {
  for (const [name, bones, dimension] of [["human-arm", 4, 3], ["textbook-chain", 3, 2]]) {
    await served([name], async (address) => {
      const { origin } = new URL(address);
      await withPage({ address, also: [`${origin}/`] }, async (page) => {
        const now = await shown(page);
        assert.deepEqual([now.bones, now.dimension], [bones, dimension]);
        assert.equal(await page.evaluate(() => document.getElementById("notice").hidden), true, "nothing was refused");
        assert.equal(await page.evaluate(() => globalThis.crossOriginIsolated), true);
        assert.match(page.url(), /\/#1\./);
      });
    });
  }
});

test("20: a body that branches opens as one", async () => {
  await served(["human-body"], async (address) => {
    await withPage({ address, also: [`${new URL(address).origin}/`] }, async (page) => {
      const { names, notice } = await page.evaluate(() => ({ names: globalThis.fabrikit.store.state.tree?.tree.names, notice: document.querySelector("#notice span").textContent }));
      assert.equal(notice, "");
      assert.ok(names.includes("left_hand") || names.length > 20, `${names}`);
    });
  });
});
