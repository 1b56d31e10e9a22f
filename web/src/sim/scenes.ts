/** Scenes the page can set up: presets, and the failures that the gallery shows. Words for them are in the dictionary. */
import humanArm from "../../../src/fabrikit/presets/human-arm.json";
import humanBody from "../../../src/fabrikit/presets/human-body.json";
import humanHand from "../../../src/fabrikit/presets/human-hand.json";
import spider from "../../../src/fabrikit/presets/spider.json";
import textbookChain from "../../../src/fabrikit/presets/textbook-chain.json";
import { sceneFrom } from "../model/read";
import { treeFrom, type Tree } from "../model/tree";
import { DEFAULT_OPTIONS, straightJoints, type JointType, type Options, type Scene, type Target } from "../model/scene";

const degrees = (angle: number): number => angle * 0.017453292519943295;
const hinge = (lower: number, upper: number, axis?: readonly number[]): JointType => ({
  hinge: { ...(axis === undefined ? {} : { axis }), lower: degrees(lower), upper: degrees(upper) },
});

/** A straight chain in the plane. */
export function plainScene(lengths: readonly number[], targets: readonly (readonly number[])[], options: Partial<Options> = {}, types?: readonly JointType[]): Scene {
  return {
    name: "",
    description: "",
    body: { dimension: 2, joints: straightJoints(lengths, 2), lengths: null, types: types ?? lengths.map(() => null), names: null, baseDirection: null, restRotations: null },
    targets: targets.map((position) => ({ position })),
    options: { ...DEFAULT_OPTIONS, tolerance: 1e-3, ...options },
  };
}

const equal = (bones: number): number[] => Array<number>(bones).fill(1 / bones);

export const PRESETS = ["textbookChain", "humanArm", "leg", "finger", "tentacle", "robotArm"] as const;
export type Preset = (typeof PRESETS)[number];

export function presetScene(preset: Preset): Scene {
  switch (preset) {
    case "textbookChain": return sceneFrom(textbookChain);
    case "humanArm": return sceneFrom(humanArm);
    case "leg": return leg();
    case "finger": return finger();
    case "tentacle": return tentacle();
    case "robotArm": return robotArm();
  }
}

/** Bodies that branch, and how they move by themselves. */
export const TREES = ["hand", "spider", "wholeBody"] as const;
export type TreeName = (typeof TREES)[number];

export function treePreset(name: TreeName): { tree: Tree; gait: "walk" | "poses" } {
  if (name === "spider") return { tree: treeFrom(spider), gait: "walk" };
  return { tree: treeFrom(name === "hand" ? humanHand : humanBody), gait: "poses" };
}

/** A planar leg climbs stairs: thigh, shank, foot of a person 1.75 m tall (Drillis & Contini 1966), joint ranges of the AAOS. */
function leg(): Scene {
  const [thigh, shank, foot] = [0.42875, 0.4305, 0.16];
  const joints = Float64Array.of(0, 0, 0, -thigh, 0, -thigh - shank, foot, -thigh - shank);
  const targets: Target[] = [];
  for (let step = 0; step < 24; step += 1) {
    const s = step / 24;
    const swing = s < 0.5 ? s * 2 : 1;
    const back = s < 0.5 ? 0 : (s - 0.5) * 2;
    const x = -0.06 + 0.34 * swing - 0.34 * back;
    const y = -0.78 + 0.2 * swing - 0.2 * back + (s < 0.5 ? 0.12 * Math.sin(Math.PI * swing) : 0);
    targets.push({ position: [round(x + 0.1), round(y)] });
  }
  return {
    name: "",
    description: "",
    body: {
      dimension: 2, joints, lengths: null, names: ["hip", "knee", "ankle", "toes"], baseDirection: null, restRotations: null,
      types: [hinge(-20, 120), hinge(-135, 0), hinge(-50, 20)],
    },
    targets,
    options: { ...DEFAULT_OPTIONS, tolerance: 1e-3, follow: true },
  };
}

/** The index finger of examples/finger.json: Buryanov & Kotiuk 2010, ranges of the AAOS. Millimetres. */
function finger(): Scene {
  const lengths = [39.78, 22.38, 19.66];
  return {
    ...plainScene(lengths, [[78, 12], [66, 40], [45, 55], [24, 55], [6, 40], [45, -62]], { tolerance: 0.05, follow: true }, [hinge(-45, 90), hinge(0, 100), hinge(0, 90)]),
  };
}

/** Twenty bones follow a figure of eight. */
function tentacle(): Scene {
  const lengths = Array.from({ length: 20 }, (_, k) => round(0.075 - 0.0025 * k));
  const targets = Array.from({ length: 60 }, (_, k) => {
    const t = (k / 60) * 2 * Math.PI;
    return [round(0.55 + 0.22 * Math.sin(t)), round(0.28 * Math.sin(2 * t))];
  });
  return plainScene(lengths, targets, { follow: true });
}

/** A robot arm of six turning joints, sizes made up: column, two hinged arms, a wrist. */
function robotArm(): Scene {
  const joints = Float64Array.of(0, 0, 0, 0, 0, 0.4, 0, 0, 0.85, 0.3, 0, 0.85, 0.45, 0, 0.85, 0.55, 0, 0.85);
  const y = [0, 1, 0];
  const targets = Array.from({ length: 48 }, (_, k) => {
    const t = (k / 48) * 2 * Math.PI;
    return { position: [round(0.45 + 0.1 * Math.cos(t)), round(0.3 * Math.sin(t)), round(0.55 + 0.18 * Math.sin(2 * t))] };
  });
  return {
    name: "",
    description: "",
    body: {
      dimension: 3, joints, lengths: null, names: ["column", "shoulder", "elbow", "forearm", "wrist", "tool"], baseDirection: null, restRotations: null,
      types: [
        { ball: { cone: 0, twist: [degrees(-170), degrees(170)] } },
        hinge(-60, 130, y), hinge(-120, 120, y),
        { ball: { cone: 0, twist: [degrees(-180), degrees(180)] } },
        hinge(-110, 110, y),
      ],
    },
    targets,
    options: { ...DEFAULT_OPTIONS, tolerance: 1e-3, follow: true },
  };
}

export const FAILURES = ["collinear", "tooNear", "boundary", "zigzag", "trapped"] as const;
export type Failure = (typeof FAILURES)[number];

/** A failure of the classic method, or the same question as this library answers it. */
export function failureScene(failure: Failure, ours: boolean): Scene {
  const options = { method: ours ? "auto" : "fabrik", max_iterations: 200 };
  switch (failure) {
    case "collinear": return plainScene(equal(5), [[0.5, 0]], options);
    case "tooNear": return plainScene([0.6, 0.2, 0.2], [[0.1, 0.05]], options);
    case "boundary": return plainScene(equal(5), [[round(0.999 * Math.cos(1)), round(0.999 * Math.sin(1))]], options);
    case "zigzag": {
      const bent = [null, ...Array<JointType>(7).fill(hinge(0, 60))];
      return plainScene(equal(8), [[0.2, -0.05]], options, ours ? bent : undefined);
    }
    case "trapped": return plainScene(equal(6), [[-0.3, 0.05]], options, Array<JointType>(6).fill(hinge(-50, 50)));
  }
}

const round = (x: number): number => Math.round(x * 1e4) / 1e4;
