/** The compiled kernel of the page: unpacked from the file itself. */
import { loadKernel, type Kernel } from "../../../bindings/wasm/fabrikit.mjs";

export { METHODS, STAGES, STATUSES, Trace, RELATIVE_TOLERANCE, DEFAULT_MAX_ITERATIONS } from "../../../bindings/wasm/fabrikit.mjs";
export { BODY_KINDS } from "../../../bindings/wasm/bodies.mjs";
export { DEFAULT_ROTATION_TOLERANCE } from "../../../bindings/wasm/limits.mjs";
export type { Chain, Joints, Kernel } from "../../../bindings/wasm/fabrikit.mjs";

/** Undo base64 and raw deflate, what the build packs the module into, and compile it. */
export async function unpackKernel(packed: string): Promise<Kernel> {
  const deflated = Uint8Array.from(atob(packed), (letter) => letter.charCodeAt(0));
  const stream = new Blob([deflated]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
  return loadKernel(new Uint8Array(await new Response(stream).arrayBuffer()));
}
