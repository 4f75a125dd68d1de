import { createReadStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { z } from 'zod'
import { getErrorCode } from '#db/connection/errors'
import { damagedError, parseBackupName } from '#domain/backups/backups'
import { DomainError } from '#domain/errors'
import { CHUNK_BYTES, countChunks, hashChunks, writeInChunks } from './chunked-sync.ts'

export const DATABASE = 'clinic.db'
export const BACKUP_EXTENSION = '.db.gz'
/** `age --decrypt` can open such a file. */
export const ENCRYPTED_EXTENSION = '.age'

/** Files are 4 % larger than at the default level, but take half the time. */
const GZIP_LEVEL = 4
const ENCRYPTED_MAGIC = 'age-encryption.org/'
const COMMENT_HEADER = Buffer.from([0x1f, 0x8b, 8, 0x10, 0, 0, 0, 0, 0, 0xff])
const COMMENT_TRAILER = Buffer.from([0, 3, 0, 0, 0, 0, 0, 0, 0, 0, 0])
const MAX_COMMENT_BYTES = 1000

const count = z.number().int().nonnegative()
const descriptionSchema = z.object({
  product: z.literal('clinic-queue'),
  format: z.literal(1),
  version: z.string().max(100),
  madeAt: z.iso.datetime(),
  counts: z.object({ patients: count, users: count, calls: count }),
  bytes: count,
})

export type Description = z.infer<typeof descriptionSchema>

export function parseBackupFile(file: string) {
  const name = file.endsWith(BACKUP_EXTENSION) ? file.slice(0, -BACKUP_EXTENSION.length) : ''
  return parseBackupName(name) ? name : null
}

/** Writes the description as comment of an empty first part. Returns the database's hash. */
export async function writeBackupFile(
  path: string,
  database: string,
  description: Description,
  onShare = (_share: number) => {},
) {
  const hasher = new Bun.CryptoHasher('sha256')
  // A comment is Latin-1 and must not contain a zero. This text is ASCII.
  const comment = Buffer.from(JSON.stringify(description), 'latin1')
  async function* addDescription(zipped: AsyncIterable<Uint8Array>) {
    yield Buffer.concat([COMMENT_HEADER, comment, COMMENT_TRAILER])
    yield* zipped
  }
  await pipeline(
    readFile(database),
    chunks => countChunks(chunks, description.bytes, onShare),
    chunks => hashChunks(chunks, hasher),
    createGzip({ level: GZIP_LEVEL }),
    zipped => writeInChunks(path, addDescription(zipped)),
  )
  return hasher.digest('hex')
}

export async function readDescription(path: string): Promise<Description> {
  const start = await Bun.file(path).slice(0, MAX_COMMENT_BYTES).bytes()
  return parseDescription(Buffer.from(start))
}

function parseDescription(start: Buffer): Description {
  const isGzip = start.subarray(0, COMMENT_HEADER.length).equals(COMMENT_HEADER)
  const end = start.indexOf(0, COMMENT_HEADER.length)
  if (!isGzip || end === -1) throw damagedError(NOT_A_BACKUP)
  try {
    return descriptionSchema.parse(JSON.parse(start.toString('latin1', COMMENT_HEADER.length, end)))
  } catch {
    throw damagedError(NOT_A_BACKUP)
  }
}

/** Throws a DomainError now or while the bytes are read. */
export async function openBackupFile(path: string, passphrase?: string) {
  const source = (await isEncrypted(path)) ? decrypt(path, passphrase) : readFile(path)
  const chunks = (source as AsyncIterable<Uint8Array>)[Symbol.asyncIterator]()
  const start: Uint8Array[] = []
  for (let bytes = 0; bytes < MAX_COMMENT_BYTES; ) {
    const { value, done } = await chunks.next()
    if (done) break
    start.push(value)
    bytes += value.byteLength
  }
  const first = Buffer.concat(start)
  const description = parseDescription(first)
  async function* all() {
    yield first
    yield* { [Symbol.asyncIterator]: () => chunks }
  }
  return { description, database: unzip(all(), description.bytes) }
}

export async function isEncrypted(path: string) {
  return (await Bun.file(path).slice(0, ENCRYPTED_MAGIC.length).text()) === ENCRYPTED_MAGIC
}

async function* decrypt(path: string, passphrase: string | undefined) {
  if (!passphrase) throw new DomainError('This backup is encrypted. Its passphrase is needed')
  const { decryptFile } = await import('./encryption.ts')
  yield* decryptFile(path, passphrase)
}

async function* unzip(source: AsyncIterable<Uint8Array>, expectedBytes: number) {
  const unzipped = createGunzip({ chunkSize: CHUNK_BYTES })
  const zipped = Readable.from(source)
  zipped.once('error', cause => unzipped.destroy(cause))
  let bytes = 0
  try {
    for await (const chunk of zipped.pipe(unzipped)) {
      bytes += chunk.byteLength
      if (bytes > expectedBytes) throw damagedError('it does not match its description')
      yield chunk as Uint8Array
    }
  } catch (cause) {
    throw explainZlibError(cause)
  } finally {
    zipped.destroy()
  }
  if (bytes < expectedBytes) throw damagedError('it is cut short')
}

function explainZlibError(cause: unknown) {
  const code = getErrorCode(cause)
  if (!code.startsWith('Z_')) return cause
  return damagedError(code === 'Z_BUF_ERROR' ? 'it is cut short' : 'it was changed')
}

function readFile(path: string) {
  return createReadStream(path, { highWaterMark: CHUNK_BYTES })
}

const NOT_A_BACKUP = 'it is not a backup of this program'
