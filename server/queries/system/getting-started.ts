import { hasAuditAction } from '#db/repositories/audit-entries'
import { findMark, listSavedSettings } from '#db/repositories/settings'
import { getFirstUserCreatedAt, listUsers } from '#db/repositories/users'
import { SOUND_HEARD } from '#db/schema/marks'
import { isTv } from '#domain/display/tv-device'
import { FIRST_STEPS, type GettingStarted } from '#domain/getting-started'
import { DISPENSARY, FIRST_ROOMS } from '#domain/rooms/room'
import { SETTINGS_SCHEMA } from '#domain/settings/settings-schema'
import { isEnabled } from '#domain/settings-record'
import { DAY_MS, toPageTimeZone } from '#domain/time'
import type { App } from '../../context.ts'
import { getNewestBackupAt } from '../backups.ts'
import { listDisplays } from '../displays.ts'
import { getRooms } from '../queue.ts'
import { getSettings } from '../settings.ts'

/** Some steps are known from the audit, which keeps twelve months. */
const SHOWN_FOR_MS = 300 * DAY_MS

/** Null if all steps are done, if it was dismissed, or in a demo. Each step is derived. */
export async function getGettingStarted(app: App): Promise<GettingStarted | null> {
  const settings = await getSettings(app)
  const now = app.now()
  const since = await app.read(getFirstUserCreatedAt)
  const isOver = since === null || Date.parse(now) - Date.parse(since) > SHOWN_FOR_MS
  if (app.config.isDemo || isOver || !isEnabled(settings, 'showGettingStarted')) return null

  const displays = (await listDisplays(app)).filter(isTv)
  const isDone = {
    clock: await isClockConfirmed(app),
    password: await hasHappened(app, 'own password changed'),
    people: (await app.read(listUsers)).length > 1,
    rooms: (await getRooms(app)).some(({ name }) => ![DISPENSARY, ...FIRST_ROOMS].includes(name)),
    tv: displays.some(({ state }) => state !== 'new'),
    sound: await hasBeenHeard(app),
    look: settings.clinicName !== SETTINGS_SCHEMA.clinicName.default,
    backup: await isBackedUp(app),
    trial: await hasHappened(app, 'queue reset'),
  }
  if (FIRST_STEPS.every(step => isDone[step])) return null
  const timeZone = toPageTimeZone(app.config.timeZone)
  const tvs = displays.flatMap(({ name, lastSeenAt }) => (lastSeenAt ? { name, lastSeenAt } : []))
  return { isDone, tvs, now, timeZone }
}

/** Also checks the settings, where version 1.1.0 stored the answer. */
async function isClockConfirmed(app: App) {
  const saved = await app.read(listSavedSettings)
  const isStored = saved.some(({ key, value }) => key === 'clockConfirmed' && value === 'true')
  return isStored || (await hasHappened(app, 'date confirmed'))
}

function hasHappened(app: App, action: Parameters<typeof hasAuditAction>[1]) {
  return app.read(db => hasAuditAction(db, action))
}

/** The cleanup saves the mark, so it may be missing for a minute. */
async function hasBeenHeard({ tv, read }: App) {
  return tv.receipts.hasPlayed() || (await read(db => findMark(db, SOUND_HEARD))) !== null
}

async function isBackedUp(app: App) {
  if (!app.backupStore) return true
  const isElsewhere = app.backupCopier !== null || (await hasHappened(app, 'backup downloaded'))
  return isElsewhere && (await getNewestBackupAt(app)) !== null
}
