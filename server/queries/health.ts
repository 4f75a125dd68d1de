import { ping } from '#db/connection/query'
import { getQueueDepth } from '#domain/queue/lists'
import type { App } from '../context.ts'
import { getNewestBackupAt } from './backups.ts'
import { getPatients } from './queue.ts'

/** Whoever watches asks every few seconds, and takes a late answer for none. */
const DATABASE_TIMEOUT_MS = 2_000

type Health = {
  isDatabaseUp: boolean
  /** Whether the clinic's other machines hear nothing of what is said here. */
  isDisconnected: boolean
  /** Of the newest whole backup, ISO 8601; null without one. */
  lastBackupAt: string | null
}

/** How the clinic is. Never throws: trouble is what it tells about. */
export async function getHealth(app: App): Promise<Health> {
  const [isDatabaseUp, lastBackupAt] = await Promise.all([
    resolvesInTime(app.read(ping)),
    getNewestBackupAt(app).catch(() => null),
  ])
  return { isDatabaseUp, isDisconnected: app.isDisconnected(), lastBackupAt }
}

/** The same with how many patients are where; `queue` is null while that cannot be read. */
export async function getMetricsSnapshot(app: App) {
  const health = await getHealth(app)
  const patients = health.isDatabaseUp ? await getPatients(app).catch(() => null) : null
  return { ...health, queue: patients && getQueueDepth(patients) }
}

function resolvesInTime(question: Promise<unknown>) {
  return new Promise<boolean>(resolve => {
    const late = setTimeout(() => resolve(false), DATABASE_TIMEOUT_MS)
    question
      .then(() => resolve(true))
      .catch(() => resolve(false))
      .finally(() => clearTimeout(late))
  })
}
