import { createReadStream } from 'node:fs'
import { open, stat } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { extract, type Pack, pack } from 'tar-stream'
import { DomainError } from '#domain/errors'
import { createSteadyWriter } from './steady-io.ts'

const BLOCK_BYTES = 512
const CHUNK_BYTES = 1024 * 1024
const MIN_END_BYTES = 2 * BLOCK_BYTES
// The tar command pads its files to 20 blocks.
const MAGIC = 'ustar'
const MAGIC_AT = [257, 262] as const
const MAX_END_BYTES = 21 * BLOCK_BYTES

export type Part = { name: string; bytes: number; content: string | Uint8Array }

/** `content` is a path or bytes. The new file is on the disk when this resolves. */
export async function writeTar(path: string, parts: Part[], at: string) {
  const file = await open(path, 'wx', 0o600)
  try {
    const tar = pack()
    const write = createSteadyWriter(file)
    addParts(tar, parts, new Date(at)).catch(cause => tar.destroy(cause))
    // These streams only yield bytes; their types do not say so.
    for await (const chunk of tar) await write(chunk as Uint8Array)
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
 * Yields the entries of an archive whose first is named `first`; the caller reads the content of one before the next and must validate its name.
 * Throws a DomainError unless the archive is complete and only has plain files.
 */
export async function* readTar(path: string, first: string): AsyncGenerator<Entry> {
  const { size } = await stat(path)
  if (!(await startsAsTar(path, first))) throw damagedError(NOT_A_BACKUP)
  const tar = extract()
  pipe(readFile(path), tar).catch(cause => tar.destroy(cause))
  let end = 0
  try {
    for await (const entry of tar) {
      const { name, type, size: bytes } = entry.header
      // Headers for long names and other extensions are hidden, but move the offset.
      const isPlainFile = type === 'file' && entry.offset === end
      if (!isPlainFile) throw damagedError('it contains something that is not a file')
      end += BLOCK_BYTES + Math.ceil(bytes / BLOCK_BYTES) * BLOCK_BYTES
      if (end > size) throw damagedError('it is cut short')
      yield { name, bytes, content: entry as AsyncIterable<Uint8Array> }
    }
  } catch (cause) {
    const isFromTarStream =
      cause instanceof Error && !(cause instanceof DomainError) && !('code' in cause)
    if (!isFromTarStream) throw cause
  }
  const rest = Bun.file(path).slice(end, end + MAX_END_BYTES + 1)
  assertEnd(Buffer.from(await rest.arrayBuffer()))
}

const NOT_A_BACKUP = 'it is not a backup of this program'

/** A file that is too short to tell may be the beginning of one: it starts with the name of its first entry. */
async function startsAsTar(path: string, first: string) {
  const [from, to] = MAGIC_AT
  const start = Buffer.from(await Bun.file(path).slice(0, to).arrayBuffer()).toString('latin1')
  if (start.length >= to) return start.slice(from) === MAGIC
  const name = `${first}\0`
  return start.startsWith(name) || name.startsWith(start)
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
  source: Iterable<Uint8Array> | NodeJS.ReadableStream,
  target: ReturnType<Pack['entry']>,
) {
  // It works like Node's stream; only its types differ.
  return pipeline(source, target as unknown as NodeJS.WritableStream)
}

export function damagedError(reason: string) {
  return new DomainError(`This backup cannot be used: ${reason}`, { status: 409 })
}
