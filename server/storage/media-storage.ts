import { randomUUID } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { open, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { describeError, type Log } from '../observability/log.ts'
import { fsyncDir, linkOrCopy } from './fsync-dir.ts'

export type MediaStorage = ReturnType<typeof createMediaStorage>

/** Where machines that share a database keep files for one another. */
export type SharedFileStorage = {
  keep(filename: string, bytes: Uint8Array): Promise<void>
  find(filename: string): Promise<Uint8Array<ArrayBuffer> | null>
  sweep(): Promise<void>
}

const HOUR_MS = 60 * 60_000
const STORED_NAME = /^[0-9a-f]{64}\.(png|jpg|gif|webp)$/
const DRAFT_NAME = /^[0-9a-f-]{36}\.part$/
const EXTENSIONS: Record<string, string> = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/gif': 'gif',
  'image/webp': 'webp',
}

/**
 * The folder of uploaded files, each named by its content, so that the same content is kept once. The
 * rows that need them are the database's: a file comes before its row and goes after it. Beside `shared`
 * files the folder is a copy of what this machine was asked for.
 */
export function createMediaStorage(
  folder: string,
  log: Log,
  shared: SharedFileStorage | null = null,
) {
  const makeFolder = () => mkdirSync(folder, { recursive: true, mode: 0o700 })
  makeFolder()
  const alone = createQueue()
  const missing = new Set<string>()

  function pathOf(filename: string) {
    if (!STORED_NAME.test(filename)) throw new Error('this is no name of a stored file')
    return join(folder, filename)
  }

  async function keepHere(filename: string, bytes: Uint8Array) {
    const path = pathOf(filename)
    const draft = join(folder, `${randomUUID()}.part`)
    makeFolder()
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
    if (bytes) await keepHere(filename, bytes)
    return Boolean(bytes)
  }

  return {
    /**
     * Whatever joins files with rows takes turns here, so that nothing is swept between a file and its
     * row. Never ask for a turn inside a transaction: whoever has it may be waiting for that one.
     */
    alone,

    /** Keeps a file so that it survives a power cut from here on; answers its name. */
    async keep(bytes: Uint8Array<ArrayBuffer>, mime: string) {
      const hash = new Bun.CryptoHasher('sha256').update(bytes).digest('hex')
      const filename = `${hash}.${EXTENSIONS[mime]}`
      await keepHere(filename, bytes)
      await shared?.keep(filename, bytes)
      return filename
    },

    /** The file, or null when somebody took it away; that is logged once. */
    async find(filename: string) {
      const path = pathOf(filename)
      const isThere = (await Bun.file(path).exists()) || (await fetchShared(filename))
      if (isThere) return Bun.file(path)
      if (!missing.has(filename)) log('warn', 'a media file is missing', { filename })
      missing.add(filename)
      return null
    },

    /** Gives these files a second name in another folder; answers which of them are missing. */
    async linkInto(other: string, filenames: Iterable<string>) {
      const gone: string[] = []
      for (const filename of filenames) {
        const isThere = await linkOrCopy(pathOf(filename), join(other, filename))
        if (!isThere) gone.push(filename)
      }
      return gone
    },

    /** Removes a file that no row needs. What cannot be removed now is left to the sweep. */
    async discard(filename: string) {
      await rm(pathOf(filename), { force: true }).catch(cause =>
        log('warn', 'a media file was not removed', describeError(cause)),
      )
    },

    /** Removes what a crash left behind, an hour later. Files that are not ours are left alone. */
    async sweep(needed: Set<string>) {
      makeFolder()
      for (const name of await readdir(folder)) {
        const isLeft = DRAFT_NAME.test(name) || (STORED_NAME.test(name) && !needed.has(name))
        if (!isLeft) continue
        const { mtimeMs } = await stat(join(folder, name))
        if (Date.now() - mtimeMs > HOUR_MS) await rm(join(folder, name), { force: true })
      }
      await shared?.sweep()
    },
  }
}

function createQueue() {
  let last: Promise<unknown> = Promise.resolve()
  return function alone<T>(work: () => Promise<T>): Promise<T> {
    const mine = last.then(work)
    last = mine.catch(() => {})
    return mine
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
