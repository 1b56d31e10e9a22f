/** Chains whose joints have types and limits: the calls of kernel/limited_abi.h. 3D, as the kernel has them. */
import { DEFAULT_MAX_ITERATIONS, METHODS, RELATIVE_TOLERANCE, STAGES, STATUSES, Trace, type Chain } from "../../../bindings/wasm/fabrikit.mjs";

/** `fabrikit_joint`: axis and reference are unit vectors of the world in the rest pose, angles radians. */
export interface JointRecord {
  readonly axis: readonly [number, number, number];
  readonly reference: readonly [number, number, number];
  readonly lower: number;
  readonly upper: number;
  readonly cone: readonly [number, number, number, number];
  readonly stiffness: number;
  readonly kind: "free" | "ball" | "hinge" | "fixed";
  readonly coneKind: "none" | "circle" | "oval";
  readonly hasTwist: boolean;
  readonly global: boolean;
}

/** What the last bone should be besides at a place; tolerance in radians. */
export interface Aim {
  readonly kind: "nothing" | "direction" | "rotation";
  readonly value: readonly number[];
  readonly tolerance: number;
  readonly clamp: "both" | "from_base";
}

export interface LimitedProblem {
  readonly chain: Chain;
  readonly joints: Uint8Array;
  readonly start: Float64Array;
  readonly startTurns: Float64Array | null;
  readonly base: ArrayLike<number>;
  readonly target: ArrayLike<number>;
  readonly pole: { readonly kind: 0 | 1 | 2; readonly vector: ArrayLike<number> };
  readonly tolerance: number | null;
  readonly maxIterations: number;
  readonly method: string;
  readonly aim: Aim;
}

export interface LimitedResult {
  readonly positions: Float64Array;
  readonly turns: Float64Array;
  readonly frames: Float64Array;
  readonly rotation_error: number;
  readonly error: number;
  readonly tolerance: number;
  readonly status: string;
  readonly iterations: number;
  readonly stage: string;
  readonly symmetry_broken: boolean;
  readonly trace: Trace | null;
}

const JOINT_BYTES = 120;
const AIM_BYTES = 72;
const PROBLEM_BYTES = 104;
const ANSWER_BYTES = 32;
const PLACEMENT_BYTES = 40;
const KINDS = ["free", "ball", "hinge", "fixed"];
const CONES = ["none", "circle", "oval"];
const AIMS = ["nothing", "direction", "rotation"];

type Piece = number | Uint8Array | Float64Array;
interface Calls {
  readonly memory: WebAssembly.Memory;
  readonly __heap_base: WebAssembly.Global;
  fabrikit_joints_bytes(bones: number): bigint;
  fabrikit_limited_workspace_bytes(bones: number): bigint;
  fabrikit_prepare_joints(bones: number, rest: number, specs: number, joints: number): void;
  fabrikit_solve_limited(...addresses: (number | bigint)[]): bigint;
  fabrikit_read_turns(chain: number, joints: number, pose: number, work: number, turns: number, frames: number): void;
}

export class LimitedKernel {
  readonly #calls: Calls;

  constructor(instance: WebAssembly.Instance) {
    this.#calls = instance.exports as unknown as Calls;
  }

