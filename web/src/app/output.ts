/** Files out of the page: pictures and films of the figure. */

/** Hand a file to the user. */
export function save(content: Blob, name: string): void {
  const address = URL.createObjectURL(content);
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

export class Film {
  #recorder: MediaRecorder | null = null;

  get running(): boolean {
    return this.#recorder !== null;
  }

  static possible(canvas: HTMLCanvasElement): boolean {
    return typeof MediaRecorder === "function" && typeof canvas.captureStream === "function" && MediaRecorder.isTypeSupported("video/webm");
  }

  start(canvas: HTMLCanvasElement, finished: (film: Blob) => void): void {
    const pieces: Blob[] = [];
    const stream = canvas.captureStream(30);
    const recorder = new MediaRecorder(stream, { mimeType: "video/webm", videoBitsPerSecond: 4_000_000 });
    recorder.addEventListener("dataavailable", (event) => pieces.push(event.data));
    recorder.addEventListener("stop", () => {
      for (const track of stream.getTracks()) track.stop();
      finished(new Blob(pieces, { type: "video/webm" }));
    });
    recorder.start();
    this.#recorder = recorder;
  }

  stop(): void {
    this.#recorder?.stop();
    this.#recorder = null;
  }
}
