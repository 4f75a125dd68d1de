import { ApiError, createWriteHeaders } from './api.ts'

const UNSURE_AFTER_MS = 3_000
const RETRY_DELAY_MS = 2_000
const TOO_LATE = 408

type Headers = ReturnType<typeof createWriteHeaders>

/**
 * Repeats a write until the server tells what became of it, with the same key and deadline each time. `onUnsure`
 * is called when the response is late or lost. Throws the server's refusal.
 */
export async function sendUntilKnown<T>(
  send: (headers: Headers) => Promise<T>,
  onUnsure: () => void,
): Promise<T> {
  const startedAt = performance.now()
  const timer = setTimeout(onUnsure, UNSURE_AFTER_MS)
  let headers = createWriteHeaders()
  let wasLost = false
  let wasTooLate = false
  try {
    for (;;) {
      try {
        return await send(headers)
      } catch (cause) {
        const isFresh = performance.now() - startedAt < UNSURE_AFTER_MS
        if (isStatus(cause, TOO_LATE) && isFresh && !wasLost && !wasTooLate) {
          // The server's clock was set: its refusal has corrected this page's, and nothing was carried out.
          wasTooLate = true
          headers = createWriteHeaders()
          continue
        }
        wasLost ||= isLost(cause)
        // A limit says nothing about the attempt before, which may have been carried out.
        if (!isLost(cause) && !(wasLost && isStatus(cause, 429))) throw cause
        onUnsure()
        await new Promise(resolve => setTimeout(resolve, RETRY_DELAY_MS))
      }
    }
  } finally {
    clearTimeout(timer)
  }
}

/** No response, one of a proxy that got none, or a server whose database did not answer. */
function isLost(cause: unknown) {
  return isStatus(cause, 0, 502, 503, 504)
}

function isStatus(cause: unknown, ...statuses: number[]) {
  return cause instanceof ApiError && statuses.includes(cause.status)
}
