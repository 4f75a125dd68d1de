import { createReadStream } from 'node:fs'
import { Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { DomainError } from '#domain/errors'
import { damagedError } from './damaged-error.ts'

const CHUNK_BYTES = 1024 * 1024
const GZIP_MAGIC = 0x1f8b
/** A gzip file ends with the length of its content, modulo this. */
const LENGTH_MODULUS = 2 ** 32
const LENGTH_BYTES = 4
const ENCRYPTED_MAGIC = 'age-encryption.org/'

/**
 * The bytes of a tar file, which is plain, gzipped, or gzipped and encrypted. Throws a DomainError for a damaged file
 * and a wrong passphrase.
 */
export async function* openArchive(path: string, passphrase?: string): AsyncGenerator<Uint8Array> {
  yield* unzipIfZipped((await isEncrypted(path)) ? decrypt(path, passphrase) : readFile(path))
}

export async function isEncrypted(path: string) {
  return (await Bun.file(path).slice(0, ENCRYPTED_MAGIC.length).text()) === ENCRYPTED_MAGIC
}

/** The library is loaded only for an encrypted file. */
async function* decrypt(path: string, passphrase: string | undefined) {
  if (!passphrase) throw new DomainError('This backup is encrypted. Its passphrase is needed')
  const { decryptFile } = await import('./encryption.ts')
  yield* decryptFile(path, passphrase)
}

async function* unzipIfZipped(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const chunks = source[Symbol.asyncIterator]()
  const { value: first = new Uint8Array() } = await chunks.next()
  const all = prepend(first, { [Symbol.asyncIterator]: () => chunks })
  if (first.length < 2 || Buffer.from(first).readUInt16BE() !== GZIP_MAGIC) yield* all
  else yield* unzip(all)
}

async function* prepend(first: Uint8Array, others: AsyncIterable<Uint8Array>) {
  yield first
  yield* others
}

async function* unzip(source: AsyncIterable<Uint8Array>) {
  const unzipped = createGunzip({ chunkSize: CHUNK_BYTES })
  let end = Buffer.alloc(0)
  async function* keepEnd() {
    for await (const chunk of source) {
      end = Buffer.concat([end, chunk.subarray(-LENGTH_BYTES)]).subarray(-LENGTH_BYTES)
      yield chunk
    }
  }
  const zipped = Readable.from(keepEnd())
  zipped.once('error', cause => unzipped.destroy(cause))
  let length = 0
  try {
    for await (const chunk of zipped.pipe(unzipped)) {
      length += chunk.byteLength
      yield chunk
    }
  } catch (cause) {
    throw explainZlibError(cause)
  } finally {
    zipped.destroy()
  }
  // zlib ignores zeros after the end.
  if (end.readUInt32LE() !== length % LENGTH_MODULUS) {
    throw damagedError('it has extra data after its end')
  }
}

function explainZlibError(cause: unknown) {
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : ''
  if (!code.startsWith('Z_')) return cause
  return damagedError(code === 'Z_BUF_ERROR' ? 'it is cut short' : 'it was changed')
}

function readFile(path: string) {
  return createReadStream(path, { highWaterMark: CHUNK_BYTES })
}
