import { measureLoop, USUAL_LOOP_MS } from './slowness.ts'

const { TEST_SLOWNESS = String(Math.max(1, measureLoop() / USUAL_LOOP_MS)) } = process.env
// The processes of a run inherit what was measured at its start.
Object.assign(process.env, { TEST_SLOWNESS })

/** How many times slower this machine was at the start of the run than it is alone; at least 1. */
export const SLOWNESS = Number(TEST_SLOWNESS)

/**
 * Ends a test that hangs, and says nothing about speed: a busy machine takes many times what a
 * quiet one does, and may become busy during the run.
 */
export const TIME_LIMIT_MS = Math.round(180_000 * SLOWNESS)

/** Ends one wait before it ends the test, so that the failure says what was waited for. */
export const WAIT_LIMIT_MS = TIME_LIMIT_MS / 2
