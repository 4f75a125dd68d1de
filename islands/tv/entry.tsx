import './polyfills.ts'
import './page.css'
import { createElement } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { markAlive } from '../data/live-state.ts'
import { syncClock } from '../data/server-clock.ts'
import PairingScreen from './pairing/PairingScreen.tsx'
import TvScreen, { NotAuthorisedScreen } from './TvScreen.tsx'

/** The display's own page: one classic script that browsers from Chromium 53 on understand. */
const place = document.getElementById('tv')
if (place) {
  const { now = '', screen = '', props = '{}' } = place.dataset
  syncClock(now)
  // This page was an answer too, and only now is the time known.
  markAlive()
  hydrateRoot(place, elementOf(screen, JSON.parse(props) as never))
  // For whoever measures: from here on the picture listens.
  performance.mark('hydrated')
}

/** The server wrote the screen's name and its props together. */
function elementOf(screen: string, props: never) {
  if (screen === 'pairing') return createElement(PairingScreen)
  return screen === 'refused'
    ? createElement(NotAuthorisedScreen, props)
    : createElement(TvScreen, props)
}
