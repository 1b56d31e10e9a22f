/** What a figure is drawn with: the same strokes on a canvas and in an SVG file. */

export interface Style {
  readonly stroke?: string;
  readonly fill?: string;
  readonly width?: number;
  readonly dash?: readonly number[];
  readonly alpha?: number;
}

export type Point = readonly [number, number];

export interface Pen {
  line(points: readonly Point[], style: Style, closed?: boolean): void;
  circle(center: Point, radius: number, style: Style): void;
  text(at: Point, words: string, size: number, style: Style, anchor?: "start" | "middle" | "end"): void;
  image(source: CanvasImageSource, address: () => string, left: number, top: number, width: number, height: number): void;
}

export class CanvasPen implements Pen {
  constructor(
    private readonly context: CanvasRenderingContext2D,
    private readonly font: string,
  ) {}

  line(points: readonly Point[], style: Style, closed = false): void {
    const c = this.context;
    c.beginPath();
    points.forEach(([x, y], k) => (k === 0 ? c.moveTo(x, y) : c.lineTo(x, y)));
    if (closed) c.closePath();
    this.#ink(style);
  }

  circle([x, y]: Point, radius: number, style: Style): void {
    this.context.beginPath();
    this.context.arc(x, y, Math.max(0, radius), 0, 2 * Math.PI);
    this.#ink(style);
  }

  text([x, y]: Point, words: string, size: number, style: Style, anchor: "start" | "middle" | "end" = "start"): void {
    const c = this.context;
    c.font = `${size}px ${this.font}`;
    c.textAlign = anchor === "middle" ? "center" : anchor;
    c.globalAlpha = style.alpha ?? 1;
    if (style.stroke !== undefined) {
      c.lineWidth = style.width ?? 4;
      c.lineJoin = "round";
      c.strokeStyle = style.stroke;
      c.setLineDash([]);
      c.strokeText(words, x, y);
    }
    c.fillStyle = style.fill ?? "";
    c.fillText(words, x, y);
    c.globalAlpha = 1;
  }

  image(source: CanvasImageSource, _address: () => string, left: number, top: number, width: number, height: number): void {
    this.context.imageSmoothingEnabled = false;
    this.context.drawImage(source, left, top, width, height);
  }

  #ink(style: Style): void {
    const c = this.context;
    c.globalAlpha = style.alpha ?? 1;
    if (style.fill !== undefined) {
      c.fillStyle = style.fill;
      c.fill();
    }
    if (style.stroke !== undefined) {
      c.strokeStyle = style.stroke;
      c.lineWidth = style.width ?? 1;
      c.lineCap = "round";
      c.lineJoin = "round";
      c.setLineDash((style.dash as number[] | undefined) ?? []);
      c.stroke();
    }
    c.globalAlpha = 1;
  }
}

const escaped = (text: string): string => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
const short = (x: number): string => String(Math.round(x * 100) / 100);

export class SvgPen implements Pen {
  readonly #parts: string[] = [];

  constructor(
    private readonly width: number,
    private readonly height: number,
    private readonly background: string,
    private readonly font: string,
  ) {}

  line(points: readonly Point[], style: Style, closed = false): void {
    const list = points.map(([x, y]) => `${short(x)},${short(y)}`).join(" ");
    this.#parts.push(`<${closed ? "polygon" : "polyline"} points="${list}"${this.#look(style)}/>`);
  }

  circle([x, y]: Point, radius: number, style: Style): void {
    this.#parts.push(`<circle cx="${short(x)}" cy="${short(y)}" r="${short(Math.max(0, radius))}"${this.#look(style)}/>`);
  }

  text([x, y]: Point, words: string, size: number, style: Style, anchor: "start" | "middle" | "end" = "start"): void {
    const place = `x="${short(x)}" y="${short(y)}" font-size="${short(size)}" text-anchor="${anchor}"`;
    const halo = style.stroke === undefined ? "" : ` stroke="${style.stroke}" stroke-width="${style.width ?? 4}" paint-order="stroke" stroke-linejoin="round"`;
    this.#parts.push(`<text ${place} font-family="${escaped(this.font)}" fill="${style.fill ?? "none"}"${halo}>${escaped(words)}</text>`);
  }

  image(_source: CanvasImageSource, address: () => string, left: number, top: number, width: number, height: number): void {
    const place = `x="${short(left)}" y="${short(top)}" width="${short(width)}" height="${short(height)}"`;
    this.#parts.push(`<image ${place} preserveAspectRatio="none" style="image-rendering:pixelated" href="${address()}"/>`);
  }

  /** The whole document; `title` is what a screen reader says. */
  document(title: string): string {
    const { width, height } = this;
    return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img">
<title>${escaped(title)}</title>
<rect width="${width}" height="${height}" fill="${this.background}"/>
${this.#parts.join("\n")}
</svg>
`;
  }

  #look(style: Style): string {
    const said = [` fill="${style.fill ?? "none"}"`];
    if (style.stroke !== undefined) said.push(` stroke="${style.stroke}" stroke-width="${short(style.width ?? 1)}" stroke-linecap="round" stroke-linejoin="round"`);
    if (style.dash !== undefined) said.push(` stroke-dasharray="${style.dash.join(" ")}"`);
    if (style.alpha !== undefined) said.push(` opacity="${short(style.alpha)}"`);
    return said.join("");
  }
}
