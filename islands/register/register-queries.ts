import { type FactJson, getSettings } from '#domain/change'
import type { ListTexts } from '#domain/patients/patient-fields'
import { isEnabled } from '#domain/settings-record'
import { api, unwrap } from '../data/api.ts'
import { STAFF_POLL_MS } from '../data/polling-intervals.ts'
import { fetchSettings } from '../data/queries/fetch-settings.ts'
import { query } from '../data/query.ts'

/** `ofPrefixes`: next numbers of queues with a separate series, by prefix. */
export type NextNumbers = { nextNumber: number; ofPrefixes?: Record<string, number> | undefined }

export function queryNextNumbers(initial: NextNumbers) {
  const fetch = () => unwrap(api.patients['next-number'].$get())
  return query('next-number', fetch, initial, {
    every: STAFF_POLL_MS.nextNumber,
    onlyWithoutLive: true,
    apply: applyNextNumber,
  })
}

function applyNextNumber(known: NextNumbers, facts: FactJson[]): NextNumbers | null {
  const registered = facts.find(fact => fact.kind === 'registered')
  if (!registered) return null
  const { prefix, number } = registered.next
  if (prefix === null) return { ...known, nextNumber: number }
  return { ...known, ofPrefixes: { ...known.ofPrefixes, [prefix]: number } }
}

export function queryAsksPhone(initial: boolean) {
  return query('settings', fetchAsksPhone, initial, {
    every: null,
    apply(known, facts) {
      const settings = getSettings(facts)
      return settings && (settings.askPhone ?? String(known)) === 'true'
    },
  })
}

async function fetchAsksPhone() {
  return isEnabled(await fetchSettings(), 'askPhone')
}

/** `at`: the instant of the appointment, as ISO 8601. */
export type Expected = ListTexts & {
  id: number
  day: string
  time: string
  at: string
  queue: { id: number; name: string } | null
  patient: { id: number; label: string } | null
}

/** Sends this page's day, because the server's day may change later and without an event. */
export function queryAppointments(initial: Expected[], today: () => string) {
  const load = () => unwrap(api.appointments.$get({ query: { around: today() } }))
  return query('appointments', load, initial, { every: null })
}
