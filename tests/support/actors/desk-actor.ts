import { effect } from '@preact/signals-react'
import { io } from 'socket.io-client'
import type { Patient } from '#domain/patients/patient'
import { connectLive } from '../../../islands/data/live.ts'
import { isConnected, isLive } from '../../../islands/data/live-state.ts'
import { POLL_WITHOUT_LIVE_MS } from '../../../islands/data/polling-intervals.ts'
import { query } from '../../../islands/data/query.ts'
import { SOCKET_OPTIONS } from '../../../islands/data/socket-options.ts'
import { pageOptions, reportState } from './page-environment.ts'

/** A desk without a screen, run as a process of its own. */
const { url, cookie = '', options, slowDelayMs } = pageOptions

const patients = query<string[]>('patients', fetchPatients, [], {
  every: POLL_WITHOUT_LIVE_MS.patients,
  onlyWithoutLive: true,
})
patients.watch()

connectLive(io(url, { ...SOCKET_OPTIONS, extraHeaders: { cookie }, ...options }), slowDelayMs)
effect(() =>
  reportState({ isLive: isLive.value, isConnected: isConnected.value, shows: patients.data.value }),
)

async function fetchPatients() {
  const signal = AbortSignal.timeout(2_000)
  const response = await fetch(`${url}/api/patients`, { headers: { cookie }, signal })
  if (!response.ok) throw new Error(`${response.status}`)
  const list: Patient[] = await response.json()
  return list.map(({ name, status }) => `${name} ${status}`)
}
