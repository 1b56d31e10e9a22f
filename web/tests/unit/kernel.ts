/** The page's own kernel for unit tests, from the committed module. */
import { readFileSync } from "node:fs";
import { loadKernel } from "../../../bindings/wasm/fabrikit.mjs";
import type { Kernel } from "../../src/kernel";

export const kernel: Kernel = await loadKernel(readFileSync(new URL("../../../bindings/wasm/fabrikit-page.wasm", import.meta.url)));
