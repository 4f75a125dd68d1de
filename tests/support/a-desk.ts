import { effect } from '@preact/signals-react'
import { io } from 'socket.io-client'
import type { Patient } from '#domain/patients/patient'
import { connectLive } from '../../islands/data/live.ts'
import { isConnected, isLive } from '../../islands/data/live-state.ts'
import { POLL_WITHOUT_LIVE_MS } from '../../islands/data/polling-intervals.ts'
import { query } from '../../islands/data/query.ts'
import { SOCKET_OPTIONS } from '../../islands/data/socket-options.ts'
import { tell, wish } from './a-page.ts'

/** A desk without a screen, in a process of its own: a page's data and how it listens. */
const { url, cookie = '', options, slowDelayMs } = wish

const patients = query<string[]>('patients', look, [], {
  every: POLL_WITHOUT_LIVE_MS.patients,
  onlyWithoutLive: true,
})
patients.watch()

connectLive(io(url, { ...SOCKET_OPTIONS, extraHeaders: { cookie }, ...options }), slowDelayMs)
effect(() =>
  tell({ isLive: isLive.value, isConnected: isConnected.value, shows: patients.data.value }),
)

async function look() {
  const signal = AbortSignal.timeout(2_000)
  const answer = await fetch(`${url}/api/patients`, { headers: { cookie }, signal })
  if (!answer.ok) throw new Error(`${answer.status}`)
  const list: Patient[] = await answer.json()
  return list.map(({ name, status }) => `${name} ${status}`)
}
