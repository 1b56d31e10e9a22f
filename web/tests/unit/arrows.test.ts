/** The rooms of the page see each other in one direction only, and what computes knows no browser. */
import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

const SOURCES = new URL("../../src/", import.meta.url);
/** Which rooms a room may import from (ARCHITECTURE.md). */
const ARROWS: Record<string, readonly string[]> = {
  app: ["ui", "render", "sim", "kernel", "model"],
  ui: ["sim", "kernel", "model"],
  render: ["sim", "kernel", "model"],
  sim: ["kernel", "model"],
  kernel: ["model"],
  model: [],
};
const textOf = (room: string): [string, string][] =>
  readdirSync(new URL(`${room}/`, SOURCES)).filter((name) => name.endsWith(".ts")).map((name) => [`${room}/${name}`, readFileSync(new URL(`${room}/${name}`, SOURCES), "utf8")]);

test.each(Object.keys(ARROWS))("%s imports only from the rooms below it", (room) => {
  const files = textOf(room);
  expect(files.length).toBeGreaterThan(0);
  for (const [name, text] of files) {
    for (const [, other] of text.matchAll(/from "\.\.\/(\w+)/g)) expect(ARROWS[room], `${name} imports from ${other}`).toContain(other);
  }
});

test("every folder of the sources has its arrows", () => {
  const rooms = readdirSync(SOURCES, { withFileTypes: true }).filter((entry) => entry.isDirectory()).map((entry) => entry.name);
  expect(rooms.toSorted()).toEqual(Object.keys(ARROWS).toSorted());
});

test.each(["sim", "kernel", "model"])("%s knows no DOM and no clock", (room) => {
  for (const [name, text] of textOf(room)) {
    const code = text.replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*/g, "");
    expect(code, name).not.toMatch(/\bdocument\.(get|query|create|add|body|documentElement|title)|\b(window|navigator|location|localStorage)\.[a-zA-Z]|\bperformance\.|\bDate\b|\brequestAnimationFrame\b|\bMath\.random\b/);
  }
});
