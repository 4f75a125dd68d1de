/**
 * Ends a test that hangs, and says nothing about speed: a busy machine takes many times what a
 * quiet one does.
 */
export const TIME_LIMIT_MS = 60_000
