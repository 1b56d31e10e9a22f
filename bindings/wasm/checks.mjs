/** What callers hand to the kernel: copied, or refused in words. */

/** Coordinates beyond this are refused: their squares would overflow. */
export const LARGEST = 2 ** 500;

/** Copy a pose of `bones` bones (any number when not given), or say what is wrong with it. */
export function checkedPose(name, values, dimension, bones) {
  if (dimension !== 2 && dimension !== 3) throw new RangeError(`dimension: must be 2 or 3, got ${dimension}`);
  const pose = checkedNumbers(name, values, bones === undefined ? undefined : (bones + 1) * dimension);
  if (pose.length % dimension !== 0 || pose.length < 2 * dimension) {
    throw new RangeError(`${name}: needs two or more joints of ${dimension} numbers each, got ${pose.length} numbers`);
  }
  return pose;
}

/** Copy `count` unit quaternions, or say what is wrong with them. */
export function checkedTurns(name, values, count) {
  const turns = checkedNumbers(name, values, 4 * count);
  for (let index = 0; index < count; index += 1) {
    const size = Math.hypot(...turns.subarray(4 * index, 4 * index + 4));
    if (!(Math.abs(size - 1) <= 1e-6)) {
      throw new RangeError(`${name}[${index}]: needs w, x, y, z of length 1, got length ${size}`);
    }
  }
  return turns;
}

/** Copy `count` finite numbers (any number when not given) of at most `largest`, or say what is wrong with them. */
export function checkedNumbers(name, values, count, largest = LARGEST) {
  const checked = Float64Array.from(values);
  if (count !== undefined && checked.length !== count) {
    throw new RangeError(`${name}: needs ${count} numbers, got ${checked.length}`);
  }
  const bad = checked.findIndex((x) => !(Math.abs(x) <= largest));
  if (bad >= 0) throw new RangeError(`${name}[${bad}]: is ${checked[bad]}; only numbers up to ${largest} are allowed`);
  return checked;
}
