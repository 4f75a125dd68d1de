import { toSixDigits } from './qr-handshake.ts'
import { hashToken } from './tokens.ts'

type SecretKey = { cookieSecret: string }

/**
 * The code that the TV shows. Made from the clinic's key, it need not be kept: a TV that missed the event,
 * was loaded anew or asks another machine is told the same once more.
 */
export function getTvCode({ cookieSecret }: SecretKey, qrId: string) {
  const made = new Bun.CryptoHasher('sha256', cookieSecret).update(`TV's code of ${qrId}`).digest()
  return withHash(qrId, made.readUInt32BE())
}

export function createPhoneCode(qrId: string) {
  const [number = 0] = crypto.getRandomValues(new Uint32Array(1))
  return withHash(qrId, number)
}

function withHash(qrId: string, number: number) {
  const code = toSixDigits(number)
  return { code, hash: hashCode(qrId, code) }
}

export function hashCode(qrId: string, code: string) {
  return hashToken(`${qrId} ${code}`)
}
