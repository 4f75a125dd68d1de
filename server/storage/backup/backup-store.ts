import { randomUUID } from 'node:crypto'
import { mkdirSync, readdirSync, rmSync } from 'node:fs'
import { mkdir, readdir, rename, rm, stat, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import {
  type Backup,
  findNewestIntact,
  formatBytes,
  parseBackupName,
  sortNewestFirst,
} from '#domain/backups/backups'
import { DomainError } from '#domain/errors'
import { describeError, type Log } from '../../observability/log.ts'
import { fsyncDir } from '../fsync-dir.ts'
import { BACKUP_EXTENSION, ENCRYPTED_EXTENSION, parseBackupFile } from './backup-file.ts'
import { removeSteadily } from './chunked-sync.ts'
import { createJobLock } from './job-lock.ts'
import { DATABASE, type Manifest, readBackupManifest } from './manifest.ts'
import { PACKED, type PackInput } from './pack.ts'
import { cancelRestore, checkBackup } from './restore.ts'
import { readRestoreOutcome } from './restore-record.ts'
import { encryptInWorker, type RunWorker, runInWorker, worker } from './worker-client.ts'

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
  /** Encrypts what is downloaded. */
  passphrase?: string | undefined
}

/** A file with a backup's name is always complete; everything else is a draft. */
export function createBackupStore(options: BackupStoreOptions) {
  const { dataDir, version, log, freeBytes = getFreeBytes, runWorker = runInWorker } = options
  const { passphrase } = options
  const folder = join(dataDir, 'backups')
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  // Drafts are left from a crash: no other process uses the data folder.
  for (const name of readdirSync(folder).filter(name => name.startsWith(DRAFT_PREFIX))) {
    rmSync(join(folder, name), { recursive: true, force: true })
  }
  const cache = new Map<string, Backup>()

  /** By name. */
  async function listFiles() {
    const files = new Map<string, string>()
    for (const file of await readdir(folder)) {
      const name = parseBackupFile(file)
      if (name) files.set(name, file)
    }
    return files
  }

  async function findFile(name: string) {
    const file = (await listFiles()).get(name)
    if (!file) throw missingError()
    return file
  }

  /** Null for another kind of file, and for one that was removed meanwhile. */
  async function inspect(name: string, file: string): Promise<Backup | null> {
    const kind = parseBackupName(name)?.kind
    const path = join(folder, file)
    const bytes = await findSize(path)
    if (!kind || bytes === null) return null
    const cached = cache.get(name)
    if (cached?.bytes === bytes) return cached
    let contents: Backup['contents'] = null
    try {
      contents = toContents(await readBackupManifest(path))
    } catch (cause) {
      if ((await findSize(path)) === null) return null
      log('warn', 'backup unreadable', { name, ...describeError(cause) })
    }
    const backup = { name, kind, bytes, contents }
    cache.set(name, backup)
    return backup
  }

  /** Returns false if it was removed meanwhile. */
  async function remove(name: string) {
    const removed = join(folder, `${DRAFT_PREFIX}${randomUUID()}`)
    const path = join(folder, await findFile(name))
    const isRenamed = await rename(path, removed).then(() => true, ifMissing(false))
    cache.delete(name)
    if (isRenamed) await removeSteadily(removed)
    return isRenamed
  }

  return {
    ...createJobLock(log),

    async list(): Promise<Backup[]> {
      const files = [...(await listFiles())]
      const backups = await Promise.all(files.map(([name, file]) => inspect(name, file)))
      return sortNewestFirst(backups.filter(backup => backup !== null))
    },

    async find(name: string) {
      const fileName = await findFile(name)
      return { name: fileName, path: join(folder, fileName) }
    },

    /** `bytes` is null while nobody knows: an encrypted file is made as it is sent. */
    async openDownload(name: string): Promise<Download> {
      const file = await this.find(name)
      if (passphrase) {
        const content = encryptInWorker(file.path, passphrase)
        return { fileName: file.name + ENCRYPTED_EXTENSION, bytes: null, content }
      }
      const content = Bun.file(file.path)
      return { fileName: file.name, bytes: content.size, content: content.stream() }
    },

    async createDraft() {
      const draft = join(folder, `${DRAFT_PREFIX}${randomUUID()}`)
      await mkdir(join(draft, 'media'), { recursive: true, mode: 0o700 })
      return { folder: draft, media: join(draft, 'media') }
    },

    /** In another process: `file` is open in this one. */
    copyDatabase: (file: string, draft: string, signal: AbortSignal) =>
      worker.copy(runWorker, { file, folder: draft }, signal),

    async save(name: string, input: Omit<PackInput, 'version'>, signal: AbortSignal) {
      const manifest = await worker.pack(runWorker, { ...input, version }, signal)
      const path = join(folder, name + BACKUP_EXTENSION)
      await rename(join(input.folder, PACKED), path)
      await fsyncDir(folder)
      return { manifest, path }
    },

    async deleteDraft(draft: string) {
      await rm(draft, { recursive: true, force: true })
    },

    async delete(name: string) {
      if (!(await remove(name))) throw missingError()
    },

    /** Also keeps damaged backups and the newest intact one. */
    async deleteAllExcept(names: Set<string>) {
      const backups = await this.list()
      const newest = findNewestIntact(backups)?.name
      for (const { name, contents } of backups) {
        if (contents && name !== newest && !names.has(name)) await remove(name)
      }
    },

    async assertEnoughSpace(bytes: number) {
      const free = await freeBytes(folder)
      const needed = bytes + RESERVED_BYTES
      if (free >= needed) return
      throw new DomainError(
        `Not enough space on the disk: ${formatBytes(needed)} are needed, ${formatBytes(free)} are free`,
      )
    },

    async estimateBytes() {
      const size = async (path: string) => (await stat(path).catch(() => ({ size: 0 }))).size
      const database = await size(join(dataDir, DATABASE))
      const media = join(dataDir, 'media')
      const names = await readdir(media).catch(() => [])
      const sizes = await Promise.all(names.map(name => size(join(media, name))))
      // A copy, its compact form, and the archive.
      return sizes.reduce((sum, bytes) => sum + bytes, 3 * database)
    },

    /** The first step of a restore. */
    async checkBackup(restore: { name: string; at: string }, signal: AbortSignal) {
      const file = join(folder, await findFile(restore.name))
      const { parts } = await readBackupManifest(file)
      await this.assertEnoughSpace(parts.reduce((sum, { bytes }) => sum + bytes, 0))
      return checkBackup(dataDir, restore, runWorker, async () => ({ file, signal }))
    },

    cancelRestore: (cause: unknown) => cancelRestore(dataDir, cause),

    getRestoreOutcome: () => readRestoreOutcome(dataDir),
  }
}

function missingError() {
  return new DomainError('This backup does not exist', { status: 404 })
}

function findSize(path: string) {
  return stat(path).then(({ size }) => size, ifMissing(null))
}

function ifMissing<T>(result: T) {
  return (cause: NodeJS.ErrnoException) => {
    if (cause.code === 'ENOENT') return result
    throw cause
  }
}

function toContents({ madeAt, version, counts }: Manifest) {
  return { madeAt, version, counts }
}

async function getFreeBytes(folder: string) {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
}
