/** The kernel's module as a string inside the script. */
import type { Plugin } from "vite";
import { packedModule } from "./pack.mjs";

const NAME = "virtual:kernel";

export function packedKernel(): Plugin {
  return {
    name: "packed-kernel",
    resolveId: (id) => (id === NAME ? `\0${NAME}` : null),
    load: async (id) => (id === `\0${NAME}` ? `export default ${JSON.stringify(Buffer.from(await packedModule()).toString("base64"))};` : null),
  };
}
