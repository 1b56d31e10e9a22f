/** Forward kinematics: from turns to joints by the kernel, and the turns that a pose already has. */
import type { Kernel } from "../kernel";
import type { Body } from "../model/scene";

export function posed(kernel: Kernel, body: Body, turns: Float64Array, base: readonly number[]): Float64Array {
  const joints = kernel.forward(body.dimension, body.joints, turns);
  const moved = base.map((x, k) => x - body.joints[k]);
  if (moved.every((x) => x === 0)) return joints;
  return joints.map((x, index) => x + moved[index % body.dimension]);
}

/** The turns that bring the rest pose to `pose`: what the sliders of the forward mode begin with. */
export function turnsOf(kernel: Kernel, body: Body, pose: Float64Array): Float64Array {
  return body.dimension === 2 ? kernel.turns(body.joints, pose) : turnsInSpace(kernel, body, pose);
}

type Frame = readonly (readonly number[])[];

function turnsInSpace(kernel: Kernel, body: Body, pose: Float64Array): Float64Array {
  const bones = pose.length / 3 - 1;
  const turns = new Float64Array(bones * 2);
  let frame: Frame = [[1, 0, 0], [0, 1, 0], [0, 0, 1]];
  for (let bone = 0; bone < bones; bone += 1) {
    const rest = step(body.joints, bone);
    const local = frame.map((axis) => dot(axis, step(pose, bone)));
    const [yaw, pitch] = yawPitch(kernel, rest, local);
    turns.set([yaw, pitch], 2 * bone);
    frame = turned(kernel, frame, yaw, pitch);
  }
  return turns;
}

/** Turn `rest` about its own z by yaw, then about its own y by pitch, to lie along `local`; near yaw 0 of the two ways. */
function yawPitch(kernel: Kernel, rest: readonly number[], local: readonly number[]): [number, number] {
  const atan2 = (y: number, x: number): number => kernel.atan2([y], [x])[0];
  // R = Rz(yaw) Ry(pitch): z of the image is -sin(pitch) rx + cos(pitch) rz, its y in the yawed frame is ry.
  const across = Math.hypot(rest[0], rest[2]);
  const height = Math.min(Math.max(local[2] / (across || 1), -1), 1);
  const lead = atan2(rest[2], rest[0]);
  const rise = atan2(height, Math.sqrt(Math.max(0, 1 - height * height)));
  const ways = [lead - rise, lead - Math.PI + rise].map((pitch): [number, number] => {
    const ahead = rest[0] * Math.cos(pitch) + rest[2] * Math.sin(pitch);
    return [wrapped(atan2(local[1], local[0]) - atan2(rest[1], ahead)), wrapped(pitch)];
  });
  const size = ([yaw, pitch]: [number, number]): number => Math.abs(yaw) + Math.abs(pitch);
  return size(ways[0]) <= size(ways[1]) ? ways[0] : ways[1];
}

function turned(kernel: Kernel, [x, y, z]: Frame, yaw: number, pitch: number): Frame {
  const { sine, cosine } = kernel.sinCos([yaw, pitch]);
  const ahead = x.map((value, k) => cosine[0] * value + sine[0] * y[k]);
  const side = y.map((value, k) => cosine[0] * value - sine[0] * x[k]);
  const along = ahead.map((value, k) => cosine[1] * value - sine[1] * z[k]);
  return [along, side, [along[1] * side[2] - along[2] * side[1], along[2] * side[0] - along[0] * side[2], along[0] * side[1] - along[1] * side[0]]];
}

const step = (pose: Float64Array, bone: number): number[] => [0, 1, 2].map((k) => pose[3 * bone + 3 + k] - pose[3 * bone + k]);
const dot = (a: readonly number[], b: readonly number[]): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const wrapped = (angle: number): number => angle - 2 * Math.PI * Math.round(angle / (2 * Math.PI));
