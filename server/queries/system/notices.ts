import { ping } from '#db/connection/query'
import { getNewestRegistrationAt } from '#db/repositories/patients'
import { getFirstUserCreatedAt } from '#db/repositories/users'
import { describeCopyFailure, formatAge, formatBytes, isOverdue } from '#domain/backups/backups'
import { getQueueDepth } from '#domain/queue/lists'
import { KEEP_ALL } from '#domain/settings/setting-types'
import { DAY_MS, getClinicDay, getClinicMinute } from '#domain/time'
import type { App } from '../../context.ts'
import { inTime } from '../../storage/backup/backup-copies.ts'
import { getNewestBackupAt } from '../backups.ts'
import { getPatients } from '../queue.ts'
import { getSettings } from '../settings.ts'
import { getClock } from './clock.ts'

/** Monitoring polls every few seconds and treats a late response as a failure. */
const DATABASE_TIMEOUT_MS = 2_000

/** Never throws, because failures are part of the result. */
export async function getHealth(app: App) {
  const [isDatabaseUp, lastBackupAt] = await Promise.all([
    inTime(app.read(ping), DATABASE_TIMEOUT_MS).then(
      () => true,
      () => false,
    ),
    getNewestBackupAt(app).catch(() => null),
  ])
  const canWrite = app.storage.canWrite()
  const copies = app.backupCopier?.getStatus() ?? null
  const areOthersReached = app.cluster.areOthersReached()
  return { isDatabaseUp, canWrite, areOthersReached, lastBackupAt, copies }
}

/** `queue` is null while the patients cannot be read. */
export async function getMetricsSnapshot(app: App) {
  const health = await getHealth(app)
  const patients = health.isDatabaseUp ? await getPatients(app).catch(() => null) : null
  return {
    ...health,
    queue: patients && getQueueDepth(patients),
    freeBytes: app.storage.getFreeBytes(),
    certificateExpiry: app.certificate.expiry,
  }
}

const CLOCK_TOLERANCE_MS = 60_000
export const MIN_CERTIFICATE_DAYS = 14
/** A busy clinic's year takes about 100 MB, and a backup the same again. */
export const MIN_FREE_BYTES = 500_000_000

/** Returns a sentence for each problem that an administrator should know, worded as in `doctor`. */
export async function getNotices(app: App): Promise<string[]> {
  const { canWrite, areOthersReached, lastBackupAt, copies } = await getHealth(app)
  const backupSince = app.backupStore && (lastBackupAt ?? (await app.read(getFirstUserCreatedAt)))
  const now = app.now()
  const notices = [
    canWrite
      ? describeDisk(app.storage.getFreeBytes())
      : 'Nothing can be saved: the disk is full or cannot be written. Free some space.',
    describeBackups(lastBackupAt, backupSince, now),
    copies?.failure ? describeCopyFailure(copies.failure) : null,
    describeCertificate(app.certificate.expiry, now),
    areOthersReached === false
      ? 'The other machines are not reached. Calls reach their screens two seconds later. Check Redis.'
      : null,
    await describeClock(app),
    await describeNames(app),
  ]
  return notices.filter(notice => notice !== null)
}

async function describeNames(app: App) {
  const { keepNamesDays } = await getSettings(app)
  if (keepNamesDays !== KEEP_ALL) return null
  return "Patients' names are kept for ever. Choose in Settings, Privacy, for how many days."
}

function describeDisk(free: number | null) {
  if (free === null || free >= MIN_FREE_BYTES) return null
  return `Only ${formatBytes(free)} are free on the disk. Free some space: on a full disk no patient can be registered.`
}

function describeBackups(newestAt: string | null, since: string | null, now: string) {
  if (since === null || !isOverdue(since, now)) return null
  const age = formatAge(since, now)
  const what = newestAt
    ? `The newest backup is ${age} old.`
    : `There has been no backup for ${age}.`
  return `${what} System Management says why.`
}

async function describeClock(app: App) {
  const { config, read, now } = app
  const at = now()
  const newest = await read(getNewestRegistrationAt)
  const { doubt } = await getClock(app)
  const isFuture = (instant: string | null) =>
    instant !== null && Date.parse(instant) - Date.parse(at) > CLOCK_TOLERANCE_MS
  const says = `says ${getClinicDay(at, config.timeZone)} ${getClinicMinute(at, config.timeZone)}`
  const clock = "The clock of the clinic's computer"
  if (isFuture(config.builtAt))
    return `${clock} is wrong: it ${says}. Set it, then restart the program.`
  // The administrator already has to confirm the date.
  if (doubt !== null || !isFuture(newest)) return null
  return `${clock} ${says}, but a patient was registered later than that. If it is wrong, set it and restart the program.`
}

function describeCertificate(expiry: string | null, now: string) {
  if (expiry === null) return null
  const days = Math.floor((Date.parse(expiry) - Date.parse(now)) / DAY_MS)
  if (days >= MIN_CERTIFICATE_DAYS) return null
  if (days < 0) return 'The certificate has expired: browsers reject it. Renew it.'
  return `The certificate expires in ${days} days. Renew it.`
}
