/** One sentence under the figure: the step that is shown, or how the solve ended. */
import type { Store } from "../sim/store";
import { stepText } from "./stepper";
import { amount, iterations, pointText, say, type Word } from "./words";

export function statusText(store: Store): string {
  const { state } = store;
  const { tree } = store.derived();
  if (tree !== null) {
    const values = { iterations: iterations(tree.iterations), error: amount(tree.error), count: tree.errors.length };
    return say(tree.status === "REACHED" ? "treeReached" : "treeHeld", values);
  }
  const { answer, shapes, pose, prepared, timeline } = store.derived();
  if (state.mode === "inverse" && state.done !== null) return stepText(store.derived(), state.done, timeline?.steps.length ?? 0);
  if (state.mode === "forward") return say("statusForward", { tip: pointText(pose.slice(-state.body.dimension)) });
  const key = `status${answer.status}` as Word;
  const sentences = [say(key, { iterations: iterations(answer.iterations), error: amount(answer.error) })];
  if (answer.rotationError > state.options.rotation_tolerance) sentences.push(say("limitedExtra", { angle: amount((answer.rotationError * 180) / Math.PI) }));
  const held = shapes.filter((shape) => shape.touched !== null).map((shape) => state.body.names?.[shape.joint] ?? String(shape.joint));
  if (held.length > 0 && prepared.limited) sentences.push(say("heldJoints", { joints: held.join(", ") }));
  return sentences.join(" ");
}
