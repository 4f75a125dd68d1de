const SLICE_MS = 10
const PAUSES_A_SLICE = 2
const LONGEST_PAUSE_MS = 100

/** Reading the database keeps the whole program busy, so long work pauses after each part. */
export function createPauses() {
  let startedAt = performance.now()
  return async function pause() {
    const ms = performance.now() - startedAt
    if (ms < SLICE_MS) return
    await Bun.sleep(Math.min(PAUSES_A_SLICE * ms, LONGEST_PAUSE_MS))
    startedAt = performance.now()
  }
}
