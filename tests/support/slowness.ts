const STEPS = 20_000_000
const SAMPLES = 7
/** What the loop takes on the machine of docs/measurements.md when nothing else runs there. */
export const USUAL_LOOP_MS = 20

/** How long a bare loop takes here and now: the median of a few, in ms. */
export function measureLoop() {
  const times = Array.from({ length: SAMPLES }, timeLoop).toSorted((one, other) => one - other)
  return times[SAMPLES >> 1] ?? 0
}

/** Each step needs the result of the one before, so that no compiler leaves any out. */
function timeLoop() {
  const started = performance.now()
  let x = 1
  for (let step = 0; step < STEPS; step++) x = (Math.imul(x, 1_664_525) + 1_013_904_223) | 0
  const ms = performance.now() - started
  if (x === 0) throw new Error('the loop was left out')
  return ms
}
