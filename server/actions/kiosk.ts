import { readSettings } from '#db/repositories/settings'
import { describeRegistration } from '#domain/audit/audit-entry'
import { getTvSessionId, type TvDevice } from '#domain/display/tv-device'
import { DomainError } from '#domain/errors'
import { getOpeningHours, isOpenAt } from '#domain/kiosk/kiosk'
import type { Settings } from '#domain/settings-record'
import { cleanName } from '#domain/text'
import type { App } from '../context.ts'
import { getSettings } from '../queries/settings.ts'
import { refuseTooMany } from '../security/rate-limit.ts'
import { createTicket } from '../security/ticket.ts'
import type { Tx } from '../write.ts'
import { registerPatient } from './patients.ts'

type Input = { name?: string | null | undefined; queueId?: number | null | undefined }

const TOO_MANY = 'This kiosk has registered many patients. Please wait a moment.'

/** Checks the hours and the name before the rate limit, so rejected requests do not count. */
export async function assertKioskMayRegister(app: App, { id }: TvDevice, input: Input) {
  const settings = await getSettings(app)
  const now = app.now()
  assertOpen(app, settings, now)
  if (settings.kioskNames === 'required' && cleanName(input.name ?? '') === '') {
    throw new DomainError('A name is required', { status: 400, field: 'name' })
  }
  refuseTooMany(await app.limits.kiosk.consume(getTvSessionId(id), Date.parse(now)), TOO_MANY)
}

function assertOpen({ config }: App, settings: Settings, now: string) {
  if (isOpenAt(now, settings, config.timeZone)) return
  const { opensAt, closesAt } = getOpeningHours(settings)
  throw new DomainError(`Closed now. Open from ${opensAt} to ${closesAt}.`)
}

/** The ticket is null while tickets are off. */
export async function registerAtKiosk(app: App, tx: Tx, device: TvDevice, input: Input) {
  const { kioskNames, ticketMode } = await readSettings(tx.db)
  const name = kioskNames === 'never' ? null : input.name
  const { patient, change } = await registerPatient(tx, { ...input, name }, 'kiosk')
  const { id, registeredAt } = patient
  const ticket = ticketMode === 'off' ? null : createTicket(app.config, id, registeredAt)
  return { patient, ticket, change, audit: describeRegistration(patient, device.name) }
}
