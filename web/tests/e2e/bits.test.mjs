/** The golden vectors in the built page: the bits that Python gives. */
import assert from "node:assert/strict";
import test from "node:test";
import { METHODS } from "../../../bindings/wasm/fabrikit.mjs";
import { bitsOf, parseHexFloat, readCases, vectorFiles } from "../../../tests/wasm/golden.mjs";
import { withPage } from "./browser.mjs";
import { askOf, solveAll } from "./questions.mjs";

for (const file of vectorFiles().filter((name) => /^(solve|limits)/.test(name))) {
  test(`the page gives the bits of ${file}`, async () => {
    const cases = readCases(file).filter((c) => c.kind.startsWith("solve") && METHODS.includes(c.word("method")));
    assert.ok(cases.length > 0);
    await withPage({}, async (page) => {
      const answers = await page.evaluate(solveAll, cases.map(askOf));
      answers.forEach((answer, k) => {
        const expected = cases[k].gives.get("position").flat().map(parseHexFloat);
        assert.deepEqual(answer.positions.map(bitsOf), expected.map(bitsOf), cases[k].name);
        assert.equal(answer.status, cases[k].gives.get("status")[0][0], cases[k].name);
      });
    });
  });
}
