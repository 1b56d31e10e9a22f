/** What every part of the page is: an element, and a way to bring it up to date. */
import type { Store } from "../sim/store";
import type { Claim } from "../sim/story";

export interface Panel {
  readonly element: HTMLElement;
  update(): void;
}

/** What the page can do besides changing the state; `main` provides it. */
export interface Tools {
  readonly store: Store;
  readonly clock: () => number;
  show(claim: Claim): void;
  openTab(name: TabName): void;
  startPose(kind: "straight" | "arc" | "zigzag" | "coil"): void;
  toForward(): void;
  toInverse(): void;
  drawPath(): void;
  isDrawingPath(): boolean;
  copyLink(): Promise<string>;
  python(): string;
  sceneText(): string;
  embedText(): Promise<string>;
  open(text: string, name: string): void;
  savePng(): void;
  saveSvg(): void;
  film(): void;
  isFilming(): boolean;
  save(content: Blob, name: string): void;
  tell(text: string): void;
}

export type TabName = "story" | "change" | "cases" | "compare" | "share";
