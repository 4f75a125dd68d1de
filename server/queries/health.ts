import { answers } from '#db/connection/ping'
import { queueDepth } from '#domain/queue/lists'
import { newestBackupAt } from '../actions/backups.ts'
import type { Clinic } from '../context.ts'
import { lookAtPatients } from './queue.ts'

/** Whoever watches asks every few seconds, and takes a late answer for none. */
const DATABASE_GETS_MS = 2_000

type Health = {
  isDatabaseUp: boolean
  /** Whether the clinic's other machines hear nothing of what is said here. */
  isCutOff: boolean
  /** Of the newest whole backup, ISO 8601; null without one. */
  lastBackupAt: string | null
}

/** How the clinic is. Never throws: trouble is what it tells about. */
export async function lookAtHealth(clinic: Clinic): Promise<Health> {
  const [isDatabaseUp, lastBackupAt] = await Promise.all([
    withinTime(clinic.read(answers)),
    newestBackupAt(clinic).catch(() => null),
  ])
  return { isDatabaseUp, isCutOff: clinic.isCutOff(), lastBackupAt }
}

/** The same with how many patients are where; `queue` is null while that cannot be read. */
export async function lookAtEverything(clinic: Clinic) {
  const health = await lookAtHealth(clinic)
  const patients = health.isDatabaseUp ? await lookAtPatients(clinic).catch(() => null) : null
  return { ...health, queue: patients && queueDepth(patients) }
}

function withinTime(question: Promise<unknown>) {
  return new Promise<boolean>(resolve => {
    const late = setTimeout(() => resolve(false), DATABASE_GETS_MS)
    question
      .then(() => resolve(true))
      .catch(() => resolve(false))
      .finally(() => clearTimeout(late))
  })
}
