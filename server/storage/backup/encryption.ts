import { createReadStream } from 'node:fs'
import { Readable } from 'node:stream'
import { Decrypter, Encrypter } from 'age-encryption'
import { getErrorCode } from '#db/connection/errors'
import { damagedError } from '#domain/backups/backups'
import { DomainError } from '#domain/errors'
import { CHUNK_BYTES } from './chunked-sync.ts'

/** See https://age-encryption.org/v1: scrypt derives the key from the passphrase. */
export async function* encryptFile(path: string, passphrase: string): AsyncGenerator<Uint8Array> {
  const encrypter = new Encrypter()
  encrypter.setPassphrase(passphrase.normalize('NFC'))
  yield* toChunks(await encrypter.encrypt(readFile(path)))
}

export async function* decryptFile(path: string, passphrase: string): AsyncGenerator<Uint8Array> {
  const decrypter = new Decrypter()
  // Version 1.0.0 used the passphrase as the keyboard composed it.
  const forms = new Set(['NFC', 'NFD'].map(form => passphrase.normalize(form)).concat(passphrase))
  for (const form of forms) decrypter.addPassphrase(form)
  const decrypted = await decrypter.decrypt(readFile(path)).catch(cause => {
    throw explainHeaderError(cause)
  })
  try {
    yield* toChunks(decrypted)
  } catch (cause) {
    throw getErrorCode(cause) ? cause : damagedError('it was changed, or is cut short')
  }
}

function explainHeaderError(cause: Error) {
  if (getErrorCode(cause)) return cause
  if (cause.message.startsWith('no identity matched')) {
    return new DomainError('The passphrase does not fit this backup')
  }
  return damagedError('it was changed, or is cut short')
}

function readFile(path: string) {
  const stream = Readable.toWeb(createReadStream(path, { highWaterMark: CHUNK_BYTES }))
  return stream as unknown as ReadableStream<Uint8Array>
}

/** Safe: Bun's streams can be iterated, but their type does not say so. */
function toChunks(stream: ReadableStream<Uint8Array>) {
  return stream as unknown as AsyncIterable<Uint8Array>
}
