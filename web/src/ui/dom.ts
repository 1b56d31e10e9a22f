/** Elements made in one call, and words that change with the language. */
import { say, type Word } from "./words";

type Attributes = Readonly<Record<string, string | number | boolean | ((event: Event) => void)>>;
type Child = Node | string | null;

/** Make an element. Keys that begin with "on" are listeners; `t` is a word that follows the language. */
export function el<K extends keyof HTMLElementTagNameMap>(tag: K, attributes: Attributes = {}, ...children: Child[]): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  for (const [key, value] of Object.entries(attributes)) {
    if (typeof value === "function") element.addEventListener(key.slice(2), value);
    else if (typeof value === "boolean") element.toggleAttribute(key, value);
    else element.setAttribute(key, String(value));
  }
  element.append(...children.filter((child) => child !== null));
  return element;
}

const SVG = "http://www.w3.org/2000/svg";
export function svg(tag: string, attributes: Readonly<Record<string, string | number>> = {}, ...children: Child[]): SVGElement {
  const element = document.createElementNS(SVG, tag);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
  element.append(...children.filter((child) => child !== null));
  return element;
}

/** A piece of text in the language of the moment; `translate` changes it later. */
export const word = (key: Word): HTMLSpanElement => el("span", { "data-t": key }, say(key));

/** Put every marked text into the present language. */
export function translate(root: ParentNode): void {
  for (const element of root.querySelectorAll<HTMLElement>("[data-t]")) element.textContent = say(element.dataset.t as Word);
  for (const element of root.querySelectorAll<HTMLElement>("[data-t-label]")) element.setAttribute("aria-label", say(element.dataset.tLabel as Word));
  for (const element of root.querySelectorAll<HTMLElement>("[data-t-content]")) element.setAttribute("content", say(element.dataset.tContent as Word));
}

export function button(key: Word, action: () => void, attributes: Attributes = {}): HTMLButtonElement {
  return el("button", { type: "button", "data-t": key, onclick: action, ...attributes }, say(key));
}

/** A number to type: takes what is a number, keeps the old one otherwise. */
export function numberField(label: Node | string, change: (value: number) => void, attributes: Attributes = {}): { field: HTMLLabelElement; input: HTMLInputElement } {
  const input = el("input", { type: "number", step: "any", ...attributes });
  input.addEventListener("change", () => {
    const value = input.valueAsNumber;
    if (Number.isFinite(value)) change(value);
  });
  return { field: el("label", { class: "number" }, label, input), input };
}

export function checkbox(key: Word, change: (on: boolean) => void): { field: HTMLLabelElement; input: HTMLInputElement } {
  const input = el("input", { type: "checkbox" });
  input.addEventListener("change", () => change(input.checked));
  return { field: el("label", { class: "check" }, input, word(key)), input };
}

/** Buttons of which one is pressed. */
export function choice<T extends string>(label: Word, options: readonly (readonly [T, Word])[], change: (value: T) => void): { field: HTMLDivElement; set: (value: T) => void } {
  const buttons = options.map(([value, key]) => [value, button(key, () => change(value), { "aria-pressed": "false" })] as const);
  const field = el("div", { class: "choice", role: "group", "data-t-label": label, "aria-label": say(label) }, ...buttons.map(([, element]) => element));
  return { field, set: (value) => buttons.forEach(([own, element]) => element.setAttribute("aria-pressed", String(own === value))) };
}

export function select(label: Word, options: readonly (readonly [string, Word])[], change: (value: string) => void): { field: HTMLLabelElement; input: HTMLSelectElement } {
  const input = el("select", {}, ...options.map(([value, key]) => el("option", { value, "data-t": key }, say(key))));
  input.addEventListener("change", () => change(input.value));
  return { field: el("label", { class: "select" }, word(label), input), input };
}

/** Set a field unless somebody is typing in it. */
export function setField(input: HTMLInputElement | HTMLSelectElement, value: string): void {
  if (document.activeElement !== input || input.type === "range" || input instanceof HTMLSelectElement) {
    if (input.value !== value) input.value = value;
  }
}

/** Replace children only when the key of what they show has changed. */
export function refill(parent: HTMLElement, key: string, make: () => Node[]): void {
  if (parent.dataset.key === key) return;
  parent.dataset.key = key;
  parent.replaceChildren(...make());
}
