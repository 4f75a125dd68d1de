import type { ListTexts } from '#domain/patients/patient-fields'
import { api, unwrap } from '../../data/api.ts'
import { query } from '../../data/query.ts'

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
