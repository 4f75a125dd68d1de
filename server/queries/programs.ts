import { findValidToken, listApiTokens, type TokenAccess } from '#db/repositories/api-tokens'
import { getNoticeId, type NextNotice } from '#domain/events'
import { listNext } from '#domain/queue/next-patient'
import { toOrderRules } from '#domain/queue/order-rules'
import { isEnabled } from '#domain/settings-record'
import type { App } from '../context.ts'
import { createTicket } from '../security/ticket.ts'
import { hashToken } from '../security/tokens.ts'
import { getPatients } from './queue.ts'
import { getSettings } from './settings.ts'

export { findValidTokenById } from '#db/repositories/api-tokens'
export type { TokenAccess }

export function getApiTokens({ read }: App) {
  return read(listApiTokens)
}

export function findTokenAccess(
  { read, cached }: Pick<App, 'read' | 'cached'>,
  token: string,
): Promise<TokenAccess | null> {
  const hash = hashToken(token)
  const find = () => read(db => findValidToken(db, hash))
  return cached(`api token ${hash}`, find, ['api_tokens', 'users'])
}

export async function getNextNotices(app: App): Promise<NextNotice[]> {
  const [patients, settings] = await Promise.all([getPatients(app), getSettings(app)])
  const asksPhone = isEnabled(settings, 'askPhone')
  const hasTickets = settings.ticketMode !== 'off'
  return listNext(patients, app.now(), toOrderRules(settings).next).map(patient => {
    const { id, registeredAt, number, label, day, queue, phone } = patient
    return {
      id: getNoticeId(patient),
      number,
      label,
      day,
      queue,
      ticket: hasTickets ? createTicket(app.config, id, registeredAt) : null,
      ...(asksPhone && phone !== undefined ? { phone } : {}),
    }
  })
}
