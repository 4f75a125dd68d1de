import { randomUUID } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { open, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { createMutex } from '#db/connection/mutex'
import { describeError, type Log } from '../observability/log.ts'
import { fsyncDir, linkOrCopy } from './fsync-dir.ts'

export type MediaStorage = ReturnType<typeof createMediaStorage>

export type SharedFileStorage = {
  save(filename: string, bytes: Uint8Array): Promise<void>
  find(filename: string): Promise<Uint8Array<ArrayBuffer> | null>
  deleteUnused(): Promise<void>
}

const HOUR_MS = 60 * 60_000
/** The SHA-256 of its content, and its type. */
export const STORED_NAME = /^[0-9a-f]{64}\.(png|jpg|gif|webp)$/
const DRAFT_NAME = /^[0-9a-f-]{36}\.part$/
const EXTENSIONS: Record<string, string> = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/gif': 'gif',
  'image/webp': 'webp',
}

/**
 * A folder of uploaded files, named by the hash of their content. A file is saved before its database
 * row and deleted after it. With `shared` storage the folder is a cache.
 */
export function createMediaStorage(
  folder: string,
  log: Log,
  shared: SharedFileStorage | null = null,
) {
  const createFolder = () => mkdirSync(folder, { recursive: true, mode: 0o700 })
  createFolder()
  const runExclusive = createMutex()
  const missing = new Set<string>()

  function pathOf(filename: string) {
    if (!STORED_NAME.test(filename)) throw new Error('this is not the name of a stored file')
    return join(folder, filename)
  }

  async function saveLocally(filename: string, bytes: Uint8Array) {
    const path = pathOf(filename)
    const draft = join(folder, `${randomUUID()}.part`)
    createFolder()
    try {
      await writeAndSync(draft, bytes)
      await rename(draft, path)
    } catch (cause) {
      await rm(draft, { force: true })
      throw cause
    }
    await fsyncDir(folder)
    await fsyncDir(dirname(folder))
    missing.delete(filename)
  }

  async function fetchShared(filename: string) {
    const bytes = await shared?.find(filename)
    if (bytes) await saveLocally(filename, bytes)
    return Boolean(bytes)
  }

  return {
    /**
     * Keeps a file from being deleted before its row is saved. Never wait for it inside a transaction:
     * that can deadlock.
     */
    runExclusive,

    /** Returns the file name. The file is on the disk when this resolves. */
    async save(bytes: Uint8Array<ArrayBuffer>, mime: string) {
      const hash = new Bun.CryptoHasher('sha256').update(bytes).digest('hex')
      const filename = `${hash}.${EXTENSIONS[mime]}`
      await saveLocally(filename, bytes)
      await shared?.save(filename, bytes)
      return filename
    },

    async find(filename: string) {
      const path = pathOf(filename)
      const exists = (await Bun.file(path).exists()) || (await fetchShared(filename))
      if (exists) return Bun.file(path)
      if (!missing.has(filename)) log('warn', 'media file missing', { filename })
      missing.add(filename)
      return null
    },

    async linkInto(target: string, filenames: Iterable<string>) {
      const notFound: string[] = []
      for (const filename of filenames) {
        const exists = await linkOrCopy(pathOf(filename), join(target, filename))
        if (!exists) notFound.push(filename)
      }
      return notFound
    },

    async delete(filename: string) {
      await rm(pathOf(filename), { force: true }).catch(cause =>
        log('warn', 'media file deletion failed', describeError(cause)),
      )
    },

    async deleteUnused(needed: Set<string>) {
      createFolder()
      for (const name of await readdir(folder)) {
        const isUnused = DRAFT_NAME.test(name) || (STORED_NAME.test(name) && !needed.has(name))
        if (!isUnused) continue
        // Null if it got its final name meanwhile.
        const file = await stat(join(folder, name)).catch(() => null)
        if (file && Date.now() - file.mtimeMs > HOUR_MS)
          await rm(join(folder, name), { force: true })
      }
      await shared?.deleteUnused()
    },
  }
}

async function writeAndSync(path: string, bytes: Uint8Array) {
  const file = await open(path, 'wx', 0o600)
  try {
    await file.writeFile(bytes)
    await file.sync()
  } finally {
    await file.close()
  }
}
