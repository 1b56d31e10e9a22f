/** The compiled kernel of the page: unpacked from the file itself, shared by free and limited solves. */
import { Kernel } from "../../../bindings/wasm/fabrikit.mjs";
import { LimitedKernel } from "./limited";

export { METHODS, STAGES, STATUSES, Trace, RELATIVE_TOLERANCE, DEFAULT_MAX_ITERATIONS } from "../../../bindings/wasm/fabrikit.mjs";
export type { Chain } from "../../../bindings/wasm/fabrikit.mjs";
export { Kernel } from "../../../bindings/wasm/fabrikit.mjs";
export { LimitedKernel } from "./limited";
export type { JointRecord, LimitedResult, Aim } from "./limited";

export interface Kernels {
  readonly free: Kernel;
  readonly limited: LimitedKernel;
}

/** Compile the module and wrap it; both wrappers share one instance, since no call keeps state. */
export async function loadKernels(bytes: Uint8Array<ArrayBuffer>): Promise<Kernels> {
  const { instance } = await WebAssembly.instantiate(bytes, {});
  return { free: new Kernel(instance), limited: new LimitedKernel(instance) };
}

/** Undo base64 and raw deflate: what the build packs the module into. */
export async function unpack(packed: string): Promise<Uint8Array<ArrayBuffer>> {
  const deflated = Uint8Array.from(atob(packed), (letter) => letter.charCodeAt(0));
  const stream = new Blob([deflated]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}
