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
import { pressedAt, watchKeyboard } from './ui/keyboard/keyboard.ts'
import { guardPresses } from './ui/presses/press-guard.ts'
import { CrashBoundary } from './ui/recovery/CrashBoundary.tsx'
import { watchScriptFonts } from './ui/script-fonts.ts'

const { session, now, version = '', timeZone } = document.body.dataset
syncClock(now)
// The page itself counts as a response from the server.
markAlive()
setRenderedVersion(version)
// All start before any island. `watchKeyboard` may hold back a key before `guardPresses` gets it.
watchKeyboard()
guardPresses(() => pressedAt)
tolerateForeignText()
watchScriptFonts()
document.querySelector('[data-print]')?.addEventListener('click', () => print())

const hydrations = [...document.querySelectorAll<HTMLElement>('[data-island]')].map(hydrateIsland)
// Skipped on the login page, which needs no socket.
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

// Loads drafts last, because the page works without them.
Promise.all(hydrations).then(
  () => import('./ui/recovery/drafts.ts').catch(() => {}),
  () => reloadWhenReachable(),
)
watchSession()

async function hydrateIsland(container: HTMLElement) {
  const { island, props = '{}', prefix = '' } = container.dataset
  // Safe: the server rendered name and props, which match by the types of `Island`.
  const { default: Component } = await islands[island as IslandName]()
  const screen = createElement(Component as ComponentType<object>, JSON.parse(props))
  const element = createElement(CrashBoundary, { onCrash: () => reloadWhenReachable(0) }, screen)
  // Hydrates at once, because React resets inputs until it has subscribed to the signals.
  flushSync(() => {
    const root = hydrateRoot(container, element, { identifierPrefix: prefix })
    if (container.closest(SIGNED_IN_PART)) onStop(() => root.unmount())
  })
  container.dataset.awake = ''
}

const RETRY_INTERVAL_MS = 3_000

/** Reloads once the server responds, because a reload without a server would show no page. */
async function reloadWhenReachable(waitMs = RETRY_INTERVAL_MS) {
  isConnected.value = false
  await new Promise(resolve => setTimeout(resolve, waitMs))
  const response = await fetch('/healthz').catch(() => null)
  if (response?.ok) location.reload()
  else void reloadWhenReachable()
}
