/** The kernel's module as the page carries it: deflated by Zopfli, which is plain WebAssembly: the same bytes anywhere. */
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import zopfli from "@gfx/zopfli";

const MODULE = new URL("../../bindings/wasm/fabrikit-page.wasm", import.meta.url);

export const packedModule = () => zopfli.deflateAsync(readFileSync(MODULE), { numiterations: 15 });

// As a command: how many bytes it comes to.
if (import.meta.url === pathToFileURL(process.argv[1]).href) console.log((await packedModule()).length);
