/** Every word in both languages. */
import { readFileSync, readdirSync } from "node:fs";
import { expect, test } from "vitest";
import { en } from "../../src/ui/en";
import { uk } from "../../src/ui/uk";
import { amount, iterations, preferred, say, setLanguage } from "../../src/ui/words";

const blanks = (text: string): string[] => [...text.matchAll(/\{(\w+)\}/g)].map((match) => match[1]).sort();
const claims = (text: string): string[] => [...text.matchAll(/\[(\w+)\|/g)].map((match) => match[1]).sort();

test("both dictionaries have the same words, none empty, with the same blanks and the same buttons", () => {
  expect(Object.keys(uk).sort()).toEqual(Object.keys(en).sort());
  for (const [key, text] of Object.entries(en)) {
    const other = uk[key as keyof typeof uk];
    expect(text.trim(), key).not.toBe("");
    expect(other.trim(), key).not.toBe("");
    expect(blanks(other), key).toEqual(blanks(text));
    expect(claims(other), key).toEqual(claims(text));
  }
});

test("Ukrainian words are written in Ukrainian: Latin letters only in names, keys and formulas", () => {
  const allowed = /FABRIK|fabrikit|Python|JavaScript|WebAssembly|Firefox|Chrome|Edge|Safari|Shift|Alt|Page (Up|Down)|JSON|PNG|SVG|WebM|Forward And Backward Reaching Inverse Kinematics|FABRIK: A fast, iterative solver for the Inverse Kinematics problem|A fast, iterative solver for the Inverse Kinematics problem|Graphical Models|English|[23]D|[TBPR](?=[ ,—])|\{\w+\}|\[\w+\|/g;
  for (const [key, text] of Object.entries(uk)) expect(text.replaceAll(allowed, ""), key).not.toMatch(/[A-Za-z]/);
});

test("no sentence stands in the code: what is shown comes from the dictionaries", () => {
  for (const folder of ["ui", "app", "render"]) {
    for (const name of readdirSync(new URL(`../../src/${folder}/`, import.meta.url))) {
      if (name === "en.ts" || name === "uk.ts") continue;
      const code = readFileSync(new URL(`../../src/${folder}/${name}`, import.meta.url), "utf8").replaceAll(/\/\*[^]*?\*\/|\/\/.*$/gm, "").replaceAll(/new Error\(`[^`]*`\)/g, "");
      const shown = [...code.matchAll(/(?:textContent = |tell\(|aria-label": )(["'`])([^"'`]*)\1/g)].map((match) => match[2]);
      expect(shown.filter((text) => /[A-Za-z]{3}/.test(text.replaceAll(/\$\{[^}]*\}/g, ""))), name).toEqual([]);
    }
  }
});

test("counts take the form that the language asks for", () => {
  setLanguage("uk");
  expect([1, 2, 5, 21, 22].map(iterations)).toEqual(["1 ітерацію", "2 ітерації", "5 ітерацій", "21 ітерацію", "22 ітерації"]);
  setLanguage("en");
  expect([0, 1, 2].map(iterations)).toEqual(["0 iterations", "1 iteration", "2 iterations"]);
});

test("the browser's first known language is taken, and English when there is none", () => {
  expect(preferred(["de-DE", "uk-UA", "en"])).toBe("uk");
  expect(preferred(["en-GB", "uk"])).toBe("en");
  expect(preferred(["fr"])).toBe("en");
});

test("numbers are short, and small ones are powers of ten", () => {
  expect([0, 0.25, 1234567, 3.2e-7, -0.0004].map(amount)).toEqual(["0", "0.25", "1.2·10⁶", "3.2·10⁻⁷", "-4·10⁻⁴"]);
  expect(say("misses", { gap: 1 })).toBe("misses by 1");
});
