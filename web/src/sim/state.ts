/** The whole state of the page. Reducers make new ones; nothing is changed in place. */
import type { TreeState } from "./tree";
import { DEFAULT_OPTIONS, straightJoints, type Body, type Options, type Pole, type Scene, type Target } from "../model/scene";

export type Handle = "target" | "base" | "pole";
export type StartFrom = "drag" | "rest" | "last";
export type Portrait = "off" | "iterations" | "error";

export interface Layers {
  readonly reach: boolean;
  readonly ghosts: boolean;
  readonly limits: boolean;
  readonly trail: boolean;
  readonly portrait: Portrait;
}

export interface Camera {
  /** [rad], 3D only. */
  readonly yaw: number;
  readonly pitch: number;
  readonly zoom: number;
}

export interface State {
  readonly name: string;
  readonly description: string;
  readonly body: Body;
  readonly targets: readonly Target[];
  /** Which target is asked for. */
  readonly at: number;
  readonly options: Options;
  /** The pose that the solve begins with; the body's own joints object is the rest pose. */
  readonly start: Float64Array;
  readonly startFrom: StartFrom;
  readonly mode: "inverse" | "forward";
  /** Turns of every bone from the rest pose [rad]: [bones] in 2D, [bones][2] in 3D. */
  readonly turns: Float64Array;
  /** Steps of the solve that are shown; null: all, and the answer. */
  readonly done: number | null;
  readonly playing: "no" | "steps" | "path";
  /** Steps, or targets of the path, per second. */
  readonly speed: number;
  /** When the last tick advanced [ms]; null before the first. */
  readonly ticked: number | null;
  readonly layers: Layers;
  readonly camera: Camera;
  readonly handle: Handle;
  /** A body that branches, instead of the chain; null: the chain. */
  readonly tree: TreeState | null;
}

export const LAYERS: Layers = Object.freeze({ reach: true, ghosts: true, limits: true, trail: false, portrait: "off" });
export const CAMERA: Camera = Object.freeze({ yaw: -0.7, pitch: 0.35, zoom: 1 });

/** The first target of a body that comes without one: out to the side, well inside the reach. */
function somewhere(body: Body): Target {
  const bones = body.joints.length / body.dimension - 1;
  let reach = 0;
  for (let bone = 0; bone < bones; bone += 1) {
    let square = 0;
    for (let k = 0; k < body.dimension; k += 1) square += (body.joints[(bone + 1) * body.dimension + k] - body.joints[bone * body.dimension + k]) ** 2;
    reach += Math.sqrt(square);
  }
  const away = [0.45, 0.45, 0.2];
  return { position: Array.from({ length: body.dimension }, (_, k) => body.joints[k] + away[k] * reach) };
}

/** The state in which a scene opens. */
export function stateOf(scene: Scene, before?: State): State {
  const turns = new Float64Array((scene.body.joints.length / scene.body.dimension - 1) * (scene.body.dimension - 1));
  return {
    name: scene.name,
    description: scene.description,
    body: scene.body,
    targets: scene.targets.length > 0 ? scene.targets : [somewhere(scene.body)],
    at: 0,
    options: { ...scene.options, start: null, follow: false },
    start: scene.options.start ?? scene.body.joints,
    startFrom: scene.options.follow ? "last" : "drag",
    mode: "inverse",
    turns,
    done: null,
    playing: "no",
    speed: before?.speed ?? 4,
    ticked: null,
    layers: before === undefined ? LAYERS : { ...before.layers, portrait: "off", trail: scene.targets.length > 1 },
    camera: CAMERA,
    handle: "target",
    tree: null,
  };
}

/** The scene that a file says: the state without what is only looked at. */
export function sceneOf(state: State): Scene {
  return {
    name: state.name,
    description: state.description,
    body: state.body,
    targets: state.targets,
    options: {
      ...state.options,
      start: state.start === state.body.joints ? null : state.start,
      follow: state.startFrom === "last" && state.targets.length > 1,
    },
  };
}

/** The chain the page opens with: at rest straight along +x. */
export function firstScene(): Scene {
  const lengths = [0.3, 0.25, 0.2, 0.15, 0.1];
  return {
    name: "",
    description: "",
    body: { dimension: 2, joints: straightJoints(lengths, 2), lengths: null, types: lengths.map(() => null), names: null, baseDirection: null, restRotations: null },
    targets: [{ position: [0.66, 0.5] }],
    options: { ...DEFAULT_OPTIONS, tolerance: 1e-3, method: "fabrik" },
  };
}

/** Where the base stands. */
export const baseOf = (state: State): readonly number[] => state.options.base ?? Array.from(state.start.subarray(0, state.body.dimension));

/** The point of a pole, where it has one. */
export const polePoint = (pole: Pole | null): readonly number[] | null => (pole !== null && "point" in pole ? pole.point : null);
