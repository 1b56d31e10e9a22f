/** The page's words in the language chosen, and numbers as that language writes them. */
import { en, type Word } from "./en";
import { uk } from "./uk";

export type Language = "en" | "uk";
export type { Word } from "./en";
export const DICTIONARIES = { en, uk } as const;

let language: Language = "en";

export const currentLanguage = (): Language => language;
export const setLanguage = (chosen: Language): void => {
  language = chosen;
};

/** The first of the browser's languages that the page speaks; English otherwise. */
export function preferred(languages: readonly string[]): Language {
  for (const tag of languages) {
    const short = tag.toLowerCase().split("-")[0];
    if (short === "uk" || short === "en") return short;
  }
  return "en";
}

/** A sentence with its blanks filled in. */
export function say(word: Word, values: Readonly<Record<string, string | number>> = {}): string {
  return DICTIONARIES[language][word].replaceAll(/\{(\w+)\}/g, (blank, name: string) => String(values[name] ?? blank));
}

/** "3 iterations": one, few and many have words of their own. */
export function iterations(n: number): string {
  const rule = new Intl.PluralRules(language).select(n);
  return say(rule === "one" ? "iterations1" : rule === "few" ? "iterations2" : "iterations5", { n: amount(n) });
}

/** A number for reading: three digits that matter, powers of ten for the very small. */
export function amount(x: number): string {
  if (x === 0 || Object.is(x, -0)) return "0";
  const size = Math.abs(x);
  if (size < 1e-3 || size >= 1e6) {
    const [digits, power] = x.toExponential(1).split("e");
    return `${plain(Number(digits), 1)}·10${superscript(Number(power))}`;
  }
  return plain(x, size >= 100 ? 0 : size >= 10 ? 1 : size >= 1 ? 2 : 3);
}

const plain = (x: number, digits: number): string => new Intl.NumberFormat(language, { maximumFractionDigits: digits }).format(x);
const superscript = (power: number): string => String(power).replaceAll(/[-\d]/g, (sign) => (sign === "-" ? "⁻" : "⁰¹²³⁴⁵⁶⁷⁸⁹"[Number(sign)]));

export const pointText = (point: ArrayLike<number>): string => `(${Array.from(point, (x) => plain(x, 3)).join("; ")})`;
