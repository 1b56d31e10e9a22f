/** Out of the page and into it: links, Python, scene files, pictures, films. */
import { button, el, word } from "./dom";
import type { Panel, Tools } from "./panel";
import { say } from "./words";

export function sharePanel(tools: Tools): Panel {
  const text = el("textarea", { readonly: true, rows: 14, spellcheck: "false", "data-t-label": "shareText", "aria-label": say("shareText"), id: "copied" });
  text.hidden = true;
  const copy = (make: () => string | Promise<string>) => async (): Promise<void> => {
    const made = await make();
    text.value = made;
    text.hidden = false;
    try {
      await navigator.clipboard.writeText(made);
      tools.tell(say("copied"));
    } catch {
      // Refused without permission, or outside secure pages: the text is there to be taken by hand.
      tools.tell(say("copyFailed"));
      text.focus();
      text.select();
    }
  };
  const chooser = el("input", { type: "file", accept: ".json,application/json", class: "hidden", tabindex: -1, "aria-hidden": "true", id: "scene-file" });
  chooser.addEventListener("change", async () => {
    const [file] = chooser.files ?? [];
    if (file !== undefined) tools.open(await file.text(), file.name);
    chooser.value = "";
  });
  const film = button("shareWebm", () => tools.film(), { id: "film" });
  const saveScene = (): void => tools.save(new Blob([tools.sceneText()], { type: "application/json" }), "scene.json");
  const element = el("div", { class: "share" },
    el("div", { class: "row" }, button("shareLink", copy(() => tools.copyLink())), button("sharePython", copy(() => tools.python())), button("shareEmbed", copy(() => tools.embedText()))),
    el("div", { class: "row" }, button("shareScene", saveScene), button("shareOpen", () => chooser.click()), chooser),
    el("p", { class: "why" }, word("shareDrop")),
    el("div", { class: "row" }, button("sharePng", () => tools.savePng()), button("shareSvg", () => tools.saveSvg()), film),
    text);
  const update = (): void => {
    film.dataset.t = tools.isFilming() ? "shareWebmStop" : "shareWebm";
    film.textContent = say(film.dataset.t as "shareWebm");
    film.setAttribute("aria-pressed", String(tools.isFilming()));
  };
  return { element, update };
}
