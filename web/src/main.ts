/** Starts the page: loads the kernel, wires the figure, the panels and the address. */
import packed from "virtual:kernel";
import { startPage } from "./app/page";
import { unpackKernel } from "./kernel";
import { preferred, say, setLanguage } from "./ui/words";
import { translate } from "./ui/dom";

async function main(): Promise<void> {
  setLanguage(preferred(navigator.languages));
  document.documentElement.lang = preferred(navigator.languages);
  translate(document);
  if (typeof WebAssembly !== "object") {
    const notice = document.getElementById("notice")!;
    notice.hidden = false;
    notice.firstElementChild!.textContent = say("noWasm");
    document.querySelector("main")!.hidden = true;
    return;
  }
  await startPage(await unpackKernel(packed));
}

void main();
