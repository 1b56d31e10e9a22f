/** Lighthouse finds nothing to better in accessibility, best practices and SEO. */
import assert from "node:assert/strict";
import test from "node:test";
import { served } from "../served.mjs";
import { audit } from "./run.mjs";

const CATEGORIES = ["accessibility", "best-practices", "seo"];

for (const form of ["mobile", "desktop"]) {
  test(`Lighthouse gives 100 in accessibility, best practices and SEO: ${form}`, async () => {
    await served([], async (address) => {
      const { scores, lost } = await audit(address, { form, categories: CATEGORIES });
      assert.deepEqual(scores, Object.fromEntries(CATEGORIES.map((name) => [name, 100])), lost.join("; "));
    });
  });
}
