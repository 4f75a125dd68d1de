import { sixDigits } from './qr-handshake.ts'
import { tokenHash } from './tokens.ts'

type Key = { cookieSecret: string }

/**
 * The code that the TV shows. Made from the clinic's key, it need not be kept: a TV that missed the event,
 * was loaded anew or asks another machine is told the same once more.
 */
export function tvCode({ cookieSecret }: Key, qrId: string) {
  const made = new Bun.CryptoHasher('sha256', cookieSecret).update(`TV's code of ${qrId}`).digest()
  return withHash(qrId, made.readUInt32BE())
}

export function newCode(qrId: string) {
  const [number = 0] = crypto.getRandomValues(new Uint32Array(1))
  return withHash(qrId, number)
}

function withHash(qrId: string, number: number) {
  const code = sixDigits(number)
  return { code, hash: codeHash(qrId, code) }
}

export function codeHash(qrId: string, code: string) {
  return tokenHash(`${qrId} ${code}`)
}
