import { measureLoop, USUAL_LOOP_MS } from './slowness.ts'

/** A hang on the busiest machine ends within minutes. */
const SLOWEST = 3
const { TEST_SLOWNESS = String(measureSlowness()) } = process.env
// The processes of a run inherit what was measured at its start.
Object.assign(process.env, { TEST_SLOWNESS })

/** How many times slower than a quiet machine this one was at the start of the run, from 1 to 3. */
export const SLOWNESS = Number(TEST_SLOWNESS)

function measureSlowness() {
  return Math.min(SLOWEST, Math.max(1, measureLoop() / USUAL_LOOP_MS))
}

/**
 * Ends a test that hangs, and says nothing about speed: a busy machine takes many times what a
 * quiet one does, and may become busy during the run.
 */
export const TIME_LIMIT_MS = Math.round(300_000 * SLOWNESS)

/** Ends one wait before it ends the test, so that the failure says what was waited for. */
export const WAIT_LIMIT_MS = TIME_LIMIT_MS / 2

/** Ends the search for something on a page that is shown already: a wrong locator fails soon. */
export const LOCATOR_LIMIT_MS = Math.round(15_000 * SLOWNESS)
