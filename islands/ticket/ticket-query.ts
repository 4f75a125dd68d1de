import { type Settings, toSettingsRecord } from '#domain/settings-record'
import { api, unwrap } from '../data/api.ts'
import { query } from '../data/query.ts'

export function queryTicketMode(initial: Settings['ticketMode']) {
  return query('ticket-mode', fetchMode, initial, { every: null })
}

async function fetchMode() {
  return toSettingsRecord(await unwrap(api.settings.$get())).ticketMode
}
