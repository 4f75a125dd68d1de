import { isConnected } from './live-state.ts'

const RETRY_INTERVAL_MS = 3_000

/** A part of the page's code could not be fetched: says so, and loads the page anew once the server is there. */
export async function reloadOnChunkError() {
  isConnected.value = false
  for (;;) {
    await new Promise(resolve => setTimeout(resolve, RETRY_INTERVAL_MS))
    const answer = await fetch('/healthz').catch(() => null)
    if (answer?.ok) return location.reload()
  }
}
