import { ApiError } from './api.ts'

const UNSURE_AFTER_MS = 3_000
const RETRY_DELAY_MS = 2_000

/**
 * Repeats a write until the server tells what became of it. `send` uses the same key and deadline each time
 * (`createWriteHeaders`). `onUnsure` is called when the response is late or lost. Throws the server's refusal.
 */
export async function sendUntilKnown<T>(send: () => Promise<T>, onUnsure: () => void): Promise<T> {
  const timer = setTimeout(onUnsure, UNSURE_AFTER_MS)
  let wasLost = false
  try {
    for (;;) {
      try {
        return await send()
      } catch (cause) {
        wasLost ||= isLost(cause)
        if (!isLost(cause) && !(wasLost && isForLater(cause))) throw cause
        onUnsure()
        await new Promise(resolve => setTimeout(resolve, RETRY_DELAY_MS))
      }
    }
  } finally {
    clearTimeout(timer)
  }
}

/** No response, or one of a proxy that got none. */
function isLost(cause: unknown) {
  return cause instanceof ApiError && [0, 502, 504].includes(cause.status)
}

/** Says nothing about an earlier attempt, which may have been carried out. */
function isForLater(cause: unknown) {
  return cause instanceof ApiError && [429, 503].includes(cause.status)
}
