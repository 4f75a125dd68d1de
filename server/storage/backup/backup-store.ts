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
import { createJobLock } from './job-lock.ts'
import { DATABASE, type Manifest, manifestOf } from './manifest.ts'
import { PACKED, type PackOrder } from './pack.ts'
import { createRestoreDraft, DRAFT_FOLDER } from './restore.ts'
import { type RunWorker, runInWorker, worker } from './worker-client.ts'

export type BackupStore = ReturnType<typeof createBackupStore>

const EXTENSION = '.tar'
const DRAFT_PREFIX = '.draft-'
/** What a backup leaves free for the day's work. */
const RESERVED_BYTES = 100e6

type BackupStoreOptions = {
  dataDir: string
  version: string
  log: Log
  freeBytes?: (folder: string) => Promise<number>
  obey?: RunWorker
}

/** The folder of backups. A file with a backup's name is whole: everything else is a draft. */
export function createBackupStore(world: BackupStoreOptions) {
  const { dataDir, version, log, freeBytes = getFreeBytes, obey = runInWorker } = world
  const folder = join(dataDir, 'backups')
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  // What a crash left: this process has the data for itself.
  const drafts = readdirSync(folder).filter(name => name.startsWith(DRAFT_PREFIX))
  for (const left of [...drafts.map(name => join(folder, name)), join(dataDir, DRAFT_FOLDER)]) {
    rmSync(left, { recursive: true, force: true })
  }
  const known = new Map<string, Backup>()

  function pathOf(name: string) {
    if (!parseBackupName(name)) throw new DomainError('This backup does not exist', { status: 404 })
    return join(folder, name + EXTENSION)
  }

  async function look(name: string): Promise<Backup | null> {
    const kind = parseBackupName(name)?.kind
    if (!kind) return null
    const path = join(folder, name + EXTENSION)
    const bytes = (await stat(path)).size
    const before = known.get(name)
    if (before?.bytes === bytes) return before
    const contents = await manifestOf(path).catch(cause => {
      log('warn', 'a backup cannot be read', { name, ...describeError(cause) })
      return null
    })
    const backup = { name, kind, bytes, contents: contents && toContents(contents) }
    known.set(name, backup)
    return backup
  }

  return {
    ...createJobLock(log),
    pathOf,

    /** All backups, the newest first. */
    async list(): Promise<Backup[]> {
      const names = (await readdir(folder)).filter(name => name.endsWith(EXTENSION))
      const found = await Promise.all(names.map(name => look(name.slice(0, -EXTENSION.length))))
      return sortNewestFirst(found.filter(backup => backup !== null))
    },

    async find(name: string) {
      const file = Bun.file(pathOf(name))
      if (await file.exists()) return { name: name + EXTENSION, file }
      throw new DomainError('This backup does not exist', { status: 404 })
    },

    /** A place for a copy: of the database under `database`, of the pictures under `media`. */
    async newDraft() {
      const draft = join(folder, `${DRAFT_PREFIX}${randomUUID()}`)
      await mkdir(join(draft, 'media'), { recursive: true, mode: 0o700 })
      return { folder: draft, database: join(draft, DATABASE), media: join(draft, 'media') }
    },

    /** Packs and checks a draft. Nothing bears the name before all of it is good and on the disk. */
    async keep(name: string, order: Omit<PackOrder, 'version'>, signal: AbortSignal) {
      const manifest = await worker.pack(obey, { ...order, version }, signal)
      await rename(join(order.folder, PACKED), pathOf(name))
      await fsyncDir(folder)
      return manifest
    },

    async discard(draft: string) {
      await rm(draft, { recursive: true, force: true })
    },

    async remove(name: string) {
      await rm(pathOf(name))
      known.delete(name)
    },

    /** Removes all but these, and never the newest good one. */
    async keepOnly(kept: Set<string>) {
      const backups = await this.list()
      const newest = findNewestIntact(backups)?.name
      for (const { name, contents } of backups) {
        if (contents && name !== newest && !kept.has(name)) await this.remove(name)
      }
    },

    async refuseWithoutSpace(bytes: number) {
      const free = await freeBytes(folder)
      const needed = bytes + RESERVED_BYTES
      if (free >= needed) return
      throw new DomainError(
        `Not enough space on the disk: ${formatBytes(needed)} are needed, ${formatBytes(free)} are free`,
      )
    },

    /** What a backup takes while it is made: the copy, and the file in which it is packed. */
    async bytesNeeded() {
      const size = async (path: string) => (await stat(path).catch(() => ({ size: 0 }))).size
      const database = await size(join(dataDir, DATABASE))
      const media = join(dataDir, 'media')
      const names = await readdir(media).catch(() => [])
      const sizes = await Promise.all(names.map(name => size(join(media, name))))
      return sizes.reduce((sum, bytes) => sum + bytes, 2 * database)
    },

    /** Unpacks and checks a backup beside the data, which it does not touch. */
    async unpack(name: string, signal: AbortSignal) {
      const { file } = await this.find(name)
      await this.refuseWithoutSpace(file.size)
      return createRestoreDraft(dataDir, pathOf(name), obey, signal)
    },
  }
}

function toContents({ madeAt, version, counts }: Manifest) {
  return { madeAt, version, counts }
}

async function getFreeBytes(folder: string) {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
}
