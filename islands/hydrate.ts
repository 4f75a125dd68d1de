import './styles/index.css'
import { type ComponentType, createElement } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { reloadOnChunkError } from './data/reload-on-chunk-error.ts'
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
