/** Golden vectors in JavaScript: reading the cases of vectors/*.txt (the format: vectors/README.md) and their numbers. */
import { readdirSync, readFileSync } from "node:fs";

/** The folders of the golden vectors and of the modules. */
const VECTORS = new URL("../../vectors/", import.meta.url);
const MODULES = new URL("../../bindings/wasm/", import.meta.url);

/** The builds of the kernel. */
export const MODULE_NAMES = Object.freeze(["fabrikit.wasm", "fabrikit-simd.wasm", "fabrikit-page.wasm"]);

/** Bytes of one build. */
export const moduleBytes = (name) => readFileSync(new URL(name, MODULES));

/** Names of the files of vectors. */
export const vectorFiles = () => readdirSync(VECTORS).filter((name) => name.endsWith(".txt")).sort();

const NUMBER = /^(-?)0x([01])(?:\.([0-9a-f]{1,13}))?p([+-]\d+)$/;
const WORDS = { nan: NaN, inf: Infinity, "-inf": -Infinity };

/**
 * Read a number as Python's float.hex writes it: exactly, with the sign of zero.
 *
 * Puts the bits together instead of computing: no rounding, so it is an error when the text is no double.
 */
export function parseHexFloat(text) {
  if (Object.hasOwn(WORDS, text)) return WORDS[text];
  const match = NUMBER.exec(text);
  if (match === null) throw new SyntaxError(`not a hexadecimal float: ${text}`);
  const [, sign, lead, fraction = "", power] = match;
  const exponent = Number(power);
  const mantissa = BigInt(`0x${fraction.padEnd(13, "0")}`);
  const normal = lead === "1" && exponent >= -1022 && exponent <= 1023;
  const subnormal = lead === "0" && (exponent === -1022 || (exponent === 0 && mantissa === 0n));
  if (!normal && !subnormal) throw new RangeError(`not a double as float.hex writes it: ${text}`);
  const biased = normal ? BigInt(exponent + 1023) : 0n;
  const signBit = sign === "-" ? 1n << 63n : 0n;
  return new Float64Array(BigUint64Array.of(signBit | (biased << 52n) | mantissa).buffer)[0];
}

const view = new DataView(new ArrayBuffer(8));

/** The bits of a number as 16 hexadecimal digits. */
export function bitsOf(x) {
  view.setFloat64(0, x);
  return view.getBigUint64(0).toString(16).padStart(16, "0");
}

/** FNV-1a over the 64-bit little-endian words of typed arrays, one after the other, as 16 hexadecimal digits. */
export function digest(...arrays) {
  let hash = 0xcbf29ce484222325n;
  for (const array of arrays) {
    const words = new DataView(array.buffer, array.byteOffset, array.byteLength);
    for (let at = 0; at < array.byteLength; at += 8) {
      hash = BigInt.asUintN(64, (hash ^ words.getBigUint64(at, true)) * 0x100000001b3n);
    }
  }
  return hash.toString(16).padStart(16, "0");
}

/** One question and its answer: `asked` and `gives` map a key to the words of each of its lines. */
class Case {
  constructor(kind, name) {
    this.kind = kind;
    this.name = name;
    this.asked = new Map();
    this.gives = new Map();
  }

  has(key) {
    return this.asked.has(key);
  }

  /** The first word of a key, or `otherwise` when it was not asked. */
  word(key, otherwise) {
    return this.asked.get(key)?.[0][0] ?? otherwise;
  }

  /** Numbers of all lines of a key, one after the other. */
  numbers(key) {
    return Float64Array.from(this.asked.get(key).flat(), parseHexFloat);
  }
}

/** Read the cases of one file. */
export function readCases(file) {
  const cases = [];
  for (const line of readFileSync(new URL(file, VECTORS), "ascii").split("\n")) {
    const words = line.split(" ").filter((word) => word !== "");
    if (words.length === 0 || words[0] === "#") continue;
    if (words[0] === "case") {
      cases.push(new Case(words[1], words[2]));
      continue;
    }
    const given = words[0] === "->";
    const [key, ...values] = given ? words.slice(1) : words;
    const lines = given ? cases.at(-1).gives : cases.at(-1).asked;
    lines.set(key, [...(lines.get(key) ?? []), values]);
  }
  return cases;
}
