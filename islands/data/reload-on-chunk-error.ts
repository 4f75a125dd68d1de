import { isConnected } from './live-state.ts'

const ASKS_EVERY_MS = 3_000

/** A part of the page's code could not be fetched: says so, and loads the page anew once the server is there. */
export async function reloadWhenServed() {
  isConnected.value = false
  for (;;) {
    await new Promise(resolve => setTimeout(resolve, ASKS_EVERY_MS))
    const answer = await fetch('/healthz').catch(() => null)
    if (answer?.ok) return location.reload()
  }
}
