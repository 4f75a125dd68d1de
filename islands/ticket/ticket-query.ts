import { getSettings } from '#domain/change'
import type { Settings } from '#domain/settings-record'
import { fetchSettings } from '../data/queries/fetch-settings.ts'
import { query } from '../data/query.ts'

type Mode = Settings['ticketMode']

export function queryTicketMode(initial: Mode) {
  return query<Mode>('ticket-mode', fetchMode, initial, {
    every: null,
    // Safe: the server sends only valid values.
    apply: (_, facts) => (getSettings(facts)?.ticketMode as Mode | undefined) ?? null,
  })
}

async function fetchMode() {
  return (await fetchSettings()).ticketMode
}
