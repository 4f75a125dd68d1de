import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { createGunzip } from 'node:zlib'
import { DomainError } from '#domain/errors'

const CHUNK_BYTES = 1024 * 1024
const GZIP_MAGIC = '1f8b'
/** A gzip file ends with the length of its content, modulo this. */
const LENGTH_MODULUS = 2 ** 32
const LENGTH_BYTES = 4

export const NOT_A_BACKUP = 'it is not a backup of this program'

/** The bytes of a tar file, gzipped or plain. Throws a DomainError for a damaged gzip file. */
export async function* openArchive(path: string): AsyncGenerator<Uint8Array> {
  const source = createReadStream(path, { highWaterMark: CHUNK_BYTES })
  const start = await readBytes(path, 0, GZIP_MAGIC.length / 2)
  if (start.toString('hex') !== GZIP_MAGIC) {
    yield* source
    return
  }
  const unzipped = createGunzip({ chunkSize: CHUNK_BYTES })
  source.once('error', cause => unzipped.destroy(cause))
  let length = 0
  try {
    for await (const chunk of source.pipe(unzipped)) {
      length += chunk.byteLength
      yield chunk
    }
  } catch (cause) {
    throw explainZlibError(cause)
  } finally {
    source.destroy()
  }
  // zlib ignores zeros after the end.
  const { size } = await stat(path)
  const end = await readBytes(path, size - LENGTH_BYTES, size)
  if (end.readUInt32LE() !== length % LENGTH_MODULUS) {
    throw damagedError('it has extra data after its end')
  }
}

async function readBytes(path: string, from: number, to: number) {
  return Buffer.from(await Bun.file(path).slice(from, to).arrayBuffer())
}

function explainZlibError(cause: unknown) {
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : ''
  if (!code.startsWith('Z_')) return cause
  return damagedError(code === 'Z_BUF_ERROR' ? 'it is cut short' : 'it was changed')
}

export function damagedError(reason: string) {
  return new DomainError(`This backup cannot be used: ${reason}`, { status: 409 })
}
