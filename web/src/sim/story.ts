/** The claims of the article: each sets the figure up to show itself. */
import type { State } from "./state";
import { failureScene, plainScene } from "./scenes";
import type { Scene } from "../model/scene";

export const CLAIMS = [
  "forward", "inverse", "many", "tipPass", "basePass", "falls", "far", "near", "tooNear", "deadlock",
  "hinges", "trapped", "noMatrix", "thousand", "line",
] as const;
export type Claim = (typeof CLAIMS)[number];

/** What to do: a scene with changes, and then a mode, a place in the course of the solve, or a panel to look at. */
export interface Showing {
  readonly scene: Scene;
  readonly changes?: Partial<State>;
  readonly then?: "forward" | "tipPass" | "basePass" | "play" | "compare" | "otherStart";
}

const FIRST = [0.3, 0.25, 0.2, 0.15, 0.1];
const at = [0.32, 0.55];
const classic = { method: "fabrik", max_iterations: 100 } as const;

export function show(claim: Claim): Showing {
  switch (claim) {
    case "forward": return { scene: plainScene(FIRST, [at], classic), then: "forward" };
    case "inverse": return { scene: plainScene(FIRST, [at], classic), then: "play" };
    case "many": return { scene: plainScene(FIRST, [at], classic), then: "otherStart" };
    case "tipPass": return { scene: plainScene(FIRST, [at], classic), then: "tipPass" };
    case "basePass": return { scene: plainScene(FIRST, [at], classic), then: "basePass" };
    case "line": return { scene: plainScene(FIRST, [at], classic), then: "tipPass" };
    case "falls": return { scene: plainScene(FIRST, [[-0.3, 0.8]], { ...classic, tolerance: 1e-6 }), then: "play" };
    case "far": return { scene: plainScene(FIRST, [[0.9, 0.75]], classic) };
    case "near": return { scene: failureScene("boundary", false) };
    case "tooNear": return { scene: failureScene("tooNear", true) };
    case "deadlock": return { scene: failureScene("collinear", false), then: "play" };
    case "hinges": return { scene: failureScene("zigzag", true), then: "play" };
    case "trapped": return { scene: failureScene("trapped", false) };
    case "noMatrix": return { scene: plainScene(FIRST, [[-0.3, 0.8]], { method: "auto" }), then: "compare" };
    case "thousand": return { scene: plainScene(Array<number>(1000).fill(0.001), [[0.3, 0.4]], { method: "auto" }) };
  }
}
