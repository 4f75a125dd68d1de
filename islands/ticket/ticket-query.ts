import { toSettingsRecord } from '#domain/settings-record'
import type { TicketMode } from '#domain/tickets/ticket-settings'
import { api, unwrap } from '../data/api.ts'
import { query } from '../data/query.ts'

export function queryTicketMode(initial: TicketMode) {
  return query('ticket-mode', fetchMode, initial, { every: null })
}

async function fetchMode() {
  const { ticketMode } = toSettingsRecord(await unwrap(api.settings.$get()))
  // The server sends only valid settings.
  return ticketMode as TicketMode
}
