import { randomUUID } from 'node:crypto'
import { mkdirSync, readdirSync, rmSync, statSync } from 'node:fs'
import { mkdir, readdir, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { getErrorCode } from '#db/connection/errors'
import { fsyncFolder, rename, rm } from '#db/connection/files'
import {
  type Backup,
  findNewestIntact,
  formatBytes,
  parseBackupName,
  sortNewestFirst,
} from '#domain/backups/backups'
import { DomainError } from '#domain/errors'
import { describeError, type Log } from '../../observability/log.ts'
import {
  BACKUP_EXTENSION,
  DATABASE,
  ENCRYPTED_EXTENSION,
  parseBackupFile,
  readDescription,
} from './backup-file.ts'
import { removeInChunks } from './chunked-sync.ts'
import { createJobLock, type JobWatch } from './job-lock.ts'
import { PACKED } from './pack.ts'
import { cancelRestore, checkBackup, type RestoreIdentity, readRestoreOutcome } from './restore.ts'
import { encryptInWorker, type RunWorker, runInWorker } from './worker-client.ts'

type Download = { fileName: string; bytes: number | null; content: AsyncIterable<Uint8Array> }

export type BackupStore = ReturnType<typeof createBackupStore>

const DRAFT_PREFIX = '.draft-'
const RESERVED_BYTES = 100e6

type BackupStoreOptions = {
  dataDir: string
  version: string
  log: Log
  freeBytes?: (folder: string) => Promise<number>
  runWorker?: RunWorker
  passphrase?: string | undefined
}

/** A file with a backup's name is always complete. All other files are drafts. */
export function createBackupStore(options: BackupStoreOptions) {
  const { dataDir, version, log, freeBytes = getFreeBytes, runWorker = runInWorker } = options
  const { passphrase } = options
  const folder = join(dataDir, 'backups')
  const files = openBackupFolder(folder, log)

  return {
    ...createJobLock(log),
    list: files.list,
    find: files.find,

    /** `bytes` is null if the file is encrypted while it is sent. */
    async openDownload(name: string): Promise<Download> {
      const file = await files.find(name)
      if (passphrase) {
        const content = encryptInWorker(file.path, passphrase)
        return { fileName: file.name + ENCRYPTED_EXTENSION, bytes: null, content }
      }
      const content = Bun.file(file.path)
      return { fileName: file.name, bytes: content.size, content: content.stream() }
    },

    /** Throws a DomainError if the copy, its compact form and the packed file do not fit. */
    async openDraft(watch: JobWatch) {
      await assertSpace(3 * (findSize(join(dataDir, DATABASE)) ?? 0))
      const draft = join(folder, `${DRAFT_PREFIX}${randomUUID()}`)
      await mkdir(draft, { recursive: true, mode: 0o700 })
      return {
        /** Copies the file in another process, because this process has the file open. */
        copy: (file: string) => runWorker('copy', { file, folder: draft }, watch),
        async save(name: string, madeAt: string) {
          await runWorker('pack', { folder: draft, madeAt, version }, watch)
          const path = join(folder, name + BACKUP_EXTENSION)
          await rename(join(draft, PACKED), path)
          await fsyncFolder(folder)
          return path
        },
        delete: () => rm(draft, { recursive: true, force: true }),
      }
    },

    delete: files.remove,

    /** Keeps `names`, damaged backups and the newest intact backup. */
    async deleteAllExcept(names: Set<string>) {
      const backups = await files.list()
      const newest = findNewestIntact(backups)?.name
      for (const { name, contents } of backups) {
        if (contents && name !== newest && !names.has(name)) await files.remove(name)
      }
    },

    async checkBackup(restore: RestoreIdentity, watch: JobWatch) {
      const { path: file } = await files.find(restore.name)
      // Space for the unpacked database, and for the database into which its rows are copied.
      await assertSpace(2 * (await readDescription(file)).bytes)
      await checkBackup(dataDir, restore, runWorker, async () => ({ file, ...watch }))
    },

    cancelRestore: (cause: unknown) => cancelRestore(dataDir, cause),

    getRestoreOutcome: () => readRestoreOutcome(dataDir),
  }

  async function assertSpace(bytes: number) {
    const free = await freeBytes(folder)
    const needed = bytes + RESERVED_BYTES
    if (free >= needed) return
    throw new DomainError(
      `Not enough space on the disk: ${formatBytes(needed)} are needed, ${formatBytes(free)} are free`,
    )
  }
}

/** Removes drafts left by a crash, because no other process uses the data folder. */
function openBackupFolder(folder: string, log: Log) {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  for (const name of readdirSync(folder).filter(name => name.startsWith(DRAFT_PREFIX))) {
    rmSync(join(folder, name), { recursive: true, force: true })
  }

  async function inspect(file: string): Promise<Backup | null> {
    const name = parseBackupFile(file)
    const kind = name && parseBackupName(name)?.kind
    const bytes = kind ? findSize(join(folder, file)) : null
    if (!kind || bytes === null) return null
    try {
      const { madeAt, version, counts } = await readDescription(join(folder, file))
      return { name, kind, bytes, contents: { madeAt, version, counts } }
    } catch (cause) {
      if (findSize(join(folder, file)) === null) return null
      log('warn', 'backup unreadable', { name, ...describeError(cause) })
      return { name, kind, bytes, contents: null }
    }
  }

  async function find(name: string) {
    const fileName = name + BACKUP_EXTENSION
    const path = join(folder, fileName)
    if (!parseBackupName(name) || findSize(path) === null) throw missingError()
    return { name: fileName, path }
  }

  return {
    find,

    async list(): Promise<Backup[]> {
      const backups = await Promise.all((await readdir(folder)).map(inspect))
      return sortNewestFirst(backups.filter(backup => backup !== null))
    },

    async remove(name: string) {
      const { path } = await find(name)
      const removed = join(folder, `${DRAFT_PREFIX}${randomUUID()}`)
      await rename(path, removed).catch(cause => {
        throw getErrorCode(cause) === 'ENOENT' ? missingError() : cause
      })
      await removeInChunks(removed)
    },
  }
}

function missingError() {
  return new DomainError('This backup does not exist', { status: 404 })
}

function findSize(path: string) {
  return statSync(path, { throwIfNoEntry: false })?.size ?? null
}

async function getFreeBytes(folder: string) {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
}
