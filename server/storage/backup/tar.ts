import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { extract, type Pack, pack } from 'tar-stream'
import { DomainError } from '#domain/errors'
import { createSteadyWriter } from './chunked-sync.ts'
import { damagedError, NOT_A_BACKUP } from './damaged-error.ts'
import { openArchive } from './open-archive.ts'

/** 4 % larger than the default level, in half the time. */
const GZIP_LEVEL = 4
const BLOCK_BYTES = 512
const CHUNK_BYTES = 1024 * 1024
const MIN_END_BYTES = 2 * BLOCK_BYTES
// The tar command pads its files to 20 blocks.
const MAX_END_BYTES = 21 * BLOCK_BYTES
/** More than one chunk, which is read before the entry that it begins with. */
const MAX_UNREAD_BYTES = 4 * CHUNK_BYTES
const MAGIC = 'ustar'
const MAGIC_AT = [257, 262] as const

export type Part = { name: string; bytes: number; content: string | Uint8Array }

/** A gzipped tar file. `content` is a path or bytes. The new file is on the disk when this resolves. */
export async function writeTar(path: string, parts: Part[], at: string) {
  const file = await open(path, 'wx', 0o600)
  try {
    const tar = pack()
    const write = createSteadyWriter(file)
    addParts(tar, parts, new Date(at)).catch(cause => tar.destroy(cause))
    // This stream works like Node's, and only yields bytes; its type does not say so.
    await pipeline(
      tar as unknown as NodeJS.ReadableStream,
      createGzip({ level: GZIP_LEVEL }),
      async zipped => {
        for await (const chunk of zipped) await write(chunk as Uint8Array)
      },
    )
    await file.sync()
  } finally {
    await file.close()
  }
}

async function addParts(tar: Pack, parts: Part[], mtime: Date) {
  for (const { name, bytes: size, content } of parts) {
    const entry = tar.entry({ name, size, mode: 0o600, mtime })
    await pipe(typeof content === 'string' ? readFile(content) : [content], entry)
  }
  tar.finalize()
}

export type Entry = { name: string; bytes: number; content: AsyncIterable<Uint8Array> }

/**
 * Yields the entries of a tar file, gzipped or plain, whose first is named `first`. The caller reads the content of one
 * before the next and must validate its name. Throws a DomainError unless it is complete and only has plain files.
 */
export async function* readTar(
  path: string,
  first: string,
  passphrase?: string,
): AsyncGenerator<Entry> {
  const tar = extract()
  const position = createPosition()
  const source = checkStart(position.follow(openArchive(path, passphrase)), first)
  const piping = pipe(source, tar).then(
    () => null,
    (cause: Error) => {
      tar.destroy(cause)
      return cause
    },
  )
  try {
    for await (const entry of tar) {
      const { name, type, size: bytes } = entry.header
      // Headers for long names and other extensions are hidden, but move the offset.
      const isPlainFile = type === 'file' && entry.offset === position.getEnd()
      if (!isPlainFile) throw damagedError('it contains something that is not a file')
      position.addEntry(bytes)
      yield { name, bytes, content: readContent(entry as AsyncIterable<Uint8Array>, piping) }
    }
  } catch (cause) {
    const reason = cause instanceof DomainError ? cause : await piping
    if (reason && !isFromTarStream(reason)) throw reason
  }
  assertEnd(position.getRest())
}

async function* readContent(entry: AsyncIterable<Uint8Array>, piping: Promise<Error | null>) {
  try {
    yield* entry
  } catch (cause) {
    const reason = (await piping) ?? cause
    throw isFromTarStream(reason) ? damagedError('it is cut short') : reason
  }
}

function isFromTarStream(cause: unknown) {
  return cause instanceof Error && !(cause instanceof DomainError) && !('code' in cause)
}

/** Where the entries that were read end, and the bytes from there on. */
function createPosition() {
  let end = 0
  let rest = Buffer.alloc(0)
  let restAt = 0

  function dropRead() {
    const read = Math.min(Math.max(end - restAt, 0), rest.length)
    rest = rest.subarray(read)
    restAt += read
  }

  return {
    async *follow(chunks: AsyncIterable<Uint8Array>) {
      for await (const chunk of chunks) {
        dropRead()
        rest = rest.length === 0 ? Buffer.from(chunk) : Buffer.concat([rest, chunk])
        dropRead()
        if (rest.length > MAX_UNREAD_BYTES) throw damagedError('it has extra data after its end')
        yield chunk
      }
    },
    getEnd: () => end,
    addEntry(bytes: number) {
      end += BLOCK_BYTES + Math.ceil(bytes / BLOCK_BYTES) * BLOCK_BYTES
    },
    /** Throws a DomainError when the last entry is not complete. */
    getRest() {
      dropRead()
      if (restAt < end) throw damagedError('it is cut short')
      return rest
    },
  }
}

/** A file that is too short to tell may be the beginning of one: it starts with the name of its first entry. */
async function* checkStart(chunks: AsyncIterable<Uint8Array>, first: string) {
  const [from, to] = MAGIC_AT
  let start = Buffer.alloc(0)
  for await (const chunk of chunks) {
    if (start.length >= to) {
      yield chunk
      continue
    }
    start = Buffer.concat([start, chunk])
    if (start.length < to) continue
    if (start.toString('latin1', from, to) !== MAGIC) throw damagedError(NOT_A_BACKUP)
    yield start
  }
  if (start.length >= to) return
  const name = `${first}\0`
  const text = start.toString('latin1')
  if (!text.startsWith(name) && !name.startsWith(text)) throw damagedError(NOT_A_BACKUP)
}

/** tar-stream also accepts an archive without an end and one with data after it. */
function assertEnd(rest: Buffer) {
  const isZero = (bytes: Uint8Array) => bytes.every(byte => byte === 0)
  if (rest.length < MIN_END_BYTES) throw damagedError('it is cut short')
  if (!isZero(rest.subarray(0, BLOCK_BYTES))) {
    const isTar = rest.toString('latin1', ...MAGIC_AT) === MAGIC
    throw damagedError(isTar ? 'it was changed' : NOT_A_BACKUP)
  }
  if (rest.length > MAX_END_BYTES || !isZero(rest))
    throw damagedError('it has extra data after its end')
}

function readFile(path: string) {
  return createReadStream(path, { highWaterMark: CHUNK_BYTES })
}

function pipe(
  source: Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
  target: ReturnType<Pack['entry']>,
) {
  // It works like Node's stream; only its types differ.
  return pipeline(source, target as unknown as NodeJS.WritableStream)
}
