import { createReadStream } from 'node:fs'
import { open, stat } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { extract, type Pack, pack } from 'tar-stream'
import { DomainError } from '#domain/errors'

const BLOCK = 512
const CHUNK = 1024 * 1024
const SHORTEST_END = 2 * BLOCK
// tar itself fills up the last 20 blocks.
const LONGEST_END = 21 * BLOCK

export type Part = { name: string; bytes: number; content: string | Uint8Array }

/** Writes a new file, readable by its owner alone; on the disk when it resolves. `content` is a path or bytes. */
export async function writeTar(path: string, parts: Part[], at: string) {
  const file = await open(path, 'wx', 0o600)
  try {
    const tar = pack()
    addParts(tar, parts, new Date(at)).catch(cause => tar.destroy(cause))
    // Bytes are all that comes out of these streams; their types do not say so.
    for await (const chunk of tar) await file.appendFile(chunk as Uint8Array)
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
 * The entries of a tar, plain files only, from the first to the end that it must have; the content of one is
 * read before the next. Refuses whatever is cut short or changed. Names are told as they stand there: they
 * are the reader's to judge.
 */
export async function* readTar(path: string): AsyncGenerator<Entry> {
  const { size } = await stat(path)
  const tar = extract()
  pipe(readFile(path), tar).catch(cause => tar.destroy(cause))
  let end = 0
  try {
    for await (const entry of tar) {
      const { name, type, size: bytes } = entry.header
      // Long names and other additions stand between the entries.
      const isPlainFile = type === 'file' && entry.offset === end
      if (!isPlainFile) throw damaged('it holds something that is no file')
      end += BLOCK + Math.ceil(bytes / BLOCK) * BLOCK
      if (end > size) throw damaged('it is cut short')
      yield { name, bytes, content: entry as AsyncIterable<Uint8Array> }
    }
  } catch (cause) {
    const isFromTarStream =
      cause instanceof Error && !(cause instanceof DomainError) && !('code' in cause)
    if (!isFromTarStream) throw cause
  }
  const rest = Bun.file(path).slice(end, end + LONGEST_END + 1)
  refuseWithoutEnd(Buffer.from(await rest.arrayBuffer()))
}

/** tar-stream itself takes one without an end, and one with more zeros, or another one, behind it. */
function refuseWithoutEnd(rest: Buffer) {
  const isEmpty = (bytes: Uint8Array) => bytes.every(byte => byte === 0)
  if (rest.length < SHORTEST_END) throw damaged('it is cut short')
  if (!isEmpty(rest.subarray(0, BLOCK))) {
    const isTar = rest.toString('latin1', 257, 262) === 'ustar'
    throw damaged(isTar ? 'it was changed' : 'it is no backup of this program')
  }
  if (rest.length > LONGEST_END || !isEmpty(rest)) throw damaged('something follows its end')
}

function readFile(path: string) {
  return createReadStream(path, { highWaterMark: CHUNK })
}

function pipe(
  source: Iterable<Uint8Array> | NodeJS.ReadableStream,
  into: ReturnType<Pack['entry']>,
) {
  // It is a stream like Node's; only its types are of their own.
  return pipeline(source, into as unknown as NodeJS.WritableStream)
}

export function damaged(because: string) {
  return new DomainError(`This backup cannot be used: ${because}`, { status: 409 })
}
