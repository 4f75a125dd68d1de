import './polyfills.ts'
import './page.css'
import { createElement } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { markAlive, setRenderedVersion } from '../data/live-state.ts'
import { syncClock } from '../data/server-clock.ts'
import { tolerateForeignText } from '../ui/foreign-text.ts'
import PairingScreen from './pairing/PairingScreen.tsx'
import TvScreen, { NotAuthorisedScreen } from './TvScreen.tsx'

const root = document.getElementById('tv')
if (root) {
  const { now = '', version = '', screen = '', props = '{}' } = root.dataset
  syncClock(now)
  setRenderedVersion(version)
  markAlive()
  tolerateForeignText()
  hydrateRoot(root, createScreen(screen, JSON.parse(props) as never))
  performance.mark('hydrated')
}

/** `props` match `screen`, because the server wrote both. */
function createScreen(screen: string, props: never) {
  if (screen === 'pairing') return createElement(PairingScreen, props)
  return screen === 'refused'
    ? createElement(NotAuthorisedScreen, props)
    : createElement(TvScreen, props)
}
