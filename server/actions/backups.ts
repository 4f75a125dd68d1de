import { listFilesInUse } from '#db/repositories/media'
import { findUserById, getFirstUserCreatedAt } from '#db/repositories/users'
import {
  type BackupKind,
  type BackupStatus,
  createBackupName,
  DATABASE_IS_ELSEWHERE,
  DEMO_HAS_NO_BACKUPS,
  findNewestUntil,
  whyNotDeletable,
} from '#domain/backups/backups'
import { DomainError } from '#domain/errors'
import { foldUsername } from '#domain/users/user'
import type { App } from '../context.ts'
import { verifyPassword } from '../security/passwords.ts'
import type { Session } from '../security/session.ts'
import type { BackupStore } from '../storage/backup/backup-store.ts'
import { selectBackupsToKeep } from '../storage/backup/retention.ts'
import { isNightlyDue } from '../storage/backup/schedule.ts'

export async function getBackupStatus({ backupStore, isDemo }: App): Promise<BackupStatus> {
  if (!backupStore) {
    const unavailable = isDemo ? DEMO_HAS_NO_BACKUPS : DATABASE_IS_ELSEWHERE
    return { backups: [], work: { step: 'idle' }, failure: null, unavailable }
  }
  return { backups: await backupStore.list(), ...backupStore.now(), unavailable: null }
}

/** When the newest whole backup was made, ISO 8601; null without one. */
export async function getNewestBackupAt({ backupStore, now }: App) {
  const backups = (await backupStore?.list()) ?? []
  const made = backups.flatMap(({ contents }) => contents?.madeAt ?? [])
  return findNewestUntil(now(), made)
}

/** Makes a backup; answers its path. The desks wait only while the database copies itself. */
export function createBackup(app: App, kind: BackupKind) {
  const what = kind === 'nightly' ? 'nightly backup' : 'backup'
  return getStore(app).alone({ step: 'backing-up' }, { what, at: app.now() }, signal =>
    makeBackup(app, kind, signal),
  )
}

/** The same, for a person who does not wait for it: refuses at once, and goes on behind the answer. */
export function startBackup(app: App) {
  getStore(app).refuseWhenBusy()
  // Whatever goes wrong is noted and logged where it happens.
  createBackup(app, 'manual').catch(() => {})
}

/** To be called every minute. */
export async function runNightlyBackupIfDue(app: App) {
  const { backupStore, read, now, timeZone } = app
  if (backupStore?.now().work.step !== 'idle') return
  const newestAt = (await getNewestBackupAt(app)) ?? (await read(getFirstUserCreatedAt))
  const failedAt = backupStore.now().failure?.at ?? null
  if (isNightlyDue({ now: now(), timeZone, newestAt, failedAt })) await createBackup(app, 'nightly')
}

async function makeBackup(app: App, kind: BackupKind, signal: AbortSignal) {
  const { copy, log, mediaStorage, now, timeZone } = app
  const store = getStore(app)
  const started = performance.now()
  await store.refuseWithoutSpace(await store.bytesNeeded())
  const draft = await store.newDraft()
  try {
    const { madeAt, missing } = await mediaStorage.alone(async () => {
      const madeAt = now()
      const needed = await copy(draft.database, listFilesInUse)
      return { madeAt, missing: await mediaStorage.linkInto(draft.media, needed) }
    })
    const taken = (await store.list()).map(backup => backup.name)
    const name = createBackupName(madeAt, timeZone, kind, taken)
    const manifest = await store.keep(name, { folder: draft.folder, kind, madeAt, missing }, signal)
    const ms = Math.round(performance.now() - started)
    log('info', 'backup made', { name, ms, missing: manifest.missing.length })
    await removeOldBackups(store)
    return store.pathOf(name)
  } finally {
    await store.discard(draft.folder)
  }
}

/** Only after a new good one. */
async function removeOldBackups(store: BackupStore) {
  const good = (await store.list()).filter(backup => backup.contents !== null)
  await store.keepOnly(selectBackupsToKeep(good.map(backup => backup.name)))
}

export function findBackup(app: App, name: string) {
  return getStore(app).find(name)
}

export async function deleteBackup(app: App, name: string) {
  const store = getStore(app)
  await store.find(name)
  const backups = await store.list()
  const backup = backups.find(one => one.name === name)
  const no = backup && whyNotDeletable(backup, backups)
  if (no) throw new DomainError(no)
  store.refuseWhenBusy()
  await store.remove(name)
}

type RestoreInput = { name: string; password: string }

/** Restores, once the administrator has shown by his password that it is he who asks. Goes on by itself. */
export async function startRestore(app: App, { user }: Session, { name, password }: RestoreInput) {
  const store = getStore(app)
  await store.find(name)
  await assertPassword(app, user, password)
  store.refuseWhenBusy()
  prepareRestore(app, name).catch(() => {})
}

/** Checks all of it beside the data, keeps the present as a backup, and only then hands over. */
export async function prepareRestore(app: App, name: string) {
  const store = getStore(app)
  const work = { step: 'restoring', name } as const
  await store.alone(work, { what: 'restore', at: app.now() }, async signal => {
    await store.unpack(name, signal)
    await makeBackup(app, 'before-restore', signal)
  })
  store.staysBusy(work)
  app.log('info', 'restoring', { name })
  await app.restartWith(name)
}

async function assertPassword(
  { read, loginThrottle, now }: App,
  { id, username }: Session['user'],
  password: string,
) {
  const keys = [`user ${foldUsername(username)}`]
  const isRight = await loginThrottle.attempt(keys, Date.parse(now()), async () => {
    const user = await read(db => findUserById(db, id))
    return (await verifyPassword(password, user?.passwordHash)) || null
  })
  const details = { status: 400, field: 'password' } as const
  if (!isRight) throw new DomainError('The password is incorrect', details)
}

function getStore({ backupStore, isDemo }: App) {
  if (!backupStore) throw new DomainError(isDemo ? DEMO_HAS_NO_BACKUPS : DATABASE_IS_ELSEWHERE)
  return backupStore
}
