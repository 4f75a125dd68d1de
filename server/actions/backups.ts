import { filesInUse } from '#db/repositories/media'
import { dataBegan, userWithHash } from '#db/repositories/users'
import { IN_A_DEMO, KEPT_ELSEWHERE } from '#domain/backups/backup-words'
import {
  type BackupKind,
  type BackupsNow,
  backupName,
  newestUntil,
  refuseToDeleteBackup,
} from '#domain/backups/backups'
import { Refusal } from '#domain/errors'
import { foldedUsername } from '#domain/users/user'
import type { Clinic } from '../context.ts'
import { isPassword } from '../security/passwords.ts'
import type { Session } from '../security/session.ts'
import type { BackupStore } from '../storage/backup/backup-store.ts'
import { backupsToKeep } from '../storage/backup/retention.ts'
import { nightlyIsDue } from '../storage/backup/schedule.ts'

export async function lookAtBackups({ backupStore, isDemo }: Clinic): Promise<BackupsNow> {
  if (!backupStore) {
    const unavailable = isDemo ? IN_A_DEMO : KEPT_ELSEWHERE
    return { backups: [], work: { step: 'idle' }, failure: null, unavailable }
  }
  return { backups: await backupStore.list(), ...backupStore.now(), unavailable: null }
}

/** When the newest whole backup was made, ISO 8601; null without one. */
export async function newestBackupAt({ backupStore, now }: Clinic) {
  const backups = (await backupStore?.list()) ?? []
  const made = backups.flatMap(({ contents }) => contents?.madeAt ?? [])
  return newestUntil(now(), made)
}

/** Makes a backup; answers its path. The desks wait only while the database copies itself. */
export function backUp(clinic: Clinic, kind: BackupKind) {
  const what = kind === 'nightly' ? 'nightly backup' : 'backup'
  return storeOf(clinic).alone({ step: 'backing-up' }, { what, at: clinic.now() }, signal =>
    make(clinic, kind, signal),
  )
}

/** The same, for a person who does not wait for it: refuses at once, and goes on behind the answer. */
export function beginBackUp(clinic: Clinic) {
  storeOf(clinic).refuseWhenBusy()
  // Whatever goes wrong is noted and logged where it happens.
  backUp(clinic, 'manual').catch(() => {})
}

/** To be called every minute. */
export async function backUpWhenDue(clinic: Clinic) {
  const { backupStore, read, now, timeZone } = clinic
  if (backupStore?.now().work.step !== 'idle') return
  const newestAt = (await newestBackupAt(clinic)) ?? (await read(dataBegan))
  const failedAt = backupStore.now().failure?.at ?? null
  if (nightlyIsDue({ now: now(), timeZone, newestAt, failedAt })) await backUp(clinic, 'nightly')
}

async function make(clinic: Clinic, kind: BackupKind, signal: AbortSignal) {
  const { copy, log, mediaStore, now, timeZone } = clinic
  const store = storeOf(clinic)
  const started = performance.now()
  await store.refuseWithoutSpace(await store.bytesNeeded())
  const draft = await store.newDraft()
  try {
    const { madeAt, missing } = await mediaStore.alone(async () => {
      const madeAt = now()
      const needed = await copy(draft.database, filesInUse)
      return { madeAt, missing: await mediaStore.linkInto(draft.media, needed) }
    })
    const taken = (await store.list()).map(backup => backup.name)
    const name = backupName(madeAt, timeZone, kind, taken)
    const manifest = await store.keep(name, { folder: draft.folder, kind, madeAt, missing }, signal)
    const ms = Math.round(performance.now() - started)
    log('info', 'backup made', { name, ms, missing: manifest.missing.length })
    await forgetOld(store)
    return store.pathOf(name)
  } finally {
    await store.discard(draft.folder)
  }
}

/** Only after a new good one. */
async function forgetOld(store: BackupStore) {
  const good = (await store.list()).filter(backup => backup.contents !== null)
  await store.keepOnly(backupsToKeep(good.map(backup => backup.name)))
}

export function findBackup(clinic: Clinic, name: string) {
  return storeOf(clinic).find(name)
}

export async function deleteBackup(clinic: Clinic, name: string) {
  const store = storeOf(clinic)
  await store.find(name)
  const backups = await store.list()
  const backup = backups.find(one => one.name === name)
  const no = backup && refuseToDeleteBackup(backup, backups)
  if (no) throw new Refusal(no)
  store.refuseWhenBusy()
  await store.remove(name)
}

type Asked = { name: string; password: string }

/** Restores, once the administrator has shown by his password that it is he who asks. Goes on by itself. */
export async function beginRestore(clinic: Clinic, { user }: Session, { name, password }: Asked) {
  const store = storeOf(clinic)
  await store.find(name)
  await refuseWrongPassword(clinic, user, password)
  store.refuseWhenBusy()
  restore(clinic, name).catch(() => {})
}

/** Checks all of it beside the data, keeps the present as a backup, and only then hands over. */
export async function restore(clinic: Clinic, name: string) {
  const store = storeOf(clinic)
  const work = { step: 'restoring', name } as const
  await store.alone(work, { what: 'restore', at: clinic.now() }, async signal => {
    await store.unpack(name, signal)
    await make(clinic, 'before-restore', signal)
  })
  store.staysBusy(work)
  clinic.log('info', 'restoring', { name })
  await clinic.startAnew(name)
}

async function refuseWrongPassword(
  { read, signInPace, now }: Clinic,
  { id, username }: Session['user'],
  password: string,
) {
  const keys = [`user ${foldedUsername(username)}`]
  const isRight = await signInPace.paced(keys, Date.parse(now()), async () => {
    const user = await read(db => userWithHash(db, id))
    return (await isPassword(password, user?.passwordHash)) || null
  })
  const details = { status: 400, field: 'password' } as const
  if (!isRight) throw new Refusal('The password is incorrect', details)
}

function storeOf({ backupStore, isDemo }: Clinic) {
  if (!backupStore) throw new Refusal(isDemo ? IN_A_DEMO : KEPT_ELSEWHERE)
  return backupStore
}
