/** Lighthouse finds nothing to better in accessibility, best practices and SEO. */
import assert from "node:assert/strict";
import test from "node:test";
import { served } from "../served.mjs";
import { audit } from "./run.mjs";

// The page's policy (connect-src 'none') also keeps Lighthouse from asking whether there is a robots.txt, and not being
// able to ask costs points of SEO: that category alone is measured with the policy lifted.
const KINDS = [
  { categories: ["accessibility", "best-practices"] },
  { categories: ["seo"], withoutPolicy: true },
];

for (const form of ["mobile", "desktop"]) {
  for (const kind of KINDS) {
    test(`Lighthouse gives 100: ${kind.categories.join(", ")}, ${form}`, async () => {
      await served([], async (address) => {
        const { scores, lost } = await audit(address, { form, ...kind });
        assert.deepEqual(scores, Object.fromEntries(kind.categories.map((name) => [name, 100])), lost.join("; "));
      });
    });
  }
}
