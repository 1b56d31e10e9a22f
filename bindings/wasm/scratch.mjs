/** Where a call puts what it hands to the kernel, and finds what it gets. */

/** The module's memory above its heap base. Every call lays its pieces out anew from there. */
export class Scratch {
  #memory;
  #base;

  constructor(memory, base) {
    this.#memory = memory;
    this.#base = aligned(base);
  }

  /**
   * Lay pieces out one after the other: typed arrays are copied in, numbers are bytes of room, null has none and is
   * at 0. Returns addresses.
   */
  lay(...pieces) {
    const addresses = [];
    let end = this.#base;
    for (const piece of pieces) {
      addresses.push(piece === null ? 0 : end);
      if (piece === null) continue;
      end = aligned(end + (typeof piece === "number" ? piece : piece.byteLength));
    }
    const missing = end - this.#memory.buffer.byteLength;
    if (missing > 0) this.#memory.grow(Math.ceil(missing / 65536));
    const bytes = new Uint8Array(this.#memory.buffer); // only now: growing detaches the buffer before
    pieces.forEach((piece, index) => {
      if (piece === null || typeof piece === "number") return;
      bytes.set(new Uint8Array(piece.buffer, piece.byteOffset, piece.byteLength), addresses[index]);
    });
    return addresses;
  }

  /** Copy numbers out. */
  doubles(address, count) {
    return new Float64Array(this.#memory.buffer, address, count).slice();
  }

  /** Copy bytes out. */
  bytes(address, count) {
    return new Uint8Array(this.#memory.buffer, address, count).slice();
  }
}

const aligned = (address) => Math.ceil(address / 16) * 16;