  /** Prepare the joints of a chain from its rest pose [bones + 1][3]; treat the bytes as opaque. */
  prepare(rest: Float64Array, records: readonly JointRecord[]): Uint8Array {
    const specs = new Uint8Array(JOINT_BYTES * records.length);
    records.forEach((record, index) => writeJoint(new DataView(specs.buffer, index * JOINT_BYTES), record));
    const size = Number(this.#calls.fabrikit_joints_bytes(records.length));
    const [restAt, specsAt, jointsAt] = this.#lay(rest, specs, size);
    this.#calls.fabrikit_prepare_joints(records.length, restAt, specsAt, jointsAt);
    return this.#bytes(jointsAt, size);
  }

  /** Solve for one target, with every placement in `trace` where asked. */
  solve(problem: LimitedProblem, trace: boolean): LimitedResult {
    const { chain, joints, start, startTurns } = problem;
    const bones = chain.bones;
    const work = Number(this.#calls.fabrikit_limited_workspace_bytes(bones));
    const pieces: Piece[] = [chain.bytes, joints, writeProblem(problem), writeAim(problem.aim), start,
      startTurns ?? 0, work, start.byteLength, bones * 32, bones * 32, 8, ANSWER_BYTES];
    const run = (room: number): { at: number[]; count: number } => {
      const at = this.#lay(...pieces, room * PLACEMENT_BYTES);
      const given: (number | bigint)[] = at.slice();
      if (startTurns === null) given[5] = 0;
      return { at, count: Number(this.#calls.fabrikit_solve_limited(...given, BigInt(room))) };
    };
    let { at, count } = run(1);
    if (trace && count > 1) ({ at, count } = run(count));
    const answer = new DataView(this.#bytes(at[11], ANSWER_BYTES).buffer);
    return {
      positions: this.#doubles(at[7], start.length),
      turns: this.#doubles(at[8], bones * 4),
      frames: this.#doubles(at[9], bones * 4),
      rotation_error: this.#doubles(at[10], 1)[0],
      error: answer.getFloat64(0, true),
      tolerance: answer.getFloat64(8, true),
      status: STATUSES[answer.getInt32(16, true)],
      iterations: answer.getInt32(20, true),
      stage: STAGES[answer.getInt32(24, true)],
      symmetry_broken: answer.getInt32(28, true) !== 0,
      trace: trace ? new Trace(start.slice(), this.#bytes(at[12], count * PLACEMENT_BYTES)) : null,
    };
  }

  /** Read each bone's rotation, relative to its parent and in the world, off a pose: as near as its joint allows. */
  readTurns(chain: Chain, joints: Uint8Array, pose: Float64Array): { turns: Float64Array; frames: Float64Array } {
    const work = Number(this.#calls.fabrikit_limited_workspace_bytes(chain.bones));
    const size = chain.bones * 32;
    const [chainAt, jointsAt, poseAt, workAt, turnsAt, framesAt] = this.#lay(chain.bytes, joints, pose, work, size, size);
    this.#calls.fabrikit_read_turns(chainAt, jointsAt, poseAt, workAt, turnsAt, framesAt);
    return { turns: this.#doubles(turnsAt, chain.bones * 4), frames: this.#doubles(framesAt, chain.bones * 4) };
  }

  /** Lay pieces out above the heap base: arrays are copied in, numbers are bytes of room. */
  #lay(...pieces: Piece[]): number[] {
    const { memory, __heap_base } = this.#calls;
    const addresses: number[] = [];
    let end = aligned(__heap_base.value as number);
    for (const piece of pieces) {
      addresses.push(end);
      end = aligned(end + (typeof piece === "number" ? piece : piece.byteLength));
    }
    const missing = end - memory.buffer.byteLength;
    if (missing > 0) memory.grow(Math.ceil(missing / 65536));
    const bytes = new Uint8Array(memory.buffer); // only now: growing detaches the buffer before
    pieces.forEach((piece, index) => {
      if (typeof piece !== "number") bytes.set(new Uint8Array(piece.buffer, piece.byteOffset, piece.byteLength), addresses[index]);
    });
    return addresses;
  }

  #doubles(address: number, count: number): Float64Array {
    return new Float64Array(this.#calls.memory.buffer, address, count).slice();
  }

  #bytes(address: number, count: number): Uint8Array {
    return new Uint8Array(this.#calls.memory.buffer, address, count).slice();
  }
}

const aligned = (address: number): number => Math.ceil(address / 16) * 16;

function writeJoint(view: DataView, joint: JointRecord): void {
  const numbers = [...joint.axis, ...joint.reference, joint.lower, joint.upper, ...joint.cone, joint.stiffness];
  numbers.forEach((x, k) => view.setFloat64(8 * k, x, true));
  const whole = [KINDS.indexOf(joint.kind), CONES.indexOf(joint.coneKind), joint.hasTwist ? 1 : 0, joint.global ? 1 : 0];
  whole.forEach((x, k) => view.setInt32(8 * numbers.length + 4 * k, x, true));
}

function writeAim(aim: Aim): Uint8Array {
  const view = new DataView(new ArrayBuffer(AIM_BYTES));
  const at = aim.kind === "direction" ? 32 : 0;
  aim.value.forEach((x, k) => view.setFloat64(at + 8 * k, x, true));
  view.setFloat64(56, aim.tolerance, true);
  view.setInt32(64, AIMS.indexOf(aim.kind), true);
  view.setInt32(68, aim.clamp === "both" ? 0 : 1, true);
  return new Uint8Array(view.buffer);
}

function writeProblem(problem: LimitedProblem): Uint8Array {
  const view = new DataView(new ArrayBuffer(PROBLEM_BYTES));
  [problem.base, problem.target, problem.pole.vector].forEach((vector, row) => {
    for (let k = 0; k < 3; k += 1) view.setFloat64((3 * row + k) * 8, vector[k], true);
  });
  view.setFloat64(72, problem.tolerance ?? RELATIVE_TOLERANCE * problem.chain.outer, true);
  const whole = [problem.maxIterations || DEFAULT_MAX_ITERATIONS, METHODS.indexOf(problem.method as "auto"), problem.pole.kind, 1, 0];
  whole.forEach((value, k) => view.setInt32(80 + 4 * k, value, true));
  return new Uint8Array(view.buffer);
}
