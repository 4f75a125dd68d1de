import { type Settings, toSettingsRecord } from '#domain/settings-record'
import { api, unwrap } from '../data/api.ts'
import { query } from '../data/query.ts'

type Mode = Settings['ticketMode']

export function queryTicketMode(initial: Mode) {
  return query<Mode>('ticket-mode', fetchMode, initial, {
    every: null,
    // Safe: the server sends valid values alone.
    apply: (_, { settings }) => (settings?.ticketMode as Mode | undefined) ?? null,
  })
}

async function fetchMode() {
  return toSettingsRecord(await unwrap(api.settings.$get())).ticketMode
}
