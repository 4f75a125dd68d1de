import './styles/index.css'
import { type ComponentType, createElement } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { isConnected } from './data/live-state.ts'
import { syncClock } from './data/server-clock.ts'
import { watchSession } from './data/session.ts'
import { type IslandName, islands } from './registry.ts'

const { session, now } = document.body.dataset
syncClock(now)

const hydrations = [...document.querySelectorAll<HTMLElement>('[data-island]')].map(hydrateIsland)
// Login stays light: the socket is fetched only for those who may listen.
if (session === 'in')
  hydrations.push(import('./data/live.ts').then(live => void live.connectLive()))

Promise.all(hydrations).catch(reloadOnChunkError)
watchSession()

async function hydrateIsland(place: HTMLElement) {
  const { island, props = '{}', prefix = '' } = place.dataset
  // The server wrote these three; name and props fit by the types of its Island component.
  const { default: Component } = await islands[island as IslandName]()
  const element = createElement(Component as ComponentType<object>, JSON.parse(props))
  hydrateRoot(place, element, { identifierPrefix: prefix })
  place.dataset.awake = ''
}

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
