import { effect } from '@preact/signals-react'
import { EventSource as RealEventSource } from 'eventsource'
import { io } from 'socket.io-client'
import { getTvApiPath } from '#domain/display/tv-device'
import { DEFAULT_TV_OPTIONS } from '#domain/display/tv-options'
import { BEFORE_ALL_CALLS } from '#domain/events'
import type { Patient } from '#domain/patients/patient'
import { getTvName } from '#domain/patients/patient'
import { connectLive } from '../../../islands/data/live.ts'
import { isConnected, isLive } from '../../../islands/data/live-state.ts'
import { POLL_MS, STAFF_POLL_MS } from '../../../islands/data/polling-intervals.ts'
import { query } from '../../../islands/data/query.ts'
import { SOCKET_OPTIONS } from '../../../islands/data/socket-options.ts'
import { connectTvStream } from '../../../islands/data/tv-stream.ts'
import { createAnnouncer } from '../../../islands/stage/announcements/announcer.ts'
import { createTokenSource } from '../../../islands/tv/connection/token-source.ts'
import { KUALA_LUMPUR } from '../samples.ts'
import { SLOWNESS } from '../time-limit.ts'
import type { PageOptions } from './page-actor.ts'

/** A desk or a TV without a screen; it sends its state whenever that changes. */
const options: PageOptions = JSON.parse(process.argv[2] ?? '{}')
const { url, cookie = '' } = options

const originalFetch = fetch
// The browser globals that page code needs.
Object.assign(globalThis, {
  document: { body: { dataset: {} }, hidden: false },
  location: new URL(url),
  sessionStorage: { getItem: () => null, setItem() {}, removeItem() {} },
  addEventListener() {},
  removeEventListener() {},
  fetch: (address: string, init?: RequestInit) => originalFetch(new URL(address, url), init),
  EventSource: class extends RealEventSource {
    constructor(address: string) {
      super(new URL(address, url), { fetch: originalFetch })
    }
  },
})

if (options.token === undefined) openDesk()
else openTv(options.token)

function openDesk() {
  const patients = query<string[]>('patients', fetchPatients, [], {
    every: STAFF_POLL_MS.patients,
    onlyWithoutLive: true,
  })
  patients.watch()
  const socketOptions = { ...SOCKET_OPTIONS, extraHeaders: { cookie }, ...options.options }
  connectLive(io(url, socketOptions), options.slowDelayMs)
  effect(() => report(patients.data.value))
}

async function fetchPatients() {
  const signal = AbortSignal.timeout(2_000 * SLOWNESS)
  const response = await fetch(`${url}/api/patients`, { headers: { cookie }, signal })
  if (!response.ok) throw new Error(`${response.status}`)
  const list: Patient[] = await response.json()
  return list.map(({ name, status }) => `${name} ${status}`)
}

function openTv(token: string) {
  const lists = { current: null, history: [], queueTexts: [], tiles: [], words: {} }
  const nothing = { ...lists, options: DEFAULT_TV_OPTIONS, timeZone: KUALA_LUMPUR, today: '' }
  const source = createTokenSource(token, () => {})
  const polling = { every: POLL_MS.currentCall, onlyWithoutLive: true }
  const calls = query('shown-calls', source.shownCalls, nothing, polling)
  const played: string[] = []
  const announcer = createAnnouncer({
    newestCall: options.newestCall ?? BEFORE_ALL_CALLS,
    newestShown: () => calls.data.value.current?.callSequence ?? 0,
    fetchCalls: source.callsAfter,
    async playSound(call) {
      played.push(getTvName(call))
      show()
    },
  })
  calls.watch()
  announcer.watch()
  connectTvStream(getTvApiPath(token, 'events'), options.silentIsDeadMs)
  effect(show)

  function show() {
    const { current } = calls.data.value
    report(current ? [`${current.name}`] : [], played)
  }
}

function report(shows: string[], played: string[] = []) {
  process.send?.({ isLive: isLive.value, isConnected: isConnected.value, shows, played })
}
