import { type ComponentType, createElement } from 'react'
import { flushSync } from 'react-dom'
import { hydrateRoot } from 'react-dom/client'
import { watchClinicDay } from './data/clinic-day.ts'
import { isConnected, markAlive, setRenderedVersion } from './data/live-state.ts'
import { syncClock } from './data/server-clock.ts'
import { watchSession } from './data/session.ts'
import { type IslandName, islands } from './registry.ts'
import { onStop, SIGNED_IN_PART } from './shell/stop-page.ts'
import { tolerateForeignText } from './ui/foreign-text.ts'
import { watchKeyboard } from './ui/keyboard/keyboard.ts'

const { session, now, version = '', timeZone } = document.body.dataset
syncClock(now)
// The page itself counts as a response of the server.
markAlive()
setRenderedVersion(version)
// Both before any island begins.
watchKeyboard()
tolerateForeignText()

const hydrations = [...document.querySelectorAll<HTMLElement>('[data-island]')].map(hydrateIsland)
// The login page does without the socket's code.
if (session === 'in') {
  hydrations.push(import('./data/live.ts').then(live => onStop(live.connectLive())))
  if (timeZone) {
    const parsed = JSON.parse(timeZone)
    Promise.all(hydrations).then(
      () => onStop(watchClinicDay(() => parsed)),
      () => {},
    )
  }
}

Promise.all(hydrations).catch(reloadOnChunkError)
watchSession()

async function hydrateIsland(container: HTMLElement) {
  const { island, props = '{}', prefix = '' } = container.dataset
  // The server rendered these attributes; name and props match by the types of `Island`.
  const { default: Component } = await islands[island as IslandName]()
  const element = createElement(Component as ComponentType<object>, JSON.parse(props))
  // At once: until React has subscribed to the signals, it resets an input to its first value.
  flushSync(() => {
    const root = hydrateRoot(container, element, { identifierPrefix: prefix })
    if (container.closest(SIGNED_IN_PART)) onStop(() => root.unmount())
  })
  container.dataset.awake = ''
}

const RETRY_INTERVAL_MS = 3_000

/** A chunk failed to load: shows the connection as lost and reloads once the server is back. */
async function reloadOnChunkError() {
  isConnected.value = false
  for (;;) {
    await new Promise(resolve => setTimeout(resolve, RETRY_INTERVAL_MS))
    const response = await fetch('/healthz').catch(() => null)
    if (response?.ok) return location.reload()
  }
}
