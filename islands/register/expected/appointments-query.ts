import { api, unwrap } from '../../data/api.ts'
import { query } from '../../data/query.ts'

/** `at` is the instant of its time, ISO 8601. */
export type Expected = {
  id: number
  day: string
  time: string
  at: string
  name: string | null
  queue: { id: number; name: string } | null
  patient: { id: number; label: string } | null
}

export function queryAppointments(initial: Expected[]) {
  const load = () => unwrap(api.appointments.$get({ query: {} }))
  return query('appointments', load, initial, { every: null })
}
