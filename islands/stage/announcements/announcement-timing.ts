export const OVERLAY_MIN_MS = 5_000
export const BLINK_TOGGLES = 10
export const BLINK_TOGGLE_MS = 400
export const MAX_MISSED_AGE_MS = 30_000
export const TV_HISTORY_ROWS = 3
export const PREVIEW_HISTORY_ROWS = 4
